/** Lists whose records are made elsewhere, and only read by the kit: filters, order, search, pages, export and masks, as of any resource. */

import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { ResourceShape } from '../../contract/admin/resource.ts';
import type { Locale } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { type Caller, requireStaff } from '../http/caller.ts';
import { logListed, recordRead } from './event-log.ts';
import { labelOfRow } from './labels.ts';
import { type ListQuery, listRows } from './list.ts';
import { getRow, type ListedTable, modelOf, type OptionsByName, presentRows } from './model.ts';
import { conceal } from './personal-data.ts';
import { resourcesOf } from './registry.ts';
import type { ListingOptions, ResourceHandlers } from './resource.ts';

interface Asked {
  caller: Caller;
  locale: Locale;
}

interface Listing<S extends ResourceShape> {
  /** The handler of its list. */
  list: ResourceHandlers<S>[`GET /api/admin/${S['name']}`];
  /** One of its records as the list has it; reading personal data is logged. */
  read(id: string, request: Asked): Promise<z.output<S['record']>>;
  /** More of a record, as this member of staff may see it: for what only its page has. */
  show<M extends object>(id: string, more: M, caller: Caller): M;
}

/** Declares a list: its fields are columns of the same name, the rest is in `options`. */
export function listing<S extends ResourceShape, T extends ListedTable & { createdAt?: AnyPgColumn }>(
  context: Context,
  shape: S,
  table: T,
  own: ListingOptions<S, T>,
): Listing<S> {
  const { db, log } = context;
  const { name, module, personal } = shape;
  const options = { ...own, isReadOnly: true } as unknown as OptionsByName;
  const model = modelOf(shape, table, options);
  resourcesOf(context).set(name, model);
  return {
    list: (async ({ query, caller, locale }: Asked & { query: ListQuery & Record<string, unknown> }) => {
      const staff = requireStaff(caller);
      const page = await listRows(db, model, query, { staff, locale });
      if (personal) logListed(log, { staff, module, rows: page.data.length });
      return page;
    }) as unknown as Listing<S>['list'],
    read: async (id, { caller, locale }) => {
      const staff = requireStaff(caller);
      const row = await getRow(db, model, staff, id);
      if (personal)
        await recordRead(context, {
          staff,
          module,
          entity: name,
          entityId: id,
          label: labelOfRow(model, row),
        });
      const [record] = await presentRows(db, model, [row], locale, staff);
      return record as z.output<S['record']>;
    },
    show: (id, more, caller) => {
      return conceal(shape, requireStaff(caller), more, id);
    },
  };
}
