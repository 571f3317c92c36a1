/** Copies what has happened into facts. Every function may run again over the same time: what is there stays as it is. */
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { type Database, type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { makePastPartitions } from '../../db/partitions.ts';
import { dayIn, startOfDay } from '../../zone.ts';
import { countFinds, type QueryFacts, queryFactsOf } from '../search/query-facts.service.ts';
import { finishedShare } from '../viewing/viewing.service.ts';
import { factsFrom } from './counting.service.ts';
import { cursors } from './reports.tables.ts';
import { playedJoins, playedTitle, titled } from './titles.service.ts';

/** A day closes after so many days: what comes later counts on the day it comes. */
export const openDays = 3;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A transaction that commits late stands a little before where the cursor is. */
const overlapMs = 15 * minuteMs;
/** What was there before is taken over a week at a time. */
const sliceMs = 7 * dayMs;

/** The time of what is copied, and how it counts. */
interface Copying {
  after: Date;
  until: Date;
  zone: string;
  today: string;
  /** Nothing has been reported of these days: everything counts on its own. */
  takingOver: boolean;
  /** How much queries find, where that is known. */
  finds?: ReadonlyMap<string, number> | undefined;
}

/** The day that an instant of a column lies in. */
const dayOf = (at: SQL, { zone }: Copying) => sql`(${at} at time zone ${zone})::date`;

/** The day on which something of a day counts. */
const countedOn = (day: SQL, { takingOver, today }: Copying) =>
  takingOver ? day : sql`case when ${today}::date - ${day} > ${openDays} then ${today}::date else ${day} end`;

/** Says that days are to be counted again. The lock makes a count that runs now wait until these facts can be seen. */
const changedDays = sql`changed as (
  insert into reports_changed_days (day) select distinct counted_on from facts order by 1
  on conflict (day) do update set day = excluded.day)`;

const hash = (parts: SQL, bytes: number) =>
  sql`encode(substring(sha256(convert_to(${parts}, 'UTF8')) for ${sql.raw(String(bytes))}), 'hex')`;
/** Stands for a person or a household; without the salt nothing leads back. */
const pseudonym = (salt: SQL, id: SQL) =>
  sql`('x' || ${hash(sql`${salt}::text || ${id}::text`, 8)})::bit(64)::bigint`;

const ensureSalts = (tx: Queryable, households: SQL) =>
  tx.execute(sql`
    insert into reports_salts (household_id)
    select distinct h.id from (${households}) o join accounts_households h on h.id = o.household_id order by 1
    on conflict do nothing`);

/** Of what stands in no category. */
const unplaced = sql`null::uuid as category_id, null as category_ko, null as category_en, null::uuid as sub_category_id,
  null as sub_category_ko, null as sub_category_en, null::uuid as content_partner_id, null as content_partner_ko,
  null as content_partner_en`;

/** What a session kept when it opened; null: it opened before there was anything to keep. */
const keptColumns = ['title_id', 'season', 'episode', 'plan', 'kid'];
const sessionColumns = sql.raw(
  [
    'id, household_id, profile_id, programme_id, episode_id, clip_id, channel_id, region, device, started_at, heartbeat_at',
    'watched_seconds, position_seconds, duration_seconds, takes_stream',
    ...keptColumns,
  ].join(', '),
);
/** A viewing has really played, or reached the end. */
const isViewing = sql`(watched_seconds >= 1 or position_seconds >= duration_seconds * ${finishedShare}::float8)`;

/** Taking over what was there before may take longer than a request may. */
const inLongTransaction = (db: Database, work: (tx: Transaction) => Promise<void>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    await work(tx);
  });

/**
 * Copies viewings of playback sessions, whose rows `sessions` answers. What a session has not kept is as it is now: it opened before sessions
 * kept anything, or only its history is left.
 */
