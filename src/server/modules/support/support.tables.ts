import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { artworks } from '../catalog/catalog.tables.ts';

const artwork = (name: string) => uuid(name).references(() => artworks.id, { onDelete: 'set null' });

/** What the service has to tell. Bodies are sanitised HTML. */
export const notices = pgTable(
  'support_notices',
  {
    id: idColumn(),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    bodyKo: text('body_ko').notNull(),
    bodyEn: text('body_en').notNull(),
    published: boolean('published').notNull().default(true),
    /** By this process's clock, which is also what it is compared with: the database's may be some ms ahead. */
    publishedAt: instant('published_at')
      .notNull()
      .defaultNow()
      .$defaultFn(() => new Date()),
    /** When viewers were told of it. */
    announcedAt: instant('announced_at'),
    ...stamps(),
  },
  (t) => [
    index('support_notices_newest').on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('support_notices_unannounced').on(t.publishedAt).where(sql`${t.announcedAt} is null`),
  ],
);

export const faqCategories = pgTable('support_faq_categories', {
  id: idColumn(),
  titleKo: text('title_ko').notNull(),
  titleEn: text('title_en').notNull(),
  position: integer('position').notNull().default(0),
  ...stamps(),
});

/** Questions that are asked often. Answers are sanitised HTML. */
export const faqs = pgTable(
  'support_faqs',
  {
    id: idColumn(),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => faqCategories.id, { onDelete: 'restrict' }),
    questionKo: text('question_ko').notNull(),
    questionEn: text('question_en').notNull(),
    answerKo: text('answer_ko').notNull(),
    answerEn: text('answer_en').notNull(),
    published: boolean('published').notNull().default(true),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [index('support_faqs_category').on(t.categoryId, t.position)],
);

/** Pages that staff write: terms, privacy, refunds, events. Contents are sanitised HTML. */
export const pages = pgTable(
  'support_pages',
  {
    id: idColumn(),
    slug: text('slug').notNull(),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    contentKo: text('content_ko').notNull(),
    contentEn: text('content_en').notNull(),
    bannerId: artwork('banner_id'),
    /** The picture on home's event board. */
    thumbnailId: artwork('thumbnail_id'),
    inFooter: boolean('in_footer').notNull().default(true),
    published: boolean('published').notNull().default(true),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [uniqueIndex('support_pages_slug').on(t.slug)],
);

/** Lines of the news ticker. */
export const news = pgTable('support_news', {
  id: idColumn(),
  textKo: text('text_ko').notNull(),
  textEn: text('text_en').notNull(),
  /** `#rrggbb`; null: the service's own. */
  backgroundColor: text('background_color'),
  textColor: text('text_color'),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull().default(0),
  ...stamps(),
});

/** Welcome popups; of those that are open now the first is shown. */
export const popups = pgTable('support_popups', {
  id: idColumn(),
  titleKo: text('title_ko').notNull(),
  titleEn: text('title_en').notNull(),
  imageId: artwork('image_id'),
  link: text('link'),
  active: boolean('active').notNull().default(true),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  position: integer('position').notNull().default(0),
  ...stamps(),
});
