import { eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { taxReports as shape, type taxReportCalls } from '../../../contract/admin/tax-reports.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { listing } from '../../resource/listing.ts';
import { invoices, payments, taxReports } from './billing.tables.ts';
import { invoiceNumber } from './invoices.service.ts';

/** Reports of the payment with a number, as it is written or without its beginning. */
function ofNumber(text: string) {
  const digits = /^(?:m-?)?(\d{1,12})$/i.exec(text.trim())?.[1];
  if (!digits) return sql`false`;
  return sql`${taxReports.paymentId} in (select p.id from billing_payments p
    join billing_invoices i on i.id = p.invoice_id where i.number = ${digits}::bigint)`;
}

/** Handlers of what was recorded of sales for their taxes, in the back office. */
export function taxReportRoutes(context: Context): Handlers<typeof taxReportCalls> {
  const reports = listing(context, shape, taxReports, {
    label: 'id',
    search: [],
    where: {
      q: ofNumber,
      differs: (is) =>
        is
          ? sql`${taxReports.theirTaxCents} <> ${taxReports.taxCents}`
          : or(isNull(taxReports.theirTaxCents), eq(taxReports.theirTaxCents, taxReports.taxCents)),
    },
    present: async (tx, rows) => {
      const ids = rows.map(({ paymentId }) => paymentId);
      const numbers = new Map(
        (ids.length === 0
          ? []
          : await tx
              .select({ id: payments.id, number: invoices.number })
              .from(payments)
              .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
              .where(inArray(payments.id, ids))
        ).map(({ id, number }) => [id, invoiceNumber(number)]),
      );
      return rows.map(({ paymentId, taxCents, theirTaxCents }) => ({
        number: numbers.get(paymentId) ?? '',
        difference_cents: theirTaxCents === null ? null : theirTaxCents - taxCents,
      }));
    },
  });
  return {
    'GET /api/admin/tax-reports': reports.list,
    'GET /api/admin/tax-reports/{id}': async ({ params, ...request }) => ({
      data: await reports.read(params.id, request),
    }),
    'GET /api/admin/tax-source': async () => ({ data: { source: context.config.taxes } }),
  };
}
