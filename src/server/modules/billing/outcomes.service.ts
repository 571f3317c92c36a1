/**
 * Consequences of a payment that is paid, declined or void: the ledger, the subscription, and the messages to
 * the household. All of it runs in the transaction that has locked the account and then the payment.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Decline } from '../../adapters/payments/port.ts';
import type { Context } from '../../context.ts';
import { queryRows, type Transaction } from '../../db/client.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { dayIn } from '../../zone.ts';
import { dayNumber, dayText } from './amounts.ts';
import { attempts, gifts, invoices, payments, subscriptionChanges, subscriptions } from './billing.tables.ts';
import { confirmCouponUse, releaseCouponUse } from './coupons.service.ts';
import { shownCode } from './gift-codes.ts';
import { creditEntries, partsOfPayment } from './invoicing.service.ts';
import { postAll, reverse } from './ledger.service.ts';
import { mailPayers, mailReceipts } from './notices.service.ts';
import { logPayment } from './payment-log.ts';
import { notePaid, type PaymentRow } from './payments.repo.ts';
import { confirmRenewal } from './renewal-notices.service.ts';
import { standingOn } from './standing.ts';
import { appendChange, type Loaded, loadSubscriptions } from './subscriptions.repo.ts';
import { saveStandings, tellUnpaid } from './subscriptions.service.ts';
import { termsOfPrice } from './terms.service.ts';

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

/** Books a payment, and starts or continues the plan that it pays for. Account and payment are locked. */
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
      voidStaffId: null,
      voidStaffName: null,
      voidReason: null,
    })
    .where(
      inArray(
        payments.id,
        paid.map(({ id }) => id),
      ),
    );
  await notePaid(
    tx,
    paid.map(({ accountId }) => accountId),
  );
  const byCredit = method === 'credit' ? await creditEntries(tx, paid) : undefined;
  await postAll(
    tx,
    paid.map(({ id, accountId, amountCents }) => ({
      cause: 'payment',
      causeId: id,
      at,
      entries: [
        ...(byCredit?.get(id) ?? [{ account, amountCents }]),
        { account: 'receivable' as const, amountCents: -amountCents, billingAccountId: accountId },
      ],
    })),
  );
  if (method === 'card') await chargeFromNowOn(tx, paid);
  await onSettledMany(tx, context, paid, at);
  await mailReceipts(
    tx,
    context,
    paid.map(({ invoiceId }) => invoiceId),
  );
}

/** The card that has paid for a checkout is charged from now on, where its plan begins by that; a declined one changes nothing. */
async function chargeFromNowOn(tx: Transaction, paid: readonly PaymentRow[]): Promise<void> {
  await tx.execute(sql`update billing_accounts a set card_id = c.id
    from billing_payments p
      join billing_subscriptions s on s.id = p.subscription_id and s.state = 'incomplete'
      join billing_cards c on c.id = p.card_id and c.removed_at is null
    where a.id = p.account_id and p.id = any(${sql.param(paid.map(({ id }) => id))}::uuid[])`);
}

/**
 * Starts or continues the plan of an invoice that was paid as it was issued, with its receipt. Account and
 * payment are locked.
 */
export async function onSettled(
  tx: Transaction,
  context: Context,
  payment: PaymentRow,
  at: Date,
): Promise<void> {
  await onSettledMany(tx, context, [payment], at);
  await mailReceipts(tx, context, [payment.invoiceId]);
}

