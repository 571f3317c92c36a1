/** Whether it is really the owner of an account who asks, and not a child with the owner's device. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { Attempts } from '../../http/attempts.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { failField } from '../../http/errors.ts';
import { verifyPassword } from '../../http/passwords.ts';
import { households, users } from './accounts.tables.ts';

/** Wrong passwords per user, and wrong parent PINs per household, within a minute. */
const passwordAttempts = new Attempts(5, 60_000);
const parentPinAttempts = new Attempts(5, 60_000);

/** Fails, naming the field `password`, unless it is the account's. */
export async function requirePassword(context: Context, user: SignedInUser, password: string): Promise<void> {
  passwordAttempts.begin(user.id, context.now());
  const [row] = await context.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, user.id));
  if (!(await verifyPassword(row?.passwordHash, password))) failField('password', 'password');
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
  if (!(await verifyPassword(row?.parentPinHash ?? undefined, pin))) failField('parent_pin', 'pin');
  parentPinAttempts.forget(householdId);
}

export interface Proof {
  password?: string | undefined;
  parent_pin?: string | undefined;
}

/** Fails unless the password or the parent PIN shows that a grown-up of the household asks. */
export async function requireOwner(context: Context, user: SignedInUser, proof: Proof): Promise<void> {
  if (proof.parent_pin !== undefined) return requireParentPin(context, user.householdId, proof.parent_pin);
  if (proof.password === undefined) failField('password', 'proof');
  await requirePassword(context, user, proof.password);
}
