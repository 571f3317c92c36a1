/**
 * Signs in with another service, and signs up by it. A known identity signs in as its user. An address alone connects nobody: the
 * owner of an existing account has to enter its password, and an address that the service does not vouch for has to be proved by
 * a code first.
 */
import { and, eq } from 'drizzle-orm';
import { username as usernameForm } from '../../../contract/account/identity.ts';
import type { User } from '../../../contract/account/session.ts';
import type { Newcomer } from '../../../contract/account/social-login.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { AddressRateLimit, beginAttempt } from '../../security/rate-limit.ts';
import { users } from '../accounts/accounts.tables.ts';
import { checkCode, codeMinutes, makeCode, resendSeconds } from '../accounts/codes.service.ts';
import type { Client } from '../accounts/sessions.service.ts';
import { findUserByEmail, isUsernameTaken, mailboxLimit, naming } from '../accounts/users.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { authenticate, getUser, requireUnchanged, signIn } from '../sign-in/sign-in.service.ts';
import { makeAccount } from '../sign-in/sign-up.service.ts';
import {
  getJoining,
  keepForJoining,
  type ReturnedAuthorization,
  redeemCode,
} from './authorizations.service.ts';
import { addIdentity } from './identities.service.ts';
import { authorizations, identities } from './social-login.tables.ts';

/** Codes tried from one address within a minute. */
const addressLimit = new AddressRateLimit('social_login_address', 30, 60_000);

type SignedIn = User & { token: string };

/**
 * Signs in the user who has returned. For one without an account it returns the token, for the cookie, with which they can go on
 * to sign up.
 */
export async function socialLogin(
  context: Context,
  token: string | undefined,
  code: string,
  client: Client,
): Promise<{ signedIn: SignedIn } | { joining: string }> {
  const attempt = await beginAttempt(context, addressLimit.of(client.address));
  const authorization = await redeemCode(context, token, code);
  await attempt.succeed();
  const [known] = await context.db
    .select({ user: users, identityId: identities.id })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(eq(identities.provider, authorization.provider), eq(identities.subject, authorization.subject)),
    );
  if (!known) return { joining: await keepForJoining(context, authorization) };
  // The authorization is deleted in every case: a user who is refused here must not go on to sign up.
  await context.db.delete(authorizations).where(eq(authorizations.id, authorization.id));
  const signedIn = await signIn(context, known.user, client, authorization.provider, async (tx) => {
    const used = await tx
      .update(identities)
      .set({ lastUsedAt: context.now(), ...(authorization.email ? { email: authorization.email } : {}) })
      .where(eq(identities.id, known.identityId))
      .returning({ id: identities.id });
    // The service was disconnected meanwhile.
    if (used.length === 0) fail('social_login_over');
  });
  return { signedIn };
}

/** The new user of a browser, and their next step. */
export async function getNewcomer(context: Context, token: string | undefined): Promise<Newcomer> {
  return presentNewcomer(context, await getJoining(context, token));
}

async function presentNewcomer({ db }: Context, authorization: ReturnedAuthorization): Promise<Newcomer> {
  const { provider, email, emailVerified } = authorization;
  if (!email || !emailVerified) return { provider, next: 'email', email: email ?? '', username: '' };
  if (await findUserByEmail(db, email)) return { provider, next: 'link', email, username: '' };
  const suggested = usernameForm.safeParse(email.split('@')[0]).data;
  const free = suggested !== undefined && !(await isUsernameTaken(db, suggested));
  return { provider, next: 'sign_up', email, username: free ? suggested : '' };
}

/** Sends a code to the address of a new user's account, whether or not an account has it. */
export async function sendNewcomerCode(
  context: Context,
  token: string | undefined,
  email: string,
  locale: Locale,
): Promise<{ email: string; resend_seconds: number }> {
  const authorization = await getJoining(context, token);
  await mailboxLimit.consume(context, email);
  await context.db.transaction(async (tx) => {
    const subject = { purpose: 'social_login', subjectId: authorization.id, target: email } as const;
    const values = { code: await makeCode(tx, context, subject), minutes: codeMinutes };
    await queueMail(tx, context, { to: email, locale, template: 'sign_up_code', values });
  });
  return { email, resend_seconds: resendSeconds };
}

/** Checks the code, which proves that the address is the new user's. */
export async function proveNewcomer(
  context: Context,
  token: string | undefined,
  code: string,
): Promise<Newcomer> {
  const authorization = await getJoining(context, token);
  const email = await checkCode(context, { purpose: 'social_login', subjectId: authorization.id }, code);
  await context.db
    .update(authorizations)
    .set({ email, emailVerified: true })
    .where(eq(authorizations.id, authorization.id));
  return presentNewcomer(context, { ...authorization, email, emailVerified: true });
}

/** A new user's address, once it is proved to be theirs. */
function provenEmail({ email, emailVerified }: ReturnedAuthorization): string {
  if (!email || !emailVerified) fail('social_login_over');
  return email;
}

/** Ends an authorization; of two simultaneous calls, one succeeds. */
async function endAuthorization(tx: Queryable, { id }: ReturnedAuthorization): Promise<void> {
  const ended = await tx
    .delete(authorizations)
    .where(eq(authorizations.id, id))
    .returning({ id: authorizations.id });
  if (ended.length === 0) fail('social_login_over');
}

/** Makes a new user's account, without a password, and signs in. */
export async function joinBySignUp(
  context: Context,
  token: string | undefined,
  { username, locale }: { username: string; locale: Locale },
  client: Client,
): Promise<SignedIn> {
  const authorization = await getJoining(context, token);
  const { provider } = authorization;
  const account = {
    username,
    email: provenEmail(authorization),
    passwordHash: null,
    locale,
    termsAgreedAt: context.now(),
  };
  const made = await naming(
    context.db.transaction(async (tx) => {
      await endAuthorization(tx, authorization);
      const { userId, token: session } = await makeAccount(tx, context, account, client, provider);
      await addIdentity(tx, context, { ...authorization, userId });
      return { userId, session };
    }),
  );
  context.log.info({ username, provider }, 'an account was made');
  return { ...(await getUser(context, made.userId)), token: made.session };
}

/** Connects a new user with the account that has their address, by its password, and signs in. The owner is notified. */
export async function joinByPassword(
  context: Context,
  token: string | undefined,
  password: string,
  client: Client,
): Promise<SignedIn> {
  const authorization = await getJoining(context, token);
  const user = await authenticate(context, { username: provenEmail(authorization), password }, client);
  return signIn(context, user, client, authorization.provider, async (tx, held) => {
    requireUnchanged(held, user);
    await endAuthorization(tx, authorization);
    await addIdentity(tx, context, { ...authorization, userId: user.id });
    const values = { at: context.now(), provider: authorization.provider };
    await queueMail(tx, context, {
      to: user.email,
      userId: user.id,
      locale: user.locale,
      template: 'sign_in_method_added',
      values,
    });
  });
}
