/**
 * Workers, servers and the card processor are killed at any step of charging, checkout and refunds, answers are lost: nothing is
 * charged or given back twice, nothing is lost.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingApi, buildPayer, openBillingApi, subscribe } from '../../../../test/billing.ts';
import { buildPlan, buildStaff } from '../../../../test/build.ts';
import { bundleEntry, type Child, startChild } from '../../../../test/child.ts';

/** A hundred in the bench. */
const rounds = Number(process.env.BILLING_KILL_ROUNDS ?? 6);
const households = 12;
/** A second is three hours: the worker asks the card processor about an unfinished attempt after a minute. */
const speed = 10_800;

let api: BillingApi;
let file: string;
let serverFile: string;
beforeAll(async () => {
  api = await openBillingApi();
  file = await bundleEntry('test/billing-worker.ts', 'billing-worker');
  serverFile = await bundleEntry('test/billing-server.ts', 'billing-server');
}, 120_000);
afterAll(() => {
  for (const bundled of [file, serverFile]) rmSync(dirname(bundled), { recursive: true, force: true });
});

const random = (max: number) => Math.floor(Math.random() * max);

/** Where the card processor is, once it runs again. */
async function readAccess() {
  for (;;) {
    const access = await api.gateway.simulator.access().catch(() => undefined);
    if (access) return access;
    await sleep(50);
  }
}

/** Asks something of the card processor that it may be killed at. */
async function control(path: string, body: object): Promise<void> {
  await readAccess();
  await api.gateway.control(path, body).catch(() => {});
}

async function startWorker(from: Date): Promise<Child> {
  const child = startChild(file, {
    databaseUrl: api.url,
    dataDir: api.context.config.dataDir,
    access: await readAccess(),
    from: from.getTime(),
    speed,
  });
  await expect.poll(child.printed, { timeout: 20_000 }).toContain('ready');
  return child;
}

const count = async (query: string) => Number((await api.pool.query(query)).rows[0].count);
const countOpen = () =>
  count(`select count(*) from billing_payments where state in ('open', 'action', 'processing')`);
const countUnsettled = () => count('select count(*) from billing_attempts where outcome is null');

test(`${rounds} rounds of kills and faults charge each period of each household once`, {
  timeout: 60_000 + rounds * 30_000,
}, async () => {
  const plan = await buildPlan(api.db, { priceCents: 1500 });
  let month = new Date('2027-01-15T20:00:00Z');
  api.setNow(month);
  for (let index = 0; index < households; index += 1)
    expect((await subscribe(api, await buildPayer(api), plan)).body.data.state).toBe('paid');
  api.setNow(undefined);

  for (let round = 0; round < rounds; round += 1) {
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 15, 20));
    for (let fault = 0; fault < 4; fault += 1)
      await control('/test/faults', {
        kind: ['slow', 'lost', 'kill', '500', '429'][random(5)],
        path: ['/confirm', '/payment_intents', '/search'][random(3)],
        ms: 50 + random(200),
        times: 1 + random(2),
      });
    const workers = [await startWorker(month), await startWorker(month)];
    await sleep(random(400));
    for (const worker of workers) {
      await sleep(random(150));
      await worker.kill();
    }
    const gatewayPid = api.gateway.simulator.pid();
    if (gatewayPid && round % 3 === 0) process.kill(gatewayPid, 'SIGKILL');
    await sleep(50);
    await control('/test/faults', { kind: 'none' });
    // One that is left alone makes good what the others have left.
    const last = await startWorker(month);
    const stand = async () => [await countInvoices(), await countOpen(), await countUnsettled()];
    const wanted = [households * (round + 2), 0, 0];
    await expect
      .poll(stand, { timeout: 60_000 })
      .toEqual(wanted)
      .catch(async (error: unknown) => {
        const left = await api.pool.query(
          `select p.*, a.outcome, a.at as tried_at from billing_payments p left join billing_attempts a on a.payment_id = p.id
              where p.state in ('open', 'action', 'processing')`,
        );
        throw new Error(`${String(error)}\n${JSON.stringify(left.rows)}\n${last.printed()}`);
      });
    await last.kill();
  }

  const twice = await api.pool.query(
    `select o.body->>'payment_intent' as payment, count(*) from gateway.objects o
        where o.object = 'charge' and o.body->>'status' = 'succeeded' group by 1 having count(*) > 1`,
  );
  expect(twice.rows).toEqual([]);
  const { rows } = await api.pool.query(`
      select
        (select sum((body->>'amount')::int) from gateway.objects where object = 'charge' and body->>'status' = 'succeeded')::int as taken,
        (select sum(amount_cents) from billing_payments where state = 'paid')::int as paid,
        (select sum(total_cents) from billing_invoices)::int as invoiced,
        (select sum(amount_cents) from billing_entries where account = 'gateway')::int as gateway,
        (select coalesce(sum(amount_cents), 0) from billing_entries where account = 'receivable')::int as receivable,
        (select max(number) from billing_invoices)::int as last`);
  const cents = households * (rounds + 1) * 1500;
  expect(rows[0]).toEqual({
    taken: cents,
    paid: cents,
    invoiced: cents,
    gateway: cents,
    receivable: 0,
    last: households * (rounds + 1),
  });
});

