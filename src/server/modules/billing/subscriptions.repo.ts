/** Subscriptions with everything that decides their amounts: history, invoiced lines, the coupon. */
import { and, asc, eq, gte, inArray, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { allOf, isOneOf } from '../../db/conditions.ts';
import { groupBy } from '../../group-by.ts';
import { must } from '../../must.ts';
import { dayNumber, dayText, type HistoryChange, type Terms } from './amounts.ts';
import { readCarried } from './arrears.repo.ts';
import {
  billingAccounts,
  coupons,
  couponUses,
  invoiceLines,
  invoiceTaxes,
  payments,
  subscriptionChanges,
  subscriptions,
} from './billing.tables.ts';
import type { TaxedDiscount, TaxedLine } from './bills.ts';
import type { Coupon } from './discounts.ts';

export type Subscription = typeof subscriptions.$inferSelect;

/** A subscription as it was read, and locked. */
export interface Loaded {
  row: Subscription;
  history: HistoryChange[];
  /** Of each of them: when it was written down, among them. */
  positions: number[];
  /**
   * Lines of the running period and later ones that are not void. Lines of an unpaid change are left out,
   * because the change is not in the history.
   */
  lines: TaxedLine[];
  /** Discounts of these periods, by their first day. */
  discounts: Map<number, TaxedDiscount[]>;
  coupon: Coupon | undefined;
  /** Cents of the invoices of these periods that refunds and disputes returned, by the first day of the period. */
  returned: Map<number, number>;
  /** Remainder of the account's earlier invoices. 0 for a plan that credit pays for, which ends with the credit. */
  carriedCents: number;
}

/** The billing account of a household, created at its first use. The lock serializes its changes. */
export async function lockAccount(tx: Transaction, householdId: string) {
  return must((await lockAccounts(tx, [householdId])).get(householdId), 'billing account');
}

/** Locks the billing accounts of households, created at their first use, in the common order. By household. */
export async function lockAccounts(tx: Transaction, householdIds: readonly string[]) {
  await tx
    .insert(billingAccounts)
    .values(householdIds.map((householdId) => ({ householdId })))
    .onConflictDoNothing();
  const rows = await tx
    .select()
    .from(billingAccounts)
    .where(inArray(billingAccounts.householdId, [...householdIds]))
    .orderBy(asc(billingAccounts.id))
    .for('update');
  return new Map(rows.map((row) => [row.householdId, row]));
}

/** Waits until a running checkout of another payer for a household has started its plan or has ended. */
export async function awaitCheckout(tx: Transaction, householdId: string): Promise<void> {
  await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.householdId, householdId), eq(subscriptions.state, 'incomplete')))
    .for('update');
}

/** The id of the household's running subscription, of any payer. */
export async function findRunning(db: Queryable, householdId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.householdId, householdId),
        ne(subscriptions.state, 'ended'),
        ne(subscriptions.state, 'incomplete'),
      ),
    );
  return row?.id;
}

/**
 * Condition on a subscription's columns: it was paid, tried, or is running. An abandoned checkout never
 * started.
 */
export const hasBegun = (
  id: SQLWrapper,
  state: SQLWrapper,
): SQL => sql`(${state} not in ('ended', 'incomplete')
  or exists (select from billing_changes c where c.subscription_id = ${id} and c.trial_days > 0)
  or exists (select from billing_invoices i join billing_payments p on p.invoice_id = i.id
    where i.subscription_id = ${id} and p.state = 'paid'))`;

/** Locks an existing account. It is locked before its subscriptions and payments, which prevents deadlocks. */
export async function lockAccountById(tx: Transaction, id: string) {
  const [row] = await tx.select().from(billingAccounts).where(eq(billingAccounts.id, id)).for('update');
  return must(row, 'billing account');
}

type ChangeRow = typeof subscriptionChanges.$inferSelect;

const termsOf = ({ planId, priceId, priceCents, months }: ChangeRow): Terms => ({
  planId: must(planId, 'plan'),
  priceId: must(priceId, 'price'),
  cents: must(priceCents, 'price'),
  months: must(months, 'months'),
});

function changeOf(row: ChangeRow): HistoryChange {
  const day = dayNumber(row.day);
  switch (row.kind) {
    case 'begin':
      return { kind: 'begin', day, terms: termsOf(row), trialDays: row.trialDays ?? 0 };
    case 'switch':
    case 'renew_as':
      return { kind: row.kind, day, terms: termsOf(row) };
    case 'billing_day':
      return { kind: 'billing_day', day, dayOfMonth: must(row.dayOfMonth, 'day of the month') };
    default:
      return { kind: row.kind, day };
  }
}

