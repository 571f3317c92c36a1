/**
 * Billing at size. `BENCH_SUBSCRIPTIONS` (default: a million) of one day are renewed. The process is killed halfway, and another
 * one continues. `BENCH_CHARGES` of them (default: 50,000, at least 10,000) are charged. Then households and the office make requests.
 * A renewal and a charge may cost at most 1.2 times the CPU of one among 10,000. CPU is that of Node and PostgreSQL.
 * Charges go through the processor's library to a program of a few lines that answers at once. Its CPU is not counted.
 */

import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/db/client.ts';
import { buildPlan, buildStaff } from '../test/build.ts';
import type { BillerAnswer, BillerTask } from './biller.ts';
import { cpuSeconds, cpuSecondsOfTree, report, reportCpu } from './measure.ts';

const few = 10_000;
const many = Number(process.env.BENCH_SUBSCRIPTIONS) || 1_000_000;
/** At least those of the few: the calling households are among them, and must have no open invoice. */
const charges = Math.max(few, Number(process.env.BENCH_CHARGES) || 50_000);
const due = new Date('2030-03-15T20:00:00Z');
/** Number of households that make requests. */
const callers = 205;

/**
 * The id of a generated row, of version 7 like the service's own: rows of one time are neighbors in every index.
 * `n` is its number in the statement.
 */
const idOf = (what: string) =>
  sql`(lpad(to_hex(1760000000000 + n::bigint * 1000), 12, '0') || '7' || left(md5(${what} || n), 3) || '8' || left(md5(n || ${what}), 15))::uuid`;

/** Households whose month has ended that day, each with an invoice that was paid and a card. */
async function seed(
  db: Database,
  from: number,
  count: number,
  planId: string,
  priceId: string,
): Promise<void> {
  const each = sql`generate_series(${from}::int, ${from + count - 1}::int) n`;
  await db.execute(
    sql`insert into accounts_households (id, zone) select ${idOf('household')}, 'America/Los_Angeles' from ${each}`,
  );
  await db.execute(sql`insert into accounts_users (id, household_id, username, email, locale)
    select ${idOf('user')}, ${idOf('household')}, 'payer' || n, 'payer' || n || '@example.com', 'ko' from ${each}`);
  await db.execute(sql`insert into billing_accounts (id, household_id, gateway_customer_id)
    select ${idOf('account')}, ${idOf('household')}, 'cus_' || n from ${each}`);
  await db.execute(sql`insert into billing_addresses (id, account_id, name, line1, city, region, postal_code, country)
    select ${idOf('address')}, ${idOf('account')}, '김서연', '3250 Wilshire', 'Los Angeles', 'CA', '90010', 'US' from ${each}`);
  await db.execute(sql`insert into billing_cards (id, account_id, gateway_card_id, brand, last_four, expiry_month, expiry_year, name)
    select ${idOf('card')}, ${idOf('account')}, 'pm_' || n, 'visa', '4242', 12, 2040, 'Kim' from ${each}`);
  await db.execute(sql`update billing_accounts a set card_id = ${idOf('card')}, address_id = ${idOf('address')}
    from ${each} where a.id = ${idOf('account')}`);
  await db.execute(sql`insert into billing_subscriptions
      (id, account_id, household_id, state, platform, zone, plan_id, price_id, began_on, period_from, period_to, renews, due_at)
    select ${idOf('subscription')}, ${idOf('account')}, ${idOf('household')}, 'active', 'web', 'America/Los_Angeles', ${planId}, ${priceId},
      '2029-10-15', '2030-02-15', '2030-03-15', true, '2030-03-15T07:00:00Z' from ${each}`);
  await db.execute(sql`insert into billing_changes
      (subscription_id, position, kind, day, plan_id, price_id, price_cents, months, trial_days, made_by, at)
    select ${idOf('subscription')}, 0, 'begin', '2029-10-15', ${planId}, ${priceId}, 1499, 1, 0, 'customer', '2029-10-15T20:00:00Z'
    from ${each}`);
  await db.execute(sql`insert into billing_invoices
      (id, number, account_id, subscription_id, issued_at, due_on, net_cents, tax_cents, total_cents, address_id, country, region, postal_code)
    select ${idOf('invoice')}, (select value from billing_counters where name = 'invoice') + n - ${from - 1}::int, ${idOf('account')}, ${idOf('subscription')}, '2030-02-15T20:00:00Z', '2030-02-15', 1499, 0, 1499,
      ${idOf('address')}, 'US', 'CA', '90010' from ${each}`);
  await db.execute(sql`insert into billing_invoice_lines
      (invoice_id, position, kind, subscription_id, plan_id, price_id, price_cents, months, period_from, at, until, price_days, sign,
        first_day, last_day, amount_cents, tax_cents)
    select ${idOf('invoice')}, 0, 'plan', ${idOf('subscription')}, ${planId}, ${priceId}, 1499, 1, '2030-02-15', 0, 28, 28, 1,
      '2030-02-15', '2030-03-14', 1499, 0 from ${each}`);
  await db.execute(sql`insert into billing_payments
      (id, created_at, invoice_id, account_id, subscription_id, plan_id, starts_on, ends_on, state, amount_cents, method, platform, paid_at,
        notes, gateway_payment_id)
    select ${idOf('payment')}, day + time '20:00', ${idOf('invoice')}, ${idOf('account')}, ${idOf('subscription')}, ${planId}, day, day + 27,
      'paid', 1499, 'card', 'web', day + time '20:00', case when n % 20 = 0 then '전화로 문의함 ' || n else '' end, 'pi_old_' || n
    from ${each}, lateral (select date '2030-02-15' - n % 700 as day) began`);
  await db.execute(sql`update billing_accounts a set last_paid_at = p.paid_at from ${each}, billing_payments p
    where a.id = ${idOf('account')} and p.account_id = a.id`);
  await db.execute(sql`insert into plans_periods (id, household_id, plan_id, starts_at, ends_at, subscription_id)
    select ${idOf('period')}, ${idOf('household')}, ${planId}, '2029-10-15T07:00:00Z', '2030-03-22T07:00:00Z', ${idOf('subscription')}
    from ${each}`);
  await db.execute(sql`update billing_counters set value = value + ${count} where name = 'invoice'`);
  await db.execute(
    sql`vacuum analyze billing_accounts, billing_subscriptions, billing_changes, billing_invoices, billing_invoice_lines, billing_payments, plans_periods`,
  );
}