const countInvoices = () => count('select count(*) from billing_invoices');

/** A round is a checkout and a refund, each killed before and after the card processor has done it. */
const serverRounds = process.env.BILLING_KILL_ROUNDS ? rounds : 2;

test(`${serverRounds} rounds of a server killed in checkouts and refunds charge once and give back once`, {
  timeout: 60_000 + serverRounds * 60_000,
}, async () => {
  // Between the renewals of those above.
  const from = new Date(Date.UTC(2027, rounds, 23, 20));
  const plan = await buildPlan(api.db, { priceCents: 1300 });
  const { token: staff } = await buildStaff(api.db);
  const staySignedIn = async () => {
    await api.pool.query('update accounts_sessions set last_seen_at = $1', [from]);
    await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [from]);
  };
  const payersOf = async (users: { householdId: string }[]) =>
    (
      await api.pool.query<{ id: string }>('select id from billing_accounts where household_id = any($1)', [
        users.map(({ householdId }) => householdId),
      ])
    ).rows.map(({ id }) => id);
  const serve = async (requests: { url: string; token: string; body: object }[]) => {
    const child = startChild(serverFile, {
      databaseUrl: api.url,
      dataDir: api.context.config.dataDir,
      access: await readAccess(),
      from: from.getTime(),
      requests,
    });
    await expect.poll(child.printed, { timeout: 40_000 }).toContain('ready');
    return child;
  };

  for (let round = 0; round < serverRounds; round += 1) {
    const [buyers, refunded] = [
      [await buildPayer(api), await buildPayer(api)],
      [await buildPayer(api), await buildPayer(api)],
    ];
    api.setNow(from);
    await staySignedIn();
    for (const user of refunded) expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
    const paid = await api.pool.query<{ id: string }>(
      'select id from billing_payments where account_id = any($1)',
      [await payersOf(refunded)],
    );
    const requests = [];
    for (const user of buyers) {
      const { body } = await api.call('POST /api/account/checkout-quotes', {
        token: user.token,
        body: { plan_id: plan.id, price_id: plan.priceId },
      });
      requests.push({
        url: '/api/account/checkouts',
        token: user.token,
        body: {
          key: randomUUID(),
          plan_id: plan.id,
          price_id: plan.priceId,
          card_id: user.cardId,
          coupon_code: '',
          charge_cents: body.data.bill.charge_cents,
          agreement: body.data.agreement,
        },
      });
    }
    for (const { id } of paid.rows)
      requests.push({
        url: `/api/admin/payments/${id}/refunds`,
        token: staff,
        body: { amount_cents: 400, refundable_cents: 1300, reason: 'A test' },
      });
    api.setNow(undefined);
    const accounts = [...(await payersOf(buyers)), ...(await payersOf(refunded))];
    /** Attempts and refunds without an outcome. */
    const begun = () =>
      count(`select (select count(*) from billing_attempts t join billing_payments p on p.id = t.payment_id
          where t.outcome is null and p.account_id = any('{${accounts}}'))
        + (select count(*) from billing_refunds r join billing_payments p on p.id = r.payment_id
          where r.state = 'asked' and p.account_id = any('{${accounts}}')) as count`);
    const atGateway = async () => {
      const { rows } = await api.pool.query<{ object: string; cents: number }>(
        `select o.object, (o.body->>'amount')::int as cents from gateway.objects o
          join billing_payments p on p.gateway_payment_id = o.body->>'payment_intent'
          where p.account_id = any($1) and o.body->>'status' = 'succeeded' and o.object in ('charge', 'refund')
          order by 1, 2`,
        [accounts],
      );
      return rows.map(({ object, cents }) => `${object} ${cents}`);
    };
    const charged = ['charge 1300', 'charge 1300'];
    expect(await atGateway()).toEqual(charged);
    const isAfter = round % 2 === 1;
    // The calls wait at the card processor, which is killed with them, so that nothing is done there; or it does them.
    for (const path of ['/confirm', '/refunds'])
      await control('/test/faults', { kind: 'slow', path, ms: isAfter ? 1500 : 8000, times: 2 });
    const server = await serve(requests);
    await expect.poll(begun, { timeout: 30_000, interval: 20 }).toBe(4);
    if (isAfter) {
      // The server is gone before it can store the answer.
      const client = await api.pool.connect();
      await client.query('begin');
      await client.query('select from billing_accounts where id = any($1) for update', [accounts]);
      await expect
        .poll(atGateway, { timeout: 30_000, interval: 20 })
        .toEqual([...charged, ...charged, 'refund 400', 'refund 400']);
      await sleep(200);
      await server.kill();
      await client.query('rollback');
      client.release();
    } else {
      await server.kill();
      const gatewayPid = api.gateway.simulator.pid();
      if (gatewayPid) process.kill(gatewayPid, 'SIGKILL');
      await sleep(50);
      expect(await atGateway()).toEqual(charged);
    }
    expect(server.printed()).not.toContain('answered');
    expect(await begun()).toBe(4);
    await control('/test/faults', { kind: 'none' });
    // The recovery meets faults as well.
    for (const path of ['/refunds', '/search', '/payment_intents'])
      await control('/test/faults', { kind: ['lost', '500', '429'][random(3)], path, times: 1 });

    const last = await startWorker(from);
    // A checkout that was not charged comes to nothing; a refund is made in any case.
    const bought = isAfter ? 'paid 0' : 'void 0';
    const stand = async () => {
      const { rows } = await api.pool.query<{ state: string; refunded: number }>(
        'select state, refunded_cents as refunded from billing_payments where account_id = any($1) order by refunded_cents, id',
        [accounts],
      );
      return [await begun(), ...rows.map(({ state, refunded: cents }) => `${state} ${cents}`)];
    };
    await expect
      .poll(stand, { timeout: 60_000 })
      .toEqual([0, bought, bought, 'paid 400', 'paid 400'])
      .catch((error: unknown) => {
        throw new Error(`${String(error)}\n${last.printed()}`);
      });
    await last.kill();
    await control('/test/faults', { kind: 'none' });
    const taken = isAfter ? [...charged, ...charged] : charged;
    expect(await atGateway()).toEqual([...taken, 'refund 400', 'refund 400']);
    const { rows } = await api.pool.query(
      `select
        (select sum(e.amount_cents) from billing_entries e join billing_transactions t on t.id = e.transaction_id
          where e.account = 'gateway' and t.cause = 'payment' and t.cause_id in (
            select id::text from billing_payments where account_id = any($1)))::int as paid,
        (select sum(e.amount_cents) from billing_entries e join billing_transactions t on t.id = e.transaction_id
          where e.account = 'gateway' and t.cause = 'refund' and t.cause_id in (
            select r.id::text from billing_refunds r join billing_payments p on p.id = r.payment_id
              where p.account_id = any($1)))::int as refunded`,
      [accounts],
    );
    expect(rows).toEqual([{ paid: taken.length * 1300, refunded: -800 }]);
  }
});
