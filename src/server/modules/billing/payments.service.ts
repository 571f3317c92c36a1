/**
 * Payments by card. An attempt is written before its call, so that after a kill it is known what may have been done; whatever
 * comes back, in an answer or by an event, ends in `apply`, which locks the payment. Nothing is charged twice: an invoice has one
 * payment at the card processor, and a payment has one attempt at a time whose end is not known.
 */
import { and, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import {
  type Payment as GatewayPayment,
  GatewayRefused,
  GatewayUnavailable,
  type PaymentOutcome,
  type Payments,
} from '../../adapters/payments/port.ts';
import { appEvent } from '../../adapters/push/port.ts';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { fail } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { must } from '../../must.ts';
import { dayIn } from '../../zone.ts';
import { dayNumber } from './amounts.ts';
import {
  attempts,
  billingAccounts,
  cards,
  gifts,
  invoices,
  ledgerEntries,
  ledgerTransactions,
  payments,
  subscriptionChanges,
} from './billing.tables.ts';
import { confirmCouponUse, releaseCouponUse } from './coupons.service.ts';
import { shownCode } from './gift-codes.ts';
import { postAll } from './ledger.service.ts';
import { mailPayers } from './notices.service.ts';
import { appendChange, type Loaded, loadSubscriptions, lockAccountById } from './subscriptions.repo.ts';
import { saveStandings, tellUnpaid } from './subscriptions.service.ts';
import { termsOfPrice } from './terms.service.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** Asks for what became of an attempt whose answer was lost, and tries what is due. */
export const settleJobName = 'billing_settle';

/** The card processor; fails with its own text where none is set. */
export const requirePayments = ({ payments: gateway }: Pick<Context, 'payments'>): Payments =>
  gateway ?? fail('payments_not_set');

/** What became of a payment for who waits for it. */
export type PaymentEnd =
  | { state: 'paid' }
  /** The browser asks the card's owner, with this secret. */
  | { state: 'action'; clientSecret: string }
  | { state: 'declined'; reason: string }
  /** Not known yet. */
  | { state: 'waiting' }
  | { state: 'void' };

export const openStates = ['open', 'action', 'processing'] as const;
const isOpen = ({ state }: Pick<PaymentRow, 'state'>) => (openStates as readonly string[]).includes(state);

/** The card processor could not say: it is asked again then. */
const againMs = 10 * 60_000;

/** An attempt's call is over by then: longer than any answer takes. */
const callMs = 60_000;

/** Charges a saved card for a payment that is open. `isOffSession`: its owner is not there. */
export async function charge(
  context: Context,
  { paymentId, cardId, isOffSession }: { paymentId: string; cardId: string; isOffSession: boolean },
): Promise<PaymentEnd> {
  const gateway = requirePayments(context);
  const begun = await beginAttempt(context, { paymentId, cardId, isOffSession });
  if (begun === 'unsettled') return settle(context, paymentId);
  if (begun === 'over') return endOf(context, paymentId);
  const { attemptId, card } = begun;
  let gatewayPaymentId: string;
  try {
    gatewayPaymentId = await openAtGateway(context, gateway, paymentId);
  } catch (error) {
    // Nothing was asked of the card.
    await endAttempt(context, attemptId, 'not_made');
    throw error instanceof GatewayUnavailable ? away(error) : error;
  }
  let outcome: PaymentOutcome;
  try {
    outcome = await gateway.confirmPayment({
      attemptId,
      paymentId: gatewayPaymentId,
      cardId: card.gatewayCardId,
      isOffSession,
    });
  } catch (error) {
    if (error instanceof GatewayRefused)
      outcome = { state: 'declined', code: error.code, isHard: true, reason: 'other' };
    else if (error instanceof GatewayUnavailable) {
      await endAttempt(context, attemptId, 'not_made');
      throw away(error);
    } else throw error;
  }
  if (outcome.state === 'unknown') return { state: 'waiting' };
  return apply(context, paymentId, outcome, attemptId);
}

const away = (error: GatewayUnavailable) => {
  try {
    return fail('payments_away');
  } catch (own) {
    return Object.assign(own as Error, { cause: error });
  }
};

type Begun = { attemptId: string; card: typeof cards.$inferSelect } | 'unsettled' | 'over';

async function beginAttempt(
  context: Context,
  { paymentId, cardId, isOffSession }: { paymentId: string; cardId: string; isOffSession: boolean },
): Promise<Begun> {
  const at = context.now();
  return context.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!isOpen(payment)) return 'over';
    const [card] = await tx
      .select()
      .from(cards)
      .where(and(eq(cards.id, cardId), eq(cards.accountId, payment.accountId), isNull(cards.removedAt)));
    if (!card) return fail('not_found');
    if (!isOffSession) await refuseGuesses(tx, payment.accountId, at);
    const unsettled = await tx.$count(
      attempts,
      and(eq(attempts.paymentId, paymentId), isNull(attempts.outcome)),
    );
    if (unsettled > 0) return 'unsettled';
    const attemptId = newId();
    await tx.insert(attempts).values({ id: attemptId, paymentId, cardId, isOffSession, at });
    await tx
      .update(payments)
      .set({
        cardId,
        cardBrand: card.brand,
        cardLastFour: card.lastFour,
        cardExpiryMonth: card.expiryMonth,
        cardExpiryYear: card.expiryYear,
        cardName: card.name,
        method: 'card',
        nextTryAt: null,
      })
      .where(eq(payments.id, paymentId));
    return { attemptId, card };
  });
}

