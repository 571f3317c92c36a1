/**
 * Households that do anything in any order for months, through the calls, the worker and the card processor: what was asked for, paid,
 * booked, taken, disputed and served agree to the cent and to the day, also of those who are erased. The same by the pure rules alone is `amounts.test.ts`.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  addCard,
  type BillingApi,
  buildPayer,
  changePlan,
  openBillingApi,
  resumePlan,
  runAt,
  subscribe,
} from '../../../../test/billing.ts';
import { buildPlan } from '../../../../test/build.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { households } from '../accounts/accounts.tables.ts';
import { tidyAccountsJob } from '../accounts/jobs/accounts.jobs.ts';
import { planPeriods } from '../plans/plans.tables.ts';
import { calendarDay, dayNumber, dayText, periodsOf } from './amounts.ts';
import { invoiceLines, payments, subscriptions } from './billing.tables.ts';
import { askRefund, carryOutRefund, settleDispute } from './refunds.service.ts';
import { readSubscription } from './subscriptions.repo.ts';

/** A thousand in the bench. */
const count = Number(process.env.BILLING_HISTORIES ?? 100);
/** Within them are the end of summer time in 2027, 29 February 2028, and the beginning of summer time in 2028. */
const start = new Date('2027-11-01T20:00:00Z');
const days = 134;
/** On this day the other half of the households begins, so that all together have no more days. */
const laterDay = 60;
const zones = [null, 'Asia/Seoul', 'America/New_York', 'America/Toronto', 'Pacific/Honolulu'];

