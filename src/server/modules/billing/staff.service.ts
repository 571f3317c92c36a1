/**
 * Actions of staff with a household's money: refunds, received payments, a plan for a period, credit. Each is
 * logged with author and reason.
 */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { BillingAddress } from '../../../contract/account/billing.ts';
import type { PaymentPlatform } from '../../../contract/admin/payments.ts';
import { GatewayUnavailable } from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { fail, failAmount, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { addDays, dayIn } from '../../zone.ts';
import { requireStaying } from '../accounts/deletion.service.ts';
import { findOffer } from '../plans/plans.service.ts';
import { ensureRatesOf } from './address-rates.service.ts';
import { dayNumber, dayText, type HistoryChange, periodsOf } from './amounts.ts';
import {
  attempts,
  billingAccounts,
  ledgerTransactions,
  payments,
  subscriptionChanges,
  subscriptions,
} from './billing.tables.ts';
import { setAddressLocked } from './cards.service.ts';
import {
  issueInvoices,
  type Parts,
  type Quote,
  quote,
  readCreditKinds,
  readCredits,
  usableCredit,
} from './invoicing.service.ts';
import { post } from './ledger.service.ts';
import { announcePlan, tellHousehold } from './notices.service.ts';
import { payByCredit } from './open-bills.service.ts';
import { onPaid, onSettled } from './outcomes.service.ts';
import { creditFor, readBilling, zoneOf } from './payers.service.ts';
import { logPayment } from './payment-log.ts';
import { findOpenPayment, isOpen, lockPayment, type PaymentRow } from './payments.repo.ts';
import {
  charge,
  endAtGateway,
  enqueueEndAtGateway,
  type PaymentEnd,
  payInsteadOfBank,
  requirePayments,
  voidPayment,
} from './payments.service.ts';
import {
  askRefund,
  carryOutRefund,
  isDisputed,
  refundableCents,
  returnGiftCredit,
} from './refunds.service.ts';
import { appendChange, lockAccount, lockAccountById } from './subscriptions.repo.ts';
import { requireKnown, requireRates } from './taxes.service.ts';
import type { Place } from './taxes.ts';

type Changes = Record<string, [unknown, unknown]>;

async function findPayment(db: Queryable, id: string): Promise<PaymentRow> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? fail('not_found');
}

/** A payment with its account locked first, in the common order. */
async function lockWithAccount(tx: Transaction, id: string): Promise<PaymentRow> {
  const { accountId } = await findPayment(tx, id);
  await lockAccountById(tx, accountId);
  return lockPayment(tx, id);
}

/**
 * Refunds a payment or a part of it. A repeated request fails, because the remaining amount differs from its
 * own.
 */
export async function refundByStaff(
  context: Context,
  staff: StaffMember,
  id: string,
  given: { amountCents: number; refundableCents: number; reason: string; endsPlan: boolean },
) {
  const { amountCents, reason, endsPlan } = given;
  const refund = await context.db.transaction(async (tx) => {
    const payment = await lockWithAccount(tx, id);
    if (payment.method === 'card') requirePayments(context);
    if (payment.state !== 'paid') fail('not_changeable');
    if (await isDisputed(tx, payment)) fail('payment_disputed');
    const leftCents = await refundableCents(tx, payment);
    if (leftCents !== given.refundableCents) failAmount(leftCents);
    if (amountCents === 0) {
      const creditCents = await returnGiftCredit(tx, context, payment);
      await logPayment(tx, staff, payment, 'refund', {
        credit_cents: [null, creditCents],
        reason: [null, reason],
      });
      return undefined;
    }
    // It is logged with the answer of the card processor.
    const { id: staffId, name: staffName } = staff;
    return askRefund(tx, context, { paymentId: id, amountCents, reason, staffId, staffName, endsPlan });
  });
  return refund ? carryOutRefund(context, refund.id) : ('succeeded' as const);
}

/** Tries an open payment now, with the card of its household. */
export async function chargeByStaff(context: Context, staff: StaffMember, id: string): Promise<PaymentEnd> {
  requirePayments(context);
  const payment = await findPayment(context.db, id);
  if (payment.state !== 'open' && payment.state !== 'action') fail('not_changeable');
  const [account] = await context.db
    .select({ cardId: billingAccounts.cardId })
    .from(billingAccounts)
    .where(eq(billingAccounts.id, payment.accountId));
  const cardId = account?.cardId ?? failField('card', 'required');
  await logPayment(context.db, staff, payment, 'charge', { amount_cents: [null, payment.amountCents] });
  return charge(context, { paymentId: id, cardId, isOffSession: true });
}

