/** Invoices: what a history makes due is quoted, and asked for. A quote is the same function, so it never differs. */
import { sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { must } from '../../must.ts';
import { calendarDay, dayNumber, dayText, dueCents, type HistoryChange, periodsOf } from './amounts.ts';
import type { OwedDays } from './arrears.repo.ts';
import { invoiceLines, invoices, invoiceTaxes, payments } from './billing.tables.ts';
import { dueOfPeriod, type TaxedDiscount, type TaxedLine } from './bills.ts';
import { type Coupon, discountsOf } from './discounts.ts';
import { type LedgerEntry, type Posting, postAll } from './ledger.service.ts';
import { notePaid } from './payments.repo.ts';
import type { Loaded } from './subscriptions.repo.ts';
import { type Place, type Rate, ratesFor, type Tax, taxesOf } from './taxes.ts';

/** A line that is to be written: its facts as `billing_invoice_lines` has them. */
export type QuotedLine = Omit<typeof invoiceLines.$inferInsert, 'invoiceId' | 'position' | 'taxCents'> & {
  taxes: Tax[];
};

export interface Quote {
  lines: QuotedLine[];
  netCents: number;
  taxCents: number;
  totalCents: number;
  /** Amount that is sold where no tax rate exists, which differs from a rate of 0. */
  untaxedCents: number;
}

/** The part of a subscription that decides its amounts. A new subscription has no invoiced lines. */
export interface Billed {
  subscriptionId: string | null;
  periodFrom: number;
  history: readonly HistoryChange[];
  lines: readonly TaxedLine[];
  discounts: ReadonlyMap<number, readonly TaxedDiscount[]>;
  coupon: Coupon | undefined;
  /** Cents that refunds and disputes returned, by the first day of the period (`InvoicedPeriod`). */
  returned?: ReadonlyMap<number, number>;
  /** Remainder of the payer's earlier invoices, added to this one. */
  carriedCents?: number;
  /** Unpaid days of the payer's ended plans, added to the invoice of a checkout. */
  owed?: readonly OwedDays[];
}

/** The amounts of a loaded subscription, optionally with another history. */
export const billed = (loaded: Loaded, history: readonly HistoryChange[] = loaded.history): Billed => ({
  subscriptionId: loaded.row.id,
  periodFrom: dayNumber(loaded.row.periodFrom),
  history,
  lines: loaded.lines,
  discounts: loaded.discounts,
  coupon: loaded.coupon,
  returned: loaded.returned,
  carriedCents: loaded.carriedCents,
});

/**
 * The amount that is due by a day and was not invoiced, for the running period and the periods that started
 * since.
 */
export function quote(own: Billed, today: number, place: Place, rates: readonly Rate[]): Quote {
  const periods = periodsOf(own.history, today + 1);
  const discounts = own.coupon ? discountsOf(own.coupon, periods) : new Map<number, number>();
  const day = dayText(today);
  const counting = ratesFor(rates, { ...place, day });
  const lines: QuotedLine[] = [];
  for (const period of periods) {
    if (period.from < own.periodFrom) continue;
    const invoiced = {
      lines: own.lines.filter(({ periodFrom }) => periodFrom === period.from),
      discounts: own.discounts.get(period.from) ?? [],
      returnedCents: own.returned?.get(period.from) ?? 0,
    };
    const offCents = discounts.get(period.from) ?? 0;
    for (const part of dueOfPeriod(period, invoiced, { offCents, rates: counting })) {
      const { amountCents, taxes } = part;
      const shared = {
        subscriptionId: own.subscriptionId,
        periodFrom: dayText(period.from),
        amountCents,
        taxes,
      };
      if (part.kind === 'discount')
        lines.push({ ...noPlan, ...shared, kind: 'discount', couponId: own.coupon?.id ?? null });
      else if (part.kind === 'returned') lines.push({ ...noPlan, ...shared, kind: 'returned' });
      else {
        const { line } = part;
        lines.push({
          ...shared,
          kind: 'plan',
          planId: line.terms.planId,
          priceId: line.terms.priceId,
          priceCents: line.terms.cents,
          months: line.terms.months,
          at: line.at,
          until: line.until,
          priceDays: line.priceDays,
          sign: line.sign,
          firstDay: dayText(calendarDay(period, line.at)),
          lastDay: dayText(calendarDay(period, line.until - 1)),
          couponId: null,
        });
      }
    }
  }
  return summed(lines.length === 0 ? [] : withArrears(own, lines, counting), counting);
}

/** Adds the amounts of earlier invoices that the payer still owes. */
function withArrears(
  { owed = [], carriedCents = 0, subscriptionId }: Billed,
  lines: QuotedLine[],
  counting: readonly Rate[],
): QuotedLine[] {
  const carried: QuotedLine = {
    ...noPlan,
    subscriptionId,
    kind: 'carried',
    amountCents: carriedCents,
    taxes: [],
  };
  return [
    ...owed.map(
      (days): QuotedLine => ({
        ...noPlan,
        ...days,
        kind: 'owed',
        taxes: taxesOf([{ kind: 'plan', amountCents: days.amountCents }], counting)[0] ?? [],
      }),
    ),
    ...lines,
    ...(carriedCents > 0 ? [carried] : []),
  ];
}

const noPlan = {
  planId: null,
  priceId: null,
  priceCents: null,
  months: null,
  periodFrom: null,
  at: null,
  until: null,
  priceDays: null,
  sign: null,
  firstDay: null,
  lastDay: null,
  couponId: null,
};

/** A charge that is for no days: `once`, or a gift. */
export const singleCharge = (
  line: {
    kind: 'once' | 'gift';
    planId: string;
    priceId: string | null;
    months: number | null;
    amountCents: number;
  },
  place: Place,
  today: string,
  rates: readonly Rate[],
): Quote => {
  const counting = ratesFor(rates, { ...place, day: today });
  // A gift is taxed when it is redeemed, by where that is.
  const taxed = { kind: 'once' as const, amountCents: line.kind === 'gift' ? 0 : line.amountCents };
  const taxes = taxesOf([taxed], counting)[0] ?? [];
  return summed([{ ...noPlan, subscriptionId: null, ...line, taxes }], counting);
};

/** Whether a kind of line has no taxes of its own sale: gifts are taxed later, the others were taxed before. */
const isUntaxedKind = (kind: QuotedLine['kind']): boolean =>
  kind === 'gift' || kind === 'returned' || kind === 'carried';

/** Lines with their sums. `counting`: the rates of today. */
function summed(lines: QuotedLine[], counting: readonly Rate[]): Quote {
  const untaxed = lines.filter(({ kind, taxes }) => {
    const taxedKind = kind === 'once' ? 'once' : 'plan';
    // Credited lines with their taxes are not part of today's sale.
    return !isUntaxedKind(kind) && taxes.length === 0 && !counting.some((rate) => rate.kind === taxedKind);
  });
  const sum = (amounts: number[]) => amounts.reduce((all, cents) => all + cents, 0);
  const netCents = sum(lines.map(({ amountCents }) => amountCents));
  const taxCents = sum(lines.flatMap(({ taxes }) => taxes.map(({ amountCents }) => amountCents)));
  return {
    lines,
    netCents,
    taxCents,
    totalCents: netCents + taxCents,
    untaxedCents: Math.max(0, sum(untaxed.map(({ amountCents }) => amountCents))),
  };
}

/** Whether lines are of a plan, which gift credit may pay. */
const isForPlan = (lines: readonly QuotedLine[]): boolean =>
  lines.every(({ kind }) => kind !== 'once' && kind !== 'gift');

type NewPayment = Partial<typeof payments.$inferInsert> &
  Pick<typeof payments.$inferInsert, 'method' | 'platform'>;

/** A quote that is to become an invoice, and how it is to be paid. */
export interface Draft {
  quote: Quote;
  accountId: string;
  subscriptionId: string | null;
  addressId: string | null;
  place: Place;
  dueOn: string;
  payment: NewPayment;
  /**
   * For months of a gift: the amount beyond the gift's own, which Maru pays. It becomes credit with the
   * invoice.
   */
  giftCents?: number;
}

export interface Issued {
  invoiceId: string;
  paymentId: string;
  totalCents: number;
  /** Remaining amount after credit; 0 if it is too small for a card. */
  amountCents: number;
}

/** A card is not charged for less: Stripe's least amount in US dollars. */
const minCardCents = 50;

/** How a total is paid. */
export interface Parts {
  creditCents: number;
  /** Too small for a card, and waived because no invoice follows. */
  givenCents: number;
  /** Too small for a card, and added to the payer's next invoice. */
  carriedCents: number;
  chargeCents: number;
}

/** Splits a total into credit, the part that is too small for a card, and the charge. */
function partsOf(
  totalCents: number,
  { credit, isCard, isPlan }: { credit: number; isCard: boolean; isPlan: boolean },
): Parts {
  const creditCents = Math.max(0, Math.min(credit, totalCents));
  const left = Math.max(0, totalCents - creditCents);
  const smallCents = isCard && left < minCardCents ? left : 0;
  return {
    creditCents,
    givenCents: isPlan ? 0 : smallCents,
    carriedCents: isPlan ? smallCents : 0,
    chargeCents: left - smallCents,
  };
}

/** The credit that remains after an account has paid a plan's total. A negative total adds to it. */
export const creditAfter = (credit: number, totalCents: number): number =>
  credit - (totalCents < 0 ? totalCents : Math.max(0, Math.min(credit, totalCents)));

/** How an account pays a total by card: the same for a quote and for `issueInvoices`. */
export const partsByCard = (
  { credit, freeCredit }: { credit: number; freeCredit: number },
  totalCents: number,
  { isPlan }: { isPlan: boolean },
): Parts => partsOf(totalCents, { credit: isPlan ? credit : freeCredit, isCard: true, isPlan });

/** How an invoice is paid, or to be paid, by its payment. */
export const partsOfPayment = ({
  amountCents,
  creditCents,
  givenCents,
  carriedCents,
}: Pick<
  typeof payments.$inferSelect,
  'amountCents' | 'creditCents' | 'givenCents' | 'carriedCents'
>): Parts => ({
  creditCents,
  givenCents,
  carriedCents,
  chargeCents: amountCents - givenCents - carriedCents,
});

/** Credit of an account in cents. Gift credit pays for plans only, free credit pays for anything. */
export interface Credit {
  gift: number;
  free: number;
}

const noCredit: Credit = { gift: 0, free: 0 };

/** The credit that can pay an invoice. */
export const usableCredit = ({ gift, free }: Credit, isPlan: boolean): number => free + (isPlan ? gift : 0);

/** Takes an amount from credit, gift credit first. */
function spend({ gift, free }: Credit, cents: number, isPlan: boolean): { spent: Credit; left: Credit } {
  const fromGift = isPlan ? Math.max(0, Math.min(gift, cents)) : 0;
  return {
    spent: { gift: fromGift, free: cents - fromGift },
    left: { gift: gift - fromGift, free: free - (cents - fromGift) },
  };
}

/** Ledger entries that take credit. */
const takeCredit = ({ gift, free }: Credit, accountId: string): LedgerEntry[] => [
  { account: 'gift_credit', amountCents: gift, billingAccountId: accountId },
  { account: 'credit', amountCents: free, billingAccountId: accountId },
];

/** Ledger entries of payments by credit, gift credit first. The accounts are locked. */
export async function creditEntries(
  tx: Transaction,
  paid: readonly { id: string; accountId: string; subscriptionId: string | null; amountCents: number }[],
): Promise<Map<string, LedgerEntry[]>> {
  const credits = await readBookedCredits(
    tx,
    paid.map(({ accountId }) => accountId),
  );
  const entries = new Map<string, LedgerEntry[]>();
  for (const { id, accountId, subscriptionId, amountCents } of paid) {
    const { spent, left } = spend(credits.get(accountId) ?? noCredit, amountCents, subscriptionId !== null);
    credits.set(accountId, left);
    entries.set(id, takeCredit(spent, accountId));
  }
  return entries;
}

/** The credit of accounts by the ledger alone. */
async function readBookedCredits(db: Queryable, accountIds: readonly string[]): Promise<Map<string, Credit>> {
  const rows = await queryRows<Credit & { id: string }>(
    db,
    sql`select billing_account_id as id,
        coalesce(-sum(amount_cents) filter (where account = 'gift_credit'), 0)::int as gift,
        coalesce(-sum(amount_cents) filter (where account = 'credit'), 0)::int as free
      from billing_entries where billing_account_id = any(${sql.param([...accountIds])}::uuid[])
        and account in ('credit', 'gift_credit') group by 1`,
  );
  return new Map(rows.map(({ id, gift, free }) => [id, { gift, free }]));
}

/** The credit of accounts by kind, less payments by credit that the card processor has yet to end. */
export async function readCreditKinds(
  db: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, Credit>> {
  const credits = await readBookedCredits(db, accountIds);
  const reserved = await queryRows<{ id: string; isPlan: boolean; cents: number }>(
    db,
    sql`select account_id as id, subscription_id is not null as "isPlan", amount_cents as cents from billing_payments
      where method = 'credit' and state in ('open', 'action', 'processing')
        and account_id = any(${sql.param([...accountIds])}::uuid[])`,
  );
  for (const { id, isPlan, cents } of reserved)
    credits.set(id, spend(credits.get(id) ?? noCredit, cents, isPlan).left);
  return credits;
}

/** The credit of accounts that pays for plans, in cents. */
export async function readCredits(
  db: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const credits = await readCreditKinds(db, accountIds);
  return new Map([...credits].map(([id, credit]) => [id, usableCredit(credit, true)]));
}

/**
 * Issues invoices with a payment each, in the given order. Credit of the account is used first. An amount below 0
 * becomes credit. An amount that is too small for a card is carried over or waived. The accounts are locked. Returns
 * undefined for a quote without lines.
 */
export async function issueInvoices(
  tx: Transaction,
  drafts: readonly Draft[],
  at: Date,
): Promise<(Issued | undefined)[]> {
  const asked = drafts.filter(({ quote: { lines } }) => lines.length > 0);
  if (asked.length === 0) return drafts.map(() => undefined);
  const credits = await readCreditKinds(
    tx,
    asked.map(({ accountId }) => accountId),
  );
  const postings: Posting[] = [];
  const invoiceRows: (typeof invoices.$inferInsert)[] = [];
  const lineRows: (typeof invoiceLines.$inferInsert)[] = [];
  const taxRows: (typeof invoiceTaxes.$inferInsert)[] = [];
  const paymentRows: (typeof payments.$inferInsert)[] = [];
  // The row stays locked until the transaction ends, so numbers have no gaps.
  const [counter] = await queryRows<{ last: number }>(
    tx,
    sql`update billing_counters set value = value + ${asked.length} where name = 'invoice' returning value::int as last`,
  );
  let number = must(counter, 'counter').last - asked.length;
  const issued = drafts.map((draft) => {
    const { quote: own, accountId, subscriptionId, addressId, place, dueOn, payment, giftCents = 0 } = draft;
    if (own.lines.length === 0) return undefined;
    number += 1;
    const invoiceId = newId();
    const paymentId = newId();
    invoiceRows.push({
      id: invoiceId,
      number,
      accountId,
      subscriptionId,
      issuedAt: at,
      dueOn,
      netCents: own.netCents,
      taxCents: own.taxCents,
      totalCents: own.totalCents,
      addressId,
      country: place.country,
      region: place.region,
      postalCode: place.postalCode,
    });
    for (const [position, { taxes, ...line }] of own.lines.entries()) {
      lineRows.push({
        invoiceId,
        position,
        ...line,
        taxCents: taxes.reduce((all, { amountCents }) => all + amountCents, 0),
      });
      for (const { jurisdiction, name, ratePpm, amountCents } of taxes)
        if (amountCents !== 0)
          taxRows.push({ invoiceId, position, jurisdiction, name, ratePpm, amountCents });
    }
    postings.push({ cause: 'invoice', causeId: invoiceId, at, entries: entriesOf(own, accountId) });
    if (giftCents > 0)
      postings.push({
        cause: 'gift_months',
        causeId: invoiceId,
        at,
        entries: [
          { account: 'promotions', amountCents: giftCents },
          { account: 'gift_credit', amountCents: -giftCents, billingAccountId: accountId },
        ],
      });
    const isPlan = isForPlan(own.lines);
    // Our part of a gift pays its own invoice only.
    const { gift, free } = credits.get(accountId) ?? noCredit;
    const credit = { gift: gift + giftCents, free };
    const parts = partsOf(own.totalCents, {
      credit: usableCredit(credit, isPlan),
      isCard: payment.method === 'card',
      isPlan,
    });
    const { spent, left: unused } = spend(credit, parts.creditCents, isPlan);
    const addedCents = Math.max(0, -own.totalCents);
    credits.set(accountId, { gift: unused.gift, free: unused.free + addedCents });
    postings.push({
      cause: 'credit_used',
      causeId: paymentId,
      at,
      entries: [
        ...takeCredit({ gift: spent.gift, free: spent.free - addedCents }, accountId),
        {
          account: 'receivable',
          amountCents: addedCents - parts.creditCents,
          billingAccountId: accountId,
        },
      ],
    });
    const { givenCents, carriedCents, chargeCents: left } = parts;
    const isSmall = givenCents + carriedCents > 0;
    if (isSmall)
      postings.push({
        cause: 'payment',
        causeId: paymentId,
        at,
        entries: [
          { account: 'promotions', amountCents: givenCents },
          { account: 'carried', amountCents: carriedCents, billingAccountId: accountId },
          { account: 'receivable', amountCents: -givenCents - carriedCents, billingAccountId: accountId },
        ],
      });
    // An invoice that a coupon covers wholly uses no credit.
    const isWholeDiscount = own.totalCents === 0 && own.lines.some(({ kind }) => kind === 'discount');
    paymentRows.push({
      ...emptyPayment,
      createdAt: at,
      updatedAt: at,
      ...payment,
      id: paymentId,
      invoiceId,
      accountId,
      subscriptionId,
      planId: own.lines.findLast(({ planId }) => planId)?.planId ?? null,
      ...daysOf(own.lines),
      amountCents: givenCents + carriedCents + left,
      givenCents,
      carriedCents,
      creditCents: parts.creditCents,
      untaxedCents: own.untaxedCents,
      ...(left === 0
        ? {
            state: 'paid' as const,
            method: isSmall || isWholeDiscount ? ('promotion' as const) : ('credit' as const),
            paidAt: at,
            nextTryAt: null,
            abandonedAt: null,
            firstFailedAt: null,
            failureReason: null,
          }
        : {}),
    });
    return { invoiceId, paymentId, totalCents: own.totalCents, amountCents: left };
  });
  await insertRows(tx, invoices, invoiceRows);
  await insertRows(tx, invoiceLines, lineRows);
  await insertRows(tx, invoiceTaxes, taxRows);
  await insertRows(tx, payments, paymentRows);
  await tx.execute(sql`update billing_payments p set subscription_cancelled_at = s.cancelled_at from billing_subscriptions s
    where p.id = any(${sql.param(paymentRows.map(({ id }) => id))}::uuid[]) and s.id = p.subscription_id and s.cancelled_at is not null`);
  const paid = paymentRows.filter(({ state }) => state === 'paid');
  await notePaid(
    tx,
    paid.map(({ accountId }) => accountId),
  );
  await postAll(tx, postings);
  return issued;
}

/** The first and the last day that lines charge; null without any. */
function daysOf(lines: Quote['lines']): { startsOn: string | null; endsOn: string | null } {
  const charged = lines.filter(({ sign }) => sign === 1);
  const [startsOn = null] = charged.flatMap(({ firstDay }) => firstDay ?? []).sort();
  const endsOn =
    charged
      .flatMap(({ lastDay }) => lastDay ?? [])
      .sort()
      .at(-1) ?? null;
  return { startsOn, endsOn };
}

const emptyPayment = {
  state: 'open' as const,
  nextTryAt: null,
  abandonedAt: null,
  switchPriceId: null,
  switchDay: null,
  checkNumber: null,
  paidBy: null,
  notes: '',
  paidAt: null,
  refundedCents: 0,
  failures: 0,
  firstFailedAt: null,
  failureReason: null,
};

/** Ledger entries of an invoice: the receivable against unserved days, unredeemed gifts and taxes. */
function entriesOf({ lines, totalCents }: Quote, accountId: string): LedgerEntry[] {
  const gifts = lines
    .filter(({ kind }) => kind === 'gift')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const once = lines
    .filter(({ kind }) => kind === 'once')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const carried = lines
    .filter(({ kind }) => kind === 'carried')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const net = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const taxes = new Map<string, number>();
  for (const { jurisdiction, amountCents } of lines.flatMap((line) => line.taxes))
    taxes.set(jurisdiction, (taxes.get(jurisdiction) ?? 0) + amountCents);
  return [
    { account: 'receivable', amountCents: totalCents, billingAccountId: accountId },
    { account: 'deferred', amountCents: gifts + once + carried - net, billingAccountId: accountId },
    { account: 'carried', amountCents: -carried, billingAccountId: accountId },
    { account: 'gifts', amountCents: -gifts, billingAccountId: accountId },
    { account: 'revenue', amountCents: -once },
    ...[...taxes].map(([jurisdiction, cents]) => ({
      account: 'tax' as const,
      amountCents: -cents,
      jurisdiction,
    })),
  ];
}

/** Price of a period by a history, before discounts and taxes. */
export const periodCents = (history: readonly HistoryChange[], day: number): number => {
  const period = periodsOf(history, day + 1).at(-1);
  return period ? dueCents(period) : 0;
};
