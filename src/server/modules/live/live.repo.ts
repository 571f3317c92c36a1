/** Reads channels and line-ups for viewers, each with one query, and stores what channels show. */

import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Locale } from '../../../contract/errors.ts';
import type { Maturity } from '../../../contract/wire.ts';
import type { Timeline } from '../../../media/timeline.ts';
import { type Queryable, queryRows as rows } from '../../db/client.ts';
import { inLocale, isId } from '../../db/columns.ts';
import type { Viewer } from '../../http/caller.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { isGoneForGood } from '../catalog/gone-titles.service.ts';
import { stillOf } from '../catalog/still.service.ts';
import { isEpisodeOpen, isOpen, maySee } from '../entitlement/entitlement.ts';
import {
  maySeeChannel,
  needsPlanIn,
  type ServiceGroup,
  serviceGroupsColumn,
} from './channel-rights.service.ts';
import {
  channelFavorites,
  liveChannels,
  liveItems,
  livePlayoutItems,
  livePlayouts,
  liveTemplateSlots,
  liveTimelines,
  radioGroups,
} from './live.tables.ts';

/** Live TV or radio. */
export type Medium = (typeof liveChannels.$inferSelect)['medium'];

export interface ChannelRow {
  id: string;
  medium: Medium;
  number: number;
  slug: string;
  name: string;
  description: string;
  language: 'ko' | 'en';
  /** Whether it needs a plan. In a list this includes its service groups. */
  premium: boolean;
  maturity: Maturity;
  regions: string[] | null;
  active: boolean;
  landscape_id: string | null;
  landscape_color: string | null;
  file_type: 'audio' | 'video';
  broadcast_name: string;
  broadcast_url: string | null;
  /** Whether it repeats an outside stream, and the title that the stream sends. */
  relayed: boolean;
  relay_title: string;
  catch_up: boolean;
  catch_up_hours: number;
  /** Whether it has anything to show. */
  ready: boolean;
}

/** A channel with the limits of its service groups. */
export interface LimitedChannel extends ChannelRow {
  service_groups: ServiceGroup[];
}

const channelColumns = (locale: Locale) => sql`
  live_channels.id, live_channels.medium, live_channels.number, live_channels.slug, live_channels.${inLocale(locale, 'name')} as name,
  live_channels.${inLocale(locale, 'description')} as description, live_channels.language, live_channels.maturity, live_channels.regions, live_channels.active, live_channels.file_type,
  live_channels.broadcast_name, live_channels.broadcast_url, live_channels.landscape_id, la.color as landscape_color,
  live_channels.stream_url is not null as relayed, coalesce(relay.title, '') as relay_title,
  live_channels.catch_up, live_channels.catch_up_hours,
  live_channels.stream_url is not null or exists (
    select from live_playouts p join live_playout_items i on i.playout_id = p.id
    where p.channel_id = live_channels.id and p.ends_at is null) as ready`;

const channelJoins = sql`left join catalog_artworks la on la.id = live_channels.landscape_id
  left join live_relays relay on relay.channel_id = live_channels.id`;

/** A page of the channels that the viewer may see, in their order: those of a medium, or those of `ids`. */
export function listChannels(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  page: { limit: number; offset: number },
  of: { medium: Medium } | { ids: string[] },
): Promise<ChannelRow[]> {
  const isMeant =
    'ids' in of
      ? sql`live_channels.id = any(${sql.param(of.ids)}::uuid[])`
      : eq(liveChannels.medium, of.medium);
  return rows(
    db,
    sql`select ${channelColumns(locale)}, ${needsPlanIn(viewer.region)} as premium
      from live_channels ${channelJoins}
      where ${isMeant} and ${maySeeChannel(viewer)}
      order by live_channels.position, live_channels.number
      limit ${page.limit} offset ${page.offset}`,
  );
}

/** How many channels of a medium the viewer may see. */
export async function countChannels(db: Queryable, viewer: Viewer, medium: Medium): Promise<number> {
  const found = await rows<{ total: number }>(
    db,
    sql`select count(*)::int as total from live_channels
      where ${eq(liveChannels.medium, medium)} and ${maySeeChannel(viewer)}`,
  );
  return found[0]?.total ?? 0;
}