/** Who tries stolen cards is declined again and again. */
const maxDeclinesAnHour = 10;

async function refuseGuesses(tx: Transaction, accountId: string, at: Date): Promise<void> {
  const hourMs = 3_600_000;
  const [row] = await queryRows<{ declined: number; oldest: Date | null }>(
    tx,
    sql`select count(*)::int as declined, min(t.at) as oldest from billing_attempts t
      join billing_payments p on p.id = t.payment_id
      where p.account_id = ${accountId} and t.outcome = 'declined' and not t.is_off_session
        and t.at > ${new Date(at.getTime() - hourMs)}`,
  );
  if (row?.oldest && row.declined >= maxDeclinesAnHour)
    fail('too_many_tries', {
      seconds: Math.max(1, Math.ceil((row.oldest.getTime() + hourMs - at.getTime()) / 1000)),
    });
}

/** A payment, locked; its account is locked before. */
export async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return row ?? fail('not_found');
}

/** The payment at the card processor, made where there is none. */
async function openAtGateway(context: Context, gateway: Payments, paymentId: string): Promise<string> {
  const [row] = await context.db
    .select({ payment: payments, customerId: billingAccounts.gatewayCustomerId })
    .from(payments)
    .innerJoin(billingAccounts, eq(billingAccounts.id, payments.accountId))
    .where(eq(payments.id, paymentId));
  const { payment, customerId } = must(row, 'payment');
  if (payment.gatewayPaymentId) return payment.gatewayPaymentId;
  // Written before it is asked for: the answer may be lost. What has become void meanwhile is not asked for.
  if (!payment.gatewayAskedAt) {
    const asked = await context.db
      .update(payments)
      .set({ gatewayAskedAt: context.now() })
      .where(and(eq(payments.id, paymentId), inArray(payments.state, [...openStates])))
      .returning({ id: payments.id });
    if (asked.length === 0) fail('conflict');
  }
  const { id } = await gateway.openPayment({
    invoiceId: payment.invoiceId,
    customerId: must(customerId, 'customer'),
    amountCents: payment.amountCents,
    mayExist: payment.gatewayAskedAt !== null,
  });
  await context.db.update(payments).set({ gatewayPaymentId: id }).where(eq(payments.id, paymentId));
  return id;
}

/** An attempt that certainly was not made. A renewal is tried again, which is written down with it: a kill loses neither. */
export const endAttempt = (context: Context, id: string, outcome: 'not_made') =>
  context.db.transaction(async (tx) => {
    const at = context.now();
    const [attempt] = await tx
      .update(attempts)
      .set({ outcome, settledAt: at })
      .where(and(eq(attempts.id, id), isNull(attempts.outcome)))
      .returning({ paymentId: attempts.paymentId });
    if (attempt)
      await tx
        .update(payments)
        .set({ nextTryAt: new Date(at.getTime() + againMs) })
        .where(
          and(
            eq(payments.id, attempt.paymentId),
            isNull(payments.abandonedAt),
            inArray(payments.state, ['open', 'processing']),
          ),
        );
  });

