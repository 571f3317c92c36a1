/**
 * Forecast of the renewals of a month, by the rule that makes their bills. Nothing is written but the forecast.
 */
import { and, desc, eq, gt, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Rehearsal, RehearsalStanding } from '../../../contract/admin/renewal-rehearsal.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { allOf } from '../../db/conditions.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { failField } from '../../errors.ts';
import { groupBy } from '../../group-by.ts';
import { enqueue } from '../../jobs/queue.ts';
import { must } from '../../must.ts';
import { dayIn, startOfDay } from '../../zone.ts';
import { users } from '../accounts/accounts.tables.ts';
import { ensureRates } from './address-rates.service.ts';
import { dayNumber, dayText, type HistoryChange, periodsOf } from './amounts.ts';
import {
  invoiceLines,
  type RehearsalResult,
  rehearsalChanges,
  rehearsals,
  subscriptions,
} from './billing.tables.ts';
import { beyondGift, giftMonthsOf } from './gift-months.ts';
import { type Bill, readNames, whyDifferent } from './invoices.service.ts';
import { billed, creditAfter, quote, readCredits } from './invoicing.service.ts';
import { readPayers } from './payers.service.ts';
import { type Loaded, readSubscriptions } from './subscriptions.repo.ts';
import { DayStarts } from './subscriptions.service.ts';
import { shownRates } from './taxes.service.ts';
import { type DatedTerms, readChangedPrices } from './terms.service.ts';

/** The job that calculates. */
export const rehearsalJobName = 'billing_rehearsal';

const batchSize = 500;
/** The largest ones stand with the result; all of the newest rehearsal are a list. */
const maxShown = 1000;
const deletedAtOnce = 10_000;
const maxDaysAhead = 400;
/** A result that is not requested again is deleted. */
const keptMs = 30 * 86_400_000;
/** A forecast accepts tax rates of this age, such as those of the last renewal. */
const rehearsedMs = 45 * 86_400_000;
/** A batch takes seconds. A calculation without progress for so long was abandoned. */
const stalledMs = 5 * 60_000;

/** Which renewals: of a month, `YYYY-MM`; bills that change by more than so many percent are listed. */
export interface Asked {
  month: string;
  percent: number;
}

/** A bill that changes. */
interface Change {
  subscriptionId: string;
  on: string;
  after: Bill;
  before: Bill | undefined;
}

const nextMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
};

const isAsked = ({ month, percent }: Asked): SQL | undefined =>
  and(eq(rehearsals.month, month), eq(rehearsals.percent, percent));

/** Has a rehearsal calculated, unless it is at it already. */
export async function askRehearsal(context: Context, asked: Asked): Promise<void> {
  const now = context.now();
  // Every period until then is walked through.
  if (dayNumber(`${asked.month}-01`) > now.getTime() / 86_400_000 + maxDaysAhead) failField('month', 'in');
  await context.db.transaction(async (tx) => {
    await tx.delete(rehearsals).where(lt(rehearsals.askedAt, new Date(now.getTime() - keptMs)));
    const fresh = { done: 0, total: 0, askedAt: now, progressAt: now, readyAt: null };
    const begun = await tx
      .insert(rehearsals)
      .values({ ...asked, ...fresh })
      .onConflictDoUpdate({
        target: [rehearsals.month, rehearsals.percent],
        set: fresh,
        setWhere: sql`${rehearsals.readyAt} is not null or ${rehearsals.progressAt} < ${new Date(now.getTime() - stalledMs)}`,
      })
      .returning({ id: rehearsals.id });
    if (begun.length > 0)
      await enqueue(tx, { name: rehearsalJobName }, asked, {
        queue: rehearsalJobName,
        key: `${rehearsalJobName}:${asked.month}:${asked.percent}`,
      });
  });
}

/** State of a forecast, and its last result. */
export async function readRehearsal(
  { db, now }: Pick<Context, 'db' | 'now'>,
  asked: Asked,
  locale: Locale,
): Promise<RehearsalStanding> {
  const [row] = await db.select().from(rehearsals).where(isAsked(asked));
  if (!row) return { state: 'none', done: 0, total: 0, result: null, result_at: null };
  const isStalled = now().getTime() - row.progressAt.getTime() > stalledMs;
  return {
    state: row.readyAt ? 'ready' : isStalled ? 'stalled' : 'running',
    done: row.done,
    total: row.total,
    result: row.result && (await present(db, row.result, { isListed: row.changesRun !== null, locale })),
    result_at: row.resultAt?.toISOString() ?? null,
  };
}