/**
 * Voids an open payment with its invoice. Author and reason are stored first. The log's entry is written with
 * the void, which may come later: a job continues while the card processor cannot answer.
 */
export async function voidByStaff(
  context: Context,
  staff: StaffMember,
  id: string,
  reason: string,
): Promise<PaymentEnd> {
  await context.db.transaction(async (tx) => {
    const payment = await lockWithAccount(tx, id);
    if (!isOpen(payment)) fail('not_changeable');
    if (payment.gatewayPaymentId || payment.gatewayAskedAt) requirePayments(context);
    await tx
      .update(payments)
      .set({
        voidStaffId: staff.id,
        voidStaffName: staff.name,
        voidReason: reason,
        nextTryAt: null,
        abandonedAt: context.now(),
      })
      .where(eq(payments.id, id));
  });
  return voidPayment(context, id);
}

/** How money came to staff. */
export interface Received {
  method: Exclude<PaymentRow['method'], 'card'>;
  checkNumber: string;
  paidBy: string;
  notes: string;
}

const valuesOf = ({ method, checkNumber, paidBy, notes }: Received): Partial<PaymentRow> => ({
  checkNumber: method === 'check' ? checkNumber : null,
  paidBy: paidBy || null,
  ...(notes ? { notes } : {}),
});

function requireCheckNumber({ method, checkNumber }: Received): void {
  if (method === 'check' && checkNumber === '') failField('check_number', 'required');
}

/**
 * Books an open payment that came to staff. While its card is being tried, nothing else can pay it; one that was left at the bank's
 * page ends at the card processor first.
 */
export async function receivePayment(
  context: Context,
  staff: StaffMember,
  id: string,
  received: Received,
): Promise<void> {
  requireCheckNumber(received);
  const at = context.now();
  const { method } = received;
  const isBooked = await context.db.transaction(async (tx) => {
    const locked = await lockWithAccount(tx, id);
    if (locked.state === 'paid' || locked.state === 'void') return fail('not_changeable');
    const running = await tx.$count(attempts, and(eq(attempts.paymentId, id), isNull(attempts.outcome)));
    if (locked.state === 'processing' || running > 0) return fail('payment_running');
    // Asked for before, it goes on.
    if (locked.state === 'action' && locked.method !== 'card') return false;
    if (method === 'credit') {
      const kinds = (await readCreditKinds(tx, [locked.accountId])).get(locked.accountId);
      const credit = kinds ? usableCredit(kinds, locked.subscriptionId !== null) : 0;
      if (locked.amountCents > credit) failField('method', 'max_number', { max: Math.max(0, credit) });
    }
    await logPayment(tx, staff, locked, 'receive', {
      method: [locked.method, method],
      amount_cents: [null, locked.amountCents],
      ...(method === 'check' ? { check_number: [null, received.checkNumber] } : {}),
    });
    if (locked.state === 'action') {
      await payInsteadOfBank(tx, id, { ...valuesOf(received), method });
      return false;
    }
    await onPaid(tx, context, locked, { method, at, values: valuesOf(received) });
    // No page of the bank that was left open may pay it once more.
    if (locked.gatewayPaymentId || locked.gatewayAskedAt) await enqueueEndAtGateway(tx, id);
    return true;
  });
  if (isBooked) return tellHousehold(context, id);
  await endAtGateway(context, id).catch((error: unknown) => {
    // Its job goes on.
    if (error instanceof GatewayUnavailable) fail('payment_running');
    throw error;
  });
  const { state, method: by } = await findPayment(context.db, id);
  // The owner was first.
  if (state === 'paid' && by === 'card') fail('not_changeable');
  if (state !== 'paid') fail('payment_running');
}

/** Changes the notes of staff on a payment. */
export async function setNotes(
  context: Context,
  staff: StaffMember,
  id: string,
  notes: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment.notes === notes) return;
    await tx.update(payments).set({ notes }).where(eq(payments.id, id));
    await logPayment(tx, staff, payment, 'note', { notes: [payment.notes, notes] });
  });
}

