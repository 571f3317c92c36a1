/** Reads clips, playlists and categories of the partner section, each list with one query, and stores likes. */

import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Locale } from '../../../contract/errors.ts';
import type { Maturity } from '../../../contract/wire.ts';
import { type Queryable, queryRows as rows } from '../../db/client.ts';
import { inLocale, isId } from '../../db/columns.ts';
import type { Viewer } from '../../http/caller.ts';
import { isGoneForGood } from '../catalog/gone-titles.service.ts';
import { isOpen } from '../entitlement/entitlement.ts';
import { maySeeClip } from './clip-rights.service.ts';
import { clipProgress, clipRatings, partnerCategories, playlists } from './partner-video.tables.ts';

/** What queries call these tables. */
const parents = alias(partnerCategories, 'parent');
const p = alias(playlists, 'p');

/** A condition on a row by its id, or by the column that names it otherwise. */
const named = (table: string, column: string, given: string): SQL =>
  isId(given)
    ? sql`${sql.raw(table)}.id = ${given}`
    : sql`${sql.raw(`${table}.${column}`)} = ${given.normalize('NFC')}`;

export interface ClipRow {
  id: string;
  slug: string;
  youtube_id: string | null;
  title: string;
  description: string;
  premium: boolean;
  maturity: Maturity;
  category_id: string;
  sub_category_id: string | null;
  listed_at: Date;
  duration_ms: number | null;
  landscape_id: string | null;
  landscape_color: string | null;
  /** Whether there is anything to play. */
  ready: boolean;
  /** The playlist it is shown in, its place there, and how many that playlist has or will have. */
  play_list_id: string | null;
  place: number | null;
  created: number | null;
}

const clipColumns = (locale: Locale) => sql`
  partner_video_clips.id, partner_video_clips.slug, partner_video_clips.youtube_id,
  partner_video_clips.${inLocale(locale, 'title')} as title,
  partner_video_clips.${inLocale(locale, 'description')} as description,
  partner_video_clips.premium, partner_video_clips.maturity, partner_video_clips.listed_at,
  cat.id as category_id, sub.id as sub_category_id,
  coalesce(a.duration_ms, partner_video_clips.duration_ms) as duration_ms,
  la.id as landscape_id, la.color as landscape_color,
  partner_video_clips.youtube_id is not null or a.id is not null as ready,
  shown.play_list_id, shown.place, shown.created`;

const clipJoins = sql`
  join partner_video_categories cat on cat.id = partner_video_clips.category_id
  left join partner_video_categories sub on sub.id = partner_video_clips.sub_category_id
  left join ingest_assets a on a.id = partner_video_clips.asset_id and a.state = 'ready'
  left join catalog_artworks la on la.id = partner_video_clips.landscape_id`;

const createdOf = sql`greatest(coalesce(p.clips_planned, 0),
  (select count(*) from partner_video_playlist_items every where every.playlist_id = p.id))::int`;

/** The playlist in which a clip continues when none is named: the first that contains it. */
const firstPlaylist = (now: Date) => sql`
  left join lateral (
    select p.play_list_id, i.position as place, ${createdOf} as created
    from partner_video_playlist_items i join partner_video_playlists p on p.id = i.playlist_id
    where i.clip_id = partner_video_clips.id and ${isOpen(p, now)}
    order by p.position, p.id limit 1) shown on true`;

const newestFirst = sql`partner_video_clips.listed_at desc, partner_video_clips.id desc`;

/** The source of a list of clips; everything when neither is given. */
export interface ClipSource {
  categoryId?: string | undefined;
  subCategoryId?: string | undefined;
}

function isOf({ categoryId, subCategoryId }: ClipSource): SQL {
  const category = categoryId ? sql`partner_video_clips.category_id = ${categoryId}` : sql`true`;
  return subCategoryId
    ? sql`${category} and partner_video_clips.sub_category_id = ${subCategoryId}`
    : category;
}

/** The newest clips of a source that the viewer may see. */
export function listNewest(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  source: ClipSource,
  page: { limit: number; offset: number },
): Promise<ClipRow[]> {
  return rows(
    db,
    sql`select ${clipColumns(locale)} from partner_video_clips ${clipJoins} ${firstPlaylist(now)}
      where ${isOf(source)} and ${maySeeClip(viewer, now)}
      order by ${newestFirst} limit ${page.limit} offset ${page.offset}`,
  );
}

/** How many clips there are for the viewer, counted no further than `maxCount`. */
export async function countClips(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  maxCount: number,
): Promise<number> {
  const [row] = await rows<{ total: number }>(
    db,
    sql`select count(*)::int as total from (
      select from partner_video_clips where ${maySeeClip(viewer, now)} limit ${maxCount}) found`,
  );
  return row?.total ?? 0;
}

