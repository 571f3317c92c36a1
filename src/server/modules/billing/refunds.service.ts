/** Refunds, disputes, and the daily comparison with the card processor's own books. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Dispute, GatewayRefused, GatewayUnavailable } from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { fail, failField } from '../../errors.ts';
import { must } from '../../must.ts';
import { dayIn } from '../../zone.ts';
import { counters, disputes, gifts, movements, payments, refunds } from './billing.tables.ts';
import { eachAlone } from './each-alone.ts';
import { post, postAll } from './ledger.service.ts';
import { mailPayers } from './notices.service.ts';
import { logPayment } from './payment-log.ts';
import type { PaymentRow } from './payments.repo.ts';
import { requirePayments } from './payments.service.ts';
import {
  closeDisputedPlan,
  endReturnedPlan,
  findPlanOf,
  pauseDisputedPlan,
} from './returned-money.service.ts';
import { lockAccountById } from './subscriptions.repo.ts';

type Refund = typeof refunds.$inferSelect;
/** Context that a mail about money needs. */
type Teller = Pick<Context, 'config' | 'now'>;

/** Cents that were paid by a payment. A promotion has no payment. */
const paidCents = ({ method, amountCents }: PaymentRow): number => (method === 'promotion' ? 0 : amountCents);

/** Whether the cardholder's bank has taken the money of a payment back, or is deciding about it. */
export async function isDisputed(db: Queryable, { id }: Pick<PaymentRow, 'id'>): Promise<boolean> {
  const contested = inArray(disputes.state, ['inquiry', 'open', 'lost']);
  return (await db.$count(disputes, and(eq(disputes.paymentId, id), contested))) > 0;
}

/** Refundable cents of a payment, without refunds that are under way. 0 while it is disputed. */
export async function refundableCents(db: Queryable, payment: PaymentRow): Promise<number> {
  const { id, state, refundedCents } = payment;
  const paid = paidCents(payment);
  if (state !== 'paid' || paid === 0 || (await isDisputed(db, payment))) return 0;
  const [asked] = await db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), inArray(refunds.state, ['asked', 'pending'])));
  return paid - refundedCents - (asked?.cents ?? 0);
}

/** The unredeemed gift that a payment has bought. */
async function openGiftOf(db: Queryable, { invoiceId }: PaymentRow) {
  const [gift] = await db
    .select()
    .from(gifts)
    .where(and(eq(gifts.invoiceId, invoiceId), eq(gifts.state, 'open')));
  return gift;
}

/** The credit that a refund of a payment returns: the part of an unredeemed gift that credit paid. */
export async function returnableCredit(db: Queryable, payment: PaymentRow): Promise<number> {
  if (payment.state !== 'paid' || payment.creditCents === 0) return 0;
  return (await openGiftOf(db, payment)) ? payment.creditCents : 0;
}

/**
 * Undoes a gift that credit alone paid: the code becomes void, the credit returns, and there is no money to
 * refund. Account and payment are locked. Returns the credit in cents.
 */
export async function returnGiftCredit(
  tx: Transaction,
  context: Teller,
  payment: PaymentRow,
): Promise<number> {
  if (paidCents(payment) !== 0) failField('amount_cents', 'min_number', { min: 1 });
  if (payment.creditCents === 0 || !(await takeGiftBack(tx, context, payment, { amountCents: 0, left: 0 })))
    fail('not_changeable');
  return payment.creditCents;
}

/** Writes a refund down, by staff. It is carried out by `carryOutRefund`, which may be repeated. */
export async function askRefund(
  tx: Transaction,
  context: Teller,
  given: {
    paymentId: string;
    amountCents: number;
    reason: string;
    staffName: string;
    staffId?: string;
    endsPlan?: boolean;
  },
): Promise<Refund> {
  const { paymentId, amountCents, reason, staffName, staffId = null, endsPlan = false } = given;
  const [row] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update');
  const payment = row ?? fail('not_found');
  if (payment.state !== 'paid') fail('not_changeable');
  if (await isDisputed(tx, payment)) fail('payment_disputed');
  if (endsPlan && !(await findPlanOf(tx, payment))) fail('not_changeable');
  const left = await refundableCents(tx, payment);
  if (amountCents > left) failField('amount_cents', 'max_number', { max: left });
  await takeGiftBack(tx, context, payment, { amountCents, left });
  // Until it is booked: those before it may fail.
  const taxes = await taxesOfRefund(tx, payment.invoiceId, payment.amountCents - left, amountCents);
  const [made] = await tx
    .insert(refunds)
    .values({
      paymentId,
      amountCents,
      taxCents: sumCents(taxes),
      state: 'asked',
      reason,
      staffId,
      staffName,
      endsPlan,
      at: context.now(),
    })
    .returning();
  return must(made, 'refund');
}

