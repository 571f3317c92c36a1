/** Invoices and receipts as PDF, made when somebody asks for one. The library and the fonts are loaded at the first. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Bill, InvoiceSummary } from '../../../contract/account/billing.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { RateLimit } from '../../security/rate-limit.ts';
import { dayIn } from '../../zone.ts';
import { invoiceNumber } from './invoice-numbers.ts';
import { invoiceState, readBill, readBillTo, readInvoice, readRefunds } from './invoices.service.ts';
import { cardWords, dayWords, dollars, methodWords } from './words.ts';

/** Making one takes a core some tenths of a second. */
const pdfLimit = new RateLimit('invoice_pdf', 60, 3_600_000, { code: 'too_many_tries' });

/** A document as it is printed: everything in words. */
interface Printed {
  locale: Locale;
  brand: string;
  kind: string;
  state: InvoiceSummary['state'];
  facts: [name: string, value: string][];
  billTo: string[];
  bill: Bill;
  /** Below the lines: what came of the total. */
  after: [name: string, cents: number][];
  page: 'LETTER' | 'A4';
  at: Date;
}

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
    bill_to: '받는 분',
    line: '내용',
    amount: '금액',
    net: '세금 전 합계',
    total: '합계',
    credit: '사용한 적립금',
    given: '카드로 결제하기에는 적어 받지 않은 금액',
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
    bill_to: 'Bill to',
    line: 'Description',
    amount: 'Amount',
    net: 'Subtotal',
    total: 'Total',
    credit: 'Credit used',
    given: 'Too little for a card: it is on us',
    credited: 'Added to your credit',
    charged: 'Amount paid',
    to_pay: 'Amount due',
    not_asked: 'This invoice is void. Nothing needs to be paid.',
    refund: 'Refund',
    returned: 'Credit returned',
    currency: 'All amounts are in US dollars (USD).',
  },
} as const satisfies Record<Locale, Record<string, string>>;

/** An invoice of a household as a PDF in a language, and what the file is called. Anybody else's is not found. */
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
  const isPaid = state === 'paid' || state === 'refunded';
  const day = (at: Date) => dayWords(dayIn(at, config.serviceZone), locale);
  const bill = await readBill(db, own, locale);
  const number = invoiceNumber(invoice.number);
  const after: Printed['after'] = [];
  if (invoice.totalCents < 0) after.push([text.credited, -invoice.totalCents]);
  if (bill.credit_cents > 0) after.push([text.credit, -bill.credit_cents]);
  if (bill.given_cents > 0) after.push([text.given, -bill.given_cents]);
  if (isPaid && bill.charge_cents > 0) after.push([text.charged, bill.charge_cents]);
  if (state === 'open') after.push([text.to_pay, payment.amountCents]);
  for (const { amountCents, at } of await readRefunds(db, payment.id))
    after.push([`${text.refund} · ${day(at)}`, -amountCents]);
  if (payment.creditReturnedAt)
    after.push([`${text.returned} · ${day(payment.creditReturnedAt)}`, payment.creditCents]);
  const facts: Printed['facts'] = [
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
  const bytes = await print({
    locale,
    brand: config.brand[locale],
    kind: isPaid ? text.receipt : state === 'cancel' ? text.void : text.invoice,
    state,
    facts,
    billTo: await readBillTo(db, invoice, locale),
    bill,
    after,
    page: invoice.country === 'US' || invoice.country === 'CA' ? 'LETTER' : 'A4',
    at: context.now(),
  });
  return { name: `${number}.pdf`, bytes };
}

const home = dirname(createRequire(import.meta.url).resolve('pretendard/package.json'));
const readFont = (weight: string) =>
  readFile(join(home, 'dist/public/static/alternative', `Pretendard-${weight}.ttf`));

const load = async () => {
  const [{ default: Document }, regular, bold] = await Promise.all([
    import('pdfkit'),
    readFont('Regular'),
    readFont('SemiBold'),
  ]);
  return { Document, regular, bold };
};
let loaded: ReturnType<typeof load> | undefined;

const margin = 56;
const ink = '#14181d';
const faint = '#5b6570';
const rule = '#d5dbe1';
const amountWidth = 110;

