/** Plans whose money is returned: a refund can end a plan, and a dispute at the bank pauses it. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows, type Transaction } from '../../db/client.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { dayIn } from '../../zone.ts';
import { dayNumber, dayText } from './amounts.ts';
import { disputes, payments, subscriptionChanges } from './billing.tables.ts';
import { mailPayers } from './notices.service.ts';
import { openStates, type PaymentRow } from './payments.repo.ts';
import { lastServed, standingOn } from './standing.ts';
import { appendChange, type Loaded, loadSubscriptions, type Maker } from './subscriptions.repo.ts';
import { saveStandings } from './subscriptions.service.ts';

type Settings = Pick<Context, 'config' | 'now'>;

/** The running plan of a payment. `isCurrent`: the payment is for its running period. Undefined without a running plan. */
export async function findPlanOf(
  db: Queryable,
  { invoiceId }: Pick<PaymentRow, 'invoiceId'>,
): Promise<{ subscriptionId: string; isCurrent: boolean } | undefined> {
  const [row] = await queryRows<{ subscriptionId: string; isCurrent: boolean }>(
    db,
    sql`select s.id as "subscriptionId", exists (select from billing_invoice_lines l
        where l.invoice_id = i.id and l.subscription_id = s.id and l.kind = 'plan' and l.sign = 1
          and l.period_from >= s.period_from) as "isCurrent"
      from billing_invoices i join billing_subscriptions s on s.id = i.subscription_id
      where i.id = ${invoiceId} and s.state not in ('incomplete', 'ended')`,
  );
  return row;
}

/** The running plan of a payment, locked. Its account is locked before. */
async function lockPlanOf(tx: Transaction, payment: PaymentRow) {
  const found = await findPlanOf(tx, payment);
  const [loaded] = found ? await loadSubscriptions(tx, [found.subscriptionId]) : [];
  return found && loaded && { loaded, isCurrent: found.isCurrent };
}

/** Open payments of a plan, with the given changes. */
const setOpenPayments = (tx: Transaction, { row }: Loaded, values: Partial<typeof payments.$inferInsert>) =>
  tx
    .update(payments)
    .set(values)
    .where(and(eq(payments.subscriptionId, row.id), inArray(payments.state, [...openStates])));

/** Ends the running plan of a payment today, because its money was returned. Its account is locked. */
export async function endReturnedPlan(
  tx: Transaction,
  context: Settings,
  payment: PaymentRow,
): Promise<void> {
  const plan = await lockPlanOf(tx, payment);
  if (plan) await endToday(tx, context, plan.loaded, 'staff');
}

async function endToday(tx: Transaction, context: Settings, loaded: Loaded, by: Maker): Promise<void> {
  const { row } = loaded;
  const at = context.now();
  const today = dayNumber(dayIn(at, row.zone));
  await insertRows(tx, subscriptionChanges, [appendChange(loaded, { kind: 'end', day: today }, { by, at })]);
  row.disputedSince = null;
  await saveStandings(tx, context, [loaded], at);
  // A job ends them at the card processor first.
  await setOpenPayments(tx, loaded, { nextTryAt: null, abandonedAt: at });
  await mailPayers(tx, context, [
    {
      accountId: row.accountId,
      planId: row.planId,
      subscriptionId: row.id,
      mail: {
        kind: 'ended',
        cents: 0,
        day: dayText(lastServed(standingOn(loaded.history, today))),
        invoice_id: null,
        is_returned: true,
      },
    },
  ]);
}

/** Pauses the running plan of a disputed payment: no service and no charge. Safe to repeat. Its account is locked. */
export async function pauseDisputedPlan(
  tx: Transaction,
  context: Settings,
  payment: PaymentRow,
  amountCents: number,
): Promise<void> {
  const plan = await lockPlanOf(tx, payment);
  if (!plan || plan.loaded.row.disputedSince !== null) return;
  const { loaded } = plan;
  const { row } = loaded;
  const at = context.now();
  const today = Math.max(dayNumber(dayIn(at, row.zone)), dayNumber(row.beganOn));
  // A pause from the first day of a renewed period would move that period, which is invoiced already.
  const isRenewalDay = standingOn(loaded.history, today).period.from === today;
  const pausedFrom = isRenewalDay && dayNumber(row.beganOn) < today ? today + 1 : today;
  const day = dayText(pausedFrom);
  await insertRows(tx, subscriptionChanges, [
    appendChange(loaded, { kind: 'pause', day: pausedFrom }, { by: 'service', at }),
  ]);
  row.disputedSince = day;
  await saveStandings(tx, context, [loaded], at);
  await setOpenPayments(tx, loaded, { nextTryAt: null });
  await mailPayers(tx, context, [
    {
      accountId: row.accountId,
      planId: row.planId,
      subscriptionId: row.id,
      mail: { kind: 'disputed', cents: amountCents, day, invoice_id: payment.invoiceId },
    },
  ]);
}

/**
 * Continues a plan that a dispute paused, or ends it if the dispute took the money of its running period. It stays
 * paused while another of its payments is disputed. Its account is locked.
 */
export async function closeDisputedPlan(
  tx: Transaction,
  context: Settings,
  payment: PaymentRow,
  outcome: 'won' | 'lost',
): Promise<void> {
  const plan = await lockPlanOf(tx, payment);
  if (!plan || plan.loaded.row.disputedSince === null) return;
  const { loaded, isCurrent } = plan;
  if (outcome === 'lost' && isCurrent) return endToday(tx, context, loaded, 'service');
  const { row } = loaded;
  const [other] = await tx
    .select({ id: disputes.id })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(payments.subscriptionId, row.id), eq(disputes.state, 'open')))
    .limit(1);
  if (other) return;
  const at = context.now();
  const day = Math.max(dayNumber(dayIn(at, row.zone)), dayNumber(row.disputedSince ?? row.beganOn));
  await insertRows(tx, subscriptionChanges, [
    appendChange(loaded, { kind: 'resume', day }, { by: 'service', at }),
  ]);
  row.disputedSince = null;
  await saveStandings(tx, context, [loaded], at);
  await tx
    .update(payments)
    .set({ nextTryAt: at })
    .where(
      and(
        eq(payments.subscriptionId, row.id),
        eq(payments.state, 'open'),
        eq(payments.method, 'card'),
        sql`abandoned_at is null`,
      ),
    );
  await mailPayers(tx, context, [
    {
      accountId: row.accountId,
      planId: row.planId,
      subscriptionId: row.id,
      mail: { kind: 'dispute_closed', cents: 0, day: row.periodTo, invoice_id: null },
    },
  ]);
}
