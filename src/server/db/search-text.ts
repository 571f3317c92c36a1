/**
 * Finding rows by a part of a name. `search_text` (a function of the database, `0029_search_text.sql`) writes syllables as their letters,
 * so that trigrams find one and two syllables too, and adds the initial consonants.
 */
import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { searchText } from './columns.ts';

/** A pattern for a text within texts whose syllables are written as letters; its own wildcards are taken literally. */
const patternOf = (text: string): string =>
  `%${text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a column holds a text, in either case. An index answers it where the column has its `partIndex`. */
export const holds = (column: SQLWrapper, text: string): SQL =>
  sql`lower(normalize(${column}, NFD)) like ${patternOf(text)}`;

/** Whether one of a table's columns holds a text, or its initial consonants; none of an empty list does. */
export function searched(columns: AnyPgColumn[], text: string): SQL {
  const [first] = columns;
  if (!first) return sql`false`;
  // Tables that may be large keep the text (`searchTextColumn`).
  const kept = getTableColumns(first.table).searchText;
  return sql`${kept ?? searchText(...columns)} like ${patternOf(text)}`;
}
