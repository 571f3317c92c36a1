/**
 * Signed media addresses: `/media/<token>/packages/<asset>/…`. The token covers everything below the asset's folder, so
 * relative addresses in manifests work. The signature needs no database to check, so a CDN can check it as well; whether the session
 * still lives, only a node knows (`session-liveness`):
 *
 *   token = <expiry, seconds since 1970, base 36> "." <playback session> "." <best quality, 0 without a limit> "." <signature>
 *   signature = first 32 characters of base64url(HMAC-SHA256(secret, "media\n" expiry "\n" session "\n" quality "\n" prefix))
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface MediaGrant {
  sessionId: string;
  /** The asset's folder, without a slash at the end. */
  prefix: string;
  /** No rendition above this height is served; null without a limit. */
  maxHeight: number | null;
}

function sign(secret: string, expiry: string, { sessionId, prefix, maxHeight }: MediaGrant): string {
  return createHmac('sha256', secret)
    .update(`media\n${expiry}\n${sessionId}\n${maxHeight ?? 0}\n${prefix}`)
    .digest('base64url')
    .slice(0, 32);
}

/** The folder's address, for this session until `expiresAt`. */
export function signedMediaUrl(secret: string, grant: MediaGrant, expiresAt: Date): string {
  const expiry = Math.floor(expiresAt.getTime() / 1000).toString(36);
  return `/media/${expiry}.${grant.sessionId}.${grant.maxHeight ?? 0}.${sign(secret, expiry, grant)}/${grant.prefix}`;
}

/** The folder that a key lies in: its first two segments. */
const prefixOfKey = (key: string) => key.split('/', 2).join('/');

/** What a token allows for that key; undefined when it is wrong, expired, or for something else. */
export function checkMediaToken(
  secret: string,
  token: string,
  key: string,
  now: Date,
): MediaGrant | undefined {
  const [expiry, sessionId, quality, signature, ...rest] = token.split('.');
  if (!expiry || !sessionId || !quality || !signature || rest.length > 0) return undefined;
  const grant = { sessionId, prefix: prefixOfKey(key), maxHeight: Number(quality) || null };
  const expected = Buffer.from(sign(secret, expiry, grant));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return Number.parseInt(expiry, 36) * 1000 > now.getTime() ? grant : undefined;
}
