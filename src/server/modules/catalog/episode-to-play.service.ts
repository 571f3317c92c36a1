/** Which episode a series' button plays. */

import { sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import { isEpisodeOpen } from '../entitlement/entitlement.ts';
import { episodes } from './catalog.tables.ts';

export interface EpisodeToPlay {
  id: string;
  season_number: number;
  number: number;
}

/**
 * The episode a series' button plays: the one the profile is in the middle of; after a finished one, the next; without
 * either, the first. Only episodes with a ready video count.
 */
export async function findEpisodeToPlay(
  db: Queryable,
  now: Date,
  programmeId: string,
  profileId: string | undefined,
): Promise<EpisodeToPlay | undefined> {
  const found = await queryRows<EpisodeToPlay>(
    db,
    sql`with last as (
        select e.season_number, e.number, pr.position_seconds >= pr.duration_seconds * 0.95 as finished
        from viewing_progress pr join catalog_episodes e on e.id = pr.item_id
        where pr.profile_id = ${profileId ?? null}::uuid and pr.programme_id = ${programmeId}
        order by pr.updated_at desc limit 1)
      select catalog_episodes.id, catalog_episodes.season_number, catalog_episodes.number
      from catalog_episodes
      join ingest_assets a on a.id = catalog_episodes.asset_id and a.state = 'ready'
      left join last on true
      where catalog_episodes.programme_id = ${programmeId} and ${isEpisodeOpen(episodes, now)}
      order by case
          when last.number is null then 0
          when (catalog_episodes.season_number, catalog_episodes.number) = (last.season_number, last.number) and not last.finished then 0
          when (catalog_episodes.season_number, catalog_episodes.number) > (last.season_number, last.number) then 1
          else 2 end,
        catalog_episodes.season_number, catalog_episodes.number limit 1`,
  );
  return found[0];
}
