/** What profiles have watched, one row per viewing. Playback writes it (`beatSession`); this file reads and deletes it. */

import { type SQL, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';
import type { Viewer } from '../../http/caller.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { stillOf } from '../catalog/still.service.ts';
import { isEpisodeOpen, maySee } from '../entitlement/entitlement.ts';

type Own = Viewer & { profileId: string };

export interface HistoryRow {
  id: string;
  programme_id: string;
  episode_id: string | null;
  /** Empty when the programme was deleted, and so is its title. */
  slug: string;
  title: string;
  season_number: number | null;
  number: number | null;
  episode_title: string | null;
  image_id: string | null;
  image_color: string | null;
  premium: boolean;
  playable: boolean;
  started_at: string;
  watched_seconds: number;
  position_seconds: number;
  duration_seconds: number;
}
export type HouseholdHistoryRow = HistoryRow & { profile_id: string; profile_name: string };

/** The part of a profile's history that it may see today. */
const seen = (viewer: Own, now: Date) => sql`
  from viewing_history h
  join catalog_programmes on catalog_programmes.id = h.programme_id
  left join catalog_episodes on catalog_episodes.id = h.episode_id
  where h.profile_id = ${viewer.profileId} and ${maySee(programmes, viewer, now)}
    and (h.episode_id is null or ${isEpisodeOpen(episodes, now)})`;

const viewing = sql`h.id, h.programme_id, h.episode_id, h.started_at, h.watched_seconds, h.position_seconds,
  h.duration_seconds`;

/** The viewings that `page` selects, newest first, with the names and pictures of their titles and episodes. */
const withTitles = (page: SQL, locale: Locale) => sql`
  with page as (${page})
  select page.*, coalesce(p.slug, '') as slug, coalesce(p.${inLocale(locale, 'title')}, '') as title,
    coalesce(p.premium, false) as premium, e.season_number, e.number, e.${inLocale(locale, 'title')} as episode_title,
    image.id as image_id, image.color as image_color, coalesce(a.state = 'ready', false) as playable
  from page left join catalog_programmes p on p.id = page.programme_id
  left join catalog_episodes e on e.id = page.episode_id
  left join ingest_assets a on a.id = case when page.episode_id is null then p.asset_id else e.asset_id end
  left join catalog_artworks image on image.id = coalesce(${stillOf('e')}, p.landscape_id)
  order by page.started_at desc, page.id desc`;

/** A part of a profile's history, newest first. */
export function listHistory(
  db: Queryable,
  viewer: Own,
  locale: Locale,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  return queryRows<HistoryRow>(
    db,
    withTitles(
      sql`select ${viewing} ${seen(viewer, now)}
        order by h.started_at desc, h.id desc limit ${limit} offset ${offset}`,
      locale,
    ),
  );
}

/** A part of what all profiles of a household have watched, newest first, regardless of what they may see today. */
export function listHouseholdHistory(
  db: Queryable,
  householdId: string,
  locale: Locale,
  { limit, offset }: { limit: number; offset: number },
): Promise<HouseholdHistoryRow[]> {
  // The newest of each profile, which its index has in order: sorting everything that a household ever watched takes longer.
  return queryRows<HouseholdHistoryRow>(
    db,
    withTitles(
      sql`select ${viewing}, profiles.id as profile_id, profiles.name as profile_name
        from profiles cross join lateral (
          select * from viewing_history where profile_id = profiles.id
          order by started_at desc, id desc limit ${offset + limit}) h
        where profiles.household_id = ${householdId}
        order by h.started_at desc, h.id desc limit ${limit} offset ${offset}`,
      locale,
    ),
  );
}

/** How many viewings all profiles of a household have. */
export async function countHouseholdHistory(db: Queryable, householdId: string): Promise<number> {
  const [row] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::int as total from viewing_history
      where profile_id in (select id from profiles where household_id = ${householdId})`,
  );
  return row?.total ?? 0;
}

/** How many viewings of its history a profile may see. */
export async function countHistory(db: Queryable, viewer: Own, now: Date): Promise<number> {
  const [row] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::int as total ${seen(viewer, now)}`,
  );
  return row?.total ?? 0;
}

