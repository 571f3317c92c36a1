/**
 * Payments by card. An attempt is written before its call, so that a kill leaves a record of it. Answers and
 * events end in `apply`, which locks the payment. Nothing is charged twice: an invoice has one payment at the
 * card processor, and a payment has one attempt without an outcome.
 */
import { and, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import {
  GatewayRefused,
  GatewayUnavailable,
  type PaymentOutcome,
  type Payments,
} from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail } from '../../errors.ts';
import { enqueue } from '../../jobs/queue.ts';
import { must } from '../../must.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { attempts, billingAccounts, cards, payments } from './billing.tables.ts';
import { eachAlone } from './each-alone.ts';
import { tellHousehold } from './notices.service.ts';
import { onAction, onDeclined, onPaid, voidLocked } from './outcomes.service.ts';
import { isOpen, lockPayment, openStates, type PaymentRow } from './payments.repo.ts';
import { lockAccountById } from './subscriptions.repo.ts';

/** Job that settles attempts whose answer was lost, and charges due payments. */
export const settleJobName = 'billing_settle';

/** The card processor; fails with its own text where none is set. */
export const requirePayments = ({ payments: gateway }: Pick<Context, 'payments'>): Payments =>
  gateway ?? fail('payments_not_set');

/** Outcome of a payment for its payer. */
export type PaymentEnd =
  | { state: 'paid' }
  /** The browser asks the card's owner, with this secret. */
  | { state: 'action'; clientSecret: string }
  | { state: 'declined'; reason: string }
  /** Not known yet. */
  | { state: 'waiting' }
  | { state: 'void' };

/** Delay before the card processor is called again after it could not answer. */
const againMs = 10 * 60_000;

/** So long nothing is tried by itself once an owner has come to pay. */
const atBankMs = 3_600_000;

/** An attempt's call is over by then: longer than any answer takes. */
const callMs = 60_000;

/** Charges a saved card for a payment that is open. `isOffSession`: its owner is not there. */
export async function charge(
  context: Context,
  { paymentId, cardId, isOffSession }: { paymentId: string; cardId: string; isOffSession: boolean },
): Promise<PaymentEnd> {
  const gateway = requirePayments(context);
  const left = isOffSession ? undefined : await continueAtBank(context, { paymentId, cardId });
  if (left) return left;
  const begun = await beginAttempt(context, { paymentId, cardId, isOffSession });
  if (begun === 'unsettled') return settle(context, paymentId);
  if (begun === 'over') return endOf(context, paymentId);
  if (begun === 'abandoned') return voidPayment(context, paymentId);
  const { attemptId, card } = begun;
  let gatewayPaymentId: string;
  try {
    gatewayPaymentId = await openAtGateway(context, gateway, paymentId);
  } catch (error) {
    // The card was not tried.
    if (error instanceof GatewayRefused) return apply(context, paymentId, refusedAs(error), { attemptId });
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
    if (error instanceof GatewayRefused) outcome = refusedAs(error);
    else if (error instanceof GatewayUnavailable) {
      await endAttempt(context, attemptId, 'not_made');
      throw away(error);
    } else throw error;
  }
  if (outcome.state === 'unknown') return { state: 'waiting' };
  return apply(context, paymentId, outcome, { attemptId });
}

/**
 * The bank's open question about a payment, if the same card was tried last: its owner answers that one instead of a
 * new one. Undefined if the card has to be tried again.
 */
async function continueAtBank(
  context: Context,
  { paymentId, cardId }: { paymentId: string; cardId: string },
): Promise<PaymentEnd | undefined> {
  const [waiting] = await context.db
    .select({ accountId: payments.accountId, abandonedAt: payments.abandonedAt })
    .from(payments)
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.state, 'action'),
        // A payment by other means is not charged any more.
        eq(payments.method, 'card'),
        eq(payments.cardId, cardId),
      ),
    );
  // An abandoned checkout is void.
  if (!waiting || (waiting.abandonedAt && waiting.abandonedAt <= context.now())) return undefined;
  await askLimit.consume(context, waiting.accountId);
  const end = await settle(context, paymentId);
  if (end.state === 'declined' || end.state === 'waiting') return undefined;
  // A scheduled attempt waits while the owner may be at the bank's page.
  if (end.state === 'action')
    await context.db
      .update(payments)
      .set({ nextTryAt: sql`greatest(next_try_at, ${new Date(context.now().getTime() + atBankMs)})` })
      .where(and(eq(payments.id, paymentId), sql`next_try_at is not null`));
  return end;
}

