/** Reads the catalogue for viewers: each function is one query, and each asks the entitlement rule. */

import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CategoryDevice } from '../../../contract/admin/catalog.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Maturity } from '../../../contract/wire.ts';
import { type Queryable, queryRows as rows } from '../../db/client.ts';
import { inLocale, isId } from '../../db/columns.ts';
import type { Viewer } from '../../http/caller.ts';
import { isEpisodeOpen, isOpen, mayAnnounce, maySee } from '../entitlement/entitlement.ts';
import { categories, episodes, genres, people, programmes, stbCategories } from './catalog.tables.ts';
import { leavesAt, leavingSoon } from './leaving.repo.ts';
import { stillOf } from './still.service.ts';

export interface CardRow {
  id: string;
  slug: string;
  kind: 'series' | 'movie';
  title: string;
  synopsis: string;
  premium: boolean;
  maturity: Maturity;
  status: 'completed' | 'upcoming';
  release_year: number | null;
  episodes_planned: number | null;
  episode_count: number;
  latest_episode_at: Date | null;
  listed_at: Date;
  category_id: string;
  sub_category_id: string | null;
  portrait_id: string | null;
  portrait_color: string | null;
  landscape_id: string | null;
  landscape_color: string | null;
  /** Whether anything of it could be played now, plans aside. */
  playable: boolean;
}

/** A card with the names of its categories and its banner. */
export interface TitleRow extends CardRow {
  /** Null while its category is not open. */
  category_slug: string | null;
  category_name: string | null;
  sub_category_slug: string | null;
  sub_category_name: string | null;
  banner_id: string | null;
  banner_color: string | null;
}

/** Whether a video can be played. */
const readyAsset = (assetId: SQL) =>
  sql`exists (select from ingest_assets a where a.id = ${assetId} and a.state = 'ready')`;

/** Whether anything of a programme can be played, plans aside; `catalog_programmes` is in scope. */
export const isPlayable = (now: Date): SQL => sql`case catalog_programmes.kind
    when 'movie' then ${readyAsset(sql`catalog_programmes.asset_id`)}
    else exists (
      select from catalog_episodes join ingest_assets a on a.id = catalog_episodes.asset_id and a.state = 'ready'
      where catalog_episodes.programme_id = catalog_programmes.id and ${isEpisodeOpen(episodes, now)})
  end`;

/** The columns of a card; `catalog_programmes` is in scope, and `cardJoins` follow. */
export const cardColumns = (locale: Locale, now: Date) => sql`
  catalog_programmes.id, catalog_programmes.slug, catalog_programmes.kind,
  catalog_programmes.${inLocale(locale, 'title')} as title, catalog_programmes.${inLocale(locale, 'synopsis')} as synopsis,
  catalog_programmes.premium, catalog_programmes.maturity, catalog_programmes.status, catalog_programmes.release_year,
  catalog_programmes.episodes_planned, catalog_programmes.episode_count, catalog_programmes.latest_episode_at,
  catalog_programmes.listed_at, catalog_programmes.category_id, catalog_programmes.sub_category_id,
  catalog_programmes.portrait_id, pa.color as portrait_color,
  catalog_programmes.landscape_id, la.color as landscape_color,
  ${isPlayable(now)} as playable`;

/** The joins of `cardColumns` beside the programme. */
export const cardJoins = sql`
  left join catalog_artworks pa on pa.id = catalog_programmes.portrait_id
  left join catalog_artworks la on la.id = catalog_programmes.landscape_id`;

/** The columns of a `TitleRow`; `titleJoins` follow. Most lists do without: three joins of each row are a third of their time. */
const titleColumns = (locale: Locale, now: Date) => sql`${cardColumns(locale, now)},
  c.slug as category_slug, c.${inLocale(locale, 'name')} as category_name,
  sc.slug as sub_category_slug, sc.${inLocale(locale, 'name')} as sub_category_name,
  catalog_programmes.banner_id, ba.color as banner_color`;