/** Loads subscriptions and locks them; the accounts that pay for them are locked already. */
export async function loadSubscriptions(tx: Transaction, ids: readonly string[]): Promise<Loaded[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(isOneOf(subscriptions.id, ids))
    .orderBy(asc(subscriptions.id))
    .for('update');
  return withHistories(tx, rows);
}

/** The same without a lock: to show what would be. */
export async function readSubscription(db: Queryable, id: string): Promise<Loaded | undefined> {
  const rows = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return (await withHistories(db, rows))[0];
}

/** Several of them, likewise. */
export async function readSubscriptions(db: Queryable, ids: readonly string[]): Promise<Loaded[]> {
  return withHistories(db, await db.select().from(subscriptions).where(isOneOf(subscriptions.id, ids)));
}

/** Columns of a line that decide amounts. */
const lineColumns = {
  invoiceId: invoiceLines.invoiceId,
  position: invoiceLines.position,
  subscriptionId: invoiceLines.subscriptionId,
  kind: invoiceLines.kind,
  periodFrom: invoiceLines.periodFrom,
  planId: invoiceLines.planId,
  priceId: invoiceLines.priceId,
  priceCents: invoiceLines.priceCents,
  months: invoiceLines.months,
  at: invoiceLines.at,
  until: invoiceLines.until,
  priceDays: invoiceLines.priceDays,
  sign: invoiceLines.sign,
  amountCents: invoiceLines.amountCents,
};

/** The taxes of the lines of invoices. */
const readTaxes = async (db: Queryable, invoiceIds: readonly string[]) =>
  invoiceIds.length === 0
    ? []
    : db.select().from(invoiceTaxes).where(isOneOf(invoiceTaxes.invoiceId, invoiceIds));

/**
 * Cents of invoices that were returned to their payers: refunds, also requested ones, and disputes that are open or
 * lost. At most the amount that was paid.
 */
async function readReturned(db: Queryable, invoiceIds: readonly string[]): Promise<Map<string, number>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await queryRows<{ invoiceId: string; cents: number }>(
    db,
    sql`select p.invoice_id as "invoiceId", least(p.amount_cents, p.refunded_cents
        + coalesce((select sum(r.amount_cents) from billing_refunds r
            where r.payment_id = p.id and r.state in ('asked', 'pending')), 0)
        + coalesce((select sum(d.amount_cents) from billing_disputes d
            where d.payment_id = p.id and d.state in ('open', 'lost')), 0))::int as cents
      from billing_payments p where p.invoice_id = any(${sql.param([...invoiceIds])}::uuid[])
        and (p.refunded_cents > 0 or exists (select from billing_refunds r where r.payment_id = p.id)
          or exists (select from billing_disputes d where d.payment_id = p.id))`,
  );
  return new Map(rows.map(({ invoiceId, cents }) => [invoiceId, cents]));
}

