/** What people agreed to when they subscribed. */
import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';

/**
 * Deletes what need not be shown any more: it was agreed to three years ago or longer, and its subscription ended a year ago or
 * longer (California Business and Professions Code, section 17602: whichever is later). Safe to repeat.
 */
export async function tidyConsents({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const at = now();
  await db.execute(sql`
    delete from billing_consents c using billing_subscriptions s
    where s.id = c.subscription_id and c.at < ${at}::timestamptz - interval '3 years'
      and s.ended_at < ${at}::timestamptz - interval '1 year'`);
}
