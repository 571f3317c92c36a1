/**
 * Households act in any order for three years, through the calls, the worker and the card processor. Answers
 * are lost, events come late and twice, and the worker sleeps for days. Amounts requested, paid, booked, taxed,
 * refunded, disputed and served agree to the cent and to the day, also for erased households. `amounts.test.ts`
 * does the same by the pure rules alone.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { type BillingApi, buildPayer, openBillingApi } from '../../../../test/billing.ts';
import { buildCoupon, buildPlan, buildProfile, buildStaff } from '../../../../test/build.ts';
import {
  type Ended,
  type Household,
  makeActs,
  nameOf,
  type Plan,
  rates,
} from '../../../../test/household-acts.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import { groupBy } from '../../group-by.ts';
import { dayIn, startOfDay } from '../../zone.ts';
import { households as householdTable } from '../accounts/accounts.tables.ts';
import { eraseDueAccounts } from '../accounts/erasure.service.ts';
import { purgeMail } from '../mail/mail.service.ts';
import { planPeriods } from '../plans/plans.tables.ts';
import { calendarDay, dayNumber, dayText, periodsOf, shareCents } from './amounts.ts';
import { invoiceLines, payments, subscriptionChanges, subscriptions } from './billing.tables.ts';
import { chargeDue } from './charge-due.service.ts';
import { readCredits } from './invoicing.service.ts';
import {
  detachCardJob,
  endAtGatewayJob,
  forgetCustomerJob,
  settleDisputeJob,
  settleJob,
} from './jobs/billing.jobs.ts';
import { readBalances } from './ledger.service.ts';
import { lapseCredit } from './old-money.service.ts';
import { settleLost } from './payments.service.ts';
import { carryOutRefunds, reconcile } from './refunds.service.ts';
import { remindPayers } from './reminders.service.ts';
import { recognizeRevenue } from './revenue.service.ts';
import { readSubscriptions } from './subscriptions.repo.ts';
import { advanceSubscriptions } from './subscriptions.service.ts';

/** A thousand in the bench. */
const count = Number(process.env.BILLING_HISTORIES ?? 50);
/** Another one is another sequence of acts. */
const seed = Number(process.env.BILLING_HISTORIES_SEED ?? 20_270_314);
/** All begin within a month, and live for three years. Within them are 29 February 2028 and all changes of clocks. */
const start = new Date('2027-10-15T00:00:00Z');
const beginDays = 30;
const days = beginDays + 3 * 365 + 1;
const zones = [null, 'Asia/Seoul', 'America/New_York', 'America/Toronto', 'Pacific/Honolulu'];
const dayMs = 86_400_000;

