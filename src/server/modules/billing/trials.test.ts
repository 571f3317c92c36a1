/** A card and a mailbox have one trial each, also with concurrent checkouts, and after an erasure. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  type BillingApi,
  buildPayer,
  householdReads,
  openBillingApi,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan } from '../../../../test/build.ts';
import { eraseDueAccounts } from '../accounts/erasure.service.ts';
import { remindJob } from './jobs/billing.jobs.ts';
import { emptyOldAccounts } from './old-money.service.ts';

let api: BillingApi;
let tried: Awaited<ReturnType<typeof buildPlan>>;
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  api = await openBillingApi();
  tried = await buildPlan(api.db, { priceCents: 999, trialDays: 14 });
});

const { membership, taken } = householdReads(() => api);
type Payer = Awaited<ReturnType<typeof buildPayer>>;
const quoteWithCard = async ({ token, cardId }: Payer) => {
  const body = { plan_id: tried.id, price_id: tried.priceId, card_id: cardId };
  return (await api.call('POST /api/account/checkout-quotes', { token, body })).body.data;
};
const hashes = async () =>
  (await api.pool.query<{ hash: string }>('select hash from billing_trial_cards')).rows.map(
    ({ hash }) => hash,
  );

test('of households that confirm a trial with one card at once, one has it, and the others are told what they pay', async () => {
  api.setNow(start);
  const number = '5555555555554444';
  const households = await Promise.all(Array.from({ length: 6 }, () => buildPayer(api, { number })));
  const ends = await Promise.all(households.map((user) => subscribe(api, user, tried)));
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  for (const { status, body } of ends)
    if (status === 409) expect(body).toMatchObject({ code: 'amount_changed', total_cents: 999 });
  const states = await Promise.all(
    households.map(async (user) => (await membership(user)).subscription?.state),
  );
  expect(states.filter((state) => state === 'trial')).toHaveLength(1);
  expect(states.filter((state) => state === undefined)).toHaveLength(5);
  for (const user of households) expect(await taken(user)).toBe(0);
});

test('with the card of somebody who had a trial and is erased there is none, until the years for money are over', async () => {
  api.setNow(start);
  const [number, spare] = ['378282246310005', '6011111111111117'];
  const [user, without] = [await buildPayer(api, { number }), await buildPayer(api, { number: spare })];
  const [later, other] = [await buildPayer(api, { number }), await buildPayer(api, { number: spare })];
  expect((await subscribe(api, user, tried)).body.data.state).toBe('paid');
  const { rows } = await api.pool.query<{ fingerprint: string }>(
    `select c.fingerprint from billing_cards c join billing_accounts a on a.id = c.account_id where a.household_id = $1`,
    [user.householdId],
  );
  for (const { token, password } of [user, without])
    expect((await api.call('POST /api/account/deletion', { token, body: { password } })).status).toBe(200);
  api.setNow(new Date('2027-05-02T20:00:00Z'));
  expect(await eraseDueAccounts(api.context)).toBe(2);
  // The kept hash reveals neither the card nor its owner.
  const [hash, ...more] = await hashes();
  expect(more).toEqual([]);
  expect(hash).toHaveLength(43);
  expect(hash).not.toContain(rows[0]?.fingerprint);
  const left = await api.pool.query(
    `select c.fingerprint from billing_cards c join billing_accounts a on a.id = c.account_id where a.household_id is null`,
  );
  expect(left.rows).toEqual([{ fingerprint: null }, { fingerprint: null }]);
  await api.pool.query(`update accounts_sessions set last_seen_at = '2027-05-02T20:00:00Z'`);
  const { trial_days, price_id, bill, agreement } = await quoteWithCard(later);
  expect([trial_days, bill.charge_cents]).toEqual([0, 999]);
  const confirmed = await api.call('POST /api/account/checkouts', {
    token: later.token,
    body: {
      key: randomUUID(),
      plan_id: tried.id,
      price_id,
      card_id: later.cardId,
      charge_cents: bill.charge_cents,
      agreement,
    },
  });
  expect(confirmed.body.data.state).toBe('paid');
  expect(await taken(later)).toBe(999);
  // The erasure of a household without a trial changes nothing.
  expect((await quoteWithCard(other)).trial_days).toBe(14);
  for (const [day, count] of [
    ['2034-05-02T19:00:00Z', 1],
    ['2034-05-03T20:00:00Z', 0],
  ] as const) {
    api.setNow(new Date(day));
    await remindJob.run({}, api.context, new AbortController().signal);
    expect(await hashes()).toHaveLength(count);
  }
});

test('a mailbox has one trial, by whichever of its addresses, also after an erasure', async () => {
  api.setNow(start);
  const withEmail = async (email: string, number: string) => {
    const payer = await buildPayer(api, { number });
    await api.pool.query('update accounts_users set email = $2 where id = $1', [payer.id, email]);
    return payer;
  };
  const daysOf = async (payer: Payer) => (await quoteWithCard(payer)).trial_days;
  const first = await withEmail('Mina.Kim+tv@gmail.com', '4242424242424242');
  const same = await withEmail('minakim+2@googlemail.com', '5200828282828210');
  const [dotted, undotted] = [
    await withEmail('mina.kim@example.com', '4000056655665556'),
    await withEmail('minakim@example.com', '6011000990139424'),
  ];
  expect(await daysOf(same)).toBe(14);
  const ends = await Promise.all([first, same].map((user) => subscribe(api, user, tried)));
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [had, refused] = ends[0]?.status === 200 ? [first, same] : [same, first];
  expect(await daysOf(refused)).toBe(0);
  // Other mail services tell addresses with and without dots apart.
  expect((await subscribe(api, dotted, tried)).status).toBe(200);
  expect(await daysOf(undotted)).toBe(14);

  const { token, password } = had;
  expect((await api.call('POST /api/account/deletion', { token, body: { password } })).status).toBe(200);
  api.setNow(new Date('2027-05-02T20:00:00Z'));
  expect(await eraseDueAccounts(api.context)).toBe(1);
  await api.pool.query(`update accounts_sessions set last_seen_at = '2027-05-02T20:00:00Z'`);
  expect(await daysOf(refused)).toBe(0);
  const kept = await api.pool.query<{ hash: string }>('select hash from billing_trial_mailboxes');
  expect(kept.rows.map(({ hash }) => hash.length)).toContain(43);
  api.setNow(new Date('2045-01-31T20:00:00Z'));
  await emptyOldAccounts(api.context, new AbortController().signal);
  expect((await api.pool.query('select hash from billing_trial_mailboxes')).rows).toEqual([]);
});
