/** Channels of TV and radio, the plans of staff for them, and their output, fixed from an instant on. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TemplateZone, Weekday } from '../../../contract/admin/channels.ts';
import type { Maturity } from '../../../contract/wire.ts';
import type { Timeline } from '../../../media/timeline.ts';
import { idColumn, instant, localeColumn, stamps } from '../../db/columns.ts';
import { artworks, contentPartners } from '../catalog/catalog.tables.ts';
import { ingestAssets } from '../ingest/ingest.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';

/** A day or a week of slots, written into the schedules of its channels two weeks ahead. */
export const liveTemplates = pgTable('live_templates', {
  id: idColumn(),
  name: text('name').notNull(),
  /** `weekly`: each slot has a weekday. `daily`: its slots are in each day. */
  period: text('period', { enum: ['daily', 'weekly'] }).notNull(),
  /** The time zone of its wall-clock times, by its IANA name. */
  zone: text('zone').$type<TemplateZone>().notNull(),
  /** How often a slot plays whose time comes twice because clocks go back. */
  doubledHour: text('doubled_hour', { enum: ['once', 'twice'] })
    .notNull()
    .default('once'),
  ...stamps(),
});

/** A slot of a template, with the content of a schedule entry. It has no foreign keys to titles, as `live_items` has none. */
export const liveTemplateSlots = pgTable(
  'live_template_slots',
  {
    id: idColumn(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => liveTemplates.id, { onDelete: 'cascade' }),
    /** Null in a daily template. */
    weekday: text('weekday').$type<Weekday>(),
    startTime: time('start_time', { precision: 0 }).notNull(),
    /** The second of the week or the day, for the order of lists. */
    second: integer('second')
      .notNull()
      .generatedAlwaysAs(
        sql`coalesce(array_position('{mon,tue,wed,thu,fri,sat,sun}'::text[], weekday) - 1, 0) * 86400 + extract(epoch from start_time)::int`,
      ),
    programmeId: uuid('programme_id'),
    episodeId: uuid('episode_id'),
    /** It plays the next episode of its series each time. */
    nextEpisode: boolean('next_episode').notNull().default(false),
    assetId: uuid('asset_id').references(() => ingestAssets.id, { onDelete: 'cascade' }),
    titleKo: text('title_ko').notNull().default(''),
    titleEn: text('title_en').notNull().default(''),
    repeats: smallint('repeats').notNull().default(1),
    ...stamps(),
  },
  (t) => [
    index('live_template_slots_second').on(t.templateId, t.second),
    index('live_template_slots_programme').on(t.programmeId),
    index('live_template_slots_asset').on(t.assetId),
    check('live_template_slots_shows', sql`num_nonnulls(${t.programmeId}, ${t.assetId}) >= 1`),
    check('live_template_slots_repeats', sql`${t.repeats} between 1 and 1000`),
  ],
);

/**
 * A channel. Its number is what a remote control sends; `position` is its place on the page, and numbers order channels of equal
 * position.
 */
export const liveChannels = pgTable(
  'live_channels',
  {
    id: idColumn(),
    medium: text('medium', { enum: ['tv', 'radio'] })
      .notNull()
      .default('tv'),
    /** Numbers and slugs are unique within TV and within radio. */
    number: integer('number').notNull(),
    slug: text('slug').notNull(),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    descriptionKo: text('description_ko').notNull().default(''),
    descriptionEn: text('description_en').notNull().default(''),
    /** The language that is spoken. */
    language: localeColumn('language').notNull().default('ko'),
    premium: boolean('premium').notNull().default(false),
    /** The lowest age of the Korean grade for the channel as a whole; each programme's own grade is checked as well. */
    maturity: smallint('maturity').$type<Maturity>().notNull().default(0),
    /** Countries (ISO 3166-1 alpha-2) where it may be shown; null: all countries of the service. */
    regions: text('regions').array(),
    /** The picture of a TV channel, or the logo of a radio channel. */
    landscapeId: uuid('landscape_id').references(() => artworks.id, { onDelete: 'set null' }),
    /** `audio`: a radio channel plays only the sound of its entries. */
    fileType: text('file_type', { enum: ['audio', 'video'] })
      .notNull()
      .default('video'),
    contentPartnerId: uuid('content_partner_id').references(() => contentPartners.id, {
      onDelete: 'set null',
    }),
    /** The broadcast that a radio channel repeats or accompanies, and its page. */
    broadcastName: text('broadcast_name').notNull().default(''),
    broadcastUrl: text('broadcast_url'),
    /** The video that staff fill gaps of the dated schedule with. */
    fillerId: uuid('filler_id').references(() => ingestAssets.id, { onDelete: 'set null' }),
    position: integer('position').notNull().default(0),
    active: boolean('active').notNull().default(true),
    /** The outside stream that the channel repeats. Without one it plays its schedule. */
    streamUrl: text('stream_url'),
    /** The template that writes its dated items. */
    templateId: uuid('template_id').references(() => liveTemplates.id, { onDelete: 'set null' }),
    /** Whether it plays its loop, which starts again when it ends. It plays its dated items otherwise. */
    loops: boolean('loops').notNull().default(true),
    /** Whether its programs can be watched from their start, and again for some hours after their end. */
    catchUp: boolean('catch_up').notNull().default(false),
    catchUpHours: smallint('catch_up_hours').notNull().default(168),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('live_channels_number').on(t.medium, t.number),
    uniqueIndex('live_channels_slug').on(t.medium, t.slug),
    index('live_channels_position').on(t.medium, t.position, t.number).where(sql`active`),
    index('live_channels_template').on(t.templateId),
    check('live_channels_catch_up_hours', sql`${t.catchUpHours} between 1 and 168`),
  ],
);

