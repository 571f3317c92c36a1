/**
 * Finding rows by a part of a name. `search_text` (a function of the database, `0029_search_text.sql`) writes syllables as their letters,
 * so that trigrams find one and two syllables too, and adds the initial consonants.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { searchText } from './columns.ts';

/** A pattern for a text within texts whose syllables are written as letters; its own wildcards are taken literally. */
const patternOf = (text: string): string =>
  `%${text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a column holds a text, in either case. No index answers it. */
export const holds = (column: SQLWrapper, text: string): SQL =>
  sql`lower(normalize(${column}, NFD)) like ${patternOf(text)}`;

/** Whether one of the columns holds a text, or its initial consonants; none of an empty list does. */
export function searched(columns: SQLWrapper[], text: string): SQL {
  if (columns.length === 0) return sql`false`;
  return sql`${searchText(...columns)} like ${patternOf(text)}`;
}