/** A channel by id or slug, of a medium or of any, whether or not it may be seen: the caller needs the reason. */
export async function findChannel(
  db: Queryable,
  locale: Locale,
  medium: Medium | null,
  idOrSlug: string,
): Promise<LimitedChannel | undefined> {
  const found = await rows<LimitedChannel>(
    db,
    sql`select ${channelColumns(locale)}, live_channels.premium, ${serviceGroupsColumn}
      from live_channels ${channelJoins}
      where ${medium === null ? sql`true` : eq(liveChannels.medium, medium)}
        and ${isId(idOrSlug) ? sql`live_channels.id = ${idOrSlug}` : sql`live_channels.slug = ${idOrSlug.normalize('NFC')}`}`,
  );
  return found[0];
}

type Streaming = Pick<typeof liveChannels.$inferSelect, 'language' | 'fileType' | 'catchUp' | 'catchUpHours'>;

/** How a channel is streamed: its language, whether it has a picture, and for how long its programs can be watched again. */
export async function findStreaming(db: Queryable, channelId: string): Promise<Streaming | undefined> {
  const { language, fileType, catchUp, catchUpHours } = liveChannels;
  const [found] = await db
    .select({ language, fileType, catchUp, catchUpHours })
    .from(liveChannels)
    .where(eq(liveChannels.id, channelId));
  return found;
}

/** The published groups of radio channels, in their order. */
export function listRadioGroups(
  db: Queryable,
  locale: Locale,
): Promise<{ id: string; name: string; channel_ids: string[] }[]> {
  return rows(
    db,
    sql`select id, ${inLocale(locale, 'name')} as name, channel_ids from ${radioGroups}
      where published order by position, created_at`,
  );
}

/** The ids of a profile's favorite channels, the latest first. */
export async function listFavorites(db: Queryable, profileId: string): Promise<string[]> {
  const found = await db
    .select({ id: channelFavorites.channelId })
    .from(channelFavorites)
    .where(eq(channelFavorites.profileId, profileId))
    .orderBy(desc(channelFavorites.addedAt), desc(channelFavorites.channelId));
  return found.map(({ id }) => id);
}

type Favorite = Omit<typeof channelFavorites.$inferInsert, 'addedAt'>;

export async function insertFavorite(db: Queryable, favorite: Favorite): Promise<void> {
  await db.insert(channelFavorites).values(favorite).onConflictDoNothing();
}

export async function deleteFavorite(
  db: Queryable,
  { profileId, channelId }: Pick<Favorite, 'profileId' | 'channelId'>,
): Promise<void> {
  await db
    .delete(channelFavorites)
    .where(and(eq(channelFavorites.profileId, profileId), eq(channelFavorites.channelId, channelId)));
}

type Playout = typeof livePlayouts.$inferSelect;

/** The playouts of some channels between two instants, in order of time. */
export async function listTimings(
  db: Queryable,
  channelIds: string[],
  from: Date,
  to: Date,
): Promise<Playout[]> {
  if (channelIds.length === 0) return [];
  return await db
    .select()
    .from(livePlayouts)
    .where(
      and(
        inArray(livePlayouts.channelId, channelIds),
        lt(livePlayouts.startsAt, to),
        or(isNull(livePlayouts.endsAt), gt(livePlayouts.endsAt, from)),
      ),
    )
    .orderBy(asc(livePlayouts.startsAt));
}

/** The names of an item in the guide. */
export interface ShownRow {
  playout_id: string;
  position: number;
  title: string;
  programme_id: string | null;
  programme_slug: string | null;
  programme_kind: 'series' | 'movie' | null;
  maturity: Maturity;
  season_number: number | null;
  episode_number: number | null;
  episode_title: string | null;
  image_id: string | null;
  image_color: string | null;
  /** Whether the entitlement rule lets this viewer see its title. */
  visible: boolean;
}

/** Whether a viewer may be shown an item `i`, joined with its title and episode. The item of a deleted title is hidden. */
const isVisible = (viewer: Viewer, now: Date): SQL => sql`(
  (i.programme_id is null or catalog_programmes.id is not null and (${maySee(programmes, viewer, now)}))
  and (i.episode_id is null or catalog_episodes.id is not null and (${isEpisodeOpen(episodes, now)})))`;