/**
 * A bought gift is refunded whole. Its code becomes void before the money goes, so that it cannot be redeemed
 * as well. The part that credit paid is credit again, and the buyer is notified. A redeemed gift stays. Returns
 * whether there was a gift to undo.
 */
async function takeGiftBack(
  tx: Transaction,
  context: Teller,
  payment: PaymentRow,
  { amountCents, left }: { amountCents: number; left: number },
): Promise<boolean> {
  const [gift] = await tx.select().from(gifts).where(eq(gifts.invoiceId, payment.invoiceId)).for('update');
  if (!gift) return false;
  if (gift.state === 'redeemed') fail('gift_redeemed');
  if (amountCents !== left) failField('amount_cents', 'gift_whole');
  if (gift.state === 'void') return false;
  await tx.update(gifts).set({ state: 'void' }).where(eq(gifts.id, gift.id));
  await post(tx, {
    cause: 'gift_refunded',
    causeId: gift.id,
    at: context.now(),
    entries: [
      { account: 'gifts', amountCents: gift.amountCents, billingAccountId: payment.accountId },
      {
        account: payment.method === 'promotion' ? 'promotions' : 'refunds',
        amountCents: payment.creditCents - gift.amountCents,
      },
      { account: 'credit', amountCents: -payment.creditCents, billingAccountId: payment.accountId },
    ],
  });
  if (payment.creditCents > 0) {
    await tx.update(payments).set({ creditReturnedAt: context.now() }).where(eq(payments.id, payment.id));
    await mailPayers(tx, context, [
      {
        accountId: payment.accountId,
        planId: gift.planId,
        mail: {
          kind: 'credit_returned',
          cents: payment.creditCents,
          day: dayIn(context.now(), context.config.serviceZone),
          invoice_id: payment.invoiceId,
        },
      },
    ]);
  }
  return true;
}

/** A refund that is older than this may have reached the card processor before. */
const askedMs = 60_000;

/** Gives a refund back at the card processor, or books one that was given in cash. Safe to repeat. */
export async function carryOutRefund(context: Context, refundId: string): Promise<Refund['state']> {
  const [row] = await context.db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId));
  const { refund, payment } = row ?? fail('not_found');
  if (refund.state === 'succeeded' || refund.state === 'failed') return refund.state;
  let state: Refund['state'] = 'succeeded';
  let gatewayRefundId: string | null = null;
  if (payment.method === 'card') {
    try {
      const gateway = requirePayments(context);
      const answer = refund.gatewayRefundId
        ? await gateway.readRefund(refund.gatewayRefundId)
        : await gateway.refund({
            refundId,
            paymentId: must(payment.gatewayPaymentId, 'payment'),
            amountCents: refund.amountCents,
            mayExist: context.now().getTime() - refund.at.getTime() > askedMs,
          });
      state = answer.state;
      gatewayRefundId = answer.id;
    } catch (error) {
      if (error instanceof GatewayUnavailable) return refund.state;
      if (!(error instanceof GatewayRefused)) throw error;
      state = 'failed';
    }
  }
  await context.db.transaction((tx) => bookRefund(tx, context, { refund, payment, state, gatewayRefundId }));
  return state;
}