async function copyViewings(tx: Queryable, sessions: SQL, copying: Copying): Promise<void> {
  await ensureSalts(tx, sessions);
  await tx.execute(sql`
    with source as materialized (
      select s.id, s.title_id, s.started_at, s.heartbeat_at, s.watched_seconds, s.position_seconds, s.duration_seconds, s.takes_stream,
        s.device, s.region, ${dayOf(sql`s.started_at`, copying)} as day,
        ${pseudonym(sql`z.salt`, sql`s.profile_id`)} as viewer, ${pseudonym(sql`z.salt`, sql`s.household_id`)} as home,
        date_trunc('week', h.created_at at time zone ${copying.zone})::date as joined_week,
        coalesce(s.plan, exists (select from plans_periods pp where pp.household_id = s.household_id
          and pp.starts_at <= s.started_at and pp.ends_at > s.started_at)) as plan,
        coalesce(s.kid, (select is_kid from profiles where profiles.id = s.profile_id), false) as kid,
        coalesce(s.season, e.season_number) as season, coalesce(s.episode, e.number) as episode, ${playedTitle}
      from (${sessions}) s
      join reports_salts z on z.household_id = s.household_id
      join accounts_households h on h.id = s.household_id
      ${playedJoins}),
    ${titled(sql`title_id is null`)},
    facts as (
      insert into reports_viewings (id, day, counted_on, happened_at, heard_until, title_id, season, episode, viewer, home,
        joined_week, device, country, plan, kid, seconds, completed, takes_stream)
      select s.id, s.day, ${countedOn(sql`s.day`, copying)}, s.started_at, greatest(s.started_at, s.heartbeat_at),
        coalesce(s.title_id, titled.id), s.season, s.episode, s.viewer, s.home, s.joined_week, s.device, coalesce(s.region, ''),
        s.plan, s.kid, round(s.watched_seconds), s.position_seconds >= s.duration_seconds * ${finishedShare}::float8, s.takes_stream
      from signed s left join titled on titled.signature = s.signature and s.title_id is null
      on conflict do nothing returning counted_on),
    ${changedDays}
    select from facts`);
}

/** Copies customers' events, whose rows `events` answers: household, kind, time, plan, and a key within the household. */
async function copyCustomerEvents(tx: Queryable, events: SQL, copying: Copying): Promise<void> {
  await ensureSalts(tx, events);
  await tx.execute(sql`
    with source as materialized (
      select o.household_id, o.event, o.at, o.key, z.salt, ${dayOf(sql`o.at`, copying)} as day, 'plan' as kind,
        n.id as target_id, n.name_ko as title_ko, n.name_en as title_en, ${unplaced}
      from (${events}) o join reports_salts z on z.household_id = o.household_id
      left join plans_plans n on n.id = o.plan_id),
    ${titled(sql`target_id is not null`)},
    facts as (
      insert into reports_customer_events (id, day, counted_on, happened_at, kind, home, title_id)
      select ${hash(sql`s.salt::text || s.event || s.key`, 16)}::uuid, s.day, ${countedOn(sql`s.day`, copying)}, s.at, s.event,
        ${pseudonym(sql`s.salt`, sql`s.household_id`)}, titled.id
      from signed s left join titled using (signature)
      on conflict do nothing returning counted_on),
    ${changedDays}
    select from facts`);
}

/** What happened to customers in a time: to all, or to those of one household. A household joins with its first user. */
function customerEvents({ after, until }: Copying, householdId?: string): SQL {
  const own = (column: SQL) => (householdId === undefined ? sql`true` : sql`${column} = ${householdId}`);
  return sql`
    select u.household_id, 'joined' as event, u.created_at as at, null::uuid as plan_id, '' as key from accounts_users u
    where u.created_at > ${after} and u.created_at <= ${until} and ${own(sql`u.household_id`)} and not exists (
      select from accounts_users o where o.household_id = u.household_id and (o.created_at, o.id) < (u.created_at, u.id))
    union all
    select household_id, 'leaving', deletion_requested_at, null, id::text || deletion_requested_at from accounts_users
    where deletion_requested_at > ${after} and deletion_requested_at <= ${until} and ${own(sql`household_id`)}
    union all
    select household_id, 'plan_begun', starts_at, plan_id, id::text from plans_periods
    where (starts_at > ${after} or created_at > ${after}) and starts_at <= ${until} and ${own(sql`household_id`)}
    union all
    select household_id, 'plan_ended', ends_at, plan_id, id::text || ends_at from plans_periods
    where (ends_at > ${after} or updated_at > ${after}) and ends_at <= ${until} and ${own(sql`household_id`)}`;
}