/** The joins of `titleColumns` beside the programme. */
const titleJoins = (now: Date) => sql`${cardJoins}
  left join catalog_categories c on c.id = catalog_programmes.category_id and ${isOpen(alias(categories, 'c'), now)}
  left join catalog_categories sc on sc.id = catalog_programmes.sub_category_id and c.id is not null
    and ${isOpen(alias(categories, 'sc'), now)}
  left join catalog_artworks ba on ba.id = catalog_programmes.banner_id`;

/** Newest first, in an order that no two programmes share. */
export const newest = sql`catalog_programmes.listed_at desc, catalog_programmes.id desc`;

/** A condition for an id or a slug. */
export const isIdOrSlug = (table: string, value: string) =>
  isId(value)
    ? sql`${sql.raw(table)}.id = ${value}`
    : sql`${sql.raw(table)}.slug = ${value.normalize('NFC')}`;

export interface CategoryRow {
  id: string;
  parent_id: string | null;
  slug: string;
  name: string;
  name_en: string;
  meta_title: string;
}

interface IconRow {
  icon_id: string | null;
  icon_color: string | null;
}

const hasTitles = (viewer: Viewer, now: Date) => sql`and exists (select from catalog_programmes
  where c.id in (catalog_programmes.category_id, catalog_programmes.sub_category_id) and ${maySee(programmes, viewer, now)})`;

/** Whether a category or genre of a query is open, and the one above it, if there is one. */
export const isOpenInTree = (
  own: typeof categories | typeof genres,
  now: Date,
): SQL => sql`${isOpen(own, now)}
  and (${own.parentId} is null or exists (
    select from ${own} above where above.id = ${own.parentId} and ${isOpen(alias(own as typeof categories, 'above'), now)}))`;

/**
 * The open categories and sub-categories of a device, or of all, parents and children alike in display order. `viewer`: only those
 * with titles for this viewer.
 */
export function listCategories(
  db: Queryable,
  locale: Locale,
  now: Date,
  device?: CategoryDevice,
  viewer?: Viewer,
): Promise<(CategoryRow & IconRow)[]> {
  return rows(
    db,
    sql`select c.id, c.parent_id, c.slug, c.${inLocale(locale, 'name')} as name, c.name_en,
        c.${inLocale(locale, 'meta_title')} as meta_title, icon.id as icon_id, icon.color as icon_color
      from catalog_categories c left join catalog_artworks icon on icon.id = c.icon_id
      where ${isOpen(alias(categories, 'c'), now)} ${device ? sql`and ${device} = any(c.devices)` : sql``}
        ${viewer ? hasTitles(viewer, now) : sql``}
      order by c.position, c.id`,
  );
}

/** The open categories of the set-top box's own menu, in display order. */
export function listStbCategories(
  db: Queryable,
  locale: Locale,
  now: Date,
): Promise<({ id: string; parent_id: string | null; name: string } & IconRow)[]> {
  return rows(
    db,
    sql`select catalog_stb_categories.id, parent_id, ${inLocale(locale, 'name')} as name, icon.id as icon_id, icon.color as icon_color
      from catalog_stb_categories left join catalog_artworks icon on icon.id = icon_id
      where ${isOpen(stbCategories, now)} order by position, catalog_stb_categories.id`,
  );
}

/** Open genres by name in that language, without those below them. */
export function listGenres(
  db: Queryable,
  locale: Locale,
  now: Date,
): Promise<{ id: string; slug: string; name: string; name_en: string }[]> {
  return rows(
    db,
    sql`select id, slug, ${inLocale(locale, 'name')} as name, name_en from catalog_genres
      where parent_id is null and ${isOpen(genres, now)} order by ${inLocale(locale, 'name')}`,
  );
}

/** The series that had a new episode last, or began to be shown last. */
export function listLatestSeries(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  limit: number,
): Promise<CardRow[]> {
  return rows(
    db,
    sql`with chosen as (
        select id from catalog_programmes
        where kind = 'series' and episode_count > 0 and ${maySee(programmes, viewer, now)} order by ${newest} limit ${limit})
      select ${cardColumns(locale, now)} from chosen join catalog_programmes using (id) ${cardJoins} order by ${newest}`,
  );
}