/** Reads a payment at the card processor and does what its state asks for. Safe to repeat, in any order. */
export async function settle(context: Context, paymentId: string): Promise<PaymentEnd> {
  const gateway = requirePayments(context);
  const [row] = await context.db.select().from(payments).where(eq(payments.id, paymentId));
  const payment = row ?? fail('not_found');
  if (!isOpen(payment)) return endOf(context, paymentId);
  // It was not asked for: an attempt that is old has ended before it began.
  if (!payment.gatewayPaymentId && !payment.gatewayAskedAt) {
    const [attempt] = await context.db
      .select()
      .from(attempts)
      .where(and(eq(attempts.paymentId, paymentId), isNull(attempts.outcome)));
    if (attempt && context.now().getTime() - attempt.at.getTime() >= callMs)
      await endAttempt(context, attempt.id, 'not_made');
    return endOf(context, paymentId);
  }
  let read: GatewayPayment;
  try {
    read = await gateway.readPayment(await openAtGateway(context, gateway, paymentId));
  } catch (error) {
    if (error instanceof GatewayUnavailable) return { state: 'waiting' };
    throw error;
  }
  return apply(context, paymentId, read.outcome, undefined);
}

/** Does what an outcome asks for, once. `attemptId`: whose answer it is; undefined: it was read. */
export async function apply(
  context: Context,
  paymentId: string,
  outcome: Exclude<PaymentOutcome, { state: 'unknown' }>,
  attemptId: string | undefined,
): Promise<PaymentEnd> {
  const at = context.now();
  const end = await context.db.transaction(async (tx): Promise<PaymentEnd> => {
    const [row] = await tx
      .select({ accountId: payments.accountId })
      .from(payments)
      .where(eq(payments.id, paymentId));
    await lockAccountById(tx, must(row, 'payment').accountId);
    const payment = await lockPayment(tx, paymentId);
    if (payment.state === 'paid') return { state: 'paid' };
    const [attempt] = await tx
      .select()
      .from(attempts)
      .where(
        attemptId
          ? eq(attempts.id, attemptId)
          : and(eq(attempts.paymentId, paymentId), isNull(attempts.outcome)),
      );
    const close = async (result: (typeof attempts.$inferSelect)['outcome'], code: string | null = null) => {
      await tx
        .update(attempts)
        .set({ outcome: result, code, settledAt: at })
        .where(and(eq(attempts.paymentId, paymentId), isNull(attempts.outcome)));
    };
    if (outcome.state === 'succeeded') {
      if (payment.state === 'void') throw new Error(`payment ${paymentId} was paid after it was void`);
      await close('succeeded');
      await onPaid(tx, context, payment, { method: 'card', at });
      return { state: 'paid' };
    }
    if (payment.state === 'void') return { state: 'void' };
    // Somebody else has settled this attempt already.
    if (attemptId && attempt?.outcome) return endOfRow(payment);
    if (outcome.state === 'processing') {
      await close('processing');
      await tx.update(payments).set({ state: 'processing' }).where(eq(payments.id, paymentId));
      return { state: 'waiting' };
    }
    if (outcome.state === 'requires_action') {
      await close('action');
      await tx.update(payments).set({ state: 'action' }).where(eq(payments.id, paymentId));
      if (attempt?.isOffSession ?? false) await onAction(tx, context, payment);
      return { state: 'action', clientSecret: outcome.clientSecret };
    }
    if (outcome.state === 'declined') {
      // Of an old decline that is read again nothing is new.
      if (!attempt && payment.state === 'open') return endOfRow(payment);
      await close('declined', outcome.code);
      return onDeclined(tx, context, payment, outcome);
    }
    if (outcome.state === 'cancelled') {
      await close('not_made');
      await voidLocked(tx, context, payment);
      return { state: 'void' };
    }
    // Nothing was tried. A call of ours may still be on its way.
    if (attempt && at.getTime() - attempt.at.getTime() < callMs) return { state: 'waiting' };
    await close('not_made');
    if (payment.abandonedAt === null)
      await tx.update(payments).set({ nextTryAt: at }).where(eq(payments.id, paymentId));
    return endOfRow(payment);
  });
  if (end.state === 'paid' || end.state === 'void') await tellHousehold(context, paymentId);
  return end;
}