/** The names of items, by playout and place, with what the rule says of them for this viewer. */
export function listShown(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  items: readonly { playoutId: string; position: number }[],
): Promise<ShownRow[]> {
  if (items.length === 0) return Promise.resolve([]);
  const playouts = sql.param(items.map(({ playoutId }) => playoutId));
  const positions = sql.param(items.map(({ position }) => position));
  return rows(
    db,
    sql`select i.playout_id, i.position,
        coalesce(catalog_programmes.${inLocale(locale, 'title')}, i.${inLocale(locale, 'title')}) as title,
        catalog_programmes.id as programme_id, catalog_programmes.slug as programme_slug,
        catalog_programmes.kind as programme_kind, coalesce(catalog_programmes.maturity, c.maturity) as maturity,
        catalog_episodes.season_number, catalog_episodes.number as episode_number,
        catalog_episodes.${inLocale(locale, 'title')} as episode_title,
        image.id as image_id, image.color as image_color,
        ${isVisible(viewer, now)} as visible
      from unnest(${playouts}::uuid[], ${positions}::int[]) as wanted(playout_id, position)
      join live_playout_items i on i.playout_id = wanted.playout_id and i.position = wanted.position
      join live_playouts p on p.id = i.playout_id
      join live_channels c on c.id = p.channel_id
      left join catalog_programmes on catalog_programmes.id = i.programme_id
      left join catalog_episodes on catalog_episodes.id = i.episode_id
      left join catalog_artworks image on image.id = coalesce(${stillOf('catalog_episodes')}, catalog_programmes.landscape_id)`,
  );
}

/** The items of a channel from an instant on that this viewer may not be shown, by playout and place. */
export function listHidden(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  channelId: string,
  from: Date,
): Promise<{ playout_id: string; position: number }[]> {
  return rows(
    db,
    sql`select i.playout_id, i.position
      from live_playouts p join live_playout_items i on i.playout_id = p.id
      left join catalog_programmes on catalog_programmes.id = i.programme_id
      left join catalog_episodes on catalog_episodes.id = i.episode_id
      where p.channel_id = ${channelId} and (p.ends_at is null or p.ends_at > ${from})
        and not ${isVisible(viewer, now)}`,
  );
}

interface PlayoutRow {
  playout: typeof livePlayouts.$inferSelect;
  item: typeof livePlayoutItems.$inferSelect | null;
  timeline: Timeline | null;
}

/** The playouts of a channel from an instant on, with their items and the timelines of the packages. */
export async function listPlayouts(db: Queryable, channelId: string, from: Date): Promise<PlayoutRow[]> {
  return await db
    .select({ playout: livePlayouts, item: livePlayoutItems, timeline: liveTimelines.timeline })
    .from(livePlayouts)
    .leftJoin(livePlayoutItems, eq(livePlayoutItems.playoutId, livePlayouts.id))
    .leftJoin(liveTimelines, eq(liveTimelines.assetId, livePlayoutItems.assetId))
    .where(
      and(
        eq(livePlayouts.channelId, channelId),
        or(isNull(livePlayouts.endsAt), gt(livePlayouts.endsAt, from)),
      ),
    )
    .orderBy(asc(livePlayouts.startsAt), asc(livePlayoutItems.position));
}

/** The video of an item of a playout. */
export async function findPlayoutItem(
  db: Queryable,
  playoutId: string,
  position: number,
): Promise<{ assetId: string; timeline: Timeline | null } | undefined> {
  const [found] = await db
    .select({ assetId: livePlayoutItems.assetId, timeline: liveTimelines.timeline })
    .from(livePlayoutItems)
    .leftJoin(liveTimelines, eq(liveTimelines.assetId, livePlayoutItems.assetId))
    .where(and(eq(livePlayoutItems.playoutId, playoutId), eq(livePlayoutItems.position, position)));
  return found;
}

/** An item that a channel could show now: planned, and its video is ready. */
export interface PlannedRow {
  channel_id: string;
  asset_id: string;
  programme_id: string | null;
  episode_id: string | null;
  title_ko: string;
  title_en: string;
  repeats: number;
  starts_at: Date | null;
  loops: boolean;
  file_type: 'audio' | 'video';
}

const dayMs = 86_400_000;
/** Dated items that started before this instant are left out. It moves once a day, because a plan that changes makes another playout. */
const datedSince = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs - dayMs);

