/** Signs a television in by a code that is confirmed on another device (RFC 8628). The rules below name its sections. */
import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import type { Activation } from '../../../contract/account/activations.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { appEvent } from '../../adapters/push/port.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AddressRateLimit, beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { newToken, tokenHash } from '../../security/token.ts';
import { sessions, users } from './accounts.tables.ts';
import { activations } from './activations.tables.ts';
import { type Client, startSession } from './sessions.service.ts';

/** The only client that may ask. It is a public client, so its name proves nothing (§5.6). */
const clientId = 'tv';
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
/** No vowels, so that codes form no words and no characters look alike (§6.1). 20⁸ combinations are 34 bits. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const validMs = 10 * 60_000;
const firstIntervalSeconds = 5;
const slowerSeconds = 5;
/** A poll may come this much early: network delays and clocks vary. */
const earlyMs = 1_000;
const dayMs = 86_400_000;

/** Codes requested from one address within an hour. A household's televisions request six each. */
const askLimit = new AddressRateLimit('activations', 60, 3_600_000, { code: 'too_many_tries' });
/** Invalid codes tried by one user, and from one address, while a code is valid (§5.1). */
const userLimit = new RateLimit('activation_codes_user', 10, validMs, { code: 'too_many_tries' });
const addressLimit = new AddressRateLimit('activation_codes_address', 30, validMs, {
  code: 'too_many_tries',
});

const hashOf = ({ config }: Pick<Context, 'config'>, userCode: string) =>
  createHmac('sha256', config.secret).update(`activation:${userCode}`).digest('base64url');

const channelOf = (id: string) => `activation.${id}` as const;

function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

function requireClient(id: string): void {
  if (id !== clientId) fail('invalid_client');
}

interface BegunActivation {
  deviceCode: string;
  userCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
  /** A push channel that reports the owner's decision. */
  channel: ReturnType<typeof channelOf>;
}

/** Creates the two codes of a television: the device code, which it stores, and the user code, which it shows. */
export async function beginActivation(
  context: Context,
  client: string,
  { deviceName, address, country }: Client,
): Promise<BegunActivation> {
  requireClient(client);
  const now = context.now();
  await askLimit.consume(context, address);
  const deviceCode = newToken();
  const id = newId();
  const row = {
    id,
    deviceCodeHash: tokenHash(deviceCode),
    deviceName,
    country,
    intervalSeconds: firstIntervalSeconds,
    expiresAt: new Date(now.getTime() + validMs),
    createdAt: now,
  };
  for (;;) {
    const userCode = newUserCode();
    const made = await context.db
      .insert(activations)
      .values({ ...row, userCodeHash: hashOf(context, userCode) })
      .onConflictDoNothing({ target: activations.userCodeHash })
      .returning({ id: activations.id });
    if (made.length === 0) continue;
    return {
      deviceCode,
      userCode,
      expiresInSeconds: validMs / 1000,
      intervalSeconds: firstIntervalSeconds,
      channel: channelOf(id),
    };
  }
}

/**
 * Answers a television that polls for confirmation: with its token, once, or with the reason why not. The session belongs to the
 * user who confirmed. It does not begin when that user has been signed out or suspended meanwhile.
 */
export async function redeem(
  context: Context,
  asked: { grant_type: string; device_code: string; client_id: string },
  client: Client,
): Promise<string> {
  requireClient(asked.client_id);
  if (asked.grant_type !== grantType) fail('unsupported_grant_type');
  const now = context.now();
  const outcome = await context.db.transaction(async (tx): Promise<{ token: string } | ErrorCode> => {
    const set = (values: Partial<typeof activations.$inferInsert>) =>
      tx.update(activations).set(values).where(eq(activations.id, row!.id));
    // Locked for the transaction: of two simultaneous polls, the second finds the code used.
    const [row] = await tx
      .select()
      .from(activations)
      .where(eq(activations.deviceCodeHash, tokenHash(asked.device_code)))
      .for('update');
    if (!row || row.state === 'used') return 'invalid_grant';
    if (row.state === 'denied') return 'access_denied';
    if (row.expiresAt <= now) return 'expired_token';
    if (row.state === 'pending') {
      const waitMs = row.intervalSeconds * 1000 - earlyMs;
      const early = row.polledAt !== null && now.getTime() - row.polledAt.getTime() < waitMs;
      await set({
        polledAt: now,
        ...(early ? { intervalSeconds: row.intervalSeconds + slowerSeconds } : {}),
      });
      return early ? 'slow_down' : 'authorization_pending';
    }
    // The user is locked first: a transaction that ends all of the user's sessions has to finish before one of them is read.
    const [user] = await tx.select().from(users).where(eq(users.id, row.userId!)).for('share');
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, row.sessionId!), isNull(sessions.endedAt)));
    const isOpen = user && !user.suspendedAt && session;
    await set({ state: isOpen ? 'used' : 'denied' });
    return isOpen ? { token: await startSession(tx, context, user, client, 'tv') } : 'access_denied';
  });
  return typeof outcome === 'string' ? fail(outcome) : outcome.token;
}

/** Counts an attempt at a code until the code proves valid. */
const beginTry = (context: Context, user: SignedInUser, address: string) =>
  beginAttempt(context, userLimit.of(user.id), addressLimit.of(address));

const isOpen = (context: Context, userCode: string) =>
  and(eq(activations.userCodeHash, hashOf(context, userCode)), gt(activations.expiresAt, context.now()));

/** The device that shows a code and waits, for the user who is to confirm it. */
export async function findActivation(
  context: Context,
  user: SignedInUser,
  userCode: string,
  address: string,
): Promise<Activation> {
  const attempt = await beginTry(context, user, address);
  const [row] = await context.db
    .select()
    .from(activations)
    .where(and(isOpen(context, userCode), eq(activations.state, 'pending')));
  if (!row) fail('not_found');
  await attempt.succeed();
  return {
    user_code: userCode,
    name: row.deviceName,
    country: row.country,
    asked_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}

/** Approves or refuses the sign-in of the device that shows a code. Repeating the same decision succeeds. */
export async function decide(
  context: Context,
  user: SignedInUser,
  userCode: string,
  state: 'approved' | 'denied',
  address: string,
): Promise<void> {
  const attempt = await beginTry(context, user, address);
  const open = isOpen(context, userCode);
  const [row] = await context.db
    .update(activations)
    .set({ state, userId: user.id, sessionId: user.sessionId })
    .where(and(open, eq(activations.state, 'pending')))
    .returning({ id: activations.id });
  if (!row) {
    const same = state === 'denied' ? (['denied'] as const) : (['approved', 'used'] as const);
    const [decided] = await context.db
      .select({ id: activations.id })
      .from(activations)
      .where(and(open, eq(activations.userId, user.id), inArray(activations.state, [...same])));
    if (!decided) fail('not_found');
    return attempt.succeed();
  }
  await attempt.succeed();
  try {
    await context.push.broadcast(appEvent(channelOf(row.id), 'ActivationDecided', {}));
  } catch (error) {
    // The television polls anyway.
    context.log.warn({ err: error }, 'a television could not be told that somebody has decided');
  }
}

/** Deletes codes that expired more than a day ago; until then a television that shows one is told that it has expired. */
export async function purgeActivations({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.delete(activations).where(lt(activations.expiresAt, new Date(now().getTime() - dayMs)));
}