async function present(
  db: Context['db'],
  result: RehearsalResult,
  { isListed, locale }: { isListed: boolean; locale: Locale },
): Promise<Rehearsal> {
  const { renewals, changed } = result;
  const names = await readNames(db, result.plans, locale);
  const ids = result.changes.map(({ subscriptionId }) => subscriptionId);
  const people = new Map(
    (ids.length === 0
      ? []
      : await db
          .select({ subscriptionId: subscriptions.id, id: users.id, username: users.username })
          .from(subscriptions)
          .innerJoin(users, eq(users.householdId, subscriptions.householdId))
          .where(inArray(subscriptions.id, ids))
    ).map((user) => [user.subscriptionId, user]),
  );
  return {
    renewals,
    net_cents: result.netCents,
    tax_cents: result.taxCents,
    total_cents: result.totalCents,
    taxes: result.taxes.map(({ jurisdiction, name, amountCents }) => ({
      jurisdiction,
      name,
      amount_cents: amountCents,
    })),
    plans: result.plans.map((plan) => ({
      plan_id: plan.planId,
      name: names.plans.get(plan.planId) ?? '',
      renewals: plan.renewals,
      total_cents: plan.totalCents,
    })),
    changes: result.changes.map((change) => {
      const user = people.get(change.subscriptionId);
      return {
        subscription_id: change.subscriptionId,
        customer_id: user?.id ?? null,
        username: user?.username ?? '',
        on: change.on,
        before_cents: change.beforeCents,
        after_cents: change.afterCents,
        reason: locale === 'ko' ? change.reasonKo : change.reasonEn,
      };
    }),
    changed,
    listed: isListed,
    untaxed: result.untaxed ?? 0,
  };
}

