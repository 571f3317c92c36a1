import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { artworks } from '../catalog/catalog.tables.ts';

/** Advertisements of home: in the main banner or in the small slider. */
export const ads = pgTable(
  'ads_ads',
  {
    id: idColumn(),
    placement: text('placement', { enum: ['main-slider', 'small-banner'] }).notNull(),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    descriptionKo: text('description_ko').notNull().default(''),
    descriptionEn: text('description_en').notNull().default(''),
    link: text('link').notNull(),
    contentType: text('content_type', { enum: ['banner', 'video'] })
      .notNull()
      .default('banner'),
    imageId: uuid('image_id').references(() => artworks.id, { onDelete: 'set null' }),
    videoUrl: text('video_url'),
    active: boolean('active').notNull().default(true),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [index('ads_ads_placement').on(t.placement, t.position)],
);

/** The columns of every report of an ad. Partitioned by month; the same report on the same day is one row. */
const report = () => ({
  id: uuid('id').notNull(),
  happenedOn: date('happened_on', { mode: 'string' }).notNull(),
  happenedAt: instant('happened_at').notNull(),
  adId: uuid('ad_id').notNull(),
  householdId: uuid('household_id'),
});

/** An ad was seen. */
export const impressions = pgTable('ads_impressions', report(), (t) => [
  primaryKey({ columns: [t.id, t.adId, t.happenedOn] }),
  index('ads_impressions_ad').on(t.adId, t.happenedOn),
]);

/** An ad was clicked. */
export const clicks = pgTable(
  'ads_clicks',
  { ...report(), device: text('device').notNull(), placement: text('placement').notNull() },
  (t) => [
    primaryKey({ columns: [t.id, t.adId, t.happenedOn] }),
    index('ads_clicks_ad').on(t.adId, t.happenedOn),
  ],
);

/** A device opened the app that day. `visitor` is a hash that changes every day, so nobody can be tracked by it. */
export const visits = pgTable(
  'ads_visits',
  {
    happenedOn: date('happened_on', { mode: 'string' }).notNull(),
    visitor: text('visitor').notNull(),
    householdId: uuid('household_id'),
    happenedAt: instant('happened_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.happenedOn, t.visitor] })],
);
