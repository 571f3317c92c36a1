/** Resets a forgotten password. Only the mailbox reveals whether an address has an account: the work is always done by a job. */
import { and, desc, eq, gt, isNull, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { failField } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { requireGoodPassword } from '../../security/password-rules.ts';
import { hashPassword } from '../../security/passwords.ts';
import { AddressRateLimit, beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { newToken, tokenHash } from '../../security/token.ts';
import { queueMail } from '../mail/mail.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { resets, users } from './accounts.tables.ts';
import { announceEnded } from './devices.service.ts';
import { endSessions } from './sessions.service.ts';

const resetMinutes = 60;
export const sendResetJobName = 'accounts_send_reset';
export interface SendResetPayload {
  email: string;
  locale: Locale;
}

const hourMs = 3_600_000;
/** One link per minute for a mailbox; and the number of links requested, or tried, from one address within an hour. */
const mailboxLimit = new RateLimit('reset_mailbox', 1, 60_000, { code: 'wait' });
const addressLimit = new AddressRateLimit('reset_address', 30, hourMs, { code: 'too_many_tries' });
const tokenLimit = new AddressRateLimit('reset_tokens', 30, hourMs, { code: 'too_many_tries' });

/** Has a link sent if there is an account. This call does the same work in either case. */
export async function askForReset(
  context: Context,
  { email, locale }: SendResetPayload,
  address: string,
): Promise<void> {
  await beginAttempt(context, addressLimit.of(address), mailboxLimit.of(email));
  await enqueueReset(context.db, { email, locale });
}

/** Enqueues the sending of a link in the given transaction. */
export const enqueueReset = (tx: Queryable, payload: SendResetPayload): Promise<void> =>
  enqueue(tx, { name: sendResetJobName }, payload);

/** The number of valid links per account: a request for another link does not void the previous one at once. */
const maxLiveLinks = 5;

/** Sends a link to an account's mailbox. The last few links stay valid until one of them is used or their hour has passed. */
export async function sendReset(context: Context, { email, locale }: SendResetPayload): Promise<void> {
  const token = newToken();
  const now = context.now();
  await context.db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
      .for('update');
    if (!user) return;
    const latest = tx
      .select({ id: resets.id })
      .from(resets)
      .where(eq(resets.userId, user.id))
      .orderBy(desc(resets.createdAt), desc(resets.id))
      .limit(maxLiveLinks - 1);
    await tx.delete(resets).where(and(eq(resets.userId, user.id), notInArray(resets.id, latest)));
    await tx.insert(resets).values({
      userId: user.id,
      tokenHash: tokenHash(token),
      expiresAt: new Date(now.getTime() + resetMinutes * 60_000),
    });
    const values = { token, minutes: resetMinutes };
    await queueMail(tx, context, {
      to: user.email,
      userId: user.id,
      locale,
      template: 'password_reset',
      values,
    });
  });
}

/**
 * Sets a new password by a link's token, and voids the account's other links. Every session ends, and the owner is notified by
 * mail.
 */
export async function resetPassword(
  context: Context,
  input: { token: string; password: string; password_confirmation: string },
  address: string,
): Promise<void> {
  const now = context.now();
  const attempt = await beginAttempt(context, tokenLimit.of(address));
  if (input.password !== input.password_confirmation) failField('password_confirmation', 'confirmed');
  const good = and(
    eq(resets.tokenHash, tokenHash(input.token)),
    isNull(resets.usedAt),
    gt(resets.expiresAt, now),
  );
  const [found] = await context.db
    .select({ user: users })
    .from(resets)
    .innerJoin(users, eq(users.id, resets.userId))
    .where(good);
  if (!found) failField('token', 'reset_token');
  requireGoodPassword(context.config, input.password, found.user);
  const passwordHash = await attempt.refundIfRejected(hashPassword(input.password));
  await context.db.transaction(async (tx) => {
    const used = await tx.update(resets).set({ usedAt: now }).where(good).returning({ id: resets.id });
    if (used.length === 0) failField('token', 'reset_token');
    const { id } = found.user;
    await tx.delete(resets).where(and(eq(resets.userId, id), ne(resets.tokenHash, tokenHash(input.token))));
    // Whoever reads the mailbox has shown that it is theirs.
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})` })
      .where(eq(users.id, id));
    await endSessions(tx, context, { userId: id }, 'all');
    await notify(tx, context, {
      cause: found.user.passwordHash === null ? 'password_set' : 'password_changed',
      subjectId: newId(),
      values: { at: now },
      audience: { userId: id },
    });
  });
  await attempt.succeed();
  await announceEnded(context, found.user.householdId);
}

/** Deletes expired links. */
export async function purgeResets({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.delete(resets).where(lt(resets.expiresAt, now()));
}
