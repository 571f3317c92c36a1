/** Payments as rows: read, and locked after their account. */
import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../db/client.ts';
import { isOneOf } from '../../db/conditions.ts';
import { fail } from '../../errors.ts';
import { invoices, payments } from './billing.tables.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** Of a payment that can still be paid. */
export const openStates = ['open', 'action', 'processing'] as const;

export const isOpen = ({ state }: Pick<PaymentRow, 'state'>) =>
  (openStates as readonly string[]).includes(state);

/** A payment, locked; its account is locked before. */
export async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return row ?? fail('not_found');
}

/** The payment that the card processor knows by an id. */
export async function findByGatewayId(db: Queryable, gatewayPaymentId: string) {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.gatewayPaymentId, gatewayPaymentId));
  return row;
}

/** The open payments of subscriptions whose terms change once they are paid, the newest first. */
export const findOpenSwitches = (
  tx: Transaction,
  subscriptionIds: readonly string[],
): Promise<PaymentRow[]> =>
  tx
    .select()
    .from(payments)
    .where(
      and(
        isOneOf(payments.subscriptionId, subscriptionIds),
        inArray(payments.state, [...openStates]),
        isNotNull(payments.switchPriceId),
      ),
    )
    .orderBy(desc(payments.id));

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

/** Notes when accounts have paid last, after payments of theirs were paid. They are locked. */
export async function notePaid(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx.execute(sql`update billing_accounts a
    set last_paid_at = (select max(p.paid_at) from billing_payments p where p.account_id = a.id)
    where a.id = any(${sql.param([...accountIds])}::uuid[])`);
}

/** Notes at a subscription's payments when it was cancelled; null: it goes on. Its account is locked. */
export async function noteCancelled(
  tx: Transaction,
  { id, cancelledAt }: { id: string; cancelledAt: Date | null },
): Promise<void> {
  await tx.execute(
    sql`update billing_payments set subscription_cancelled_at = ${cancelledAt} where subscription_id = ${id}`,
  );
}
