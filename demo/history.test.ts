import { beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../src/server/modules/billing/refunds.service.ts';
import { countReportsJob } from '../src/server/modules/reports/jobs/reports.jobs.ts';
import { recount } from '../src/server/modules/reports/recount.service.ts';
import { openData } from '../test/api.ts';
import { type BillingApi, openBillingApi } from '../test/billing.ts';
import { buildAsset, buildStaff } from '../test/build.ts';
import { loadDemo } from './demo.ts';
import { loadDemoBilling } from './load-billing.ts';
import { loadDemoHistory } from './load-history.ts';

const households = 150;

describe('the demo’s thirteen months', () => {
  let api: BillingApi;
  let token: string;
  let ofFamilyAtOnce: Awaited<ReturnType<typeof familyBilling>>;
  /** The family's account page. */
  const familyBilling = async () => {
    const { body } = await api.call('POST /api/login', {
      body: { username: 'family', password: 'maru-demo-2026' },
    });
    const own = { token: body.data.token };
    const { data } = (await api.call('GET /api/account/membership', own)).body;
    const invoices = (await api.call('GET /api/account/invoices', own)).body.data;
    return { state: data.subscription?.state, cards: data.cards.length, invoices };
  };
  beforeAll(async () => {
    api = await openBillingApi();
    // As two nodes that start together on an empty database.
    await Promise.all([loadDemo(api.context, () => {}), loadDemo(api.context, () => {})]);
    const { id } = await buildAsset(api.db);
    await api.pool.query(`update catalog_programmes set asset_id = $1 where kind = 'movie'`, [id]);
    await loadDemoBilling(api.context, 'family');
    ofFamilyAtOnce = await familyBilling();
    // Reports have begun before, as they have when the site was up for a while.
    await countReportsJob.run({}, api.context, new AbortController().signal);
    // Stopped before the figures are counted; the next start goes on.
    await loadDemoHistory(api.context, () => true, { households });
    expect(await loadedParts()).toEqual(['history']);
    // A customer is charged once even if the card processor dies while it charges.
    await api.gateway.control('/test/faults', { kind: 'kill', path: '/v1/payment_intents/', times: 1 });
    // Nor does it help that it is started again at once.
    await api.gateway.control('/test/faults', { kind: '500', path: '/v1/payment_intents/', times: 1000 });
    await expect(loadDemoHistory(api.context, () => false, { households })).rejects.toThrow();
    expect(
      await numberOf('select count(*) as n from billing_attempts where outcome is null'),
    ).toBeGreaterThan(0);
    await api.gateway.control('/test/faults', { kind: 'none' });
    await loadDemoHistory(api.context, () => false, { households });
    ({ token } = await buildStaff(api.db));
  });
  const numberOf = async (query: string) => Number((await api.pool.query(query)).rows[0].n);
  const loadedParts = async () =>
    (await api.pool.query(`select name from demo_parts where name like 'history%' order by name`)).rows.map(
      ({ name }) => name,
    );

  test('begin with what the family pays: its plan, card and a year of invoices are there before everything else', () => {
    expect(ofFamilyAtOnce).toMatchObject({ state: 'active', cards: 1 });
    const states = ofFamilyAtOnce.invoices.map(({ state }) => state);
    expect(states.length).toBeGreaterThan(11);
    expect(new Set(states)).toEqual(new Set(['paid', 'partly_refunded']));
  });

  test('give every report something to show', async () => {
    const { data: reports } = (await api.call('GET /api/admin/reports', { token })).body;
    expect(reports.length).toBeGreaterThan(10);
    for (const { name, is_facts } of reports) {
      const { body } = await api.call('GET /api/admin/reports/{name}', {
        token,
        params: { name },
        query: { period: 'recent_30_days' },
      });
      expect([name, body.data.length > 0]).toEqual([name, true]);
      // Every figure has one of the period before beside it.
      if (!is_facts)
        expect([name, Object.values(body.before?.totals ?? {}).some(Boolean)]).toEqual([name, true]);
    }
  });

  test('are figures that a recount confirms', async () => {
    expect(await loadedParts()).toEqual(['history', 'history-counted']);
    expect(await numberOf('select count(*) as n from reports_changed_days')).toBe(0);
    expect(await recount(api.context)).toBe(0);
    expect(await numberOf('select sum(views) as n from reports_title_months')).toBe(
      await numberOf('select count(*) as n from reports_viewings'),
    );
    expect(await numberOf('select count(*) as n from reports_viewings where counted_on <> day')).toBe(0);
  });

  test('have in every range how many different people watched in it, by whatever they are counted by', async () => {
    const parts = {
      total: `'', f.viewer`,
      home: `'', f.home`,
      device: 'f.device, f.viewer',
      country: 'f.country, f.viewer',
      title: 't.target_id::text, f.viewer',
      category: `coalesce(t.category_id::text, ''), f.viewer`,
      sub_category: 't.sub_category_id::text, f.viewer',
      content_partner: 't.content_partner_id::text, f.viewer',
    };
    const counted = [
      ...Object.entries(parts).map(([part, columns]) => ({ part, columns, own: 'null::uuid' })),
      // Of each content partner's titles alone.
      ...(['device', 'country', 'category'] as const).map((part) => ({
        part,
        columns: parts[part],
        own: 't.content_partner_id',
      })),
    ].map(
      ({
        part,
        columns,
        own,
      }) => `select r.starts_on, r.ends_on, '${part}' as part, ${own} as own, value, count(distinct person) as viewers
        from (select distinct starts_on, ends_on from reports_audiences) r
        join reports_viewings f on f.counted_on between r.starts_on and r.ends_on join reports_titles t on t.id = f.title_id,
          lateral (values (${columns})) o(value, person)
        where value is not null ${own === 'null::uuid' ? '' : `and ${own} is not null`} group by 1, 2, 4, 5`,
    );
    const { rows } = await api.pool.query(`
      select ends_on - starts_on + 1 as days, count(*) as rows, count(*) filter (where k.viewers is distinct from c.viewers) as wrong
      from (select *, coalesce(content_partner_id::text, '') as of from reports_audiences where viewers > 0) k
      full join (select *, coalesce(own::text, '') as of from (${counted.join(' union all ')}) o) c using (starts_on, ends_on, part, of, value)
      group by 1 order by 1`);
    expect(rows.filter(({ wrong }) => wrong > 0)).toEqual([]);
    expect(rows.map(({ days }) => days)).toEqual(expect.arrayContaining([1, 7, 30]));
    expect(rows.every(({ rows: count }) => count > 100)).toBe(true);
    // A calendar month is one of 28, 29 or 31 days, or is the thirty days that end with it.
    expect(
      await numberOf(`select count(*) as n from reports_audiences where extract(day from starts_on) = 1
        and part = 'total' and extract(day from ends_on + 1) = 1 and ends_on > starts_on`),
    ).toBeGreaterThanOrEqual(12);
  });

  test('are seen as customers who joined, pay, sign in, watch and leave', async () => {
    const { body } = await api.call('GET /api/admin/customers', { token, query: { q: 'viewer01' } });
    expect(body.data.length).toBeGreaterThan(5);
    const { id } = body.data[0]!;
    await openData(api, token, 'customers', id);
    const customer = (await api.call('GET /api/admin/customers/{id}', { token, params: { id } })).body.data;
    expect(customer.email).toMatch(/^viewer\d+@example\.com$/);
    expect(customer.profiles.length * customer.sessions.length * customer.logins.length).toBeGreaterThan(0);
    for (const kind of ['joined', 'leaving', 'left', 'plan_begun', 'plan_ended'])
      expect([
        kind,
        (await numberOf(`select count(*) as n from reports_customer_events where kind = '${kind}'`)) > 0,
      ]).toEqual([kind, true]);
    // Viewings are after the profile's start, not in the future, and allowed to its profile.
    expect(
      await numberOf(`select count(*) as n from playback_sessions s join accounts_households h on h.id = s.household_id
        join profiles p on p.id = s.profile_id left join catalog_programmes g on g.id = s.programme_id
        where s.started_at < h.created_at or s.ended_at > now() or p.is_kid and g.maturity > p.maturity`),
    ).toBe(0);
  });

  test('have nobody watch what their plan does not open', async () => {
    expect(
      await numberOf(`select count(*) as n from playback_sessions s join catalog_programmes g on g.id = s.programme_id
        where g.premium and not exists (select from plans_periods p where p.household_id = s.household_id
          and p.starts_at <= s.started_at + interval '1 day' and p.ends_at > s.started_at - interval '1 day')`),
    ).toBe(0);
    // Those who have a subscription now began it when they did, not all in these days.
    const begun = (days: string) =>
      numberOf(`select count(*) as n from reports_customer_events where kind = 'plan_begun' and ${days}`);
    const recent = await begun(`happened_at > now() - interval '30 days'`);
    const before = await begun(
      `happened_at between now() - interval '60 days' and now() - interval '30 days'`,
    );
    expect(recent).toBeLessThan(4 * before);
  });

  test('are the family’s too, who can go on with what they have begun', async () => {
    const own = (table: string) =>
      numberOf(
        `select count(*) as n from ${table} where household_id = (select household_id from accounts_users where username = 'family')`,
      );
    expect(await own('viewing_history')).toBeGreaterThan(100);
    expect(await own('viewing_progress')).toBeGreaterThan(5);
  });

  test('were settled with the content partner month by month', async () => {
    const { body } = await api.call('GET /api/admin/partner-statements', { token });
    expect(body.meta.total).toBeGreaterThanOrEqual(12);
    expect(body.data.every(({ amount_cents }) => amount_cents >= 0)).toBe(true);
    expect(body.data.some(({ share_cents }) => share_cents > 0)).toBe(true);
  });

  test('have paid for their plans: the ledger sums up with invoices, payments and days to be served', async () => {
    expect(await numberOf('select count(*) as n from billing_subscriptions')).toBeGreaterThan(20);
    expect(
      await numberOf(
        `select count(*) as n from billing_invoices i join billing_accounts a on a.id = i.account_id
          join accounts_users u on u.household_id = a.household_id where u.username = 'family'`,
      ),
    ).toBeGreaterThan(0);
    const balance = (account: string) =>
      numberOf(
        `select coalesce(sum(amount_cents), 0) as n from billing_entries where account = '${account}'`,
      );
    expect(await numberOf('select coalesce(sum(amount_cents), 0) as n from billing_entries')).toBe(0);
    expect(await balance('receivable')).toBe(
      await numberOf(`select coalesce(sum(amount_cents), 0) as n from billing_payments where state = 'open'`),
    );
    const paidBy = (method: string) =>
      numberOf(
        `select coalesce(sum(amount_cents), 0) as n from billing_payments where state = 'paid' and method = '${method}'`,
      );
    expect(await balance('checks')).toBe(await paidBy('check'));
    expect(await balance('cash')).toBe(await paidBy('cash'));
    expect(Math.min(await paidBy('check'), await paidBy('cash'))).toBeGreaterThan(0);
    const refunded = (column: string) =>
      numberOf(`select sum(${column}) as n from billing_refunds where state = 'succeeded'`);
    expect(await balance('tax')).toBe(
      (await refunded('tax_cents')) -
        (await numberOf('select coalesce(sum(tax_cents), 0) as n from billing_invoices')),
    );
    expect((await balance('deferred')) + (await balance('revenue'))).toBe(
      -(await numberOf(
        `select coalesce(sum(amount_cents), 0) as n from billing_invoice_lines where kind <> 'gift'`,
      )),
    );
    // Most of the paid time has been served since.
    expect(await balance('deferred')).toBeLessThan(0);
    expect(await balance('revenue')).toBeLessThan(await balance('deferred'));
    expect(await balance('gifts')).toBe(
      -(await numberOf(`select coalesce(sum(amount_cents), 0) as n from billing_gifts where state = 'open'`)),
    );
    // Numbers have no gaps, and every running subscription serves its period.
    expect(await numberOf('select max(number) - min(number) + 1 - count(*) as n from billing_invoices')).toBe(
      0,
    );
    expect(
      await numberOf(`select count(*) as n from billing_subscriptions s where state = 'active' and not exists
        (select from plans_periods p where p.subscription_id = s.id and p.ends_at > now())`),
    ).toBe(0);
  });

  test('leave no plan without bills: each day that was served is on one of them, also of plans that are over', async () => {
    expect(await numberOf('select count(*) as n from plans_periods where subscription_id is null')).toBe(0);
    const zone = api.context.config.serviceZone;
    const wrong = await api.pool.query(
      `select s.state, count(*) as subscriptions, count(*) filter (where billed.days <> billed.until - billed.since + 1
          or billed.since <> s.began_on or billed.until + 1 <> s.period_to
          or (p.starts_at at time zone $1)::date <> s.began_on or p.ends_at < s.period_to::timestamp at time zone $1
          or s.state = 'ended' and p.ends_at <> s.period_to::timestamp at time zone $1) as wrong
        from billing_subscriptions s join plans_periods p on p.subscription_id = s.id
        join lateral (select min(starts_on) as since, max(ends_on) as until, sum(ends_on - starts_on + 1) as days
          from billing_payments where subscription_id = s.id) billed on true
        where s.platform in ('cms', 'in_app') and s.gift_period_cents is null and s.state in ('active', 'ended') group by 1 order by 1`,
      [zone],
    );
    expect(wrong.rows.map(({ state }) => state)).toEqual(['active', 'ended']);
    for (const { state, subscriptions, wrong: count } of wrong.rows)
      expect([state, Number(subscriptions) > 10, Number(count)]).toEqual([state, true, 0]);
    // A household whose plan has ended cancelled before. Erased households have left bills without a name.
    expect(
      await numberOf(
        `select count(*) as n from billing_subscriptions where state = 'ended' and (cancelled_at is null or cancelled_at > ended_at)`,
      ),
    ).toBe(0);
    expect(
      await numberOf(
        `select count(*) as n from billing_subscriptions where state = 'ended' and household_id is null`,
      ),
    ).toBeGreaterThan(0);
  });

  test('were paid by card, too: a refund, a gift, a declined card, and books that agree with the card processor’s', async () => {
    const { balanceMovements } = api.gateway.payments;
    const range = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };
    let there = 0;
    for (let after: string | undefined; ; ) {
      const { items, next } = await balanceMovements.call(api.gateway.payments, range, after);
      for (const { netCents } of items) there += netCents;
      if (!next) break;
      after = next;
    }
    expect(there).toBe(
      await numberOf(`select sum(amount_cents) as n from billing_entries where account = 'gateway'`),
    );
    expect(there).toBeGreaterThan(0);
    await reconcile(api.context);
    expect(await numberOf('select count(*) as n from billing_movements where difference is not null')).toBe(
      0,
    );
    expect(await numberOf('select count(*) as n from billing_attempts where outcome is null')).toBe(0);
    const ofFamily = (table: string) =>
      numberOf(`select count(*) as n from ${table} join billing_accounts a on a.id = p.account_id
        join accounts_users u on u.household_id = a.household_id where u.username = 'family' and p.state = 'paid'`);
    expect(await ofFamily(`billing_payments p`)).toBeGreaterThan(12);
    expect(await ofFamily(`billing_refunds r join billing_payments p on p.id = r.payment_id`)).toBe(1);
    expect(await numberOf(`select count(*) as n from billing_disputes where state = 'open'`)).toBe(1);
    expect(
      await numberOf(
        `select count(*) as n from billing_payments where state = 'open' and failure_code is not null`,
      ),
    ).toBe(1);
    expect(
      await numberOf(
        `select count(*) as n from billing_gifts where state = 'redeemed' and bought_by is not null`,
      ),
    ).toBe(1);
    // The refund, the gift and the declined card have mails. Payments of a year ago have none now.
    expect(await numberOf(`select count(*) as n from mail_messages where template = 'billing'`)).toBeLessThan(
      8,
    );
  });

  test('come once', async () => {
    const counts = () =>
      numberOf(
        `select (select count(*) from playback_sessions) + (select count(*) from reports_viewings)
          + (select count(*) from billing_payments) + (select count(*) from billing_entries) as n`,
      );
    const before = await counts();
    await loadDemoHistory(api.context, () => false, { households });
    await countReportsJob.run({}, api.context, new AbortController().signal);
    expect(await counts()).toBe(before);
  });
});
