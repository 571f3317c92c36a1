import { expect, test } from 'vitest';
import { buildPayer, openBillingApi, subscribe } from '../../../../test/billing.ts';
import { buildPlan } from '../../../../test/build.ts';
import { remindJob } from './jobs/billing.jobs.ts';

test('what was agreed to is kept word for word for three years, and for one after the end', async () => {
  const api = await openBillingApi();
  const plan = await buildPlan(api.db, { nameKo: '한 달', nameEn: 'A month', priceCents: 1500 });
  const agreed = async () => {
    api.setNow(new Date('2027-01-31T20:00:00Z'));
    const user = await buildPayer(api);
    expect((await subscribe(api, user, plan)).body.data.state).toBe('paid');
    const { rows } = await api.pool.query(
      `select c.id, c.text, c.locale, c.price_cents, c.total_cents, c.subscription_id from billing_consents c
        join billing_subscriptions s on s.id = c.subscription_id where s.household_id = $1`,
      [user.householdId],
    );
    return rows[0];
  };
  const [running, ended] = [await agreed(), await agreed()];
  expect(running).toMatchObject({ locale: 'ko', price_cents: 1500, total_cents: 1500 });
  expect(running.text).toContain('한 달');
  await api.pool.query(
    `update billing_subscriptions set state = 'ended', renews = false, ended_at = case when id = $1 then timestamptz '2029-06-01' end`,
    [ended.subscription_id],
  );
  const kept = async (at: string) => {
    api.setNow(new Date(at));
    await remindJob.run({}, api.context, new AbortController().signal);
    const { rows } = await api.pool.query('select id from billing_consents order by at, id');
    return new Set(rows.map(({ id }) => id));
  };
  expect(await kept('2030-02-02T00:00:00Z')).toEqual(new Set([running.id, ended.id]));
  expect(await kept('2030-06-02T00:00:00Z')).toEqual(new Set([running.id]));
});
