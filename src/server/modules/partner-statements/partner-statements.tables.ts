/** Terms of content partners, and their monthly statements. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StatementTerms } from '../../../contract/admin/partner-statements.ts';
import { idColumn, instant, searchIndex, stamps } from '../../db/columns.ts';
import { contentPartners } from '../catalog/catalog.tables.ts';

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();
// With terms or statements, a partner cannot be deleted.
const partner = () =>
  uuid('content_partner_id')
    .notNull()
    .references(() => contentPartners.id, { onDelete: 'restrict' });

/** What is agreed with a partner for some days of the service's zone. */
export const partnerTerms = pgTable(
  'partner_terms',
  {
    id: idColumn(),
    contentPartnerId: partner(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    /** The last day; null: until further notice. */
    endsOn: date('ends_on', { mode: 'string' }),
    sharePercent: numeric('share_percent', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    perMinuteCents: integer('per_minute_cents').notNull(),
    /** For a whole month. */
    minimumGuaranteeCents: cents('minimum_guarantee_cents'),
    /** The titles they are of; none: all. */
    programmeIds: uuid('programme_ids').array().notNull(),
    /** Countries they are of; null: all. */
    regions: text('regions').array(),
    ...stamps(),
  },
  (t) => [
    index('partner_terms_partner').on(t.contentPartnerId, t.startsOn.desc().nullsFirst()),
    check('partner_terms_days', sql`${t.endsOn} >= ${t.startsOn}`),
  ],
);

/** What a partner's titles were watched and earned in a month. Written once, never changed. */
export const partnerStatements = pgTable(
  'partner_statements',
  {
    id: idColumn(),
    contentPartnerId: partner(),
    /** Its first day. */
    month: date('month', { mode: 'string' }).notNull(),
    partnerKo: text('partner_ko').notNull(),
    partnerEn: text('partner_en').notNull(),
    views: bigint('views', { mode: 'number' }).notNull(),
    minutes: bigint('minutes', { mode: 'number' }).notNull(),
    shareCents: cents('share_cents'),
    minuteCents: cents('minute_cents'),
    /** What the minimum guarantees add. */
    guaranteeCents: cents('guarantee_cents'),
    amountCents: cents('amount_cents'),
    /** What shares are of: the month's revenue of plans, and the seconds that viewers with a plan watched in all. */
    revenueCents: cents('revenue_cents'),
    planSeconds: bigint('plan_seconds', { mode: 'number' }).notNull(),
    terms: jsonb('terms').$type<StatementTerms[]>().notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [
    uniqueIndex('partner_statements_month').on(t.contentPartnerId, t.month),
    index('partner_statements_search').using('gin', searchIndex(t.partnerKo, t.partnerEn)),
    index('partner_statements_newest').on(t.month.desc().nullsFirst(), t.id),
  ],
);

/** One title of a statement under one set of terms, or under none. */
export const partnerStatementTitles = pgTable(
  'partner_statement_titles',
  {
    id: idColumn(),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => partnerStatements.id, { onDelete: 'cascade' }),
    programmeId: uuid('programme_id').notNull(),
    termsId: uuid('terms_id'),
    titleKo: text('title_ko').notNull(),
    titleEn: text('title_en').notNull(),
    freeViews: integer('free_views').notNull(),
    planViews: integer('plan_views').notNull(),
    freeMinutes: bigint('free_minutes', { mode: 'number' }).notNull(),
    planMinutes: bigint('plan_minutes', { mode: 'number' }).notNull(),
    shareCents: cents('share_cents'),
    minuteCents: cents('minute_cents'),
  },
  (t) => [index('partner_statement_titles_statement').on(t.statementId)],
);
