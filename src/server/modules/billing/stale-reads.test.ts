/** What is read at the card processor while another card is being tried is of an earlier try; through HTTP, against the simulated card processor. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildSubscriber,
  householdReads,
  openBillingApi,
  runAt,
  runUntil,
} from '../../../../test/billing.ts';
import { buildPlan } from '../../../../test/build.ts';

let api: BillingApi;
let monthly: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');
const due = new Date('2027-02-28T20:00:00Z');
const minutesAfter = (minutes: number) => new Date(due.getTime() + minutes * 60_000);
const fraudulent = '4000000000004954';
const asksItsOwner = '4000002760003184';

beforeAll(async () => {
  api = await openBillingApi();
  monthly = await buildPlan(api.db, { priceCents: 1500 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await api.gateway.control('/test/faults', { kind: 'none' });
});

const { invoicesOf, membership, taken } = householdReads(() => api);

/** A renewal that was declined for good, beside another card of its household. */
const declined = async (number?: string) => {
  api.setNow(start);
  const user = await buildSubscriber(api, monthly);
  const cardId = await addCard(api, user, number);
  await addCard(api, user, fraudulent);
  await runUntil(api, start, due);
  const [renewal] = await invoicesOf(user);
  const about = { token: user.token, params: { id: renewal?.id ?? '' }, locale: 'en' as const };
  return {
    user,
    pay: async () =>
      (await api.call('POST /api/account/invoices/{id}/pay', { ...about, body: { card_id: cardId } })).body
        .data,
    settle: async () => (await api.call('POST /api/account/invoices/{id}/settle', about)).body.data,
    payment: async () =>
      (await api.pool.query('select * from billing_payments where invoice_id = $1', [about.params.id]))
        .rows[0],
    tries: async () =>
      (
        await api.pool.query(
          `select t.outcome, t.code from billing_attempts t join billing_payments p on p.id = t.payment_id
            where p.invoice_id = $1 order by t.at, t.id`,
          [about.params.id],
        )
      ).rows,
  };
};
const wasDeclined = { outcome: 'declined', code: 'fraudulent' };

/** The next call that charges a card: what happens before it is sent, and what is known of it. */
const onConfirm = (around: (send: () => Promise<unknown>) => Promise<unknown>) => {
  const { payments } = api.gateway;
  const confirm = payments.confirmPayment.bind(payments);
  vi.spyOn(payments, 'confirmPayment').mockImplementationOnce(async (asked) => {
    await around(() => confirm(asked));
    return { state: 'unknown' };
  });
};

describe('the decline of an earlier card', () => {
  test('that is read before another card is charged does not end that try, whose answer is lost', async () => {
    const renewal = await declined();
    onConfirm(async (send) => {
      expect(await renewal.settle()).toMatchObject({ state: 'waiting' });
      await send();
    });
    expect(await renewal.pay()).toMatchObject({ state: 'waiting' });
    expect(await taken(renewal.user)).toBe(3000);
    // It is found by itself, and nothing more is tried.
    await runAt(api, minutesAfter(2));
    expect(await renewal.payment()).toMatchObject({ state: 'paid', failures: 1 });
    expect(await renewal.tries()).toEqual([wasDeclined, { outcome: 'succeeded', code: null }]);
    expect((await membership(renewal.user)).subscription).toMatchObject({ state: 'active' });
    await runUntil(api, minutesAfter(2), new Date('2027-03-25T20:00:00Z'));
    expect((await membership(renewal.user)).subscription).toMatchObject({ state: 'active' });
    expect(await taken(renewal.user)).toBe(3000);
  });

  test('is not that of another card which the card processor was never asked for', async () => {
    const renewal = await declined();
    onConfirm(async () => {});
    expect(await renewal.pay()).toMatchObject({ state: 'waiting' });
    await runAt(api, minutesAfter(2));
    expect(await renewal.tries()).toEqual([wasDeclined, { outcome: 'not_made', code: null }]);
    // The card that was declined for good is not tried in its place.
    await runAt(api, minutesAfter(20));
    expect(await renewal.payment()).toMatchObject({ state: 'open', failures: 1, next_try_at: null });
    expect(await renewal.tries()).toHaveLength(2);
    expect(await renewal.pay()).toMatchObject({ state: 'paid' });
    expect(await taken(renewal.user)).toBe(3000);
  });

  test('hides no question of the bank', async () => {
    const renewal = await declined(asksItsOwner);
    await api.gateway.control('/test/faults', { kind: 'slow', path: '/confirm', ms: 1500, times: 1 });
    const paying = renewal.pay();
    await expect.poll(renewal.tries, { interval: 20 }).toHaveLength(2);
    expect(await renewal.settle()).toMatchObject({ state: 'waiting', client_secret: null });
    expect(await paying).toMatchObject({ state: 'action', client_secret: expect.any(String) });
    expect(await renewal.payment()).toMatchObject({ state: 'action', failures: 1 });
  });

  test('is not told to whoever presses ten times with a good card', async () => {
    const renewal = await declined();
    await api.gateway.control('/test/faults', { kind: 'slow', path: '/confirm', ms: 800, times: 1 });
    const ends = await Promise.all(Array.from({ length: 10 }, renewal.pay));
    expect(new Set(ends.map(({ state }) => state))).not.toContain('declined');
    expect(await renewal.payment()).toMatchObject({ state: 'paid', failures: 1 });
    expect(await renewal.tries()).toEqual([wasDeclined, { outcome: 'succeeded', code: null }]);
    expect(await taken(renewal.user)).toBe(3000);
  });

  test('that is read late ends no question of the bank that came meanwhile', async () => {
    const renewal = await declined(asksItsOwner);
    const { payments } = api.gateway;
    const read = payments.readPayment.bind(payments);
    vi.spyOn(payments, 'readPayment').mockImplementationOnce(async (id) => {
      const before = await read(id);
      expect(await renewal.pay()).toMatchObject({ state: 'action' });
      return before;
    });
    expect(await renewal.settle()).toMatchObject({ state: 'waiting' });
    expect(await renewal.payment()).toMatchObject({ state: 'action', failures: 1 });
  });
});

test('a question of the bank that was left is not that of another card, which is charged without one', async () => {
  const renewal = await declined(asksItsOwner);
  expect(await renewal.pay()).toMatchObject({ state: 'action' });
  const other = await api.call('GET /api/account/membership', { token: renewal.user.token });
  const good = other.body.data.cards.find(({ last_four }) => last_four === '4242')?.id ?? '';
  const [invoice] = await invoicesOf(renewal.user);
  onConfirm(async (send) => {
    expect(await renewal.settle()).toMatchObject({ state: 'waiting', client_secret: null });
    await send();
  });
  await api.call('POST /api/account/invoices/{id}/pay', {
    token: renewal.user.token,
    params: { id: invoice?.id ?? '' },
    body: { card_id: good },
  });
  await runAt(api, minutesAfter(2));
  expect(await renewal.payment()).toMatchObject({ state: 'paid' });
  expect(await renewal.tries()).toEqual([
    wasDeclined,
    { outcome: 'action', code: null },
    { outcome: 'succeeded', code: null },
  ]);
});
