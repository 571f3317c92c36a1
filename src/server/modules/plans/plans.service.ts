/** The plans, and the one rule of a household's plan: now lies in one of its periods. */
import { and, asc, desc, eq, getTableColumns, gt, lte, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Database, type Queryable, queryRows } from '../../db/client.ts';
import { allOf } from '../../db/conditions.ts';
import { planPeriods, planPrices, plans } from './plans.tables.ts';

interface Reading {
  db: Queryable;
  now(): Date;
}

const isIn = (now: Date | Placeholder): SQL =>
  allOf(lte(planPeriods.startsAt, now), gt(planPeriods.endsAt, now));

/** The end of a period as its household knows it: the days that a payment may take longer are not in it. */
const lastsUntil = sql<Date>`coalesce(${planPeriods.lastsUntil}, ${planPeriods.endsAt})`;

/** Whether the household of a column has a plan now, within another query. */
export const householdHasPlan = (householdId: AnyPgColumn, now: Date | Placeholder): SQL<boolean> =>
  sql<boolean>`exists (select from ${planPeriods} where ${eq(planPeriods.householdId, householdId)} and ${isIn(now)})`;

/** The households that have one of these plans now, as a query: each once for every period of theirs. */
export const householdsOnPlans = (planIds: string[], now: Date): SQL =>
  sql`select ${planPeriods.householdId} from ${planPeriods}
    where ${planPeriods.planId} = any(${sql.param(planIds)}::uuid[]) and ${isIn(now)}`;

/** Whether one of the plans of some periods, by `pl`, removes video ads; a period without a plan does. Null without a period. */
const adFree = 'bool_or(coalesce(pl.ad_free, true))';

/**
 * Whether a household's plan removes video ads, null without a plan: text for hand-written prepared queries. `householdId` is a
 * column, `now` a placeholder; both ours, never input.
 */
export const householdAdFreeText = (householdId: string, now: string): string =>
  `(select ${adFree} from plans_periods pp left join plans_plans pl on pl.id = pp.plan_id
    where pp.household_id = ${householdId} and pp.starts_at <= ${now} and pp.ends_at > ${now})`;

/**
 * The plan period that a household is in, if any; of several the one that ends first. `endsAt` is the end that the household knows.
 * A subscription is served for some days longer, so that a renewal's payment may take its time.
 */
export async function findPlanPeriod(
  { db, now }: Reading,
  householdId: string,
): Promise<{ planId: string | null; startsAt: Date; endsAt: Date } | undefined> {
  const [period] = await db
    .select({
      planId: planPeriods.planId,
      startsAt: planPeriods.startsAt,
      endsAt: lastsUntil.mapWith(planPeriods.endsAt),
    })
    .from(planPeriods)
    .where(and(eq(planPeriods.householdId, householdId), isIn(now())))
    .orderBy(asc(planPeriods.endsAt))
    .limit(1);
  return period;
}

/** The rights of a household by its plan; of several plans the best of each. */
export interface PlanAllowance {
  /** The number of devices that may watch at once; null for a period without a plan. */
  streams: number | null;
  /** Whether it is shown no video ads. */
  adFree: boolean;
  /** The best quality, by its height; null: no limit. */
  maxHeight: number | null;
}

/** The rights of a household by its plan now; undefined without one. */
export async function findAllowance(
  { db, now }: Reading,
  householdId: string,
): Promise<PlanAllowance | undefined> {
  const at = now();
  const [row] = await queryRows<Omit<PlanAllowance, 'adFree'> & { adFree: boolean | null }>(
    db,
    sql`select max(pl.streams) as streams, ${sql.raw(adFree)} as "adFree",
        case when bool_and(pl.max_height is not null) then max(pl.max_height) end as "maxHeight"
      from plans_periods pp left join plans_plans pl on pl.id = pp.plan_id
      where pp.household_id = ${householdId} and pp.starts_at <= ${at} and pp.ends_at > ${at}`,
  );
  return row && row.adFree !== null ? { ...row, adFree: row.adFree } : undefined;
}

