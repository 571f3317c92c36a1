/** Plans and their prices, in the back office. */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import {
  type adminPlanCalls,
  planPrices as priceShape,
  plans as shape,
} from '../../../contract/admin/plans.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { fail, failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { foundBy } from '../../resource/found-by.ts';
import type { Changes } from '../../resource/model.ts';
import { resource } from '../../resource/resource.ts';
import { subscriptionChanges } from '../billing/billing.tables.ts';
import { pricesAt } from './plans.service.ts';
import { planPeriods, planPrices, plans } from './plans.tables.ts';
import { readPriceEffect } from './price-effects.service.ts';

export const adminPlanRoutes = (context: Context): Handlers<typeof adminPlanCalls> => ({
  ...planResource(context),
  ...planPriceResource(context),
  'POST /api/admin/plan-price-effects': async ({ body }) => {
    const { subscribers, mailOn, firstRenewalOn } = await readPriceEffect(context, {
      planId: body.plan_id,
      priceCents: body.price_cents,
      startsAt: new Date(body.starts_at),
    });
    return { data: { subscribers, mail_on: mailOn, first_renewal_on: firstRenewalOn } };
  },
});

/** Whether a plan has or had a price in force. */
async function hasBegun(db: Queryable, planId: string, now: Date): Promise<boolean> {
  const [begun] = await db
    .select({ id: planPrices.id })
    .from(planPrices)
    .where(and(eq(planPrices.planId, planId), lte(planPrices.startsAt, now)))
    .limit(1);
  return begun !== undefined;
}

/** A price without its discount is more than with it. */
function requireDiscount(priceCents: number, regularPriceCents: number | null | undefined): void {
  if (regularPriceCents && regularPriceCents <= priceCents) failField('regular_price_cents', 'regular_price');
}

/** A plan is deleted with its prices. A plan that a household has or had stays and is made inactive. */
const planResource = (context: Context) =>
  resource(context, shape, plans, {
    tag: 'plans',
    order: { position: plans.position },
    publishes: 'active',
    search: [plans.nameKo, plans.nameEn],
    label: 'nameKo',
    present: async (db, rows) => {
      const price = pricesAt(db, context.now());
      const prices = await db
        .select()
        .from(price)
        .where(
          inArray(
            price.planId,
            rows.map(({ id }) => id),
          ),
        );
      return rows.map(({ id }) => {
        const own = prices.find(({ planId }) => planId === id);
        return {
          price_cents: own?.priceCents ?? null,
          regular_price_cents: own?.regularPriceCents ?? null,
        };
      });
    },
    values: async (values, { tx, before, input }) => {
      if (before && values.period !== undefined && values.period !== before.period) {
        if (await hasBegun(tx, before.id, context.now())) failField('period', 'plan_period_fixed');
      }
      const period = values.period ?? before?.period;
      if (period === 'once' && (values.trialDays ?? before?.trialDays ?? 0) > 0)
        failField('trial_days', 'trial_once');
      if (input.price_cents) requireDiscount(input.price_cents, input.regular_price_cents);
      else if (input.regular_price_cents) failField('price_cents', 'required');
      return values;
    },
    // A new plan may come with its first price.
    saveRest: async (saved, { tx }) => {
      const startsAt = context.now();
      const first = saved.flatMap(({ input, row, before }) =>
        !before && input.price_cents
          ? [
              {
                planId: row.id,
                priceCents: input.price_cents,
                regularPriceCents: input.regular_price_cents ?? null,
                startsAt,
              },
            ]
          : [],
      );
      if (first.length > 0) await tx.insert(planPrices).values(first);
      return saved.map(({ row }): Changes => {
        const own = first.find(({ planId }) => planId === row.id);
        if (!own) return {};
        const { priceCents, regularPriceCents } = own;
        return {
          price_cents: [null, priceCents],
          ...(regularPriceCents ? { regular_price_cents: [null, regularPriceCents] } : {}),
        };
      });
    },
    goesWith: async (ids, { tx }) =>
      (
        await tx
          .select({ id: planPrices.id })
          .from(planPrices)
          .where(inArray(planPrices.planId, ids))
          .orderBy(asc(planPrices.startsAt))
      ).map(({ id }) => ({ entity: priceShape.name, id, action: 'delete' })),
    usedBy: [
      {
        what: 'subscribers',
        rows: (id) =>
          sql`select distinct ${planPeriods.householdId} from ${planPeriods} where ${planPeriods.planId} = ${id}`,
        list: { resource: 'customers', filter: 'plan_id_in' },
      },
    ],
    beforeDelete: async (plan, { tx }) => {
      const [period] = await tx
        .select({ id: planPeriods.id })
        .from(planPeriods)
        .where(eq(planPeriods.planId, plan.id))
        .limit(1);
      if (period) fail('in_use');
    },
  });

