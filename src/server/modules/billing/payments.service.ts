/**
 * Payments by card. An attempt is written before its call, so that after a kill it is known what may have been done; whatever
 * comes back, in an answer or by an event, ends in `apply`, which locks the payment. Nothing is charged twice: an invoice has one
 * payment at the card processor, and a payment has one attempt at a time whose end is not known.
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

/** The card processor could not say: it is asked again then. */
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
  const begun = await beginAttempt(context, { paymentId, cardId, isOffSession });
  if (begun === 'unsettled') return settle(context, paymentId);
  if (begun === 'over') return endOf(context, paymentId);
  if (begun === 'abandoned') return voidPayment(context, paymentId);
  const { attemptId, card } = begun;
  let gatewayPaymentId: string;
  try {
    gatewayPaymentId = await openAtGateway(context, gateway, paymentId);
  } catch (error) {
    // Nothing was asked of the card.
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

/** What the card processor refuses to try is declined for good: trying it again would be refused again. */
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
    // What comes by other means is not charged any more.
    if (!isOpen(payment) || payment.method !== 'card') return 'over';
    // A checkout of an earlier day, say: nobody waits for it any more.
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
        // What was to be tried by itself still is, unless this try says otherwise; but not while its owner may be at the bank's page.
        nextTryAt:
          isOffSession || !payment.nextTryAt
            ? null
            : new Date(Math.max(payment.nextTryAt.getTime(), at.getTime() + atBankMs)),
      })
      .where(eq(payments.id, paymentId));
    return { attemptId, card };
  });
}

/** Who tries stolen cards is declined again and again, or sent to a bank again and again. */
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

/** Of a refusal an answer, where it is one that is acted on. */
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

/** The same of what is not asked for again by anybody else. Throws while the card processor cannot say. */
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
    // Somebody else has settled this attempt already. The bank asks all the same.
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
    // A call of ours may still be on its way: what is read is of an earlier try, or of none.
    const isYoung = attempt !== undefined && at.getTime() - attempt.at.getTime() < callMs;
    if (isYoung && (!isAnswer || outcome.state === 'open')) return { state: 'waiting' };
    const isEarlier =
      !isAnswer && told.gatewayCardId !== null && tried && told.gatewayCardId !== tried.gatewayCardId;
    // What was asked of a later card has an end already, which is newer than what was read.
    if (isEarlier && !attempt && tried.attempt.outcome !== 'not_made') return endOfRow(payment);
    // Nothing was tried, or another card was.
    if (outcome.state === 'open' || (isEarlier && attempt)) {
      await close('not_made');
      // A card that is not the household's is tried again by whoever has chosen it.
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
    // Of an old decline that is read again nothing is new.
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

/** What waits for its bank is read so often, and so much of it at once: the event that tells its end may have been lost. */
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

/** Settles attempts whose answer was lost or whose bank takes its time, and ends payments that nobody waits for any more. */
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

/** What has to be done at the card processor is tried so often, ever more rarely: for some days. */
export const maxGatewayTries = 20;

/** Something has happened to a payment at the card processor: its state is read by a job. */
export const enqueueSettle = (tx: Parameters<typeof enqueue>[0], gatewayPaymentId: string) =>
  enqueue(
    tx,
    { name: settleJobName },
    { gatewayPaymentId },
    { key: `billing:settle:${gatewayPaymentId}`, maxAttempts: maxGatewayTries },
  );