/** Ids of records in an order made by staff. An id stays while its record is deleted, because the record can come back. */
const idList = (name: string) => uuid(name).array().notNull().default([]);

/** A group of radio channels on the page of radio. A channel can be in any number of groups. */
export const radioGroups = pgTable(
  'live_radio_groups',
  {
    id: idColumn(),
    nameKo: text('name_ko').notNull(),
    nameEn: text('name_en').notNull(),
    channelIds: idList('channel_ids'),
    published: boolean('published').notNull().default(false),
    position: integer('position').notNull().default(0),
    ...stamps(),
  },
  (t) => [index('live_radio_groups_position').on(t.position)],
);

/** The channels that a profile has marked as favorites. */
export const channelFavorites = pgTable(
  'live_channel_favorites',
  {
    householdId: uuid('household_id').notNull(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.profileId, t.channelId] }),
    index('live_channel_favorites_channel').on(t.channelId),
  ],
);

/**
 * The planned line-up of a channel: an episode, a movie, or a video that is not in the catalogue and has names of its own. The item of a
 * title that is deleted stays while the title can come back, and shows nothing meanwhile: so it has no foreign key.
 */
export const liveItems = pgTable(
  'live_items',
  {
    id: idColumn(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    programmeId: uuid('programme_id'),
    episodeId: uuid('episode_id'),
    assetId: uuid('asset_id').references(() => ingestAssets.id, { onDelete: 'cascade' }),
    titleKo: text('title_ko').notNull().default(''),
    titleEn: text('title_en').notNull().default(''),
    /** How often it plays in a row, as one entry of the guide. */
    repeats: smallint('repeats').notNull().default(1),
    /** The start of a dated item, which waits for the end of the item before it. Null for an item of the channel's loop. */
    startsAt: instant('starts_at'),
    ...stamps(),
  },
  (t) => [
    index('live_items_position').on(t.channelId, t.position),
    index('live_items_programme').on(t.programmeId),
    index('live_items_asset').on(t.assetId),
    check('live_items_shows', sql`num_nonnulls(${t.programmeId}, ${t.assetId}) >= 1`),
    check('live_items_repeats', sql`${t.repeats} between 1 and 1000`),
  ],
);

/**
 * A time of a slot that has been written into the schedule of a channel. An item that differs from `written`, or is gone, was changed by
 * staff: it stays as it is. The slot and the item have no foreign keys, because both may be deleted and come back.
 */
export const liveSlotTimes = pgTable(
  'live_slot_times',
  {
    channelId: uuid('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    slotId: uuid('slot_id').notNull(),
    startsAt: instant('starts_at').notNull(),
    itemId: uuid('item_id').notNull(),
    /** The series whose next episode it plays, and that episode. */
    seriesId: uuid('series_id'),
    episodeId: uuid('episode_id'),
    /** The signature of the slot, and that of the item as it was written. */
    slot: text('slot').notNull(),
    written: text('written').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.startsAt, t.slotId] }),
    index('live_slot_times_item').on(t.itemId),
    index('live_slot_times_series').on(t.channelId, t.seriesId, t.startsAt).where(sql`series_id is not null`),
  ],
);

/** An item's lengths, from which the times of all items follow. */
interface ItemTiming {
  playMs: number;
  repeats: number;
  video: number;
  audio: number;
  /** Milliseconds since 1970, in a dated list. */
  startsAt: number | null;
}

/**
 * The output of a channel from `starts_at` until the next row takes over: the items that were ready then, with their lengths. It
 * never changes, so the numbers of its segments follow from the clock alone; the `…_before` columns count what earlier rows
 * showed.
 */
export const livePlayouts = pgTable(
  'live_playouts',
  {
    id: idColumn(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    loops: boolean('loops').notNull(),
    playsBefore: bigint('plays_before', { mode: 'number' }).notNull(),
    videoBefore: bigint('video_before', { mode: 'number' }).notNull(),
    audioBefore: bigint('audio_before', { mode: 'number' }).notNull(),
    /** The lengths of its items in order, so that a guide reads only the names of the items in its window. */
    timing: jsonb('timing').$type<ItemTiming[]>().notNull(),
    /** The signature of the plan it was made from: a new playout is made when the signature differs. */
    signature: text('signature').notNull(),
    ...stamps(),
  },
  (t) => [
    uniqueIndex('live_playouts_start').on(t.channelId, t.startsAt),
    uniqueIndex('live_playouts_last').on(t.channelId).where(sql`${t.endsAt} is null`),
  ],
);

export const livePlayoutItems = pgTable(
  'live_playout_items',
  {
    playoutId: uuid('playout_id')
      .notNull()
      .references(() => livePlayouts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => ingestAssets.id, { onDelete: 'restrict' }),
    /** The title that the guide names. It has no foreign key: an item whose title is deleted is shown to no viewer. */
    programmeId: uuid('programme_id'),
    episodeId: uuid('episode_id'),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.playoutId, t.position] }),
    index('live_playout_items_asset').on(t.assetId),
  ],
);

/** The timelines in a package's playlists, read once. `unfit` says why a channel cannot show it. */
export const liveTimelines = pgTable('live_timelines', {
  assetId: uuid('asset_id')
    .primaryKey()
    .references(() => ingestAssets.id, { onDelete: 'cascade' }),
  timeline: jsonb('timeline').$type<Timeline>(),
  unfit: text('unfit'),
  createdAt: instant('created_at').notNull().defaultNow(),
});
