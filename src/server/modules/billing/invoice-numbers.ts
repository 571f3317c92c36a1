/** The numbers of invoices, by which payments are called as well: an invoice has one payment. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/client.ts';
import { invoices, payments } from './billing.tables.ts';

/** How an invoice is numbered where people see it. */
export const invoiceNumber = (number: number): string => `M-${String(number).padStart(7, '0')}`;

/** The digits of a number as it is written, or without its beginning; undefined: the text is none. */
export const digitsOf = (text: string): string | undefined => /^(?:m-?)?(\d{1,12})$/i.exec(text.trim())?.[1];

/** Rows whose column names the payment with such a number. */
export function ofPaymentNumber(paymentId: AnyPgColumn, text: string): SQL {
  const digits = digitsOf(text);
  if (!digits) return sql`false`;
  return sql`${paymentId} in (select p.id from billing_payments p
    join billing_invoices i on i.id = p.invoice_id where i.number = ${digits}::bigint)`;
}

/** The numbers of payments as people see them, by their ids. */
export async function readPaymentNumbers(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .select({ id: payments.id, number: invoices.number })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(inArray(payments.id, [...paymentIds]));
  return new Map(rows.map(({ id, number }) => [id, invoiceNumber(number)]));
}
