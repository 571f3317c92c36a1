/** Workers and the card processor are killed at any step of charging, answers are lost: nothing is charged twice, nothing is lost. */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BillingApi, buildPayer, openBillingApi, subscribe } from '../../../../test/billing.ts';
import { buildPlan } from '../../../../test/build.ts';
import { bundleEntry, type Child, startChild } from '../../../../test/child.ts';

/** A hundred in the bench. */
const rounds = Number(process.env.BILLING_KILL_ROUNDS ?? 10);
const households = 12;
/** A second is three hours: an attempt of which nothing is known is asked about after a minute. */
const speed = 10_800;

let api: BillingApi;
let file: string;
beforeAll(async () => {
  api = await openBillingApi();
  file = await bundleEntry('test/billing-worker.ts', 'billing-worker');
}, 120_000);
afterAll(() => rmSync(dirname(file), { recursive: true, force: true }));

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