async function bookRefund(
  tx: Transaction,
  context: Context,
  given: { refund: Refund; payment: PaymentRow; state: Refund['state']; gatewayRefundId: string | null },
): Promise<void> {
  const { refund, payment, state, gatewayRefundId } = given;
  await lockAccountById(tx, payment.accountId);
  const changed = await tx
    .update(refunds)
    .set({ state, gatewayRefundId })
    .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ['asked', 'pending'])))
    .returning({ id: refunds.id });
  if (changed.length === 0) return;
  await logRefund(tx, { refund, payment, state });
  // Pending at the bank, it is accepted already.
  const isAccepted = state === 'succeeded' || state === 'pending';
  if (refund.endsPlan && refund.state === 'asked' && isAccepted) await endReturnedPlan(tx, context, payment);
  if (state !== 'succeeded') return;
  const [paid] = await tx
    .update(payments)
    .set({ refundedCents: sql`${payments.refundedCents} + ${refund.amountCents}` })
    .where(eq(payments.id, payment.id))
    .returning({ refundedCents: payments.refundedCents });
  const before = must(paid, 'payment').refundedCents - refund.amountCents;
  const taxes = await taxesOfRefund(tx, payment.invoiceId, before, refund.amountCents);
  const taxCents = sumCents(taxes);
  await tx.update(refunds).set({ taxCents }).where(eq(refunds.id, refund.id));
  const account = {
    card: 'gateway',
    check: 'checks',
    cash: 'cash',
    credit: 'credit',
    promotion: 'promotions',
  } as const;
  await post(tx, {
    cause: 'refund',
    causeId: refund.id,
    at: context.now(),
    entries: [
      { account: 'refunds', amountCents: refund.amountCents - taxCents },
      ...taxes.map(({ jurisdiction, cents }) => ({
        account: 'tax' as const,
        amountCents: cents,
        jurisdiction,
      })),
      {
        account: account[payment.method],
        amountCents: -refund.amountCents,
        ...(payment.method === 'credit' ? { billingAccountId: payment.accountId } : {}),
      },
    ],
  });
  const [line] = await queryRows<{ planId: string }>(
    tx,
    sql`select plan_id as "planId" from billing_invoice_lines
      where invoice_id = ${payment.invoiceId} and plan_id is not null limit 1`,
  );
  if (line)
    await mailPayers(tx, context, [
      {
        accountId: payment.accountId,
        planId: line.planId,
        mail: {
          kind: 'refunded',
          cents: refund.amountCents,
          day: dayIn(context.now(), context.config.serviceZone),
          invoice_id: payment.invoiceId,
        },
      },
    ]);
}

/** Logs a refund once the card processor has accepted or refused it. */
async function logRefund(
  tx: Transaction,
  { refund, payment, state }: { refund: Refund; payment: PaymentRow; state: Refund['state'] },
): Promise<void> {
  const { staffId, staffName, amountCents, reason, endsPlan } = refund;
  const isRefused = state === 'failed';
  if (staffId === null || (refund.state !== 'asked' && !isRefused)) return;
  await logPayment(tx, { id: staffId, name: staffName }, payment, isRefused ? 'refund_refused' : 'refund', {
    amount_cents: [null, amountCents],
    reason: [null, reason],
    ...(endsPlan && !isRefused ? { ends_plan: [null, true] } : {}),
  });
}

/**
 * The taxes that are refunded with a part of an invoice of which `before` cents were refunded earlier. Each
 * jurisdiction gets its part of all refunds so far, less its part of the earlier ones. A whole refund therefore
 * leaves no tax.
 */
