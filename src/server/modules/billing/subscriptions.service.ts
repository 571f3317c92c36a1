/** Subscriptions: saves where they stand, and takes them on when their day has come. */
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { insertRows, updateRows } from '../../db/insert-rows.ts';
import { must } from '../../must.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { replacePlanPeriods } from '../plans/plan-periods.service.ts';
import { ensureRates } from './address-rates.service.ts';
import { dayNumber, dayText } from './amounts.ts';
import { payments, subscriptionChanges, subscriptions } from './billing.tables.ts';
import { beyondGift, giftMonthsOf } from './gift-months.ts';
import {
  billed,
  creditAfter,
  type Draft,
  type Issued,
  issueInvoices,
  quote,
  readCredits,
} from './invoicing.service.ts';
import { mailPayers, mailReceipts, mailServed, noticeOnce, tellSubscribers } from './notices.service.ts';
import { endPayRequests } from './pay-requests.service.ts';
import { type Payer, readPayers } from './payers.service.ts';
import { findOpenSwitches } from './payments.repo.ts';
import { lastServed, type ServedDays, standingOn } from './standing.ts';
import { appendChange, type Loaded, loadSubscriptions } from './subscriptions.repo.ts';
import { renewalRates } from './taxes.service.ts';

type Settings = Pick<Context, 'config' | 'now'>;

/** Starts of days, each found once: a batch of renewals asks for few of them often. */
export class DayStarts {
  private readonly known = new Map<string, Date>();

  /** The first instant of a day (`YYYY-MM-DD`) in a zone. */
  of(day: string, zone: string): Date {
    const key = `${day} ${zone}`;
    const start = this.known.get(key) ?? startOfDay(day, zone);
    this.known.set(key, start);
    return start;
  }
}

/**
 * Saves the state of subscriptions and their served periods. They and their accounts are locked. A period that
 * has started stays due until `advanceSubscriptions` has invoiced it, which passes `isTakenOn`.
 */
export async function saveStandings(
  tx: Transaction,
  { config }: Settings,
  given: readonly Loaded[],
  at: Date,
  { isTakenOn = false } = {},
): Promise<void> {
  const starts = new DayStarts();
  const { graceDays, endDays } = config.billing;
  const served: Parameters<typeof replacePlanPeriods>[1][number][] = [];
  /** That have ended now, without having been cancelled before, with the last day that was served. */
  const over: { id: string; lastDay: string }[] = [];
  for (const own of given) {
    const { row, history } = own;
    const { zone } = row;
    const standing = standingOn(history, dayNumber(dayIn(at, zone)));
    const { period, terms, isOver } = standing;
    const unpaid = row.unpaidSince === null ? undefined : dayNumber(row.unpaidSince);
    const unpaidUntil = unpaid === undefined ? undefined : unpaid + graceDays;
    row.planId = terms.planId;
    row.priceId = terms.priceId;
    if (row.nextPriceId === terms.priceId) row.nextPriceId = null;
    const isBehind =
      !isTakenOn &&
      !isOver &&
      period.from > dayNumber(row.periodFrom) &&
      !own.lines.some(({ periodFrom }) => periodFrom === period.from);
    if (!isBehind) {
      row.periodFrom = dayText(period.from);
      row.periodTo = dayText(period.to);
    }
    if (isOver) {
      if (row.state !== 'ended' && row.state !== 'incomplete' && row.cancelledAt === null)
        over.push({ id: row.id, lastDay: dayText(lastServed(standing)) });
      row.state = 'ended';
      row.endedAt ??= at;
      row.renews = false;
      row.unpaidSince = null;
    } else if (row.state !== 'incomplete') {
      if (unpaid === undefined)
        row.state = standing.isPaused ? pausedState(row) : period.isTrial ? 'trial' : 'active';
      // The first charge after a trial is open: the trial is over.
      else if (row.state === 'trial' && !period.isTrial) row.state = 'active';
    }
    const nextDay =
      unpaid === undefined ? standing.nextDay : unpaid + (row.state === 'stopped' ? endDays : graceDays);
    row.dueAt = isOver || row.state === 'incomplete' ? null : starts.of(dayText(nextDay), zone);
    if (row.dueAt && isBehind && unpaid === undefined) row.dueAt = at;
    if (row.state === 'incomplete' || row.householdId === null) continue;
    const follows = row.renews && !isOver && unpaid === undefined && !standing.isPaused;
    served.push({
      subscriptionId: row.id,
      householdId: row.householdId,
      from: starts.of(dayText(period.from), zone),
      isFirst: dayText(period.from) === row.beganOn,
      served: withGrace(standing.served, { follows, graceDays, to: period.to, unpaidUntil }).map(
        ({ planId, from, until }) => ({
          planId,
          startsAt: starts.of(dayText(from), zone),
          endsAt: starts.of(dayText(until), zone),
          lastsUntil: starts.of(dayText(unpaid === undefined ? Math.min(until, period.to) : until), zone),
        }),
      ),
    });
  }
  const running = given.filter(({ row }) => row.state !== 'ended' && row.state !== 'incomplete');
  const asked = await endPayRequests(
    tx,
    running.flatMap(({ row }) => row.householdId ?? []),
  );
  const begun = await findIncomplete(
    tx,
    running.filter(({ row }) => row.householdId !== null && asked.has(row.householdId)),
  );
  await updateRows(
    tx,
    subscriptions,
    given.map(({ row }) => ({
      id: row.id,
      state: row.state,
      planId: row.planId,
      priceId: row.priceId,
      nextPriceId: row.nextPriceId,
      periodFrom: row.periodFrom,
      periodTo: row.periodTo,
      renews: row.renews,
      endsWithCredit: row.endsWithCredit,
      giftPeriods: row.giftPeriods,
      dueAt: row.dueAt,
      cancelledAt: row.cancelledAt,
      endedByServed: row.endedByServed,
      unpaidSince: row.unpaidSince,
      endedAt: row.endedAt,
      disputedSince: row.disputedSince,
    })),
  );
  await replacePlanPeriods(tx, served);
  await mailServed(tx, { config, now: () => at }, [
    ...begun.map(({ row }) => ({ subscriptionId: row.id, kind: 'given' as const, day: row.beganOn })),
    ...over.map(({ id, lastDay }) => ({ subscriptionId: id, kind: 'ended' as const, day: lastDay })),
  ]);
}