/** An attempt that the card processor refuses is declined for good, because it would be refused again. */
export const refusedAs = ({ code }: GatewayRefused) => ({
  state: 'declined' as const,
  code,
  isHard: true,
  reason: 'other' as const,
});

/** Says in our words that the card processor cannot say. */
export async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw away(error);
    throw error;
  }
}

const away = (error: GatewayUnavailable) => {
  try {
    return fail('payments_away');
  } catch (own) {
    return Object.assign(own as Error, { cause: error });
  }
};

type Begun = { attemptId: string; card: typeof cards.$inferSelect } | 'unsettled' | 'over' | 'abandoned';

async function beginAttempt(
  context: Context,
  { paymentId, cardId, isOffSession }: { paymentId: string; cardId: string; isOffSession: boolean },
): Promise<Begun> {
  const at = context.now();
  return context.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    // A payment by other means is not charged any more.
    if (!isOpen(payment) || payment.method !== 'card') return 'over';
    // An abandoned payment, such as a checkout of an earlier day.
    if (payment.abandonedAt && payment.abandonedAt <= at) return 'abandoned';
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
    if (unsettled > 0) {
      if (!isOffSession) await askLimit.consume({ ...context, db: tx }, payment.accountId);
      return 'unsettled';
    }
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
        // A scheduled attempt stays unless this one changes it, but not while the owner may be at the bank's
        // page.
        nextTryAt:
          isOffSession || !payment.nextTryAt
            ? null
            : new Date(Math.max(payment.nextTryAt.getTime(), at.getTime() + atBankMs)),
      })
      .where(eq(payments.id, paymentId));
    return { attemptId, card };
  });
}

/** Limits against guessing with stolen cards, which are declined or sent to a bank again and again. */
const maxDeclinesAnHour = 10;
const maxTriesAnHour = 30;

