/**
 * Billing at size: `BENCH_SUBSCRIPTIONS` (a million unless told) of one day are renewed, then `BENCH_CHARGES` (50,000) of them charged
 * through the processor's library. Each costs at most 1.2 times what it does of ten thousand. CPU is Node and PostgreSQL; the card
 * processor is a program of a few lines that answers at once, and is not counted.
 */
import { fork } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import { StripePayments } from '../src/server/adapters/payments/stripe.ts';
import type { Context } from '../src/server/context.ts';
import type { Database } from '../src/server/db/client.ts';
import { chargeDue } from '../src/server/modules/billing/charge-due.service.ts';
import { advanceSubscriptions } from '../src/server/modules/billing/subscriptions.service.ts';
import { buildPlan } from '../test/build.ts';
import { cpuSecondsOfTree, report } from './measure.ts';

const few = 10_000;
const many = Number(process.env.BENCH_SUBSCRIPTIONS) || 1_000_000;
const charges = Number(process.env.BENCH_CHARGES) || 50_000;
const due = new Date('2030-03-15T20:00:00Z');

/** Households whose month has ended that day, each with an invoice that was paid and a card. */
async function seed(
  db: Database,
  from: number,
  count: number,
  planId: string,
  priceId: string,
): Promise<void> {
  const id = (what: string) =>
    sql`overlay(overlay(md5(${what} || n) placing '4' from 13) placing '8' from 17)::uuid`;
  const each = sql`generate_series(${from}::int, ${from + count - 1}::int) n`;
  await db.execute(
    sql`insert into accounts_households (id, zone) select ${id('household')}, 'America/Los_Angeles' from ${each}`,
  );
  await db.execute(sql`insert into accounts_users (id, household_id, username, email, locale)
    select ${id('user')}, ${id('household')}, 'payer' || n, 'payer' || n || '@example.com', 'ko' from ${each}`);
  await db.execute(sql`insert into billing_accounts (id, household_id, gateway_customer_id)
    select ${id('account')}, ${id('household')}, 'cus_' || n from ${each}`);
  await db.execute(sql`insert into billing_addresses (id, account_id, name, line1, city, region, postal_code, country)
    select ${id('address')}, ${id('account')}, '김서연', '3250 Wilshire', 'Los Angeles', 'CA', '90010', 'US' from ${each}`);
  await db.execute(sql`insert into billing_cards (id, account_id, gateway_card_id, brand, last_four, expiry_month, expiry_year, name)
    select ${id('card')}, ${id('account')}, 'pm_' || n, 'visa', '4242', 12, 2040, 'Kim' from ${each}`);
  await db.execute(sql`update billing_accounts a set card_id = ${id('card')}, address_id = ${id('address')}
    from ${each} where a.id = ${id('account')}`);
  await db.execute(sql`insert into billing_subscriptions
      (id, account_id, household_id, state, zone, plan_id, price_id, began_on, period_from, period_to, renews, due_at)
    select ${id('subscription')}, ${id('account')}, ${id('household')}, 'active', 'America/Los_Angeles', ${planId}, ${priceId},
      '2029-10-15', '2030-02-15', '2030-03-15', true, '2030-03-15T07:00:00Z' from ${each}`);
  await db.execute(sql`insert into billing_changes
      (subscription_id, position, kind, day, plan_id, price_id, price_cents, months, trial_days, made_by, at)
    select ${id('subscription')}, 0, 'begin', '2029-10-15', ${planId}, ${priceId}, 1499, 1, 0, 'customer', '2029-10-15T20:00:00Z'
    from ${each}`);
  await db.execute(sql`insert into billing_invoices
      (id, number, account_id, subscription_id, issued_at, due_on, net_cents, tax_cents, total_cents, address_id, country, region, postal_code)
    select ${id('invoice')}, (select value from billing_counters where name = 'invoice') + n - ${from - 1}::int, ${id('account')}, ${id('subscription')}, '2030-02-15T20:00:00Z', '2030-02-15', 1499, 0, 1499,
      ${id('address')}, 'US', 'CA', '90010' from ${each}`);
  await db.execute(sql`insert into billing_invoice_lines
      (invoice_id, position, kind, subscription_id, plan_id, price_id, price_cents, months, period_from, at, until, price_days, sign,
        first_day, last_day, amount_cents, tax_cents)
    select ${id('invoice')}, 0, 'plan', ${id('subscription')}, ${planId}, ${priceId}, 1499, 1, '2030-02-15', 0, 28, 28, 1,
      '2030-02-15', '2030-03-14', 1499, 0 from ${each}`);
  await db.execute(sql`insert into billing_payments
      (id, invoice_id, account_id, state, amount_cents, method, platform, paid_at, gateway_payment_id)
    select ${id('payment')}, ${id('invoice')}, ${id('account')}, 'paid', 1499, 'card', 'web', '2030-02-15T20:00:00Z', 'pi_old_' || n
    from ${each}`);
  await db.execute(sql`insert into plans_periods (id, household_id, plan_id, starts_at, ends_at, subscription_id)
    select ${id('period')}, ${id('household')}, ${planId}, '2029-10-15T07:00:00Z', '2030-03-22T07:00:00Z', ${id('subscription')}
    from ${each}`);
  await db.execute(sql`update billing_counters set value = value + ${count} where name = 'invoice'`);
  await db.execute(
    sql`vacuum analyze billing_accounts, billing_subscriptions, billing_changes, billing_invoices, billing_invoice_lines, billing_payments, plans_periods`,
  );
}