const endOfRow = ({ state, failureReason }: PaymentRow): PaymentEnd => {
  if (state === 'paid' || state === 'void') return { state };
  return failureReason ? { state: 'declined', reason: failureReason } : { state: 'waiting' };
};

async function endOf({ db }: Context, id: string): Promise<PaymentEnd> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return endOfRow(row ?? fail('not_found'));
}

/** Open pages of the household hear that its plan has changed. */
export async function tellHousehold(context: Context, paymentId: string): Promise<void> {
  const [row] = await queryRows<{ householdId: string | null }>(
    context.db,
    sql`select coalesce(s.household_id, a.household_id) as "householdId" from billing_payments p
      join billing_invoices i on i.id = p.invoice_id join billing_accounts a on a.id = p.account_id
      left join billing_subscriptions s on s.id = i.subscription_id where p.id = ${paymentId}`,
  );
  if (row?.householdId) await announcePlan(context, row.householdId);
}

/** Open pages of a household look at its plan again. */
export async function announcePlan({ push, log }: Context, householdId: string): Promise<void> {
  await push
    .broadcast(appEvent(`private-household.${householdId}`, 'PlanChanged', {}))
    .catch((error: unknown) => log.warn({ err: error }, 'a change of plan was not told to open pages'));
}

async function subscriptionOf(tx: Transaction, { invoiceId }: PaymentRow): Promise<Loaded | undefined> {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId));
  if (!invoice?.subscriptionId) return undefined;
  return (await loadSubscriptions(tx, [invoice.subscriptionId]))[0];
}

interface Paid {
  method: PaymentRow['method'];
  at: Date;
  values?: Partial<PaymentRow>;
}

const moneyAccounts = {
  card: 'gateway',
  check: 'checks',
  cash: 'cash',
  promotion: 'promotions',
  credit: 'credit',
} as const;

/** Books a payment that has come, and lets what it pays for begin or go on. Account and payment are locked. */
export const onPaid = (tx: Transaction, context: Context, payment: PaymentRow, paid: Paid): Promise<void> =>
  onPaidMany(tx, context, [payment], paid);

/** The same of many that were paid alike. */
export async function onPaidMany(
  tx: Transaction,
  context: Context,
  paid: readonly PaymentRow[],
  { method, at, values = {} }: Paid,
): Promise<void> {
  if (paid.length === 0) return;
  const account = moneyAccounts[method];
  await tx
    .update(payments)
    .set({
      ...values,
      state: 'paid',
      method,
      paidAt: at,
      nextTryAt: null,
      abandonedAt: null,
      failureReason: null,
    })
    .where(
      inArray(
        payments.id,
        paid.map(({ id }) => id),
      ),
    );
  await postAll(
    tx,
    paid.map(({ id, accountId, amountCents }) => ({
      cause: 'payment',
      causeId: id,
      at,
      entries: [
        { account, amountCents, ...(account === 'credit' ? { billingAccountId: accountId } : {}) },
        { account: 'receivable' as const, amountCents: -amountCents, billingAccountId: accountId },
      ],
    })),
  );
  await onSettledMany(tx, context, paid, at);
  await mailReceipts(tx, context, paid);
}

async function mailReceipts(tx: Transaction, context: Context, paid: readonly PaymentRow[]): Promise<void> {
  const lines = await queryRows<{ invoiceId: string; planId: string }>(
    tx,
    sql`select distinct on (invoice_id) invoice_id as "invoiceId", plan_id as "planId" from billing_invoice_lines
      where invoice_id = any(${sql.param(paid.map(({ invoiceId }) => invoiceId))}::uuid[]) and plan_id is not null
      order by invoice_id, position desc`,
  );
  const plans = new Map(lines.map(({ invoiceId, planId }) => [invoiceId, planId]));
  const day = dayIn(context.now(), context.config.serviceZone);
  await mailPayers(
    tx,
    context,
    paid.flatMap(({ accountId, invoiceId, amountCents }) => {
      const planId = plans.get(invoiceId);
      return planId
        ? [{ accountId, planId, mail: { kind: 'receipt', cents: amountCents, day, invoice_id: invoiceId } }]
        : [];
    }),
  );
}