/** The ready part of the plans of all active channels, in their order. */
export function listPlanned(db: Queryable, now: Date): Promise<PlannedRow[]> {
  return rows(
    db,
    sql`select i.channel_id, a.id as asset_id, i.programme_id, i.episode_id, c.loops, c.file_type,
        coalesce(nullif(i.title_ko, ''), p.title_ko, '') as title_ko,
        coalesce(nullif(i.title_en, ''), p.title_en, '') as title_en, i.repeats, i.starts_at
      from live_channels c
      join live_items i on i.channel_id = c.id
      left join catalog_programmes p on p.id = i.programme_id
      left join catalog_episodes e on e.id = i.episode_id
      join ingest_assets a on a.id = coalesce(i.asset_id, e.asset_id, p.asset_id) and a.state = 'ready'
      left join live_timelines t on t.asset_id = a.id
      where c.active and c.stream_url is null and t.unfit is null and c.loops = (i.starts_at is null)
        and (i.starts_at is null or i.starts_at > ${datedSince(now)})
        and (i.programme_id is null or ${isOpen(alias(programmes, 'p'), now)})
        and (i.episode_id is null or ${isEpisodeOpen(alias(episodes, 'e'), now)})
      order by i.channel_id, i.starts_at, i.position`,
  );
}

/** Deletes the items and the template slots of titles that are gone for good. */
export async function forgetGoneItems(db: Queryable, now: Date): Promise<void> {
  for (const table of [liveItems, liveTemplateSlots]) {
    await db.delete(table).where(isGoneForGood(table.programmeId, now));
    await db.delete(table).where(isGoneForGood(table.episodeId, now, 'episodes'));
  }
}

/** Every active channel with the signature of its last playout; null where it has never shown anything. */
export function listSignatures(
  db: Queryable,
): Promise<{ channel_id: string; loops: boolean; signature: string | null }[]> {
  return rows(
    db,
    sql`select c.id as channel_id, c.loops, p.signature from live_channels c
      left join live_playouts p on p.channel_id = c.id and p.ends_at is null where c.active`,
  );
}

/** Locks a channel until the transaction ends, so that two nodes do not change its playouts simultaneously. */
export async function lockChannel(tx: Queryable, channelId: string): Promise<boolean> {
  const found = await tx
    .select({ id: liveChannels.id })
    .from(liveChannels)
    .where(eq(liveChannels.id, channelId))
    .for('update');
  return found.length > 0;
}

/** The last playout of a channel. */
export async function findLastPlayout(tx: Queryable, channelId: string): Promise<Playout | undefined> {
  const [playout] = await tx
    .select()
    .from(livePlayouts)
    .where(eq(livePlayouts.channelId, channelId))
    .orderBy(desc(livePlayouts.startsAt))
    .limit(1);
  return playout;
}

export async function setPlayoutEnd(tx: Queryable, id: string, endsAt: Date): Promise<void> {
  await tx.update(livePlayouts).set({ endsAt }).where(eq(livePlayouts.id, id));
}

export async function deletePlayout(tx: Queryable, id: string): Promise<void> {
  await tx.delete(livePlayouts).where(eq(livePlayouts.id, id));
}

/** Deletes playouts that ended before the given instant. */
export async function deletePlayoutsEnded(tx: Queryable, before: Date): Promise<void> {
  await tx.delete(livePlayouts).where(sql`${livePlayouts.endsAt} < ${before}`);
}

export async function insertPlayout(
  tx: Queryable,
  playout: typeof livePlayouts.$inferInsert & { id: string },
  items: Omit<typeof livePlayoutItems.$inferInsert, 'playoutId' | 'position'>[],
): Promise<void> {
  await tx.insert(livePlayouts).values(playout);
  if (items.length === 0) return;
  await tx
    .insert(livePlayoutItems)
    .values(items.map((item, position) => ({ ...item, playoutId: playout.id, position })));
}

type TimelineRow = typeof liveTimelines.$inferSelect;

export async function listTimelines(db: Queryable, assetIds: string[]): Promise<TimelineRow[]> {
  if (assetIds.length === 0) return [];
  return await db.select().from(liveTimelines).where(inArray(liveTimelines.assetId, assetIds));
}

export async function insertTimeline(
  db: Queryable,
  row: Pick<TimelineRow, 'assetId' | 'timeline' | 'unfit'>,
): Promise<void> {
  await db.insert(liveTimelines).values(row).onConflictDoNothing();
}