/** The newest programmes of each of several categories or sub-categories, in one query; `total` counts to `countTo`. */
export function listNewestByCategory(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  by: 'category_id' | 'sub_category_id',
  categoryIds: string[],
  limit: number,
  countTo: number,
): Promise<(CardRow & { group_id: string; group_total: number })[]> {
  if (categoryIds.length === 0) return Promise.resolve([]);
  const column = sql.raw(`catalog_programmes.${by}`);
  return rows(
    db,
    sql`with chosen as (
        select g.id as group_id, top.id, counted.total as group_total
        from unnest(${sql.param(categoryIds)}::uuid[]) as g(id)
        cross join lateral (
          select id from catalog_programmes where ${column} = g.id and ${maySee(programmes, viewer, now)}
          order by ${newest} limit ${limit}) top
        cross join lateral (
          select count(*)::int as total from (
            select from catalog_programmes where ${column} = g.id and ${maySee(programmes, viewer, now)} limit ${countTo}) few
        ) counted)
      select chosen.group_id, chosen.group_total, ${cardColumns(locale, now)}
      from chosen join catalog_programmes on catalog_programmes.id = chosen.id ${cardJoins} order by ${newest}`,
  );
}

/** Cards of given programmes that the viewer may see, in the order given; with `announced`, also those still to open. */
export async function listCardsById(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  ids: string[],
  announced = false,
): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const may = announced ? mayAnnounce(programmes, viewer, now) : maySee(programmes, viewer, now);
  return rows(
    db,
    sql`select ${cardColumns(locale, now)}
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as wanted(id, place)
      join catalog_programmes on catalog_programmes.id = wanted.id ${cardJoins}
      where ${may} order by wanted.place`,
    'prepared',
  );
}

/** Those of some programmes that the viewer may see, in the order asked for, with category names and banner. */
export async function listTitlesById(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  ids: string[],
): Promise<TitleRow[]> {
  if (ids.length === 0) return [];
  return rows(
    db,
    sql`select ${titleColumns(locale, now)}
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as wanted(id, place)
      join catalog_programmes on catalog_programmes.id = wanted.id ${titleJoins(now)}
      where ${maySee(programmes, viewer, now)} order by wanted.place`,
  );
}

/** An open category or sub-category by id or slug. */
export async function findCategory(
  db: Queryable,
  locale: Locale,
  now: Date,
  idOrSlug: string,
): Promise<CategoryRow | undefined> {
  const found = await rows<CategoryRow>(
    db,
    sql`select id, parent_id, slug, ${inLocale(locale, 'name')} as name, name_en, ${inLocale(locale, 'meta_title')} as meta_title
      from catalog_categories where ${isIdOrSlug('catalog_categories', idOrSlug)} and ${isOpenInTree(categories, now)}`,
  );
  return found[0];
}

export interface ProgrammeRow extends TitleRow {
  published: boolean;
  available_from: Date | null;
  available_until: Date | null;
  /** When it leaves, if that is soon. */
  leaves_at: Date | null;
  regions: string[] | null;
  blocked: boolean;
  asset_id: string | null;
  asset_duration_ms: number | null;
  genres: { id: string; slug: string; name: string; parent: string | null }[];
  partner_slug: string | null;
  partner_name: string | null;
  credits: {
    id: string;
    slug: string;
    name: string;
    role: string;
    avatar_id: string | null;
    color: string | null;
  }[];
  seasons: { number: number; name: string; episodes: number }[];
}

