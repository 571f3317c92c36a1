/** Puts in force what subscriptions pay for: the rows of `plans_periods` that have a subscription. */
import { asc, inArray } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
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
}

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
  const own = groupBy(rows, ({ subscriptionId }) => subscriptionId ?? '');
  const dropped: string[] = [];
  const changed: { id: string; startsAt: Date; endsAt: Date; lastsUntil: Date }[] = [];
  const made: (typeof planPeriods.$inferInsert)[] = [];
  for (const { subscriptionId, householdId, from, served } of given) {
    const wanted = [...served];
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
