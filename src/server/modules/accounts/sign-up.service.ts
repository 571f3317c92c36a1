/** Signing up. Nothing here tells a stranger whether an e-mail address has an account; its owner hears of it by mail. */
import { eq, lt, sql } from 'drizzle-orm';
import type { SignInWay } from '../../../contract/account/devices.ts';
import type { User } from '../../../contract/account/session.ts';
import type { SignUp } from '../../../contract/account/sign-up.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { AddressAttempts, Attempts, takeBackUnheard } from '../../http/attempts.ts';
import { fail, failField } from '../../http/errors.ts';
import { hashPassword } from '../../http/passwords.ts';
import { queueMail } from '../mail/mail.service.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { getUser } from './accounts.service.ts';
import { households, signUps, users } from './accounts.tables.ts';
import { checkCode, codeMinutes, makeCode, purgeCodes, resendSeconds } from './codes.service.ts';
import { requireGoodPassword } from './password-rules.service.ts';
import { type Client, startSession } from './sessions.service.ts';

const hourMs = 3_600_000;
/** Sign-ups begun from one address within an hour. */
const addressAttempts = new AddressAttempts(30, hourMs, 'too_many_tries');
/** Messages to one mailbox within an hour, by whichever way somebody wants to join. */
export const mailboxAttempts = new Attempts(5, hourMs, 'too_many_tries');
/** How long somebody has to type the code in, all codes together. */
const waitingMs = 24 * hourMs;
const longestProfileName = 20;

interface SignUpInput {
  username: string;
  email: string;
  password: string;
  phone?: string | undefined;
}

/** Begins a sign-up: keeps what was asked for, and sends a code. */
export async function beginSignUp(
  context: Context,
  input: SignUpInput,
  locale: Locale,
  address: string,
): Promise<SignUp> {
  requireGoodPassword(context.config, input.password, input);
  addressAttempts.begin(address, context.now());
  if (await isUsernameTaken(context.db, input.username)) failField('username', 'username_taken');
  mailboxAttempts.begin(input.email, context.now());
  const passwordHash = await takeBackUnheard(hashPassword(input.password), () => {
    addressAttempts.takeBack(address);
    mailboxAttempts.takeBack(input.email);
  });
  const id = newId();
  await context.db.transaction(async (tx) => {
    const { username, email, phone = null } = input;
    await tx
      .insert(signUps)
      .values({ id, username, email, phone, passwordHash, locale, createdAt: context.now() });
    await sendCode(tx, context, { id, email, locale });
  });
  return { id, email: input.email, resend_seconds: resendSeconds };
}

/** Writes to the mailbox: the code, or to somebody who has an account already, that they have one. */
async function sendCode(
  tx: Queryable,
  context: Context,
  { id, email, locale }: { id: string; email: string; locale: Locale },
): Promise<void> {
  const code = await makeCode(tx, context, { purpose: 'sign_up', subjectId: id, target: email });
  if (await isEmailTaken(tx, email)) {
    await queueMail(tx, context, { to: email, locale, template: 'sign_up_taken', values: {} });
  } else {
    const values = { code, minutes: codeMinutes };
    await queueMail(tx, context, { to: email, locale, template: 'sign_up_code', values });
  }
}

async function findSignUp(context: Context, id: string) {
  const [row] = await context.db.select().from(signUps).where(eq(signUps.id, id));
  if (!row || row.createdAt.getTime() < context.now().getTime() - waitingMs) fail('not_found');
  return row;
}

/** Sends another code for a sign-up. */
export async function resendCode(context: Context, id: string, address: string): Promise<SignUp> {
  const row = await findSignUp(context, id);
  addressAttempts.begin(address, context.now());
  await context.db.transaction((tx) => sendCode(tx, context, row));
  return { id, email: row.email, resend_seconds: resendSeconds };
}

/** Makes the account: household, user and first profile together, and signs in. */
export async function finishSignUp(
  context: Context,
  id: string,
  code: string,
  client: Client,
): Promise<User & { token: string }> {
  const waiting = await findSignUp(context, id);
  await checkCode(context, { purpose: 'sign_up', subjectId: id }, code);
  const made = await naming(
    context.db.transaction(async (tx) => {
      const [row] = await tx.delete(signUps).where(eq(signUps.id, id)).returning();
      if (!row) fail('not_found');
      return makeAccount(tx, context, { ...row, termsAgreedAt: row.createdAt }, client);
    }),
  );
  context.log.info({ username: waiting.username }, 'an account was made');
  return { ...(await getUser(context, made.userId)), token: made.token };
}

/** What an account is made of; its mailbox has been shown to be theirs. */
type NewAccount = Pick<
  typeof users.$inferInsert,
  'username' | 'email' | 'phone' | 'passwordHash' | 'locale' | 'termsAgreedAt'
>;

/** Makes household, user and first profile together, and signs in. */
export async function makeAccount(
  tx: Queryable,
  context: Context,
  { username, email, phone, passwordHash, locale, termsAgreedAt }: NewAccount,
  client: Client,
  way: SignInWay = 'password',
): Promise<{ userId: string; token: string }> {
  const householdId = newId();
  const userId = newId();
  const now = context.now();
  await tx.insert(households).values({ id: householdId });
  await tx.insert(users).values({
    id: userId,
    householdId,
    username,
    email,
    phone,
    passwordHash,
    locale,
    emailVerifiedAt: now,
    termsAgreedAt,
    createdAt: now,
  });
  await tx.insert(profiles).values({ householdId, name: profileName(username) });
  const token = await startSession(tx, context, { id: userId, householdId }, client, way);
  return { userId, token };
}

/** Somebody else was quicker with the name or the address: says so at its field. */
export const naming = <T>(making: Promise<T>): Promise<T> =>
  making.catch((error: unknown) => {
    const { constraint } = ((error as { cause?: unknown }).cause ?? error) as { constraint?: string };
    if (constraint === 'accounts_users_username') failField('username', 'username_taken');
    if (constraint === 'accounts_users_email') failField('email', 'email_taken');
    throw error;
  });

/** What fits of a name, no sign cut apart. */
const profileName = (username: string): string =>
  [...new Intl.Segmenter('ko', { granularity: 'grapheme' }).segment(username)]
    .slice(0, longestProfileName)
    .map(({ segment }) => segment)
    .join('');

/** Whether somebody has that username. */
export async function isUsernameTaken(db: Queryable, username: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.username, username));
  return found.length > 0;
}

/** Whether an account has that e-mail address. */
export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return found.length > 0;
}

/** Forgets sign-ups that came to nothing, and old codes. */
export async function purgeSignUps(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await context.db
    .delete(signUps)
    .where(lt(signUps.createdAt, new Date(context.now().getTime() - waitingMs)));
  await purgeCodes(context);
}
