/** A list of the back office as its export reads it, row by row and in any length. */
import type { z } from 'zod';
import type { StaffModule } from '../../contract/admin/permissions.ts';
import { listQuery, type ResourceShape } from '../../contract/admin/resource.ts';
import type { Locale } from '../../contract/errors.ts';
import type { Core } from '../core.ts';
import type { Queryable } from '../db/client.ts';
import type { StaffMember } from '../http/caller.ts';
import { registryKey } from '../registries.ts';
import { countList, type ListQuery, listBatches } from './list.ts';
import type { ResourceModel } from './model.ts';
import { resourcesOf } from './registry.ts';

/** A list's query that has been validated. */
export type AskedList = ListQuery & Record<string, unknown>;

export interface ListSource {
  name: string;
  module: StaffModule;
  /** The type of its rows. */
  record: z.ZodObject;
  /** Fields that are personal data. */
  personal?: ResourceShape['personal'];
  query: z.ZodObject;
  count(query: AskedList, staff: StaffMember): Promise<number>;
  /** `at` is the time of the request. It determines relative days such as today. */
  batches(
    query: AskedList,
    reader: { staff: StaffMember; locale: Locale; at: Date },
  ): AsyncIterable<Record<string, unknown>[]>;
}

const lists = registryKey('lists', () => new Map<string, ListSource>());

/** Lists that are not resources, such as reports. Exports and saved views read them. */
export const listsOf = ({ registries }: Pick<Core, 'registries'>): Map<string, ListSource> =>
  registries.get(lists);

/** The list of this name, a resource or another list. Undefined if there is none. */
export function findListSource(core: Pick<Core, 'db' | 'registries'>, name: string): ListSource | undefined {
  const model = resourcesOf(core).get(name);
  return model ? sourceOf(core.db, model) : listsOf(core).get(name);
}

/** The fields and filters of a list. */
export const filtersOf = ({ record, query }: ListSource) => ({ record, filter: query.shape });

const sourceOf = (db: Queryable, model: ResourceModel): ListSource => {
  const { name, module, personal, record } = model.shape;
  return {
    name,
    module,
    record,
    personal,
    query: listQuery(model.shape),
    count: (query, staff) => countList(db, model, query, staff),
    batches: (query, reader) => listBatches(db, model, query, reader),
  };
};
