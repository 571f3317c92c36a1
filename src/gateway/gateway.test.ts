/** The simulated gateway: idempotency, faults, events, cards, and money to the cent. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRunning } from '../../test/child.ts';
import { openTestDatabase } from '../../test/database.ts';
import { openTestGateway, type TestGateway, testCard } from '../../test/gateway.ts';
import type { EventProblem } from '../server/adapters/payments/port.ts';
import fixtures from './stripe-fixtures.json' with { type: 'json' };
import { signEvent } from './webhooks.ts';

let gateway: TestGateway;
let db: pg.Pool;
beforeAll(async () => {
  const { url } = await openTestDatabase({ empty: true });
  db = new pg.Pool({ connectionString: url, max: 2 });
  gateway = await openTestGateway(url);
});
afterAll(() => db.end());

const newCustomer = () =>
  gateway.payments.saveCustomer({ accountId: randomUUID(), email: 'a@example.com', name: 'A' });

/** A card that was given in the browser; answers its id, or the refusal. */
async function saveNumber(customerId: string, number: string, challenge: 'complete' | 'fail' = 'complete') {
  const { id, clientSecret } = await gateway.payments.beginCardSetup({ key: randomUUID(), customerId });
  const form = { client_secret: clientSecret };
  let answer = await gateway.fromBrowser('POST', `/v1/setup_intents/${id}/confirm`, {
    ...form,
    ...testCard(number),
  });
  if (answer.body.status === 'requires_action')
    answer = await gateway.fromBrowser('POST', `/v3/challenge/${id}/${challenge}`, form);
  return answer;
}

async function newPayment(number = '4242424242424242', amountCents = 1299) {
  const customerId = await newCustomer();
  const saved = await saveNumber(customerId, number);
  const payment = await gateway.payments.openPayment({ invoiceId: randomUUID(), customerId, amountCents });
  return {
    paymentId: payment.id,
    clientSecret: payment.clientSecret,
    cardId: saved.body.payment_method as string,
  };
}
const confirm = (
  { paymentId, cardId }: { paymentId: string; cardId: string },
  { attemptId = randomUUID() as string, isOffSession = true } = {},
) => gateway.payments.confirmPayment({ attemptId, paymentId, cardId, isOffSession });
const chargesOf = async (paymentId: string) =>
  (
    await db.query(
      `select 1 from gateway.objects where object = 'charge' and body->>'payment_intent' = $1 and body->>'status' = 'succeeded'`,
      [paymentId],
    )
  ).rowCount;

test('of twenty attempts at once one takes the money, with one key or with twenty', async () => {
  for (const key of [randomUUID(), undefined]) {
    const made = await newPayment();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => confirm(made, key ? { attemptId: key } : {})),
    );
    expect(await chargesOf(made.paymentId)).toBe(1);
    expect((await gateway.payments.readPayment(made.paymentId)).outcome.state).toBe('succeeded');
    for (const { state } of all) expect(['succeeded', 'unknown']).toContain(state);
    expect((await confirm(made, key ? { attemptId: key } : {})).state).toBe('succeeded');
  }
});

test('a key has the same answer for a day, errors too, and takes no other parameters', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const create = (email: string) => gateway.ask('POST', '/v1/customers', { email }, key);
  const first = await create('a@example.com');
  expect((await create('a@example.com')).body).toEqual(first.body);
  expect(await create('b@example.com')).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  });

  const made = await newPayment('4000000000000341');
  const attemptId = randomUUID();
  const declined = await confirm(made, { attemptId });
  expect(declined.state).toBe('declined');
  expect(await confirm(made, { attemptId })).toEqual(declined);
  const { rowCount } = await db.query(
    `select 1 from gateway.objects where object = 'charge' and body->>'payment_intent' = $1`,
    [made.paymentId],
  );
  expect(rowCount).toBe(1);

  // Parameters that were refused leave the key free.
  const bad = { 'idempotency-key': randomUUID() };
  expect((await gateway.ask('POST', '/v1/customers', { nonsense: 'x' }, bad)).status).toBe(400);
  expect((await gateway.ask('POST', '/v1/customers', { email: 'a@example.com' }, bad)).status).toBe(200);
});

