/** Households: what all of their users share. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { households } from './accounts.tables.ts';

/** Makes other transactions that change the household's profiles wait until this one ends. */
export async function lockHousehold(tx: Queryable, householdId: string): Promise<void> {
  await tx
    .select({ id: households.id })
    .from(households)
    .where(eq(households.id, householdId))
    .for('no key update');
}

interface HouseholdRow {
  zone: string | null;
  hasParentPin: boolean;
}

/** A household's zone, and whether it has a parent PIN. */
export async function getHousehold(db: Queryable, id: string): Promise<HouseholdRow> {
  const [row] = await db.select().from(households).where(eq(households.id, id));
  return { zone: row?.zone ?? null, hasParentPin: row?.parentPinHash != null };
}

/** Changes a household. */
export async function setHousehold(
  db: Queryable,
  id: string,
  values: { zone?: string; parentPinHash?: string | null },
): Promise<void> {
  await db.update(households).set(values).where(eq(households.id, id));
}
