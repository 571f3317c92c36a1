/** Groups of radio channels that limit who may listen. */
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, stamps } from '../../db/columns.ts';

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
