/** Keeps what a programme's row says of its episodes, and its place among the newest. */
import { type SQLWrapper, sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import { enqueueMany } from '../../jobs/queue.ts';
import { isEpisodeOpen } from '../entitlement/entitlement.ts';
import { indexDocuments } from '../search/documents.service.ts';
import { releasedAt } from './catalog.repo.ts';
import { episodes, seasons } from './catalog.tables.ts';
import { episodeSource, programmeSource } from './search-sources.service.ts';

export const refreshSeriesJobName = 'catalog_refresh_series';

export interface RefreshSeriesPayload {
  programmeId: string;
}

export const announceEpisodeJobName = 'catalog_announce_episode';

export interface AnnounceEpisodePayload {
  programmeId: string;
}

/** An episode that came out longer ago is no news: it was entered late. */
const newsMs = 3_600_000;

/**
 * Sets `episode_count`, `latest_episode_at` and `listed_at` of programmes, and `listed_at` of their genres, from the episodes
 * that are open now, and has search find them by the names they have now. For the next instant at which a window of an episode or
 * a season opens or closes, a job is put in that does it again; when a new episode has just come out, one that tells open pages.
 * Programmes are locked in the order of their ids, so that two changes do not wait for each other; one that would stay the same is
 * not written: its row stands in many indexes.
 */
export async function refreshSeries(tx: Queryable, programmeIds: string[]): Promise<void> {
  const ids = [...new Set(programmeIds)].sort();
  if (ids.length === 0) return;
  const all = sql`any(${sql.param(ids)}::uuid[])`;
  const announced = await queryRows<{ id: string }>(
    tx,
    sql`
    with known as materialized (
      select id, published, latest_episode_at, coalesce(available_from, created_at) as began
      from catalog_programmes where id = ${all} order by id for no key update),
    own as (
      select programme_id, count(*)::int as total, max(${releasedAt}) as latest
      from catalog_episodes where programme_id = ${all} and ${isEpisodeOpen(episodes, sql`now()`)} group by programme_id),
    wanted as (
      select known.*, coalesce(own.total, 0) as total, own.latest, greatest(known.began, own.latest) as listed_at
      from known left join own on own.programme_id = known.id),
    programme as (
      update catalog_programmes p
      set episode_count = wanted.total, latest_episode_at = wanted.latest, listed_at = wanted.listed_at
      from wanted
      where p.id = wanted.id and (p.episode_count, p.latest_episode_at, p.listed_at)
        is distinct from (wanted.total, wanted.latest, wanted.listed_at)),
    genres as (
      update catalog_programme_genres g set listed_at = wanted.listed_at
      from wanted where g.programme_id = wanted.id and g.listed_at <> wanted.listed_at)
    select id from wanted where published and latest > coalesce(latest_episode_at, '-infinity')
      and latest > now() - make_interval(secs => ${newsMs / 1000}) order by id`,
  );
  await enqueueMany<AnnounceEpisodePayload>(
    tx,
    { name: announceEpisodeJobName },
    announced.map(({ id }) => ({ payload: { programmeId: id }, key: `catalog:${id}:announce` })),
  );
  await indexDocuments(tx, programmeSource, ids);
  const next = await queryRows<{ id: string; next: Date }>(
    tx,
    sql`select programme_id as id, min(instant) as next from (
        select programme_id, published, available_from, available_until from catalog_episodes where programme_id = ${all}
        union all
        select programme_id, published, available_from, available_until from catalog_seasons where programme_id = ${all}) parts,
      lateral (values (available_from), (available_until)) as windows(instant)
    where published and instant > now() group by programme_id order by programme_id`,
  );
  await enqueueMany<RefreshSeriesPayload>(
    tx,
    { name: refreshSeriesJobName },
    next.map(({ id, next }) => ({
      payload: { programmeId: id },
      key: `catalog:${id}:refresh`,
      runAt: next,
    })),
  );
}

/**
 * The same columns as `refreshSeries` sets, as they are at another instant: of every programme of which an episode or a season
 * opens or closes between now and then. For previews, whose transaction is rolled back: it puts in no job and tells nobody.
 */
export async function showSeriesAt(tx: Queryable, at: Date): Promise<void> {
  const lies = (instant: SQLWrapper) =>
    sql`(${instant} > least(now(), ${at}::timestamptz) and ${instant} <= greatest(now(), ${at}::timestamptz))`;
  await tx.execute(sql`
    with due as (
      select programme_id from ${episodes} where published and ${lies(episodes.availableFrom)}
      union select programme_id from ${episodes} where published and ${lies(episodes.availableUntil)}
      union select programme_id from ${seasons} where published and ${lies(seasons.availableFrom)}
      union select programme_id from ${seasons} where published and ${lies(seasons.availableUntil)}),
    own as (
      select due.programme_id, count(${episodes.id})::int as total, max(${releasedAt}) as latest
      from due left join ${episodes} on ${episodes.programmeId} = due.programme_id and ${isEpisodeOpen(episodes, at)}
      group by due.programme_id),
    programme as (
      update catalog_programmes p set
        episode_count = own.total,
        latest_episode_at = own.latest,
        listed_at = greatest(coalesce(p.available_from, p.created_at), own.latest)
      from own where p.id = own.programme_id
      returning p.id, p.listed_at)
    update catalog_programme_genres g set listed_at = programme.listed_at
    from programme where g.programme_id = programme.id and g.listed_at <> programme.listed_at`);
}

/** `refreshSeries` for the programmes of changed or removed episodes, which search finds by their own names. */
export async function refreshEpisodes(
  tx: Queryable,
  changed: { id: string; programmeId: string }[],
): Promise<void> {
  await refreshSeries(
    tx,
    changed.map(({ programmeId }) => programmeId),
  );
  await indexDocuments(
    tx,
    episodeSource,
    changed.map(({ id }) => id),
  );
}