/** Sessions of the first users, and as many households that have a card and no plan yet. */
async function seedCallers(db: Database, count: number): Promise<{ members: string[]; buyers: string[] }> {
  const token = (who: string, n: number) => `bench-${who}-${n}`;
  const hash = (who: string) =>
    sql`rtrim(translate(encode(sha256(convert_to('bench-' || ${who} || '-' || n, 'utf8')), 'base64'), '+/', '-_'), '=')`;
  const session = (who: string, user: string, household: string) =>
    db.execute(sql`insert into accounts_sessions
        (id, user_id, household_id, token_hash, device, device_name, address, country, last_seen_at)
      select gen_random_uuid(), ${idOf(user)}, ${idOf(household)}, ${hash(who)}, 'web', 'Chrome · Windows', '10.0.0.1', 'US',
        ${due} from generate_series(1, ${count}::int) n`);
  await session('member', 'user', 'household');
  const each = sql`generate_series(1, ${count}::int) n`;
  await db.execute(
    sql`insert into accounts_households (id, zone) select ${idOf('buyers')}, 'America/Los_Angeles' from ${each}`,
  );
  await db.execute(sql`insert into accounts_users (id, household_id, username, email, locale)
    select ${idOf('buyer')}, ${idOf('buyers')}, 'buyer' || n, 'buyer' || n || '@example.com', 'ko' from ${each}`);
  await db.execute(sql`insert into billing_accounts (id, household_id, gateway_customer_id)
    select ${idOf('buying')}, ${idOf('buyers')}, 'cus_b' || n from ${each}`);
  await db.execute(sql`insert into billing_addresses (id, account_id, name, line1, city, region, postal_code, country)
    select ${idOf('place')}, ${idOf('buying')}, '김서연', '3250 Wilshire', 'Los Angeles', 'CA', '90010', 'US' from ${each}`);
  await db.execute(sql`insert into billing_cards (id, account_id, gateway_card_id, brand, last_four, expiry_month, expiry_year, name)
    select ${idOf('bought')}, ${idOf('buying')}, 'pm_b' || n, 'visa', '4242', 12, 2040, 'Kim' from ${each}`);
  await db.execute(sql`update billing_accounts a set card_id = ${idOf('bought')}, address_id = ${idOf('place')}
    from ${each} where a.id = ${idOf('buying')}`);
  await session('buyer', 'buyer', 'buyers');
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return {
    members: numbers.map((n) => token('member', n)),
    buyers: numbers.map((n) => token('buyer', n)),
  };
}

