import { boolean, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { households } from '../accounts/accounts.tables.ts';

/** What can be subscribed to. `once` is a single charge, such as shipping a set-top box. */
export const plans = pgTable('plans_plans', {
  id: idColumn(),
  nameKo: text('name_ko').notNull(),
  nameEn: text('name_en').notNull(),
  descriptionKo: text('description_ko').notNull().default(''),
  descriptionEn: text('description_en').notNull().default(''),
  period: text('period', { enum: ['monthly', 'yearly', 'once'] }).notNull(),
  devices: text('devices', { enum: ['pc', 'mobile', 'stb', 'web'] })
    .array()
    .notNull(),
  /** How many devices may watch at once. */
  streams: smallint('streams').notNull().default(3),
  /** Whether it removes video ads. */
  adFree: boolean('ad_free').notNull().default(true),
  /** The best quality it plays, as the height of a 16:9 picture; null: no limit. */
  maxHeight: smallint('max_height'),
  /** Days before the first charge; 0: none. */
  trialDays: smallint('trial_days').notNull().default(0),
  /** Set-top boxes that come with it. */
  boxQuantity: smallint('box_quantity').notNull().default(0),
  /** The plan at the card processor. */
  gatewayId: text('gateway_id'),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull().default(0),
  ...stamps(),
});

/** What a plan costs from an instant on; an earlier price stays for those who subscribed at it. */
export const planPrices = pgTable(
  'plans_prices',
  {
    id: idColumn(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'restrict' }),
    priceCents: integer('price_cents').notNull(),
    /** Without the discount; null when there is none. */
    regularPriceCents: integer('regular_price_cents'),
    startsAt: instant('starts_at').notNull(),
    /** The price at the card processor. */
    gatewayId: text('gateway_id'),
    ...stamps(),
  },
  (t) => [uniqueIndex('plans_prices_plan').on(t.planId, t.startsAt)],
);

/** When a household's plan is in force. Billing writes it; everything else only asks whether now lies in a period. */
export const planPeriods = pgTable(
  'plans_periods',
  {
    id: idColumn(),
    householdId: uuid('household_id')
      .notNull()
      .references(() => households.id, { onDelete: 'cascade' }),
    /** What was subscribed to; null when nobody has said. */
    planId: uuid('plan_id').references(() => plans.id, { onDelete: 'set null' }),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The end as its household knows it, without days that are served so that a payment may take its time; null: `endsAt`. */
    lastsUntil: instant('lasts_until'),
    /** The subscription that pays for it; null where nobody pays. */
    subscriptionId: uuid('subscription_id'),
    ...stamps(),
  },
  (t) => [
    index('plans_periods_household').on(t.householdId, t.endsAt),
    index('plans_periods_plan').on(t.planId, t.endsAt),
    index('plans_periods_subscription').on(t.subscriptionId, t.startsAt),
  ],
);