async function taxesOfRefund(tx: Transaction, invoiceId: string, before: number, amountCents: number) {
  const taxes = await queryRows<{ jurisdiction: string; cents: number; totalCents: number }>(
    tx,
    sql`select t.jurisdiction, sum(t.amount_cents)::int as cents, i.total_cents as "totalCents"
      from billing_invoice_taxes t join billing_invoices i on i.id = t.invoice_id
      where i.id = ${invoiceId} group by 1, 3 order by 1`,
  );
  return taxes.map(({ jurisdiction, cents, totalCents }) => {
    const upTo = (given: number) => Math.round((cents * given) / totalCents);
    return { jurisdiction, cents: upTo(before + amountCents) - upTo(before) };
  });
}
const sumCents = (parts: readonly { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

/** Carries out refunds whose answer was lost, or that the bank has not finished. */
export async function carryOutRefunds(context: Context): Promise<void> {
  const open = await context.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(inArray(refunds.state, ['asked', 'pending']))
    .orderBy(asc(refunds.at))
    .limit(500);
  await eachAlone(context, open, ({ id }) => carryOutRefund(context, id));
}

/**
 * Reads a dispute at the card processor and books its changes. Safe to repeat, in any order. Throws while the
 * processor cannot answer.
 */
export async function settleDispute(context: Context, gatewayDisputeId: string): Promise<void> {
  const read = await requirePayments(context).readDispute(gatewayDisputeId);
  await context.db.transaction((tx) => bookDispute(tx, context, read));
}

/** Banks decide within this time. */
const disputeDays = 180;

/** Reads all disputes that may have changed: an event may have been lost. */
async function settleDisputes(context: Context, to: Date): Promise<void> {
  const gateway = requirePayments(context);
  const from = new Date(to.getTime() - disputeDays * dayMs);
  let after: string | undefined;
  do {
    const { items, next } = await gateway.disputes({ from, to }, after);
    await eachAlone(context, items, (read) => context.db.transaction((tx) => bookDispute(tx, context, read)));
    after = next;
  } while (after);
}

async function bookDispute(tx: Transaction, context: Context, read: Dispute): Promise<void> {
  const at = context.now();
  const [payment] = read.paymentId
    ? await tx.select().from(payments).where(eq(payments.gatewayPaymentId, read.paymentId))
    : [];
  if (payment) await lockAccountById(tx, payment.accountId);
  await tx
    .insert(disputes)
    .values({
      id: newId(),
      gatewayDisputeId: read.id,
      paymentId: payment?.id ?? null,
      amountCents: read.amountCents,
      state: 'inquiry',
      reason: read.reason,
      dueAt: read.dueAt,
      at,
    })
    .onConflictDoNothing();
  const [row] = await tx.select().from(disputes).where(eq(disputes.gatewayDisputeId, read.id)).for('update');
  const dispute = must(row, 'dispute');
  // A dispute that is won or lost is final, also if an earlier state arrives late.
  if (dispute.state === 'won' || dispute.state === 'lost') return;
  await tx
    .update(disputes)
    .set({
      state: read.state,
      reason: read.reason,
      dueAt: read.dueAt,
      // An event may come before the payment's own id has been written down.
      paymentId: dispute.paymentId ?? payment?.id ?? null,
    })
    .where(eq(disputes.id, dispute.id));
  const { amountCents } = dispute;
  const taken = { account: 'disputes' as const, amountCents };
  const postings =
    read.state === 'inquiry'
      ? []
      : [
          {
            cause: 'dispute',
            causeId: dispute.id,
            at,
            entries: [taken, { account: 'gateway' as const, amountCents: -amountCents }],
          },
          ...(read.state === 'won'
            ? [
                {
                  cause: 'dispute_won',
                  causeId: dispute.id,
                  at,
                  entries: [
                    { account: 'gateway' as const, amountCents: amountCents },
                    { account: 'disputes' as const, amountCents: -amountCents },
                  ],
                },
              ]
            : []),
        ];
  await postAll(tx, postings);
  if (!payment || read.state === 'inquiry') return;
  await pauseDisputedPlan(tx, context, payment, amountCents);
  if (read.state !== 'open') await closeDisputedPlan(tx, context, payment, read.state);
}

const dayMs = 86_400_000;
/** Until when the movements have been read, in milliseconds. */
const reconciledName = 'reconciled_ms';

/**
 * Reads the card processor's disputes and its movements of the last days (`days`, and since the last run), and
 * compares each movement with the ledger. Differences are a list of the office. Fees are posted from here.
 */
export async function reconcile(context: Context, days = 3): Promise<void> {
  const gateway = requirePayments(context);
  const to = context.now();
  await settleDisputes(context, to);
  const [read] = await context.db.select().from(counters).where(eq(counters.name, reconciledName));
  // When it has not run for longer, from where it ended; by a year at most.
  const from = new Date(
    Math.max(to.getTime() - 365 * dayMs, Math.min(to.getTime() - days * dayMs, read?.value ?? to.getTime())),
  );
  let after: string | undefined;
  do {
    const { items, next } = await gateway.balanceMovements({ from, to }, after);
    for (const movement of items) {
      // A dispute may be too old to be listed with the others, and its last event may be lost.
      if (movement.sourceId && (await isNotBooked(context.db, movement)))
        await settleDispute(context, movement.sourceId);
      await context.db.transaction(async (tx) => {
        const difference = await differenceOf(tx, movement);
        await tx
          .insert(movements)
          .values({
            id: movement.id,
            kind: movement.kind,
            amountCents: movement.amountCents,
            feeCents: movement.feeCents,
            netCents: movement.netCents,
            gatewayPaymentId: movement.paymentId,
            sourceId: movement.sourceId,
            at: movement.at,
            difference,
          })
          // A difference may have been one of time: a movement that the ledger knows by now is no difference.
          .onConflictDoUpdate({ target: movements.id, set: { difference } });
        await post(tx, {
          cause: 'fee',
          causeId: movement.id,
          at: movement.at,
          entries: [
            { account: 'fees', amountCents: movement.feeCents },
            { account: 'gateway', amountCents: -movement.feeCents },
          ],
        });
      });
    }
    after = next;
  } while (after);
  await findMissing(context, from, to);
  const value = to.getTime();
  await context.db
    .insert(counters)
    .values({ name: reconciledName, value })
    .onConflictDoUpdate({ target: counters.name, set: { value } });
}

type Movement = Awaited<ReturnType<ReturnType<typeof requirePayments>['balanceMovements']>>['items'][number];

/** Whether a movement is of a dispute whose state here is an earlier one. */
async function isNotBooked(db: Queryable, { kind, sourceId }: Movement): Promise<boolean> {
  if (kind !== 'dispute' && kind !== 'dispute_reversal') return false;
  const [own] = await db
    .select({ state: disputes.state })
    .from(disputes)
    .where(eq(disputes.gatewayDisputeId, sourceId ?? ''));
  return kind === 'dispute' ? !own || own.state === 'inquiry' : own?.state !== 'won';
}

/** Where a movement is another than ours. */
async function differenceOf(
  tx: Transaction,
  { kind, amountCents, paymentId, sourceId }: Movement,
): Promise<'unknown' | 'amount' | null> {
  if (kind === 'charge') {
    const [own] = paymentId
      ? await tx.select().from(payments).where(eq(payments.gatewayPaymentId, paymentId))
      : [];
    // A payment by check must not be taken from a card as well.
    if (own?.state !== 'paid' || own.method !== 'card') return 'unknown';
    return own.amountCents === amountCents ? null : 'amount';
  }
  if (kind === 'refund') {
    const [own] = sourceId
      ? await tx.select().from(refunds).where(eq(refunds.gatewayRefundId, sourceId))
      : [];
    if (!own) return 'unknown';
    return own.amountCents === -amountCents ? null : 'amount';
  }
  if (kind === 'dispute' || kind === 'dispute_reversal') {
    const [own] = sourceId
      ? await tx.select().from(disputes).where(eq(disputes.gatewayDisputeId, sourceId))
      : [];
    // Returned money is ours once the dispute is won.
    if (!own || (kind === 'dispute_reversal' && own.state !== 'won')) return 'unknown';
    return own.amountCents === Math.abs(amountCents) ? null : 'amount';
  }
  // Money that moves to our bank, and fees of their own, are no business of the ledger's. Anything else staff look at.
  return kind === 'payout' || kind === 'fee' ? null : 'unknown';
}

/** Identity of a movement: a charge by its payment, any other by its source. */
const sameMovement = (a: SQL, b: SQL): SQL => sql`${a}.kind = ${b}.kind
  and case when ${a}.kind = 'charge' then ${a}.gateway_payment_id else ${a}.source_id end
    = case when ${b}.kind = 'charge' then ${b}.gateway_payment_id else ${b}.source_id end`;

/**
 * Finds charges, refunds and disputes of the ledger that are missing in the card processor's books. They count
 * a day after they were posted, since its list may be late. A movement that it lists later is no difference any
 * more.
 */
async function findMissing(context: Context, from: Date, to: Date): Promise<void> {
  const until = new Date(to.getTime() - dayMs);
  await context.db.execute(sql`
    with ours as (
      select 'missing_' || case t.cause when 'dispute_won' then 'won_' else '' end || t.cause_id as id,
        case t.cause when 'payment' then 'charge' when 'dispute_won' then 'dispute_reversal' else t.cause end as kind,
        e.amount_cents, p.gateway_payment_id, coalesce(r.gateway_refund_id, d.gateway_dispute_id) as source_id, t.at
      from billing_transactions t
      join billing_entries e on e.transaction_id = t.id and e.account = 'gateway'
      left join billing_refunds r on r.id = case when t.cause = 'refund' then t.cause_id::uuid end
      left join billing_disputes d on d.id = case when t.cause in ('dispute', 'dispute_won') then t.cause_id::uuid end
      left join billing_payments p
        on p.id = case when t.cause = 'payment' then t.cause_id::uuid else coalesce(r.payment_id, d.payment_id) end
      where t.cause in ('payment', 'refund', 'dispute', 'dispute_won') and t.at >= ${from} and t.at < ${until})
    insert into billing_movements (id, kind, amount_cents, fee_cents, net_cents, gateway_payment_id, source_id, at, difference)
    select id, kind, amount_cents, 0, 0, gateway_payment_id, source_id, at, 'missing' from ours o
    where not exists (select from billing_movements m where ${sameMovement(sql`m`, sql`o`)})
    on conflict (id) do nothing`);
  await context.db.execute(sql`
    delete from billing_movements o where o.difference = 'missing' and o.resolved_at is null
      and exists (select from billing_movements m
        where ${sameMovement(sql`m`, sql`o`)} and m.difference is distinct from 'missing')`);
}
