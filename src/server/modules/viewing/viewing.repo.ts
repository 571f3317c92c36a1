/** A profile's own facts about titles: My List, likes, how far it watched. */

import { and, eq, sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import type { Viewer } from '../../http/caller.ts';
import { type CardRow, cardParts } from '../catalog/catalog.service.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { isGoneForGood } from '../catalog/gone-titles.service.ts';
import { isEpisodeOpen, maySee } from '../entitlement/entitlement.ts';
import { finishedShare } from './viewing.service.ts';
import { myList, ratings } from './viewing.tables.ts';

interface Keys {
  householdId: string;
  profileId: string;
  programmeId: string;
}

interface ContinueRow extends CardRow {
  episode_id: string | null;
  season_number: number | null;
  number: number | null;
  position_seconds: number;
  duration_seconds: number;
}

/**
 * Titles that a profile can continue, last watched first, each with its card: the unfinished title, or the episode after a finished
 * one. Finished movies and series without a following episode are left out.
 */
export async function listContinue(
  db: Queryable,
  viewer: Viewer & { profileId: string },
  locale: Locale,
  now: Date,
  limit: number,
): Promise<ContinueRow[]> {
  const card = cardParts(locale, now);
  return queryRows<ContinueRow>(
    db,
    sql`
    with latest as (
      select distinct on (programme_id) * from viewing_progress
      where profile_id = ${viewer.profileId} order by programme_id, updated_at desc),
    marked as (
      select latest.*, position_seconds >= duration_seconds * ${finishedShare}::float8 as finished from latest
      where not exists (select from viewing_dismissed s where s.profile_id = ${viewer.profileId}
        and s.programme_id = latest.programme_id and s.dismissed_at >= latest.updated_at)),
    begun as (select catalog_programmes.id as programme_id, marked.updated_at,
      target.id as episode_id, target.season_number, target.number,
      case when marked.finished then coalesce(target.position_seconds, 0) else marked.position_seconds end as position_seconds,
      case when marked.finished then coalesce(target.duration_seconds, 0) else marked.duration_seconds end as duration_seconds
    from marked
    join catalog_programmes on catalog_programmes.id = marked.programme_id
    left join lateral (
      select catalog_episodes.id, catalog_episodes.season_number, catalog_episodes.number,
        pr.position_seconds, coalesce(a.duration_ms / 1000.0, 0)::float8 as duration_seconds
      from catalog_episodes
      join ingest_assets a on a.id = catalog_episodes.asset_id and a.state = 'ready'
      left join viewing_progress pr on pr.profile_id = ${viewer.profileId} and pr.item_id = catalog_episodes.id
        and pr.position_seconds < pr.duration_seconds * ${finishedShare}::float8
      where marked.episode_id is not null
        and catalog_episodes.programme_id = marked.programme_id and ${isEpisodeOpen(episodes, now)}
        and case when marked.finished then
          (catalog_episodes.season_number, catalog_episodes.number) >
            (select e.season_number, e.number from catalog_episodes e where e.id = marked.episode_id)
          else catalog_episodes.id = marked.episode_id end
      order by catalog_episodes.season_number, catalog_episodes.number limit 1) target on true
    where ${maySee(programmes, viewer, now)}
      and (target.id is not null or (marked.episode_id is null and not marked.finished))
    order by marked.updated_at desc limit ${limit})
    select begun.episode_id, begun.season_number, begun.number, begun.position_seconds, begun.duration_seconds,
      ${card.columns}
    from begun
    join catalog_programmes on catalog_programmes.id = begun.programme_id ${card.joins}
    order by begun.updated_at desc`,
    // Planning its joins takes longer than running it.
    'prepared',
  );
}

/** Dismisses a title from continue watching until it is played again. */
export async function dismissTitle(db: Queryable, keys: Keys, now: Date): Promise<void> {
  // Nothing is written for a title that does not exist.
  await db.execute(sql`
    insert into viewing_dismissed (profile_id, programme_id, household_id, dismissed_at)
    select ${keys.profileId}::uuid, id, ${keys.householdId}::uuid, ${now}::timestamptz from catalog_programmes where id = ${keys.programmeId}
    on conflict (profile_id, programme_id) do update set dismissed_at = excluded.dismissed_at`);
}

/**
 * Deletes a profile's progress in a title. The deleted rows are stored aside for a day so that the removal can be undone. A
 * second removal finds nothing and leaves the rows of the first as they are.
 */
export async function removeProgress(tx: Queryable, keys: Keys, now: Date): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from viewing_progress
      where profile_id = ${keys.profileId} and programme_id = ${keys.programmeId} returning *),
    past as (
      delete from viewing_removed_progress where profile_id = ${keys.profileId}
        and programme_id <> ${keys.programmeId} and removed_at < ${now}::timestamptz - interval '1 day')
    insert into viewing_removed_progress (profile_id, programme_id, household_id, removed_at, progress)
    select profile_id, programme_id, household_id, ${now}::timestamptz, jsonb_agg(gone) from gone
    group by profile_id, programme_id, household_id
    on conflict (profile_id, programme_id) do update
      set removed_at = excluded.removed_at, progress = excluded.progress`);
}

/** Undoes the dismissal or removal of a title from continue watching. Progress made since then stays. */
export async function restoreProgress(
  tx: Queryable,
  keys: Pick<Keys, 'profileId' | 'programmeId'>,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    delete from viewing_dismissed
    where profile_id = ${keys.profileId} and programme_id = ${keys.programmeId}`);
  await tx.execute(sql`
    with kept as (
      delete from viewing_removed_progress
      where profile_id = ${keys.profileId} and programme_id = ${keys.programmeId} returning *)
    insert into viewing_progress
    select row.* from kept, jsonb_populate_recordset(null::viewing_progress, kept.progress) row
    where kept.removed_at > ${now}::timestamptz - interval '1 day'
    on conflict (profile_id, item_id) do nothing`);
}