/**
 * Deletes one viewing and the progress of its video. Its title is removed from continue watching: without that video's progress
 * an earlier episode would put it there again.
 */
export async function deleteViewing(
  tx: Queryable,
  keys: { householdId: string; profileId: string },
  id: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with gone as (
      delete from viewing_history where id = ${id} and profile_id = ${keys.profileId}
      returning programme_id, coalesce(episode_id, programme_id) as item_id),
    progress as (
      delete from viewing_progress p using gone
      where p.profile_id = ${keys.profileId} and p.item_id = gone.item_id),
    removed as (
      delete from viewing_removed_progress r using gone
      where r.profile_id = ${keys.profileId} and r.programme_id = gone.programme_id),
    aside as (
      insert into viewing_dismissed (profile_id, programme_id, household_id, dismissed_at)
      select ${keys.profileId}::uuid, catalog_programmes.id, ${keys.householdId}::uuid, ${now}::timestamptz
      from gone join catalog_programmes on catalog_programmes.id = gone.programme_id
      on conflict (profile_id, programme_id) do update set dismissed_at = excluded.dismissed_at)
    select from gone`);
  return rows.length > 0;
}

/** Deletes everything that a profile has watched, with its progress in titles and clips. */
export async function deleteHistory(tx: Queryable, profileId: string): Promise<void> {
  for (const table of [
    'viewing_history',
    'viewing_removed_progress',
    'viewing_dismissed',
    'viewing_progress',
    'partner_video_progress',
  ])
    await tx.execute(sql`delete from ${sql.identifier(table)} where profile_id = ${profileId}`);
}

/** Seconds watched by profile and day of a zone, since an instant. */
export function sumByDay(
  db: Queryable,
  profileIds: string[],
  since: Date,
  zone: string,
): Promise<{ profile_id: string; day: string; seconds: number }[]> {
  return queryRows(
    db,
    sql`select profile_id, to_char(started_at at time zone ${zone}, 'YYYY-MM-DD') as day,
        round(sum(watched_seconds))::int as seconds
      from viewing_history where profile_id = any(${sql.param(profileIds)}::uuid[]) and started_at >= ${since}
      group by 1, 2`,
  );
}

/** How many titles each profile likes and dislikes. */
export function countRatings(
  db: Queryable,
  profileIds: string[],
): Promise<{ profile_id: string; likes: number; dislikes: number }[]> {
  return queryRows(
    db,
    sql`select profile_id, count(*) filter (where value = 1)::int as likes,
        count(*) filter (where value = 2)::int as dislikes
      from viewing_ratings where profile_id = any(${sql.param(profileIds)}::uuid[]) group by 1`,
  );
}

interface LastTitleRow {
  profile_id: string;
  programme_id: string;
  kind: 'series' | 'movie';
  slug: string;
  title: string;
  image_id: string | null;
  image_color: string | null;
}

/** The titles that profiles watched last, limited to those that the asking profile may see. */
export function listLastTitles(
  db: Queryable,
  viewer: Viewer,
  locale: Locale,
  now: Date,
  profileIds: string[],
  most: number,
): Promise<LastTitleRow[]> {
  return queryRows<LastTitleRow>(
    db,
    sql`select asked.profile_id, last.* from unnest(${sql.param(profileIds)}::uuid[]) as asked(profile_id)
      cross join lateral (
        select catalog_programmes.id as programme_id, catalog_programmes.kind, catalog_programmes.slug,
          catalog_programmes.${inLocale(locale, 'title')} as title, image.id as image_id, image.color as image_color
        from (
          select programme_id, max(started_at) as started_at from (
            select programme_id, started_at from viewing_history
            where profile_id = asked.profile_id order by started_at desc limit 200) recent
          group by programme_id) watched
        join catalog_programmes on catalog_programmes.id = watched.programme_id
        left join catalog_artworks image on image.id = catalog_programmes.landscape_id
        where ${maySee(programmes, viewer, now)}
        order by watched.started_at desc limit ${most}) last`,
  );
}
