/** What programmes and seasons lack of what hangs on them: one query for all rows of a page. */
import { type SQL, sql } from 'drizzle-orm';
import { type Lack, maxCheckedForLacks } from '../../../contract/admin/fields.ts';
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

/** Of videos: the ready asset of each, and how many captions it has. */
const ofVideos = sql`from (select own.asset_id where own.kind = 'movie'
  union all select e.asset_id from catalog_episodes e where own.kind = 'series' and e.programme_id = own.id) v
  left join ingest_assets a on a.id = v.asset_id and a.state = 'ready'`;

/** The same as the rows say. A value of a subquery is looked up by index, row by row; a join would read every episode. */
const isLacking: Record<Lack, SQL> = {
  language: sql`own.synopsis_ko = '' or own.synopsis_en = ''`,
  artwork: sql`own.portrait_id is null or own.landscape_id is null or own.banner_id is null`,
  video: sql`(select coalesce(bool_or(a.id is null), true) ${ofVideos})`,
  captions: sql`(select bool_or((select count(*) from ingest_captions c where c.asset_id = a.id) < 2) ${ofVideos} where a.id is not null)`,
};

/**
 * The condition of programmes that lack something. Only the newest published ones are looked at, by the index of the newest: those that
 * start later are the first of them, and the price stays the same in a catalogue of any size.
 */
export const programmesLacking = (lack: Lack): SQL =>
  sql`catalog_programmes.id = any(array(select own.id from (select * from catalog_programmes where published
    order by listed_at desc, id desc limit ${maxCheckedForLacks}) own where ${isLacking[lack]}))`;

/** The ready video of an episode. */
const ofEpisode = sql`from ingest_assets a where a.id = own.asset_id and a.state = 'ready'`;

const isEpisodeLacking: Record<Lack, SQL> = {
  language: sql`own.synopsis_ko = '' or own.synopsis_en = ''`,
  artwork: sql`own.landscape_id is null`,
  video: sql`not exists (select ${ofEpisode})`,
  captions: sql`exists (select ${ofEpisode} and (select count(*) from ingest_captions c where c.asset_id = a.id) < 2)`,
};

/** The same of episodes: of the published ones those that were made last, by the index of that. */
export const episodesLacking = (lack: Lack): SQL =>
  sql`catalog_episodes.id = any(array(select own.id from (select * from catalog_episodes where published
    order by created_at desc, id desc limit ${maxCheckedForLacks}) own where ${isEpisodeLacking[lack]}))`;
