/** The simulated gateway's script in a browser: a card is given in its frame, a bank asks, and the page never sees a number. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../../scripts/chromium.js';
import { openTestDatabase } from '../../test/database.ts';
import { openTestGateway, type TestGateway } from '../../test/gateway.ts';

let gateway: TestGateway;
let browser: Browser;
let site: Server;
let origin: string;
describe.skipIf(!chromiumPath)('in a browser', () => {
  beforeAll(async () => {
    gateway = await openTestGateway((await openTestDatabase({ empty: true })).url);
    const { scriptUrl } = await gateway.payments.browserSide();
    site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        // Pages reset the margins of everything, as Tailwind does.
        `<!doctype html><title>Checkout</title><style>* { margin: 0 }</style><div id="card"></div><script src="${scriptUrl}"></script>`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    origin = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/`;
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => site.close(resolve));
  });

  /** A page of ours with the fields of a card for a new setup. */
  async function openCard(
    locale: 'ko' | 'en',
    width = 360,
  ): Promise<{ page: Page; setupId: string; confirm(): Promise<unknown> }> {
    const customerId = await gateway.payments.saveCustomer({
      accountId: randomUUID(),
      email: 'a@example.com',
      name: 'A',
    });
    const { id, clientSecret } = await gateway.payments.beginCardSetup({ key: randomUUID(), customerId });
    const { publishableKey } = await gateway.payments.browserSide();
    const page = await browser.newPage({ viewport: { width, height: 640 } });
    await page.goto(origin);
    const [key, secret, language] = [publishableKey, clientSecret, locale].map((own) => JSON.stringify(own));
    await page.evaluate(`
      window.gateway = Stripe(${key}, { locale: ${language} });
      window.elements = gateway.elements({ clientSecret: ${secret} });
      elements.create('payment').mount('#card');`);
    await page.frameLocator('iframe').locator('#number').waitFor();
    const confirm = () => page.evaluate(`gateway.confirmSetup({ elements, redirect: 'if_required' })`);
    return { page, setupId: id, confirm };
  }

  async function enter(page: Page, number: string): Promise<void> {
    const frame = page.frameLocator('iframe');
    // By keyboard alone, from field to field.
    await frame.locator('#number').focus();
    await page.keyboard.type(number);
    await page.keyboard.press('Tab');
    await page.keyboard.type('1240');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Kim Seoyeon');
  }

  test('a card is saved, and the page can read nothing of the frame', async () => {
    const { page, setupId, confirm } = await openCard('ko');
    expect(await page.frameLocator('iframe').getByLabel('카드 번호').count()).toBe(1);
    await enter(page, '4242424242424242');
    expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument ?? null)).toBeNull();
    expect(await page.frames()[1]?.evaluate(() => window.origin)).toBe('null');
    expect(await confirm()).toMatchObject({ setupIntent: { status: 'succeeded' } });
    expect(await gateway.payments.readCardSetup(setupId)).toMatchObject({
      state: 'ready',
      card: { lastFour: '4242', expiryMonth: 12, expiryYear: 2040, name: 'Kim Seoyeon' },
    });
    await page.close();
  });

  test('a declined card is reported beside the fields, and a real number by the page', async () => {
    const { page, setupId, confirm } = await openCard('en');
    const shown = () => page.frameLocator('iframe').locator('#error').textContent();
    await enter(page, '4539578763621486');
    expect(await confirm()).toMatchObject({
      error: {
        decline_code: 'test_mode_live_card',
        message: expect.stringContaining('Real cards are not accepted'),
      },
    });
    expect(await shown()).toBe('');
    expect((await gateway.payments.readCardSetup(setupId)).state).toBe('open');
    await page.frameLocator('iframe').locator('#number').fill('4000000000000002');
    expect(await confirm()).toMatchObject({ error: { code: 'card_declined' } });
    expect(await shown()).toBe('Your card was declined. Try another card.');
    await page.close();
  });

  test.each([
    ['complete', 'ready'],
    ['fail', 'refused'],
  ])('a bank that asks is answered with %s: the setup is %s', async (button, state) => {
    const { page, setupId, confirm } = await openCard('ko', 1280);
    await enter(page, '4000002760003184');
    const confirmed = confirm();
    const box = await page.locator('dialog').boundingBox();
    expect(box?.x).toBe((1280 - 400) / 2);
    await page.frameLocator('dialog iframe').locator(`#${button}:enabled`).press('Enter');
    expect(await confirmed).toMatchObject(
      state === 'ready'
        ? { setupIntent: { status: 'succeeded' } }
        : { error: { message: expect.stringContaining('본인 확인') } },
    );
    expect((await gateway.payments.readCardSetup(setupId)).state).toBe(state);
    await page.close();
  });
});
