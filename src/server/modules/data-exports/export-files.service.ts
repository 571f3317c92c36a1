/** The storage keys of copies of people's data, and deleting them. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { enqueue } from '../../jobs/queue.ts';
import { dataExports } from './data-exports.tables.ts';

/** The storage key of a copy. It is served to its owner alone, never by this key. */
export const fileOf = (exportId: string): string => `data-exports/${exportId}.zip`;

export const removeExportsJobName = 'data_exports_remove';

export interface RemoveExportsPayload {
  exportIds: string[];
}

/** Has the copies of a user removed, once the transaction that erases the user has committed. */
export async function removeExports(tx: Queryable, userId: string): Promise<void> {
  const rows = await tx
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(eq(dataExports.userId, userId));
  if (rows.length === 0) return;
  const payload: RemoveExportsPayload = { exportIds: rows.map(({ id }) => id) };
  await enqueue(tx, { name: removeExportsJobName }, payload);
}