/** Calculates a forecast and stores its result. After a kill it starts again; `signal` ends it so. */
export async function calculateRehearsal(context: Context, asked: Asked, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const { month, percent } = asked;
  const [from, to] = [dayNumber(`${month}-01`), dayNumber(nextMonth(month))];
  const isDue = sql`renews and state in ('active', 'trial', 'paused') and unpaid_since is null
    and period_to < ${nextMonth(month)}::date`;
  const total = await db.$count(subscriptions, isDue);
  const note = (values: Partial<typeof rehearsals.$inferInsert>) =>
    db
      .update(rehearsals)
      .set({ ...values, progressAt: context.now() })
      .where(isAsked(asked));
  await note({ total, done: 0 });
  await forgetChanges(db);
  const run = newId();
  const prices = await readChangedPrices(db, nextMonth(month));
  const now = context.now();
  const taxes = new Map<string, RehearsalResult['taxes'][number]>();
  const plans = new Map<string, Omit<RehearsalResult['plans'][number], 'planId'>>();
  const sums = { renewals: 0, netCents: 0, taxCents: 0, totalCents: 0, changed: 0, untaxed: 0 };
  const starts = new DayStarts();
  let last: string | undefined;
  for (let done = 0; ; ) {
    signal.throwIfAborted();
    const accountIds = (
      await db
        .selectDistinct({ id: subscriptions.accountId })
        .from(subscriptions)
        .where(allOf(isDue, last === undefined ? undefined : gt(subscriptions.accountId, last)))
        .orderBy(subscriptions.accountId)
        .limit(batchSize)
    ).map(({ id }) => id);
    if (accountIds.length === 0) break;
    last = accountIds.at(-1);
    const ids = (
      await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(allOf(isDue, inArray(subscriptions.accountId, accountIds)))
    ).map(({ id }) => id);
    const loaded = await readSubscriptions(db, ids);
    const payers = await readTaxedPayers(context, accountIds);
    const bills = await readLastBills(db, ids);
    const byGift = loaded
      .filter(({ row }) => row.endsWithCredit || row.giftPeriods > 0)
      .map(({ row }) => row.accountId);
    const changes: Change[] = [];
    const credits = byGift.length > 0 ? await readCredits(db, byGift) : new Map<string, number>();
    const ended = new Set<string>();
    const gifts = new Map(loaded.map((own) => [own.row.id, giftMonthsOf(own)]));
    const coming = loaded.flatMap((own) => {
      const history = withComingPrices(own, prices, {
        from: dayNumber(dayIn(now, own.row.zone)) + context.config.billing.leastPriceNoticeDays,
        to,
      });
      return periodsOf(history, to)
        .filter((period) => period.from >= dayNumber(own.row.periodTo))
        .map((period) => ({
          own,
          history,
          period,
          at: starts.of(dayText(period.from), own.row.zone).getTime(),
        }));
    });
    // As for renewals: within an account, the earliest due plan takes its credit first.
    coming.sort((a, b) => a.at - b.at || (a.own.row.id < b.own.row.id ? -1 : 1));
    for (const { own, history, period } of coming) {
      const { id, accountId, endsWithCredit } = own.row;
      if (ended.has(id)) continue;
      const { place, rates: known } = must(payers.get(accountId), 'payer');
      const due = quote(
        {
          ...billed(own, history),
          periodFrom: period.from,
          lines: [],
          discounts: new Map(),
          carriedCents: 0,
        },
        period.from,
        place,
        shownRates(known),
      );
      // A plan that a gift started does not renew unless credit and Maru's part cover it wholly.
      const credit = credits.get(accountId) ?? 0;
      const gift = gifts.get(id);
      const ours = beyondGift(due.lines, gift, credit);
      if (endsWithCredit && due.totalCents > credit + ours.cents) {
        ended.add(id);
        continue;
      }
      credits.set(accountId, creditAfter(credit + ours.cents, due.totalCents));
      if (gift) gift.periods = ours.left;
      const after: Bill = { invoice: { totalCents: due.totalCents }, lines: due.lines };
      const previous = bills.get(id);
      bills.set(id, after);
      if (period.from < from || due.lines.length === 0) continue;
      sums.renewals += 1;
      if (known.state !== 'known') sums.untaxed += 1;
      sums.netCents += due.netCents;
      sums.taxCents += due.taxCents;
      sums.totalCents += due.totalCents;
      const planId = due.lines.find((line) => line.planId)?.planId ?? own.row.planId;
      const plan = plans.get(planId) ?? { renewals: 0, totalCents: 0 };
      plans.set(planId, { renewals: plan.renewals + 1, totalCents: plan.totalCents + due.totalCents });
      for (const { jurisdiction, name, amountCents } of due.lines.flatMap((line) => line.taxes)) {
        const tax = taxes.get(`${jurisdiction} ${name}`) ?? { jurisdiction, name, amountCents: 0 };
        tax.amountCents += amountCents;
        taxes.set(`${jurisdiction} ${name}`, tax);
      }
      const was = previous?.invoice.totalCents ?? 0;
      if (Math.abs(due.totalCents - was) * 100 <= Math.abs(was) * percent) continue;
      sums.changed += 1;
      changes.push({ subscriptionId: id, on: dayText(period.from), after, before: previous });
    }
    await insertRows(db, rehearsalChanges, await rowsOf(db, run, changes));
    done += ids.length;
    await note({ done, total: Math.max(total, done) });
  }
  const result: RehearsalResult = {
    ...sums,
    taxes: [...taxes.values()].sort((a, b) => a.jurisdiction.localeCompare(b.jurisdiction)),
    plans: [...plans]
      .map(([planId, plan]) => ({ planId, ...plan }))
      .sort((a, b) => b.totalCents - a.totalCents),
    changes: await readLargest(db, run),
  };
  const at = context.now();
  await db.transaction(async (tx) => {
    await tx.update(rehearsals).set({ changesRun: null }).where(isNotNull(rehearsals.changesRun));
    const ready = { result, readyAt: at, resultAt: at, progressAt: at, changesRun: run };
    await tx.update(rehearsals).set(ready).where(isAsked(asked));
  });
  await forgetChanges(db);
}

/** Deletes the changes of all calculations but the one that is shown: older ones, and those that were killed. */
async function forgetChanges(db: Context['db']): Promise<void> {
  for (;;) {
    const { rowCount } = await db.execute(
      sql`delete from ${rehearsalChanges} where id in (select c.id from ${rehearsalChanges} c
        where not exists (select from ${rehearsals} r where r.changes_run = c.run) limit ${deletedAtOnce})`,
    );
    if ((rowCount ?? 0) < deletedAtOnce) return;
  }
}

/**
 * A history with the prices that will apply by then. They enter a history when they are announced before a
 * renewal. Renewals before `from` are announced already, or too late.
 */
