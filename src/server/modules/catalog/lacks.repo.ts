/** What programmes and seasons lack of what hangs on them: one query for all rows of a page. */
import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';

interface LacksRow {
  id: string;
  artwork: boolean;
  video: boolean;
  captions: boolean;
}

const facts = sql`
  bool_or(v.id is not null and v.landscape_id is null) as artwork, bool_or(a.id is null) as video,
  bool_or(a.id is not null and (select count(*) from ingest_captions c where c.asset_id = a.id) < 2) as captions`;

async function lacksBy(
  db: Queryable,
  table: SQL,
  videos: SQL,
  ids: string[],
): Promise<Map<string, LacksRow>> {
  const rows = await queryRows<LacksRow>(
    db,
    sql`select own.id, ${facts} from ${table} own left join lateral (${videos}) v on true
      left join ingest_assets a on a.id = v.asset_id and a.state = 'ready'
      where own.id = any(${sql.param(ids)}::uuid[]) group by own.id`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of series the episodes lack it, of movies the movie itself. */
export const lacksOfProgrammes = (db: Queryable, ids: string[]) =>
  lacksBy(
    db,
    sql`catalog_programmes`,
    sql`select null::uuid as id, null::uuid as landscape_id, own.asset_id where own.kind = 'movie'
      union all select e.id, e.landscape_id, e.asset_id from catalog_episodes e
        where own.kind = 'series' and e.programme_id = own.id`,
    ids,
  );

export const lacksOfSeasons = (db: Queryable, ids: string[]) =>
  lacksBy(
    db,
    sql`catalog_seasons`,
    sql`select e.id, e.landscape_id, e.asset_id from catalog_episodes e where e.season_id = own.id`,
    ids,
  );