async function refuseGuesses(tx: Transaction, accountId: string, at: Date): Promise<void> {
  const hourMs = 3_600_000;
  const [row] = await queryRows<{ declined: number; tries: number; oldest: Date | null }>(
    tx,
    sql`select count(*) filter (where t.outcome = 'declined')::int as declined, count(*)::int as tries, min(t.at) as oldest
      from billing_attempts t join billing_payments p on p.id = t.payment_id
      where p.account_id = ${accountId} and not t.is_off_session and t.at > ${new Date(at.getTime() - hourMs)}`,
  );
  if (row?.oldest && (row.declined >= maxDeclinesAnHour || row.tries >= maxTriesAnHour))
    fail('too_many_tries', {
      seconds: Math.max(1, Math.ceil((row.oldest.getTime() + hourMs - at.getTime()) / 1000)),
    });
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
  // Written before the call, because its answer may be lost.
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

/** Returns a refusal as a value, so that the caller can act on it. */
const refusal = (error: unknown): GatewayRefused => {
  if (error instanceof GatewayRefused) return error;
  throw error;
};

/** An attempt that certainly was not made. A renewal is tried again, which is written down with it: a kill loses neither. */
export const endAttempt = (context: Context, id: string, outcome: 'not_made') =>
  context.db.transaction(async (tx) => {
    const at = context.now();
    const [attempt] = await tx
      .update(attempts)
      .set({ outcome, readAt: at })
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

/** Ends a payment that its household no longer wants to finish at the bank, with its checkout or change. */
export async function discardPayment(
  context: Context,
  { id, abandonedAt, state }: Pick<PaymentRow, 'id' | 'abandonedAt' | 'state'>,
): Promise<void> {
  if (state === 'void') return;
  // A renewal is not discarded: its plan is canceled.
  if (abandonedAt === null || state === 'paid') fail('not_changeable');
  const end = await voidPayment(context, id);
  if (end.state === 'paid') fail('not_changeable');
  if (end.state !== 'void') fail('payment_running');
}

/** A page that waits asks every two seconds, and some may wait; each is a call of the card processor, which takes so many of all. */
const askLimit = new RateLimit('payment_asked', 120, 60_000, { code: 'too_many_tries' });

/** The same as `settle`, asked by the household. */
export async function settleAsked(
  context: Context,
  { id, accountId }: Pick<PaymentRow, 'id' | 'accountId'>,
): Promise<PaymentEnd> {
  await askLimit.consume(context, accountId);
  return settle(context, id);
}

/** Reads a payment at the card processor and does what its state asks for. Safe to repeat, in any order. */
export const settle = (context: Context, paymentId: string): Promise<PaymentEnd> =>
  settleSurely(context, paymentId).catch((error: unknown): PaymentEnd => {
    if (error instanceof GatewayUnavailable) return { state: 'waiting' };
    throw error;
  });

/** `settle` for a caller that nothing repeats. Throws while the card processor cannot answer. */
export async function settleSurely(context: Context, paymentId: string): Promise<PaymentEnd> {
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
  const gatewayPaymentId = await openAtGateway(context, gateway, paymentId).catch(refusal);
  if (gatewayPaymentId instanceof GatewayRefused)
    return apply(context, paymentId, refusedAs(gatewayPaymentId), { gatewayCardId: null });
  const read = await gateway.readPayment(gatewayPaymentId);
  return apply(context, paymentId, read.outcome, { gatewayCardId: read.cardId });
}

/** Where an outcome comes from: the answer of an attempt, or a look at the payment. `gatewayCardId`: the card that it tells of. */
type Told = { attemptId: string } | { gatewayCardId: string | null };

/** Does what an outcome asks for, once. */
export async function apply(
  context: Context,
  paymentId: string,
  outcome: Exclude<PaymentOutcome, { state: 'unknown' }>,
  told: Told,
): Promise<PaymentEnd> {
  const at = context.now();
  const end = await context.db.transaction(async (tx): Promise<PaymentEnd> => {
    const [row] = await tx
      .select({ accountId: payments.accountId })
      .from(payments)
      .where(eq(payments.id, paymentId));
    const account = await lockAccountById(tx, must(row, 'payment').accountId);
    const payment = await lockPayment(tx, paymentId);
    if (payment.state === 'paid') return { state: 'paid' };
    const own = 'attemptId' in told ? eq(attempts.id, told.attemptId) : eq(attempts.paymentId, paymentId);
    const [tried] = await tx
      .select({ attempt: attempts, gatewayCardId: cards.gatewayCardId })
      .from(attempts)
      .innerJoin(cards, eq(cards.id, attempts.cardId))
      .where(own)
      .orderBy(desc(attempts.at), desc(attempts.id))
      .limit(1);
    const isAnswer = 'attemptId' in told;
    const attempt = tried?.attempt.outcome === null ? tried.attempt : undefined;
    const close = async (result: (typeof attempts.$inferSelect)['outcome'], code: string | null = null) => {
      await tx
        .update(attempts)
        .set({ outcome: result, code, readAt: at })
        .where(and(eq(attempts.paymentId, paymentId), isNull(attempts.outcome)));
    };
    if (outcome.state === 'succeeded') {
      if (payment.state === 'void') throw new Error(`payment ${paymentId} was paid after it was void`);
      await close('succeeded');
      await onPaid(tx, context, payment, { method: 'card', at, values: { checkNumber: null, paidBy: null } });
      return { state: 'paid' };
    }
    if (payment.state === 'void') return { state: 'void' };
    // Another call has settled this attempt already. The bank's question is the same.
    if (isAnswer && !attempt)
      return outcome.state === 'requires_action'
        ? { state: 'action', clientSecret: outcome.clientSecret }
        : endOfRow(payment);
    if (outcome.state === 'processing') {
      await close('processing');
      await tx.update(payments).set({ state: 'processing' }).where(eq(payments.id, paymentId));
      return { state: 'waiting' };
    }
    if (outcome.state === 'cancelled') {
      await close('not_made');
      // It was ended because it has come by other means.
      if (payment.method !== 'card' && payment.voidStaffId === null) {
        await onPaid(tx, context, payment, { method: payment.method, at });
        return { state: 'paid' };
      }
      await voidLocked(tx, context, payment);
      return { state: 'void' };
    }
    // A call may still be on its way, so that the outcome that was read belongs to an earlier attempt or to
    // none.
    const isYoung = attempt !== undefined && at.getTime() - attempt.at.getTime() < callMs;
    if (isYoung && (!isAnswer || outcome.state === 'open')) return { state: 'waiting' };
    const isEarlier =
      !isAnswer && told.gatewayCardId !== null && tried && told.gatewayCardId !== tried.gatewayCardId;
    // A later card has an outcome already, which is newer than the one that was read.
    if (isEarlier && !attempt && tried.attempt.outcome !== 'not_made') return endOfRow(payment);
    // Nothing was tried, or another card was.
    if (outcome.state === 'open' || (isEarlier && attempt)) {
      await close('not_made');
      // A card that is not the household's is retried by the payer who chose it.
      const isChosen = attempt && !attempt.isOffSession && attempt.cardId !== account.cardId;
      if (payment.abandonedAt === null && !isChosen)
        await tx.update(payments).set({ nextTryAt: at }).where(eq(payments.id, paymentId));
      return endOfRow(payment);
    }
    if (outcome.state === 'requires_action') {
      await close('action');
      await tx.update(payments).set({ state: 'action' }).where(eq(payments.id, paymentId));
      if (attempt?.isOffSession ?? false) await onAction(tx, context, payment);
      return { state: 'action', clientSecret: outcome.clientSecret };
    }
    // An old decline that is read again changes nothing.
    if (!attempt && payment.state === 'open') return endOfRow(payment);
    await close('declined', outcome.code);
    await onDeclined(tx, context, payment, outcome, {
      isOffSession: attempt?.isOffSession ?? false,
      isOther: tried !== undefined && tried.attempt.cardId !== account.cardId,
    });
    return { state: 'declined', reason: outcome.reason };
  });
  if (end.state !== 'waiting') await tellHousehold(context, paymentId);
  return end;
}

const endOfRow = ({ state, failureReason }: PaymentRow): PaymentEnd => {
  if (state === 'paid' || state === 'void') return { state };
  // While the bank asks, or it is not known yet, the reason is that of an earlier try.
  return state === 'open' && failureReason
    ? { state: 'declined', reason: failureReason }
    : { state: 'waiting' };
};

async function endOf({ db }: Context, id: string): Promise<PaymentEnd> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return endOfRow(row ?? fail('not_found'));
}

/**
 * Ends an abandoned payment, first at the card processor and then here. Returns `paid` if it was paid
 * meanwhile, `waiting` while the processor cannot answer.
 */
export async function voidPayment(context: Context, paymentId: string): Promise<PaymentEnd> {
  const [row] = await context.db.select().from(payments).where(eq(payments.id, paymentId));
  const payment = row ?? fail('not_found');
  if (!isOpen(payment)) return endOfRow(payment);
  if (payment.gatewayPaymentId || payment.gatewayAskedAt) {
    const gateway = requirePayments(context);
    try {
      const gatewayPaymentId = await openAtGateway(context, gateway, paymentId).catch(refusal);
      // It was never made there, and will not be: there is nothing to end.
      if (gatewayPaymentId instanceof GatewayRefused)
        return await apply(context, paymentId, { state: 'cancelled' }, { gatewayCardId: null });
      const cancelled = await gateway.cancelPayment(gatewayPaymentId);
      return await apply(context, paymentId, cancelled.outcome, { gatewayCardId: cancelled.cardId });
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

/**
 * Interval and batch for reading payments that wait for their bank, because the event of their outcome may be
 * lost.
 */
const readAgainMs = 3_600_000;
const maxReadAgain = 100;

/** The payments that wait for their bank and are to be read now, those not read for longest first. They are noted as read. */
async function takeWaiting({ db }: Context, at: Date): Promise<string[]> {
  const rows = await queryRows<{ paymentId: string }>(
    db,
    sql`update billing_attempts t set read_at = ${at} from (
        select last.id from billing_payments p
        cross join lateral (select a.id, a.read_at from billing_attempts a
          where a.payment_id = p.id order by a.at desc, a.id desc limit 1) last
        where p.state in ('action', 'processing') and last.read_at <= ${new Date(at.getTime() - readAgainMs)}
        order by last.read_at limit ${maxReadAgain}) due
      where t.id = due.id returning t.payment_id as "paymentId"`,
  );
  return rows.map(({ paymentId }) => paymentId);
}

/** Settles attempts whose answer was lost or whose bank is slow, and ends abandoned payments. */
export async function settleLost(context: Context): Promise<void> {
  if (!context.payments) return;
  const at = context.now();
  const lost = await context.db
    .select({ paymentId: attempts.paymentId })
    .from(attempts)
    .where(and(isNull(attempts.outcome), lt(attempts.at, new Date(at.getTime() - callMs))))
    .orderBy(attempts.at)
    .limit(500);
  await eachAlone(context, lost, ({ paymentId }) => settle(context, paymentId));
  await eachAlone(context, await takeWaiting(context, at), (id) => settle(context, id));
  const abandoned = await context.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, [...openStates]), lte(payments.abandonedAt, at)))
    .orderBy(payments.abandonedAt)
    .limit(500);
  await eachAlone(context, abandoned, ({ id }) => voidPayment(context, id));
}

/**
 * Ends a payment at the card processor that has come by other means here, or that comes by them once its owner cannot answer the
 * bank any more. Throws while the processor cannot say.
 */
export async function endAtGateway(context: Context, paymentId: string): Promise<void> {
  const gateway = requirePayments(context);
  try {
    const { outcome, cardId } = await gateway.cancelPayment(await openAtGateway(context, gateway, paymentId));
    await apply(context, paymentId, outcome, { gatewayCardId: cardId });
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    // Its owner was first, so the card pays.
    await settleSurely(context, paymentId);
    // Or it was never made there, or it was paid there as well: then it is a difference of the books.
    context.log.warn(
      { err: error, paymentId },
      'a payment that came by other means is not ended by the card',
    );
  }
}

/** The job of `endAtGateway`, in the transaction that books the other means. */
export const endAtGatewayJobName = 'billing_end_at_gateway';
export const enqueueEndAtGateway = (tx: Transaction, paymentId: string) =>
  enqueue(tx, { name: endAtGatewayJobName }, { paymentId }, { maxAttempts: maxGatewayTries });

/**
 * Lets other means pay what its owner was left to answer the bank for. They are written down, and booked once the card processor has
 * ended it: until then the owner may answer, and then the card pays. It is locked, and nothing of it runs.
 */
export async function payInsteadOfBank(
  tx: Transaction,
  paymentId: string,
  means: Partial<PaymentRow> & { method: Exclude<PaymentRow['method'], 'card'> },
): Promise<void> {
  await tx
    .update(payments)
    .set({ ...means, nextTryAt: null })
    .where(eq(payments.id, paymentId));
  await enqueueEndAtGateway(tx, paymentId);
}

/** Attempts at the card processor of a job, ever less often, for some days. */
export const maxGatewayTries = 20;

/** Something has happened to a payment at the card processor: its state is read by a job. */
export const enqueueSettle = (tx: Parameters<typeof enqueue>[0], gatewayPaymentId: string) =>
  enqueue(
    tx,
    { name: settleJobName },
    { gatewayPaymentId },
    { key: `billing:settle:${gatewayPaymentId}`, maxAttempts: maxGatewayTries },
  );