/** Starts or continues what paid invoices are for: a subscription, other terms of it, a gift. */
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
      // A change for the next period is replaced by the paid one.
      made.push(
        appendChange(
          own,
          { kind: 'switch', day: dayNumber(payment.switchDay), terms },
          { by: 'customer', at },
        ),
      );
      row.nextPriceId = null;
      // A charge of a card was agreed to together with its renewals.
      if (partsOfPayment(payment).chargeCents > 0) row.endsWithCredit = false;
    }
    const askedOn = payment.switchDay ?? (row.state === 'incomplete' ? row.beganOn : null);
    if (askedOn !== null) made.push(...waited(own, dayNumber(askedOn), { today, at }));
    if (row.state === 'incomplete') {
      row.state = 'active';
      if (row.couponUseId) await confirmCouponUse(tx, row.couponUseId);
    }
    row.unpaidSince = unpaid.get(row.id) ?? null;
    if (row.unpaidSince === null && row.state === 'stopped') {
      made.push(appendChange(own, { kind: 'resume', day: today }, { by: 'service', at }));
      row.state = 'active';
    }
  }
  await insertRows(tx, subscriptionChanges, made);
  await saveStandings(tx, context, [...loaded.values()], at);
  const switched = new Set(
    settled.flatMap(({ switchPriceId, invoiceId }) => (switchPriceId ? invoiceId : [])),
  );
  for (const { id, subscriptionId } of rows) {
    const own = loaded.get(subscriptionId ?? '');
    if (own && switched.has(id)) await confirmRenewal(tx, context, own, { isOther: true });
  }
}

/**
 * A pause between the day of a checkout and the later day of its payment, as at the bank's page after midnight.
 * The days follow afterwards. None if the history changes in between.
 */
