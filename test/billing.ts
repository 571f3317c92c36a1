/** Households that pay: a real application, the simulated card processor, cards as a browser gives them. */

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { StripeTaxes } from '../src/server/adapters/taxes/stripe.ts';
import type { Config } from '../src/server/config.ts';
import type { Context } from '../src/server/context.ts';
import { chargeDue } from '../src/server/modules/billing/charge-due.service.ts';
import { invoiceNumber } from '../src/server/modules/billing/invoice-numbers.ts';
import { settleLost } from '../src/server/modules/billing/payments.service.ts';
import { advanceSubscriptions } from '../src/server/modules/billing/subscriptions.service.ts';
import { openTestApi, type TestApi } from './api.ts';
import { buildUser } from './build.ts';
import { openTestGateway, type TestGateway, testCard } from './gateway.ts';

export interface BillingApi extends TestApi {
  gateway: TestGateway;
}

type User = Awaited<ReturnType<typeof buildUser>>;

/** The application with the simulated card processor, whose objects lie in the same database. */
export async function openBillingApi(overrides: Partial<Config> = {}, log?: Logger): Promise<BillingApi> {
  const api = await openTestApi(overrides, log);
  const gateway = await openTestGateway(api.url);
  (api.context as { payments: Context['payments'] }).payments = gateway.payments;
  return Object.assign(api, { gateway });
}

/** Gives a card in the browser and saves it; answers its id. `expires`: a day of the month in which it does. */
export async function addCard(
  api: BillingApi,
  user: User,
  number = '4242424242424242',
  { forCheckout = false, expires }: { forCheckout?: boolean; expires?: string | undefined } = {},
): Promise<string> {
  const { status, body } = await api.call('POST /api/account/cards/setups', { token: user.token });
  if (status !== 200) throw new Error(`no card can be added: ${JSON.stringify(body)}`);
  const form = { client_secret: body.data.client_secret };
  const answer = await api.gateway.fromBrowser('POST', `/v1/setup_intents/${body.data.setup_id}/confirm`, {
    ...form,
    ...testCard(number, expires),
  });
  if (answer.body.status === 'requires_action')
    await api.gateway.fromBrowser('POST', `/v3/challenge/${body.data.setup_id}/complete`, form);
  const saved = await api.call('POST /api/account/cards', {
    token: user.token,
    body: { setup_id: body.data.setup_id, for_checkout: forCheckout },
  });
  if (saved.status !== 200) throw new Error(`the card was not saved: ${JSON.stringify(saved.body)}`);
  return saved.body.data.id;
}

export const address = {
  name: '김서연',
  line1: '3250 Wilshire Blvd',
  line2: '',
  city: 'Los Angeles',
  region: 'CA',
  postal_code: '90010',
  country: 'US' as const,
  phone: '',
};

type Place = Partial<Omit<typeof address, 'country'>> & { country?: 'US' | 'CA' };

/** Somebody with an address and no card. */
export async function buildAddressed(api: TestApi, place: Place = {}): Promise<User> {
  const user = await buildUser(api.db);
  await api.call('PUT /api/account/billing-address', { token: user.token, body: { ...address, ...place } });
  return user;
}

/** Somebody with an address and a card. */
export async function buildPayer(
  api: BillingApi,
  given: { number?: string; address?: Place } = {},
): Promise<User & { cardId: string }> {
  const user = await buildAddressed(api, given.address);
  return { ...user, cardId: await addCard(api, user, given.number) };
}

/** Quotes a checkout and confirms it as it was quoted. */
export async function subscribe(
  api: BillingApi,
  user: User & { cardId: string },
  plan: { id: string; priceId: string },
  {
    coupon = '',
    headers = {},
    key = randomUUID(),
  }: { coupon?: string; headers?: Record<string, string>; key?: string } = {},
) {
  const quoted = await api.call('POST /api/account/checkout-quotes', {
    token: user.token,
    body: { plan_id: plan.id, price_id: plan.priceId, coupon_code: coupon },
  });
  if (quoted.status !== 200) return quoted as never;
  return api.call('POST /api/account/checkouts', {
    token: user.token,
    headers,
    body: {
      key,
      plan_id: plan.id,
      price_id: plan.priceId,
      card_id: user.cardId,
      coupon_code: coupon,
      charge_cents: quoted.body.data.bill.charge_cents,
      agreement: quoted.body.data.agreement,
    },
  });
}

/** Somebody who has bought a plan with a card. */
export async function buildSubscriber(
  api: BillingApi,
  plan: { id: string; priceId: string },
  given: Parameters<typeof buildPayer>[1] = {},
): Promise<User & { cardId: string }> {
  const user = await buildPayer(api, given);
  const { body } = await subscribe(api, user, plan);
  if (body.data?.state !== 'paid') throw new Error(JSON.stringify(body));
  return user;
}

/**
 * A further invoice beside one that is there, with lines like its first but for what is given, and paid like it; untaxed. Answers its
 * number as it is printed.
 */
