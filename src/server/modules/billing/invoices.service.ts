/** Invoices as people read them: their words come from the facts of their lines. */
import { and, asc, desc, eq, gte, inArray } from 'drizzle-orm';
import { josa } from 'es-hangul';
import type { InvoiceSummary, Bill as WireBill } from '../../../contract/account/billing.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { groupBy } from '../../group-by.ts';
import { plans } from '../plans/plans.tables.ts';
import {
  addresses,
  billingAccounts,
  coupons,
  invoiceLines,
  invoices,
  invoiceTaxes,
  payments,
  refunds,
} from './billing.tables.ts';
import { invoiceNumber } from './invoice-numbers.ts';
import { partsOfPayment, type QuotedLine } from './invoicing.service.ts';
import { billWords, lineWords, type Names } from './words.ts';

type Invoice = typeof invoices.$inferSelect;
type Payment = typeof payments.$inferSelect;
type Line = typeof invoiceLines.$inferSelect;

/** An invoice with its lines and payment. */
export interface WholeInvoice {
  invoice: Invoice;
  payment: Payment;
  lines: Line[];
}

/** The names that lines mention. */
export async function readNames(
  db: Queryable,
  lines: readonly { planId?: string | null | undefined; couponId?: string | null | undefined }[],
  locale: Locale,
): Promise<Names> {
  const planIds = [...new Set(lines.flatMap(({ planId }) => planId ?? []))];
  const couponIds = [...new Set(lines.flatMap(({ couponId }) => couponId ?? []))];
  const [planRows, couponRows] = [
    planIds.length === 0 ? [] : await db.select().from(plans).where(inArray(plans.id, planIds)),
    couponIds.length === 0 ? [] : await db.select().from(coupons).where(inArray(coupons.id, couponIds)),
  ];
  return {
    plans: new Map(planRows.map((plan) => [plan.id, locale === 'ko' ? plan.nameKo : plan.nameEn])),
    coupons: new Map(couponRows.map(({ id, name }) => [id, name])),
  };
}

/** The invoices of a household since an instant, the newest first. */
export async function readInvoices(
  { db }: Pick<Context, 'db'>,
  householdId: string,
  since: Date,
): Promise<WholeInvoice[]> {
  const rows = await db
    .select({ invoice: invoices, payment: payments })
    .from(invoices)
    .innerJoin(billingAccounts, eq(billingAccounts.id, invoices.accountId))
    .innerJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(and(eq(billingAccounts.householdId, householdId), gte(invoices.issuedAt, since)))
    .orderBy(desc(invoices.number))
    .limit(500);
  return withLines(db, rows);
}

async function withLines(
  db: Queryable,
  rows: { invoice: Invoice; payment: Payment }[],
): Promise<WholeInvoice[]> {
  if (rows.length === 0) return [];
  const lines = groupBy(
    await db
      .select()
      .from(invoiceLines)
      .where(
        inArray(
          invoiceLines.invoiceId,
          rows.map(({ invoice }) => invoice.id),
        ),
      )
      .orderBy(asc(invoiceLines.invoiceId), asc(invoiceLines.position)),
    ({ invoiceId }) => invoiceId,
  );
  return rows.map((row) => ({ ...row, lines: lines.get(row.invoice.id) ?? [] }));
}

/** An invoice by its id. With a household, another household's invoice is not found. */
export async function readInvoice(db: Queryable, id: string, householdId?: string): Promise<WholeInvoice> {
  const rows = await db
    .select({ invoice: invoices, payment: payments })
    .from(invoices)
    .innerJoin(billingAccounts, eq(billingAccounts.id, invoices.accountId))
    .innerJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(
      and(
        eq(invoices.id, id),
        householdId === undefined ? undefined : eq(billingAccounts.householdId, householdId),
      ),
    );
  const [whole] = await withLines(db, rows);
  return whole ?? fail('not_found');
}

/** The bill of an invoice in words, with its taxes. */
export async function readBill(
  db: Queryable,
  { invoice, payment, lines }: WholeInvoice,
  locale: Locale,
): Promise<WireBill> {
  const taxes = groupBy(
    await db
      .select()
      .from(invoiceTaxes)
      .where(eq(invoiceTaxes.invoiceId, invoice.id))
      .orderBy(asc(invoiceTaxes.position), asc(invoiceTaxes.name)),
    ({ position }) => String(position),
  );
  const whole = {
    lines: lines.map((line) => ({ ...line, taxes: taxes.get(String(line.position)) ?? [] })),
    netCents: invoice.netCents,
    taxCents: invoice.taxCents,
    totalCents: invoice.totalCents,
  };
  return billWords(whole, partsOfPayment(payment), await readNames(db, lines, locale), locale);
}

const countryNames = {
  ko: new Intl.DisplayNames(['ko'], { type: 'region' }),
  en: new Intl.DisplayNames(['en'], { type: 'region' }),
};

