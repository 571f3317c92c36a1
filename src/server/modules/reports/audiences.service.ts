/** How many different people watched: on each day, and in ranges of days, by what they are counted by. */
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { must } from '../../must.ts';
import { addDays, dayIn } from '../../zone.ts';
import {
  beginCounting,
  type Days,
  factsFrom,
  isLongChanged,
  maxDaysAtOnce,
  stageViewings,
  viewingsAtOnce,
} from './counting.service.ts';
import { daysOf, listDays, monthsOf } from './period.ts';
import { openDays } from './record.service.ts';

/** Ranges that end with a day and whose people are counted, beside the day itself and a calendar month. */
const rangeDays = [7, 30];
/** As far back as a period of thirty days and the one before it reach. Calendar months are counted as far back as there are facts. */
const rangesBack = 62;
/** The longest range is a calendar month. */
const longestRange = 31;

/** What people are counted by, in all or of each content partner's titles. */
interface AudiencePart {
  part: string;
  isOfEach: boolean;
  /** Rows of day, person and what tells values apart (`keys`), of the staged viewings, each once. */
  people: SQL;
  keys: SQL;
  /** What a number among the keys stands for: rows of the `id` of a title, `number`, `content_partner_id` and `text`. */
  numbers?: SQL;
  /** What has no row has as many people as this title of all titles: rows `c` are of the part. */
  elseTitle?: SQL;
}

const hasPartner = sql`t.content_partner_id is not null`;
const title = sql`t.target_id::text`;
/** What stands in none is counted too. */
const category = sql`coalesce(t.category_id::text, '')`;

const byValue = sql`value`;
const byNumber = sql`number`;
const byNumberAndValue = sql`number, value`;

/** By a column of viewings. */
const byColumn = (part: string, value: SQL, person = sql`viewer`): AudiencePart => ({
  part,
  isOfEach: false,
  keys: byValue,
  people: sql`select distinct day, ${value} as value, ${person} as person from reports_staged`,
});

/** Titles `t` by numbers: to tell apart a million pairs of an id and a person takes half as long again. */
const numbersOf = (text: SQL, isOfEach: boolean, where: SQL): SQL => {
  const partner = isOfEach ? sql`t.content_partner_id` : sql`null::uuid`;
  return sql`select t.id, ${text} as text, ${partner} as content_partner_id, dense_rank() over (order by ${text}, ${partner})::int as number
    from reports_titles t where ${where}`;
};

/** By what the title of a viewing is; those that it is nothing to are left out. */
const byTitle = (
  part: string,
  text: SQL,
  isOfEach = false,
  where = sql`${text} is not null`,
): AudiencePart => ({
  part,
  isOfEach,
  keys: byNumber,
  numbers: numbersOf(text, isOfEach, where),
  people: sql`select distinct s.day, n.number, s.viewer as person from reports_staged s join numbers n on n.id = s.title_id`,
});

/** By a column of viewings, of each content partner's. */
const byColumnOfEach = (part: string, value: SQL): AudiencePart => ({
  part,
  isOfEach: true,
  keys: byNumberAndValue,
  numbers: numbersOf(sql`''::text`, true, hasPartner),
  people: sql`select distinct s.day, n.number, ${value} as value, s.viewer as person
    from reports_staged s join numbers n on n.id = s.title_id`,
});

/** Titles `t` that are of something else as well: most never change. `column`: what they are of. */
const isOfSeveral = (column: string): SQL =>
  sql`t.${sql.raw(column)} is not null and exists (select from reports_titles o
    where o.target_id = t.target_id and o.${sql.raw(column)} is distinct from t.${sql.raw(column)})`;

/** Where a title can stand that people are counted by. */
type Place = 'category' | 'sub_category';
/** The part of people by title while it stood in a place, of titles that have stood in several. Its value: the place, a space, the title. */
export const titleInPlace = (place: Place): string => `title_in_${place}`;
/** The title in such a value. */
export const titleOfValue = (value: SQL): SQL => sql`split_part(${value}, ' ', 2)`;

const byTitleInPlace = (place: Place): AudiencePart => ({
  ...byTitle(
    titleInPlace(place),
    sql`t.${sql.raw(`${place}_id`)} || ' ' || ${title}`,
    false,
    isOfSeveral(`${place}_id`),
  ),
  elseTitle: titleOfValue(sql`c.value`),
});