/** An announced price is final: another amount or a later day is another price. */
async function requireUntold(
  db: Queryable,
  before: { id: string; startsAt: Date; priceCents: number },
  after: { startsAt: Date; priceCents: number },
): Promise<void> {
  const isSame = after.priceCents === before.priceCents && +after.startsAt === +before.startsAt;
  if (isSame) return;
  const [told] = await db
    .select({ priceId: subscriptionChanges.priceId })
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.priceId, before.id))
    .limit(1);
  if (told) failField(after.priceCents === before.priceCents ? 'starts_at' : 'price_cents', 'price_told');
}

/**
 * Prices of plans. A price that is or was in force, or was announced, never changes. Another price follows it.
 */
const planPriceResource = (context: Context) => {
  const requireComing = (price: { startsAt: Date }) => {
    if (price.startsAt <= context.now()) failField('starts_at', 'price_in_force');
  };
  return resource(context, priceShape, planPrices, {
    tag: 'plans',
    unique: { plans_prices_plan: 'starts_at' },
    label: { of: ['startsAt'], text: (row) => row.startsAt.toISOString().slice(0, 10) },
    search: [],
    finds: {
      plan_id: foundBy(context, planPrices.planId, 'plans'),
    },
    present: async (db, rows, locale) => {
      const now = context.now();
      const inForce = pricesAt(db, now);
      const own = await db
        .select({ id: plans.id, nameKo: plans.nameKo, nameEn: plans.nameEn, inForce: inForce.priceId })
        .from(plans)
        .leftJoin(inForce, eq(inForce.planId, plans.id))
        .where(inArray(plans.id, [...new Set(rows.map(({ planId }) => planId))]));
      return rows.map(({ id, planId, priceCents, startsAt }) => {
        const plan = own.find((one) => one.id === planId);
        const name = (locale === 'ko' ? plan?.nameKo : plan?.nameEn) ?? '';
        return {
          label: `${name} $${(priceCents / 100).toFixed(2)}`,
          state: startsAt > now ? 'coming' : plan?.inForce === id ? 'in_force' : 'past',
        };
      });
    },
    values: async (values, { tx, before }) => {
      if (before) requireComing(before);
      // A price stays its plan's.
      const { planId = '', ...rest } = values;
      const after = { ...before, ...rest };
      requireDiscount(after.priceCents ?? 0, after.regularPriceCents);
      const [plan] = await tx
        .select({ id: plans.id })
        .from(plans)
        .where(eq(plans.id, before?.planId ?? planId))
        .for('update');
      if (!plan) failField('plan_id', 'exists');
      if (before) await requireUntold(tx, before, { ...before, ...rest });
      const now = context.now();
      // The first may say since when it has been in force.
      if (after.startsAt && after.startsAt <= now && (await hasBegun(tx, plan.id, now)))
        failField('starts_at', 'instant_past');
      return before ? rest : values;
    },
    beforeDelete: async (price, { isCompanion }) => {
      if (!isCompanion) requireComing(price);
    },
  });
};
