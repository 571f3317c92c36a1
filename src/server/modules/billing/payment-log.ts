/** Actions of staff on a payment for the event log, written in their transaction. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import type { StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { invoices } from './billing.tables.ts';
import { invoiceNumber } from './invoice-numbers.ts';
import type { PaymentRow } from './payments.repo.ts';

/** The number of a payment, which is its invoice's. */
async function numberOf(db: Queryable, { invoiceId }: Pick<PaymentRow, 'invoiceId'>): Promise<string> {
  const [row] = await db.select({ number: invoices.number }).from(invoices).where(eq(invoices.id, invoiceId));
  return invoiceNumber(must(row, 'invoice').number);
}

/** Logs an action of staff on a payment. `changes`: field → [before, after]. */
export async function logPayment(
  tx: Queryable,
  staff: Pick<StaffMember, 'id' | 'name'>,
  payment: Pick<PaymentRow, 'id' | 'invoiceId'>,
  action: 'refund' | 'refund_refused' | 'charge' | 'void' | 'receive' | 'note',
  changes: Record<string, [unknown, unknown]>,
): Promise<void> {
  await recordEvent(tx, {
    staff,
    module: 'payments',
    action,
    entity: 'payments',
    entityId: payment.id,
    label: await numberOf(tx, payment),
    changes,
  });
}