export async function addInvoiceLike(
  { pool }: BillingApi,
  invoiceId: string,
  lines: ({ amount_cents: number } & Record<string, unknown>)[],
): Promise<{ id: string; number: string }> {
  const id = randomUUID();
  const cents = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const { rows } = await pool.query<{ number: number }>(
    `insert into billing_invoices select (jsonb_populate_record(i, $2 ||
        jsonb_build_object('number', (select 900000 + count(*) from billing_invoices)))).*
      from billing_invoices i where i.id = $1 returning number`,
    [invoiceId, { id, net_cents: cents, tax_cents: 0, total_cents: cents }],
  );
  await pool.query(
    `insert into billing_invoice_lines select (jsonb_populate_record(l, given)).*
      from billing_invoice_lines l, jsonb_array_elements($2) given where l.invoice_id = $1 and l.position = 0`,
    [
      invoiceId,
      JSON.stringify(lines.map((line, position) => ({ ...line, invoice_id: id, position, tax_cents: 0 }))),
    ],
  );
  await pool.query(
    `insert into billing_payments select (jsonb_populate_record(p, $2)).* from billing_payments p where p.invoice_id = $1`,
    [
      invoiceId,
      { id: randomUUID(), invoice_id: id, amount_cents: cents, gateway_payment_id: null, purchase_key: null },
    ],
  );
  return { id, number: invoiceNumber(Number(rows[0]?.number)) };
}

/** What tests ask about a household and its money. `api`: it is opened before the first question. */
export const householdReads = (api: () => BillingApi) => {
  type Asker = { token: string };
  const accountOf = async ({ householdId }: { householdId: string }): Promise<string> => {
    const asked = 'select id from billing_accounts where household_id = $1';
    const { rows } = await api().pool.query<{ id: string }>(asked, [householdId]);
    return rows[0]?.id ?? '';
  };
  return {
    accountOf,
    membership: async ({ token }: Asker) =>
      (await api().call('GET /api/account/membership', { token, locale: 'en' })).body.data,
    invoicesOf: async ({ token }: Asker) =>
      (await api().call('GET /api/account/invoices', { token, locale: 'en' })).body.data,
    hasPlan: async ({ token }: Asker) =>
      (await api().call('GET /api/current-plan', { token })).body.data !== null,
    /** What the card processor has taken from somebody, in cents. */
    taken: async (user: { householdId: string }): Promise<number> => {
      const { rows } = await api().pool.query(
        `select coalesce(sum((o.body->>'amount')::int), 0) as cents from gateway.objects o
          join billing_payments p on p.gateway_payment_id = o.body->>'payment_intent'
          where o.object = 'charge' and o.body->>'status' = 'succeeded' and p.account_id = $1`,
        [await accountOf(user)],
      );
      return Number(rows[0].cents);
    },
  };
};

type PlanChange = { kind: 'plan'; price_id: string } | { kind: 'billing_day'; day_of_month: number };

/** Quotes a change of the plan and confirms it as it was quoted. */
export async function changePlan(api: BillingApi, { token, password }: User, change: PlanChange) {
  const quoted = await api.call('POST /api/account/membership/quotes', { token, body: { change } });
  if (quoted.status !== 200) return { quoted, changed: undefined };
  const { bill, agreement } = quoted.body.data;
  const changed = await api.call('POST /api/account/membership/changes', {
    token,
    body: { change, charge_cents: bill.charge_cents, agreement, password },
  });
  return { quoted, changed };
}

/** Lets a plan go on, in the words that are shown. */
export async function resumePlan(
  api: BillingApi,
  { token, password }: { token: string; password?: string | undefined },
) {
  const { body } = await api.call('GET /api/account/membership', { token });
  const agreement = body.data.subscription?.resume_agreement ?? null;
  return api.call('POST /api/account/membership/resume', { token, body: { agreement, password } });
}

/** Moves the clock, and does what is due by then: whole days one by one, as the service would. */
export async function runUntil(api: BillingApi, from: Date, to: Date): Promise<void> {
  for (let at = from.getTime(); at < to.getTime(); at += 86_400_000) await runAt(api, new Date(at));
  await runAt(api, to);
}

/** Does what is due at an instant. */
export async function runAt(api: BillingApi, at: Date): Promise<void> {
  api.setNow(at);
  // A device that is not used for months is signed out.
  await api.pool.query('update accounts_sessions set last_seen_at = $1', [at]);
  while ((await advanceSubscriptions(api.context)) > 0);
  await settleLost(api.context);
  await chargeDue(api.context);
}

/** The same with the simulated Stripe Tax, whose clock goes with the service's. */
export async function openTaxedApi(
  overrides: Partial<Config> = {},
  log?: Logger,
): Promise<BillingApi & { moveTo(at: Date): Promise<void> }> {
  const api = await openBillingApi({ taxes: 'stripe', ...overrides }, log);
  const { simulator, control } = api.gateway;
  // Months pass, and devices of these tests stay signed in.
  await api.pool.query(
    `alter table accounts_sessions alter column last_seen_at set default now() + interval '2 years'`,
  );
  (api.context as { taxes: Context['taxes'] }).taxes = new StripeTaxes(() => simulator.access());
  return Object.assign(api, {
    async moveTo(at: Date) {
      const { body } = await control('/test/clock');
      const seconds = Math.ceil(at.getTime() / 1000) - Number(body.now);
      if (seconds > 0) await control('/test/clock', { advance_seconds: seconds });
      api.setNow(at);
    },
  });
}
