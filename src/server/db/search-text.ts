/**
 * Finding rows by a part of a name. `search_text` (a function of the database, `0029_search_text.sql`) writes syllables as their letters,
 * so that trigrams find one and two syllables too, and adds the initial consonants.
 */
import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { searchText } from './columns.ts';

const trimmed = (text: string): string => text.normalize('NFC').trim();

/** A text in small letters, its syllables written as letters. */
const lettersOf = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFD');

/** A pattern for a text within texts whose syllables are written as letters; its own wildcards are taken literally. */
const patternOf = (text: string): string => `%${lettersOf(text).replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a column holds a text, in either case. An index answers it where the column has its `partIndex`. */
export const holds = (column: SQLWrapper, text: string): SQL =>
  sql`lower(normalize(${column}, NFD)) like ${patternOf(trimmed(text))}`;

/** The words of a text, each with the spaces beside it, which an index knows as the edges of words. */
export function wordsOf(text: string): string[] {
  const words = trimmed(text)
    .split(/ +/)
    .filter((word) => word !== '');
  return words.map((word, at) => `${at > 0 ? ' ' : ''}${word}${at < words.length - 1 ? ' ' : ''}`);
}

/** Whether a search text holds a word, which no index answers: three times as fast as `like`. */
export const hasWord = (searchText: SQLWrapper, word: string): SQL =>
  sql`strpos(${searchText}, ${lettersOf(word)}) > 0`;

/** Whether a search text (`searchTextColumn`) holds a part as it is, spaces at its ends too. */
const hasPart = (searchText: SQLWrapper, part: string): SQL => sql`${searchText} like ${patternOf(part)}`;

/**
 * Whether one of a table's columns holds a text, or its initial consonants; none of an empty list does. `parts` are those of the text
 * that its index is asked for: an index reads long lists for each common word.
 */
export function searched(columns: AnyPgColumn[], text: string, parts: readonly string[] = []): SQL {
  const [first] = columns;
  if (!first) return sql`false`;
  // Tables that may be large keep the text (`searchTextColumn`).
  const kept = getTableColumns(first.table).searchText;
  if (!kept || parts.length === 0) return hasPart(kept ?? searchText(...columns), trimmed(text));
  const found = sql.join(
    parts.map((part) => hasPart(kept, part)),
    sql` and `,
  );
  // No index answers an expression of its own.
  return sql`(${found} and ${hasPart(sql`(${kept} || '')`, trimmed(text))})`;
}