const pausedState = ({ disputedSince }: Loaded['row']) =>
  disputedSince === null ? ('paused' as const) : ('disputed' as const);

/** Subscriptions that the database still has as incomplete. They start with this save, which happens once. */
async function findIncomplete(tx: Transaction, given: readonly Loaded[]): Promise<Loaded[]> {
  if (given.length === 0) return [];
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        inArray(
          subscriptions.id,
          given.map(({ row }) => row.id),
        ),
        eq(subscriptions.state, 'incomplete'),
      ),
    );
  const incomplete = new Set(rows.map(({ id }) => id));
  return given.filter(({ row }) => incomplete.has(row.id));
}

/**
 * A period that another one follows is served for some days more, so that a late payment does not interrupt
 * service.
 */
function withGrace(
  served: ServedDays[],
  given: { follows: boolean; graceDays: number; to: number; unpaidUntil: number | undefined },
): ServedDays[] {
  const { follows, graceDays, to, unpaidUntil } = given;
  return served
    .map((own) => ({
      ...own,
      until: Math.min(
        own.until === to && follows ? own.until + graceDays : own.until,
        unpaidUntil ?? Number.POSITIVE_INFINITY,
      ),
    }))
    .filter(({ from, until }) => until > from);
}

/** Subscriptions in one transaction. */
const batchSize = 500;

/**
 * Processes due subscriptions: renews, ends, pauses, stops and resumes them. A batch is one transaction, which
 * is repeated after a kill. If a batch fails, its items run one by one, so that one failure delays no other.
 * Returns their number.
 */
export async function advanceSubscriptions(context: Context, limit = batchSize): Promise<number> {
  const at = context.now();
  await ensureDueRates(context, at, limit);
  const isDue = sql`s.due_at <= ${at}`;
  try {
    return await advanceSome(context, at, isDue, limit);
  } catch (error) {
    context.log.warn({ err: error }, 'renewals could not be taken on together');
  }
  const due = await queryRows<{ id: string }>(
    context.db,
    sql`select s.id from billing_subscriptions s where ${isDue} order by s.due_at, s.id limit ${limit}`,
  );
  let count = 0;
  for (const { id } of due)
    try {
      count += await advanceSome(context, at, sql`${isDue} and s.id = ${id}`, 1);
    } catch (error) {
      context.log.error({ err: error, subscriptionId: id }, 'a subscription could not be taken on');
      await context.db
        .update(subscriptions)
        .set({ dueAt: new Date(at.getTime() + failedWaitMs) })
        .where(and(eq(subscriptions.id, id), lte(subscriptions.dueAt, at)));
      count += 1;
    }
  return count;
}