/** Always the same sequence, so that what fails once fails again. */
function generator(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

let api: BillingApi;
beforeAll(async () => {
  api = await openBillingApi();
});

test(`${count} histories of ${days - laterDay} to ${days} days: lines, totals, ledger, card processor and service agree`, {
  timeout: 60_000 + count * 6_000,
}, async () => {
  const random = generator(20_270_314);
  const plans = [
    await buildPlan(api.db, { priceCents: 999 }),
    await buildPlan(api.db, { priceCents: 1499 }),
    await buildPlan(api.db, { priceCents: 14_900, period: 'yearly' }),
    await buildPlan(api.db, { priceCents: 1234, trialDays: 5 }),
  ] as const;
  await api.pool.query(`insert into billing_tax_rates
    (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on, created_at, updated_at) values
    (gen_random_uuid(), 'US', 'CA', 'plan', 'State', 'US-CA', 72500, '2020-01-01', now(), now()),
    (gen_random_uuid(), 'US', 'CA', 'plan', 'Local', 'US-CA-LA', 9975, '2020-01-01', now(), now())`);
  type Payer = Awaited<ReturnType<typeof buildPayer>>;
  const payers: Payer[] = [];
  for (let index = 0; index < count; index += 1) {
    // Charges of some are disputed at once.
    const payer = await buildPayer(api, index % 10 === 1 ? { number: '4000000000000259' } : {});
    const zone = zones[random(zones.length)] ?? null;
    await api.db.update(households).set({ zone }).where(eq(households.id, payer.householdId));
    payers.push(payer);
  }
  const { call } = api;
  const plan = () => plans[random(plans.length)] ?? plans[0];
  const act = async (payer: Payer, today: string) => {
    const { token, password } = payer;
    const change = async (
      wanted: { kind: 'plan'; price_id: string } | { kind: 'billing_day'; day_of_month: number },
    ) => {
      const { changed } = await changePlan(api, payer, wanted);
      // What was quoted a moment ago is not refused for its amount or its words.
      expect(changed?.body.code).not.toBe('amount_changed');
    };
    switch (random(11)) {
      case 0:
      case 1:
        return change({ kind: 'plan', price_id: plan().priceId });
      case 2:
        return change({ kind: 'billing_day', day_of_month: 1 + random(31) });
      case 3:
        return call('POST /api/account/membership/cancel', { token, body: { password } });
      case 4:
        return resumePlan(api, payer);
      case 5:
        return call('POST /api/account/membership/pause', {
          token,
          body: { from: addDays(today, 1 + random(20)), to: addDays(today, 22 + random(30)), password },
        });
      case 6:
        return call('DELETE /api/account/membership/pause', { token, body: { password } });
      case 7:
        // One that charges, one that is declined, and one whose charges are disputed.
        payer.cardId = await addCard(
          api,
          payer,
          ['4000000000000341', '4242424242424242', '4000000000000259'][random(3)],
        );
        return undefined;
      case 8:
        return endDispute();
      case 9:
        return leave(payer);
      default:
        return refundSome(payer);
    }
  };
  /** Those who have asked for their deletion, since when. */
  const leftAt = new Map<string, Date>();
  const leave = ({ householdId, token, password }: Payer) => {
    leftAt.set(householdId, api.context.now());
    return call('POST /api/account/deletion', { token, body: { password } });
  };
  /** The bank decides a dispute that is open. */
  const endDispute = async () => {
    const { rows } = await api.pool.query<{ id: string }>(
      `select body->>'id' as id from gateway.objects where object = 'dispute' and body->>'status' = 'needs_response' order by id limit 1`,
    );
    if (rows[0])
      await api.gateway.control(`/test/disputes/${rows[0].id}/${random(2) === 0 ? 'win' : 'lose'}`);
  };
  const settleDisputes = async () => {
    const { rows } = await api.pool.query<{ id: string }>(
      `select body->>'id' as id from gateway.objects where object = 'dispute' order by id`,
    );
    for (const { id } of rows) await settleDispute(api.context, id);
  };
  const refundSome = async ({ householdId }: Payer) => {
    const { rows } = await api.pool.query<{ id: string; left: number }>(
      `select p.id, p.amount_cents - p.refunded_cents as left from billing_payments p join billing_accounts a on a.id = p.account_id
        where a.household_id = $1 and p.state = 'paid' and p.amount_cents > p.refunded_cents limit 1`,
      [householdId],
    );
    const [paid] = rows;
    if (!paid) return;
    const refund = await api.db.transaction((tx) =>
      askRefund(tx, api.context, {
        paymentId: paid.id,
        amountCents: 1 + random(paid.left),
        reason: 'A test',
        staffName: 'Kim',
      }),
    );
    await carryOutRefund(api.context, refund.id);
  };

  const beginsOn = new Map(
    payers.map(({ householdId }, index) => [householdId, index % 2 === 0 ? 0 : laterDay]),
  );
  for (let day = 0; day <= days; day += 1) {
    const at = new Date(start.getTime() + day * 86_400_000);
    await runAt(api, at);
    // Accounts are erased 90 days after that was asked for.
    if (day % 10 === 0) await tidyAccountsJob.run({}, api.context, new AbortController().signal);
    for (const payer of payers) {
      const age = day - (beginsOn.get(payer.householdId) ?? 0);
      if (age < 0 || leftAt.has(payer.householdId)) continue;
      // Early enough to be erased before the end.
      if (day === 12 && payer === payers[0]) await leave(payer);
      if (age < 20 ? random(10) === 0 : random(60) === 0) {
        const ended = await subscribe(api, payer, plan());
        if (ended.status !== 200) expect(ended.status, JSON.stringify(ended.body)).toBeLessThan(500);
      } else if (random(40) === 0) await act(payer, dayIn(at, api.context.config.serviceZone));
    }
  }
  const now = new Date(start.getTime() + (days + 1) * 86_400_000);
  await runAt(api, now);
  await settleDisputes();
  await settleDisputes();

  const { rows: sums } = await api.pool.query(`
    select
      (select count(*) from billing_invoices)::int as invoices,
      (select max(number) from billing_invoices)::int as last,
      (select count(*) from billing_invoices i where total_cents <> (select sum(amount_cents + tax_cents)
        from billing_invoice_lines l where l.invoice_id = i.id))::int as unequal,
      (select coalesce(sum(amount_cents), 0) from billing_entries where account = 'receivable')::int
        - (select coalesce(sum(amount_cents), 0) from billing_payments where state in ('open', 'action', 'processing'))::int as owed,
      (select coalesce(sum(amount_cents), 0) from billing_entries where account = 'gateway')::int
        - (select coalesce(sum(amount_cents - refunded_cents), 0) from billing_payments where state = 'paid' and method = 'card')::int
        + (select coalesce(sum(amount_cents), 0) from billing_disputes where state in ('open', 'lost'))::int as booked,
      (select coalesce(sum((body->>'amount')::int), 0) from gateway.objects where object = 'charge' and body->>'status' = 'succeeded')::int
        - (select coalesce(sum((body->>'amount')::int), 0) from gateway.objects where object = 'refund')::int
        + (select coalesce(sum((body->>'amount')::int), 0) from gateway.objects
          where object = 'balance_transaction' and body->>'reporting_category' like 'dispute%')::int
        - (select coalesce(sum(amount_cents), 0) from billing_entries where account = 'gateway')::int as taken,
      (select count(*) from billing_disputes)::int as disputes,
      (select count(*) from billing_accounts where household_id is null)::int as erased`);
  expect(sums[0]).toMatchObject({ last: sums[0].invoices, unequal: 0, owed: 0, booked: 0, taken: 0 });
  if (count >= 20) expect(Math.min(sums[0].disputes, sums[0].erased)).toBeGreaterThan(0);
  // Who leaves is charged for nothing more.
  for (const [householdId, at] of leftAt) {
    const { rows } = await api.pool.query(
      `select t.id from billing_attempts t join billing_payments p on p.id = t.payment_id join billing_accounts a on a.id = p.account_id
        join billing_invoices i on i.id = p.invoice_id
        where a.household_id = $1 and i.issued_at > $2`,
      [householdId, at],
    );
    expect(rows).toEqual([]);
  }
  expect(sums[0].invoices).toBeGreaterThan(count * 2);

  // Each day: paid once at the most, and served where it was paid.
  let paidDays = 0;
  const servedDays = new Set<string>();
  const paid = new Set(
    (await api.db.select().from(payments).where(eq(payments.state, 'paid'))).map(
      ({ invoiceId }) => invoiceId,
    ),
  );
  for (const { id, householdId, zone } of await api.db.select().from(subscriptions)) {
    const loaded = await readSubscription(api.db, id);
    if (!loaded) throw new Error('a subscription is gone');
    const lines = await api.db
      .select({ line: invoiceLines })
      .from(invoiceLines)
      .innerJoin(payments, eq(payments.invoiceId, invoiceLines.invoiceId))
      .where(eq(invoiceLines.subscriptionId, id))
      .then((rows) => rows.map(({ line }) => line).filter(({ kind }) => kind === 'plan'));
    const served = await api.db.select().from(planPeriods).where(eq(planPeriods.subscriptionId, id));
    const today = dayNumber(dayIn(now, zone));
    for (const period of periodsOf(loaded.history, today + 1)) {
      if (period.isTrial) continue;
      const own = lines.filter(
        ({ periodFrom, invoiceId }) => dayNumber(String(periodFrom)) === period.from && paid.has(invoiceId),
      );
      for (let at = 0; at < period.priceDays; at += 1) {
        const times = own.reduce(
          (sum, line) => sum + (Number(line.at) <= at && at < Number(line.until) ? Number(line.sign) : 0),
          0,
        );
        expect([0, 1], `${id} ${dayText(period.from)} + ${at}`).toContain(times);
        const calendar = calendarDay(period, at);
        // What was served to a household that is erased went with it; what it has paid stays.
        if (householdId === null || times === 0 || calendar >= today || calendar >= period.servedUntil)
          continue;
        paidDays += 1;
        servedDays.add(dayText(calendar));
        const noon = startOfDay(dayText(calendar), zone).getTime() + 12 * 3_600_000;
        const isServed = served.some(
          ({ startsAt, endsAt }) => startsAt.getTime() <= noon && noon < endsAt.getTime(),
        );
        expect(isServed, `${id} ${dayText(calendar)} was paid and not served`).toBe(true);
      }
    }
  }
  expect(paidDays).toBeGreaterThan(count * 10);
  for (const day of ['2027-11-07', '2028-02-29', '2028-03-12']) expect(servedDays).toContain(day);
});