const maxSearchesAtOnce = 2000;
/** Queries that are looked up in one run; further ones count without what they find. */
const maxLookedUp = 500;

interface SearchRow {
  id: string;
  q: string;
  day: string;
}

/** The next searches that have no fact yet; of a household all of them, from some instant on. */
const listSearches = (db: Queryable, copying: Copying, householdId?: string) =>
  queryRows<SearchRow>(
    db,
    sql`select s.id, s.q, ${dayOf(sql`s.searched_at`, copying)}::text as day
      from search_queries s where ${
        householdId === undefined
          ? sql`s.searched_at > ${copying.after} and s.searched_at <= ${copying.until}`
          : sql`s.household_id = ${householdId} and s.searched_at > ${copying.after}`
      } and not exists (
        select from reports_searches f where f.id = s.id and f.day = ${dayOf(sql`s.searched_at`, copying)})
      order by s.searched_at limit ${maxSearchesAtOnce}`,
  );

/** Writes searches with what is known of their queries. */
async function writeSearches(
  tx: Queryable,
  rows: (SearchRow & QueryFacts & { results: number | null })[],
  copying: Copying,
): Promise<void> {
  await tx.execute(sql`
    with facts as (
      insert into reports_searches (id, day, counted_on, happened_at, query, script, sound, initials, results, opened)
      select s.id, r.day, ${countedOn(sql`r.day`, copying)}, s.searched_at, r.query, r.script, r.sound, r.initials, r.results,
        s.opened_id is not null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, day date, query text, script text, sound text,
        initials text, results integer)
      join search_queries s on s.id = r.id
      on conflict do nothing returning counted_on),
    ${changedDays}
    select from facts`);
}

/** How much a query finds; null when searching it fails or takes too long, which must not keep others from being copied. */
async function lookUp(context: Context, query: string): Promise<number | null> {
  try {
    return await countFinds(context, query);
  } catch (error) {
    context.log.warn({ err: error }, 'a query could not be looked up for reports');
    return null;
  }
}

async function copySearches(context: Context, copying: Copying, signal?: AbortSignal): Promise<void> {
  let budget = maxLookedUp;
  for (let count = maxSearchesAtOnce; count === maxSearchesAtOnce && !signal?.aborted; ) {
    const rows = (await listSearches(context.db, copying)).map((row) => ({ ...row, ...queryFactsOf(row.q) }));
    count = rows.length;
    if (count === 0) return;
    const found = new Map(copying.finds);
    if (!copying.takingOver) {
      const [queries, days] = [rows.map(({ query }) => query), rows.map(({ day }) => day)];
      const known = await queryRows<{ query: string; results: number }>(
        context.db,
        sql`select query, max(results) as results from reports_searches
          where query = any(${sql.param(queries)}::text[]) and day = any(${sql.param(days)}::date[]) and results is not null group by 1`,
      );
      for (const { query, results } of known) found.set(query, results);
      for (const query of new Set(queries)) {
        if (found.has(query) || budget === 0) continue;
        budget -= 1;
        const results = await lookUp(context, query);
        if (results !== null) found.set(query, results);
      }
    }
    const facts = rows.map((row) => ({ ...row, results: found.get(row.query) ?? null }));
    await writeSearches(context.db, facts, copying);
  }
}

/**
 * Copies what was reported of home's ads. A report of several ads has one id, so an event is known by it and the ad. The table's key has the
 * row of the title instead, which is another one after the ad is renamed: so events that are there are looked up, by one run at a time.
 */
