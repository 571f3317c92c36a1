/** What programmes and seasons lack of what hangs on them: one query for all rows of a page. */
import { type SQL, sql } from 'drizzle-orm';
import type { Lack } from '../../../contract/admin/fields.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { lacking, lacksText } from '../../resource/lacking.ts';
import { episodes, people, programmes, seasons } from './catalog.tables.ts';

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

/** Episodes that are not hidden, and not in a hidden season. A condition on them follows. */
const shownEpisodes = sql`catalog_episodes e where e.published
  and exists (select from catalog_seasons s where s.id = e.season_id and s.published)`;

/** Of series the episodes lack it, of movies the movie itself. */
export const lacksOfProgrammes = (db: Queryable, ids: string[]) =>
  lacksBy(
    db,
    sql`catalog_programmes`,
    sql`select null::uuid as id, null::uuid as landscape_id, own.asset_id where own.kind = 'movie'
      union all select e.id, e.landscape_id, e.asset_id from ${shownEpisodes} and own.kind = 'series' and e.programme_id = own.id`,
    ids,
  );

export const lacksOfSeasons = (db: Queryable, ids: string[]) =>
  lacksBy(
    db,
    sql`catalog_seasons`,
    sql`select e.id, e.landscape_id, e.asset_id from catalog_episodes e where e.published and e.season_id = own.id`,
    ids,
  );

/** The ready asset of each of some videos. */
const readyOf = (videos: SQL) =>
  sql`from (${videos}) v left join ingest_assets a on a.id = v.asset_id and a.state = 'ready'`;

/** Of records that have videos. A value of a subquery is looked up by index, row by row; a join would read every episode. */
const lacksVideo = (videos: SQL) => sql`(select coalesce(bool_or(a.id is null), true) ${readyOf(videos)})`;
const lacksCaptions = (videos: SQL) =>
  sql`(select bool_or((select count(*) from ingest_captions c where c.asset_id = a.id) < 2) ${readyOf(videos)} where a.id is not null)`;

const ofProgramme = sql`select own.asset_id where own.kind = 'movie'
  union all select e.asset_id from ${shownEpisodes} and own.kind = 'series' and e.programme_id = own.id`;
const ofSeason = sql`select e.asset_id from catalog_episodes e where e.published and e.season_id = own.id`;
const ofEpisode = sql`select own.asset_id`;

type Lacking = Record<Lack, SQL>;

/** The same as the rows say. */
const programmeLacks: Lacking = {
  ...lacksText('synopsis'),
  artwork: sql`own.portrait_id is null or own.landscape_id is null or own.banner_id is null`,
  video: lacksVideo(ofProgramme),
  captions: lacksCaptions(ofProgramme),
};
const seasonLacks: Partial<Lacking> = {
  language: sql`(own.name_ko = '') <> (own.name_en = '')`,
  // Its own preview stands for those that have no still.
  artwork: sql`own.landscape_id is null
    and exists (select from catalog_episodes e where e.published and e.season_id = own.id and e.landscape_id is null)`,
  video: lacksVideo(ofSeason),
  captions: lacksCaptions(ofSeason),
};
const episodeLacks: Lacking = {
  ...lacksText('synopsis'),
  artwork: sql`own.landscape_id is null`,
  video: lacksVideo(ofEpisode),
  captions: lacksCaptions(ofEpisode),
};
const personLacks: Partial<Lacking> = {
  language: sql`(own.profession_ko = '') <> (own.profession_en = '')`,
  artwork: sql`own.avatar_id is null`,
};

/** Viewers see no parts of a hidden programme. */
const ofShownProgramme = sql`exists (select from catalog_programmes p where p.id = own.programme_id and p.published)`;

/** Those that start later are the first of the newest. */
export const programmesLacking = lacking(programmes, 'listed_at', programmeLacks);
export const seasonsLacking = lacking(seasons, 'created_at', seasonLacks, ofShownProgramme);
export const episodesLacking = lacking(
  episodes,
  'created_at',
  episodeLacks,
  sql`${ofShownProgramme} and exists (select from catalog_seasons s where s.id = own.season_id and s.published)`,
);
export const peopleLacking = lacking(people, 'created_at', personLacks);
