/** Invoices: what a history makes due is quoted, and asked for. A quote is the same function, so it never differs. */
import { sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { must } from '../../must.ts';
import { calendarDay, dayNumber, dayText, dueCents, type HistoryChange, periodsOf } from './amounts.ts';
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
  /** What of it is sold where no rate counts, which is not the same as a rate of 0. */
  untaxedCents: number;
}

/** What of a subscription decides its amounts; of one that is not begun yet, nothing was invoiced. */
export interface Billed {
  subscriptionId: string | null;
  periodFrom: number;
  history: readonly HistoryChange[];
  lines: readonly TaxedLine[];
  discounts: ReadonlyMap<number, readonly TaxedDiscount[]>;
  coupon: Coupon | undefined;
}

/** Of a subscription that was loaded, with another history where one is tried out. */
export const billed = (loaded: Loaded, history: readonly HistoryChange[] = loaded.history): Billed => ({
  subscriptionId: loaded.row.id,
  periodFrom: dayNumber(loaded.row.periodFrom),
  history,
  lines: loaded.lines,
  discounts: loaded.discounts,
  coupon: loaded.coupon,
});

/** What is due by a day, and was not invoiced: of the running period and those that have begun since. */
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
  return summed(lines, counting);
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

/** Lines with their sums. `counting`: the rates of today. */
function summed(lines: QuotedLine[], counting: readonly Rate[]): Quote {
  const untaxed = lines.filter(({ kind, taxes }) => {
    const taxedKind = kind === 'once' ? 'once' : 'plan';
    // What is taken back with its taxes is not of today's sale.
    return kind !== 'gift' && taxes.length === 0 && !counting.some((rate) => rate.kind === taxedKind);
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
  /** Of months of a gift: what is beyond what the gift pays for them. It is ours, and becomes credit with the invoice. */
  giftCents?: number;
}

export interface Issued {
  invoiceId: string;
  paymentId: string;
  totalCents: number;
  /** Left to be paid after credit; 0 for what is too little for a card. */
  amountCents: number;
}

/** What a card is not charged for: below Stripe's least amount in US dollars. */
const minCardCents = 50;

/** How a total is paid. */
export interface Parts {
  creditCents: number;
  /** Too little for a card: nobody is asked for it. */
  givenCents: number;
  chargeCents: number;
}

/** Splits a total into credit, what is too little for a card and is given, and what is charged. */
function partsOf(totalCents: number, { credit, mayGive }: { credit: number; mayGive: boolean }): Parts {
  const creditCents = Math.max(0, Math.min(credit, totalCents));
  const left = Math.max(0, totalCents - creditCents);
  const givenCents = mayGive && left < minCardCents ? left : 0;
  return { creditCents, givenCents, chargeCents: left - givenCents };
}

/** What is left of an account's credit once it has paid a total; one below 0 is added to it. */
export const creditAfter = (credit: number, totalCents: number): number =>
  credit - (totalCents < 0 ? totalCents : partsOf(totalCents, { credit, mayGive: false }).creditCents);

/** How an account will pay a total by card: what a quote says, and what `issueInvoices` then does. */
export async function partsByCard(
  db: Queryable,
  { accountId, credit }: { accountId: string | undefined; credit: number },
  totalCents: number,
  at: Date,
): Promise<Parts> {
  const parts = partsOf(totalCents, { credit, mayGive: true });
  if (parts.givenCents === 0 || !accountId) return parts;
  const latelyGiven = await readLatelyGiven(db, [accountId], at);
  return partsOf(totalCents, { credit, mayGive: !latelyGiven.has(accountId) });
}

/** How an invoice is paid, or to be paid: the same of its payment. */
export const partsOfPayment = ({
  amountCents,
  creditCents,
  givenCents,
}: Pick<typeof payments.$inferSelect, 'amountCents' | 'creditCents' | 'givenCents'>): Parts => ({
  creditCents,
  givenCents,
  chargeCents: amountCents - givenCents,
});

/** So little is given once in this time, so that nobody lives on it. */
const givenOnceMs = 28 * 86_400_000;

/** Accounts that were given what is too little for a card not long ago. */
async function readLatelyGiven(db: Queryable, accountIds: readonly string[], at: Date): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select distinct account_id as id from billing_payments where account_id = any(${sql.param([...accountIds])}::uuid[])
      and given_cents > 0 and paid_at > ${new Date(at.getTime() - givenOnceMs)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The credit of accounts, in cents, less what pays a bill that the card processor has yet to end. */
export async function readCredits(
  db: Queryable,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queryRows<{ id: string; cents: number }>(
    db,
    sql`select id, -sum(cents)::int as cents from (
        select billing_account_id as id, amount_cents as cents from billing_entries
          where account = 'credit' and billing_account_id = any(${sql.param([...accountIds])}::uuid[])
        union all select account_id, amount_cents from billing_payments
          where method = 'credit' and state in ('open', 'action', 'processing')
            and account_id = any(${sql.param([...accountIds])}::uuid[])) own group by 1`,
  );
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/**
 * Issues invoices with a payment each, in the order given; credit of the account is used first, an amount below 0 becomes
 * credit, and one that is too little for a card is given. The accounts are locked. Answers undefined for a quote without lines.
 */
export async function issueInvoices(
  tx: Transaction,
  drafts: readonly Draft[],
  at: Date,
): Promise<(Issued | undefined)[]> {
  const asked = drafts.filter(({ quote: { lines } }) => lines.length > 0);
  if (asked.length === 0) return drafts.map(() => undefined);
  const credits = await readCredits(
    tx,
    asked.map(({ accountId }) => accountId),
  );
  const left = new Map(credits);
  const little = asked.filter(({ quote: { totalCents }, accountId, giftCents = 0, payment: { method } }) => {
    const credit = (left.get(accountId) ?? 0) + giftCents;
    left.set(accountId, creditAfter(credit, totalCents));
    return method === 'card' && partsOf(totalCents, { credit, mayGive: true }).givenCents > 0;
  });
  const latelyGiven =
    little.length === 0
      ? new Set<string>()
      : await readLatelyGiven(
          tx,
          little.map(({ accountId }) => accountId),
          at,
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
          { account: 'credit', amountCents: -giftCents, billingAccountId: accountId },
        ],
      });
    // What is ours of a gift pays its own bill, and none before it.
    const credit = (credits.get(accountId) ?? 0) + giftCents;
    const parts = partsOf(own.totalCents, {
      credit,
      mayGive: payment.method === 'card' && !latelyGiven.has(accountId),
    });
    const after = creditAfter(credit, own.totalCents);
    credits.set(accountId, after);
    postings.push({
      cause: 'credit_used',
      causeId: paymentId,
      at,
      entries: moveCredit(credit - after, accountId),
    });
    const { givenCents, chargeCents: left } = parts;
    const isGiven = givenCents > 0;
    if (isGiven) {
      latelyGiven.add(accountId);
      postings.push({ cause: 'payment', causeId: paymentId, at, entries: give(givenCents, accountId) });
    }
    // Of a bill that a coupon leaves nothing of, no credit is used.
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
      amountCents: givenCents + left,
      givenCents,
      creditCents: parts.creditCents,
      untaxedCents: own.untaxedCents,
      ...(left === 0
        ? {
            state: 'paid' as const,
            method: isGiven || isWholeDiscount ? ('promotion' as const) : ('credit' as const),
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

/** What an invoice moves: what is owed to us against days to be served, or gifts to be redeemed, and taxes. */
function entriesOf({ lines, totalCents }: Quote, accountId: string): LedgerEntry[] {
  const gifts = lines
    .filter(({ kind }) => kind === 'gift')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const once = lines
    .filter(({ kind }) => kind === 'once')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const net = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const taxes = new Map<string, number>();
  for (const { jurisdiction, amountCents } of lines.flatMap((line) => line.taxes))
    taxes.set(jurisdiction, (taxes.get(jurisdiction) ?? 0) + amountCents);
  return [
    { account: 'receivable', amountCents: totalCents, billingAccountId: accountId },
    { account: 'deferred', amountCents: gifts + once - net, billingAccountId: accountId },
    { account: 'gifts', amountCents: -gifts, billingAccountId: accountId },
    { account: 'revenue', amountCents: -once },
    ...[...taxes].map(([jurisdiction, cents]) => ({
      account: 'tax' as const,
      amountCents: -cents,
      jurisdiction,
    })),
  ];
}

/** Credit that pays; negative: what an invoice below 0 gives. */
const moveCredit = (cents: number, accountId: string): LedgerEntry[] => [
  { account: 'credit', amountCents: cents, billingAccountId: accountId },
  { account: 'receivable', amountCents: -cents, billingAccountId: accountId },
];

/** What is too little for a card. */
const give = (cents: number, accountId: string): LedgerEntry[] => [
  { account: 'promotions', amountCents: cents },
  { account: 'receivable', amountCents: -cents, billingAccountId: accountId },
];

/** What a period costs by a history, before discounts and taxes. */
export const periodCents = (history: readonly HistoryChange[], day: number): number => {
  const period = periodsOf(history, day + 1).at(-1);
  return period ? dueCents(period) : 0;
};
