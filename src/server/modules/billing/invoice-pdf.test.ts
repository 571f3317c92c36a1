/** Invoices as PDF through HTTP, read back by a library that did not make them. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addInvoiceLike,
  address,
  type BillingApi,
  buildPayer,
  changePlan,
  openBillingApi,
  runAt,
  subscribe,
} from '../../../../test/billing.ts';
import { buildCoupon, buildPlan, buildUser } from '../../../../test/build.ts';
import type { Locale } from '../../../contract/errors.ts';

let api: BillingApi;
let plan: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  plan = await buildPlan(api.db, { nameKo: '한국 프리미엄', nameEn: 'Korea Premium', priceCents: 1500 });
  await api.pool.query(
    `insert into billing_tax_rates (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on)
      values (gen_random_uuid(), 'US', 'CA', 'plan', 'Sales tax', 'US-CA', 95000, '2020-01-01')`,
  );
});

const ask = (user: { token: string }, id: string, locale: Locale) =>
  api.app.inject({
    method: 'GET',
    url: `/api/account/invoices/${id}/pdf`,
    headers: { authorization: `Bearer ${user.token}`, 'x-locale': locale },
  });

/** The contents of a PDF, as a reader finds them. */
async function read(bytes: Buffer) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { info } = await document.getMetadata();
  const pages: string[] = [];
  /** How far above its lower edge the lowest text of each page is. */
  const lowest: number[] = [];
  const roles: string[] = [];
  let size: number[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    size = page.view.slice(2);
    const { items } = await page.getTextContent();
    lowest.push(
      Math.min(
        ...items.flatMap((item) => ('str' in item && item.str.trim() ? Number(item.transform[5]) : [])),
      ),
    );
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    const walk = (node: { role?: string; children?: object[] }) => {
      if (node.role) roles.push(node.role);
      for (const child of node.children ?? []) walk(child);
    };
    walk((await page.getStructTree()) as object);
  }
  const marks = await document.getMarkInfo();
  await document.destroy();
  return {
    text: pages.join(' ').replace(/\s+/g, ' '),
    pages,
    lowest,
    roles,
    size,
    title: (info as { Title?: string }).Title,
    lang: (info as { Language?: string }).Language,
    isTagged: marks?.Marked ?? false,
  };
}

const invoicesOf = async (user: { token: string }) =>
  (await api.call('GET /api/account/invoices', { token: user.token, locale: 'en' })).body.data;

