/** When a declined renewal is tried again, with a grace that is longer than the schedule; through HTTP, against the simulated card processor. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildSubscriber,
  householdReads,
  openBillingApi,
  runUntil,
} from '../../../../test/billing.ts';
import { buildPlan } from '../../../../test/build.ts';

let api: BillingApi;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');
const due = new Date('2027-02-28T20:00:00Z');
const dayMs = 86_400_000;
const daysAfter = (days: number) => new Date(due.getTime() + days * dayMs);

beforeAll(async () => {
  api = await openBillingApi();
  Object.assign(api.context.config.billing, { graceDays: 20, endDays: 30 });
  monthly = await buildPlan(api.db, { priceCents: 1500 });
});

const { accountOf, invoicesOf, membership, taken } = householdReads(() => api);

/** A household whose renewal meets a card that is declined. */
const declinedBy = async (number: string) => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  await addCard(api, user, number);
  await runUntil(api, start, due);
  expect((await membership(user)).subscription?.state).toBe('unpaid');
  return user;
};

/** On which days after the first the renewal was tried, and with what end. */
const triesOf = async (user: { householdId: string }) => {
  const { rows } = await api.pool.query<{ day: number; outcome: string; code: string | null }>(
    `select (extract(epoch from t.at - $2) / 86400)::float as day, t.outcome, t.code
      from billing_attempts t join billing_payments p on p.id = t.payment_id
      where p.account_id = $1 and t.at >= $2 order by t.at, t.id`,
    [await accountOf(user), due],
  );
  return rows;
};

describe('a renewal', () => {
  test('that is declined for a reason that may pass is tried again after 3, 5, 7 and 14 days, once each', async () => {
    const user = await declinedBy('4000000000000341');
    await runUntil(api, daysAfter(1), daysAfter(19));
    expect(await triesOf(user)).toEqual(
      [0, 3, 5, 7, 14].map((day) => ({ day, outcome: 'declined', code: 'generic_decline' })),
    );
    expect((await membership(user)).subscription).toMatchObject({ state: 'unpaid', last_day: '2027-03-19' });
    expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(['open', 'paid']);
    expect(await taken(user)).toBe(1500);
  });

  test('that is declined for good is never tried again with that card, and at once with a new one', async () => {
    const user = await declinedBy('4000000000004954');
    await runUntil(api, daysAfter(1), daysAfter(15));
    const declined = { day: 0, outcome: 'declined', code: 'fraudulent' };
    expect(await triesOf(user)).toEqual([declined]);
    await addCard(api, user);
    expect(await triesOf(user)).toEqual([declined, { day: 15, outcome: 'succeeded', code: null }]);
    expect((await membership(user)).subscription).toMatchObject({
      state: 'active',
      period_from: '2027-02-28',
      period_to: '2027-03-31',
    });
    expect(await taken(user)).toBe(3000);
  });

  test('is tried by its schedule whatever becomes of another card that its household tries', async () => {
    const user = await declinedBy('4000000000000341');
    const spare = await addCard(api, user, '4000000000004954', { forCheckout: true });
    await runUntil(api, daysAfter(1), daysAfter(4));
    const [invoice] = await invoicesOf(user);
    const pay = (card_id: string) =>
      api.call('POST /api/account/invoices/{id}/pay', {
        token: user.token,
        params: { id: invoice?.id ?? '' },
        body: { card_id },
      });
    // Declined for good, which says nothing of the card that is charged.
    expect((await pay(spare)).body.data.state).toBe('declined');
    await runUntil(api, daysAfter(5), daysAfter(19));
    expect((await triesOf(user)).map(({ day, code }) => [day, code])).toEqual([
      [0, 'generic_decline'],
      [3, 'generic_decline'],
      [4, 'fraudulent'],
      [5, 'generic_decline'],
      [7, 'generic_decline'],
      [14, 'generic_decline'],
    ]);
  });

  test('is not tried again with a card that was declined for good because another was declined for a while', async () => {
    const user = await declinedBy('4000000000004954');
    const spare = await addCard(api, user, '4000000000000341', { forCheckout: true });
    api.setNow(daysAfter(1));
    const [invoice] = await invoicesOf(user);
    const { body } = await api.call('POST /api/account/invoices/{id}/pay', {
      token: user.token,
      params: { id: invoice?.id ?? '' },
      body: { card_id: spare },
    });
    expect(body.data.state).toBe('declined');
    await runUntil(api, daysAfter(2), daysAfter(19));
    expect((await triesOf(user)).map(({ day, code }) => [day, code])).toEqual([
      [0, 'fraudulent'],
      [1, 'generic_decline'],
    ]);
  });
});