/** One programme by id or slug with what its page shows. The caller asks the rule: the reason matters here. */
export async function findProgramme(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  idOrSlug: string,
): Promise<ProgrammeRow | undefined> {
  const name = inLocale(locale, 'name');
  const found = await rows<ProgrammeRow>(
    db,
    sql`select ${titleColumns(locale, now)},
        catalog_programmes.published, catalog_programmes.available_from, catalog_programmes.available_until,
        ${leavesAt(viewer, leavingSoon(now))} as leaves_at, catalog_programmes.regions, catalog_programmes.asset_id,
        (select duration_ms from ingest_assets where id = catalog_programmes.asset_id) as asset_duration_ms,
        ${
          viewer.profileId
            ? sql`exists (select from profiles_blocked_titles b where b.profile_id = ${viewer.profileId} and b.programme_id = catalog_programmes.id)`
            : sql`false`
        } as blocked,
        coalesce((
          select json_agg(json_build_object('id', g.id, 'slug', g.slug, 'name', g.${name}, 'parent', above.slug) order by pg.position)
          from catalog_programme_genres pg join catalog_genres g on g.id = pg.genre_id
          left join catalog_genres above on above.id = g.parent_id
          where pg.programme_id = catalog_programmes.id and ${isOpen(alias(genres, 'g'), now)}
            and (above.id is null or ${isOpen(alias(genres, 'above'), now)})), '[]') as genres,
        coalesce((
          select json_agg(json_build_object('id', p.id, 'slug', p.slug, 'name', p.${name},
            'role', coalesce(nullif(cr.${inLocale(locale, 'role')}, ''), p.${inLocale(locale, 'profession')}),
            'avatar_id', p.avatar_id, 'color', a.color) order by cr.position)
          from catalog_credits cr join catalog_people p on p.id = cr.person_id left join catalog_artworks a on a.id = p.avatar_id
          where cr.programme_id = catalog_programmes.id and ${isOpen(alias(people, 'p'), now)}), '[]') as credits,
        coalesce((
          select json_agg(json_build_object('number', s.number, 'name', s.${name}, 'episodes', s.episodes) order by s.number)
          from (
            select s.number, s.name_ko, s.name_en, count(*)::int as episodes
            from catalog_seasons s join catalog_episodes on catalog_episodes.season_id = s.id and ${isEpisodeOpen(episodes, now)}
            where s.programme_id = catalog_programmes.id group by s.id) s), '[]') as seasons,
        cp.slug as partner_slug, cp.${name} as partner_name
      from catalog_programmes ${titleJoins(now)} left join catalog_content_partners cp on cp.id = catalog_programmes.content_partner_id
      where ${isIdOrSlug('catalog_programmes', idOrSlug)}`,
  );
  return found[0];
}

export interface EpisodeRow {
  id: string;
  title: string;
  synopsis: string;
  number: number;
  season_number: number;
  released_at: Date;
  landscape_id: string | null;
  landscape_color: string | null;
  playable: boolean;
  duration_ms: number | null;
}

/**
 * When an episode came out or will: when its window opened, or its season's if that was later; without a window, when it was made.
 * `catalog_episodes` is in scope.
 */
export const releasedAt = sql`greatest(coalesce(catalog_episodes.available_from, catalog_episodes.created_at),
  (select season.available_from from catalog_seasons season where season.id = catalog_episodes.season_id))`;

const episodeColumns = (locale: Locale) => sql`
  catalog_episodes.id, catalog_episodes.${inLocale(locale, 'title')} as title,
  catalog_episodes.${inLocale(locale, 'synopsis')} as synopsis, catalog_episodes.number, catalog_episodes.season_number,
  ${releasedAt} as released_at, la.id as landscape_id,
  la.color as landscape_color, a.duration_ms, coalesce(a.state = 'ready', false) as playable`;

const episodeJoins = sql`
  left join catalog_artworks la on la.id = ${stillOf('catalog_episodes')}
  left join ingest_assets a on a.id = catalog_episodes.asset_id`;

/** Episodes by id that are open now, with their programme's id. Whether the programme may be seen is the caller's to ask. */
export async function listEpisodesById(
  db: Queryable,
  locale: Locale,
  now: Date,
  ids: string[],
): Promise<(EpisodeRow & { programme_id: string })[]> {
  if (ids.length === 0) return [];
  return rows(
    db,
    sql`select catalog_episodes.programme_id, ${episodeColumns(locale)} from catalog_episodes ${episodeJoins}
      where catalog_episodes.id = any(${sql.param(ids)}::uuid[]) and ${isEpisodeOpen(episodes, now)}`,
    'prepared',
  );
}