test.each(['lost', 'kill'])(
  'when an answer is %s after its success, the same attempt is answered and nothing is taken twice',
  async (kind) => {
    const made = await newPayment();
    const attemptId = randomUUID();
    const pid = gateway.simulator.pid();
    // The library repeats once, by the same key, what was sent on a connection that was then closed.
    await gateway.control('/test/faults', { kind, path: '/confirm', times: kind === 'lost' ? 2 : 1 });
    const { state } = await confirm(made, { attemptId });
    // After a kill the library may find it started again when it repeats.
    expect(kind === 'lost' ? ['unknown'] : ['unknown', 'succeeded']).toContain(state);
    if (kind === 'kill') {
      await expect.poll(() => isRunning(pid ?? 0)).toBe(false);
      // It is started again by itself, at the same address.
      await expect.poll(() => gateway.simulator.pid()).not.toBe(undefined);
      await expect.poll(() => gateway.simulator.pid()).not.toBe(pid);
    }
    expect((await gateway.payments.readPayment(made.paymentId)).outcome.state).toBe('succeeded');
    expect((await confirm(made, { attemptId })).state).toBe('succeeded');
    expect(await chargesOf(made.paymentId)).toBe(1);
  },
);

test('killed before it has done anything, nothing is done, and the same attempt does it', async () => {
  const made = await newPayment();
  const attemptId = randomUUID();
  await gateway.control('/test/faults', { kind: 'slow', path: '/confirm', ms: 5000 });
  const attempt = confirm(made, { attemptId });
  await sleep(150);
  const pid = gateway.simulator.pid() ?? 0;
  process.kill(pid, 'SIGKILL');
  const { state } = await attempt;
  await expect.poll(() => gateway.simulator.pid() ?? pid).not.toBe(pid);
  // The library may have repeated it meanwhile, by the same key.
  const after = (await gateway.payments.readPayment(made.paymentId)).outcome.state;
  expect([state, after]).toEqual(state === 'unknown' ? ['unknown', 'open'] : ['succeeded', 'succeeded']);
  expect((await confirm(made, { attemptId })).state).toBe('succeeded');
  expect(await chargesOf(made.paymentId)).toBe(1);
});

test('a 500 leaves the outcome unknown; with too many requests nothing was begun', async () => {
  const made = await newPayment();
  await gateway.control('/test/faults', { kind: '500', path: '/confirm' });
  expect(await confirm(made)).toEqual({ state: 'unknown' });
  await gateway.control('/test/faults', { kind: '429', path: '/confirm' });
  await expect(confirm(made)).rejects.toThrow('the card processor cannot say');
  await gateway.control('/test/faults', { kind: '500', path: '/payment_intents' });
  await expect(gateway.payments.readPayment(made.paymentId)).rejects.toThrow('the card processor cannot say');
  expect((await gateway.payments.readPayment(made.paymentId)).outcome.state).toBe('open');
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
])('the card %s is refused with %s, %s', async (number, code, declineCode) => {
  const answer = await saveNumber(await newCustomer(), number);
  expect(answer.status).toBe(402);
  expect(answer.body.error).toMatchObject({ type: 'card_error', code, decline_code: declineCode });
});

test('a bank that asks for the owner of a card is answered by the owner alone', async () => {
  const always = await newPayment('4000002760003184');
  expect(await confirm(always)).toEqual({
    state: 'declined',
    code: 'authentication_required',
    isHard: false,
    reason: 'authentication',
  });
  const asked = await confirm(always, { isOffSession: false });
  expect(asked).toMatchObject({ state: 'requires_action', clientSecret: always.clientSecret });
  expect(await chargesOf(always.paymentId)).toBe(0);
  const answer = (how: string, secret: string) =>
    gateway.fromBrowser('POST', `/v3/challenge/${always.paymentId}/${how}`, { client_secret: secret });
  expect((await answer('complete', `${always.paymentId}_secret_guessed`)).status).toBe(404);
  await answer('fail', always.clientSecret);
  expect((await gateway.payments.readPayment(always.paymentId)).outcome).toMatchObject({
    state: 'declined',
    reason: 'authentication',
  });
  await confirm(always, { isOffSession: false });
  await answer('complete', always.clientSecret);
  await answer('complete', always.clientSecret);
  expect(await chargesOf(always.paymentId)).toBe(1);

  const saved = await newPayment('4000002500003155');
  expect((await confirm(saved)).state).toBe('succeeded');
  const failed = await saveNumber(await newCustomer(), '4000002500003155', 'fail');
  expect(failed.body).toMatchObject({ status: 'requires_payment_method', payment_method: null });
});

