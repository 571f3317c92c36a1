/** Columns that every table has in the same form. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import type { Locale } from '../../contract/errors.ts';

/** A new id: UUID version 7, so that newer rows come later in an index. Made in code, for PostgreSQL 16 and 17. */
export const newId = (): string => v7();

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text could be an id: whatever else it is, the database would refuse it with an error. */
export const isId = (id: string): boolean => idPattern.test(id);

/** The column that holds a text in a language: `name` in Korean is `name_ko`. `column` is ours, never somebody's input. */
export const inLocale = (locale: Locale, column: string) => sql.raw(`${column}_${locale}`);

/** Primary key. */
export const idColumn = () => uuid('id').primaryKey().$defaultFn(newId);

/** A language of the service. */
export const localeColumn = (name: string) => text(name).$type<Locale>();

/** An instant, in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Whether and when viewers see something: `isOpen` of the entitlement rule asks these. */
export const publicationWindow = () => ({
  published: boolean('published').notNull().default(true),
  availableFrom: instant('available_from'),
  availableUntil: instant('available_until'),
});

/** When a row was made and last changed. */
export const stamps = () => ({
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
});

/** The text of some columns as the office searches them (`search-text.ts`). */
export const searchText = (...columns: SQLWrapper[]): SQL =>
  sql`search_text(${sql.join(
    columns.map((column) => sql`${column}`),
    sql` || ' ' || `,
  )})`;

/**
 * The same text of the named columns, kept in the row: an index only finds candidates, and to write each one's letters anew took
 * nine tenths of a find among a million rows.
 */
export const searchTextColumn = (...names: string[]) =>
  text('search_text').generatedAlwaysAs(searchText(...names.map((name) => sql.identifier(name))));

/** The index for it: `index(…).using('gin', keptSearchIndex(t.searchText))`. */
export const keptSearchIndex = (column: SQLWrapper): SQL => sql`${column} gin_trgm_ops`;

/** The index for searching columns of a smaller table, in the same order: `index(…).using('gin', searchIndex(t.nameKo, t.nameEn))`. */
export const searchIndex = (...columns: SQLWrapper[]): SQL => sql`${searchText(...columns)} gin_trgm_ops`;

/** The index for a part of one column (`holds` of `search-text.ts`): `index(…).using('gin', partIndex(t.notes))`. */
export const partIndex = (column: SQLWrapper): SQL => sql`lower(normalize(${column}, NFD)) gin_trgm_ops`;