/** What a paid invoice lets begin or go on: a subscription, other terms of it, a gift. Account and payment are locked. */
export const onSettled = (tx: Transaction, context: Context, payment: PaymentRow, at: Date): Promise<void> =>
  onSettledMany(tx, context, [payment], at);

async function onSettledMany(
  tx: Transaction,
  context: Context,
  settled: readonly PaymentRow[],
  at: Date,
): Promise<void> {
  const invoiceIds = settled.map(({ invoiceId }) => invoiceId);
  await openGifts(tx, context, invoiceIds);
  const rows = await tx
    .select({ id: invoices.id, subscriptionId: invoices.subscriptionId })
    .from(invoices)
    .where(inArray(invoices.id, invoiceIds));
  const subscriptionIds = [...new Set(rows.flatMap(({ subscriptionId }) => subscriptionId ?? []))];
  if (subscriptionIds.length === 0) return;
  const loaded = new Map((await loadSubscriptions(tx, subscriptionIds)).map((own) => [own.row.id, own]));
  const unpaid = await oldestUnpaid(tx, subscriptionIds);
  const made: (typeof subscriptionChanges.$inferInsert)[] = [];
  for (const { id, subscriptionId } of rows) {
    const own = loaded.get(subscriptionId ?? '');
    const payment = settled.find(({ invoiceId }) => invoiceId === id);
    if (!own || !payment) continue;
    const { row } = own;
    const today = dayNumber(dayIn(at, row.zone));
    if (payment.switchPriceId && payment.switchDay) {
      const terms = await termsOfPrice(tx, payment.switchPriceId);
      // What was to come from the next period on is overtaken.
      made.push(
        appendChange(
          own,
          { kind: 'switch', day: dayNumber(payment.switchDay), terms },
          { by: 'customer', at },
        ),
      );
      row.nextPriceId = null;
    }
    if (row.state === 'incomplete') {
      row.state = 'active';
      if (row.couponUseId) await confirmCouponUse(tx, row.couponUseId);
    }
    row.unpaidSince = unpaid.get(row.id) ?? null;
    if (row.unpaidSince === null && row.state === 'stopped') {
      const stop = own.history.findLast(({ kind }) => kind === 'pause')?.day ?? today;
      made.push(appendChange(own, { kind: 'resume', day: Math.max(today, stop) }, { by: 'service', at }));
      row.state = 'active';
    }
  }
  await insertRows(tx, subscriptionChanges, made);
  await saveStandings(tx, context, [...loaded.values()], at);
}

/** Gifts that are paid for: their codes go to who bought them. */
async function openGifts(tx: Transaction, context: Context, invoiceIds: readonly string[]): Promise<void> {
  const opened = await tx
    .update(gifts)
    .set({ state: 'open' })
    .where(and(inArray(gifts.invoiceId, [...invoiceIds]), eq(gifts.state, 'waiting')))
    .returning();
  const day = dayIn(context.now(), context.config.serviceZone);
  await mailPayers(
    tx,
    context,
    opened.flatMap(({ boughtBy, planId, amountCents, invoiceId, code, months }) =>
      boughtBy === null
        ? []
        : [
            {
              accountId: boughtBy,
              planId,
              mail: {
                kind: 'gift' as const,
                cents: amountCents,
                day,
                invoice_id: invoiceId,
                code: shownCode(code),
                months,
              },
            },
          ],
    ),
  );
}

