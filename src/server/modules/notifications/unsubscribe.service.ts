/**
 * Stopping a kind of mail by the link in it, without signing in (RFC 8058): `/unsubscribe?token=`, where
 *
 *   token = <user, base64url> "." <kind> "." <signature>
 *   signature = first 32 characters of base64url(HMAC-SHA256(secret, "unsubscribe\n" user "\n" kind))
 *
 * It can do nothing else and never runs out: mail is read late, and whoever it was forwarded to can only make it stop.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NotificationKind } from '../../../contract/account/notifications.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import { publicOrigin } from '../../http/origin.ts';
import { allKinds, lockedChannels } from './channels.ts';
import { setChoice } from './settings.service.ts';

const sign = (secret: string, user: string, kind: string) =>
  createHmac('sha256', secret).update(`unsubscribe\n${user}\n${kind}`).digest('base64url').slice(0, 32);

/** The address at which a user stops mail of a kind; null when that kind cannot be stopped. */
export function unsubscribeUrl(
  { config }: Pick<Context, 'config'>,
  userId: string,
  kind: NotificationKind,
): string | null {
  if (lockedChannels[kind].includes('email')) return null;
  const user = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${publicOrigin(config)}/unsubscribe?token=${user}.${kind}.${sign(config.secret, user, kind)}`;
}

/** Stops the mail that a token names, and returns which; repeating it succeeds. */
export async function unsubscribe(context: Context, token: string): Promise<NotificationKind> {
  const [user = '', named = '', signature = '', ...rest] = token.split('.');
  const kind = allKinds.find((each) => each === named && !lockedChannels[each].includes('email'));
  const expected = Buffer.from(sign(context.config.secret, user, named));
  const given = Buffer.from(signature);
  if (!kind || rest.length > 0 || expected.length !== given.length || !timingSafeEqual(expected, given))
    fail('not_found');
  const hex = Buffer.from(user, 'base64url').toString('hex');
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  await setChoice(context, userId, { kind, channel: 'email', wanted: false });
  return kind;
}