/** The clips of those ids that the viewer may see, in no order. */
export function listClipsById(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  ids: string[],
): Promise<ClipRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return rows(
    db,
    sql`select ${clipColumns(locale)} from partner_video_clips ${clipJoins} ${firstPlaylist(now)}
      where partner_video_clips.id = any(${sql.param(ids)}::uuid[]) and ${maySeeClip(viewer, now)}`,
  );
}

export interface CategoryRow {
  id: string;
  slug: string;
  name: string;
  parent_id: string | null;
}

/** The open categories in their order, below them their sub-categories. */
export function listCategories(db: Queryable, locale: Locale, now: Date): Promise<CategoryRow[]> {
  return rows(
    db,
    sql`select id, slug, ${inLocale(locale, 'name')} as name, parent_id from partner_video_categories
      where ${isOpen(partnerCategories, now)} and (parent_id is null or exists (
        select from partner_video_categories as parent
        where parent.id = partner_video_categories.parent_id and ${isOpen(parents, now)}))
      order by position, id`,
  );
}

/** The newest clips of each of some categories: category id → clips. */
export async function listNewestByCategory(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  column: 'category_id' | 'sub_category_id',
  categoryIds: string[],
  limit: number,
): Promise<Map<string, ClipRow[]>> {
  if (categoryIds.length === 0) return new Map();
  const found = await rows<ClipRow & { group_id: string }>(
    db,
    sql`select wanted.id as group_id, found.*
      from unnest(${sql.param(categoryIds)}::uuid[]) as wanted(id)
      cross join lateral (
        select ${clipColumns(locale)} from partner_video_clips ${clipJoins} ${firstPlaylist(now)}
        where partner_video_clips.${sql.raw(column)} = wanted.id and ${maySeeClip(viewer, now)}
        order by ${newestFirst} limit ${limit}) found
      order by found.listed_at desc, found.id desc`,
  );
  const groups = new Map<string, ClipRow[]>();
  for (const { group_id, ...row } of found) groups.set(group_id, [...(groups.get(group_id) ?? []), row]);
  return groups;
}

export interface PlaylistRow {
  id: string;
  play_list_id: string;
  title: string;
  description: string;
  /** How many of its clips the viewer may see, and how many it has or will have. */
  current: number;
  created: number;
  updated_at: Date;
  clips: ClipRow[];
}

/**
 * Published playlists in their order, each with its first clips; a playlist without a clip that the viewer may see is left out.
 * `wanted` selects one by either id.
 */
export async function listPlaylists(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  wanted: { playlist: string } | { limit: number },
  clipsEach: number,
): Promise<PlaylistRow[]> {
  const which =
    'playlist' in wanted ? named('partner_video_playlists', 'play_list_id', wanted.playlist) : sql`true`;
  const found = await rows<
    ClipRow & {
      playlist_id: string;
      playlist_title: string;
      playlist_description: string;
      playlist_updated_at: Date;
      current: number;
    }
  >(
    db,
    sql`with p as (
        select partner_video_playlists.* from partner_video_playlists
        where ${isOpen(playlists, now)} and ${which} and exists (
          select from partner_video_playlist_items i join partner_video_clips on partner_video_clips.id = i.clip_id
          where i.playlist_id = partner_video_playlists.id and ${maySeeClip(viewer, now)})
        order by position, id limit ${'limit' in wanted ? wanted.limit : 1})
      select p.id as playlist_id, p.${inLocale(locale, 'title')} as playlist_title,
        p.${inLocale(locale, 'description')} as playlist_description, p.updated_at as playlist_updated_at, found.*
      from p cross join lateral (
        select ${clipColumns(locale)}, count(*) over ()::int as current
        from partner_video_playlist_items i join partner_video_clips on partner_video_clips.id = i.clip_id
        ${clipJoins}
        cross join lateral (select p.play_list_id, i.position as place, ${createdOf} as created) shown
        where i.playlist_id = p.id and ${maySeeClip(viewer, now)}
        order by i.position, i.clip_id limit ${clipsEach}) found
      order by p.position, p.id, found.place, found.id`,
  );
  const lists = new Map<string, PlaylistRow>();
  for (const {
    playlist_id,
    playlist_title,
    playlist_description,
    playlist_updated_at,
    current,
    ...clip
  } of found) {
    const known = lists.get(playlist_id) ?? {
      id: playlist_id,
      play_list_id: clip.play_list_id as string,
      title: playlist_title,
      description: playlist_description,
      current,
      created: clip.created as number,
      updated_at: playlist_updated_at,
      clips: [],
    };
    known.clips.push(clip);
    lists.set(playlist_id, known);
  }
  return [...lists.values()];
}

