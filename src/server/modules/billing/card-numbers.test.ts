/** No card number is in the database or in a log, whatever happens to a card; and this test finds one that is. */
import { Writable } from 'node:stream';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildPayer,
  openBillingApi,
  runUntil,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan, buildUser } from '../../../../test/build.ts';
import { testCard } from '../../../../test/gateway.ts';
import { settleDispute } from './refunds.service.ts';

let api: BillingApi;
let logged = '';
const start = new Date('2027-01-31T20:00:00Z');

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  api = await openBillingApi({}, pino({ level: 'trace' }, stream));
});

const good = '4242424242424242';
const asksBank = '4000002760003184';
const refusedWhenSaved = '4000000000000002';
const refusedWhenCharged = '4000000000000341';
const disputed = '4000000000000259';
/** Of no test card: its check digit is right, so it may be somebody's. */
const real = '4539578763621486';
const numbers = [good, asksBank, refusedWhenSaved, refusedWhenCharged, disputed, real];
/** A number as it is, or in groups. */
const pattern = new RegExp(numbers.map((number) => [...number].join('[\\s-]?')).join('|'));

/** The tables of every schema that have a number in one of their rows. */
async function findInTables(): Promise<string[]> {
  const { rows: tables } = await api.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await api.pool.query<{ text: string }>(
      `select row_to_json(whole_row)::text as text from ${name} whole_row`,
    );
    if (rows.some(({ text }) => pattern.test(text))) found.push(name);
  }
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'gateway.objects',
      'gateway.requests',
      'public.billing_cards',
      'public.mail_messages',
    ]),
  );
  return found;
}

test('no card number is kept anywhere, and one that is would be found', async () => {
  api.setNow(start);
  api.context.log.trace('the test begins');
  const plan = await buildPlan(api.db, { priceCents: 1500 });

  // Saved, asked for by its bank, declined when it is saved, declined when it is charged, renewed, disputed.
  const user = await buildPayer(api, { number: good });
  expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
  await addCard(api, user, refusedWhenCharged);
  await runUntil(api, start, new Date('2027-03-04T20:00:00Z'));
  api.setNow(start);
  const asked = await buildPayer(api, { number: asksBank });
  expect((await subscribe(api, asked, plan)).body.data.state).toBe('action');
  await expect(buildPayer(api, { number: refusedWhenSaved })).rejects.toThrow('not saved');
  const disputing = await buildPayer(api, { number: disputed });
  expect((await subscribe(api, disputing, plan)).body.data.state).toBe('paid');
  const { rows } = await api.pool.query(`select id from gateway.objects where object = 'dispute'`);
  expect(rows).toHaveLength(1);
  await settleDispute(api.context, rows[0].id);

  // A real one is refused when it is saved and when it is charged; through the port there is nothing but the refusal.
  const { token, householdId } = await buildUser(api.db);
  const setup = (await api.call('POST /api/account/cards/setups', { token })).body.data;
  const refused = await api.gateway.fromBrowser('POST', `/v1/setup_intents/${setup.setup_id}/confirm`, {
    client_secret: setup.client_secret,
    ...testCard(real),
  });
  expect(refused).toMatchObject({ status: 402, body: { error: { decline_code: 'test_mode_live_card' } } });
  expect(await api.gateway.payments.readCardSetup(setup.setup_id)).toMatchObject({ state: 'open' });
  const { rows: customers } = await api.pool.query(
    'select gateway_customer_id as id from billing_accounts where household_id = $1',
    [householdId],
  );
  const payment = await api.gateway.payments.openPayment({
    invoiceId: householdId,
    customerId: customers[0].id,
    amountCents: 1500,
  });
  const confirm = (form: Record<string, string>) =>
    api.gateway.ask('POST', `/v1/payment_intents/${payment.id}/confirm`, form, { 'idempotency-key': 'k' });
  expect((await confirm(testCard(real))).status).toBe(402);
  expect((await confirm(testCard(`${real.slice(0, 4)} ${real.slice(4)}`))).status).toBe(402);
  expect(await api.gateway.payments.readPayment(payment.id)).toMatchObject({ outcome: { state: 'open' } });
  expect(await api.gateway.payments.listCards(customers[0].id)).toEqual([]);

  // Where no number belongs.
  expect((await api.call('POST /api/account/cards', { token, body: { setup_id: real } })).status).toBe(404);
  expect((await confirm({ payment_method: real })).status).toBeGreaterThanOrEqual(400);

  // What the simulated processor has printed is told when it ends.
  process.kill(Number(api.gateway.simulator.pid()), 'SIGKILL');
  await expect.poll(() => api.gateway.problems.length).toBe(1);
  expect(await findInTables()).toEqual([]);
  const said = () => logged + api.gateway.problems.join('\n');
  expect(said()).toContain('the test begins');
  expect(pattern.exec(said())).toBeNull();

  // And found it would be.
  await api.pool.query(
    `update billing_payments set notes = '4242 4242-42424242' where account_id is not null`,
  );
  await api.pool.query(
    `update gateway.objects set own = jsonb_build_object('n', $1::text) where object = 'dispute'`,
    [real],
  );
  expect(await findInTables()).toEqual(['gateway.objects', 'public.billing_payments']);
  api.context.log.debug({ number: `${good.slice(0, 4)} ${good.slice(4)}` });
  expect(pattern.exec(said())).not.toBeNull();
});
