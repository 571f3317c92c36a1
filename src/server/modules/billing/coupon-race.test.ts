/** A coupon of so many uses, asked for by many more checkouts at once. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  address,
  type BillingApi,
  householdReads,
  openBillingApi,
  runUntil,
} from '../../../../test/billing.ts';
import { buildBillingAccount, buildCoupon, buildPlan, buildUser } from '../../../../test/build.ts';
import { testCard } from '../../../../test/gateway.ts';
import { addresses, cards } from './billing.tables.ts';

/** How many households ask, and how many may have it. */
const [asking, uses] = [200, 20];
const [good, declined] = ['4242424242424242', '4000000000000341'];
const start = new Date('2027-01-31T20:00:00Z');

/**
 * Households with an address and a card each. They are one customer at the card processor, and their rows are written as such, which
 * takes a third of the time that asking for each takes.
 */
async function buildPayers(api: BillingApi, numbers: readonly string[]) {
  const { body: customer } = await api.gateway.ask('POST', '/v1/customers', { email: 'many@example.com' });
  const gatewayCustomerId = String(customer.id);
  const buildOne = async (number: string) => {
    const user = await buildUser(api.db);
    const { body: setup } = await api.gateway.ask('POST', '/v1/setup_intents', {
      customer: gatewayCustomerId,
    });
    const confirmed = await api.gateway.fromBrowser('POST', `/v1/setup_intents/${setup.id}/confirm`, {
      client_secret: String(setup.client_secret),
      ...testCard(number),
    });
    const account = await buildBillingAccount(api.db, { householdId: user.householdId, gatewayCustomerId });
    const { postal_code: postalCode, ...lines } = address;
    await api.db.insert(addresses).values({ accountId: account.id, postalCode, ...lines });
    const [card] = await api.db
      .insert(cards)
      .values({
        accountId: account.id,
        gatewayCardId: String(confirmed.body.payment_method),
        brand: 'visa',
        lastFour: number.slice(-4),
        expiryMonth: 12,
        expiryYear: 2040,
      })
      .returning();
    return { ...user, number, cardId: card?.id ?? '' };
  };
  const built = [];
  for (let done = 0; done < numbers.length; done += 25)
    built.push(...(await Promise.all(numbers.slice(done, done + 25).map(buildOne))));
  await api.db.execute(
    `update billing_accounts a set address_id = d.id from billing_addresses d where d.account_id = a.id`,
  );
  return built;
}

test('of two hundred checkouts at once exactly twenty have it, the others their own text, and what comes back is had again', async () => {
  // Each household has a network of its own: what one network guesses at once is limited.
  const api = await openBillingApi({ trustProxy: 1 });
  const { hasPlan, taken } = householdReads(() => api);
  api.setNow(start);
  const plan = await buildPlan(api.db, { priceCents: 1500 });
  const other = await buildPlan(api.db, { priceCents: 2500 });
  const coupon = await buildCoupon(api.db, { percentOff: 50, maxUses: uses });
  const payers = await buildPayers(
    api,
    Array.from({ length: asking }, (_, nth) => (nth % 2 === 0 ? good : declined)),
  );
  type Payer = (typeof payers)[number];
  /** Buys nothing, and sees what everybody would pay. */
  const reader = await buildUser(api.db);
  const buy = async (payer: Payer, given: { plan: typeof plan; coupon: string } & typeof quoted) =>
    api.call('POST /api/account/checkouts', {
      token: payer.token,
      headers: { 'x-forwarded-for': networkOf(payer) },
      body: {
        key: randomUUID(),
        plan_id: given.plan.id,
        price_id: given.plan.priceId,
        coupon_code: given.coupon,
        card_id: payer.cardId,
        charge_cents: given.bill.charge_cents,
        agreement: given.agreement,
      },
    });
  const networkOf = (payer: Payer) => `10.0.${payers.indexOf(payer)}.1`;
  const quote = async ({ id, priceId }: typeof plan, coupon_code: string) =>
    (
      await api.call('POST /api/account/checkout-quotes', {
        token: reader.token,
        body: { plan_id: id, price_id: priceId, coupon_code },
      })
    ).body.data;
  let quoted = await quote(plan, coupon.code);
  expect(quoted.bill.charge_cents).toBe(750);
  const buyReduced = (payer: Payer) => buy(payer, { plan, coupon: coupon.code, ...quoted });
  const usesNow = async () =>
    (await api.pool.query('select uses from billing_coupons where id = $1', [coupon.id])).rows[0].uses;
  const usedUp = { coupon_code: ['준비한 수량을 모두 쓴 쿠폰이에요.'] };
  const ends = await Promise.all(payers.map(buyReduced));
  const refused = ends.filter(({ status }) => status === 422);
  expect(refused).toHaveLength(asking - uses);
  for (const { body } of refused) expect(body.errors).toEqual(usedUp);
  const had = payers.filter((_, nth) => ends[nth]?.status === 200);
  expect(had).toHaveLength(uses);
  for (const payer of had) {
    const end = ends[payers.indexOf(payer)]?.body.data.state;
    expect(end).toBe(payer.number === good ? 'paid' : 'declined');
    expect(await hasPlan(payer)).toBe(end === 'paid');
    expect(await taken(payer)).toBe(end === 'paid' ? 750 : 0);
  }
  expect(await usesNow()).toBe(uses);
  const lost = had.filter(({ number }) => number === declined);
  expect(lost.length).toBeGreaterThan(1);
  const waiting = payers.filter((payer) => payer.number === good && !had.includes(payer));
  const next = () => waiting.pop() as Payer;

  // One whose card was declined begins another plan without it.
  const [first] = lost as [Payer];
  const without = await buy(first, { plan: other, coupon: '', ...(await quote(other, '')) });
  expect(without.body.data.state).toBe('declined');
  expect((await buyReduced(next())).body.data.state).toBe('paid');
  expect((await buyReduced(next())).body.errors).toEqual(usedUp);
  // The others leave theirs, which end with their day.
  const later = new Date('2027-02-01T20:00:00Z');
  await runUntil(api, start, later);
  expect(await usesNow()).toBe(uses - lost.length + 1);
  quoted = await quote(plan, coupon.code);
  const again = await Promise.all(Array.from({ length: lost.length + 5 }, () => buyReduced(next())));
  expect(again.filter(({ status }) => status === 200)).toHaveLength(lost.length - 1);
  expect(await usesNow()).toBe(uses);
}, 90_000);