/** Until when a household has paid, over all periods that have not ended; undefined without one. */
export async function findPaidUntil({ db, now }: Reading, householdId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ until: sql<Date | null>`max(${lastsUntil})`.mapWith(planPeriods.endsAt) })
    .from(planPeriods)
    .where(and(eq(planPeriods.householdId, householdId), gt(planPeriods.endsAt, now())));
  return row?.until ?? undefined;
}

/** Puts a plan in force for a household. */
export async function insertPlanPeriod(
  tx: Queryable,
  values: Pick<typeof planPeriods.$inferInsert, 'householdId' | 'planId' | 'startsAt' | 'endsAt'>,
): Promise<void> {
  await tx.insert(planPeriods).values(values);
}

/** The price of each plan that is in force at an instant: the one that began last. */
export const pricesAt = (db: Queryable, at: Date) =>
  db
    .selectDistinctOn([planPrices.planId], {
      planId: planPrices.planId,
      priceId: planPrices.id,
      priceCents: planPrices.priceCents,
      regularPriceCents: planPrices.regularPriceCents,
    })
    .from(planPrices)
    .where(lte(planPrices.startsAt, at))
    .orderBy(planPrices.planId, desc(planPrices.startsAt))
    .as('in_force');

/** A plan that can be subscribed to, with its price in force. */
export type Offer = typeof plans.$inferSelect & {
  priceId: string;
  priceCents: number;
  regularPriceCents: number | null;
};

function selectOffers(db: Queryable, at: Date) {
  const price = pricesAt(db, at);
  return db
    .select({
      ...getTableColumns(plans),
      priceId: price.priceId,
      priceCents: price.priceCents,
      regularPriceCents: price.regularPriceCents,
    })
    .from(plans)
    .innerJoin(price, eq(price.planId, plans.id));
}

/** The plans that are offered now, in their order, each with its price in force. Without one a plan is not offered. */
export const listPlans = ({ db, now }: Reading): Promise<Offer[]> =>
  selectOffers(db, now()).where(eq(plans.active, true)).orderBy(asc(plans.position), asc(plans.id));

/** A plan that is offered at an instant, with its price then. */
export async function findOffer(
  db: Queryable,
  { planId, at }: { planId: string; at: Date },
): Promise<Offer | undefined> {
  const [offer] = await selectOffers(db, at).where(and(eq(plans.id, planId), eq(plans.active, true)));
  return offer;
}

/** A price of any time with its plan, offered or not: who subscribed at it keeps it. */
export async function findPrice(db: Queryable, priceId: string): Promise<Offer | undefined> {
  const [price] = await db
    .select({
      ...getTableColumns(plans),
      priceId: planPrices.id,
      priceCents: planPrices.priceCents,
      regularPriceCents: planPrices.regularPriceCents,
    })
    .from(planPrices)
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(eq(planPrices.id, priceId));
  return price;
}

/** Every plan in its order, offered or not, with its price in force where there is one. */
export async function listPricedPlans({ db, now }: Reading) {
  const price = pricesAt(db, now());
  return db
    .select({ ...getTableColumns(plans), priceId: price.priceId, priceCents: price.priceCents })
    .from(plans)
    .leftJoin(price, eq(price.planId, plans.id))
    .orderBy(asc(plans.position), asc(plans.id));
}

/** Notes what a plan and prices of it are called at the card processor. */
export async function setGatewayIds(
  db: Database,
  { planId, gatewayId, priceIds }: { planId: string; gatewayId: string; priceIds: Record<string, string> },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Not `updated_at`: nothing that staff see has changed.
    await tx.execute(
      sql`update ${plans} set gateway_id = ${gatewayId} where id = ${planId} and gateway_id is distinct from ${gatewayId}`,
    );
    for (const [id, own] of Object.entries(priceIds))
      await tx.execute(
        sql`update ${planPrices} set gateway_id = ${own} where id = ${id} and gateway_id is distinct from ${own}`,
      );
  });
}
