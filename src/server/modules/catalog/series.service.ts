/** Keeps what a programme's row says of its episodes, and its place among the newest. */
import { sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import { enqueue } from '../../jobs/queue.ts';
import { isOpen } from '../entitlement/entitlement.ts';
import { indexDocuments } from '../search/documents.service.ts';
import { episodes } from './catalog.tables.ts';
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
 * Sets `episode_count`, `latest_episode_at` and `listed_at` of a programme, and `listed_at` of its genres, from its
 * episodes that are open now, and has search find both by the names they have now. For the next instant at which a window
 * of one opens or closes, a job is put in that does it again; when a new episode has just come out, one that tells open pages.
 */
export async function refreshSeries(tx: Queryable, programmeId: string): Promise<void> {
  const refreshed = await tx.execute(sql`
    with known as (select id, latest_episode_at from catalog_programmes where id = ${programmeId} for no key update),
    programme as (
      update catalog_programmes p set
        episode_count = own.total,
        latest_episode_at = own.latest,
        listed_at = greatest(coalesce(p.available_from, p.created_at), own.latest)
      from (
        select count(*)::int as total, max(coalesce(available_from, created_at)) as latest
        from catalog_episodes where programme_id = ${programmeId} and ${isOpen(episodes, sql`now()`)}) own, known
      where p.id = known.id
      returning p.id, p.listed_at, known.latest_episode_at as before, p.latest_episode_at as latest, p.published),
    genres as (
      update catalog_programme_genres g set listed_at = programme.listed_at
      from programme where g.programme_id = programme.id and g.listed_at <> programme.listed_at)
    select from programme where published and latest > coalesce(before, '-infinity')
      and latest > now() - make_interval(secs => ${newsMs / 1000})`);
  if (refreshed.rows.length > 0) {
    const payload: AnnounceEpisodePayload = { programmeId };
    await enqueue(tx, { name: announceEpisodeJobName }, payload, { key: `catalog:${programmeId}:announce` });
  }
  await indexProgramme(tx, programmeId);
  const [found] = await queryRows<{ next: Date | null }>(
    tx,
    sql`select min(instant) as next from catalog_episodes,
      lateral (values (available_from), (available_until)) as windows(instant)
    where programme_id = ${programmeId} and published and instant > now()`,
  );
  if (!found?.next) return;
  const payload: RefreshSeriesPayload = { programmeId };
  const options = { key: `catalog:${programmeId}:refresh`, runAt: found.next };
  await enqueue(tx, { name: refreshSeriesJobName }, payload, options);
}

/** `refreshSeries` of each of them, in the order of their ids, so that two changes do not wait for each other. */
export async function refreshAllSeries(tx: Queryable, programmeIds: string[]): Promise<void> {
  for (const id of [...new Set(programmeIds)].sort()) await refreshSeries(tx, id);
}

/**
 * Makes a programme and its episodes found by the names they have now. A removed episode's document finds nothing any more,
 * and goes with the next rebuild.
 */
async function indexProgramme(tx: Queryable, programmeId: string): Promise<void> {
  const own = await queryRows<{ id: string }>(
    tx,
    sql`select id from catalog_episodes where programme_id = ${programmeId}`,
  );
  const episodeIds = own.map(({ id }) => id);
  await indexDocuments(tx, programmeSource, [programmeId]);
  await indexDocuments(tx, episodeSource, episodeIds);
}