test('a real number is refused by its own text, and is nowhere', async () => {
  const customerId = await newCustomer();
  const real = '4539578763621486';
  const answer = await saveNumber(customerId, real);
  expect(answer.status).toBe(402);
  expect(answer.body.error).toMatchObject({
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: expect.stringContaining('test cards alone'),
  });
  expect(await gateway.payments.listCards(customerId)).toEqual([]);
  for (const nonsense of ['', '4242', 'abcd', '4242424242424241 2', '9'.repeat(400)])
    expect((await saveNumber(customerId, nonsense)).body.error?.type).toMatch(
      /card_error|invalid_request_error/,
    );
  await saveNumber(customerId, '4242424242424242');
  for (const table of ['objects', 'requests', 'deliveries', 'settings', 'faults']) {
    const { rows } = await db.query<{ text: string }>(`select t::text as text from gateway.${table} t`);
    for (const { text } of rows) {
      expect(text).not.toContain(real);
      expect(text).not.toContain('4242424242424242');
    }
  }
});

test('a browser sees and changes one intent, by its secret, and nothing else', async () => {
  const made = await newPayment();
  const path = `/v1/payment_intents/${made.paymentId}`;
  expect((await gateway.fromBrowser('GET', path, { client_secret: made.clientSecret })).status).toBe(200);
  expect((await gateway.fromBrowser('GET', path, { client_secret: 'guessed' })).status).toBe(404);
  expect((await gateway.fromBrowser('GET', path, {})).status).toBe(403);
  expect((await gateway.fromBrowser('GET', '/v1/payment_methods', { client_secret: 'x' })).status).toBe(403);
  expect(
    (await gateway.fromBrowser('POST', `${path}/cancel`, { client_secret: made.clientSecret })).status,
  ).toBe(403);
  expect((await gateway.ask('GET', '/v1/nothing')).status).toBe(404);
  expect((await gateway.ask('GET', '/v1/customers/cus_x/nothing')).status).toBe(404);
});

test('events are signed, come again when asked, late, and in another order', async () => {
  await gateway.control('/test/webhooks', { held: true, reversed: true, repeat: 2 });
  const made = await newPayment();
  await confirm(made);
  const own = () => gateway.received.filter(({ body }) => body.includes(made.paymentId));
  await sleep(600);
  expect(own()).toEqual([]);
  await gateway.control('/test/webhooks', { held: false });
  await expect.poll(() => own().length, { timeout: 10_000 }).toBe(6);
  expect(own().map(({ type }) => type)).toEqual([
    'payment_intent.succeeded',
    'payment_intent.succeeded',
    'charge.succeeded',
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.created',
  ]);
  for (const { body, signature, id } of own())
    expect(await gateway.payments.readEvent(body, signature)).toMatchObject({
      id,
      about: { kind: 'payment', paymentId: made.paymentId },
    });
  await gateway.control('/test/webhooks', { reversed: false, repeat: 1 });
  const [first] = own();
  await gateway.control(`/test/events/${first?.id}/send`);
  await expect.poll(() => own().length).toBe(7);
});

test('a forged, old, foreign or broken event is refused by its own word; an unknown one is not', async () => {
  const { webhookSecret } = await gateway.simulator.access();
  const now = Math.floor(Date.now() / 1000);
  const event = {
    id: 'evt_1',
    type: 'tax.settings.updated',
    livemode: false,
    data: { object: { object: 'tax.settings' } },
  };
  const read = (body: unknown, secret = webhookSecret, seconds = now) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return gateway.payments.readEvent(Buffer.from(text), signEvent(text, secret, seconds));
  };
  const problem = (work: Promise<unknown>): Promise<EventProblem | undefined> =>
    work.then(
      () => undefined,
      (error) => error.problem,
    );
  expect(await read(event)).toEqual({ id: 'evt_1', type: event.type, about: { kind: 'other' } });
  expect(await problem(read(event, 'whsec_other'))).toBe('forged');
  expect(await problem(read(event, webhookSecret, now - 400))).toBe('old');
  expect(await problem(read({ ...event, livemode: true }))).toBe('foreign');
  for (const broken of ['', '[]', 'null', '{"id":1}', 'x'])
    expect(await problem(read(broken))).toBe('broken');
  const text = JSON.stringify(event);
  const changed = gateway.payments.readEvent(Buffer.from(`${text} `), signEvent(text, webhookSecret));
  expect(await problem(changed)).toBe('forged');
});