async function withHistories(db: Queryable, rows: Subscription[]): Promise<Loaded[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const changes = groupBy(
    await db
      .select()
      .from(subscriptionChanges)
      .where(isOneOf(subscriptionChanges.subscriptionId, ids))
      // Future changes were written before the changes of their day.
      .orderBy(asc(subscriptionChanges.day), asc(subscriptionChanges.position)),
    ({ subscriptionId }) => subscriptionId,
  );
  const invoicedLines = await db
    .select(lineColumns)
    .from(invoiceLines)
    .innerJoin(payments, eq(payments.invoiceId, invoiceLines.invoiceId))
    .innerJoin(subscriptions, eq(subscriptions.id, invoiceLines.subscriptionId))
    .where(
      allOf(
        isOneOf(invoiceLines.subscriptionId, ids),
        gte(invoiceLines.periodFrom, subscriptions.periodFrom),
        ne(payments.state, 'void'),
        or(eq(payments.state, 'paid'), isNull(payments.switchPriceId)),
      ),
    )
    .orderBy(asc(invoiceLines.invoiceId), asc(invoiceLines.position));
  const invoiced = groupBy(invoicedLines, ({ subscriptionId }) => subscriptionId ?? '');
  const taxes = groupBy(
    await readTaxes(db, [...new Set(invoicedLines.map(({ invoiceId }) => invoiceId))]),
    ({ invoiceId, position }) => `${invoiceId} ${position}`,
  );
  const carried = await readCarried(
    db,
    rows.map(({ accountId }) => accountId),
  );
  const returnedOf = await readReturned(db, [...new Set(invoicedLines.map(({ invoiceId }) => invoiceId))]);
  const uses = rows.flatMap(({ couponUseId }) => couponUseId ?? []);
  const ofUse = new Map(
    uses.length === 0
      ? []
      : (
          await db
            .select({ use: couponUses.id, coupon: coupons })
            .from(couponUses)
            .innerJoin(coupons, eq(coupons.id, couponUses.couponId))
            .where(isOneOf(couponUses.id, uses))
        ).map(({ use, coupon }) => [use, coupon]),
  );
  return rows.map((row) => {
    const lines: TaxedLine[] = [];
    const discounts = new Map<number, TaxedDiscount[]>();
    const returned = new Map<number, number>();
    const addReturned = (periodFrom: number, cents: number) =>
      returned.set(periodFrom, (returned.get(periodFrom) ?? 0) + cents);
    const counted = new Set<string>();
    for (const line of invoiced.get(row.id) ?? []) {
      const periodFrom = dayNumber(must(line.periodFrom, 'period'));
      const own = taxes.get(`${line.invoiceId} ${line.position}`) ?? [];
      if (line.kind === 'discount')
        discounts.set(periodFrom, [
          ...(discounts.get(periodFrom) ?? []),
          { amountCents: line.amountCents, taxes: own },
        ]);
      else if (line.kind === 'returned')
        addReturned(
          periodFrom,
          own.reduce((sum, tax) => sum - tax.amountCents, 0 - line.amountCents),
        );
      else {
        const key = `${line.invoiceId} ${periodFrom}`;
        if (line.sign === 1 && !counted.has(key))
          addReturned(periodFrom, returnedOf.get(line.invoiceId) ?? 0);
        if (line.sign === 1) counted.add(key);
        lines.push({
          periodFrom,
          terms: {
            planId: must(line.planId, 'plan'),
            priceId: must(line.priceId, 'price'),
            cents: must(line.priceCents, 'price'),
            months: line.months === 12 ? 12 : 1,
          },
          at: must(line.at, 'day'),
          until: must(line.until, 'day'),
          priceDays: must(line.priceDays, 'days'),
          sign: must(line.sign, 'sign'),
          amountCents: line.amountCents,
          taxes: own,
        });
      }
    }
    return {
      row,
      history: (changes.get(row.id) ?? []).map(changeOf),
      positions: (changes.get(row.id) ?? []).map(({ position }) => position),
      lines,
      discounts,
      coupon: row.couponUseId ? ofUse.get(row.couponUseId) : undefined,
      returned,
      carriedCents: row.endsWithCredit || row.giftPeriods > 0 ? 0 : (carried.get(row.accountId) ?? 0),
    };
  });
}

/** The author of a change. */
export type Maker = ChangeRow['madeBy'];

/** Puts a change into a history, after all of its day. Answers its row, which is still to be written. */
export function appendChange(
  loaded: Pick<Loaded, 'history' | 'positions'> & { row: { id: string } },
  change: HistoryChange,
  { by, at }: { by: Maker; at: Date },
): typeof subscriptionChanges.$inferInsert {
  const subscriptionId = loaded.row.id;
  const position = Math.max(-1, ...loaded.positions) + 1;
  const place = loaded.history.findLastIndex(({ day }) => day <= change.day) + 1;
  loaded.history.splice(place, 0, change);
  loaded.positions.splice(place, 0, position);
  const terms = 'terms' in change ? change.terms : undefined;
  return {
    subscriptionId,
    position,
    kind: change.kind,
    day: dayText(change.day),
    planId: terms?.planId ?? null,
    priceId: terms?.priceId ?? null,
    priceCents: terms?.cents ?? null,
    months: terms?.months ?? null,
    trialDays: change.kind === 'begin' ? change.trialDays : null,
    dayOfMonth: change.kind === 'billing_day' ? change.dayOfMonth : null,
    madeBy: by,
    at,
  };
}

/** Removes future changes, such as the end of a canceled subscription. */
export async function removeChangesFrom(
  tx: Transaction,
  loaded: Loaded,
  isRemoved: (change: HistoryChange) => boolean,
): Promise<void> {
  const kept = loaded.history.filter((change) => !isRemoved(change));
  const gone = loaded.positions.filter((_, index) => {
    const change = loaded.history[index];
    return change !== undefined && isRemoved(change);
  });
  if (gone.length === 0) return;
  await tx
    .delete(subscriptionChanges)
    .where(
      allOf(
        eq(subscriptionChanges.subscriptionId, loaded.row.id),
        inArray(subscriptionChanges.position, gone),
      ),
    );
  loaded.positions = loaded.positions.filter((position) => !gone.includes(position));
  loaded.history = kept;
}