const audienceParts: AudiencePart[] = [
  byColumn('total', sql`''::text`),
  byColumn('home', sql`''::text`, sql`home`),
  byColumn('device', sql`device`),
  byColumn('country', sql`country`),
  byTitle('title', title),
  byTitle('category', category),
  byTitle('sub_category', sql`t.sub_category_id::text`),
  byTitle('content_partner', sql`t.content_partner_id::text`),
  byColumnOfEach('device', sql`s.device`),
  byColumnOfEach('country', sql`s.country`),
  byTitle('category', category, true, hasPartner),
  byTitleInPlace('category'),
  byTitleInPlace('sub_category'),
  { ...byTitle('title', title, true, isOfSeveral('content_partner_id')), elseTitle: sql`c.value` },
];

/**
 * What is counted by a part as rows of starts_on, ends_on, content_partner_id, value and viewers: `counted`, the last of these CTEs. `rows`
 * counts its `people` by its keys.
 */
const countedBy = ({ people, keys, numbers }: AudiencePart, rows: SQL): SQL =>
  numbers
    ? sql`numbers as (${numbers}), people as (${people}), counted as (
        select starts_on, ends_on, content_partner_id, ${keys === byNumber ? sql`text` : sql`value`} as value, viewers
        from (${rows}) o join (select distinct number, text, content_partner_id from numbers) n using (number))`
    : sql`people as (${people}), counted as (
        select starts_on, ends_on, null::uuid as content_partner_id, value, viewers from (${rows}) o)`;

/** Writes how many people there are by a part: `rows` are of starts_on, ends_on, its keys and viewers. */
async function insertAudiences(tx: Transaction, part: AudiencePart, rows: SQL): Promise<void> {
  await tx.execute(sql`
    with ${countedBy(part, rows)}
    insert into reports_audiences (ends_on, starts_on, part, content_partner_id, value, viewers)
    select ends_on, starts_on, ${part.part}, content_partner_id, value, viewers from counted`);
}

/**
 * How many people there are in some ranges (`rangesOf`), from `people` of the staged viewings of all their days. Who watches on a day is one
 * of the people of each range that has it, until the range has their next day instead: so all ranges of a length are one running sum.
 */
function peopleOf(ranges: readonly Days[], keys: SQL): SQL {
  // Null: a calendar month, which may be thirty days as well.
  const asked = [
    ...rangeDays.filter((days) => ranges.some((range) => daysOf(range) === days)),
    ...(ranges.some(({ from }) => from.endsWith('-01')) ? [null] : []),
  ];
  return sql`
    select distinct starts_on, ends_on, ${keys}, viewers from (
      select length, ${keys}, day as since, sum(sum(step)) over (partition by length, ${keys} order by day) as viewers,
        lead(day, 1, 'infinity'::date) over (partition by length, ${keys} order by day) as until
      from (
        select length, ${keys}, step, case when step > 0 then day
          else least(next, case when length is null then (date_trunc('month', day) + interval '1 month')::date else day + length end) end as day
        from (select day, ${keys}, lead(day) over (partition by ${keys}, person order by day) as next from people) p,
          unnest(${sql.param(asked)}::int[]) length, unnest(array[1, -1]) step) s
      group by length, ${keys}, day) r
    join ${rowsOf(ranges)} w on w.ends_on >= r.since and w.ends_on < r.until
      and w.starts_on = case when length is null then date_trunc('month', w.ends_on)::date else w.ends_on - length + 1 end
    where viewers > 0`;
}

/** Ranges of days as rows of starts_on and ends_on. */
const rowsOf = (ranges: readonly Days[]): SQL =>
  sql`(select r."from" as starts_on, r."to" as ends_on from json_to_recordset(${JSON.stringify(ranges)}::json) as r("from" date, "to" date))`;

/** Whether people were counted in a range `r`. */
const isCounted = sql`exists (select from reports_audiences a
  where a.ends_on = r.ends_on and a.starts_on = r.starts_on and a.part = 'total' and a.value = '')`;

const deleteAudiences = (tx: Transaction, ranges: SQL) =>
  tx.execute(
    sql`delete from reports_audiences a using ${ranges} r where a.ends_on = r.ends_on and a.starts_on = r.starts_on`,
  );

