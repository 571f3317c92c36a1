/** The titles and steps of assets, and conditions on them. */
import { type SQL, sql } from 'drizzle-orm';
import { type IngestStepName, ingestSteps } from '../../../contract/admin/ingest.ts';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';
import { searched } from '../../db/search-text.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { ingestAssets } from './ingest.tables.ts';

interface TitleRow {
  asset_id: string;
  programme_id: string;
  programme: string;
  episode_id: string | null;
  season_number: number | null;
  episode_number: number | null;
  episode: string;
  other_titles: number;
}

/** The oldest movie or episode of each asset, by the asset's id. */
export async function listTitles(
  db: Queryable,
  assetIds: string[],
  locale: Locale,
): Promise<Map<string, TitleRow>> {
  const rows = await queryRows<TitleRow>(
    db,
    sql`select distinct on (t.asset_id) t.asset_id, t.programme_id, ${inLocale(locale, 'p.title')} as programme,
        t.episode_id, t.season_number, t.episode_number, coalesce(${inLocale(locale, 't.title')}, '') as episode,
        (count(*) over (partition by t.asset_id) - 1)::int as other_titles
      from (
        select asset_id, created_at, id, id as programme_id, null::uuid as episode_id, null::int as season_number,
          null::int as episode_number, null as title_ko, null as title_en
        from ${programmes} where asset_id = any(${sql.param(assetIds)}::uuid[])
        union all
        select asset_id, created_at, id, programme_id, id, season_number, number, title_ko, title_en
        from ${episodes} where asset_id = any(${sql.param(assetIds)}::uuid[])
      ) t join ${programmes} p on p.id = t.programme_id
      order by t.asset_id, t.created_at, t.id`,
  );
  return new Map(rows.map((row) => [row.asset_id, row]));
}

/** Assets whose file name, or the name of whose program or episode, contains a text. */
export const isCalled = (text: string): SQL => sql`${ingestAssets.id} in (
  select id from ${ingestAssets} where ${searched([ingestAssets.fileName], text)}
  union all select asset_id from ${programmes} where ${searched([programmes.titleKo, programmes.titleEn], text)}
  union all select asset_id from ${episodes} where ${searched([episodes.titleKo, episodes.titleEn], text)}
  union all select e.asset_id from ${episodes} e where e.programme_id in (
    select id from ${programmes} where ${searched([programmes.titleKo, programmes.titleEn], text)}))`;

/** Assets of a movie, or of the episodes of a series. */
export const isOfProgramme = (programmeId: string): SQL => sql`${ingestAssets.id} in (
  select asset_id from ${programmes} where id = ${programmeId}
  union all select asset_id from ${episodes} where programme_id = ${programmeId})`;

const isProcessing = sql`${ingestAssets.state} = 'processing'`;

/** Assets whose first unfinished step is the given one. The conditions repeat that of the index of unfinished steps. */
export function isAtStep(step: IngestStepName): SQL {
  const before = ingestSteps[ingestSteps.indexOf(step) - 1];
  const unfinished = (name: string) =>
    sql`select asset_id from ingest_steps where step = ${name} and state <> 'done'`;
  const isFirst =
    before === undefined
      ? sql``
      : sql`and not exists (select from (${unfinished(before)}) earlier where earlier.asset_id = ${ingestAssets.id})`;
  return sql`(${isProcessing} and ${ingestAssets.id} in (${unfinished(step)}) ${isFirst})`;
}

/** Assets whose current step waits for a worker. */
export const isQueued: SQL = sql`(${isProcessing} and not exists (
  select from ingest_steps s where s.asset_id = ${ingestAssets.id} and s.state = 'running'))`;
