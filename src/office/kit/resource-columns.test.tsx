/** What every list of the office has as columns, in its files and in its filters: walked over all resources by the contract's fields. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { fieldKind } from '../../contract/admin/filters.ts';
import { calls } from '../../contract/calls.ts';
import type { Text } from '../i18n/i18n-provider.ts';
import { texts } from '../i18n/texts.ts';
import { officeResources } from '../menu.ts';

interface Definition {
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  entries?: Record<string, string>;
}
const definitionOf = (type: z.ZodType) => type._zod.def as unknown as Definition;

/** The codes that a field's value, or each of its values, is one of. */
function codesOf(type: z.ZodType): string[] {
  const { type: name, innerType, element, entries = {} } = definitionOf(type);
  if (name === 'boolean') return ['true', 'false'];
  if (name === 'enum') return Object.values(entries);
  const inner = innerType ?? element;
  return inner ? codesOf(inner) : [];
}

/** The fields of a list's rows. */
function rowOf(name: string): Record<string, z.ZodType> {
  const { answer } = calls[`GET /api/admin/${name}` as 'GET /api/admin/programmes'];
  return answer.shape.data.element.shape as unknown as Record<string, z.ZodType>;
}

const lists = officeResources
  .filter(({ columns = [] }) => columns.length > 0)
  .map(({ name, columns = [], ...rest }) => ({
    ...rest,
    name,
    columns: columns.map((column) => ({ ...column, exported: [column.exported ?? []].flat() })),
    row: rowOf(name),
  }));
const text = ((key: keyof typeof texts) => texts[key].ko) as Text;

test.each(lists)('$name: whatever is one fact is a column, and stands in the file', (list) => {
  const { columns, facts, row } = list;
  const exported = new Set(
    columns.flatMap((column) => column.exported.map(({ field = column.source }) => field)),
  );
  const lacking = Object.entries(facts)
    .filter(([field, { shown }]) => field in row && !shown && fieldKind(row[field] as z.ZodType) !== null)
    .map(([field]) => field)
    .filter((field) => !exported.has(field));
  expect(lacking).toEqual([]);
});

test.each(lists)('$name: the file says in words what is one of a few values', ({ columns, row }) => {
  const raw = columns.flatMap((column) =>
    column.exported.flatMap(({ field = column.source, as, of, values }) => {
      const type = row[field];
      if (!type || as || of) return [];
      const words = values?.({ locale: 'ko', text, fieldName: (name) => name }) ?? {};
      return codesOf(type).filter((code) => !words[code] || words[code] === code);
    }),
  );
  expect(raw).toEqual([]);
});

test.each(lists)('$name: a column that is not shown at first stands behind those that are', ({ columns }) => {
  const hidden = columns.map((column) => Boolean(column.hidden));
  expect(hidden).toEqual([...hidden].sort());
  expect(new Set(columns.map(({ source }) => source)).size).toBe(columns.length);
});

test('every list that staff enter is asked for in the words of its records, choices or countries', () => {
  const unasked = lists.flatMap(({ name, asks = {}, facts, row }) =>
    Object.keys(facts)
      .filter((field) => field in row && fieldKind(row[field] as z.ZodType) === 'list' && !asks[field])
      .map((field) => `${name} ${field}`),
  );
  // What records lack is a filter of its own.
  expect(unasked.filter((own) => !own.endsWith(' lacks'))).toEqual([]);
  const kinds = lists.find(({ name }) => name === 'programmes')?.asks;
  expect(kinds).toMatchObject({
    genre_ids: { kind: 'record', resource: 'genres' },
    credits: { kind: 'record', resource: 'people' },
    regions: { kind: 'countries' },
  });
});
