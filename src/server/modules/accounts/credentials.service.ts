/** Changes an account's credentials after re-authentication. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { AccountDetails } from '../../../contract/account/credentials.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { refusalOf } from '../../db/refusal.ts';
import { fail, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { requireGoodPassword } from '../../security/password-rules.ts';
import { hashPassword } from '../../security/passwords.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { addDays, dayIn } from '../../zone.ts';
import { claimMailTo, queueMail } from '../mail/mail.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { codes, resets, sessions, users } from './accounts.tables.ts';
import { checkCode, codeMinutes, makeCode, resendSeconds } from './codes.service.ts';
import { announceEnded } from './devices.service.ts';
import { findReauthentication, requireReauthentication } from './reauthentication.service.ts';
import { endSessions, reauthenticationMs } from './sessions.service.ts';
import { isEmailTaken } from './users.service.ts';

const hourMs = 3_600_000;
/** Codes for one account within an hour, over all of its sessions: each code allows a few guesses. */
const identityLimit = new RateLimit('identity_codes', 10, hourMs, { code: 'too_many_tries' });
/** Addresses that one account may request codes for within an hour. */
const emailLimit = new RateLimit('email_changes', 10, hourMs, { code: 'too_many_tries' });

const getUserRow = async (db: Queryable, id: string) => {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? fail('login_required');
};

/** The user's personal information. */
export async function getDetails(context: Context, user: SignedInUser): Promise<AccountDetails> {
  const [row, reauthenticatedAt] = await Promise.all([
    getUserRow(context.db, user.id),
    findReauthentication(context, user),
  ]);
  return {
    username: row.username,
    email: row.email,
    phone: row.phone,
    birth_date: row.birthDate,
    gender: row.gender,
    mail_locale: row.locale,
    reauthenticated_until: reauthenticatedAt
      ? new Date(reauthenticatedAt.getTime() + reauthenticationMs).toISOString()
      : null,
  };
}

interface Sent {
  email: string;
  resend_seconds: number;
}

/** Sends a code to the account's own mailbox. */
export async function sendIdentityCode(context: Context, user: SignedInUser, locale: Locale): Promise<Sent> {
  const { email } = await getUserRow(context.db, user.id);
  await context.db.transaction(async (tx) => {
    const subject = { purpose: 'identity', subjectId: user.sessionId, target: email } as const;
    const values = { code: await makeCode(tx, context, subject), minutes: codeMinutes };
    await identityLimit.consume({ ...context, db: tx }, user.id);
    await queueMail(tx, context, { to: email, userId: user.id, locale, template: 'identity_code', values });
  });
  return { email, resend_seconds: resendSeconds };
}

/** Re-authenticates this session by the code. */
export async function proveIdentity(context: Context, user: SignedInUser, code: string): Promise<void> {
  await checkCode(context, { purpose: 'identity', subjectId: user.sessionId }, code);
  await context.db
    .update(sessions)
    .set({ reauthenticatedAt: context.now() })
    .where(eq(sessions.id, user.sessionId));
}

/** Sends a code to the account's new address. */
export async function askForEmail(
  context: Context,
  user: SignedInUser,
  email: string,
  locale: Locale,
): Promise<Sent> {
  await requireReauthentication(context, user);
  await emailLimit.consume(context, user.id);
  if (await isEmailTaken(context.db, email)) failField('email', 'email_taken');
  await context.db.transaction(async (tx) => {
    const subject = { purpose: 'email', subjectId: user.sessionId, target: email } as const;
    const values = { code: await makeCode(tx, context, subject), minutes: codeMinutes };
    await queueMail(tx, context, { to: email, userId: user.id, locale, template: 'email_code', values });
  });
  return { email, resend_seconds: resendSeconds };
}

/** The address as it is shown in mail to a mailbox that may belong to somebody else by now: s•••@example.com. */
const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*(@.*)$/u, '$1•••$2');

/**
 * Voids re-authentications and codes that the user's other sessions obtained through the old mailbox: somebody else may be
 * reading it.
 */
async function forgetReauthentications(tx: Queryable, { id, sessionId }: SignedInUser): Promise<void> {
  const others = await tx
    .update(sessions)
    .set({ reauthenticatedAt: null })
    .where(and(eq(sessions.userId, id), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  const ids = others.map((other) => other.id);
  if (ids.length > 0) await tx.delete(codes).where(inArray(codes.subjectId, ids));
}

/** Changes the address to the one that the code went to. Links that were sent to the old address become void. */
export async function changeEmail(context: Context, user: SignedInUser, code: string): Promise<void> {
  await requireReauthentication(context, user);
  const email = await checkCode(context, { purpose: 'email', subjectId: user.sessionId }, code);
  const at = context.now();
  try {
    await context.db.transaction(async (tx) => {
      const before = await getUserRow(tx, user.id);
      await tx.update(users).set({ email, emailVerifiedAt: at }).where(eq(users.id, user.id));
      await tx.delete(resets).where(eq(resets.userId, user.id));
      await forgetReauthentications(tx, user);
      await claimMailTo(tx, before.email, user.id);
      const values = { at, email: maskedEmail(email) };
      await notify(tx, context, {
        cause: 'email_changed',
        subjectId: newId(),
        values,
        audience: { userId: user.id },
        mail: { to: before.email },
      });
    });
  } catch (error) {
    const constraint = refusalOf(error)?.constraint;
    if (constraint === 'accounts_users_email') failField('email', 'email_taken');
    throw error;
  }
}

/** Changes the password. Every other session ends, and the owner is notified by mail. */
export async function changePassword(
  context: Context,
  user: SignedInUser,
  input: { password: string; password_confirmation: string },
): Promise<void> {
  await requireReauthentication(context, user);
  if (input.password !== input.password_confirmation) failField('password_confirmation', 'confirmed');
  const row = await getUserRow(context.db, user.id);
  requireGoodPassword(context.config, input.password, row);
  const passwordHash = await hashPassword(input.password);
  await context.db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    await tx.delete(resets).where(eq(resets.userId, user.id));
    await endSessions(tx, context, { userId: user.id }, { except: user.sessionId });
    const values = { at: context.now() };
    await notify(tx, context, {
      cause: row.passwordHash === null ? 'password_set' : 'password_changed',
      subjectId: newId(),
      values,
      audience: { userId: user.id },
    });
  });
  await announceEnded(context, user.householdId);
}

/** Changes or removes the telephone number. */
export async function changePhone(context: Context, user: SignedInUser, phone: string | null): Promise<void> {
  await requireReauthentication(context, user);
  await context.db.update(users).set({ phone }).where(eq(users.id, user.id));
}

/** Changes what somebody tells of themselves. A birth date in the future is refused. */
export async function changeDetails(
  context: Context,
  user: SignedInUser,
  { birth_date: birthDate, gender }: Pick<AccountDetails, 'birth_date' | 'gender'>,
): Promise<void> {
  const today = dayIn(context.now(), context.config.serviceZone);
  if (birthDate && birthDate > today) failField('birth_date', 'before', { date: addDays(today, 1) });
  await context.db.update(users).set({ birthDate, gender }).where(eq(users.id, user.id));
}

/** Chooses the language of mail. */
export async function changeLanguage({ db }: Context, user: SignedInUser, locale: Locale): Promise<void> {
  await db.update(users).set({ locale }).where(eq(users.id, user.id));
}