/** Runs the part in this process. */
export async function measureBilling(
  context: Context,
  postgresPid: number,
  gatewayProgram: string,
): Promise<void> {
  const { db } = context;
  const plan = await buildPlan(db, { priceCents: 1499 });
  await db.execute(sql`insert into billing_tax_rates
    (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on) values
    (gen_random_uuid(), 'US', 'CA', 'plan', 'State', 'US-CA', 72500, '2020-01-01')`);
  const child = fork(gatewayProgram, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const port = await new Promise<number>((resolve) => child.once('message', (own: number) => resolve(own)));
  const at: Context = {
    ...context,
    now: () => due,
    payments: new StripePayments(async () => ({
      secretKey: 'sk_test_bench',
      publishableKey: 'pk_test_bench',
      webhookSecret: 'whsec_bench',
      simulator: { host: '127.0.0.1', port },
    })),
  };
  const cpuMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + cpuSecondsOfTree(postgresPid) * 1000;
  };
  const measured = async (work: () => Promise<number>) => {
    const [began, before] = [performance.now(), cpuMs()];
    const done = await work();
    return { each: (cpuMs() - before) / done, done, seconds: (performance.now() - began) / 1000 };
  };
  const renew = async () => {
    let done = 0;
    for (let some = await advanceSubscriptions(at); some > 0; some = await advanceSubscriptions(at))
      done += some;
    return done;
  };
  const costs: { renewed: number; charged: number }[] = [];
  let next = 1;
  for (const count of [few, many]) {
    await seed(db, next, count, plan.id, plan.priceId);
    next += count;
    const renewed = await measured(renew);
    if (renewed.done !== count) throw new Error(`${renewed.done} of ${count} were renewed`);
    report(
      `billing: ${count.toLocaleString('en-US')} subscriptions renewed, CPU ms each`,
      renewed.each,
      '≤ 0.7',
    );
    const charged = Math.min(count, charges);
    // The others are left open.
    await db.execute(sql`update billing_payments set next_try_at = null where next_try_at is not null and id not in
      (select id from billing_payments where next_try_at is not null limit ${charged})`);
    const paid = await measured(() => chargeDue(at));
    if (paid.done !== charged) throw new Error(`${paid.done} of ${charged} were charged`);
    report(`billing: ${charged.toLocaleString('en-US')} of them charged, CPU ms each`, paid.each, '≤ 3');
    costs.push({ renewed: renewed.each, charged: paid.each });
  }
  const [small, large] = costs;
  if (small && large) {
    report('billing: a renewal among many to one among few, ×', large.renewed / small.renewed, '≤ 1.2');
    report('billing: a charge among many to one among few, ×', large.charged / small.charged, '≤ 1.2');
  }
  report('billing: memory of the process, MB', process.memoryUsage().rss / 1e6, '≤ 300');
  child.kill('SIGKILL');
}
