import { eq, isNull, or, sql } from 'drizzle-orm';
import { taxReports as shape, type taxReportCalls } from '../../../contract/admin/tax-reports.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { listing } from '../../resource/listing.ts';
import { taxReports } from './billing.tables.ts';
import { ofPaymentNumber, readPaymentNumbers } from './invoice-numbers.ts';

/** Handlers of what was recorded of sales for their taxes, in the back office. */
export function taxReportRoutes(context: Context): Handlers<typeof taxReportCalls> {
  const reports = listing(context, shape, taxReports, {
    label: 'id',
    search: [],
    finds: { number: (text) => ofPaymentNumber(taxReports.paymentId, text) },
    where: {
      differs: (is) =>
        is
          ? sql`${taxReports.theirTaxCents} <> ${taxReports.taxCents}`
          : or(isNull(taxReports.theirTaxCents), eq(taxReports.theirTaxCents, taxReports.taxCents)),
    },
    present: async (tx, rows) => {
      const numbers = await readPaymentNumbers(
        tx,
        rows.map(({ paymentId }) => paymentId),
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
