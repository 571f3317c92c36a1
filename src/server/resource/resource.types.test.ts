/**
 * Compiler errors for a resource whose contract and table do not match. The type check verifies them, not the
 * test run.
 */
import { pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { resourceShape } from '../../contract/admin/resource.ts';
import type { Context } from '../context.ts';
import { idColumn, stamps } from '../db/columns.ts';
import { Registries } from '../registries.ts';
import { resource } from './resource.ts';

const table = pgTable('things', { id: idColumn(), nameKo: text('name_ko').notNull(), ...stamps() });
const base = {
  name: 'things',
  module: 'genres',
  filter: { q: z.string().optional() },
  sort: ['name_ko'],
} as const;
const search = [table.nameKo];
const label = 'nameKo';
// Never called: the handlers are only built.
const context = { registries: new Registries() } as unknown as Context;

test('what fits needs nothing more', () => {
  const fitting = resourceShape({ ...base, fields: { name_ko: z.string() } });
  const handlers = resource(context, fitting, table, { search, label });
  expect(Object.keys(handlers)).toHaveLength(5);
});

test('a misspelled field, a field of another type, and what cannot be derived are refused', () => {
  const misspelled = resourceShape({ ...base, fields: { name_k0: z.string() } });
  // @ts-expect-error: no column of that name, so it has to be presented and saved.
  resource(context, misspelled, table, { search, label });

  const other = resourceShape({ ...base, fields: { name_ko: z.number() } });
  // @ts-expect-error: the column is text.
  resource(context, other, table, { search, label });

  const more = resourceShape({ ...base, fields: { name_ko: z.string() }, more: { total: z.number() } });
  // @ts-expect-error: a read-only field has to be presented.
  resource(context, more, table, { search, label });
  resource(context, more, table, {
    search,
    label,
    // @ts-expect-error: the field has to be presented under its name.
    present: async (_db, rows) => rows.map(() => ({ totals: 1 })),
  });

  const found = resourceShape({ ...base, fields: { name_ko: z.string() } });
  // @ts-expect-error: `q` needs columns to search.
  resource(context, found, table, { label });

  const filtered = resourceShape({
    ...base,
    filter: { q: z.string().optional(), top: z.boolean().optional() },
    fields: { name_ko: z.string() },
  });
  // @ts-expect-error: a filter without a column needs a condition.
  resource(context, filtered, table, { search, label });

  const sorted = resourceShape({ ...base, sort: ['total'], fields: { name_ko: z.string() } });
  // @ts-expect-error: a sort without a column needs an expression.
  resource(context, sorted, table, { search, label });

  resource(context, found, table, {
    search,
    label,
    // @ts-expect-error: values have their column’s type.
    values: async (values) => ({ ...values, nameKo: 1 }),
  });
  expect(true).toBe(true);
});