/** Whom an invoice was sent to, line by line, in a language; only the place of one whose household was erased. */
export async function readBillTo(
  db: Queryable,
  { addressId, region, postalCode, country }: Invoice,
  locale: Locale,
): Promise<string[]> {
  const [row] = addressId ? await db.select().from(addresses).where(eq(addresses.id, addressId)) : [];
  const place = [row?.city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const land = addressId ? countryNames[locale].of(country) : null;
  return [row?.name, row?.line1, row?.line2, place, land].flatMap((own) => own || []);
}

/** The seller of an invoice, line by line. */
export const sellerLines = ({ seller, contact }: Pick<Config, 'seller' | 'contact'>): string[] =>
  [seller.name, ...seller.address, contact.email, contact.phone].filter(Boolean);

/** Refunds of an invoice. */
export const readRefunds = (db: Queryable, paymentId: string) =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'succeeded')))
    .orderBy(asc(refunds.id));

/** State of an invoice: `cancel` is void. */
export function invoiceState({
  state,
  amountCents,
  refundedCents,
  creditReturnedAt,
}: Payment): InvoiceSummary['state'] {
  if (state === 'void') return 'cancel';
  if (state !== 'paid') return 'open';
  if (creditReturnedAt) return 'refunded';
  if (refundedCents === 0) return 'paid';
  return refundedCents < amountCents ? 'partly_refunded' : 'refunded';
}

/** Whether a kind of line is a sale. */
const isSold = (kind: string): boolean => kind === 'plan' || kind === 'gift' || kind === 'once';

/** An invoice in a list. */
export function summaryOf(
  { invoice, payment, lines }: WholeInvoice,
  names: Names,
  locale: Locale,
): InvoiceSummary {
  const words = lines.map((line) => lineWords(line, names, locale));
  // The charged line names the invoice, not the credited ones beside it.
  const main = words.findLast(({ kind, amount_cents }) => isSold(kind) && amount_cents > 0) ?? words[0];
  return {
    id: invoice.id,
    number: invoiceNumber(invoice.number),
    issued_at: invoice.issuedAt.toISOString(),
    text: [main?.text, main?.detail].filter(Boolean).join(' · '),
    total_cents: invoice.totalCents,
    paid_cents: payment.amountCents,
    refunded_cents: payment.refundedCents,
    state: invoiceState(payment),
    method: payment.method,
    card: payment.cardLastFour ? `${payment.cardBrand} ${payment.cardLastFour}` : '',
    paid_at: payment.paidAt?.toISOString() ?? null,
  };
}

/** The part of a bill that is compared with another one: of an invoice, or of a quote. */
export interface Bill {
  invoice: Pick<Invoice, 'totalCents'>;
  lines: readonly Pick<
    QuotedLine,
    'kind' | 'sign' | 'at' | 'until' | 'priceDays' | 'planId' | 'priceCents' | 'couponId' | 'amountCents'
  >[];
}

/** Why a bill is another than the one before, in a sentence; null where it is not. */
export function whyDifferent(
  last: Bill | undefined,
  before: Bill | undefined,
  names: Names,
  locale: Locale,
): string | null {
  if (!last || !before || last.invoice.totalCents === before.invoice.totalCents) return null;
  const ko = locale === 'ko';
  const charged = (own: Bill) => own.lines.filter(({ kind, sign }) => kind === 'plan' && sign === 1);
  const [now, then] = [charged(last).at(-1), charged(before).at(-1)];
  const isPart = (line: Bill['lines'][number] | undefined) =>
    line !== undefined && (line.until ?? 0) - (line.at ?? 0) !== line.priceDays;
  const gaveBack = ({ lines }: Bill) => lines.some(({ sign }) => sign === -1);
  const discount = ({ lines }: Bill) =>
    lines.filter(({ kind }) => kind === 'discount').reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (now?.planId !== then?.planId && now) {
    const name = names.plans.get(now.planId ?? '') ?? '';
    return ko ? `${josa(name, '으로/로')} 바꿔서 금액이 달라졌어요.` : `Your plan changed to ${name}.`;
  }
  const arrears = ({ lines }: Bill) => lines.some(({ kind }) => kind === 'carried' || kind === 'owed');
  if (arrears(last))
    return ko
      ? '지난 청구에서 결제되지 않은 금액이 더해졌어요.'
      : 'An unpaid amount of an earlier invoice was added.';
  if (arrears(before))
    return ko
      ? '지난 청구서에는 그 전에 결제되지 않은 금액이 더해져 있었어요.'
      : 'The invoice before contained an unpaid amount of an earlier one.';
  if (gaveBack(last) || gaveBack(before) || isPart(now) || isPart(then))
    return ko
      ? '이용권이나 결제일이 바뀌어서, 지난번과 이번 가운데 한 번은 기간의 일부만 청구됐어요.'
      : 'This bill or the last one was for part of a period, because the plan or the billing day changed.';
  if (now?.priceCents !== then?.priceCents)
    return ko ? '이용권 요금이 바뀌어서 금액이 달라졌어요.' : 'The price of the plan changed.';
  if (discount(last) !== discount(before))
    return discount(last) > discount(before)
      ? ko
        ? '할인이 끝났거나 줄어서 금액이 달라졌어요.'
        : 'A discount ended or became smaller.'
      : ko
        ? '할인을 받아서 금액이 달라졌어요.'
        : 'A discount was applied.';
  return ko ? '세금이 바뀌어서 금액이 달라졌어요.' : 'The taxes changed.';
}
