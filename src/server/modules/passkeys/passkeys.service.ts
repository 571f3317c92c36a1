/**
 * Passkeys (WebAuthn level 3). The device's own lock protects a passkey, so it is a complete sign-in without a second step. It
 * signs a challenge made a moment ago for this origin: a signature seen anywhere else is worthless.
 */
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Assertion, Passkey, Registration } from '../../../contract/account/passkeys.ts';
import type { User } from '../../../contract/account/session.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { publicOrigin } from '../../http/origin.ts';
import { AddressRateLimit, beginAttempt } from '../../security/rate-limit.ts';
import { tokenHash } from '../../security/token.ts';
import { users } from '../accounts/accounts.tables.ts';
import { requireReauthentication } from '../accounts/reauthentication.service.ts';
import { type Client, noteFailedLogin } from '../accounts/sessions.service.ts';
import { requireAnotherMethod } from '../accounts/sign-in-methods.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { signIn } from '../sign-in/sign-in.service.ts';
import { challenges, passkeys } from './passkeys.tables.ts';

type PasskeyRow = typeof passkeys.$inferSelect;

const challengeMs = 5 * 60_000;
const maxPasskeys = 20;
/** Rate limits per address within a minute: challenges, which every visit to the login page requests, and invalid signatures. */
const challengeLimit = new AddressRateLimit('passkey_challenges', 60, 60_000);
const signatureLimit = new AddressRateLimit('passkey_signatures', 30, 60_000);

/** Imported on first use: with its dependencies it takes a large part of the start-up, and many processes never need it. */
const webAuthn = () => import('@simplewebauthn/server');

/** The relying party: the origin that browsers put into what is signed, and its host. */
function relyingParty({ config }: Pick<Context, 'config'>) {
  const origin = publicOrigin(config);
  return { origin, id: new URL(origin).hostname };
}

/** Stores a challenge: for signing in, or for adding a passkey to a user's account in one session. */
async function keepChallenge(context: Context, challenge: string, user?: SignedInUser): Promise<void> {
  await context.db.insert(challenges).values({
    challengeHash: tokenHash(challenge),
    userId: user?.id ?? null,
    sessionId: user?.sessionId ?? null,
    expiresAt: new Date(context.now().getTime() + challengeMs),
  });
}

/** Whether the challenge was issued for this purpose; the first check uses it up. */
async function takeChallenge(context: Context, challenge: string, user?: SignedInUser): Promise<boolean> {
  const taken = await context.db
    .delete(challenges)
    .where(
      and(
        eq(challenges.challengeHash, tokenHash(challenge)),
        gt(challenges.expiresAt, context.now()),
        user
          ? and(eq(challenges.userId, user.id), eq(challenges.sessionId, user.sessionId))
          : isNull(challenges.userId),
      ),
    )
    .returning({ id: challenges.id });
  return taken.length > 0;
}

/** A challenge that any passkey of the service may sign to sign in. */
export async function beginLogin(context: Context, address: string) {
  await challengeLimit.consume(context, address);
  const { id } = relyingParty(context);
  const { challenge } = await (await webAuthn()).generateAuthenticationOptions({
    rpID: id,
    userVerification: 'required',
  });
  await keepChallenge(context, challenge);
  return { challenge, rpId: id, timeout: challengeMs, userVerification: 'required' as const };
}

/** Signs in by a passkey's signature. */
export async function login(
  context: Context,
  assertion: Assertion,
  client: Client,
): Promise<User & { token: string }> {
  const attempt = await beginAttempt(context, signatureLimit.of(client.address));
  const [found] = await context.db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, assertion.id));
  const signed = await verifyAssertion(context, assertion, found?.passkey);
  if (!found || !signed) {
    await noteFailedLogin(context, found?.user, client, 'passkey');
    return fail('passkey_refused');
  }
  await attempt.succeed();
  const { passkey, user } = found;
  return signIn(context, user, client, 'passkey', async (tx) => {
    const used = await tx
      .update(passkeys)
      .set({
        counter: signed.newCounter,
        backedUp: signed.credentialBackedUp,
        lastUsedAt: context.now(),
      })
      // Of two signatures with the same count, one comes from a copy.
      .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
      .returning({ id: passkeys.id });
    if (used.length === 0) fail('passkey_refused');
  });
}

/**
 * The content of a signature when it is the passkey's, over one of the service's challenges, made by its owner at this origin.
 */
