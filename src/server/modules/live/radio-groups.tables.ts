/** Groups of radio channels that limit who may listen, and groups of ads. */
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, stamps } from '../../db/columns.ts';
import { ingestAssets } from '../ingest/ingest.tables.ts';

/**
 * The viewers whom some radio channels are for. A channel in active groups is for viewers whom one of them serves. Ids stay in a group
 * while their record is deleted, because the record can come back. A group of deleted plans serves no viewer.
 */
export const serviceGroups = pgTable('live_service_groups', {
  id: idColumn(),
  nameKo: text('name_ko').notNull(),
  nameEn: text('name_en').notNull(),
  channelIds: uuid('channel_ids').array().notNull().default([]),
  /** A household needs one of these plans. Empty: no plan is needed. */
  planIds: uuid('plan_ids').array().notNull().default([]),
  /** Empty: all devices. */
  devices: text('devices', { enum: ['web', 'mobile', 'tablet', 'stb'] })
    .array()
    .notNull()
    .default([]),
  /** Countries (ISO 3166-1 alpha-2); null: all countries of the service. */
  regions: text('regions').array(),
  active: boolean('active').notNull().default(false),
  ...stamps(),
});

/** A group of audio ads. */
export const adGroups = pgTable('live_ad_groups', {
  id: idColumn(),
  titleKo: text('title_ko').notNull(),
  titleEn: text('title_en').notNull(),
  published: boolean('published').notNull().default(false),
  ...stamps(),
});

export const adGroupAds = pgTable(
  'live_ad_group_ads',
  {
    adGroupId: uuid('ad_group_id')
      .notNull()
      .references(() => adGroups.id, { onDelete: 'cascade' }),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => ingestAssets.id, { onDelete: 'restrict' }),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.adGroupId, t.assetId] }), index('live_ad_group_ads_asset').on(t.assetId)],
);
