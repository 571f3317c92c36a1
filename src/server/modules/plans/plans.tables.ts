import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, instant, stamps } from '../../db/columns.ts';
import { households } from '../accounts/accounts.tables.ts';

/** What can be subscribed to. `once` is a single charge, such as shipping a set-top box. */
export const plans = pgTable('plans_plans', {
  id: idColumn(),
  nameKo: text('name_ko').notNull(),
  nameEn: text('name_en').notNull(),
  descriptionKo: text('description_ko').notNull().default(''),
  descriptionEn: text('description_en').notNull().default(''),
  priceCents: integer('price_cents').notNull(),
  regularPriceCents: integer('regular_price_cents'),
  period: text('period', { enum: ['monthly', 'yearly', 'once'] }).notNull(),
  devices: text('devices', { enum: ['pc', 'mobile', 'stb'] })
    .array()
    .notNull(),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull().default(0),
  ...stamps(),
});

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
    ...stamps(),
  },
  (t) => [index('plans_periods_household').on(t.householdId, t.endsAt)],
);