test('its balance is what was taken, given back, disputed and charged for, to the cent', async () => {
  const before = await sumOfBalance();
  const paid = await newPayment('4242424242424242', 1299);
  await confirm(paid);
  await gateway.payments.refund({ refundId: randomUUID(), paymentId: paid.paymentId, amountCents: 300 });
  const disputed = await newPayment('4000000000000259', 1999);
  await confirm(disputed);
  const { rows } = await db.query<{ id: string }>(
    `select id from gateway.objects where object = 'dispute' and body->>'payment_intent' = $1`,
    [disputed.paymentId],
  );
  const disputeId = rows[0]?.id ?? '';
  expect(await gateway.payments.readDispute(disputeId)).toMatchObject({
    paymentId: disputed.paymentId,
    amountCents: 1999,
    state: 'open',
    reason: 'fraudulent',
  });
  // 1299 − 68 of fees − 300 + 1999 − 88 − 1999 − 1500
  expect((await sumOfBalance()) - before).toBe(-657);
  await gateway.control(`/test/disputes/${disputeId}/win`);
  expect((await gateway.payments.readDispute(disputeId)).state).toBe('won');
  expect((await sumOfBalance()) - before).toBe(1342);
  await expect(
    gateway.payments.refund({ refundId: randomUUID(), paymentId: disputed.paymentId, amountCents: 1 }),
  ).rejects.toMatchObject({ code: 'charge_disputed' });
});

// Its clock goes forward only: this is the last of those that look at it.
test('a key is kept for 24 hours of its clock, with the refusal that it was answered with, and is free after them', async () => {
  const { body: clock } = await gateway.control('/test/clock');
  const pass = (seconds: number) => gateway.control('/test/clock', { advance_seconds: seconds });
  const key = { 'idempotency-key': randomUUID() };
  const create = (email: string) => gateway.ask('POST', '/v1/customers', { email }, key);
  const first = await create('a@example.com');
  const made = await newPayment('4000000000000341');
  const attemptId = randomUUID();
  const declined = await confirm(made, { attemptId });
  expect(declined.state).toBe('declined');
  const triesOf = async () =>
    (
      await db.query(
        `select 1 from gateway.objects where object = 'charge' and body->>'payment_intent' = $1`,
        [made.paymentId],
      )
    ).rowCount;
  const hourSeconds = 3600;
  await pass(23 * hourSeconds);
  expect(await create('a@example.com')).toEqual(first);
  expect(await create('b@example.com')).toMatchObject({
    status: 400,
    body: {
      error: { type: 'idempotency_error', message: expect.stringContaining('with the same parameters') },
    },
  });
  expect(await confirm(made, { attemptId })).toEqual(declined);
  expect(await triesOf()).toBe(1);
  await pass(hourSeconds);
  expect(Number((await gateway.control('/test/clock')).body.now)).toBeGreaterThanOrEqual(
    Number(clock.now) + 24 * hourSeconds,
  );
  const second = await create('b@example.com');
  expect(second).toMatchObject({ status: 200, body: { email: 'b@example.com' } });
  expect(second.body.id).not.toBe(first.body.id);
  expect((await confirm(made, { attemptId })).state).toBe('declined');
  expect(await triesOf()).toBe(2);
});

async function sumOfBalance(): Promise<number> {
  const range = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };
  let sum = 0;
  let next: string | undefined;
  do {
    const page = await gateway.payments.balanceMovements(range, next);
    for (const { netCents } of page.items) sum += netCents;
    next = page.next;
  } while (next);
  return sum;
}

/** Each of our objects has the fields of Stripe's published ones (`stripe-fixtures.json`), of their kinds. Null stands for any kind. */
test('objects have the fields of Stripe’s published fixtures', async () => {
  await confirm(await newPayment('4000000000000259'));
  const refunded = await newPayment();
  await confirm(refunded);
  await gateway.payments.refund({ refundId: randomUUID(), paymentId: refunded.paymentId, amountCents: 5 });
  const id = await gateway.payments.savePlan({ planId: randomUUID(), name: 'Basic', isActive: true });
  await gateway.payments.createPrice({
    ourPriceId: randomUUID(),
    productId: id,
    amountCents: 999,
    months: 12,
  });
  const kindOf = (value: unknown) =>
    Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const wrong: string[] = [];
  for (const [object, published] of Object.entries(fixtures)) {
    const { rows } = await db.query<{ body: Record<string, unknown> }>(
      `select body from gateway.objects where object = $1 order by seq desc limit 5`,
      [object],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { body } of rows)
      for (const [name, value] of Object.entries(published)) {
        // Since 2022-11-15 it is there only where it is expanded.
        if (object === 'charge' && name === 'refunds') continue;
        const [ours, theirs] = [kindOf(body[name]), kindOf(value)];
        // May be expanded, or may not.
        const isReference = ours === 'string' && theirs === 'object';
        if (!(name in body) || (ours !== theirs && ours !== 'null' && theirs !== 'null' && !isReference))
          wrong.push(`${object}.${name}: ${ours}, ${theirs}`);
      }
  }
  expect([...new Set(wrong)]).toEqual([]);
});
