/** Revenue by day: payments for served days are earned, the rest stays deferred. */
import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { queryRows } from '../../db/client.ts';
import { must } from '../../must.ts';
import { addDays, dayIn } from '../../zone.ts';
import { post } from './ledger.service.ts';

/**
 * Posts the revenue of the day that has ended, in the service's zone. The deferred amount is computed from the
 * lines of running periods, and the difference to the ledger is posted. A missed day and an invoice that became
 * void are thereby corrected.
 */
export async function recognizeRevenue(context: Context): Promise<void> {
  const at = context.now();
  const day = addDays(dayIn(at, context.config.serviceZone), -1);
  await context.db.transaction(async (tx) => {
    // Invoices of another transaction are either in both sums or in none.
    await tx.execute(sql`set transaction isolation level repeatable read`);
    const [done] = await queryRows<{ one: number }>(
      tx,
      sql`select 1 as one from billing_transactions where cause = 'revenue' and cause_id = ${day}`,
    );
    if (done) return;
    const [sums] = await queryRows<{ deferred: number; unserved: number }>(
      tx,
      sql`
        with running as (
          select s.id, s.period_from,
            greatest(0, (${day}::date + 1 - s.period_from) - coalesce((
              select sum(greatest(0, coalesce(p.until, ${day}::date + 1) - greatest(p.day, s.period_from)))
              from (
                select c.day, lead(c.day) over own as until,
                  sum(case c.kind when 'pause' then 1 else -1 end) over own as pauses
                from billing_changes c
                where c.subscription_id = s.id and c.kind in ('pause', 'resume') and c.day <= ${day}::date
                window own as (order by c.day, c.position)) p
              where p.pauses > 0), 0))::bigint as days
          from billing_subscriptions s where s.state <> 'ended'),
        lines as (
          select l.sign, l.price_cents::bigint as cents, l.price_days::bigint as price_days, l.until::bigint as until,
            least(greatest(r.days, l.at), l.until)::bigint as upto, l.kind, l.amount_cents::bigint as amount,
            -- A discount is earned with the paid days of its period, which a pause does not add to.
            least(1.0, r.days / greatest(1, max(l.until) over (partition by r.id))::numeric) as part
          from running r
          join billing_invoice_lines l on l.subscription_id = r.id and l.period_from = r.period_from
          join billing_payments p on p.invoice_id = l.invoice_id and p.state <> 'void'
          where l.kind in ('plan', 'discount'))
        select
          coalesce((select -sum(amount_cents) from billing_entries where account = 'deferred'), 0)::bigint as deferred,
          coalesce((select sum(case when kind = 'plan'
              then sign * ((cents * until * 2 + price_days) / (price_days * 2)
                - (cents * upto * 2 + price_days) / (price_days * 2))
              else amount - round(amount * part) end) from lines), 0)::bigint as unserved`,
    );
    const { deferred, unserved } = must(sums, 'sum');
    const earned = deferred - unserved;
    await post(tx, {
      cause: 'revenue',
      causeId: day,
      at,
      entries: [
        { account: 'deferred', amountCents: earned },
        { account: 'revenue', amountCents: -earned },
      ],
    });
  });
}
