/** A list of the back office as its export reads it, row by row and in any length. */
import type { z } from 'zod';
import type { StaffModule } from '../../contract/admin/permissions.ts';
import { listQuery } from '../../contract/admin/resource.ts';
import type { Locale } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import type { Queryable } from '../db/client.ts';
import type { StaffMember } from '../http/caller.ts';
import { countList, type ListQuery, listBatches } from './list.ts';
import type { ResourceModel } from './model.ts';

/** A list's query that has been validated. */
export type AskedList = ListQuery & Record<string, unknown>;

export interface ListSource {
  module: StaffModule;
  /** The fields of its rows. */
  fields: Record<string, z.ZodType>;
  query: z.ZodObject;
  /** Its rows are about people: what was searched is not written down. */
  isPersonal?: true;
  count(query: AskedList, staff: StaffMember): Promise<number>;
  batches(
    query: AskedList,
    reader: { staff: StaffMember; locale: Locale },
  ): AsyncIterable<Record<string, unknown>[]>;
}

/** The list of that name; undefined when there is none. */
export function findListSource(
  { db, lists, resources }: Pick<Context, 'db' | 'lists' | 'resources'>,
  name: string,
): ListSource | undefined {
  const model = resources.get(name);
  return lists.get(name) ?? (model && sourceOf(db, model));
}

/** The list of a resource of the kit. */
export const sourceOf = (db: Queryable, model: ResourceModel): ListSource => ({
  module: model.shape.module,
  fields: model.shape.record.shape as Record<string, z.ZodType>,
  query: listQuery(model.shape),
  count: (query, staff) => countList(db, model, query, staff),
  batches: (query, reader) => listBatches(db, model, query, reader),
});

/** The pages of a list one after the other, for lists that are read by their own query. */
export async function* pagesOf(
  read: (window: { limit: number; offset: number }) => Promise<Record<string, unknown>[]>,
): AsyncGenerator<Record<string, unknown>[]> {
  const limit = 500;
  for (let offset = 0; ; offset += limit) {
    const rows = await read({ limit, offset });
    yield rows;
    if (rows.length < limit) return;
  }
}
