/** Reads the catalogue's lists for viewers: each function is one query, and each asks the entitlement rule. */

import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { RowView } from '../../../contract/admin/catalog.ts';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows as rows } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';
import type { Viewer } from '../../http/caller.ts';
import { isEpisodeOpen, isOpen, maySee } from '../entitlement/entitlement.ts';
import {
  type CardRow,
  cardColumns,
  cardJoins,
  isIdOrSlug,
  isOpenInTree,
  isPlayable,
  newest,
  releasedAt,
} from './catalog.repo.ts';
import { customRows, episodes, genres, people, programmes } from './catalog.tables.ts';
import { keepsItsEnd, leavingSoon, plannedEnds, plannedForTitles } from './leaving.repo.ts';
import { stillOf } from './still.service.ts';

/** Which programmes a list is of; everything without any of these. */
export interface Source {
  categoryId?: string | undefined;
  subCategoryId?: string | undefined;
  contentPartnerId?: string | undefined;
  /** A genre with its sub-genres, or a sub-genre. */
  genreId?: string | undefined;
  free?: true;
  /** Without titles that are still to come. */
  released?: true;
}

interface Page {
  limit: number;
  offset: number;
}

const sourceSql = ({ categoryId, subCategoryId, contentPartnerId, free, released }: Source, now: Date) => sql`
  ${categoryId ? sql`and catalog_programmes.category_id = ${categoryId}` : sql``}
  ${subCategoryId ? sql`and catalog_programmes.sub_category_id = ${subCategoryId}` : sql``}
  ${contentPartnerId ? sql`and catalog_programmes.content_partner_id = ${contentPartnerId}` : sql``}
  ${free ? sql`and not catalog_programmes.premium` : sql``}
  ${released ? sql`and (catalog_programmes.status <> 'upcoming' or ${isPlayable(now)})` : sql``}`;

/** The first `depth` programmes of a source, newest first, that the viewer may see, and for which `also` holds. */
function first(viewer: Viewer, now: Date, source: Source, depth: number, also: SQL = sql``): SQL {
  const where = sql`${maySee(programmes, viewer, now)} ${sourceSql(source, now)} ${also}`;
  const columns = sql`catalog_programmes.id, catalog_programmes.listed_at`;
  if (!source.genreId) {
    return sql`select ${columns} from catalog_programmes where ${where} order by ${newest} limit ${depth}`;
  }
  // Each of the genres has its newest in one index read; a programme may be in several.
  return sql`select distinct on (top.listed_at, top.id) top.*
    from catalog_genres own cross join lateral (
      select ${columns} from catalog_programme_genres pg
      join catalog_programmes on catalog_programmes.id = pg.programme_id
      where pg.genre_id = own.id and ${where}
      order by pg.listed_at desc, pg.programme_id desc limit ${depth}) top
    where own.id = ${source.genreId} or own.parent_id = ${source.genreId}
    order by top.listed_at desc, top.id desc limit ${depth}`;
}

/** A page of the newest programmes of a source that the viewer may see. */
export function listNewest(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  source: Source,
  { limit, offset }: Page,
): Promise<CardRow[]> {
  return rows(
    db,
    sql`with chosen as (
        select id from (${first(viewer, now, source, offset + limit)}) own
        order by listed_at desc, id desc limit ${limit} offset ${offset})
      select ${cardColumns(locale, now)} from chosen join catalog_programmes using (id) ${cardJoins} order by ${newest}`,
  );
}

/** How many programmes of a source the viewer may see, counted to `maxCount`. */
export async function countNewest(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  source: Source,
  maxCount: number,
): Promise<number> {
  const found = await rows<{ total: number }>(
    db,
    sql`select count(*)::int as total from (${first(viewer, now, source, maxCount)}) own`,
  );
  return found[0]?.total ?? 0;
}

