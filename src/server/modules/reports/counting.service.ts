/** What counts facts: which count on which days, one count at a time, and the viewings that are counted in many ways. */
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { firstKeptDay } from '../../db/partitions.ts';

/** So many days are counted together at most. */
export const maxDaysAtOnce = 31;
/** Days are counted together, and at once, while they are expected to have no more viewings than this. */
export const viewingsAtOnce = 200_000;
/** What reads more than that is counted no more often than this while its days change. */
const countAgainMs = 3_600_000;

/** Since before when something has to have changed to be counted again, however much that reads. */
export const isLongChanged = (now: Date): SQL => sql`since <= ${new Date(now.getTime() - countAgainMs)}`;

/** The first day whose facts are read: those of older months are detached. */
export const factsFrom = ({ config, now }: Pick<Context, 'config' | 'now'>): string =>
  firstKeptDay(config.reportMonths, now());

/** Days from one to another, both among them. */
export interface Days {
  from: string;
  to: string;
}

/** The first facts by their time: as many as a page reaches to. */
export interface First {
  order: 'asc' | 'desc';
  count: number;
  /** Only those that began on these days, or before the period: late ones. */
  part?: Days | 'late';
  /** Of `part` only these days have any, but for those that count on another day than theirs. */
  onDays?: readonly string[];
}

/**
 * Facts `f` that count from one day to another and meet a condition. Late ones stand in partitions of earlier days, so they are read
 * apart; each part stops at the first ones where no more are wanted. Late ones are few: they are found by their own index.
 */
export function countedBetween(
  table: string,
  { from, to }: Days,
  where: SQL = sql`true`,
  first?: First,
): SQL {
  const end = first ? sql`order by f.happened_at ${sql.raw(first.order)}, f.id limit ${first.count}` : sql``;
  const counted = sql`f.counted_on >= ${from}::date and f.counted_on <= ${to}::date and ${where}`;
  const part = first?.part;
  const days = part === undefined || part === 'late' ? { from, to } : part;
  const inTime = sql`(select f.* from ${sql.identifier(table)} f
    where f.day >= ${days.from}::date and f.day <= ${days.to}::date and ${counted} ${end})`;
  /** Found first and then put in order: not in the order of time, in which all others would be read. */
  const found = (condition: SQL) => sql`(select f.* from (select f.* from ${sql.identifier(table)} f
    where ${condition} and ${counted} offset 0) f ${end})`;
  const late = (days: SQL) => found(sql`f.counted_on <> f.day and ${days}`);
  const lateBefore = late(sql`f.day < ${from}::date`);
  if (part === undefined) return sql`(${inTime} union all ${lateBefore})`;
  if (part === 'late') return lateBefore;
  if (!first?.onDays) return inTime;
  return sql`(${found(sql`f.counted_on = f.day and f.day = any(${sql.param(first.onDays)}::date[])`)}
    union all ${late(sql`f.day >= ${part.from}::date and f.day <= ${part.to}::date`)})`;
}

/** Counts one thing at a time, which may take longer than a request may. */
export async function beginCounting(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reports_rollups', 0))`);
  await tx.execute(
    sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true)`,
  );
}

/**
 * Puts the viewings of some days into a table of this transaction: they are counted in many ways. Only what is counted, numbers first, and
 * of the time the quarter of an hour: it is the hour of any zone, and far fewer instants are put into the zone. Answers how many.
 */
export async function stageViewings(tx: Transaction, days: Days): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    create temporary table reports_staged on commit drop as
    select f.viewer, f.home, f.counted_on as day, f.title_id, f.seconds, f.completed, f.device, f.country,
      date_bin('15 minutes', f.happened_at, 'epoch') as quarter
    from ${countedBetween('reports_viewings', days)} f`);
  await tx.execute(sql`analyze reports_staged`);
  return rowCount ?? 0;
}