/** A range in which nobody watched has been counted too. */
const insertEmptyAudiences = (tx: Transaction, ranges: SQL) =>
  tx.execute(sql`
    insert into reports_audiences (ends_on, starts_on, part, value, viewers)
    select ends_on, starts_on, part, '', 0 from ${ranges} r, unnest(array['total', 'home']) as part on conflict do nothing`);

/** Replaces how many people watched on each of some days, from the staged viewings of theirs. */
export async function replaceDayAudiences(tx: Transaction, { from, to }: Days): Promise<void> {
  const days = sql`(select d::date as starts_on, d::date as ends_on
    from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') d)`;
  await deleteAudiences(tx, days);
  for (const part of audienceParts)
    await insertAudiences(
      tx,
      part,
      sql`select day as starts_on, day as ends_on, ${part.keys}, count(*) as viewers from people group by day, ${part.keys}`,
    );
  await insertEmptyAudiences(tx, days);
}

/** Replaces how many people watched in some ranges, from the staged viewings of all their days. */
async function replaceRangeAudiences(tx: Transaction, ranges: readonly Days[]): Promise<void> {
  const wanted = rowsOf(ranges);
  await tx.execute(sql`delete from reports_changed_ranges c using ${wanted} r
    where c.counted = 'audiences' and c.ends_on = r.ends_on and c.starts_on = r.starts_on`);
  await deleteAudiences(tx, wanted);
  for (const part of audienceParts) await insertAudiences(tx, part, peopleOf(ranges, part.keys));
  await insertEmptyAudiences(tx, wanted);
}

/** Ranges of days that end with a day. */
export function rangesOf(day: string): Days[] {
  const ranges = rangeDays.map((days) => ({ from: addDays(day, 1 - days), to: day }));
  const isMonthEnd = addDays(day, 1).endsWith('-01');
  if (isMonthEnd && !ranges.some(({ from }) => from === `${day.slice(0, 7)}-01`))
    ranges.push({ from: `${day.slice(0, 7)}-01`, to: day });
  return ranges;
}

/** Marks the ranges that were counted and have some days in them: their viewings have changed. */
export async function markRanges(tx: Transaction, { from, to }: Days, now: Date): Promise<void> {
  const ranges = listDays({ from, to: addDays(to, longestRange - 1) })
    .flatMap(rangesOf)
    .filter((range) => range.from <= to);
  await tx.execute(sql`
    insert into reports_changed_ranges (counted, starts_on, ends_on, since)
    select 'audiences', starts_on, ends_on, ${now} from ${rowsOf(ranges)} r where ${isCounted} on conflict do nothing`);
}

/**
 * Counts the people of ranges again whose viewings have changed: at once where few viewings are read for it, otherwise once an hour. Then
 * all of them, for they share what is read.
 */
export async function countChangedRanges(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, now } = context;
  const changed = await queryRows<Days & { is_due: boolean }>(
    db,
    sql`select starts_on::text as "from", ends_on::text as "to", ${isLongChanged(now())} as is_due
      from reports_changed_ranges where counted = 'audiences' order by ends_on desc`,
  );
  if (changed.length === 0) return;
  if (!changed.some(({ is_due }) => is_due)) {
    const [read] = await queryRows<{ views: number }>(
      db,
      sql`select coalesce(sum(views), 0)::float8 as views from reports_watch_days
        where content_partner_id is null and part = 'kind' and day >= ${changed.map(({ from }) => from).sort()[0]} and day <= ${changed[0]?.to}`,
    );
    if (read && read.views > viewingsAtOnce) return;
  }
  await countPeople(
    context,
    changed.map(({ from, to }) => ({ from, to })),
    signal,
  );
}

/** What a recount found of the ranges that end with a day. */
interface Compared {
  day: string;
  counted: number;
  kept: number;
}

/**
 * Counts the people of the ranges that end on some days again, and answers the days on which there is another number, with the sums of
 * those that differ. Ranges that are to be counted again anyway are left alone, and those that begin before `since`.
 */
