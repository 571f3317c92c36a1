/**
 * Signing in with another service, and joining by it. Who is known there is signed in as whoever they are here. An address alone
 * connects nobody: whoever has an account shows it by its password, and an address that the service does not vouch for is proven by
 * a code first.
 */
import { and, eq } from 'drizzle-orm';
import { username as usernameForm } from '../../../contract/account/identity.ts';
import type { User } from '../../../contract/account/session.ts';
import type { Newcomer } from '../../../contract/account/social-login.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { AddressAttempts } from '../../http/attempts.ts';
import { fail } from '../../http/errors.ts';
import {
  authenticate,
  findUserByEmail,
  getUser,
  requireUnchanged,
  signIn,
} from '../accounts/accounts.service.ts';
import { users } from '../accounts/accounts.tables.ts';
import { checkCode, codeMinutes, makeCode, resendSeconds } from '../accounts/codes.service.ts';
import type { Client } from '../accounts/sessions.service.ts';
import { isUsernameTaken, mailboxAttempts, makeAccount, naming } from '../accounts/sign-up.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { addIdentity } from './identities.service.ts';
import { identities, visits } from './social-login.tables.ts';
import { type Arrival, getJoining, keepForJoining, redeemCode } from './visits.service.ts';

/** Codes tried from one address within a minute. */
const addressAttempts = new AddressAttempts(30, 60_000);

type SignedIn = User & { token: string };

/**
 * Signs in who came back. Who has no account here is answered with the token under which they may go on to join, for the cookie.
 */
export async function socialLogin(
  context: Context,
  token: string | undefined,
  code: string,
  client: Client,
): Promise<{ signedIn: SignedIn } | { joining: string }> {
  addressAttempts.begin(client.address, context.now());
  const visit = await redeemCode(context, token, code);
  addressAttempts.takeBack(client.address);
  const [known] = await context.db
    .select({ user: users, identityId: identities.id })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, visit.provider), eq(identities.subject, visit.subject)));
  if (!known) return { joining: await keepForJoining(context, visit) };
  // Over in any case: who is kept out here is nobody who may join.
  await context.db.delete(visits).where(eq(visits.id, visit.id));
  const signedIn = await signIn(context, known.user, client, visit.provider, async (tx) => {
    const used = await tx
      .update(identities)
      .set({ lastUsedAt: context.now(), ...(visit.email ? { email: visit.email } : {}) })
      .where(eq(identities.id, known.identityId))
      .returning({ id: identities.id });
    // Disconnected meanwhile.
    if (used.length === 0) fail('social_login_over');
  });
  return { signedIn };
}

/** Who the newcomer of a browser is, and what comes next for them. */
export async function getNewcomer(context: Context, token: string | undefined): Promise<Newcomer> {
  return presentNewcomer(context, await getJoining(context, token));
}

async function presentNewcomer({ db }: Context, visit: Arrival): Promise<Newcomer> {
  const { provider, email, emailVerified } = visit;
  if (!email || !emailVerified) return { provider, next: 'email', email: email ?? '', username: '' };
  if (await findUserByEmail(db, email)) return { provider, next: 'link', email, username: '' };
  const suggested = usernameForm.safeParse(email.split('@')[0]).data;
  const free = suggested !== undefined && !(await isUsernameTaken(db, suggested));
  return { provider, next: 'sign_up', email, username: free ? suggested : '' };
}

/** Sends a code to the address that a newcomer's account is to have, whether or not an account has it. */
export async function sendNewcomerCode(
  context: Context,
  token: string | undefined,
  email: string,
  locale: Locale,
): Promise<{ email: string; resend_seconds: number }> {
  const visit = await getJoining(context, token);
  mailboxAttempts.begin(email, context.now());
  await context.db.transaction(async (tx) => {
    const subject = { purpose: 'social_login', subjectId: visit.id, target: email } as const;
    const values = { code: await makeCode(tx, context, subject), minutes: codeMinutes };
    await queueMail(tx, context, { to: email, locale, template: 'sign_up_code', values });
  });
  return { email, resend_seconds: resendSeconds };
}

/** Takes the code: the address is the newcomer's. */
export async function proveNewcomer(
  context: Context,
  token: string | undefined,
  code: string,
): Promise<Newcomer> {
  const visit = await getJoining(context, token);
  const email = await checkCode(context, { purpose: 'social_login', subjectId: visit.id }, code);
  await context.db.update(visits).set({ email, emailVerified: true }).where(eq(visits.id, visit.id));
  return presentNewcomer(context, { ...visit, email, emailVerified: true });
}

/** A newcomer's address, once it is known to be theirs. */
function provenEmail({ email, emailVerified }: Arrival): string {
  if (!email || !emailVerified) fail('social_login_over');
  return email;
}

/** Ends a visit; of two at once, one does. */
async function endVisit(tx: Queryable, { id }: Arrival): Promise<void> {
  const ended = await tx.delete(visits).where(eq(visits.id, id)).returning({ id: visits.id });
  if (ended.length === 0) fail('social_login_over');
}

/** Makes a newcomer's account, without a password, and signs in. */
export async function joinBySignUp(
  context: Context,
  token: string | undefined,
  { username, locale }: { username: string; locale: Locale },
  client: Client,
): Promise<SignedIn> {
  const visit = await getJoining(context, token);
  const { provider } = visit;
  const account = {
    username,
    email: provenEmail(visit),
    passwordHash: null,
    locale,
    termsAgreedAt: context.now(),
  };
  const made = await naming(
    context.db.transaction(async (tx) => {
      await endVisit(tx, visit);
      const { userId, token: session } = await makeAccount(tx, context, account, client, provider);
      await addIdentity(tx, context, { ...visit, userId });
      return { userId, session };
    }),
  );
  context.log.info({ username, provider }, 'an account was made');
  return { ...(await getUser(context, made.userId)), token: made.session };
}

/** Connects a newcomer with the account that has their address, by its password, and signs in. The owner hears of it. */
export async function joinByPassword(
  context: Context,
  token: string | undefined,
  password: string,
  client: Client,
): Promise<SignedIn> {
  const visit = await getJoining(context, token);
  const user = await authenticate(context, { username: provenEmail(visit), password }, client);
  return signIn(context, user, client, visit.provider, async (tx, held) => {
    requireUnchanged(held, user);
    await endVisit(tx, visit);
    await addIdentity(tx, context, { ...visit, userId: user.id });
    const values = { at: context.now(), provider: visit.provider };
    await queueMail(tx, context, {
      to: user.email,
      userId: user.id,
      locale: user.locale,
      template: 'way_in_added',
      values,
    });
  });
}