/** Programme ids of a profile's My List, last added first, and how many the viewer may see. */
export async function listMyList(
  db: Queryable,
  viewer: Viewer & { profileId: string },
  now: Date,
  page: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const [found] = await queryRows<{ ids: string[]; total: number }>(
    db,
    sql`with seen as materialized (
      select l.programme_id, l.added_at
      from viewing_my_list l join catalog_programmes on catalog_programmes.id = l.programme_id
      where l.profile_id = ${viewer.profileId} and ${maySee(programmes, viewer, now)})
    select (select count(*)::int from seen) as total, array(
      select programme_id from seen order by added_at desc, programme_id desc
      limit ${page.limit} offset ${page.offset}) as ids`,
  );
  return found ?? { ids: [], total: 0 };
}

/** Programme ids that a profile has rated, last rated first, and how many of them the viewer may see. */
export async function listRatings(
  db: Queryable,
  viewer: Viewer & { profileId: string },
  now: Date,
  page: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const [found] = await queryRows<{ ids: string[]; total: number }>(
    db,
    sql`with seen as materialized (
      select r.programme_id, r.rated_at
      from viewing_ratings r join catalog_programmes on catalog_programmes.id = r.programme_id
      where r.profile_id = ${viewer.profileId} and ${maySee(programmes, viewer, now)})
    select (select count(*)::int from seen) as total, array(
      select programme_id from seen order by rated_at desc, programme_id desc
      limit ${page.limit} offset ${page.offset}) as ids`,
  );
  return found ?? { ids: [], total: 0 };
}

/** Deletes what My Lists and likes keep of titles that are gone for good. */
export async function forgetGoneTitles(db: Queryable, now: Date): Promise<void> {
  for (const table of [myList, ratings]) await db.delete(table).where(isGoneForGood(table.programmeId, now));
}

/** Adds to My List; adding again changes nothing. */
export async function insertMyList(db: Queryable, keys: Keys): Promise<void> {
  await db.insert(myList).values(keys).onConflictDoNothing();
}

export async function deleteMyList(
  db: Queryable,
  keys: Pick<Keys, 'profileId' | 'programmeId'>,
): Promise<void> {
  await db
    .delete(myList)
    .where(and(eq(myList.profileId, keys.profileId), eq(myList.programmeId, keys.programmeId)));
}

/** Sets a like: 1 liked, 2 disliked, 0 neither. */
export async function setRating(db: Queryable, keys: Keys, value: 0 | 1 | 2, now: Date): Promise<void> {
  if (value === 0) {
    await db
      .delete(ratings)
      .where(and(eq(ratings.profileId, keys.profileId), eq(ratings.programmeId, keys.programmeId)));
    return;
  }
  await db
    .insert(ratings)
    .values({ ...keys, value, ratedAt: now })
    .onConflictDoUpdate({ target: [ratings.profileId, ratings.programmeId], set: { value, ratedAt: now } });
}