/** Prints a document with its structure, so that it can be read aloud. */
async function print(own: Printed): Promise<Buffer> {
  loaded ??= load();
  const { Document, regular, bold } = await loaded.catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  const text = words[own.locale];
  const doc = new Document({
    size: own.page,
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    pdfVersion: '1.7',
    // The library knows it; its types do not.
    subset: 'PDF/UA' as 'PDF/A-3',
    tagged: true,
    displayTitle: true,
    lang: own.locale === 'ko' ? 'ko-KR' : 'en-US',
    font: regular as unknown as string,
    bufferPages: true,
    info: {
      Title: `${own.brand} ${own.kind} ${own.facts[0]?.[1] ?? ''}`,
      Author: own.brand,
      CreationDate: own.at,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', regular);
  doc.registerFont('bold', bold);
  const left = margin;
  const right = doc.page.width - margin;
  const bottom = doc.page.height - margin;
  const root = doc.struct('Document');
  doc.addStructure(root);

  type Style = { size?: number; isBold?: boolean; colour?: string };
  const write = (
    words: string,
    x: number,
    y: number,
    width: number,
    style: Style = {},
    align: 'left' | 'right' = 'left',
  ) => {
    doc
      .font(style.isBold ? 'bold' : 'regular')
      .fontSize(style.size ?? 10)
      .fillColor(style.colour ?? ink)
      // Amounts stand below each other, digit by digit.
      .text(words, x, y, { width, align, lineGap: 2, ...(align === 'right' && { features: ['tnum'] }) });
    return doc.y;
  };
  const height = (words: string, width: number, style: Style = {}) =>
    doc
      .font(style.isBold ? 'bold' : 'regular')
      .fontSize(style.size ?? 10)
      .heightOfString(words, { width, lineGap: 2 });
  const draw = (y: number, colour = rule) => {
    doc.markContent('Artifact', { type: 'Layout' });
    doc.moveTo(left, y).lineTo(right, y).lineWidth(0.7).strokeColor(colour).stroke();
    doc.endMarkedContent();
  };
  const place = (parent: PDFKit.PDFStructureElement, type: string, content: () => void) => {
    const marked = doc.markStructureContent(type);
    content();
    doc.endMarkedContent();
    parent.add(doc.struct(type, {}, marked));
  };

  place(root, 'P', () =>
    write(own.brand, left, margin, (right - left) / 2, { size: 22, isBold: true, colour: ink }),
  );
  place(root, 'H1', () => {
    const colour = own.state === 'cancel' ? '#b3261e' : ink;
    write(
      own.kind,
      left + (right - left) / 2,
      margin,
      (right - left) / 2,
      { size: 22, isBold: true, colour },
      'right',
    );
  });
  let y = margin + 48;
  draw(y);
  y += 20;

  // To whom on the left; the facts on the right, each after its name.
  const middle = left + (right - left) * 0.52;
  let leftY = y;
  if (own.billTo.length > 0) {
    place(root, 'H2', () => {
      leftY =
        write(text.bill_to, left, leftY, middle - left - 20, { size: 9, isBold: true, colour: faint }) + 2;
    });
    place(root, 'P', () => {
      leftY = write(own.billTo.join('\n'), left, leftY, middle - left - 20);
    });
  }
  let rightY = y;
  for (const [name, value] of own.facts)
    place(root, 'P', () => {
      write(`${name} `, middle, rightY, 100, { size: 9, colour: faint });
      rightY = write(value, middle + 100, rightY, right - middle - 100) + 3;
    });
  y = Math.max(leftY, rightY) + 26;

  const table = doc.struct('Table');
  root.add(table);
  const lineWidth = right - left - amountWidth;
  const nextPage = (needed: number): boolean => {
    if (y + needed <= bottom) return false;
    doc.addPage();
    y = margin;
    return true;
  };
  const headings: [string, string, string] = [text.line, '', text.amount];
  const headingStyle = { size: 9, isBold: true, colour: faint };
  /** The headings again, on a page on which the table goes on: read aloud they are once. */
  const repeatHeadings = () => {
    doc.markContent('Artifact', { type: 'Pagination' });
    write(headings[0], left, y + 4, lineWidth, headingStyle);
    write(headings[2], right - amountWidth, y + 4, amountWidth, headingStyle, 'right');
    doc.endMarkedContent();
    y += height(headings[0], lineWidth, headingStyle) + 8;
    draw(y);
  };
  /** A row of two cells; answers nothing, and goes on below it. */
  const row = (
    cell: 'TH' | 'TD',
    [name, detail, amount]: [string, string, string],
    style: Style = {},
    gap = 8,
  ) => {
    const small = { size: 9, colour: faint };
    const tall =
      height(name, lineWidth, style) + (detail ? height(detail, lineWidth, small) + 2 : 0) + gap * 2;
    if (nextPage(tall)) repeatHeadings();
    const element = doc.struct('TR');
    table.add(element);
    const top = y + gap;
    place(element, cell, () => {
      const below = write(name, left, top, lineWidth, style);
      if (detail) write(detail, left, below + 2, lineWidth, small);
    });
    place(element, cell, () => {
      write(amount, right - amountWidth, top, amountWidth, style, 'right');
    });
    element.end();
    y += tall;
  };
  row('TH', headings, headingStyle, 4);
  draw(y);
  for (const line of own.bill.lines) {
    row('TD', [line.text, line.detail, dollars(line.amount_cents)]);
    draw(y);
  }
  y += 8;
  row('TD', [text.net, '', dollars(own.bill.net_cents)], {}, 3);
  for (const tax of own.bill.taxes)
    row('TD', [`${tax.name} ${tax.rate}`, '', dollars(tax.amount_cents)], {}, 3);
  row('TD', [text.total, '', dollars(own.bill.total_cents)], { size: 13, isBold: true }, 5);
  if (own.after.length > 0) {
    draw(y + 3);
    y += 8;
  }
  for (const [name, cents] of own.after) row('TD', [name, '', dollars(cents)], {}, 3);
  table.end();

  const foot = own.state === 'cancel' ? `${text.not_asked} ${text.currency}` : text.currency;
  y += 24;
  nextPage(20);
  place(root, 'P', () => {
    write(foot, left, y, right - left, { size: 9, colour: faint });
  });
  root.end();
  const { count } = doc.bufferedPageRange();
  for (let index = 0; count > 1 && index < count; index += 1) {
    doc.switchToPage(index);
    // Below the margin, where text would else begin another page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    const place = `${own.facts[0]?.[1] ?? ''} · ${index + 1} / ${count}`;
    write(place, left, bottom + 20, right - left, { size: 9, colour: faint }, 'right');
    doc.endMarkedContent();
  }
  doc.end();
  return done;
}
