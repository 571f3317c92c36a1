/** The effect of a new price: the subscribers whose price changes, the day of their first mail, and the first renewal at it. */
import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';

interface PriceEffect {
  subscribers: number;
  /** `YYYY-MM-DD`. Null without subscribers. */
  mailOn: string | null;
  firstRenewalOn: string | null;
}

/** More renewals of a subscription are not looked at: a price starts within ten years. */
const maxRenewals = 120;

/** The effect of a price of a plan that starts at an instant. Nothing is written. */
export async function readPriceEffect(
  { db, config, now }: Context,
  { planId, priceCents, startsAt }: { planId: string; priceCents: number; startsAt: Date },
): Promise<PriceEffect> {
  const { leastPriceNoticeDays, priceNoticeDays, yearlyNoticeDays } = config.billing;
  const at = now();
  const [effect] = await queryRows<PriceEffect>(
    db,
    sql`
      with concerned as (
        select s.period_to, s.zone, case pl.period when 'yearly' then 12 else 1 end as months,
          -- The last day of a short month stands for the day on which the plan began.
          case when extract(month from s.period_to + 1) = extract(month from s.period_to) then extract(day from s.period_to)
            else greatest(extract(day from s.period_to), extract(day from s.began_on)) end::int as day_of_month,
          (${at}::timestamptz at time zone s.zone)::date as today
        from billing_subscriptions s
        join plans_prices pr on pr.id = coalesce(s.next_price_id, s.price_id)
        join plans_plans pl on pl.id = pr.plan_id
        where pr.plan_id = ${planId} and pr.price_cents <> ${priceCents} and s.renews and not s.ends_with_credit
          and s.household_id is not null and s.state not in ('incomplete', 'ended')),
      renewals as (
        select c.today, f.day, c.months from concerned c cross join lateral (
          select min(r.day) as day from (
            select m.first + least(c.day_of_month, extract(day from m.first + interval '1 month' - interval '1 day')::int) - 1 as day
            from generate_series(0, ${maxRenewals}::int) k cross join lateral (
              select (date_trunc('month', c.period_to) + make_interval(months => c.months * k))::date as first) m) r
          where (r.day::timestamp at time zone c.zone) >= ${startsAt}::timestamptz
            and r.day >= c.today + ${leastPriceNoticeDays}::int) f)
      select count(*)::int as subscribers, min(day)::text as "firstRenewalOn",
        min(greatest(today, day - case months when 12 then ${Math.max(priceNoticeDays, yearlyNoticeDays)}::int
          else ${priceNoticeDays}::int end))::text as "mailOn"
      from renewals`,
  );
  return effect ?? { subscribers: 0, mailOn: null, firstRenewalOn: null };
}