/** A programme and the newest thing of it that can be played; without an episode that is the programme itself. */
export interface VideoRow extends CardRow {
  episode_id: string | null;
  episode_title: string | null;
  episode_synopsis: string | null;
  episode_number: number | null;
  season_number: number | null;
  episode_at: Date | null;
  episode_landscape_id: string | null;
  episode_landscape_color: string | null;
  duration_ms: number | null;
}

/**
 * That a programme has a video to play: looks no further than that there is one. The rows are read in their order until there
 * are enough; `offset 0` keeps PostgreSQL from reading all episodes there are into a hash for those few.
 */
const hasVideo = (now: Date) => sql`and case catalog_programmes.kind when 'movie' then exists (
    select from ingest_assets a where a.id = catalog_programmes.asset_id and a.state = 'ready' offset 0)
  else exists (
    select from catalog_episodes join ingest_assets a on a.id = catalog_episodes.asset_id and a.state = 'ready'
    where catalog_episodes.programme_id = catalog_programmes.id and ${isEpisodeOpen(episodes, now)} offset 0) end`;

/** The newest video of each programme in scope, which has to be ready: a series' last open episode, or the movie. */
const video = (locale: Locale, now: Date) => sql`
  cross join lateral (
    (select catalog_episodes.id as episode_id, catalog_episodes.${inLocale(locale, 'title')} as episode_title,
      catalog_episodes.${inLocale(locale, 'synopsis')} as episode_synopsis, catalog_episodes.number as episode_number,
      catalog_episodes.season_number, ${releasedAt} as episode_at,
      ${stillOf('catalog_episodes')} as episode_landscape_id, a.duration_ms
    from catalog_episodes join ingest_assets a on a.id = catalog_episodes.asset_id and a.state = 'ready'
    where catalog_programmes.kind = 'series' and catalog_episodes.programme_id = catalog_programmes.id and ${isEpisodeOpen(episodes, now)}
    order by catalog_episodes.season_number desc, catalog_episodes.number desc limit 1)
    union all
    select null, null, null, null, null, null, null, a.duration_ms from ingest_assets a
    where catalog_programmes.kind = 'movie' and a.id = catalog_programmes.asset_id and a.state = 'ready') video`;

/** A page of the newest titles of a source, each with its newest video; titles without one are left out. */
export function listNewestVideos(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  source: Source,
  { limit, offset }: Page,
): Promise<VideoRow[]> {
  const titles = first(viewer, now, source, offset + limit, hasVideo(now));
  return rows(
    db,
    sql`with chosen as (
        select * from (${titles}) own order by listed_at desc, id desc limit ${limit} offset ${offset})
      select ${cardColumns(locale, now)},
        video.*, ea.color as episode_landscape_color
      from chosen join catalog_programmes on catalog_programmes.id = chosen.id ${cardJoins} ${video(locale, now)}
      left join catalog_artworks ea on ea.id = video.episode_landscape_id order by ${newest}`,
  );
}

/** How many titles of a source have a video for the viewer, counted to `maxCount`. */
export async function countNewestVideos(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  source: Source,
  maxCount: number,
): Promise<number> {
  const found = await rows<{ total: number }>(
    db,
    sql`select count(*)::int as total from (${first(viewer, now, source, maxCount, hasVideo(now))}) own`,
  );
  return found[0]?.total ?? 0;
}

/**
 * The titles that leave soon and that the viewer may see, each once. They are the first `depth` by the ends of their windows, read
 * along the index of ends, and the few that a release takes away.
 */