export async function compareRanges(tx: Transaction, days: Days, since: string): Promise<Compared[]> {
  const all = listDays(days)
    .flatMap(rangesOf)
    .filter(({ from }) => from >= since);
  const from = all.map((range) => range.from).sort()[0];
  if (from === undefined) return [];
  await stageViewings(tx, { from, to: days.to });
  // Asked after the viewings are put aside: of those that are not counted yet, the day is marked.
  const ranges = await queryRows<Days>(
    tx,
    sql`select starts_on::text as "from", ends_on::text as "to" from ${rowsOf(all)} r where ${isCounted}
      and not exists (select from reports_changed_days d where d.day between r.starts_on and r.ends_on)
      and not exists (select from reports_changed_ranges c
        where c.counted = 'audiences' and c.ends_on = r.ends_on and c.starts_on = r.starts_on)`,
  );
  if (ranges.length === 0) return [];
  const found = new Map<string, Compared>();
  for (const part of audienceParts) {
    const differing = await queryRows<Compared>(
      tx,
      sql`with ${countedBy(part, peopleOf(ranges, part.keys))},
        c as (select starts_on, ends_on, coalesce(content_partner_id::text, '') as own, value, viewers from counted),
        k as (select starts_on, ends_on, coalesce(content_partner_id::text, '') as own, value, viewers
          from reports_audiences join ${rowsOf(ranges)} r using (starts_on, ends_on)
          where part = ${part.part} and viewers <> 0 and content_partner_id is ${part.isOfEach ? sql`not null` : sql`null`})
        select ends_on::text as day, coalesce(sum(c.viewers), 0)::float8 as counted, coalesce(sum(k.viewers), 0)::float8 as kept
        from c full join k using (starts_on, ends_on, own, value)
        where c.viewers is distinct from ${
          part.elseTitle
            ? sql`coalesce(k.viewers, (select a.viewers from reports_audiences a where a.starts_on = c.starts_on and a.ends_on = c.ends_on
                and a.part = 'title' and a.content_partner_id is null and a.value = ${part.elseTitle}))`
            : sql`k.viewers`
        } group by 1`,
    );
    for (const { day, counted, kept } of differing) {
      const own = found.get(day) ?? { day, counted: 0, kept: 0 };
      found.set(day, { day, counted: own.counted + counted, kept: own.kept + kept });
    }
  }
  return [...found.values()];
}

/**
 * Counts the people of ranges that end before today: those that have not been counted, those whose viewings have changed and those whose
 * days may still change.
 */
export async function countRanges(context: Context, signal?: AbortSignal): Promise<void> {
  const { db, config, now } = context;
  const today = dayIn(now(), config.serviceZone);
  const [first] = await queryRows<{ day: string | null }>(
    db,
    sql`select min(day)::text as day from reports_title_days`,
  );
  if (!first?.day) return;
  const back = addDays(today, -rangesBack);
  const days = listDays({ from: first.day > back ? first.day : back, to: addDays(today, -1) });
  const ranges = [...days.flatMap(rangesOf), ...monthsBefore(days[0] ?? today, first.day, context)];
  const openFrom = addDays(today, -openDays - 1);
  const waiting = await queryRows<Days>(
    db,
    sql`select starts_on::text as "from", ends_on::text as "to" from ${rowsOf(ranges)} r
      where ends_on >= ${openFrom} or not ${isCounted}
      union select starts_on::text, ends_on::text from reports_changed_ranges where counted = 'audiences' order by 2 desc`,
  );
  // Some of whose facts are not kept have the figures that they had.
  const kept = factsFrom(context);
  await countPeople(
    context,
    waiting.filter(({ from }) => from >= kept),
    signal,
  );
}

/** The calendar months that end before a day, as far back as there are figures and all facts of theirs are kept. */
function monthsBefore(day: string, first: string, context: Context): Days[] {
  const [begun, kept] = [`${first.slice(0, 7)}-01`, factsFrom(context)];
  return monthsOf({ from: begun > kept ? begun : kept, to: addDays(`${day.slice(0, 7)}-01`, -1) });
}

/** Counts the people of ranges, the last to end first, those that end within a month of each other together. */
async function countPeople({ db }: Context, ranges: Days[], signal?: AbortSignal): Promise<void> {
  const waiting = [...ranges];
  while (waiting[0] && !signal?.aborted) {
    const after = addDays(waiting[0].to, -maxDaysAtOnce);
    const rest = waiting.findIndex(({ to }) => to <= after);
    const together = waiting.splice(0, rest < 0 ? waiting.length : rest);
    const from = together.map((range) => range.from).sort()[0];
    const to = must(together[0], 'range').to;
    await db.transaction(async (tx) => {
      await beginCounting(tx);
      await stageViewings(tx, { from: must(from, 'day'), to });
      await replaceRangeAudiences(tx, together);
    });
  }
}