function waited(
  own: Loaded,
  asked: number,
  { today, at }: { today: number; at: Date },
): (typeof subscriptionChanges.$inferInsert)[] {
  if (asked >= today || own.history.some(({ day }) => day > asked && day <= today)) return [];
  const by = { by: 'service' as const, at };
  return [
    appendChange(own, { kind: 'pause', day: asked }, by),
    appendChange(own, { kind: 'resume', day: today }, by),
  ];
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

/** A plan whose charge was tried in vain is unpaid, also the first one after a trial. */
function noteUnpaid({ row }: Loaded): void {
  if (row.state === 'active' || row.state === 'trial') row.state = 'unpaid';
}

/** The bank asks for the card's owner, who is not there: they get a link to the invoice. */
export async function onAction(tx: Transaction, context: Context, payment: PaymentRow): Promise<void> {
  const loaded = await subscriptionOf(tx, payment);
  if (!loaded || payment.abandonedAt !== null) return;
  noteUnpaid(loaded);
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

const dayMs = 86_400_000;

/**
 * A card was declined: a renewal is retried by the schedule, and its household is notified. `isOffSession`: the
 * owner was absent, so a bank that would ask for them has declined instead. `isOther`: the card is not the one
 * that is charged automatically.
 */
export async function onDeclined(
  tx: Transaction,
  context: Context,
  payment: PaymentRow,
  { code, isHard, reason }: Decline,
  { isOffSession, isOther }: { isOffSession: boolean; isOther: boolean },
): Promise<void> {
  const at = context.now();
  const failures = payment.failures + 1;
  const firstFailedAt = payment.firstFailedAt ?? at;
  const isRenewal = payment.abandonedAt === null;
  const { retryDays } = context.config.billing;
  const loaded = await subscriptionOf(tx, payment);
  // Only what its household still wants is tried again.
  const isWanted = isRenewal && loaded?.row.renews;
  // A day that has passed, as when nothing ran for a week, is not made up for.
  const again = retryDays.find((days) => firstFailedAt.getTime() + days * dayMs > at.getTime());
  const scheduled = again === undefined ? null : new Date(firstFailedAt.getTime() + again * dayMs);
  // If the card was replaced meanwhile, the next attempt is for the card that is charged now.
  const kept = isOther && isOffSession ? at : payment.nextTryAt;
  // A card whose bank asks for its owner is not retried automatically. An attempt that was scheduled before
  // stays, also for another card.
  const isKept = isOther || (reason === 'authentication' && !isHard);
  const nextTryAt = !isWanted ? null : isKept ? kept : isHard ? null : scheduled;
  await tx
    .update(payments)
    .set({ state: 'open', failures, firstFailedAt, failureReason: reason, failureCode: code, nextTryAt })
    .where(eq(payments.id, payment.id));
  if (loaded && isRenewal) {
    noteUnpaid(loaded);
    await saveStandings(tx, context, [loaded], at);
    // A payer who retries on the page sees there that it failed again.
    if (!isOffSession && payment.firstFailedAt) return;
    await tellUnpaid(tx, context, {
      subscription: loaded.row,
      kind: isOffSession && reason === 'authentication' ? 'action' : 'failed',
      paymentId: payment.id,
      invoiceId: payment.invoiceId,
      cents: payment.amountCents,
    });
  }
}

/** Stores the unpaid days that an ending plan has served since its last paid day. The next checkout collects them. */
async function noteOwedDays(
  tx: Transaction,
  { row, history }: Loaded,
  { invoiceId }: PaymentRow,
  endsOn: number,
): Promise<void> {
  const { period, served } = standingOn(history, endsOn);
  const days = served.reduce((sum, { from, until }) => sum + until - from, 0);
  const [priced] = await queryRows<{ cents: number; days: number }>(
    tx,
    sql`select sum(amount_cents)::int as cents, sum(until - at) filter (where kind = 'plan')::int as days
      from billing_invoice_lines where invoice_id = ${invoiceId} and kind in ('plan', 'discount')
        and period_from = ${dayText(period.from)}::date having count(*) filter (where kind = 'plan') > 0`,
  );
  const [first, last] = [served[0], served.at(-1)];
  if (!priced || !first || !last || priced.cents <= 0) return;
  const owedCents = Math.round((priced.cents * Math.min(days, priced.days)) / priced.days);
  await tx
    .update(subscriptions)
    .set({ owedCents, owedFrom: dayText(first.from), owedTo: dayText(last.until - 1) })
    .where(eq(subscriptions.id, row.id));
}

/** Undoes an unpaid invoice: the ledger, the credit, the coupon, and the plan that it had started. */
export async function voidLocked(tx: Transaction, context: Context, payment: PaymentRow): Promise<void> {
  const at = context.now();
  await tx
    .update(payments)
    .set({ state: 'void', voidedAt: at, nextTryAt: null, abandonedAt: null })
    .where(eq(payments.id, payment.id));
  await tx
    .update(attempts)
    .set({ outcome: 'not_made', readAt: at })
    .where(and(eq(attempts.paymentId, payment.id), isNull(attempts.outcome)));
  const { voidStaffId, voidStaffName, voidReason } = payment;
  if (voidStaffId !== null)
    await logPayment(tx, { id: voidStaffId, name: voidStaffName ?? '' }, payment, 'void', {
      status: [payment.state, 'cancel'],
      reason: [null, voidReason],
    });
  await reverse(tx, { cause: 'invoice', causeId: payment.invoiceId, at });
  await reverse(tx, { cause: 'credit_used', causeId: payment.id, at });
  await reverse(tx, { cause: 'gift_months', causeId: payment.invoiceId, at });
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
      // An unpaid plan ends after its last served day.
      const since = dayNumber(row.unpaidSince);
      const last =
        row.state === 'stopped'
          ? since + context.config.billing.graceDays
          : Math.max(since, dayNumber(dayIn(at, row.zone)));
      await insertRows(tx, subscriptionChanges, [appendChange(loaded, { kind: 'end', day: last }, by)]);
      // Staff who take an invoice back waive its days.
      if (voidStaffId === null) await noteOwedDays(tx, loaded, payment, last);
      // A household that has canceled was notified of the end then.
      if (row.cancelledAt === null)
        await mailPayers(tx, context, [
          {
            accountId: row.accountId,
            planId: row.planId,
            subscriptionId: row.id,
            // The last day that was served.
            mail: { kind: 'ended', cents: 0, day: dayText(last - 1), invoice_id: null },
          },
        ]);
    } else row.unpaidSince = left;
  }
  await saveStandings(tx, context, [loaded], at);
}