async function verifyAssertion(context: Context, assertion: Assertion, passkey: PasskeyRow | undefined) {
  const { origin, id } = relyingParty(context);
  const { userHandle } = assertion.response;
  // The user has not been identified yet: the passkey has to name them.
  if (!passkey || !userHandle || Buffer.from(userHandle, 'base64url').toString() !== passkey.userId)
    return undefined;
  try {
    const { verified, authenticationInfo } = await (await webAuthn()).verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(context, challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Buffer.from(passkey.publicKey, 'base64url'),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo : undefined;
  } catch (error) {
    // The library reports what is wrong only by throwing.
    context.log.debug({ err: error }, 'a passkey’s signature was refused');
    return undefined;
  }
}

/** The user's passkeys. */
export async function listPasskeys({ db }: Context, { id }: SignedInUser): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, id))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
  return rows.map(present);
}

const present = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  backed_up: row.backedUp,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});

/** What a device needs to make a passkey. It requires re-authentication: whoever has a passkey has the account. */
export async function beginAdding(context: Context, user: SignedInUser, locale: Locale) {
  await requireReauthentication(context, user);
  const { db, config } = context;
  const [[row], own] = await Promise.all([
    db.select({ username: users.username }).from(users).where(eq(users.id, user.id)),
    db.select().from(passkeys).where(eq(passkeys.userId, user.id)),
  ]);
  if (!row) fail('login_required');
  if (own.length >= maxPasskeys) fail('passkey_limit', { max: maxPasskeys });
  const { id } = relyingParty(context);
  const { challenge, pubKeyCredParams } = await (await webAuthn()).generateRegistrationOptions({
    rpName: config.brand[locale],
    rpID: id,
    userName: row.username,
  });
  await keepChallenge(context, challenge, user);
  return {
    challenge,
    rp: { id, name: config.brand[locale] },
    user: {
      id: Buffer.from(user.id).toString('base64url'),
      name: row.username,
      displayName: row.username,
    },
    pubKeyCredParams,
    timeout: challengeMs,
    attestation: 'none' as const,
    // Keeps the same device from making a second passkey.
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  };
}

/** Stores a passkey that a device has made. */
export async function add(
  context: Context,
  user: SignedInUser,
  registration: Registration,
  name: string,
): Promise<Passkey> {
  await requireReauthentication(context, user);
  const { credential, credentialDeviceType, credentialBackedUp } = await verifyRegistration(
    context,
    user,
    registration,
  );
  return context.db.transaction(async (tx) => {
    // Locked, so that simultaneous calls cannot exceed the limit together.
    const [owner] = await tx.select().from(users).where(eq(users.id, user.id)).for('update');
    if (!owner) fail('login_required');
    if ((await tx.$count(passkeys, eq(passkeys.userId, user.id))) >= maxPasskeys)
      fail('passkey_limit', { max: maxPasskeys });
    const [row] = await tx
      .insert(passkeys)
      .values({
        userId: user.id,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: registration.response.transports ?? [],
        backupEligible: credentialDeviceType === 'multiDevice',
        backedUp: credentialBackedUp,
        createdAt: context.now(),
      })
      .onConflictDoNothing()
      .returning();
    // WebAuthn, section 7.1: a passkey that is registered already cannot be registered for another user.
    if (!row) fail('passkey_refused');
    const values = { at: context.now(), passkey: name };
    await queueMail(tx, context, {
      to: owner.email,
      userId: owner.id,
      locale: owner.locale,
      template: 'sign_in_method_added',
      values,
    });
    return present(row);
  });
}

async function verifyRegistration(
  context: Context,
  user: SignedInUser,
  registration: Registration,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const { origin, id } = relyingParty(context);
  try {
    const { registrationInfo } = await (await webAuthn()).verifyRegistrationResponse({
      response: { ...registration, clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(context, challenge, user),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (registrationInfo) return registrationInfo;
  } catch (error) {
    // The library reports what is wrong only by throwing.
    context.log.debug({ err: error }, 'a new passkey was refused');
  }
  return fail('passkey_refused');
}

/** Renames a passkey of the user's. */
export async function rename(
  { db }: Context,
  user: SignedInUser,
  id: string,
  name: string,
): Promise<Passkey> {
  const [row] = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id)))
    .returning();
  return row ? present(row) : fail('not_found');
}

/** Removes a passkey of the user's. */
export async function remove(context: Context, user: SignedInUser, id: string): Promise<void> {
  await requireReauthentication(context, user);
  await context.db.transaction(async (tx) => {
    const owner = await requireAnotherMethod(tx, context, user.id, 'passkey');
    const [row] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, user.id)))
      .returning();
    if (!row) fail('not_found');
    const values = { at: context.now(), passkey: row.name };
    await queueMail(tx, context, {
      to: owner.email,
      userId: owner.id,
      locale: owner.locale,
      template: 'sign_in_method_removed',
      values,
    });
  });
}

/** Deletes challenges that were not signed. */
export async function purgeChallenges({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.delete(challenges).where(lt(challenges.expiresAt, now()));
}