/** A customer as far as money goes. */
export interface Paying {
  id: string;
  username: string;
  householdId: string;
}

/** Logs an action of staff with a customer's money. */
export const logCustomer = (
  tx: Queryable,
  staff: StaffMember,
  { id, username }: Paying,
  action: 'subscribe' | 'set_address' | 'give_credit' | 'cancel_subscription' | 'resume_subscription',
  changes: Changes,
): Promise<void> =>
  recordEvent(tx, {
    staff,
    module: 'payments',
    action,
    entity: 'customers',
    entityId: id,
    label: username,
    changes,
  });

/** Enters where the bills of a customer go to who has not said so; one that is there is theirs to change. */
export const giveAddress = (
  context: Context,
  staff: StaffMember,
  customer: Paying,
  given: BillingAddress,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { householdId } = customer;
    const account = await lockAccount(tx, householdId);
    if (account.addressId !== null) fail('not_changeable');
    await setAddressLocked(tx, context, account, householdId, given);
    await logCustomer(tx, staff, customer, 'set_address', {});
  });

interface StaffQuote {
  priceId: string;
  change: HistoryChange & { kind: 'begin' };
  quote: Quote;
  parts: Parts;
  /** The last day. */
  until: string;
  place: Place;
  addressId: string | null;
  zone: string;
  today: string;
}

/** Quote of a plan for one period of a household, without a trial. */
export async function quoteByStaff(
  context: Context,
  db: Queryable,
  householdId: string,
  planId: string,
): Promise<StaffQuote> {
  const at = context.now();
  await requireStaying(db, householdId);
  const offer = (await findOffer(db, { planId, at })) ?? fail('not_found');
  if (offer.period === 'once') fail('not_changeable');
  const running = await db.$count(
    subscriptions,
    and(
      eq(subscriptions.householdId, householdId),
      ne(subscriptions.state, 'ended'),
      ne(subscriptions.state, 'incomplete'),
    ),
  );
  if (running > 0) fail('already_subscribed');
  const payer = await readBilling(db, context, { householdId });
  const { place, addressId } = payer;
  const rates = requireKnown(payer.rates);
  const zone = await zoneOf(context, db, householdId);
  const today = dayIn(at, zone);
  if (addressId === null) failField('address', 'customer_has_no_address');
  requireRates(context.config, rates, { ...place, day: today });
  const day = dayNumber(today);
  const change: StaffQuote['change'] = {
    kind: 'begin',
    day,
    trialDays: 0,
    terms: {
      planId: offer.id,
      priceId: offer.priceId,
      cents: offer.priceCents,
      months: offer.period === 'yearly' ? 12 : 1,
    },
  };
  const own = {
    subscriptionId: null,
    periodFrom: day,
    history: [change],
    lines: [],
    discounts: new Map(),
    coupon: undefined,
  };
  const quoted = quote(own, day, place, rates);
  const creditCents = creditFor(payer, quoted.totalCents);
  // Staff take any amount, also one that is too small for a card.
  const parts = { creditCents, givenCents: 0, carriedCents: 0, chargeCents: quoted.totalCents - creditCents };
  return {
    priceId: offer.priceId,
    change,
    quote: quoted,
    parts,
    until: dayText(must(periodsOf([change], day + 1).at(-1), 'period').to - 1),
    place,
    addressId,
    zone,
    today,
  };
}

/** A plan that staff begin, as it was quoted. */
interface Begun {
  planId: string;
  priceId: string;
  chargeCents: number;
  /** Where it was bought. */
  platform: PaymentPlatform;
  received: Received;
}

/** Begins a plan for one period, paid to staff: it ends by itself. Answers its payment. */
export async function beginByStaff(
  context: Context,
  staff: StaffMember,
  customer: Paying,
  wanted: Begun,
): Promise<string> {
  requireCheckNumber(wanted.received);
  await ensureRatesOf(context, customer);
  for (let round = 0; round < 3; round += 1) {
    const begun = await context.db.transaction((tx) => begin(tx, context, staff, customer, wanted));
    if ('instead' in begun) {
      // A checkout of the household was left open: it ends before this one begins.
      const { state } = await voidPayment(context, begun.instead);
      if (state === 'paid') fail('already_subscribed');
      if (state !== 'void') fail('payment_running');
      continue;
    }
    await announcePlan(context, customer.householdId);
    return begun.paymentId;
  }
  return fail('payment_running');
}