async function copyAdEvents(tx: Transaction, copying: Copying): Promise<void> {
  const { after, until } = copying;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reports_ad_events', 0))`);
  // By ad, for the index has it first; a day of the reports is one of UTC.
  const reported = (
    table: 'ads_impressions' | 'ads_clicks',
    kind: string,
    device: SQL,
    placement: SQL,
  ) => sql`
    select r.id, r.happened_at, ${kind}::text as event, ${device} as device, ${placement} as placement, a.id as target_id,
      a.title_ko, a.title_en
    from ads_ads a cross join lateral (
      select * from ${sql.identifier(table)} r where r.ad_id = a.id and r.happened_on >= (${after}::timestamptz at time zone 'UTC')::date
        and r.happened_on <= (${until}::timestamptz at time zone 'UTC')::date
        and r.happened_at > ${after} and r.happened_at <= ${until}) r`;
  await tx.execute(sql`
    with source as materialized (
      select o.*, 'ad' as kind, ${dayOf(sql`o.happened_at`, copying)} as day, ${unplaced} from (
        ${reported('ads_impressions', 'impression', sql`''`, sql`a.placement`)}
        union all
        ${reported('ads_clicks', 'click', sql`r.device`, sql`r.placement`)}) o),
    ${titled()},
    facts as (
      insert into reports_ad_events (id, day, counted_on, happened_at, kind, title_id, placement, device)
      select s.id, s.day, ${countedOn(sql`s.day`, copying)}, s.happened_at, s.event, titled.id, s.placement, s.device
      from signed s join titled using (signature)
      where not exists (select from reports_ad_events f join reports_titles t on t.id = f.title_id
        where f.id = s.id and f.day = s.day and f.kind = s.event and t.target_id = s.target_id)
      on conflict do nothing returning counted_on),
    ${changedDays}
    select from facts`);
}

/** Something that facts are copied from. */
interface Source {
  name: string;
  table: string;
  /** Its first instant, as SQL. */
  earliest: SQL;
  /** Copied no earlier than this after it happened, and no more often than this. */
  delayMs?: number;
  everyMs?: number;
  /** Only what was there before there were facts. */
  once?: true;
  copy(context: Context, copying: Copying, signal?: AbortSignal): Promise<void>;
}

const sources: readonly Source[] = [
  {
    name: 'playback_sessions',
    table: 'reports_viewings',
    earliest: sql`select min(started_at) from playback_sessions`,
    copy: ({ db }, copying) =>
      inLongTransaction(db, (tx) =>
        copyViewings(
          tx,
          sql`select ${sessionColumns} from playback_sessions
            where ended_at > ${copying.after} and ended_at <= ${copying.until} and ${isViewing}`,
          copying,
        ),
      ),
  },
  {
    // What was watched in sessions that are not there any more.
    name: 'viewing_history',
    table: 'reports_viewings',
    earliest: sql`select min(started_at) from viewing_history`,
    once: true,
    copy: ({ db }, copying) =>
      inLongTransaction(db, (tx) =>
        copyViewings(
          tx,
          sql`select h.id, h.household_id, h.profile_id, h.programme_id, h.episode_id, null::uuid as clip_id,
              null::uuid as channel_id, '' as region, '' as device, h.started_at,
              h.started_at + make_interval(secs => h.watched_seconds) as heartbeat_at, h.watched_seconds, h.position_seconds,
              h.duration_seconds, true as takes_stream, null::int as title_id, null::smallint as season, null::smallint as episode,
              null::boolean as plan, null::boolean as kid
            from viewing_history h where h.started_at > ${copying.after} and h.started_at <= ${copying.until}
              and not exists (select from playback_sessions s where s.id = h.id)`,
          copying,
        ),
      ),
  },
  {
    name: 'search_queries',
    table: 'reports_searches',
    earliest: sql`select min(searched_at) from search_queries`,
    // By then it is known whether something was opened.
    delayMs: 10 * minuteMs,
    copy: copySearches,
  },
  {
    name: 'ads',
    table: 'reports_ad_events',
    earliest: sql`select least((select min(happened_at) from ads_impressions), (select min(happened_at) from ads_clicks))`,
    everyMs: overlapMs,
    copy: ({ db }, copying) => inLongTransaction(db, (tx) => copyAdEvents(tx, copying)),
  },
  {
    name: 'customers',
    table: 'reports_customer_events',
    earliest: sql`select least((select min(created_at) from accounts_users), (select min(starts_at) from plans_periods))`,
    // Periods have no index by time.
    everyMs: hourMs,
    copy: ({ db }, copying) =>
      inLongTransaction(db, (tx) => copyCustomerEvents(tx, customerEvents(copying), copying)),
  },
];

