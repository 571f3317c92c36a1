/** Permission as a type: functions that change a row take a checked one, so that a forgotten check does not compile. */
import type { StaffAction, StaffModule } from '../../contract/admin/permissions.ts';
import { fail } from '../errors.ts';
import type { StaffMember } from '../http/caller.ts';

declare const owned: unique symbol;
declare const authorized: unique symbol;

/** A row of the household that asks. Only `owned` makes one. */
export type Owned<T> = T & { readonly [owned]: true };

/** A row that this member of staff may change in this way. Only `authorize` makes one. */
export type Authorized<T> = T & { readonly [authorized]: true };

/** Marks a household's own row; another household's is not found (`not_found`). */
export function requireOwned<T extends { householdId: string }>(
  householdId: string,
  row: T | undefined,
): Owned<T> {
  return isOwned(householdId, row) ? row : fail('not_found');
}

/** Whether a row belongs to the household that asks. */
export const isOwned = <T extends { householdId: string }>(
  householdId: string,
  row: T | undefined,
): row is Owned<T> => row?.householdId === householdId;

/** Checks a permission on a module; the row comes back marked as allowed. */
export function authorize<T>(
  staff: StaffMember,
  module: StaffModule,
  action: StaffAction,
  row: T,
): Authorized<T> {
  if (!staff.may(module, action)) fail('not_permitted');
  return row as Authorized<T>;
}