/** A page of a playlist's clips in its order, or one of them. */
export function listPlaylistClips(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  playlistId: string,
  which: { limit: number; offset: number } | { clipId: string },
): Promise<ClipRow[]> {
  return rows(
    db,
    sql`select ${clipColumns(locale)}
      from partner_video_playlists p
      join partner_video_playlist_items i on i.playlist_id = p.id
      join partner_video_clips on partner_video_clips.id = i.clip_id
      ${clipJoins}
      cross join lateral (select p.play_list_id, i.position as place, ${createdOf} as created) shown
      where p.id = ${playlistId} and ${maySeeClip(viewer, now)}
        ${'clipId' in which ? sql`and i.clip_id = ${which.clipId}` : sql``}
      order by i.position, i.clip_id
      ${'clipId' in which ? sql`` : sql`limit ${which.limit} offset ${which.offset}`}`,
  );
}

/** The facts of a clip for the rule, and what plays it. */
export interface ClipTarget {
  id: string;
  youtube_id: string | null;
  asset_id: string | null;
  /** Its length, when no hosted video has one. */
  duration_ms: number | null;
  title: string;
  titles: string[];
  published: boolean;
  available_from: Date | null;
  available_until: Date | null;
  maturity: number;
  premium: boolean;
  regions: string[] | null;
  landscape_id: string | null;
  landscape_color: string | null;
  position_seconds: number | null;
  duration_seconds: number | null;
}

/** A clip by id or slug, whether or not it may be seen: the caller needs the reason. */
export async function findClip(
  db: Queryable,
  profileId: string | undefined,
  locale: Locale,
  idOrSlug: string,
): Promise<ClipTarget | undefined> {
  const [row] = await rows<ClipTarget>(
    db,
    sql`select c.id, c.youtube_id, c.asset_id, c.duration_ms, c.${inLocale(locale, 'title')} as title,
        array[c.title_ko, c.title_en] as titles, c.published, c.available_from, c.available_until, c.maturity,
        c.premium, c.regions, la.id as landscape_id, la.color as landscape_color,
        pr.position_seconds, pr.duration_seconds
      from partner_video_clips c
      left join catalog_artworks la on la.id = c.landscape_id
      left join partner_video_progress pr on pr.clip_id = c.id and pr.profile_id = ${profileId ?? null}::uuid
      where ${named('c', 'slug', idOrSlug)}`,
  );
  return row;
}

/** The clip that follows in a playlist among those that the viewer may see and that can be played. */
export async function findNext(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  playlistId: string,
  clipId: string,
): Promise<ClipRow | undefined> {
  const [row] = await rows<ClipRow>(
    db,
    sql`select ${clipColumns(locale)}
      from partner_video_playlists p
      join partner_video_playlist_items own on own.playlist_id = p.id and own.clip_id = ${clipId}
      join partner_video_playlist_items i on i.playlist_id = p.id
        and (i.position, i.clip_id) > (own.position, own.clip_id)
      join partner_video_clips on partner_video_clips.id = i.clip_id
      ${clipJoins}
      cross join lateral (select p.play_list_id, i.position as place, ${createdOf} as created) shown
      where p.id = ${playlistId} and ${maySeeClip(viewer, now)}
        and (partner_video_clips.youtube_id is not null or a.id is not null)
        and (not partner_video_clips.premium or ${viewer.hasPlan})
      order by i.position, i.clip_id limit 1`,
  );
  return row;
}

/** The next older clip, among those that the viewer may see and that can be played. */
export async function findOlder(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  clipId: string,
): Promise<ClipRow | undefined> {
  const [row] = await rows<ClipRow>(
    db,
    sql`select ${clipColumns(locale)} from partner_video_clips ${clipJoins} ${firstPlaylist(now)}
      where (partner_video_clips.listed_at, partner_video_clips.id) < (
          select own.listed_at, own.id from partner_video_clips own where own.id = ${clipId})
        and ${maySeeClip(viewer, now)}
        and (partner_video_clips.youtube_id is not null or a.id is not null)
        and (not partner_video_clips.premium or ${viewer.hasPlan})
      order by ${newestFirst} limit 1`,
  );
  return row;
}

interface Keys {
  householdId: string;
  profileId: string;
  clipId: string;
}

/** Deletes likes and progress of clips that are gone for good. */
export async function forgetGoneClips(db: Queryable, now: Date): Promise<void> {
  for (const table of [clipRatings, clipProgress])
    await db.delete(table).where(isGoneForGood(table.clipId, now, 'clips'));
}

/** Sets a like: 1 liked, 2 disliked, 0 neither. */
export async function setRating(db: Queryable, keys: Keys, value: 0 | 1 | 2, now: Date): Promise<void> {
  const { profileId, clipId } = keys;
  if (value === 0) {
    await db
      .delete(clipRatings)
      .where(and(eq(clipRatings.profileId, profileId), eq(clipRatings.clipId, clipId)));
    return;
  }
  await db
    .insert(clipRatings)
    .values({ ...keys, value, ratedAt: now })
    .onConflictDoUpdate({
      target: [clipRatings.profileId, clipRatings.clipId],
      set: { value, ratedAt: now },
    });
}