/** Delay before a failed item is tried again. */
const failedWaitMs = 15 * 60_000;

/** Takes on some that are due, in one transaction. Answers how many. */
async function advanceSome(context: Context, at: Date, isDue: SQL, limit: number): Promise<number> {
  const { count, changed } = await context.db.transaction(async (tx) => {
    // Accounts are locked first, as everywhere. A locked account is left for the next round.
    const due = await queryRows<{ id: string; accountId: string }>(
      tx,
      sql`select s.id, s.account_id as "accountId" from billing_subscriptions s
        join billing_accounts a on a.id = s.account_id
        where ${isDue} order by s.due_at, s.id limit ${limit} for update of a skip locked`,
    );
    if (due.length === 0) return { count: 0, changed: [] };
    const loaded = (
      await loadSubscriptions(
        tx,
        due.map(({ id }) => id),
      )
    ).filter(({ row }) => row.dueAt !== null && row.dueAt <= at);
    // After hours without a run, the earliest due subscription still takes its account's credit first.
    const dueAt = ({ row }: Loaded) => row.dueAt?.getTime() ?? 0;
    loaded.sort((a, b) => dueAt(a) - dueAt(b) || (a.row.id < b.row.id ? -1 : 1));
    const payers = await readPayers(
      tx,
      context,
      loaded.map(({ row }) => row.accountId),
    );
    const before = new Map(loaded.map(({ row }) => [row.id, shownOf(row)]));
    await takeOn(tx, context, loaded, { at, payers });
    const changed = loaded.filter(({ row }) => before.get(row.id) !== shownOf(row)).map(({ row }) => row.id);
    return { count: due.length, changed };
  });
  await tellSubscribers(context, changed);
  return count;
}

/** The part of a subscription that open pages show. A renewal alone changes none of it. */
const shownOf = ({ state, planId, renews }: Loaded['row']): string => `${state} ${planId} ${renews}`;

/** Has the taxes asked for of those who are about to be renewed. */
async function ensureDueRates(context: Context, at: Date, limit: number): Promise<void> {
  if (!context.taxes) return;
  const due = await queryRows<{ addressId: string | null }>(
    context.db,
    sql`select a.address_id as "addressId" from billing_subscriptions s
      join billing_accounts a on a.id = s.account_id
      where s.due_at <= ${at} order by s.due_at, s.id limit ${limit}`,
  );
  await ensureRates(
    context,
    due.map(({ addressId }) => addressId),
    { asker: 'renewals' },
  );
}

interface Taking {
  at: Date;
  payers: Map<string, Payer>;
}

/** Delay of a renewal that waits for its tax rates. */
const taxWaitMs = 15 * 60_000;

/** Delay of a renewal that waits until an open change is undone. */
const switchWaitMs = 5 * 60_000;

/**
 * Subscriptions that start a period while a change of theirs is unpaid. They are renewed after the change is
 * void. The job for abandoned payments ends it at the card processor first. If it is paid meanwhile, it applies
 * from its own day.
 */
async function holdSwitching(tx: Transaction, loaded: readonly Loaded[], at: Date): Promise<Set<string>> {
  const renewing = loaded.filter(
    ({ row }) => row.unpaidSince === null && dayNumber(dayIn(at, row.zone)) >= dayNumber(row.periodTo),
  );
  const open = await findOpenSwitches(
    tx,
    renewing.map(({ row }) => row.id),
  );
  const held = new Set(open.flatMap(({ subscriptionId }) => subscriptionId ?? []));
  if (held.size === 0) return held;
  await tx
    .update(payments)
    .set({ abandonedAt: sql`least(${payments.abandonedAt}, ${at})` })
    .where(
      inArray(
        payments.id,
        open.map(({ id }) => id),
      ),
    );
  await tx
    .update(subscriptions)
    .set({ dueAt: new Date(at.getTime() + switchWaitMs) })
    .where(inArray(subscriptions.id, [...held]));
  return held;
}