function withComingPrices(
  { row, history: known }: Loaded,
  prices: ReadonlyMap<string, readonly DatedTerms[]>,
  { from, to }: { from: number; to: number },
): HistoryChange[] {
  let history = known;
  // Most plans have had one price.
  if (row.endsWithCredit || !known.some((change) => 'terms' in change && prices.has(change.terms.planId)))
    return history;
  for (let next = Math.max(from, dayNumber(row.periodTo)); ; ) {
    const period = periodsOf(history, to).find((own) => own.from >= next);
    if (!period) return history;
    next = period.from + 1;
    const terms = period.pieces[0]?.terms;
    const begins = startOfDay(dayText(period.from), row.zone);
    const asked = terms && prices.get(terms.planId)?.find(({ startsAt }) => startsAt <= begins);
    if (!asked || asked.terms.cents === terms.cents) continue;
    const change = { kind: 'renew_as' as const, day: period.from - 1, terms: asked.terms };
    const at = history.findLastIndex(({ day }) => day <= change.day) + 1;
    history = [...history.slice(0, at), change, ...history.slice(at)];
  }
}

/**
 * The tax provider is called only for addresses with old rates, because each call costs money and a forecast
 * covers all subscribers.
 */
async function readTaxedPayers(context: Context, accountIds: string[]) {
  const settings = { taxes: context.taxes, now: context.now, usableMs: rehearsedMs };
  const payers = await readPayers(context.db, settings, accountIds);
  const unknown = [...payers.values()].filter(({ rates }) => rates.state === 'unknown');
  if (unknown.length === 0) return payers;
  await ensureRates(
    context,
    unknown.map(({ addressId }) => addressId),
    { asker: 'renewals' },
  );
  return readPayers(context.db, settings, accountIds);
}

/** The largest changes of a calculation. */
const readLargest = (db: Context['db'], run: string): Promise<RehearsalResult['changes']> =>
  db
    .select({
      subscriptionId: rehearsalChanges.subscriptionId,
      on: rehearsalChanges.renewsOn,
      beforeCents: rehearsalChanges.beforeCents,
      afterCents: rehearsalChanges.afterCents,
      reasonKo: rehearsalChanges.reasonKo,
      reasonEn: rehearsalChanges.reasonEn,
    })
    .from(rehearsalChanges)
    .where(eq(rehearsalChanges.run, run))
    .orderBy(desc(rehearsalChanges.changeCents), rehearsalChanges.id)
    .limit(maxShown);

/** The rows of changes, with why each bill changes, in both languages. */
async function rowsOf(
  db: Context['db'],
  run: string,
  changes: Change[],
): Promise<(typeof rehearsalChanges.$inferInsert)[]> {
  if (changes.length === 0) return [];
  const lines = changes.flatMap(({ before, after }) => [...(before?.lines ?? []), ...after.lines]);
  const names = { ko: await readNames(db, lines, 'ko'), en: await readNames(db, lines, 'en') };
  const why = ({ before, after }: Change, locale: Locale) =>
    before ? (whyDifferent(after, before, names[locale], locale) ?? '') : firstBill(locale);
  return changes.map((change) => {
    const beforeCents = change.before?.invoice.totalCents ?? 0;
    const afterCents = change.after.invoice.totalCents;
    return {
      id: newId(),
      run,
      subscriptionId: change.subscriptionId,
      renewsOn: change.on,
      beforeCents,
      afterCents,
      changeCents: Math.abs(afterCents - beforeCents),
      reasonKo: why(change, 'ko'),
      reasonEn: why(change, 'en'),
    };
  });
}

const firstBill = (locale: Locale): string =>
  locale === 'ko' ? '무료 체험 뒤의 첫 결제예요.' : 'The first bill after a free trial.';

/** The last bill of subscriptions that is neither void nor of an unpaid change, by their ids. */
async function readLastBills(db: Context['db'], ids: string[]): Promise<Map<string, Bill>> {
  const bills = await queryRows<{ id: string; subscriptionId: string; cents: number }>(
    db,
    sql`select distinct on (i.subscription_id) i.id, i.subscription_id as "subscriptionId", i.total_cents as cents
      from billing_invoices i join billing_payments p on p.invoice_id = i.id and p.state <> 'void'
        and p.abandoned_at is null
      where i.subscription_id = any(${sql.param(ids)}::uuid[]) order by i.subscription_id, i.number desc`,
  );
  const lines = groupBy(
    bills.length === 0
      ? []
      : await db
          .select()
          .from(invoiceLines)
          .where(
            inArray(
              invoiceLines.invoiceId,
              bills.map(({ id }) => id),
            ),
          )
          .orderBy(invoiceLines.invoiceId, invoiceLines.position),
    ({ invoiceId }) => invoiceId,
  );
  return new Map(
    bills.map(({ id, subscriptionId, cents }) => [
      subscriptionId,
      { invoice: { totalCents: cents }, lines: lines.get(id) ?? [] },
    ]),
  );
}