export interface PersonRow {
  id: string;
  slug: string;
  name: string;
  profession: string;
  avatar_id: string | null;
  color: string | null;
}

/** Open people by id. */
export async function listPeopleById(
  db: Queryable,
  locale: Locale,
  now: Date,
  ids: string[],
): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  return rows(
    db,
    sql`select p.id, p.slug, p.${inLocale(locale, 'name')} as name, p.${inLocale(locale, 'profession')} as profession,
        p.avatar_id, a.color
      from catalog_people p left join catalog_artworks a on a.id = p.avatar_id
      where p.id = any(${sql.param(ids)}::uuid[]) and ${isOpen(alias(people, 'p'), now)}`,
    'prepared',
  );
}

/**
 * A page of a programme's episodes, and how many there are: by the day of their release, those of one day by number, or by number
 * alone. The programme itself was admitted before.
 */
export async function listEpisodes(
  db: Queryable,
  locale: Locale,
  now: Date,
  programmeId: string,
  options: {
    season: number | undefined;
    by: 'latest' | 'episode_number';
    order: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<{ episodes: EpisodeRow[]; total: number }> {
  const where = sql`where catalog_episodes.programme_id = ${programmeId} and ${isEpisodeOpen(episodes, now)}
    ${options.season === undefined ? sql`` : sql`and catalog_episodes.season_number = ${options.season}`}`;
  const order = sql.raw(options.order);
  const day = options.by === 'latest' ? sql`date_trunc('day', ${releasedAt}, 'UTC') ${order},` : sql``;
  const [found, counted] = await Promise.all([
    rows<EpisodeRow>(
      db,
      sql`select ${episodeColumns(locale)} from catalog_episodes ${episodeJoins}
        ${where} order by ${day} catalog_episodes.season_number ${order}, catalog_episodes.number ${order}
        limit ${options.limit} offset ${options.offset}`,
    ),
    rows<{ total: number }>(db, sql`select count(*)::int as total from catalog_episodes ${where}`),
  ]);
  return { episodes: found, total: counted[0]?.total ?? 0 };
}

/**
 * Programmes like one: shared cast weighs 4 each, shared genres 3, the same sub-category 2, the same category 1; newer
 * first among equals. Candidates are all of the cast's, the newest 100 of each genre and of the category, and the newest
 * there are, so that a small shelf is filled up. All of them are such that the viewer may see them.
 */
export function listSimilar(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  programmeId: string,
  limit: number,
): Promise<CardRow[]> {
  const visible = maySee(programmes, viewer, now);
  return rows(
    db,
    sql`with this as materialized (
        select id, category_id, sub_category_id from catalog_programmes where id = ${programmeId}),
      scored as (
        select catalog_programmes.id, 4 as points from catalog_credits cr
          join catalog_credits other on other.person_id = cr.person_id
          join catalog_programmes on catalog_programmes.id = other.programme_id
          where cr.programme_id = ${programmeId} and ${visible}
        union all
        select near.id, 3 from catalog_programme_genres g
          cross join lateral (
            select catalog_programmes.id from catalog_programme_genres pg
            join catalog_programmes on catalog_programmes.id = pg.programme_id
            where pg.genre_id = g.genre_id and ${visible}
            order by pg.listed_at desc, pg.programme_id desc limit 100) near
          where g.programme_id = ${programmeId}
        union all
        select near.id, case when near.sub_category_id = this.sub_category_id then 3 else 1 end from this
          cross join lateral (
            select id, sub_category_id from catalog_programmes
            where category_id = this.category_id and ${visible} order by ${newest} limit 100) near
        union all
        (select id, 0 from catalog_programmes where ${visible} order by ${newest} limit ${limit + 1})),
      chosen as (
        select catalog_programmes.id, sum(points) as points
        from scored join catalog_programmes using (id) where id <> ${programmeId}
        group by catalog_programmes.id order by points desc, ${newest} limit ${limit})
      select ${cardColumns(locale, now)}
      from chosen join catalog_programmes on catalog_programmes.id = chosen.id ${cardJoins}
      order by chosen.points desc, ${newest}`,
  );
}