const leaving = (viewer: Viewer, now: Date, depth: number): SQL => {
  const within = leavingSoon(now);
  return sql`
    with planned as materialized (${plannedForTitles(viewer, within)}),
    ends as (
      (select catalog_programmes.id, catalog_programmes.available_until as leaves_at from catalog_programmes
        where ${maySee(programmes, viewer, now)} and catalog_programmes.available_until > ${now}
          and catalog_programmes.available_until <= ${within.until} and ${keepsItsEnd}
        order by catalog_programmes.available_until, catalog_programmes.id limit ${depth})
      union all
      select catalog_programmes.id, own.ends_at from (${plannedEnds}) own
        join catalog_programmes on catalog_programmes.id = own.programme_id
        where own.ends_at <= ${within.until} and ${maySee(programmes, viewer, now)})
    select id, min(leaves_at) as leaves_at from ends group by id`;
};

/** A page of the titles that leave soon and that the viewer may see, those that leave first first. */
export function listLeaving(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  { limit, offset }: Page,
): Promise<(CardRow & { leaves_at: Date })[]> {
  return rows(
    db,
    sql`with chosen as (
        select own.id, own.leaves_at from (${leaving(viewer, now, offset + limit)}) own
        order by own.leaves_at, own.id limit ${limit} offset ${offset})
      select ${cardColumns(locale, now)}, chosen.leaves_at
      from chosen join catalog_programmes using (id) ${cardJoins} order by chosen.leaves_at, chosen.id`,
  );
}

/** How many titles leave soon that the viewer may see, counted to `maxCount`. */
export async function countLeaving(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  maxCount: number,
): Promise<number> {
  const found = await rows<{ total: number }>(
    db,
    sql`select count(*)::int as total from (
        select from (${leaving(viewer, now, maxCount)}) own limit ${maxCount}) own`,
  );
  return found[0]?.total ?? 0;
}

export interface NamedRow {
  id: string;
  slug: string;
  name: string;
  name_en: string;
}

interface GenreRow extends NamedRow {
  parent: NamedRow | null;
  sub_genres: NamedRow[];
}

/** An open genre or sub-genre by id or slug, with the one above and the open ones below, by name. */
export async function findGenre(
  db: Queryable,
  locale: Locale,
  now: Date,
  idOrSlug: string,
): Promise<GenreRow | undefined> {
  const name = inLocale(locale, 'name');
  const named = (
    table: string,
  ) => sql`json_build_object('id', ${sql.raw(table)}.id, 'slug', ${sql.raw(table)}.slug,
    'name', ${sql.raw(table)}.${name}, 'name_en', ${sql.raw(table)}.name_en)`;
  const found = await rows<GenreRow>(
    db,
    sql`select catalog_genres.id, catalog_genres.slug, catalog_genres.${name} as name, catalog_genres.name_en,
        (select ${named('above')} from catalog_genres above where above.id = catalog_genres.parent_id) as parent,
        coalesce((select json_agg(${named('below')} order by below.${name}) from catalog_genres below
          where below.parent_id = catalog_genres.id and ${isOpen(alias(genres, 'below'), now)}), '[]') as sub_genres
      from catalog_genres where ${isIdOrSlug('catalog_genres', idOrSlug)} and ${isOpenInTree(genres, now)}`,
  );
  return found[0];
}

/** A content partner by id or slug. */
export async function findContentPartner(
  db: Queryable,
  locale: Locale,
  idOrSlug: string,
): Promise<NamedRow | undefined> {
  const found = await rows<NamedRow>(
    db,
    sql`select id, slug, ${inLocale(locale, 'name')} as name, name_en from catalog_content_partners
      where ${isIdOrSlug('catalog_content_partners', idOrSlug)}`,
  );
  return found[0];
}

export interface PersonRow {
  id: string;
  slug: string;
  name: string;
  profession: string;
  birth_date: string | null;
  avatar_id: string | null;
  avatar_color: string | null;
}

/** An open person by id or slug. */
export async function findPerson(
  db: Queryable,
  locale: Locale,
  now: Date,
  idOrSlug: string,
): Promise<PersonRow | undefined> {
  const found = await rows<PersonRow>(
    db,
    sql`select catalog_people.id, catalog_people.slug, catalog_people.${inLocale(locale, 'name')} as name,
        catalog_people.${inLocale(locale, 'profession')} as profession, catalog_people.birth_date::text as birth_date,
        catalog_people.avatar_id, a.color as avatar_color
      from catalog_people left join catalog_artworks a on a.id = catalog_people.avatar_id
      where ${isIdOrSlug('catalog_people', idOrSlug)} and ${isOpen(people, now)}`,
  );
  return found[0];
}