/** The first day of subscriptions that an open invoice is for. */
async function oldestUnpaid(
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryRows<{ id: string; day: string }>(
    tx,
    sql`select i.subscription_id as id, min(i.due_on)::text as day
      from billing_invoices i join billing_payments p on p.invoice_id = i.id
      where i.subscription_id = any(${sql.param([...subscriptionIds])}::uuid[])
        and p.state in ('open', 'action', 'processing') and p.switch_price_id is null
      group by 1`,
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** The bank asks for the card's owner, who is not there: they get a link to the invoice. */
async function onAction(tx: Transaction, context: Context, payment: PaymentRow): Promise<void> {
  const loaded = await subscriptionOf(tx, payment);
  if (!loaded || payment.abandonedAt !== null) return;
  loaded.row.state = loaded.row.state === 'active' ? 'unpaid' : loaded.row.state;
  await tx
    .update(payments)
    .set({ failureReason: 'authentication', firstFailedAt: sql`coalesce(first_failed_at, ${context.now()})` })
    .where(eq(payments.id, payment.id));
  await saveStandings(tx, context, [loaded], context.now());
  await tellUnpaid(tx, context, {
    subscription: loaded.row,
    kind: 'action',
    paymentId: payment.id,
    invoiceId: payment.invoiceId,
    cents: payment.amountCents,
  });
}

async function onDeclined(
  tx: Transaction,
  context: Context,
  payment: PaymentRow,
  { code, isHard, reason }: { code: string; isHard: boolean; reason: string },
): Promise<PaymentEnd> {
  const at = context.now();
  const failures = payment.failures + 1;
  const firstFailedAt = payment.firstFailedAt ?? at;
  const isRenewal = payment.abandonedAt === null;
  const { retryDays } = context.config.billing;
  const loaded = await subscriptionOf(tx, payment);
  // Only what its household still wants is tried again.
  const again =
    isRenewal && !isHard && reason !== 'authentication' && loaded?.row.renews
      ? retryDays[failures - 1]
      : undefined;
  const nextTryAt = again === undefined ? null : new Date(firstFailedAt.getTime() + again * 86_400_000);
  await tx
    .update(payments)
    .set({ state: 'open', failures, firstFailedAt, failureReason: reason, failureCode: code, nextTryAt })
    .where(eq(payments.id, payment.id));
  if (loaded && isRenewal) {
    if (loaded.row.state === 'active') loaded.row.state = 'unpaid';
    await saveStandings(tx, context, [loaded], at);
    await tellUnpaid(tx, context, {
      subscription: loaded.row,
      kind: 'failed',
      paymentId: payment.id,
      invoiceId: payment.invoiceId,
      cents: payment.amountCents,
    });
  }
  return { state: 'declined', reason };
}

/**
 * Ends a payment that nobody asks for any more: first at the card processor, then here. Answers `paid` where it had been paid
 * meanwhile, `waiting` where the processor cannot say.
 */
export async function voidPayment(context: Context, paymentId: string): Promise<PaymentEnd> {
  const [row] = await context.db.select().from(payments).where(eq(payments.id, paymentId));
  const payment = row ?? fail('not_found');
  if (!isOpen(payment)) return endOfRow(payment);
  if (payment.gatewayPaymentId || payment.gatewayAskedAt) {
    const gateway = requirePayments(context);
    try {
      const cancelled = await gateway.cancelPayment(await openAtGateway(context, gateway, paymentId));
      return await apply(context, paymentId, cancelled.outcome, undefined);
    } catch (error) {
      if (error instanceof GatewayRefused) return settle(context, paymentId);
      if (error instanceof GatewayUnavailable) return { state: 'waiting' };
      throw error;
    }
  }
  const end = await context.db.transaction(async (tx): Promise<PaymentEnd> => {
    await lockAccountById(tx, payment.accountId);
    const locked = await lockPayment(tx, paymentId);
    if (!isOpen(locked)) return endOfRow(locked);
    // An attempt that has begun meanwhile goes first.
    const begun = await tx.$count(attempts, and(eq(attempts.paymentId, paymentId), isNull(attempts.outcome)));
    if (begun > 0 || locked.gatewayAskedAt || locked.gatewayPaymentId) return { state: 'waiting' };
    await voidLocked(tx, context, locked);
    return { state: 'void' };
  });
  if (end.state === 'void') await tellHousehold(context, paymentId);
  return end;
}

/** Takes an unpaid invoice back: the ledger, the credit, the coupon, and what had begun by it. */
export async function voidLocked(tx: Transaction, context: Context, payment: PaymentRow): Promise<void> {
  const at = context.now();
  await tx
    .update(payments)
    .set({ state: 'void', voidedAt: at, nextTryAt: null, abandonedAt: null })
    .where(eq(payments.id, payment.id));
  await tx
    .update(attempts)
    .set({ outcome: 'not_made', settledAt: at })
    .where(and(eq(attempts.paymentId, payment.id), isNull(attempts.outcome)));
  await reverse(tx, { cause: 'invoice', causeId: payment.invoiceId, at });
  await reverse(tx, { cause: 'credit_used', causeId: payment.id, at });
  await tx
    .update(gifts)
    .set({ state: 'void' })
    .where(and(eq(gifts.invoiceId, payment.invoiceId), eq(gifts.state, 'waiting')));
  const loaded = await subscriptionOf(tx, payment);
  if (!loaded) return;
  const { row } = loaded;
  const by = { by: 'service' as const, at };
  if (row.state === 'incomplete') {
    await insertRows(tx, subscriptionChanges, [
      appendChange(loaded, { kind: 'end', day: dayNumber(row.beganOn) }, by),
    ]);
    if (row.couponUseId) await releaseCouponUse(tx, row.couponUseId);
  } else if (!payment.switchPriceId) {
    const left = (await oldestUnpaid(tx, [row.id])).get(row.id) ?? null;
    if (left === null && row.unpaidSince !== null) {
      // What was not paid for ended where it was last served.
      const since = dayNumber(row.unpaidSince);
      const last =
        row.state === 'stopped'
          ? since + context.config.billing.graceDays
          : Math.max(since, dayNumber(dayIn(at, row.zone)));
      await insertRows(tx, subscriptionChanges, [appendChange(loaded, { kind: 'end', day: last }, by)]);
      await mailPayers(tx, context, [
        {
          accountId: row.accountId,
          planId: row.planId,
          mail: { kind: 'ended', cents: 0, day: row.unpaidSince, invoice_id: null },
        },
      ]);
    } else row.unpaidSince = left;
  }
  await saveStandings(tx, context, [loaded], at);
}

/** Posts the reverse of a transaction, once. */
async function reverse(
  tx: Transaction,
  { cause, causeId, at }: { cause: string; causeId: string; at: Date },
): Promise<void> {
  const entries = await tx
    .select({
      account: ledgerEntries.account,
      amountCents: ledgerEntries.amountCents,
      billingAccountId: ledgerEntries.billingAccountId,
      jurisdiction: ledgerEntries.jurisdiction,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, ledgerTransactions.id))
    .where(and(eq(ledgerTransactions.cause, cause), eq(ledgerTransactions.causeId, causeId)))
    .orderBy(ledgerEntries.position);
  await postAll(tx, [
    {
      cause: `${cause}_void`,
      causeId,
      at,
      entries: entries.map(({ account, amountCents, billingAccountId, jurisdiction }) => ({
        account,
        amountCents: -amountCents,
        billingAccountId: billingAccountId ?? undefined,
        jurisdiction: jurisdiction ?? undefined,
      })),
    },
  ]);
}

/** Settles attempts whose answer was lost, and ends payments that nobody waits for any more. */
export async function settleLost(context: Context): Promise<void> {
  if (!context.payments) return;
  const at = context.now();
  const lost = await context.db
    .select({ paymentId: attempts.paymentId })
    .from(attempts)
    .where(and(isNull(attempts.outcome), lt(attempts.at, new Date(at.getTime() - callMs))))
    .orderBy(attempts.at)
    .limit(500);
  for (const { paymentId } of lost) await settle(context, paymentId);
  const abandoned = await context.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, [...openStates]), lte(payments.abandonedAt, at)))
    .orderBy(payments.abandonedAt)
    .limit(500);
  for (const { id } of abandoned) await voidPayment(context, id);
}

/** Something has happened to a payment at the card processor: its state is read by a job. */
export const enqueueSettle = (tx: Parameters<typeof enqueue>[0], gatewayPaymentId: string) =>
  enqueue(tx, { name: settleJobName }, { gatewayPaymentId }, { key: `billing:settle:${gatewayPaymentId}` });

/** The payment that the card processor knows by an id. */
export async function findByGatewayId({ db }: Context, gatewayPaymentId: string) {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.gatewayPaymentId, gatewayPaymentId));
  return row;
}

/** The open payment of a subscription, the newest first: of a checkout, a change or a renewal. */
export async function findOpenPayment(tx: Transaction, subscriptionId: string) {
  const [row] = await tx
    .select({ payment: payments, invoice: invoices })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(and(eq(invoices.subscriptionId, subscriptionId), inArray(payments.state, [...openStates])))
    .orderBy(desc(payments.id))
    .limit(1);
  return row;
}
