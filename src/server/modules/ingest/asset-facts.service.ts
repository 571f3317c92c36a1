/** The facts of videos that the lists of other modules show. */
import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { ingestAssets } from './ingest.tables.ts';

interface AssetFacts {
  state: (typeof ingestAssets.$inferSelect)['state'];
  /** Whether there are captions in every language of the service. */
  isCaptioned: boolean;
}

/** Korean and English. */
const languages = 2;

/** The videos of some ids: one query for all rows of a page. */
export async function assetFactsOf(db: Queryable, ids: (string | null)[]): Promise<Map<string, AssetFacts>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({
      id: ingestAssets.id,
      state: ingestAssets.state,
      captions: sql<number>`(select count(*)::int from ingest_captions c where c.asset_id = ${ingestAssets.id})`,
    })
    .from(ingestAssets)
    .where(inArray(ingestAssets.id, wanted));
  return new Map(rows.map(({ id, state, captions }) => [id, { state, isCaptioned: captions >= languages }]));
}