async function begin(
  tx: Transaction,
  context: Context,
  staff: StaffMember,
  customer: Paying,
  wanted: Begun,
): Promise<{ instead: string } | { paymentId: string }> {
  const { householdId } = customer;
  const { received } = wanted;
  const at = context.now();
  const account = await lockAccount(tx, householdId);
  const [incomplete] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.householdId, householdId), eq(subscriptions.state, 'incomplete')));
  if (incomplete) {
    const open = (await findOpenPayment(tx, incomplete.id)) ?? fail('payment_running');
    return { instead: open.payment.id };
  }
  const quoted = await quoteByStaff(context, tx, householdId, wanted.planId);
  const { change, place, addressId, zone, today } = quoted;
  const { chargeCents, creditCents } = quoted.parts;
  if (quoted.priceId !== wanted.priceId || chargeCents !== wanted.chargeCents) failAmount(chargeCents);
  if (received.method === 'credit' && chargeCents > 0)
    failField('method', 'max_number', { max: creditCents });
  const id = newId();
  await tx.insert(subscriptions).values({
    id,
    accountId: account.id,
    householdId,
    state: 'incomplete',
    platform: wanted.platform,
    zone,
    planId: change.terms.planId,
    priceId: change.terms.priceId,
    beganOn: today,
    periodFrom: today,
    periodTo: addDays(today, 1),
    renews: false,
  });
  const fresh: Parameters<typeof appendChange>[0] = { history: [], positions: [], row: { id } };
  await insertRows(tx, subscriptionChanges, [appendChange(fresh, change, { by: 'staff', at })]);
  const lines = quoted.quote.lines.map((line) => ({ ...line, subscriptionId: id }));
  const [issued] = await issueInvoices(
    tx,
    [
      {
        quote: { ...quoted.quote, lines },
        accountId: account.id,
        subscriptionId: id,
        addressId,
        place,
        dueOn: today,
        payment: { method: received.method, platform: wanted.platform, ...valuesOf(received) },
      },
    ],
    at,
  );
  const { paymentId, amountCents } = must(issued, 'invoice');
  const payment = await lockPayment(tx, paymentId);
  if (amountCents > 0)
    await onPaid(tx, context, payment, { method: received.method, at, values: valuesOf(received) });
  else await onSettled(tx, context, payment, at);
  await logCustomer(tx, staff, customer, 'subscribe', {
    plan_id: [null, change.terms.planId],
    method: [null, amountCents > 0 ? received.method : 'credit'],
    amount_cents: [null, amountCents],
    platform: [null, wanted.platform],
  });
  return { paymentId };
}

/**
 * Grants credit to a household, which pays its open renewals first. `key`: a repeated request grants nothing
 * more. Returns the remaining credit.
 */
export async function giveCredit(
  context: Context,
  staff: StaffMember,
  customer: Paying,
  { key, amountCents, reason }: { key: string; amountCents: number; reason: string },
): Promise<number> {
  const { paid, left } = await context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, customer.householdId);
    const [given] = await queryRows<{ accountId: string; cents: number }>(
      tx,
      sql`select e.billing_account_id as "accountId", -e.amount_cents as cents from ${ledgerTransactions} t
        join billing_entries e on e.transaction_id = t.id and e.account = 'credit'
        where t.cause = 'credit_given' and t.cause_id = ${key}`,
    );
    if (given && (given.accountId !== account.id || given.cents !== amountCents)) fail('conflict');
    if (!given) {
      await post(tx, {
        cause: 'credit_given',
        causeId: key,
        at: context.now(),
        entries: [
          { account: 'promotions', amountCents },
          { account: 'credit', amountCents: -amountCents, billingAccountId: account.id },
        ],
      });
      await logCustomer(tx, staff, customer, 'give_credit', {
        amount_cents: [null, amountCents],
        reason: [null, reason],
      });
    }
    const paid = given ? [] : await payByCredit(tx, context, account.id);
    return { paid, left: (await readCredits(tx, [account.id])).get(account.id) ?? 0 };
  });
  await announcePlan(context, customer.householdId);
  for (const id of paid) await tellHousehold(context, id);
  return left;
}
