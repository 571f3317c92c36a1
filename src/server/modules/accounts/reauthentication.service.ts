/** Checks that a request comes from the owner of the account, and not from a child with the owner's device. */
import { and, eq, gt } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { fail, failField } from '../../errors.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { verifyPassword } from '../../security/passwords.ts';
import { beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { households, sessions, users } from './accounts.tables.ts';
import {
  beginGuess,
  forgetGuesses,
  isGuessedOut,
  noteWrongGuess,
  type PinOf,
} from './pin-guesses.service.ts';
import { reauthenticationMs } from './sessions.service.ts';

/** Wrong passwords per user within a minute. */
const passwordLimit = new RateLimit('reauthentication', 5, 60_000, {
  code: 'too_many_tries',
  resets: true,
});

/** When this session was re-authenticated, while that is still valid. */
export async function findReauthentication(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { sessionId }: SignedInUser,
) {
  const [row] = await db
    .select({ reauthenticatedAt: sessions.reauthenticatedAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        gt(sessions.reauthenticatedAt, new Date(now().getTime() - reauthenticationMs)),
      ),
    );
  return row?.reauthenticatedAt ?? undefined;
}

/** Refuses a session that has not been re-authenticated recently. */
export async function requireReauthentication(context: Context, user: SignedInUser): Promise<void> {
  if (!(await findReauthentication(context, user))) fail('identity_required');
}

/**
 * Fails at the field `password` unless the password is the account's. For an account without a password, the session must be
 * re-authenticated.
 */
export async function requirePassword(
  context: Context,
  user: SignedInUser,
  password: string | undefined,
  missing: 'required' | 'reauthentication' | 'pin_over' = 'required',
): Promise<void> {
  const [row] = await context.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, user.id));
  if (row?.passwordHash === null) return requireReauthentication(context, user);
  if (password === undefined) failField('password', missing);
  const attempt = await beginAttempt(context, passwordLimit.of(user.id));
  const right = await attempt.refundIfRejected(verifyPassword(row?.passwordHash, password));
  if (!right) failField('password', 'password');
  await attempt.succeed();
}

/**
 * Fails at the given field unless the PIN is correct. After too many failed attempts it requires the account's password instead,
 * or re-authentication for an account without one; then the count is reset.
 */
async function requirePin(
  context: Context,
  user: SignedInUser,
  of: PinOf,
  {
    field,
    pin,
    password,
    missing,
    profile,
  }: {
    field: 'pin' | 'parent_pin';
    pin: string | undefined;
    password: string | undefined;
    missing: 'required' | 'pin';
    /** The profile that the PIN belongs to; null: the parent PIN. */
    profile: string | null;
  },
): Promise<void> {
  if (pin === undefined && !(await isGuessedOut(context.db, of))) failField(field, missing);
  const guess = pin === undefined ? undefined : await beginGuess(context, of);
  if (pin === undefined || guess === undefined) {
    await requirePassword(context, user, password, 'pin_over');
    return forgetGuesses(context.db, of);
  }
  const right = await verifyPassword(guess.hash, pin).catch(async (error: unknown) => {
    await guess.refund();
    throw error;
  });
  if (right) return forgetGuesses(context.db, of);
  await noteWrongGuess(context, of, guess, { householdId: user.householdId, profile });
  failField(field, 'pin');
}

/** Fails at the field `parent_pin` unless it is the household's parent PIN. The household must have one. */
export const requireParentPin = (
  context: Context,
  user: SignedInUser,
  { parent_pin: pin, password }: OwnerReauthentication,
): Promise<void> =>
  requirePin(
    context,
    user,
    { householdId: user.householdId },
    { field: 'parent_pin', pin, password, missing: 'required', profile: null },
  );

/** Fails at the field `pin` unless it is the profile's PIN. The profile must have one. */
export const requireProfilePin = (
  context: Context,
  user: SignedInUser,
  { id, name }: { id: string; name: string },
  { pin, password }: { pin?: string | undefined; password?: string | undefined },
): Promise<void> =>
  requirePin(
    context,
    user,
    { profileId: id },
    { field: 'pin', pin, password, missing: 'pin', profile: name },
  );

export interface OwnerReauthentication {
  password?: string | undefined;
  parent_pin?: string | undefined;
}

/**
 * Fails unless the password or the parent PIN shows that an adult of the household asks. An account without a password is asked
 * for the parent PIN; unless it is re-authenticated, the error names the PIN as missing.
 */
export async function requireOwner(
  context: Context,
  user: SignedInUser,
  reauthentication: OwnerReauthentication,
): Promise<void> {
  if (reauthentication.parent_pin !== undefined) return requireParentPin(context, user, reauthentication);
  const [own] = await context.db
    .select({ passwordHash: users.passwordHash, parentPinHash: households.parentPinHash })
    .from(users)
    .innerJoin(households, eq(households.id, users.householdId))
    .where(eq(users.id, user.id));
  if (
    own?.passwordHash === null &&
    own.parentPinHash !== null &&
    !(await findReauthentication(context, user))
  )
    failField('parent_pin', 'reauthentication');
  await requirePassword(context, user, reauthentication.password, 'reauthentication');
}
