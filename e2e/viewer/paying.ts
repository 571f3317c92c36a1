/** What stories about money do: addresses, cards and banks in the browser, and time that passes for a subscription. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BuiltUser } from '../../test/build.ts';
import { testCard } from '../../test/gateway.ts';
import type { Story } from '../fixtures.ts';

const words = {
  ko: {
    address: '청구지 주소',
    fields: ['이름', '주소', '도시', '주', '우편번호 (ZIP)'],
    save: '주소 저장',
    card: '카드 정보',
    cardFields: ['카드 번호', '만료일 (월/년)', '보안 코드', '카드에 적힌 이름'],
    pay: /^\$[\d.]+ 결제하기$/,
    bank: '본인 확인',
  },
  en: {
    address: 'Billing address',
    fields: ['Name', 'Street address', 'City', 'State', 'ZIP code'],
    save: 'Save address',
    card: 'Card details',
    cardFields: ['Card number', 'Expiry (MM/YY)', 'Security code', 'Name on card'],
    pay: /^Pay \$[\d.]+$/,
    bank: 'Identity check',
  },
} as const;

type Locale = keyof typeof words;

export const payButton = (page: Page, locale: Locale = 'ko') =>
  page.getByRole('button', { name: words[locale].pay });

/** Fills in where bills go to, and saves it; `section`: where the form is. */
export async function fillAddress(section: Locator, locale: Locale = 'ko'): Promise<void> {
  const { fields, save } = words[locale];
  const [name, line, city, state, zip] = fields;
  await section.getByLabel(name, { exact: true }).fill('김서연');
  await section.getByLabel(line, { exact: true }).fill('3250 Wilshire Blvd');
  await section.getByLabel(city).fill('Los Angeles');
  await section.getByLabel(state, { exact: true }).selectOption('CA');
  await section.getByLabel(zip).fill('90010');
  await section.getByRole('button', { name: save }).click();
}

/** Gives where bills go to on a page that shows it afterwards. */
export async function giveAddress(page: Page, locale: Locale = 'ko'): Promise<void> {
  const section = page.getByRole('region', { name: words[locale].address });
  await fillAddress(section, locale);
  await section.getByText('Los Angeles, CA 90010').waitFor();
}

const cardFrame = (page: Page, locale: Locale) => page.frameLocator(`iframe[title="${words[locale].card}"]`);

/** The first of the card processor's fields. */
export const cardNumber = (page: Page, locale: Locale = 'ko') =>
  cardFrame(page, locale).getByLabel(words[locale].cardFields[0]);

/** Fills in the card processor's fields. */
export async function enterCard(
  page: Page,
  number = '4242424242424242',
  locale: Locale = 'ko',
): Promise<void> {
  const frame = cardFrame(page, locale);
  const [, expiry, cvc, name] = words[locale].cardFields;
  await cardNumber(page, locale).fill(number);
  await frame.getByLabel(expiry).fill('12/40');
  await frame.getByLabel(cvc).fill('123');
  await frame.getByLabel(name).fill('Kim Seoyeon');
}

/** The bank asks for the card's owner, who says that it is them. */
export const answerBank = (page: Page, locale: Locale = 'ko') =>
  page.frameLocator(`iframe[title="${words[locale].bank}"]`).locator('#complete:enabled').click();

/** A call of somebody's, as the app makes it. */
export async function callAs(
  story: Story,
  user: Pick<BuiltUser, 'token'>,
  method: string,
  path: string,
  body?: unknown,
) {
  const response = await fetch(story.url + path, {
    method,
    headers: {
      authorization: `Bearer ${user.token}`,
      'x-requested-with': 'XMLHttpRequest',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  expect(response.status, `${method} ${path}`).toBe(200);
  return (await response.json()).data;
}

/** Somebody with an address and a card, without a browser. */
export async function giveCard(story: Story, user: BuiltUser, number = '4242424242424242'): Promise<string> {
  await callAs(story, user, 'PUT', '/api/account/billing-address', {
    name: '김서연',
    line1: '3250 Wilshire Blvd',
    city: 'Los Angeles',
    region: 'CA',
    postal_code: '90010',
    country: 'US',
  });
  return giveOnlyCard(story, user, number);
}

/** The same of somebody who has given no address. */
export async function giveOnlyCard(
  story: Story,
  user: BuiltUser,
  number = '4242424242424242',
): Promise<string> {
  const setup = await callAs(story, user, 'POST', '/api/account/cards/setups');
  const fromBrowser = async (path: string, form: Record<string, string>) => {
    const response = await fetch(new URL(setup.script_url).origin + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${setup.publishable_key}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret: setup.client_secret, ...form }).toString(),
    });
    return response.json();
  };
  const { status } = await fromBrowser(`/v1/setup_intents/${setup.setup_id}/confirm`, testCard(number));
  if (status === 'requires_action') await fromBrowser(`/v3/challenge/${setup.setup_id}/complete`, {});
  return (await callAs(story, user, 'POST', '/api/account/cards', { setup_id: setup.setup_id })).id;
}

/** Subscribes somebody who has a card, without a browser. */
export async function subscribeBy(
  story: Story,
  user: BuiltUser,
  plan: { id: string; priceId: string },
  cardId: string,
  coupon = '',
): Promise<void> {
  const wanted = { plan_id: plan.id, price_id: plan.priceId, coupon_code: coupon };
  const quoted = await callAs(story, user, 'POST', '/api/account/checkout-quotes', {
    ...wanted,
    card_id: cardId,
  });
  const { agreement, bill } = quoted;
  await callAs(story, user, 'POST', '/api/account/checkouts', {
    key: randomUUID(),
    ...wanted,
    card_id: cardId,
    agreement,
    charge_cents: bill.charge_cents,
  });
}

/**
 * Lets days pass for a household's subscription: all that it has is so much older, and what is due is done by the service's own job.
 * What is written once and for all is moved as well, so its triggers are passed by.
 */
export async function passDays({ pool }: Story, householdId: string, days: number): Promise<void> {
  const client = await pool.connect();
  const ids = 'select id from billing_subscriptions where household_id = $1';
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const statement of [
      `update billing_invoice_lines set period_from = period_from - $2::int, first_day = first_day - $2::int,
        last_day = last_day - $2::int where subscription_id in (${ids})`,
      `update billing_invoices set due_on = due_on - $2::int, issued_at = issued_at - make_interval(days => $2)
        where subscription_id in (${ids})`,
      `update billing_changes set day = day - $2::int where subscription_id in (${ids})`,
      `update plans_periods set starts_at = starts_at - make_interval(days => $2), ends_at = ends_at - make_interval(days => $2)
        where household_id = $1`,
      `update billing_subscriptions set began_on = began_on - $2::int, period_from = period_from - $2::int,
        period_to = period_to - $2::int, due_at = due_at - make_interval(days => $2), unpaid_since = unpaid_since - $2::int
        where household_id = $1`,
    ])
      await client.query(statement, [householdId, days]);
    // Not all months are as long: what was charged for a whole one is for a whole one now.
    await client.query(
      `update billing_invoice_lines set (until, price_days) =
          (select days, days from (select (period_from + interval '1 month')::date - period_from as days) month)
        where subscription_id in (${ids}) and months = 1 and at = 0 and until = price_days`,
      [householdId],
    );
    await client.query(`select graphile_worker.add_job('billing_advance')`);
    await client.query('commit');
  } finally {
    client.release();
  }
}
