/** Counts of the playbacks that are on now, and of those of the last day. */
import { sql } from 'drizzle-orm';
import type { Locale } from '../../../contract/errors.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { inLocale } from '../../db/columns.ts';

export interface Counted {
  by: 'all' | 'title' | 'channel' | 'clip' | 'device' | 'country' | 'node';
  /** The id of a record, a device, a country or the name of a node; null if it is not known. */
  key: string | null;
  name: string | null;
  medium: 'tv' | 'radio' | null;
  streams: number;
}

/** The playbacks whose last heartbeat is later than an instant, in all and by their facts, the most frequent first. */
export const countCurrent = (db: Queryable, locale: Locale, aliveSince: Date, most: number) =>
  queryRows<Counted>(
    db,
    sql`with live as materialized (
        select programme_id, channel_id, clip_id, device, region, node from playback_sessions
        where ended_at is null and heartbeat_at > ${aliveSince}),
      titles as (select programme_id as id, count(*) as n from live where programme_id is not null
        group by 1 order by n desc, id limit ${most}),
      channels as (select channel_id as id, count(*) as n from live where channel_id is not null
        group by 1 order by n desc, id limit ${most}),
      clips as (select clip_id as id, count(*) as n from live where clip_id is not null
        group by 1 order by n desc, id limit ${most})
      select "by", key, name, medium, streams::int as streams from (
        select 'all' as "by", null as key, null as name, null as medium, count(*) as streams from live
        union all select 'device', device, null, null, count(*) from live group by device
        union all select 'country', region, null, null, count(*) from live group by region
        union all select 'node', node, null, null, count(*) from live group by node
        union all select 'title', t.id::text, ${inLocale(locale, 'c.title')}, null, t.n
          from titles t join catalog_programmes c on c.id = t.id
        union all select 'channel', t.id::text, ${inLocale(locale, 'c.name')}, c.medium, t.n
          from channels t join live_channels c on c.id = t.id
        union all select 'clip', t.id::text, ${inLocale(locale, 'c.title')}, null, t.n
          from clips t join partner_video_clips c on c.id = t.id) counted
      order by streams desc, name, key`,
  );

/**
 * How many playbacks were on at each step up to now, the oldest step first. A playback counts from its start to its end, or to its last
 * heartbeat if it fell silent. Each one is read once: it adds one at the first step after its start, and takes it away after its end.
 */
export const countByStep = (
  db: Queryable,
  { now, aliveSince, minutes, steps }: { now: Date; aliveSince: Date; minutes: number; steps: number },
) =>
  queryRows<{ at: Date; streams: number }>(
    db,
    sql`with grid as (
        select make_interval(mins => ${minutes}::int) as step,
          date_bin(make_interval(mins => ${minutes}::int), ${now}::timestamptz, 'epoch') as last),
      span as (
        select started_at as begins, coalesce(ended_at, case when heartbeat_at <= ${aliveSince} then heartbeat_at end) as ends
        from playback_sessions, grid
        where ended_at is null or ended_at > last - ${steps}::int * step),
      change as (
        select greatest(date_bin(step, begins - interval '1 microsecond', 'epoch') + step, last - (${steps}::int - 1) * step) as at,
          1 as by from span, grid
        union all
        select greatest(date_bin(step, ends - interval '1 microsecond', 'epoch') + step, last - (${steps}::int - 1) * step), -1
        from span, grid where ends is not null),
      at as (select last - n * step as at from grid, generate_series(0, ${steps}::int - 1) n)
      select at.at, sum(coalesce(sum(change.by), 0)) over (order by at.at)::int as streams
      from at left join change on change.at = at.at group by at.at order by at.at`,
  );