async function takeOn(
  tx: Transaction,
  context: Context,
  all: Loaded[],
  { at, payers }: Taking,
): Promise<void> {
  const { graceDays, endDays } = context.config.billing;
  const held = await holdSwitching(tx, all, at);
  const loaded = all.filter(({ row }) => !held.has(row.id));
  const made: (typeof subscriptionChanges.$inferInsert)[] = [];
  const drafts: (Draft & { loaded: Loaded })[] = [];
  const given: Loaded[] = [];
  const toEnd: Loaded[] = [];
  const waiting: Loaded[] = [];
  /** Accounts whose remainder an invoice of this batch contains. */
  const carried = new Set<string>();
  const fromCredit = loaded.filter(({ row }) => row.giftPeriods > 0 || (row.endsWithCredit && row.renews));
  const credits =
    fromCredit.length === 0
      ? new Map<string, number>()
      : // What bills before a plan's own take of it is taken here too, in the order of `issueInvoices`.
        await readCredits(
          tx,
          fromCredit.map(({ row }) => row.accountId),
        );
  for (const own of loaded) {
    const { row } = own;
    const today = dayNumber(dayIn(at, row.zone));
    const by = { by: 'service' as const, at };
    // A disputed plan neither renews nor ends until the bank decides.
    if (row.disputedSince !== null && row.unpaidSince === null) {
      given.push(own);
      continue;
    }
    if (row.unpaidSince !== null) {
      const since = dayNumber(row.unpaidSince);
      if (row.state === 'stopped') {
        if (today >= since + endDays) toEnd.push(own);
        continue;
      }
      if (today >= since + graceDays) {
        made.push(appendChange(own, { kind: 'pause', day: since + graceDays }, by));
        row.state = 'stopped';
      }
      given.push(own);
      continue;
    }
    // Begun by a gift: what credit does not pay whole is not begun, so nothing is left unpaid.
    if (row.endsWithCredit && row.renews && today >= dayNumber(row.periodTo)) {
      const { place, rates: known } = must(payers.get(row.accountId), 'payer');
      const rates = renewalRates(context.config, known);
      if (!rates) {
        waiting.push(own);
        continue;
      }
      const { lines, totalCents } = quote(billed(own), today, place, rates);
      const credit = credits.get(row.accountId) ?? 0;
      const { cents } = beyondGift(lines, giftMonthsOf(own), credit);
      if (totalCents > credit + cents) row.renews = false;
    }
    if (!row.renews && today >= dayNumber(row.periodTo) && !own.history.some(({ kind }) => kind === 'end'))
      made.push(appendChange(own, { kind: 'end', day: dayNumber(row.periodTo) }, by));
    const { isOver, period } = standingOn(own.history, today);
    const payer = must(payers.get(row.accountId), 'payer');
    const rates = renewalRates(context.config, payer.rates);
    // The remainder of an account is part of one invoice only.
    if (carried.has(row.accountId)) own.carriedCents = 0;
    const due = isOver ? undefined : quote(billed(own), today, payer.place, rates ?? []);
    // Never charged without the taxes that may be due, and none of the others waits for it.
    if (due && due.lines.length > 0 && !rates) {
      waiting.push(own);
      continue;
    }
    given.push(own);
    if (!due || due.lines.length === 0) continue;
    if (own.carriedCents > 0) carried.add(row.accountId);
    const credit = credits.get(row.accountId) ?? 0;
    const beyond = beyondGift(due.lines, giftMonthsOf(own), credit);
    row.giftPeriods = beyond.left;
    credits.set(row.accountId, creditAfter(credit + beyond.cents, due.totalCents));
    drafts.push({
      loaded: own,
      quote: due,
      giftCents: beyond.cents,
      accountId: row.accountId,
      subscriptionId: row.id,
      addressId: payer.addressId,
      place: payer.place,
      dueOn: dayText(period.from),
      payment: {
        // Without an agreement the card is not charged, whatever the credit.
        method: row.endsWithCredit ? 'credit' : 'card',
        platform: 'renewal',
        nextTryAt: payer.cardId === null ? null : at,
        firstFailedAt: payer.cardId === null ? at : null,
        failureReason: payer.cardId === null ? 'no_card' : null,
      },
    });
  }
  if (waiting.length > 0) {
    context.log.warn({ count: waiting.length }, 'renewals wait for their taxes');
    await tx
      .update(subscriptions)
      .set({ dueAt: new Date(at.getTime() + taxWaitMs) })
      .where(
        inArray(
          subscriptions.id,
          waiting.map(({ row }) => row.id),
        ),
      );
  }
  await insertRows(tx, subscriptionChanges, made);
  const issued = await issueInvoices(tx, drafts, at);
  const withoutCard: { own: Loaded; issued: Issued }[] = [];
  const paid: string[] = [];
  for (const [index, { loaded: own, dueOn, accountId }] of drafts.entries()) {
    const one = issued[index];
    if (!one) continue;
    if (one.amountCents === 0) {
      // A payment by a gift sends no mail.
      if (!own.row.endsWithCredit) paid.push(one.invoiceId);
      continue;
    }
    own.row.unpaidSince ??= dueOn;
    if (payers.get(accountId)?.cardId === null) {
      own.row.state = 'unpaid';
      withoutCard.push({ own, issued: one });
    }
  }
  await saveStandings(tx, context, given, at, { isTakenOn: true });
  await mailReceipts(tx, context, paid);
  for (const { own, issued: one } of withoutCard)
    await tellUnpaid(tx, context, {
      subscription: own.row,
      kind: 'failed',
      paymentId: one.paymentId,
      invoiceId: one.invoiceId,
      cents: one.amountCents,
    });
  const stopped = given.filter(({ row }) => row.state === 'stopped');
  const untold = await noticeOnce(
    tx,
    stopped.map(({ row }) => ({ subscription: row, kind: 'stopped', about: row.unpaidSince ?? '', at })),
  );
  if (untold.length > 0)
    await tellStopped(
      tx,
      context,
      untold.map(({ subscription }) => subscription.id),
    );
  // An unpaid plan ends. A job ends its payment at the card processor first.
  for (const { row } of toEnd) {
    row.dueAt = new Date(at.getTime() + 3_600_000);
    await tx.update(subscriptions).set({ dueAt: row.dueAt }).where(eq(subscriptions.id, row.id));
    await tx
      .update(payments)
      .set({ nextTryAt: null, abandonedAt: sql`coalesce(abandoned_at, ${at})` })
      .where(
        sql`${payments.state} in ('open', 'action', 'processing') and ${payments.invoiceId} in
          (select id from billing_invoices where subscription_id = ${row.id})`,
      );
  }
}