describe('an invoice as a PDF', () => {
  test('is a receipt with every line, tax and total in the reader’s language', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    await subscribe(api, user, plan);
    const [invoice] = await invoicesOf(user);
    const answer = await ask(user, invoice?.id ?? '', 'ko');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice?.number}.pdf"`,
    });
    expect(answer.rawPayload.length).toBeLessThan(60_000);
    const ko = await read(answer.rawPayload);
    for (const part of [
      '마루',
      '영수증',
      invoice?.number ?? '',
      '김서연',
      '3250 Wilshire Blvd',
      'Los Angeles, CA 90010',
      '미국',
      '한국 프리미엄',
      '2027년 1월 31일 – 2027년 2월 27일',
      'Sales tax 9.5%',
      '$1.43',
      '$16.43',
      'Visa •••• 4242',
      '2027년 1월 31일',
    ])
      expect(ko.text).toContain(part);
    expect(ko).toMatchObject({ lang: 'ko-KR', isTagged: true, size: [612, 792] });
    expect(ko.title).toBe(`마루 영수증 ${invoice?.number}`);
    expect(ko.roles).toEqual(expect.arrayContaining(['Document', 'H1', 'Table', 'TR', 'TH', 'TD']));
    const en = await read((await ask(user, invoice?.id ?? '', 'en')).rawPayload);
    for (const part of [
      'Receipt',
      'Korea Premium',
      'Subtotal',
      'Total',
      '$16.43',
      'Payment method',
      'United States',
    ])
      expect(en.text).toContain(part);
    expect(en.lang).toBe('en-US');
  });

  test('says what of a discount is taken back with unused days', async () => {
    api.setNow(start);
    const yearly = await buildPlan(api.db, { nameEn: 'Year', period: 'yearly', priceCents: 15_000 });
    const user = await buildPayer(api);
    const coupon = await buildCoupon(api.db, { name: '환영 쿠폰', amountOffCents: 1200 });
    await subscribe(api, user, plan, { coupon: coupon.code });
    api.setNow(new Date('2027-02-10T20:00:00Z'));
    const { changed } = await changePlan(api, user, { kind: 'plan', price_id: yearly.priceId });
    expect(changed?.body.data.state).toBe('paid');
    const [invoice] = await invoicesOf(user);
    const texts = { ko: '되돌린 할인: 환영 쿠폰', en: 'Discount taken back: 환영 쿠폰' };
    for (const locale of ['ko', 'en'] as const) {
      const { text } = await read((await ask(user, invoice?.id ?? '', locale)).rawPayload);
      expect(text).toContain(texts[locale]);
      // Of $12.00 those $5.36 are left that the ten days have cost.
      expect(text).toContain('$6.64');
    }
  });

  test('is an invoice while it is open, void once nobody asks for it, and names what was given back', async () => {
    api.setNow(start);
    const user = await buildPayer(api, { number: '4000000000000341' });
    await subscribe(api, user, plan);
    const [invoice] = await invoicesOf(user);
    const open = await read((await ask(user, invoice?.id ?? '', 'en')).rawPayload);
    expect(open.text).toContain('Amount due');
    expect(open.text).not.toContain('Receipt');
    await runAt(api, new Date(start.getTime() + 24 * 3_600_000));
    const gone = await read((await ask(user, invoice?.id ?? '', 'en')).rawPayload);
    expect(gone.text).toContain('This invoice is void.');
    api.setNow(start);
    const other = await buildPayer(api);
    await subscribe(api, other, plan);
    const [paid] = await invoicesOf(other);
    await api.pool.query(
      `insert into billing_refunds (id, payment_id, amount_cents, tax_cents, state, reason, staff_name, at)
        select gen_random_uuid(), id, 500, 0, 'succeeded', '', 'Kim', $2 from billing_payments where invoice_id = $1`,
      [paid?.id, start],
    );
    const refunded = await read((await ask(other, paid?.id ?? '', 'en')).rawPayload);
    expect(refunded.text).toContain('Refund · January 31, 2027');
    expect(refunded.text).toContain('-$5.00');
    await api.pool.query(
      'update billing_payments set credit_cents = 300, credit_returned_at = $2 where invoice_id = $1',
      [paid?.id, start],
    );
    const returned = await read((await ask(other, paid?.id ?? '', 'en')).rawPayload);
    expect(returned.text).toContain('Credit returned · January 31, 2027');
    expect(returned.text).toMatch(/Credit returned · January 31, 2027\s*\$3\.00/);
  });

  test('of many lines goes on over pages: every line once, headings and numbers on each', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    await subscribe(api, user, plan);
    const [own] = await invoicesOf(user);
    const invoice = await addInvoiceLike(
      api,
      own?.id ?? '',
      Array.from({ length: 60 }, (_, index) => ({ kind: 'once', amount_cents: 10_001 + index })),
    );
    const { pages, lowest, roles, text } = await read((await ask(user, invoice.id, 'ko')).rawPayload);
    expect(pages.length).toBeGreaterThan(2);
    for (let n = 1; n <= 60; n += 1)
      expect(text.split(`$100.${String(n).padStart(2, '0')}`), `line ${n}`).toHaveLength(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('금액');
      expect(page).toContain(`${invoice.number} · ${index + 1} / ${pages.length}`);
    }
    // Nothing runs off a page.
    for (const low of lowest) expect(low).toBeGreaterThan(20);
    expect(roles.filter((role) => role === 'TH')).toHaveLength(2);
  });

  test('prints every letter that an address may have; others are refused with what to write instead', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    const name = '김서연 Nguyễn Thị Łódź Ελένη Жанна さくら カナ ™';
    const save = (changed: object) =>
      api.call('PUT /api/account/billing-address', {
        token: user.token,
        locale: 'en',
        body: { ...address, ...changed },
      });
    for (const own of ['金瑞姸', '김서연 🎬', 'سارة', 'สุดา'])
      expect((await save({ name: own })).body.errors?.name?.[0], own).toContain('Latin or Korean letters');
    expect((await save({ line1: '漢江路 1' })).body.errors).toHaveProperty('line1');
    expect((await save({ name })).status).toBe(200);
    await subscribe(api, user, plan);
    const [invoice] = await invoicesOf(user);
    expect((await read((await ask(user, invoice?.id ?? '', 'en')).rawPayload)).text).toContain(name);
  });

  test.runIf(process.platform === 'linux')('is printed beside the thread that answers requests', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    await subscribe(api, user, plan);
    const [first] = await invoicesOf(user);
    const lines = Array.from({ length: 30 }, (_, index) => ({ kind: 'once', amount_cents: 10_001 + index }));
    const invoices: { id: string }[] = [];
    while (invoices.length < 4) invoices.push(await addInvoiceLike(api, first?.id ?? '', lines));
    // Loads the library.
    await ask(user, first?.id ?? '', 'en');
    /** Processor time of the main thread. */
    const mainMs = () =>
      Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    const wholeMs = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    const before = { main: mainMs(), whole: wholeMs() };
    const answers = await Promise.all(invoices.map(({ id }) => ask(user, id, 'en')));
    for (const { statusCode } of answers) expect(statusCode).toBe(200);
    const main = mainMs() - before.main;
    const whole = wholeMs() - before.whole;
    expect(main, `${main} of ${whole} ms on the main thread`).toBeLessThan(whole / 2);
  });

  test('is printed once, and anew when what it states has changed', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    await subscribe(api, user, plan);
    const [invoice] = await invoicesOf(user);
    const first = await ask(user, invoice?.id ?? '', 'en');
    // A new print states its own instant, so equal bytes are those of the first one.
    api.setNow(new Date(start.getTime() + 3_600_000));
    const again = await ask(user, invoice?.id ?? '', 'en');
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
    await api.pool.query(
      'update billing_payments set credit_cents = 300, credit_returned_at = $2 where invoice_id = $1',
      [invoice?.id, start],
    );
    const changed = await ask(user, invoice?.id ?? '', 'en');
    expect((await read(changed.rawPayload)).text).toContain('Credit returned');
  });

  test('is not found by another household, and is made a bounded number of times', async () => {
    api.setNow(start);
    const user = await buildPayer(api);
    await subscribe(api, user, plan);
    const [invoice] = await invoicesOf(user);
    const stranger = await buildUser(api.db);
    expect((await ask(stranger, invoice?.id ?? '', 'en')).statusCode).toBe(404);
    expect((await ask(user, invoice?.id ?? '', 'en')).statusCode).toBe(200);
    await api.pool.query('update security_rate_limits set count = 60');
    expect((await ask(user, invoice?.id ?? '', 'en')).statusCode).toBe(429);
  });
});
