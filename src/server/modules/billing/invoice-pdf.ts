/** Invoices and receipts as PDF, printed on request. */
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { dayIn } from '../../zone.ts';
import { invoiceNumber } from './invoice-numbers.ts';
import { type InvoiceDocument, printInvoice } from './invoice-printing.service.ts';
import {
  invoiceState,
  readBill,
  readBillTo,
  readInvoice,
  readRefunds,
  sellerLines,
} from './invoices.service.ts';
import { cardWords, dayWords, dollars, methodWords } from './words.ts';

/** A household's invoices within an hour: each takes a core some tenths of a second. */
const pdfLimit = new RateLimit('invoice_pdf', 60, 3_600_000, { code: 'too_many_tries' });

const words = {
  ko: {
    invoice: '청구서',
    receipt: '영수증',
    void: '취소된 청구서',
    number: '번호',
    issued: '청구일',
    due: '결제 기한',
    paid: '결제일',
    voided: '취소일',
    method: '결제 수단',
    seller: '판매자',
    bill_to: '받는 분',
    line: '내용',
    amount: '금액',
    net: '세금 전 합계',
    total: '합계',
    credit: '사용한 적립금',
    given: '카드로 결제하기에는 적어 받지 않은 금액',
    carried: '카드로 결제하기에는 적어 다음 청구서로 넘긴 금액',
    credited: '적립금에 더한 금액',
    charged: '결제한 금액',
    to_pay: '결제할 금액',
    not_asked: '이 청구서는 취소되어 결제하지 않아도 돼요.',
    refund: '환불',
    returned: '돌려받은 적립금',
    currency: '모든 금액은 미국 달러(USD)예요.',
  },
  en: {
    invoice: 'Invoice',
    receipt: 'Receipt',
    void: 'Void',
    number: 'Number',
    issued: 'Issued',
    due: 'Due',
    paid: 'Paid',
    voided: 'Voided',
    method: 'Payment method',
    seller: 'Seller',
    bill_to: 'Bill to',
    line: 'Description',
    amount: 'Amount',
    net: 'Subtotal',
    total: 'Total',
    credit: 'Credit used',
    given: 'Too small for a card: waived',
    carried: 'Too small for a card: added to your next invoice',
    credited: 'Added to your credit',
    charged: 'Amount paid',
    to_pay: 'Amount due',
    not_asked: 'This invoice is void. Nothing needs to be paid.',
    refund: 'Refund',
    returned: 'Credit returned',
    currency: 'All amounts are in US dollars (USD).',
  },
} as const satisfies Record<Locale, Record<string, string>>;

/**
 * An invoice of a household as a PDF in a language, and its file name. Another household's invoice is not
 * found.
 */
export async function makeInvoicePdf(
  context: Context,
  { id, householdId, locale }: { id: string; householdId: string; locale: Locale },
): Promise<{ name: string; bytes: Buffer }> {
  const { db, config } = context;
  const own = await readInvoice(db, id, householdId);
  await pdfLimit.consume(context, householdId);
  const { invoice, payment } = own;
  const text = words[locale];
  const state = invoiceState(payment);
  const isPaid = state !== 'open' && state !== 'cancel';
  const day = (at: Date) => dayWords(dayIn(at, config.serviceZone), locale);
  const bill = await readBill(db, own, locale);
  const number = invoiceNumber(invoice.number);
  const after: [name: string, cents: number][] = [];
  if (invoice.totalCents < 0) after.push([text.credited, -invoice.totalCents]);
  if (bill.credit_cents > 0) after.push([text.credit, -bill.credit_cents]);
  if (bill.given_cents > 0) after.push([text.given, -bill.given_cents]);
  if (bill.carried_cents > 0) after.push([text.carried, -bill.carried_cents]);
  if (isPaid && bill.charge_cents > 0) after.push([text.charged, bill.charge_cents]);
  if (state === 'open') after.push([text.to_pay, payment.amountCents]);
  for (const { amountCents, at } of await readRefunds(db, payment.id))
    after.push([`${text.refund} · ${day(at)}`, -amountCents]);
  if (payment.creditReturnedAt)
    after.push([`${text.returned} · ${day(payment.creditReturnedAt)}`, payment.creditCents]);
  const facts: InvoiceDocument['facts'] = [
    [text.number, number],
    [text.issued, day(invoice.issuedAt)],
    [text.due, dayWords(invoice.dueOn, locale)],
  ];
  if (isPaid && payment.paidAt) {
    facts.push([text.paid, day(payment.paidAt)]);
    const card = cardWords(payment);
    const check = payment.method === 'check' && payment.checkNumber ? ` ${payment.checkNumber}` : '';
    facts.push([
      text.method,
      payment.method === 'card' && card ? card : methodWords(payment.method, locale) + check,
    ]);
  }
  if (payment.voidedAt) facts.push([text.voided, day(payment.voidedAt)]);
  const isVoid = state === 'cancel';
  const inDollars = ([name, cents]: [string, number]): [string, string] => [name, dollars(cents)];
  const bytes = await printInvoice(
    {
      locale,
      brand: config.brand[locale],
      kind: isPaid ? text.receipt : isVoid ? text.void : text.invoice,
      number,
      isVoid,
      parties: [
        [text.seller, sellerLines(config)],
        [text.bill_to, await readBillTo(db, invoice, locale)],
      ],
      facts,
      headings: [text.line, text.amount],
      lines: bill.lines.map((line) => [line.text, line.detail, dollars(line.amount_cents)]),
      sums: [
        inDollars([text.net, bill.net_cents]),
        ...bill.taxes.map((tax) => inDollars([`${tax.name} ${tax.rate}`, tax.amount_cents])),
      ],
      total: inDollars([text.total, bill.total_cents]),
      after: after.map(inDollars),
      foot: isVoid ? `${text.not_asked} ${text.currency}` : text.currency,
      page: invoice.country === 'US' || invoice.country === 'CA' ? 'LETTER' : 'A4',
      at: context.now(),
    },
    householdId,
  );
  return { name: `${number}.pdf`, bytes };
}
