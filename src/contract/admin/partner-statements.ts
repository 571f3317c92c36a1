/** What is agreed with content partners, and what their titles were watched and earned in a month. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { day } from '../instants.ts';
import { text } from '../text.ts';
import { pageMeta, pageQuery } from '../wire.ts';
import { inGroup } from './field-groups.ts';
import { q, regions, uuid } from './fields.ts';
import { type ResourceShape, recordWith, resourceCalls, resourceShape } from './resource.ts';

const cents = (max: number) => z.number().int().min(0).max(max);

/** Terms of a content partner for some days. Of a viewing count the terms that name its title, then those that name its country, then the newest. */
export const partnerTerms = resourceShape({
  name: 'partner-terms',
  module: 'content-partners',
  fields: {
    content_partner_id: uuid,
    starts_on: day,
    /** The last day; null: until further notice. */
    ends_on: day.nullable(),
    /** Of the revenue of plans, by the minutes that viewers with a plan watched. */
    share_percent: inGroup('terms', z.number().min(0).max(100).multipleOf(0.01)),
    /** For each minute that anybody watched. */
    per_minute_cents: inGroup('terms', cents(100_000)),
    /** What a month pays at the least. */
    minimum_guarantee_cents: inGroup('terms', cents(10_000_000_000)),
    /** None: all titles of the partner. */
    programme_ids: z.array(uuid).max(1000),
    regions,
  },
  defaults: {
    ends_on: null,
    share_percent: 0,
    per_minute_cents: 0,
    minimum_guarantee_cents: 0,
    programme_ids: [],
    regions: null,
  },
  /** Its partner and first day. */
  more: { label: z.string() },
  filter: {
    /** Part of the partner's name. */
    q,
    content_partner_id: uuid.optional(),
  },
  sort: ['starts_on', 'ends_on', 'created_at'],
});

const pair = z.object({ ko: z.string(), en: z.string() });

/** A column of a statement. `money` is in cents; `month` is its first day. */
const statementColumn = z.object({
  name: z.string(),
  kind: z.enum(['text', 'month', 'count', 'minutes', 'money']),
  label: pair,
});
export type StatementColumn = z.infer<typeof statementColumn>;

const count = z.number().int();
const statement = z.object({
  id: z.uuid(),
  /** Its partner and month. */
  label: z.string(),
  content_partner_id: z.uuid(),
  /** Its first day. */
  month: z.iso.date(),
  /** The partner as it was called then. */
  partner_ko: z.string(),
  partner_en: z.string(),
  titles: count,
  views: count,
  minutes: count,
  share_cents: count,
  minute_cents: count,
  /** What the minimum guarantees add. */
  guarantee_cents: inGroup('terms', count),
  amount_cents: count,
});

/** Monthly statements, which never change once they are made. */
export const partnerStatements = {
  name: 'partner-statements',
  module: 'partner-statements',
  record: statement,
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** Part of the partner's name. */
    q,
    content_partner_id: uuid.optional(),
    month: text(10)
      .regex(/^\d{4}-(?:0[1-9]|1[0-2])-01$/)
      .optional(),
  },
  sort: ['month', 'partner_ko', 'partner_en', 'views', 'minutes', 'amount_cents'],
} as const satisfies ResourceShape;
const statements = resourceCalls(partnerStatements);

export const statementTitle = z.object({
  id: z.uuid(),
  title: z.string(),
  views: count,
  free_views: count,
  plan_views: count,
  minutes: count,
  free_minutes: count,
  plan_minutes: count,
  share_cents: count,
  minute_cents: count,
  amount_cents: count,
});
export type StatementTitle = z.infer<typeof statementTitle>;
/** Without the amounts that a role may hide. */
const shownTitle = statementTitle.partial({ share_cents: true, minute_cents: true, amount_cents: true });
/** A line below the titles: only the columns that it has a sum of. */
const statementSum = statementTitle.omit({ id: true }).partial().required({ title: true });
export type StatementSum = z.infer<typeof statementSum>;
const meta = pageMeta.extend({
  columns: z.array(statementColumn),
  /** What the guarantees add, then all of the statement. */
  sums: z.array(statementSum),
});

/** The terms as they were when the statement was made, and what became of their guarantee. */
const statementTerms = z.object({
  id: z.uuid(),
  starts_on: z.string(),
  ends_on: z.string().nullable(),
  share_percent: inGroup('terms', z.number()),
  per_minute_cents: inGroup('terms', z.number()),
  minimum_guarantee_cents: inGroup('terms', z.number()),
  programme_ids: z.array(z.string()),
  regions: z.array(z.string()).nullable(),
  /** Days of the month on which they were in force. */
  days: z.number().int(),
  earned_cents: z.number(),
  /** The guarantee for those days. */
  guaranteed_cents: inGroup('terms', z.number()),
});
export type StatementTerms = z.infer<typeof statementTerms>;
/** Without the fields that a role may hide. */
const shownTerms = statementTerms.partial({
  share_percent: true,
  per_minute_cents: true,
  minimum_guarantee_cents: true,
  earned_cents: true,
  guaranteed_cents: true,
});
export type ShownTerms = z.infer<typeof shownTerms>;

const who = { module: 'partner-statements', action: 'read' } as const;
const common = { who, scoped: true, cache: 'private' } as const;
const direction = z.enum(['asc', 'desc']);

const titlesOrder = {
  sort: z
    .enum([
      'title',
      'views',
      'free_views',
      'plan_views',
      'minutes',
      'free_minutes',
      'plan_minutes',
      'amount_cents',
    ])
    .default('amount_cents'),
  order: direction.default('desc'),
};

/** The titles of a statement as exports know them. */
export const statementTitles = 'partner-statement-titles';
export const statementTitlesQuery = z.object({ statement_id: z.uuid(), ...titlesOrder });

export const partnerStatementCalls = {
  ...resourceCalls(partnerTerms),
  'GET /api/admin/partner-statements': statements['GET /api/admin/partner-statements'],
  'GET /api/admin/partner-statements/{id}': {
    summary: 'A statement: its sums, and the terms that it was made by',
    ...common,
    params: z.object({ id: z.uuid() }),
    answer: z.object({ data: recordWith(statement, { terms: z.array(shownTerms) }) }),
    errors: ['not_found'],
  },
  'GET /api/admin/partner-statements/{id}/titles': {
    summary: 'What each title of a statement was watched and earned',
    ...common,
    params: z.object({ id: z.uuid() }),
    query: z.object({
      ...pageQuery(25, 1000),
      ...titlesOrder,
    }),
    answer: z.object({ data: z.array(shownTitle), meta }),
    errors: ['not_found'],
  },
} satisfies CallTable;
