/** Puts in force what subscriptions pay for: the rows of `plans_periods` that have a subscription. */
import { asc, inArray, sql } from 'drizzle-orm';
import { queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { isOneOf } from '../../db/conditions.ts';
import { insertRows, updateRows } from '../../db/insert-rows.ts';
import { groupBy } from '../../group-by.ts';
import { planPeriods } from './plans.tables.ts';

/** A time in which a plan is in force; `endsAt` is not within. */
interface Served {
  planId: string;
  startsAt: Date;
  endsAt: Date;
  /** The end as its household knows it. */
  lastsUntil: Date;
}

/** What a subscription serves from an instant on, in order. Nothing before it is changed. */
export interface ServedFrom {
  subscriptionId: string;
  householdId: string;
  from: Date;
  served: Served[];
  /** They may begin within the last day of another subscription, whose days are counted in another zone. */
  isFirst: boolean;
}

/** Until when the households of subscriptions were served by others, by subscription. */
async function readOthersEnds(tx: Transaction, given: readonly ServedFrom[]): Promise<Map<string, Date>> {
  const first = given.filter(({ isFirst }) => isFirst);
  if (first.length === 0) return new Map();
  const rows = await queryRows<{ id: string; endsAt: string }>(
    tx,
    sql`select g.id, max(p.ends_at) as "endsAt"
      from unnest(${sql.param(first.map(({ subscriptionId }) => subscriptionId))}::uuid[],
        ${sql.param(first.map(({ householdId }) => householdId))}::uuid[]) as g(id, household_id)
      join plans_periods p on p.household_id = g.household_id and p.subscription_id <> g.id
      where p.starts_at < p.ends_at group by g.id`,
  );
  return new Map(rows.map(({ id, endsAt }) => [id, new Date(endsAt)]));
}

/** Without what was served before. */
const servedAfter = (served: readonly Served[], end: Date | undefined): Served[] =>
  end === undefined
    ? [...served]
    : served
        .map((own) => ({ ...own, startsAt: own.startsAt < end ? end : own.startsAt }))
        .filter(({ startsAt, endsAt }) => startsAt < endsAt);

/**
 * Makes what subscriptions serve from an instant on what is given. A row goes on for as long as its plan does, so reports see a plan
 * begin once and end once.
 */
export async function replacePlanPeriods(tx: Transaction, given: readonly ServedFrom[]): Promise<void> {
  if (given.length === 0) return;
  const rows = await tx
    .select()
    .from(planPeriods)
    .where(
      isOneOf(
        planPeriods.subscriptionId,
        given.map(({ subscriptionId }) => subscriptionId),
      ),
    )
    .orderBy(asc(planPeriods.startsAt));
  const othersEnds = await readOthersEnds(tx, given);
  const own = groupBy(rows, ({ subscriptionId }) => subscriptionId ?? '');
  const dropped: string[] = [];
  const changed: { id: string; startsAt: Date; endsAt: Date; lastsUntil: Date }[] = [];
  const made: (typeof planPeriods.$inferInsert)[] = [];
  for (const { subscriptionId, householdId, from, served } of given) {
    const wanted = servedAfter(served, othersEnds.get(subscriptionId));
    for (const row of own.get(subscriptionId) ?? []) {
      const isBefore = row.startsAt < from;
      if (isBefore && row.endsAt < from) continue;
      const index = wanted.findIndex(({ planId, startsAt }) =>
        planId === row.planId && isBefore
          ? startsAt <= from
          : +startsAt === +row.startsAt && planId === row.planId,
      );
      const [match] = index < 0 ? [] : wanted.splice(index, 1);
      const { endsAt, lastsUntil } = match ?? { endsAt: from, lastsUntil: from };
      if (!match && !isBefore) dropped.push(row.id);
      else if (+endsAt !== +row.endsAt || +lastsUntil !== +(row.lastsUntil ?? row.endsAt))
        changed.push({ id: row.id, startsAt: row.startsAt, endsAt, lastsUntil });
    }
    for (const own of wanted) made.push({ id: newId(), householdId, subscriptionId, ...own });
  }
  if (dropped.length > 0) await tx.delete(planPeriods).where(inArray(planPeriods.id, dropped));
  // What becomes shorter first: rows of a household never overlap.
  await updateRows(tx, planPeriods, changed);
  await insertRows(tx, planPeriods, made);
}
