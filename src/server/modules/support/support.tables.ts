import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, publicationWindow, stamps } from '../../db/columns.ts';
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
    ...publicationWindow(),
    /**
     * Its day: the start of its window, or when it was first published. By this process's clock, which is also what it is compared
     * with: the database's may be some ms ahead.
     */
    listedAt: instant('listed_at')
      .notNull()
      .defaultNow()
      .$defaultFn(() => new Date()),
    /** When viewers were told of it. */
    announcedAt: instant('announced_at'),
    ...stamps(),
  },
  (t) => [
    index('support_notices_newest').on(t.listedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('support_notices_unannounced').on(t.listedAt).where(sql`${t.announcedAt} is null`),
  ],
);

export const faqCategories = pgTable('support_faq_categories', {
  id: idColumn(),
  titleKo: text('title_ko').notNull(),
  titleEn: text('title_en').notNull(),
  ...publicationWindow(),
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
    ...publicationWindow(),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [index('support_faqs_category').on(t.categoryId, t.position)],
);

/**
 * Pages that staff write. Contents are sanitised HTML. Those of the law (`terms`, `privacy`, `refund`; one of each) have theirs in
 * dated versions.
 */
export const pages = pgTable(
  'support_pages',
  {
    id: idColumn(),
    kind: text('kind', { enum: ['page', 'terms', 'privacy', 'refund'] })
      .notNull()
      .default('page'),
    slug: text('slug').notNull(),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    contentKo: text('content_ko').notNull(),
    contentEn: text('content_en').notNull(),
    /** What search engines and those it is shared with are told; empty: its title and the beginning of its content. */
    metaTitleKo: text('meta_title_ko').notNull().default(''),
    metaTitleEn: text('meta_title_en').notNull().default(''),
    metaDescriptionKo: text('meta_description_ko').notNull().default(''),
    metaDescriptionEn: text('meta_description_en').notNull().default(''),
    bannerId: artwork('banner_id'),
    /** The picture on home's event board, and where it is shared. */
    thumbnailId: artwork('thumbnail_id'),
    inFooter: boolean('in_footer').notNull().default(true),
    ...publicationWindow(),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('support_pages_slug').on(t.slug),
    uniqueIndex('support_pages_kind').on(t.kind).where(sql`kind <> 'page'`),
  ],
);

/** The contents of a page of the law, each from an instant on until the next. One in force is not changed: another follows it. */
export const pageVersions = pgTable(
  'support_page_versions',
  {
    id: idColumn(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'restrict' }),
    effectiveFrom: instant('effective_from').notNull(),
    contentKo: text('content_ko').notNull(),
    contentEn: text('content_en').notNull(),
    ...stamps(),
  },
  (t) => [uniqueIndex('support_page_versions_effective').on(t.pageId, t.effectiveFrom)],
);

/** What is going on: the picture on home's event board, and an entry of the page of events. */
export const boardEvents = pgTable('support_board_events', {
  id: idColumn(),
  titleKo: text('title_ko').notNull(),
  titleEn: text('title_en').notNull(),
  bodyKo: text('body_ko').notNull().default(''),
  bodyEn: text('body_en').notNull().default(''),
  imageId: artwork('image_id'),
  link: text('link').notNull().default(''),
  ...publicationWindow(),
  position: integer('position').notNull().default(0),
  ...stamps(),
});

/** Where else the service is, in the viewer's footer. */
export const socialLinks = pgTable('support_social_links', {
  id: idColumn(),
  icon: text('icon', {
    enum: ['youtube', 'instagram', 'facebook', 'x', 'tiktok', 'kakao', 'naver', 'other'],
  }).notNull(),
  nameKo: text('name_ko').notNull(),
  nameEn: text('name_en').notNull(),
  url: text('url').notNull(),
  ...publicationWindow(),
  position: integer('position').notNull().default(0),
  ...stamps(),
});

/** Lines of the news ticker. */
export const news = pgTable('support_news', {
  id: idColumn(),
  textKo: text('text_ko').notNull(),
  textEn: text('text_en').notNull(),
  /** `#rrggbb`; null: the service's own. */
  backgroundColor: text('background_color'),
  textColor: text('text_color'),
  /** How long the line takes to pass by. */
  speedSeconds: smallint('speed_seconds').notNull().default(18),
  ...publicationWindow(),
  position: integer('position').notNull().default(0),
  ...stamps(),
});

/** Welcome popups; of those that are open now the first is shown. */
export const popups = pgTable('support_popups', {
  id: idColumn(),
  titleKo: text('title_ko').notNull(),
  titleEn: text('title_en').notNull(),
  imageId: artwork('image_id'),
  link: text('link').notNull().default(''),
  ...publicationWindow(),
  position: integer('position').notNull().default(0),
  ...stamps(),
});
