import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, stamps } from '../../db/columns.ts';

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
  devices: text('devices').array().notNull(),
  active: boolean('active').notNull().default(true),
  position: integer('position').notNull().default(0),
  ...stamps(),
});
