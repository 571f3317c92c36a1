/** The terms that a price stands for. */
import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { groupBy } from '../../group-by.ts';
import { planPrices, plans } from '../plans/plans.tables.ts';
import type { Terms } from './amounts.ts';

const columns = {
  priceId: planPrices.id,
  planId: plans.id,
  period: plans.period,
  cents: planPrices.priceCents,
  startsAt: planPrices.startsAt,
};

/** Undefined of what is paid once. */
const termsOf = ({
  priceId,
  planId,
  period,
  cents,
}: Pick<typeof plans.$inferSelect, 'period'> & { priceId: string; planId: string; cents: number }):
  | Terms
  | undefined =>
  period === 'once' ? undefined : { planId, priceId, cents, months: period === 'yearly' ? 12 : 1 };

/** Fails with `not_found` for a price that there is not, or that is paid once. */
export async function termsOfPrice(db: Queryable, priceId: string): Promise<Terms> {
  const [row] = await db
    .select(columns)
    .from(planPrices)
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(eq(planPrices.id, priceId));
  return (row && termsOf(row)) ?? fail('not_found');
}

/** The terms of a price, and from when on they are asked for. */
export interface DatedTerms {
  startsAt: Date;
  terms: Terms;
}

/** The prices of plans that have had several by the end of a day, by plan, the newest first. */
export async function readChangedPrices(db: Queryable, day: string): Promise<Map<string, DatedTerms[]>> {
  const rows = await db
    .select(columns)
    .from(planPrices)
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(sql`${planPrices.startsAt} < ${day}::date + 1`)
    .orderBy(desc(planPrices.startsAt));
  const dated = rows.flatMap((row) => {
    const terms = termsOf(row);
    return terms ? [{ startsAt: row.startsAt, terms }] : [];
  });
  const byPlan = groupBy(dated, ({ terms }) => terms.planId);
  return new Map([...byPlan].filter(([, prices]) => prices.length > 1));
}
