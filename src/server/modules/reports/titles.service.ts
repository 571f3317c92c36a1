/** Titles as facts know them: what was called how and belonged where. A row of `reports_titles` is never changed. */
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
/** Rows of `source`, which has the columns of titles, with what tells titles apart. */
const signed = sql`signed as materialized (select *, md5(row(${titleColumns})::text) as signature from source)`;
const insertedTitles = (where: SQL) => sql`titled as (
  insert into reports_titles (signature, ${titleColumns})
  select distinct signature, ${titleColumns} from signed where ${where} order by 1
  on conflict (signature) do update set signature = excluded.signature returning id, signature)`;

/** CTEs after a `source` with the columns of titles: `signed`, its rows, and `titled`, the titles of those that meet a condition. */
export const titled = (where = sql`true`): SQL => sql`${signed}, ${insertedTitles(where)}`;

/** The columns of the title that a row `s` plays, as it is called and belongs now. */
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

/** What these columns come from: also the episode `e`. */
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
 * What a playback session keeps of its title when it opens (`Context`). The row of a title is there after its first session: it is only
 * read then, so that sessions of a popular title do not wait for each other. Where two open at once, the second waits for the first.
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
