/** The functions of the watch history for other modules. */
import type { CustomerViewing } from '../../../contract/admin/customers.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { PageMeta } from '../../../contract/wire.ts';
import type { Queryable } from '../../db/client.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { presentCustomerViewing } from './history.present.ts';
import * as repo from './history.repo.ts';

/** A page of what the profiles of a household have watched, newest first, including titles that were withdrawn since. */
export async function listHouseholdHistory(
  db: Queryable,
  householdId: string,
  locale: Locale,
  page: { page: number; per_page: number },
): Promise<{ data: CustomerViewing[]; meta: PageMeta }> {
  const [rows, total] = await Promise.all([
    repo.listHouseholdHistory(db, householdId, locale, pageWindow(page)),
    repo.countHouseholdHistory(db, householdId),
  ]);
  return { data: rows.map((row) => presentCustomerViewing(row, locale)), meta: pageMeta(page, total) };
}