/** Queries of the list of payments. Each kind has queries with few results and with many. */
const paymentLists: Record<string, string[]> = {
  'by date': ['sort=created_at'],
  'by amount': ['sort=amount_cents'],
  failed: ['status=failed'],
  'by first and last day': [
    'starts_on_from=2030-02-10',
    'starts_on_until=2028-04-01',
    'starts_on_until=2029-01-01',
    'starts_on_from=2029-06-01&starts_on_until=2029-06-30',
    'ends_on_from=2029-07-01&ends_on_until=2029-07-02&sort=amount_cents',
  ],
  'by next payment': ['next_payment_on_from=2030-03-16', 'next_payment_on_until=2030-03-15'],
  'by notes': ['notes_like=문의함 77740', 'notes_like=전화', 'notes_like=없는말', 'notes_empty=false'],
  'by latest payment': ['last_paid_at_from=2030-02-14T00:00:00Z', 'last_paid_at_until=2028-04-01T00:00:00Z'],
  'by cancellation': ['cancelled_at_from=2029-01-01T00:00:00Z', 'cancelled_at_empty=true'],
  'by address': ['state_like=ca', 'state_like=NY', 'zip_like=9001', 'city_like=los', 'name_like=박'],
  'by amounts': [
    'total_cents_min=1500',
    'credit_cents_min=1',
    'refunded_cents_min=1',
    'total_cents_max=5000',
  ],
  'by plan': ['plan_id_in=00000000-0000-4000-8000-000000000000'],
  'by what went wrong': ['failures_min=3', 'failure_reason_in=expired', 'next_try_at_empty=false'],
};

