/** The terms that a price stands for. */
import { eq } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { planPrices, plans } from '../plans/plans.tables.ts';
import type { Terms } from './amounts.ts';

/** Fails with `not_found` for a price that there is not, or that is paid once. */
export async function termsOfPrice(db: Queryable, priceId: string): Promise<Terms> {
  const [row] = await db
    .select({ planId: plans.id, period: plans.period, cents: planPrices.priceCents })
    .from(planPrices)
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(eq(planPrices.id, priceId));
  if (!row || row.period === 'once') return fail('not_found');
  return { planId: row.planId, priceId, cents: row.cents, months: row.period === 'yearly' ? 12 : 1 };
}
