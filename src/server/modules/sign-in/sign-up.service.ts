/** Signing up. No response reveals whether an e-mail address has an account; its owner is notified by mail. */
import { eq, lt } from 'drizzle-orm';
import type { SignInMethod } from '../../../contract/account/devices.ts';
import type { User } from '../../../contract/account/session.ts';
import type { SignUp } from '../../../contract/account/sign-up.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail, failField } from '../../errors.ts';
import { requireGoodPassword } from '../../security/password-rules.ts';
import { hashPassword } from '../../security/passwords.ts';
import { AddressRateLimit, beginAttempt } from '../../security/rate-limit.ts';
import { checkCode, codeMinutes, makeCode, resendSeconds } from '../accounts/codes.service.ts';
import { type Client, startSession } from '../accounts/sessions.service.ts';
import {
  insertAccount,
  isEmailTaken,
  isUsernameTaken,
  mailboxLimit,
  type NewAccount,
  naming,
} from '../accounts/users.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { insertFirstProfile } from '../profiles/profiles.service.ts';
import { getUser } from './sign-in.service.ts';
import { signUps } from './sign-in.tables.ts';

const hourMs = 3_600_000;
/** Sign-ups begun from one address within an hour. */
const addressLimit = new AddressRateLimit('sign_up_address', 30, hourMs, { code: 'too_many_tries' });

/** The time limit for entering a code, over all codes of a sign-up. */
const waitingMs = 24 * hourMs;

interface SignUpInput {
  username: string;
  email: string;
  password: string;
  phone?: string | undefined;
}

/** Begins a sign-up: stores the input, and sends a code. */
export async function beginSignUp(
  context: Context,
  input: SignUpInput,
  locale: Locale,
  address: string,
): Promise<SignUp> {
  requireGoodPassword(context.config, input.password, input);
  const attempt = await beginAttempt(context, addressLimit.of(address));
  if (await isUsernameTaken(context.db, input.username)) failField('username', 'username_taken');
  const message = await beginAttempt(context, mailboxLimit.of(input.email));
  const passwordHash = await attempt.refundIfRejected(message.refundIfRejected(hashPassword(input.password)));
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

/** Sends mail: the code, or, to the owner of an existing account, that they have one. */
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
  await addressLimit.consume(context, address);
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

/** Makes household, user and first profile together, and signs in. */
export async function makeAccount(
  tx: Queryable,
  context: Context,
  account: NewAccount,
  client: Client,
  method: SignInMethod = 'password',
): Promise<{ userId: string; token: string }> {
  const { householdId, userId } = await insertAccount(tx, account, context.now());
  await insertFirstProfile(tx, householdId, account.username);
  const token = await startSession(tx, context, { id: userId, householdId }, client, method);
  return { userId, token };
}

/** Deletes sign-ups that were not finished. */
export async function purgeSignUps(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await context.db
    .delete(signUps)
    .where(lt(signUps.createdAt, new Date(context.now().getTime() - waitingMs)));
}