/** Tells who pays that a payment did not come, or that the bank asks for the card's owner; once for each payment. */
export async function tellUnpaid(
  tx: Transaction,
  context: Settings,
  given: {
    subscription: Loaded['row'];
    kind: 'failed' | 'action';
    paymentId: string;
    invoiceId: string;
    cents: number;
  },
): Promise<void> {
  const { subscription, kind, paymentId, invoiceId, cents } = given;
  const fresh = await noticeOnce(tx, [{ subscription, kind, about: paymentId, at: context.now() }]);
  if (fresh.length === 0) return;
  const { accountId, planId, unpaidSince, periodFrom } = subscription;
  await mailPayers(tx, context, [
    {
      accountId,
      planId,
      mail: {
        kind,
        cents,
        // The last day that is served.
        day: addDays(unpaidSince ?? periodFrom, context.config.billing.graceDays - 1),
        invoice_id: invoiceId,
      },
    },
  ]);
}

async function tellStopped(tx: Transaction, context: Settings, ids: string[]): Promise<void> {
  const rows = await queryRows<{
    accountId: string;
    planId: string;
    cents: number;
    day: string;
    invoiceId: string;
  }>(
    tx,
    sql`select distinct on (s.id) s.account_id as "accountId", s.plan_id as "planId", p.amount_cents as cents,
        s.unpaid_since::text as day, i.id as "invoiceId"
      from billing_subscriptions s join billing_invoices i on i.subscription_id = s.id
      join billing_payments p on p.invoice_id = i.id and p.state in ('open', 'action', 'processing')
      where s.id = any(${sql.param(ids)}::uuid[]) order by s.id, i.number`,
  );
  await mailPayers(
    tx,
    context,
    rows.map(({ accountId, planId, cents, day, invoiceId }) => ({
      accountId,
      planId,
      mail: { kind: 'stopped', cents, day, invoice_id: invoiceId },
    })),
  );
}
