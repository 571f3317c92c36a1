import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant } from '../../db/columns.ts';
import { profiles } from '../profiles/profiles.tables.ts';

/**
 * Search documents: one row for each programme, episode, person and other thing that modules provide, with the forms of its names
 * (`forms.ts`). Visibility is checked on the target itself at every search, never on this copy.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    kind: text('kind').notNull(),
    targetId: uuid('target_id').notNull(),
    names: text('names').notNull(),
    /** Matches whole names only: a common word is part of too many names. */
    wholeNames: text('whole_names').array().notNull(),
    initials: text('initials').notNull(),
    roman: text('roman').notNull(),
    /** How much it is watched, as a base-2 logarithm rounded down; counted when everything is rebuilt. */
    popularity: smallint('popularity').notNull().default(0),
    listedAt: instant('listed_at').notNull(),
    formsVersion: smallint('forms_version').notNull(),
    /** A digest of the names that the forms were made of: the same names are not put into forms again. */
    madeOf: text('made_of').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.targetId] }),
    index('search_documents_best').on(
      t.kind,
      t.popularity.desc().nullsFirst(),
      t.listedAt.desc().nullsFirst(),
    ),
    index('search_documents_names').using('gin', sql`${t.names} gin_trgm_ops`),
    index('search_documents_whole_names').using('gin', t.wholeNames),
    index('search_documents_initials').using('gin', sql`${t.initials} gin_trgm_ops`),
    index('search_documents_roman').using('gin', sql`${t.roman} gin_trgm_ops`),
    // A term that is rare in other kinds may be common in programmes: the other kinds are read without reading programmes.
    index('search_documents_other_names')
      .using('gin', sql`${t.names} gin_trgm_ops`)
      .where(sql`kind <> 'programme'`),
    index('search_documents_other_initials')
      .using('gin', sql`${t.initials} gin_trgm_ops`)
      .where(sql`kind <> 'programme'`),
    index('search_documents_other_roman')
      .using('gin', sql`${t.roman} gin_trgm_ops`)
      .where(sql`kind <> 'programme'`),
  ],
);

/** Latin words of names, for correcting mistyped ones. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    /** The approximate number of names that contain it. */
    used: integer('used').notNull().default(1),
    /** The word with one letter removed, in every way (`spelling.ts`). */
    shortened: text('shortened').array().notNull(),
  },
  (t) => [index('search_words_shortened').using('gin', t.shortened)],
);

/**
 * Every search, and what was opened from its results. With a profile it is part of that profile's history; a guest's search and
 * one removed from a history are anonymous and only count in reports.
 */
export const searchQueries = pgTable(
  'search_queries',
  {
    id: idColumn(),
    householdId: uuid('household_id'),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    q: text('q').notNull(),
    /** The query in the form in which it is compared: two spellings of the same term are one entry of the history. */
    term: text('term').notNull(),
    openedType: text('opened_type'),
    openedId: uuid('opened_id'),
    searchedAt: instant('searched_at').notNull(),
  },
  (t) => [
    index('search_queries_profile').on(t.profileId, t.searchedAt.desc().nullsFirst()),
    index('search_queries_time').on(t.searchedAt),
  ],
);