/** Where the copying of a source begins: before all that there is. */
async function beginSource(context: Context, source: Source, now: Date): Promise<void> {
  const [found] = await queryRows<{ at: Date | null }>(context.db, sql`select (${source.earliest}) as at`);
  const earliest = found?.at && found.at < now ? found.at : now;
  const dayBefore = new Date(earliest.getTime() - dayMs);
  await makePastPartitions(context.db, source.table, dayBefore, now);
  await context.db
    .insert(cursors)
    .values({ source: source.name, until: new Date(earliest.getTime() - 1), takingOver: true })
    .onConflictDoNothing();
}

async function copySource(
  context: Context,
  source: Source,
  signal?: AbortSignal,
  finds?: ReadonlyMap<string, number>,
): Promise<void> {
  const now = context.now();
  const upTo = new Date(now.getTime() - (source.delayMs ?? 0));
  const find = () => context.db.select().from(cursors).where(sql`${cursors.source} = ${source.name}`);
  let [cursor] = await find();
  if (!cursor) {
    await beginSource(context, source, now);
    [cursor] = await find();
  }
  const zone = context.config.serviceZone;
  const today = dayIn(now, zone);
  while (cursor && !signal?.aborted) {
    const { until, takingOver } = cursor;
    if (!takingOver && (source.once || upTo.getTime() - until.getTime() < (source.everyMs ?? 1))) return;
    const next = takingOver ? new Date(Math.min(until.getTime() + sliceMs, upTo.getTime())) : upTo;
    const after = takingOver ? until : new Date(until.getTime() - overlapMs);
    await source.copy(context, { after, until: next, zone, today, takingOver, finds }, signal);
    if (signal?.aborted) return;
    cursor = { source: source.name, until: next, takingOver: takingOver && next < upTo };
    await context.db.update(cursors).set(cursor).where(sql`${cursors.source} = ${source.name}`);
    if (!takingOver) return;
  }
}

/** Copies everything that has happened since the last time. The first time, everything there is. */
export async function recordFacts(
  context: Context,
  signal?: AbortSignal,
  finds?: ReadonlyMap<string, number>,
): Promise<void> {
  for (const source of sources) await copySource(context, source, signal, finds);
}

/** Makes the next time the first again, for events that were brought in with times of long ago: everything counts on its own day. */
export async function beginAgain(tx: Queryable): Promise<void> {
  await tx.execute(sql`delete from reports_cursors`);
  await tx.execute(sql`delete from reports_audiences where starts_on < ends_on`);
  await tx.execute(sql`delete from reports_retention`);
  await tx.execute(sql`delete from reports_changed_ranges`);
}

/**
 * Copies what there still is of a household whose rows are about to be erased, and that it has left. Nothing of months whose facts are
 * detached: it would be counted again.
 */
export async function recordHousehold(
  tx: Queryable,
  householdId: string,
  { config, now }: Pick<Context, 'config' | 'now'>,
): Promise<void> {
  const until = now();
  const zone = config.serviceZone;
  const after = new Date(startOfDay(factsFrom({ config, now }), zone).getTime() - 1);
  const copying = { after, until, zone, today: dayIn(until, zone), takingOver: false };
  await copyViewings(
    tx,
    sql`select ${sessionColumns} from playback_sessions
      where household_id = ${householdId} and started_at > ${after} and ${isViewing}`,
    copying,
  );
  for (let count = maxSearchesAtOnce; count === maxSearchesAtOnce; ) {
    const rows = await listSearches(tx, copying, householdId);
    count = rows.length;
    const facts = rows.map((row) => ({ ...row, ...queryFactsOf(row.q), results: null }));
    if (count > 0) await writeSearches(tx, facts, copying);
  }
  await copyCustomerEvents(
    tx,
    sql`select * from (${customerEvents(copying, householdId)}) e where e.at > ${after}
      union all
      select id, 'left', ${until}::timestamptz, null, '' from accounts_households where id = ${householdId}
      union all
      select household_id, 'plan_ended', ${until}::timestamptz, plan_id, id::text || 'left' from plans_periods
      where household_id = ${householdId} and starts_at <= ${until} and ends_at > ${until}`,
    copying,
  );
}
