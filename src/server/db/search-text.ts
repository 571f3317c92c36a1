/**
 * Finding rows by a part of a name. The database's function `search_text` (`0000_extensions.sql`) writes syllables and ASCII signs as
 * letters, because trigrams need three letters and skip signs. The initial consonants follow.
 */
import { getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { searchText } from './columns.ts';

const trimmed = (text: string): string => text.normalize('NFC').trim();

/** A text in small letters, its syllables written as letters. */
const lettersOf = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFD');

/** The same as `search_text` has it: the signs of ASCII are letters too, 0x1400 above. None of them is a wildcard. */
const searchLettersOf = (text: string): string =>
  lettersOf(text).replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(0x1400 + sign.charCodeAt(0)));

/**
 * Whether a column holds a text, in either case; the text's own wildcards are taken literally. An index answers it where the column has its
 * `partIndex`.
 */
export const holds = (column: SQLWrapper, text: string): SQL =>
  sql`lower(normalize(${column}, NFD)) like ${`%${lettersOf(trimmed(text)).replace(/[\\%_]/g, '\\$&')}%`}`;

/** The words of a text, each with the spaces beside it, which an index knows as the edges of words. */
export function wordsOf(text: string): string[] {
  const words = trimmed(text)
    .split(/ +/)
    .filter((word) => word !== '');
  return words.map((word, at) => `${at > 0 ? ' ' : ''}${word}${at < words.length - 1 ? ' ' : ''}`);
}

/** Whether a search text holds a word, which no index answers: three times as fast as `like`. */
export const hasWord = (searchText: SQLWrapper, word: string): SQL =>
  sql`strpos(${searchText}, ${searchLettersOf(word)}) > 0`;

/** Whether a search text (`searchTextColumn`) holds a part as it is, spaces at its ends too. */
const hasPart = (searchText: SQLWrapper, part: string): SQL =>
  sql`${searchText} like ${`%${searchLettersOf(part)}%`}`;

/**
 * Whether one of a table's columns holds a text, or its initial consonants; none of an empty list does. `parts` are the parts of the
 * text that the index looks up. Common words are left out, because an index reads a long list for each.
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
