/** Whether it is really the owner of an account who asks, and not a child with the owner's device. */
import { and, eq, gt } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { Attempts, takeBackUnheard } from '../../http/attempts.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { fail, failField } from '../../http/errors.ts';
import { verifyPassword } from '../../http/passwords.ts';
import { households, sessions, users } from './accounts.tables.ts';
import { provedMs } from './proved.ts';

/** Wrong passwords per user, and wrong parent PINs per household, within a minute. */
const passwordAttempts = new Attempts(5, 60_000, 'too_many_tries');
const parentPinAttempts = new Attempts(5, 60_000, 'too_many_tries');

/** When this session proved whose it is, as long as that counts. */
export async function findProof({ db, now }: Pick<Context, 'db' | 'now'>, { sessionId }: SignedInUser) {
  const [row] = await db
    .select({ provedAt: sessions.provedAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.provedAt, new Date(now().getTime() - provedMs))));
  return row?.provedAt ?? undefined;
}

/** Refuses a session that has not proved lately whose it is. */
export async function requireProof(context: Context, user: SignedInUser): Promise<void> {
  if (!(await findProof(context, user))) fail('identity_required');
}

/** Fails, naming the field `password`, unless it is the account's; for an account without one, unless the session has a proof. */
export async function requirePassword(
  context: Context,
  user: SignedInUser,
  password: string | undefined,
  missing: 'required' | 'proof' = 'required',
): Promise<void> {
  const [row] = await context.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, user.id));
  if (row?.passwordHash === null) return requireProof(context, user);
  if (password === undefined) failField('password', missing);
  passwordAttempts.begin(user.id, context.now());
  const right = await takeBackUnheard(verifyPassword(row?.passwordHash, password), () =>
    passwordAttempts.takeBack(user.id),
  );
  if (!right) failField('password', 'password');
  passwordAttempts.forget(user.id);
}

/** Fails, naming the field `parent_pin`, unless it is the household's, which has to have one. */
export async function requireParentPin(
  context: Context,
  householdId: string,
  pin: string | undefined,
): Promise<void> {
  if (pin === undefined) failField('parent_pin', 'required');
  parentPinAttempts.begin(householdId, context.now());
  const [row] = await context.db
    .select({ parentPinHash: households.parentPinHash })
    .from(households)
    .where(eq(households.id, householdId));
  const right = await takeBackUnheard(verifyPassword(row?.parentPinHash, pin), () =>
    parentPinAttempts.takeBack(householdId),
  );
  if (!right) failField('parent_pin', 'pin');
  parentPinAttempts.forget(householdId);
}

export interface Proof {
  password?: string | undefined;
  parent_pin?: string | undefined;
}

/**
 * Fails unless the password or the parent PIN shows that a grown-up of the household asks. Of an account without a password, the
 * parent PIN is what can be asked for on the spot: without a proof it is named as missing.
 */
export async function requireOwner(context: Context, user: SignedInUser, proof: Proof): Promise<void> {
  if (proof.parent_pin !== undefined) return requireParentPin(context, user.householdId, proof.parent_pin);
  const [own] = await context.db
    .select({ passwordHash: users.passwordHash, parentPinHash: households.parentPinHash })
    .from(users)
    .innerJoin(households, eq(households.id, users.householdId))
    .where(eq(users.id, user.id));
  if (own?.passwordHash === null && own.parentPinHash !== null && !(await findProof(context, user)))
    failField('parent_pin', 'proof');
  await requirePassword(context, user, proof.password, 'proof');
}