/** The newest programmes that a person is in and the viewer may see. */
export function listShowsOf(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  personId: string,
  limit: number,
): Promise<CardRow[]> {
  return rows(
    db,
    sql`with chosen as (
        select catalog_programmes.id from catalog_credits cr
        join catalog_programmes on catalog_programmes.id = cr.programme_id
        where cr.person_id = ${personId} and ${maySee(programmes, viewer, now)} order by ${newest} limit ${limit})
      select ${cardColumns(locale, now)} from chosen join catalog_programmes using (id) ${cardJoins} order by ${newest}`,
  );
}

/** An open custom row by id or slug. */
export async function findCustomRow(
  db: Queryable,
  locale: Locale,
  now: Date,
  idOrSlug: string,
): Promise<{ id: string; slug: string; title: string } | undefined> {
  const found = await rows<{ id: string; slug: string; title: string }>(
    db,
    sql`select id, slug, ${inLocale(locale, 'title')} as title from catalog_custom_rows
      where ${isOpen(customRows, now)} and ${isIdOrSlug('catalog_custom_rows', idOrSlug)}`,
  );
  return found[0];
}

/** The views of those of some custom rows that are filled by one. */
export async function listRowViews(
  db: Queryable,
  customRowIds: string[],
): Promise<{ id: string; view: RowView }[]> {
  if (customRowIds.length === 0) return [];
  return rows(
    db,
    sql`select id, view from catalog_custom_rows
      where id = any(${sql.param(customRowIds)}::uuid[]) and view is not null`,
  );
}

/** How many programmes a row shows of what its view finds. */
const maxOfView = 50;

/** The first programmes that a view finds and the viewer may see, in its order; `row_total` says how many the row has. */
export function listFound(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  { where, order }: { where: SQL | undefined; order: SQL },
  limit: number,
): Promise<(CardRow & { row_total: number })[]> {
  return rows(
    db,
    sql`with seen as (
        select catalog_programmes.id, row_number() over (order by ${order}) as place from catalog_programmes
        where ${maySee(programmes, viewer, now)} ${where ? sql`and ${where}` : sql``}
        order by ${order} limit ${maxOfView})
      select (select count(*)::int from seen) as row_total, ${cardColumns(locale, now)}
      from seen join catalog_programmes on catalog_programmes.id = seen.id ${cardJoins}
      where seen.place <= ${limit} order by seen.place`,
  );
}

/**
 * The first programmes of each of several custom rows that the viewer may see, in the rows' own order, in one query;
 * `row_total` says how many there are in the row.
 */
export function listCustomRowItems(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  customRowIds: string[],
  limit: number,
): Promise<(CardRow & { row_id: string; row_total: number })[]> {
  if (customRowIds.length === 0) return Promise.resolve([]);
  return rows(
    db,
    sql`with seen as (
        select own.custom_row_id as row_id, catalog_programmes.id,
          row_number() over (partition by own.custom_row_id order by own.position, catalog_programmes.id) as place,
          count(*) over (partition by own.custom_row_id)::int as row_total
        from catalog_custom_row_items own join catalog_programmes on catalog_programmes.id = own.programme_id
        where own.custom_row_id = any(${sql.param(customRowIds)}::uuid[]) and ${maySee(programmes, viewer, now)})
      select seen.row_id, seen.row_total, ${cardColumns(locale, now)}
      from seen join catalog_programmes on catalog_programmes.id = seen.id ${cardJoins}
      where seen.place <= ${limit} order by seen.row_id, seen.place`,
  );
}
