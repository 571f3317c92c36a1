/** A television signs in by a code that is confirmed elsewhere: RFC 8628, whose sections the rules below name. */
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

/** The one app that may ask: a public client, so its name proves nothing (§5.6). */
const clientId = 'tv';
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
/** Without vowels: no words come about, and nothing looks like something else (§6.1). 20⁸ are 34 bits. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const validMs = 10 * 60_000;
const firstIntervalSeconds = 5;
const slowerSeconds = 5;
/** A question may come so much early: lines and clocks are not that even. */
const earlyMs = 1_000;
const dayMs = 86_400_000;

/** Codes asked for from one address within an hour: a household's televisions ask for six each. */
const askLimit = new AddressRateLimit('activations', 60, 3_600_000, { code: 'too_many_tries' });
/** Codes that are none, tried by a user and from an address while one is good (§5.1). */
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
  /** A push channel that says when somebody has decided. */
  channel: ReturnType<typeof channelOf>;
}

/** Makes the two codes of a television: one that it keeps, and one that it shows. */
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
 * Answers a television that asks whether it was confirmed: with its token, once, or with the reason why not. The session belongs to
 * whoever confirmed, and does not begin when they have been signed out or suspended meanwhile.
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
    // Held for the transaction: of two that ask at once, the second finds it used.
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
    // The user first: whoever is ending all of the sessions has to be through with it before one of them is read.
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

/** Counts a code that somebody tries until it has turned out to be one. */
const beginTry = (context: Context, user: SignedInUser, address: string) =>
  beginAttempt(context, userLimit.of(user.id), addressLimit.of(address));

const isOpen = (context: Context, userCode: string) =>
  and(eq(activations.userCodeHash, hashOf(context, userCode)), gt(activations.expiresAt, context.now()));

/** What shows a code and waits, for whoever is to confirm it. */
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

/** Lets what shows a code sign in to the user's account, or refuses it; saying the same twice is fine. */
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
    // It asks by itself all the same.
    context.log.warn({ err: error }, 'a television could not be told that somebody has decided');
  }
}

/** Forgets codes of yesterday; until then whoever shows one is told that it has expired. */
export async function purgeActivations({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.delete(activations).where(lt(activations.expiresAt, new Date(now().getTime() - dayMs)));
}
