/**
 * Titles of facts, with their names, categories and partner at that time. Rows of `reports_titles` are never
 * changed.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Hooks } from '../../context.ts';

const titleColumns = sql.raw(
  [
    'kind',
    'target_id',
    ...['title', 'category', 'sub_category', 'content_partner'].flatMap((name) =>
      name === 'title' ? ['title_ko', 'title_en'] : [`${name}_id`, `${name}_ko`, `${name}_en`],
    ),
  ].join(', '),
);
/** Rows of `source`, which has the columns of titles, with the signature that identifies a title. */
const signed = sql`signed as materialized (select *, md5(row(${titleColumns})::text) as signature from source)`;
const insertedTitles = (where: SQL) => sql`titled as (
  insert into reports_titles (signature, ${titleColumns})
  select distinct signature, ${titleColumns} from signed where ${where} order by 1
  on conflict (signature) do update set signature = excluded.signature returning id, signature)`;

/**
 * CTEs after a `source` with the columns of titles. `signed` has its rows, and `titled` the titles of those
 * that meet a condition.
 */
export const titled = (where = sql`true`): SQL => sql`${signed}, ${insertedTitles(where)}`;

/** Columns of the title that a row `s` plays, with its present names, categories and partner. */
export const playedTitle = sql`
  case when s.clip_id is not null then 'clip' when s.channel_id is not null then 'channel'
    else coalesce(p.kind, case when s.episode_id is null then 'movie' else 'series' end) end as kind,
  coalesce(s.programme_id, s.clip_id, s.channel_id) as target_id,
  coalesce(p.title_ko, y.title_ko, l.name_ko, '') as title_ko,
  coalesce(p.title_en, y.title_en, l.name_en, '') as title_en,
  coalesce(c.id, yc.id) as category_id,
  coalesce(c.name_ko, yc.name_ko) as category_ko, coalesce(c.name_en, yc.name_en) as category_en,
  coalesce(b.id, yb.id) as sub_category_id,
  coalesce(b.name_ko, yb.name_ko) as sub_category_ko, coalesce(b.name_en, yb.name_en) as sub_category_en,
  n.id as content_partner_id, n.name_ko as content_partner_ko, n.name_en as content_partner_en`;

/** Joins for these columns, and for the episode `e`. */
export const playedJoins = sql`
  left join catalog_programmes p on p.id = s.programme_id
  left join catalog_episodes e on e.id = s.episode_id
  left join catalog_categories c on c.id = p.category_id
  left join catalog_categories b on b.id = p.sub_category_id
  left join catalog_content_partners n on n.id = p.content_partner_id
  left join partner_video_clips y on y.id = s.clip_id
  left join partner_video_categories yc on yc.id = y.category_id
  left join partner_video_categories yb on yb.id = y.sub_category_id
  left join live_channels l on l.id = s.channel_id`;

/**
 * Title of a playback session when it opens (`Context`). The first session of a title inserts its row. Later
 * sessions only read the row, so that sessions of a popular title do not wait for each other. If two first
 * sessions open at once, the second waits.
 */
export const titleOfPlayback: Hooks['titleOfPlayback'] = ({
  programmeId,
  episodeId,
  clipId,
  channelId,
}) => sql`
  source as materialized (
    select e.season_number as season, e.number as episode, ${playedTitle}
    from (select ${programmeId}::uuid as programme_id, ${episodeId}::uuid as episode_id, ${clipId}::uuid as clip_id,
      ${channelId}::uuid as channel_id) s ${playedJoins}),
  ${signed},
  known as (select id from reports_titles where signature = (select signature from signed)),
  ${insertedTitles(sql`not exists (select from known)`)},
  title as (select (select id from known union all select id from titled) as title_id, season, episode from source)`;