/** Always the same sequence. */
function generator(state: number): (max: number) => number {
  let now = state;
  return (max) => {
    now = (Math.imul(now, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((now / 2 ** 32) * max);
  };
}
const random = generator(seed);

let api: BillingApi;
beforeAll(async () => {
  api = await openBillingApi();
  // One card after the other, so that a seed is the same history each time.
  const { billing } = api.context.config;
  (api.context.config as { billing: typeof billing }).billing = { ...billing, chargesAtOnce: 1 };
});

const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.pool.query<T>(text, values)).rows;

/** By a household's number: charges of these are disputed at once, asked for at the bank, and declined. */
const cards: Record<number, string> = {
  1: '4000000000000259',
  2: '4000002760003184',
  3: '4000000000000341',
};

/** Those who pay: some have a password, the others sign in with another service. */
async function buildHouseholds(): Promise<Household[]> {
  // Devices stay signed in for years, with a recent re-authentication.
  await api.pool.query(`alter table accounts_sessions alter column last_seen_at set default '2035-01-01',
    alter column reauthenticated_at set default '2035-01-01'`);
  const made: Household[] = [];
  for (let index = 0; index < count; index += 1) {
    const number = cards[index % 10];
    const name = nameOf(index, 0);
    const payer = await buildPayer(api, { ...(number ? { number } : {}), address: { name } });
    // Some have a card and no address yet.
    if (index % 10 === 4)
      await api.pool.query('update billing_accounts set address_id = null where household_id = $1', [
        payer.householdId,
      ]);
    const profile = await buildProfile(api.db, { householdId: payer.householdId, name });
    const zone = zones[random(zones.length)] ?? null;
    await api.db.update(householdTable).set({ zone }).where(eq(householdTable.id, payer.householdId));
    const [account] = await rows<{ id: string }>('select id from billing_accounts where household_id = $1', [
      payer.householdId,
    ]);
    made.push({
      ...payer,
      accountId: account?.id ?? '',
      profileId: profile.id,
      names: 0,
      journal: [],
      leftAt: undefined,
      suspendedAt: undefined,
    });
  }
  await api.pool.query('update accounts_users set password_hash = null where id = any($1)', [
    made.filter((_, index) => index % 10 !== 0).map(({ id }) => id),
  ]);
  return made;
}

test(`${count} histories of three years (seed ${seed}): lines, totals, taxes, ledger, card processor and service agree`, {
  timeout: 120_000 + count * 6_000,
}, async () => {
  api.setNow(start);
  const build = async (values: Parameters<typeof buildPlan>[1]): Promise<Plan> => {
    const plan = await buildPlan(api.db, values);
    return { ...plan, prices: [{ id: plan.priceId, startsAt: new Date(0) }] };
  };
  const plans = [
    await build({ nameEn: 'Plan A', priceCents: 999 }),
    await build({ nameEn: 'Plan B', priceCents: 1499 }),
    await build({ nameEn: 'Plan C', priceCents: 14_900, period: 'yearly' }),
    await build({ nameEn: 'Plan D', priceCents: 11_000, period: 'yearly', trialDays: 14 }),
    await build({ nameEn: 'Plan E', priceCents: 1234, trialDays: 5 }),
  ];
  const once = await build({ priceCents: 5500, period: 'once' });
  const coupons = [
    await buildCoupon(api.db, { percentOff: 25, duration: 'months', durationMonths: 3, maxUses: 10 }),
    await buildCoupon(api.db, { percentOff: 100 }),
    await buildCoupon(api.db, { amountOffCents: 500, maxUses: 10 }),
    await buildCoupon(api.db, { amountOffCents: 1200, duration: 'months', durationMonths: 14 }),
    await buildCoupon(api.db, { percentOff: 10, duration: 'forever', firstOnly: true }),
  ];
  for (const { country, region, kind, name, jurisdiction, ratePpm } of rates)
    await api.pool.query(
      `insert into billing_tax_rates (id, country, region, kind, name, jurisdiction, rate_ppm, starts_on)
        values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, '2020-01-01')`,
      [country, region, kind, name, jurisdiction, ratePpm],
    );
  const { token: staff } = await buildStaff(api.db);
  await api.pool.query('update staff_sessions set last_seen_at = $1, created_at = $1', [start]);
  const lot = await api.call('POST /api/admin/gift-lots', {
    token: staff,
    body: { lot: 'Spring', plan_id: plans[0]!.id, months: 3, count: 10, expires_at: null },
  });
  expect(lot.status).toBe(200);
  await api.gateway.control('/test/webhooks', { held: true });
  const households = await buildHouseholds();
  const acts = makeActs(api, { random, plans, once, coupons, zones, staff, households });

  /** Actions of staff on plans and prices, for all households. */
  const sold: string[] = [];
  /** How often each act was done, and how often refused, with the reason. */
  const outcomes = new Map<string, number>();
  const act = async (
    who: Household | undefined,
    name: string,
    work: () => Promise<Ended | undefined>,
  ): Promise<Ended | undefined> => {
    const journal = who?.journal ?? sold;
    const ended = await work().catch((error: Error): Ended => {
      // The card processor is away, or its answer to the browser is lost, by a fault.
      if (
        !['payments_away', 'card was not saved', 'fetch failed'].some((told) => error.message.includes(told))
      )
        throw new Error([`${name}: ${error.message}`, ...journal].join('\n'), { cause: error });
      return { status: 503, code: 'payments_away' };
    });
    if (!ended) return;
    const { status, code } = ended;
    journal.push(`${api.context.now().toISOString()} ${name}: ${status} ${code ?? ''}`);
    for (const key of [`${name} ${status}`, `${name} ${code ?? ''}`])
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    return ended;
  };
  const countDone = (name: string) => outcomes.get(`${name} 200`) ?? 0;
  /** One of the least frequent acts, so that each is done. */
  const one = <T extends readonly [name: string, ...rest: unknown[]]>(from: readonly T[]): T => {
    const least = [...from].sort(([a], [b]) => countDone(a) - countDone(b));
    return (random(3) === 0 ? least[0] : from[random(from.length)])!;
  };
  type Act = [name: string, work: (who: Household) => Promise<Ended | undefined>];
  const charging: Act[] = Object.entries(acts.charging);
  const onBills: Act[] = Object.entries(acts.onBills);
  const all: Act[] = [...charging, ...Object.entries(acts.others)];
  /** Acts of households without a plan, or with an ending one. */
  const { subscribe, askToPay, redeem, beginByStaff, resume, resumeByStaff, payAgain } = acts.charging;
  const byStaff: Act[] = [
    ['beginByStaff', beginByStaff],
    ['resumeByStaff', resumeByStaff],
  ];
  const selling: [name: string, work: () => Promise<Ended | undefined>][] = Object.entries(acts.selling);
  const beginning: Act[] = [
    ...Array.from({ length: 5 }, (): Act => ['subscribe', subscribe]),
    ['askToPay', askToPay],
    ['redeem', redeem],
    ['beginByStaff', beginByStaff],
  ];
  const resuming: Act[] = [
    ['resume', resume],
    ['resumeByStaff', resumeByStaff],
    ['redeem', redeem],
  ];
  /** Deletions that were not canceled by then, by account: invoices in between are never charged. */
  const absences: { accountId: string; from: Date; to: Date | undefined }[] = [];
  const leave = async (who: Household) => {
    await act(who, 'leave', () => acts.leave(who));
    if (who.leftAt) absences.push({ accountId: who.accountId, from: who.leftAt, to: undefined });
  };
  const stay = async (who: Household) => {
    await act(who, 'stay', () => acts.stay(who));
    const absence = absences.findLast(({ accountId }) => accountId === who.accountId);
    if (!who.leftAt && absence) absence.to = api.context.now();
  };
  const suspend = async (who: Household) => {
    await act(who, 'suspend', () => acts.suspend(who));
    if (who.suspendedAt) absences.push({ accountId: who.accountId, from: who.suspendedAt, to: undefined });
  };
  const unsuspend = async (who: Household) => {
    await act(who, 'unsuspend', () => acts.unsuspend(who));
    const absence = absences.findLast(({ accountId }) => accountId === who.accountId);
    if (!who.suspendedAt && absence) absence.to = api.context.now();
  };
  const isErased = ({ leftAt }: Household) =>
    leftAt !== undefined && api.context.now().getTime() - leftAt.getTime() >= 90 * dayMs;

  /**
   * Households with a plan at an instant, as known then. A later record of an earlier day serves no household.
   */
  const watching: { at: Date; households: Set<string> }[] = [];
  const noteWatching = async () => {
    const at = api.context.now();
    const found = await rows<{ id: string }>(
      'select household_id as id from plans_periods where starts_at <= $1 and $1 < ends_at',
      [at],
    );
    watching.push({ at, households: new Set(found.map(({ id }) => id)) });
  };
  let gatewayNow = Date.now();
  /** Sets both clocks: the service's, and the card processor's, which goes on by itself too. */
  const moveTo = async (at: Date) => {
    api.setNow(at);
    const seconds = Math.floor((at.getTime() - gatewayNow) / 1000);
    if (seconds > 0) await api.gateway.control('/test/clock', { advance_seconds: seconds });
    gatewayNow += seconds * 1000;
  };
  /** Jobs of events, and of calls to the card processor. */
  const gatewayJobs = [settleJob, settleDisputeJob, endAtGatewayJob, detachCardJob, forgetCustomerJob];
  const reconcileDays = 60;
  let reconciledOn = 0;
  /** Renewals that whole months of a gift have paid for. */
  let byGift = 0;
  /**
   * Renews due subscriptions. A whole period of a gift that credit still covers costs nothing more, whatever
   * taxes and prices apply by then.
   */
  const advance = async () => {
    const gifted = await rows<{ id: string; accountId: string; periodCents: number }>(
      `select id, account_id as "accountId", gift_period_cents as "periodCents" from billing_subscriptions
        where gift_periods > 0 and state <> 'ended' and period_to <= $1::timestamptz::date + 1`,
      [api.context.now()],
    );
    const credits = await readCredits(
      api.db,
      gifted.map(({ accountId }) => accountId),
    );
    while ((await advanceSubscriptions(api.context)) > 0);
    const covered = gifted.filter(
      ({ accountId, periodCents }) => (credits.get(accountId) ?? 0) >= periodCents,
    );
    if (covered.length === 0) return;
    // Other bills of the account may take the credit first.
    const renewed = await rows<{ accountId: string; cents: number; what: string }>(
      `select i.account_id as "accountId", p.amount_cents as cents, concat_ws(' ', 'a gift left', p.amount_cents, 'of', i.total_cents,
            'of', i.number, 'at', i.issued_at) as what
        from billing_invoices i join billing_payments p on p.invoice_id = i.id and p.platform = 'renewal'
        join billing_subscriptions s on s.id = i.subscription_id
        join billing_invoice_lines l on l.invoice_id = i.id and l.kind = 'plan' and l.sign = 1
          and l.plan_id = s.gift_plan_id and l.at = 0 and l.until = l.price_days
        where i.subscription_id = any($1) and i.issued_at = $2
          and (select count(*) from billing_invoices o where o.account_id = i.account_id and o.issued_at = i.issued_at) = 1
          and (select count(*) from billing_invoice_lines o where o.invoice_id = i.id and o.kind = 'plan') = 1`,
      [covered.map(({ id }) => id), api.context.now()],
    );
    byGift += renewed.length;
    const charged = renewed.filter(({ cents }) => cents !== 0);
    expect(charged, say(charged)).toEqual([]);
  };
  /** Work of the worker when it wakes. Some of it runs now and then, as after a missed run. */
  const work = async (day: number) => {
    await advance();
    await settleLost(api.context);
    await chargeDue(api.context);
    const unagreed = await rows(
      `select a.id from billing_attempts a join billing_payments p on p.id = a.payment_id
        join billing_subscriptions s on s.id = p.subscription_id
        where a.at = $1 and a.is_off_session and s.ends_with_credit`,
      [api.context.now()],
    );
    expect(unagreed, 'a card was charged for a plan that ends with credit').toEqual([]);
    await carryOutRefunds(api.context);
    // This test sends no mail. Sent mail may be deleted, and an erased account has no row left.
    await api.pool.query(
      `with gone as (delete from mail_messages where template = 'account_erased')
        update mail_messages set state = 'sent' where state = 'queued'`,
    );
    await eraseDueAccounts(api.context);
    if (day % 4 > 0) return;
    await recognizeRevenue(api.context);
    await remindPayers(api.context);
    await purgeMail(api.context);
    await lapseCredit(api.context, new AbortController().signal);
    await runDueJobs(api, gatewayJobs);
    if (day - reconciledOn < reconcileDays) return;
    // As if it ran each day, what differed when it was read first is read again.
    await reconcile(api.context, 2 * reconcileDays);
    reconciledOn = day;
  };
  /** A fault of the card processor for the next call: a lost answer, or no answer. */
  const fault = () =>
    api.gateway.control('/test/faults', {
      kind: ['lost', '500', '429'][random(3)],
      path: ['/confirm', '/payment_intents', '/refunds', '/cancel'][random(4)],
      times: 1 + random(2),
    });

  /** Charges that pages announced. */
  const shown: { id: string; accountId: string; at: Date; on: string; cents: number }[] = [];
  /** Reads the pages of some payers whose plans renew before an instant. */
  const lookAtPages = async (until: Date) => {
    const due = await rows<{ id: string; accountId: string; payerId: string }>(
      `select s.id, s.account_id as "accountId", a.household_id as "payerId" from billing_subscriptions s
        join billing_accounts a on a.id = s.account_id
        where s.renews and s.unpaid_since is null and s.state in ('active', 'trial') and s.period_to <= $1::timestamptz::date
        order by s.id`,
      [until],
    );
    for (const { id, accountId, payerId } of due) {
      const payer = households.find(({ householdId }) => householdId === payerId);
      if (!payer || payer.suspendedAt || random(6) > 0) continue;
      const { data } = (await api.call('GET /api/account/membership', { token: payer.token })).body;
      const { next_charge: next } = [data.subscription, ...data.pays_for].find((own) => own?.id === id) ?? {};
      if (next) shown.push({ id, accountId, at: api.context.now(), on: next.on, cents: next.cents });
    }
  };

  let day = 0;
  while (day < days) {
    await moveTo(new Date(start.getTime() + day * dayMs + random(24) * 3_600_000));
    if (random(25) === 0) await fault();
    await acts.answerBanks();
    await acts.hearEvents();
    await work(day);
    const standings = new Map(
      (
        await rows<{ id: string; state: string; renews: boolean }>(
          `select household_id as id, state, renews from billing_subscriptions where state not in ('ended', 'incomplete')`,
        )
      ).map(({ id, ...standing }) => [id, standing]),
    );
    const owing = new Set(
      (
        await rows<{ id: string }>(
          `select account_id as id from billing_payments where state in ('open', 'action', 'processing')`,
        )
      ).map(({ id }) => id),
    );
    /** Payers of another household's ending plan. */
    const stopped = new Set(
      (
        await rows<{ id: string }>(
          `select s.account_id as id from billing_subscriptions s join billing_accounts a on a.id = s.account_id
            where not s.renews and s.state not in ('ended', 'incomplete') and a.household_id <> s.household_id`,
        )
      ).map(({ id }) => id),
    );
    if (random(5) === 0) {
      const [name, done] = one(selling);
      await act(undefined, name, done);
    }
    for (const [index, who] of households.entries()) {
      const age = day - Math.floor((index * beginDays) / count);
      if (age < 0 || isErased(who)) continue;
      const doOne = (from: readonly Act[], suffix = '') => {
        const [name, done] = one(from);
        return act(who, name + suffix, () => done(who));
      };
      const standing = standings.get(who.householdId);
      if (who.suspendedAt) {
        if (random(12) === 0) await unsuspend(who);
        else if (random(8) === 0) {
          const ended = await doOne(byStaff, ' while suspended');
          if (ended) expect(ended.status, who.journal.at(-1)).toBeGreaterThanOrEqual(400);
        }
      } else if (who.leftAt) {
        // Each attempt that would be charged is refused until the deletion is canceled.
        if (random(30) === 0) await stay(who);
        else if (random(8) === 0) {
          const ended = await doOne(charging, ' after leaving');
          if (ended) expect(ended.status, who.journal.at(-1)).toBeGreaterThanOrEqual(400);
        }
      } else if (owing.has(who.accountId) && random(4) === 0) await doOne(onBills);
      else if (stopped.has(who.accountId) && random(8) === 0) await doOne([['payAgain', payAgain]]);
      else if (!standing && random(age < 5 ? 1 : 25) === 0) await doOne(beginning);
      else if (standing?.state === 'paused' && random(4) === 0)
        await doOne([['endPause', acts.others.endPause]]);
      else if (standing && !standing.renews && random(20) === 0) await doOne(resuming);
      // Every tenth does five times as much: what one thing changes is changed again before it has come.
      else if (random(index % 10 === 5 ? 8 : 40) === 0) {
        if (random(15) === 0) await leave(who);
        else if (random(30) === 0) await suspend(who);
        else await doOne(all);
      }
    }
    await noteWatching();
    // The worker often sleeps for days, never longer than the grace period.
    const sleeps = [1, 1, 2, 3, 5, 6, 6, 7][random(8)]!;
    await lookAtPages(new Date(start.getTime() + (day + sleeps) * dayMs));
    day += sleeps;
  }
  await api.gateway.control('/test/faults', { kind: 'none' });
  for (let last = 0; last < 4; last += 1) {
    day += 1;
    await moveTo(new Date(start.getTime() + day * dayMs));
    await acts.answerBanks();
    await work(0);
  }
  // A day later, as the card processor's clock runs on.
  api.setNow(new Date(start.getTime() + (day + 1) * dayMs));
  await reconcile(api.context, 2 * reconcileDays);
  await recognizeRevenue(api.context);
  const now = api.context.now();
  await checkSums();
  await checkAbsences();
  await checkDays();
  await checkPrices();
  await checkSaid();
  await checkForgotten();
  if (count >= 50)
    for (const name of [...all, ...onBills, ...selling].map(([own]) => own))
      expect(countDone(name), `${name} was never done`).toBeGreaterThan(0);

  /** The differences, with all acts of their households. */
  function say(problems: { accountId: string; what: string }[]): string {
    return problems
      .slice(0, 3)
      .map(({ accountId, what }) => {
        const { journal = [] } = households.find((own) => own.accountId === accountId) ?? {};
        return [what, ...[...journal, ...sold].sort()].join('\n');
      })
      .join('\n\n');
  }

  async function checkSums() {
    const [sums] = await rows<Record<string, number>>(
      `
      with standing as (select p.*, i.total_cents, i.net_cents, i.tax_cents from billing_payments p
        join billing_invoices i on i.id = p.invoice_id where p.state <> 'void'),
      entries as (select account, sum(amount_cents)::int as cents from billing_entries group by 1)
      select
        (select count(*) from billing_invoices)::int as invoices,
        (select max(number) from billing_invoices)::int as last,
        (select count(*) from billing_invoices i where total_cents <> (select sum(amount_cents + tax_cents)
          from billing_invoice_lines l where l.invoice_id = i.id))::int as "unequal totals",
        (select count(*) from billing_invoice_lines l where tax_cents <> (select coalesce(sum(amount_cents), 0)
          from billing_invoice_taxes t where t.invoice_id = l.invoice_id and t.position = l.position))::int as "unequal taxes",
        (select coalesce(sum(cents), 0) from entries)::int as "sum of the ledger",
        coalesce((select cents from entries where account = 'receivable'), 0)
          - (select coalesce(sum(amount_cents), 0) from standing where state <> 'paid')::int as owed,
        (select sum(amount_cents) from billing_entries e join billing_transactions t on t.id = e.transaction_id
            where account = 'gateway' and cause <> 'fee')::int
          - (select sum(amount_cents - refunded_cents) from standing where state = 'paid' and method = 'card')::int
          + (select coalesce(sum(amount_cents), 0) from billing_disputes where state in ('open', 'lost'))::int as booked,
        coalesce((select cents from entries where account = 'gateway'), 0)
          - (select sum((body->>'net')::int) from gateway.objects where object = 'balance_transaction')::int as "balance of the card processor",
        (select count(*) from gateway.objects o
          left join billing_payments p on p.gateway_payment_id = o.body->>'payment_intent'
          where o.object = 'charge' and o.body->>'status' = 'succeeded'
            and (p.state <> 'paid' or p.method <> 'card' or p.amount_cents <> (o.body->>'amount')::int) is not false)::int as "charges of nothing",
        (select count(*) - count(distinct body->>'payment_intent') from gateway.objects
          where object = 'charge' and body->>'status' = 'succeeded')::int as "charged twice",
        coalesce((select cents from entries where account = 'tax'), 0) + (select sum(tax_cents) from standing)::int
          - (select coalesce(sum(tax_cents), 0) from billing_refunds where state = 'succeeded')::int as taxes,
        coalesce((select cents from entries where account = 'gifts'), 0)
          + (select coalesce(sum(amount_cents), 0) from billing_gifts where state in ('waiting', 'open'))::int as gifts,
        (select sum(cents) from entries where account in ('deferred', 'revenue'))::int
          + (select sum(l.amount_cents) from standing s join billing_invoice_lines l on l.invoice_id = s.invoice_id
            where l.kind not in ('gift', 'carried'))::int as "not earned and not deferred",
        (select count(*) from billing_coupons c where uses > coalesce(max_uses, uses) or uses <> (
          select count(*) from billing_coupon_uses u where u.coupon_id = c.id and state = 'confirmed'))::int as "coupons used otherwise",
        (select count(*) from billing_attempts where outcome is null)::int
          + (select count(*) from billing_refunds where state in ('asked', 'pending'))::int
          + (select count(*) from standing where state <> 'paid' and abandoned_at < $1::timestamptz)::int
          + (select count(*) from billing_gifts where state = 'waiting')::int
          + (select count(*) from billing_subscriptions where state = 'incomplete')::int as "left open",
        (select count(*) from billing_subscriptions where household_id is null and state <> 'ended')::int as "running for nobody"`,
      [now],
    );
    expect(await rows('select * from billing_movements where difference is not null')).toEqual([]);
    const { invoices = 0, last, ...differences } = sums ?? {};
    expect(last).toBe(invoices);
    expect(differences).toEqual(Object.fromEntries(Object.keys(differences).map((name) => [name, 0])));
    expect(invoices).toBeGreaterThan(count * 5);

    // By whose tax it is: what invoices that stand say, less what went back with refunds.
    expect(
      await rows(`
        select jurisdiction, sum(cents)::int as cents from (
          select jurisdiction, amount_cents as cents from billing_entries e join billing_transactions t on t.id = e.transaction_id
            where account = 'tax' and t.cause in ('invoice', 'invoice_void')
          union all select t.jurisdiction, t.amount_cents from billing_invoice_taxes t
            join billing_payments p on p.invoice_id = t.invoice_id and p.state <> 'void') own
        group by 1 having sum(cents) <> 0`),
    ).toEqual([]);
    expect(
      await rows(`
        select r.id from billing_refunds r where r.state = 'succeeded' and r.tax_cents <> (
          select coalesce(sum(e.amount_cents), 0) from billing_transactions t join billing_entries e on e.transaction_id = t.id
          where t.cause = 'refund' and t.cause_id = r.id::text and e.account = 'tax')`),
    ).toEqual([]);
    // Remaining credit of an account: granted credit less used credit.
    const credits = await rows<{ accountId: string; what: string }>(`
      with moved as (
        select account_id as id, -credit_cents as cents from billing_payments where state <> 'void' and credit_returned_at is null
        union all select account_id, refunded_cents - amount_cents from billing_payments where state = 'paid' and method = 'credit'
        union all select i.account_id, -i.total_cents from billing_invoices i
          join billing_payments p on p.invoice_id = i.id and p.state <> 'void' where i.total_cents < 0
        union all select redeemed_by, amount_cents from billing_gifts where state = 'redeemed'
        union all select c.billing_account_id, e.amount_cents from billing_transactions t
          join billing_entries e on e.transaction_id = t.id and e.account = 'promotions'
          join billing_entries c on c.transaction_id = t.id and c.account in ('credit', 'gift_credit')
          where t.cause in ('credit_given', 'gift', 'gift_months', 'gift_months_void')
        union all select a.id, -e.amount_cents from billing_transactions t
          join billing_entries e on e.transaction_id = t.id and e.account in ('credit', 'gift_credit')
          join billing_accounts a on a.id = e.billing_account_id and a.household_id is null
          where t.cause = 'credit_lapsed')
      select id as "accountId", 'credit differs by ' || sum(cents) as what from (
        select id, cents from moved
        union all select billing_account_id, amount_cents from billing_entries
          where account in ('credit', 'gift_credit')) own
      group by 1 having sum(cents) <> 0`);
    expect(credits, say(credits)).toEqual([]);
  }

  /** A household that requested deletion is charged for no later invoice, and nothing of it is renewed. */
  async function checkAbsences() {
    const problems: { accountId: string; what: string }[] = [];
    for (const { accountId, from, to } of absences) {
      const charged = await rows<{ number: number }>(
        `select i.number from billing_attempts t join billing_payments p on p.id = t.payment_id
          join billing_invoices i on i.id = p.invoice_id and i.subscription_id is not null
          where p.account_id = $1 and i.issued_at > $2 and i.issued_at < coalesce($3, 'infinity'::timestamptz)`,
        [accountId, from, to],
      );
      const renewed = to
        ? []
        : await rows('select id from billing_subscriptions where account_id = $1 and renews', [accountId]);
      if (charged.length + renewed.length > 0)
        problems.push({
          accountId,
          what: `${JSON.stringify([charged, renewed])} after ${from.toISOString()}`,
        });
    }
    expect(problems, say(problems)).toEqual([]);
  }

  /**
   * No renewal is at a price that was not agreed to, or told at least a week before by the clock of its household. Staff and gifts
   * begin at a price without such words.
   */
  async function checkPrices() {
    const untold = await rows<{ accountId: string; what: string }>(`
      select i.account_id as "accountId", concat_ws(' ', 'price', l.price_id, l.price_cents, 'of', s.id, 'from', l.period_from,
          'issued', i.issued_at, 'told', (select string_agg(n.about || ' at ' || n.at, ', ') from billing_notices n
            where n.subscription_id = s.id and n.kind = 'price')) as what
      from billing_invoice_lines l join billing_invoices i on i.id = l.invoice_id
      join billing_payments p on p.invoice_id = i.id and p.platform = 'renewal'
      join billing_subscriptions s on s.id = l.subscription_id
      where l.kind = 'plan' and l.sign = 1
        and not exists (select from billing_consents c where c.subscription_id = s.id and c.price_id = l.price_id
          and c.at <= i.issued_at)
        and not exists (select from billing_changes c where c.subscription_id = s.id and c.price_id = l.price_id and c.kind = 'begin')
        and not exists (select from billing_notices n where n.subscription_id = s.id and n.kind = 'price'
          and starts_with(n.about, l.price_id::text) and (n.at at time zone s.zone)::date + 7 <= l.period_from)`);
    expect.soft(untold, say(untold)).toEqual([]);
    // Nor at one that had not begun.
    const early = await rows<{ accountId: string; what: string }>(`
      select i.account_id as "accountId", concat_ws(' ', 'price', l.price_id, 'from', pr.starts_at, 'charged of', s.id, 'from',
          l.period_from, 'issued', i.issued_at) as what
      from billing_invoice_lines l join billing_invoices i on i.id = l.invoice_id
      join billing_payments p on p.invoice_id = i.id and p.platform = 'renewal'
      join billing_subscriptions s on s.id = l.subscription_id join plans_prices pr on pr.id = l.price_id
      where l.kind = 'plan' and l.sign = 1 and pr.starts_at > (l.period_from::timestamp at time zone s.zone)
        and not exists (select from billing_consents c where c.subscription_id = s.id and c.price_id = l.price_id
          and c.at <= i.issued_at)`);
    expect.soft(early, say(early)).toEqual([]);
    // A charged price is not announced as new, unless another price was announced since.
    const stale = await rows<{ accountId: string; what: string }>(`
      with told as (select household_id, created_at, "values", ("values"->>'cents')::int as cents, "values"->>'plan_en' as plan
        from notifications_events where cause = 'billing' and "values"->>'kind' = 'price' and not "values" ? 'for_id')
      select a.id as "accountId", concat_ws(' ', 'told at', e.created_at, e."values", 'charged at', last.issued_at) as what
      from told e join billing_accounts a on a.household_id = e.household_id
      cross join lateral (select l.price_cents as cents, i.issued_at from billing_invoice_lines l
        join billing_invoices i on i.id = l.invoice_id join billing_subscriptions s on s.id = l.subscription_id
        join plans_plans n on n.id = l.plan_id join billing_payments p on p.invoice_id = i.id and p.state <> 'void'
        where s.account_id = a.id and s.household_id = a.household_id and l.sign = 1 and n.name_en = e.plan
          and i.issued_at < e.created_at order by i.number desc, l.position desc limit 1) last
      where e.cents = last.cents and not exists (select from told o where o.household_id = e.household_id and o.plan = e.plan
        and o.cents <> e.cents and o.created_at > last.issued_at and o.created_at < e.created_at)`);
    expect.soft(stale, say(stale)).toEqual([]);
    const [{ told } = { told: 0 }] = await rows<{ told: number }>(
      `select count(*)::int as told from billing_notices where kind = 'price'`,
    );
    expect.soft(told).toBeGreaterThan(count / 10);
  }

  /**
   * Announced charges of pages and mails equal the later charge, unless the household acted or a tax rate
   * changed in between. Notifications have the values of their mails. The same day is announced once.
   */
  async function checkSaid() {
    const renewals = await rows<{
      id: string;
      accountId: string;
      payerId: string | null;
      servedId: string | null;
      planEn: string;
      on: string;
      cents: number;
      at: Date;
      before: Date;
    }>(
      `select distinct on (i.id) s.id, i.account_id as "accountId", a.household_id as "payerId", s.household_id as "servedId",
          n.name_en as "planEn", l.period_from::text as on, i.total_cents as cents, i.issued_at as at,
          coalesce((select max(c.at) from billing_changes c where c.subscription_id = s.id and c.at < i.issued_at), s.created_at) as before
        from billing_invoices i join billing_payments p on p.invoice_id = i.id and p.platform = 'renewal'
        join billing_subscriptions s on s.id = i.subscription_id join billing_accounts a on a.id = i.account_id
        join billing_invoice_lines l on l.invoice_id = i.id and l.kind = 'plan' and l.sign = 1
        join plans_plans n on n.id = l.plan_id order by i.id, l.position desc`,
    );
    const taxDays = (
      await rows<{ day: string }>(
        `select starts_on::text as day from billing_tax_rates union select ends_on::text from billing_tax_rates where ends_on is not null`,
      )
    ).map(({ day: on }) => on);
    const told = await rows<{
      userId: string;
      kind: string;
      on: string;
      planEn: string;
      cents: number;
      at: Date;
    }>(
      `select user_id as "userId", "values"->>'kind' as kind, "values"->>'day' as on, "values"->>'plan_en' as "planEn",
          ("values"->>'cents')::int as cents, created_at as at
        from notifications_events where cause = 'billing' and "values"->>'kind' in ('trial_ends', 'renews') order by created_at`,
    );
    const problems: { accountId: string; what: string }[] = [];
    const compared = { page: 0, mail: 0 };
    const compare = (
      by: 'page' | 'mail',
      said: { at: Date; on: string; cents: number },
      charged: (typeof renewals)[number],
    ) => {
      const { accountId, payerId, servedId, cents, at, before } = charged;
      const between = (text: string) => said.at.toISOString() <= text && text <= at.toISOString();
      const doers = households.filter(({ householdId }) => [payerId, servedId].includes(householdId));
      if (doers.some(({ journal }) => journal.some(between)) || before > said.at) return;
      if ([...sold].some((text) => text.includes('changeTax') && between(text))) return;
      // By the clock of a household in Seoul it may be the next day already.
      const last = new Date(at.getTime() + dayMs).toISOString().slice(0, 10);
      if (taxDays.some((on) => on >= said.on && on <= last)) return;
      compared[by] += 1;
      if (said.cents !== cents)
        problems.push({
          accountId,
          what: `${by} of ${said.at.toISOString()} said ${said.cents} on ${said.on} of ${charged.id}, which was ${cents} at ${at.toISOString()}`,
        });
    };
    for (const page of shown) {
      const charged = renewals.filter(({ id, on }) => id === page.id && on === page.on);
      if (charged[0]) compare('page', page, charged[0]);
    }
    for (const mail of told) {
      const payer = households.find(({ id }) => id === mail.userId);
      const [charged, other] = renewals.filter(
        ({ payerId, on, planEn }) =>
          payerId === payer?.householdId && on === mail.on && planEn === mail.planEn,
      );
      if (charged && !other) compare('mail', mail, charged);
    }
    expect.soft(problems, say(problems)).toEqual([]);
    expect.soft(compared.page).toBeGreaterThan(count / 2);
    expect.soft(compared.mail).toBeGreaterThan(count / 10);
    // A day is announced again after another day was announced in between.
    const twice = await rows<{ accountId: string; what: string }>(
      `select a.id as "accountId", concat_ws(' ', 'told twice', own."values", own.created_at) as what
        from (select *, lag("values") over (partition by user_id, "values"->'kind', "values"->'plan_en', "values"->'for_id'
              order by created_at, id) as before
            from notifications_events where cause = 'billing' and "values"->>'kind' in
              ('trial_ends', 'renews', 'price', 'failed', 'action', 'stopped', 'ended')) own
          join billing_accounts a on a.household_id = own.household_id where own."values" = own.before`,
    );
    expect.soft(twice, say(twice)).toEqual([]);
  }

  /** No table names an erased household. */
  async function checkForgotten() {
    // The mail about the erasure is kept for a month, like all mail.
    const before = now.getTime() - (90 + 38) * dayMs;
    const erased = new Set(
      households.flatMap(({ leftAt }, index) => (leftAt && leftAt.getTime() < before ? index : [])),
    );
    const emails = new Set([...erased].map((index) => `${households[index]?.username}@example.com`));
    const tables = await rows<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname = 'public' order by 1`,
    );
    const left: string[] = [];
    for (const { name } of tables) {
      const found = await rows<{ index: string | null; email: string | null }>(
        `select distinct m[1] as index, m[2] as email from ${name} t,
          regexp_matches(t::text, 'Mina(\\d+)of|([\\w-]+@example\\.com)', 'g') m`,
      );
      for (const { index, email } of found)
        if (index === null ? emails.has(email ?? '') : erased.has(Number(index)))
          left.push(`${name} ${index ?? email}`);
    }
    expect.soft(left).toEqual([]);
  }

  /** Each day: paid once at the most, whatever pays, and served where it was paid; and what days to come cost is deferred. */
  async function checkDays() {
    const loaded = await readSubscriptions(
      api.db,
      (await api.db.select({ id: subscriptions.id }).from(subscriptions)).map(({ id }) => id),
    );
    const lines = groupBy(
      await api.db
        .select({
          line: invoiceLines,
          state: payments.state,
          method: payments.method,
          paidAt: payments.paidAt,
        })
        .from(invoiceLines)
        .innerJoin(payments, eq(payments.invoiceId, invoiceLines.invoiceId)),
      ({ line }) => line.subscriptionId ?? '',
    );
    const changes = groupBy(
      await api.db.select().from(subscriptionChanges),
      ({ subscriptionId }) => subscriptionId,
    );
    // Of whole households: a plan that follows one that ended the same day, further west, starts after it.
    const periods = groupBy(await api.db.select().from(planPeriods), (period) => period.householdId);
    const problems: { accountId: string; what: string }[] = [];
    const paidDays = new Map<string, string>();
    const watchingBy = (zone: string) => groupBy(watching, ({ at }) => dayIn(at, zone));
    const watchingIn = new Map(
      [...new Set(loaded.map(({ row }) => row.zone))].map((zone) => [zone, watchingBy(zone)]),
    );
    const servedDays = new Set<string>();
    let byCredit = 0;
    let deferred = 0;
    const serviceToday = dayNumber(dayIn(now, api.context.config.serviceZone));
    for (const { row, history } of loaded) {
      const { id, accountId, householdId, zone } = row;
      const today = dayNumber(dayIn(now, zone));
      const own = lines.get(id) ?? [];
      const served = periods.get(householdId ?? '') ?? [];
      /** A plan that started or was paid later on the same day is not served before. */
      const isLater = (then: Date, on: string) =>
        [...(changes.get(id) ?? []).map(({ at }) => at), ...own.flatMap(({ paidAt }) => paidAt ?? [])].some(
          (at) => at > then && dayIn(at, zone) === on,
        );
      for (const period of periodsOf(history, today + 1)) {
        const of = own.filter(({ line }) => line.periodFrom === dayText(period.from));
        const days = of.filter(({ line, state }) => line.kind === 'plan' && state === 'paid');
        for (let at = 0; at < period.priceDays && !period.isTrial; at += 1) {
          const covering = days.filter(({ line }) => Number(line.at) <= at && at < Number(line.until));
          const times = covering.reduce((sum, { line }) => sum + Number(line.sign), 0);
          const calendar = calendarDay(period, at);
          const text = `${id} ${dayText(calendar)}`;
          if (times !== 0 && times !== 1)
            problems.push({ accountId, what: `${text} was paid ${times} times` });
          if (times === 0 || calendar >= today || calendar >= period.servedUntil) continue;
          // Service of an erased household went with it; its payments stay.
          if (householdId === null) continue;
          // By the same clock: a day that is over in Seoul starts later in Honolulu. A constraint keeps
          // instants from overlapping.
          const day = `${householdId} ${zone} ${dayText(calendar)}`;
          if (paidDays.has(day))
            problems.push({ accountId, what: `${text} was paid by ${paidDays.get(day)} too` });
          paidDays.set(day, id);
          servedDays.add(dayText(calendar));
          if (covering.every(({ method }) => method === 'credit')) byCredit += 1;
          for (const { at: then, households: had } of watchingIn.get(zone)?.get(dayText(calendar)) ?? [])
            if (!had.has(householdId) && !isLater(then, dayText(calendar)))
              problems.push({
                accountId,
                what: `${text} is paid, and nobody could watch at ${then.toISOString()}`,
              });
          const noon = startOfDay(dayText(calendar), zone).getTime() + dayMs / 2;
          if (!served.some(({ startsAt, endsAt }) => startsAt.getTime() <= noon && noon < endsAt.getTime()))
            problems.push({ accountId, what: `${text} was paid and not served` });
        }
        if (row.state === 'ended' || dayText(period.from) !== row.periodFrom) continue;
        let elapsed = 0;
        while (elapsed < period.priceDays && calendarDay(period, elapsed) < serviceToday) elapsed += 1;
        for (const { line } of of.filter(({ state }) => state !== 'void'))
          if (line.kind === 'plan') {
            const [from, until] = [Number(line.at), Number(line.until)];
            const upTo = Math.min(Math.max(elapsed, from), until);
            deferred +=
              Number(line.sign) * shareCents(Number(line.priceCents), Number(line.priceDays), upTo, until);
          } else if (line.kind === 'discount') {
            const part = Math.min(1, elapsed / Math.max(...period.pieces.map(({ until }) => until)));
            deferred +=
              line.amountCents - Math.sign(line.amountCents) * Math.round(Math.abs(line.amountCents) * part);
          }
      }
    }
    expect(problems, say(problems)).toEqual([]);
    expect(-((await readBalances(api.db)).deferred ?? 0)).toBe(deferred);
    expect(byCredit).toBeGreaterThan(0);
    expect(byGift).toBeGreaterThan(0);
    expect(paidDays.size).toBeGreaterThan(count * 300);
    for (const changed of ['2027-11-07', '2028-02-29', '2028-03-12', '2030-03-10'])
      expect(servedDays).toContain(changed);
  }
});
