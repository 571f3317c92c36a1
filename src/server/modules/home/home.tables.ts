import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, publicationWindow, stamps } from '../../db/columns.ts';
import { categories, customRows, programmes } from '../catalog/catalog.tables.ts';

/** The rows of the home page, in order. */
export const sections = pgTable(
  'home_sections',
  {
    id: idColumn(),
    type: text('type', {
      enum: ['category', 'free', 'row', 'tv', 'radio', 'ad', 'youtube', 'leaving'],
    }).notNull(),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    categoryId: uuid('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    customRowId: uuid('custom_row_id').references(() => customRows.id, { onDelete: 'cascade' }),
    ...publicationWindow(),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [index('home_sections_position').on(t.position)],
);

/** The slides of the main banner, in order. */
export const banners = pgTable('home_banners', {
  id: idColumn(),
  programmeId: uuid('programme_id')
    .notNull()
    .references(() => programmes.id, { onDelete: 'cascade' }),
  autoPreview: boolean('auto_preview').notNull().default(true),
  ...publicationWindow(),
  position: integer('position').notNull().default(0),
  ...stamps(),
});