/** Measures requests of households and the office at that size, one after the other. */
async function measureCalls(
  db: Database,
  port: number,
  plan: { id: string; priceId: string },
  other: { priceId: string },
): Promise<void> {
  const { members, buyers } = await seedCallers(db, callers);
  const send = async (token: string, method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer).slice(0, 300)}`);
    return answer;
  };
  const measure = async (what: string, aimMs: number, work: (() => Promise<unknown>)[]) => {
    // The first five calls are warm-up.
    const times: number[] = [];
    for (const [index, one] of work.entries()) {
      const began = performance.now();
      await one();
      if (index >= 5) times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    report(`billing: ${what}, p95 ms`, times[Math.floor(times.length * 0.95)] ?? 0, `≤ ${aimMs}`);
  };
  await measure(
    'preview of another plan',
    50,
    members.map(
      (token) => () =>
        send(token, 'POST', '/api/account/membership/quotes', {
          change: { kind: 'plan', price_id: other.priceId },
        }),
    ),
  );
  for (const path of ['membership', 'invoices'])
    await measure(
      path,
      50,
      members.map((token) => () => send(token, 'GET', `/api/account/${path}`)),
    );
  const quotes = new Map<string, { bill: { charge_cents: number }; agreement: string }>();
  const wanted = { plan_id: plan.id, price_id: plan.priceId };
  await measure(
    'preview of a checkout',
    50,
    buyers.map((token) => async () => {
      const { data } = await send(token, 'POST', '/api/account/checkout-quotes', wanted);
      quotes.set(token, data);
    }),
  );
  const { rows: cards } = await db.execute<{ id: string }>(
    sql`select ${idOf('bought')} as id from generate_series(1, ${callers}::int) n order by n`,
  );
  await measure(
    'checkout, with a processor that answers at once',
    300,
    buyers.map((token, index) => async () => {
      const quote = quotes.get(token);
      const { data } = await send(token, 'POST', '/api/account/checkouts', {
        key: randomUUID(),
        ...wanted,
        card_id: cards[index]?.id,
        charge_cents: quote?.bill.charge_cents,
        agreement: quote?.agreement,
      });
      if (data.state !== 'paid') throw new Error(`a checkout ended ${JSON.stringify(data)}`);
    }),
  );
  const { token } = await buildStaff(db);
  await db.execute(sql`update staff_sessions set created_at = ${due}, last_seen_at = ${due}`);
  await send(token, 'POST', '/api/admin/personal-data-openings', {
    resource: 'payments',
    id: null,
    reason: 'Bench',
  });
  for (const [what, queries] of Object.entries(paymentLists))
    await measure(
      `payments list, ${what}`,
      50,
      Array.from(
        { length: 45 },
        (_, at) => () =>
          send(token, 'GET', `/api/admin/payments?per_page=50&order=desc&${queries[at % queries.length]}`),
      ),
    );
}

/** Subscriptions that were not invoiced, paid for and booked once for the day, and numbers of invoices that are missing. */
async function countWrong(db: Database): Promise<number> {
  const { rows } = await db.execute<{ wrong: string }>(sql`
    select (select count(*) from (
        select s.id from billing_subscriptions s
        left join billing_invoices i on i.subscription_id = s.id and i.due_on = '2030-03-15'
        left join billing_payments p on p.invoice_id = i.id
        left join billing_transactions t on t.cause = 'invoice' and t.cause_id = i.id::text
        group by 1 having count(i.id) <> 1 or count(p.id) <> 1 or count(t.id) <> 1) own)
      + (select max(number) - count(*) from billing_invoices) as wrong`);
  return Number(rows[0]?.wrong);
}

/** Runs the part: the work itself in a process of its own. */
export async function measureBilling(
  db: Database,
  postgresPid: number,
  here: string,
  settings: { dataDir: string; databaseUrl: string; rootDir: string; secret: string },
): Promise<void> {
  const plan = await buildPlan(db, { priceCents: 1499 });
  const dearer = await buildPlan(db, { priceCents: 1999 });
  await db.execute(sql`insert into billing_tax_rates
    (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on) values
    (gen_random_uuid(), 'US', 'CA', 'plan', 'State', 'US-CA', 72500, '2020-01-01')`);
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
  const gateway = fork(join(here, 'gateway.js'), [], { stdio: [...stdio], execArgv: [] });
  const [gatewayPort] = (await once(gateway, 'message')) as [number];
  // Node collects garbage late, up to its limit, so the limit shows whether this much memory is enough.
  const startBiller = (now = due) =>
    fork(join(here, 'biller.js'), [JSON.stringify({ ...settings, gatewayPort, now: now.toISOString() })], {
      stdio: [...stdio],
      execArgv: ['--max-old-space-size=192'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
  let biller = startBiller();
  const ask = async (task: BillerTask): Promise<BillerAnswer> => {
    biller.send(task);
    const [answer] = (await once(biller, 'message')) as [BillerAnswer];
    return answer;
  };
  let peakMb = 0;
  const measured = async (task: BillerTask, killAt?: number) => {
    const before = cpuSecondsOfTree(postgresPid) * 1000;
    const killed = killAt === undefined ? { cpuMs: 0, done: 0 } : await killRenewing(killAt);
    const { done, cpuMs, ...own } = await ask(task);
    peakMb = Math.max(peakMb, own.peakMb);
    const all = killed.done + done;
    return {
      done: all,
      each: (killed.cpuMs + cpuMs + cpuSecondsOfTree(postgresPid) * 1000 - before) / all,
    };
  };
  const countInvoices = async () => {
    const { rows } = await db.execute<{ value: string }>(
      sql`select value from billing_counters where name = 'invoice'`,
    );
    return Number(rows[0]?.value);
  };
  /** Kills the process while it renews, once so many invoices have been written, and starts another. */
  const killRenewing = async (invoices: number) => {
    const { pid = 0 } = biller;
    const before = await countInvoices();
    const cpuBefore = cpuSeconds(pid);
    biller.send('renew' satisfies BillerTask);
    while ((await countInvoices()) < before + invoices) await sleep(100);
    const cpuMs = (cpuSeconds(pid) - cpuBefore) * 1000;
    const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    peakMb = Math.max(peakMb, peakKb / 1024);
    const gone = once(biller, 'exit');
    biller.kill('SIGKILL');
    await gone;
    // Statements that it had already sent may still be executed.
    await sleep(2000);
    const done = (await countInvoices()) - before;
    // The clock of the new process is an hour ahead, so that invoices of the first one are due.
    biller = startBiller(new Date(due.getTime() + 3_600_000));
    return { cpuMs, done };
  };
  const costs: { renewed: number; charged: number }[] = [];
  let next = 1;
  for (const count of [few, many]) {
    await seed(db, next, count, plan.id, plan.priceId);
    next += count;
    const renewed = await measured('renew', count === many ? count / 2 : undefined);
    if (renewed.done !== count) throw new Error(`${renewed.done} of ${count} were renewed`);
    reportCpu(`billing: ${count.toLocaleString('en-US')} subscriptions renewed, CPU ms each`, renewed.each, {
      aimRows: 8,
    });
    const charged = Math.min(count, charges);
    // The other payments stay open, chosen at random so that every batch of renewals has some.
    await db.execute(sql`update billing_payments set next_try_at = null where next_try_at is not null and id not in
      (select id from billing_payments where next_try_at is not null order by md5(id::text) limit ${charged})`);
    const paid = await measured('charge');
    if (paid.done !== charged) throw new Error(`${paid.done} of ${charged} were charged`);
    reportCpu(`billing: ${charged.toLocaleString('en-US')} of them charged, CPU ms each`, paid.each, {
      aimRows: 34,
    });
    costs.push({ renewed: renewed.each, charged: paid.each });
  }
  report(
    'billing: killed halfway and started again: not invoiced once, or numbers left out',
    await countWrong(db),
    '0',
  );
  const [small, large] = costs;
  if (small && large) {
    report('billing: a renewal among many to one among few, ×', large.renewed / small.renewed, '≤ 1.2');
    report('billing: a charge among many to one among few, ×', large.charged / small.charged, '≤ 1.2');
  }
  report('billing: most memory of the process, MB', peakMb, '≤ 300');
  const { done: port } = await ask('serve');
  await measureCalls(db, port, plan, dearer);
  biller.disconnect();
  gateway.disconnect();
}
