/**
 * Reports. Each is declared at the server, in one file: its columns, filters and chart. All are answered in one shape, so one page
 * shows them and one export writes them.
 */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { day } from '../instants.ts';
import type { ValidationMessage } from '../messages.ts';
import { text } from '../text.ts';
import { ok, pageMeta, pageQuery } from '../wire.ts';

/** Days are the service's. Periods of several days end with yesterday; `custom` is from `from` to `to`. */
export const reportPeriods = ['today', 'yesterday', 'last_7_days', 'recent_30_days', 'custom'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

const code = text(40).min(1).optional();

/** That a text begins with a day there is. */
const beginsWithDay = (value: string): boolean => day.safeParse(value.slice(0, 10)).success;

/** What customers' events are. */
export const customerEventKinds = ['joined', 'leaving', 'left', 'plan_begun', 'plan_ended'] as const;

/** In a filter: those that have nothing there, such as an unknown country. */
export const noValue = 'none';

/** What a report may be narrowed to; each says which of them it takes. */
export const reportFilters = z.object({
  title: z.uuid().optional(),
  kind: z.enum(['series', 'movie', 'clip', 'channel']).optional(),
  category_id: z.union([z.literal(noValue), z.uuid()]).optional(),
  sub_category_id: z.uuid().optional(),
  content_partner_id: z.uuid().optional(),
  device: z.enum(['web', 'mobile', 'tablet', 'stb', noValue]).optional(),
  country: text(4)
    .regex(/^(?:[A-Z]{2}|none)$/)
    .optional(),
  plan: z.enum(['paid', 'free']).optional(),
  kids: z.enum(['yes', 'no']).optional(),
  /** A weekday and an hour at which viewings begin, as `1-20`: Monday is 1. */
  slot: text(4)
    .regex(/^[1-7]-(?:\d|1\d|2[0-3])$/)
    .optional(),
  /** A day and an hour of the service's clock in which viewings ran, as `2027-05-10T20`. */
  running: text(13)
    .regex(/^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3])$/)
    .refine(beginsWithDay, 'date' satisfies ValidationMessage)
    .optional(),
  /** A query as the reports write it. */
  query: text(200).min(1).optional(),
  /** Queries that are one keyword, one a line. */
  queries: text(8100).min(1).optional(),
  /** How a query is written. */
  script: z.enum(['hangul', 'initials', 'latin', 'other']).optional(),
  /** Whether a search finds something. */
  found: z.enum(['yes', 'no']).optional(),
  /** Whether something was opened of what it finds. */
  opened: z.enum(['yes', 'no']).optional(),
  /** Where an ad stands. */
  placement: z.enum(['main-slider', 'small-banner']).optional(),
  /** The plan of a plan period. */
  plan_id: z.uuid().optional(),
  /** A day that customers' events are of. */
  event_day: day.optional(),
  event: z.enum(customerEventKinds).optional(),
  /** The Monday of the week in which households joined. */
  joined_week: day.optional(),
  /** A day: of each household that watched on it, its first viewing. */
  active_day: day.optional(),
  /**
   * The Monday of the week in which households joined, and how many weeks later they watched, as `2027-05-10-3`: of each its first viewing
   * in that week.
   */
  returned: text(12)
    .regex(/^\d{4}-\d\d-\d\d-[1-8]$/)
    .refine(beginsWithDay, 'date' satisfies ValidationMessage)
    .optional(),
});
export type ReportFilters = z.infer<typeof reportFilters>;
export type ReportFilter = keyof ReportFilters;

const pair = z.object({ ko: z.string(), en: z.string() });

const reportColumn = z.object({
  name: z.string(),
  /** `seconds` is a length, `percent` goes to 100, `day` is `YYYY-MM-DD`, `time` an instant. */
  kind: z.enum(['text', 'count', 'seconds', 'percent', 'day', 'time']),
  label: pair,
  /** The list of facts behind each figure, as many as it says, and the filters there; in these, `{id}` is the row's. */
  facts: z.object({ list: z.string(), query: z.record(z.string(), z.string()) }).optional(),
});
export type ReportColumn = z.infer<typeof reportColumn>;

/** `days`: a measure by day, beside the days before. `bars`: the first rows. `grid`: rows by weekday and hour. */
const reportChart = z.object({ shape: z.enum(['days', 'bars', 'grid']), measure: z.string() });

const declaredReport = z.object({
  name: z.string(),
  title: pair,
  /** What it shows, in a sentence. */
  about: pair,
  /** A list of facts: rows of figures lead to it. It has no totals. */
  is_facts: z.boolean(),
  columns: z.array(reportColumn),
  filters: z.array(z.string()),
  sort: z.object({ by: z.string(), order: z.enum(['asc', 'desc']) }),
  per_page: z.number().int(),
  chart: reportChart.nullable(),
  /** The list of facts behind a row, and the filter that the row's `id` is there. */
  facts: z.object({ list: z.string(), by: z.string() }).nullable(),
});
export type DeclaredReport = z.infer<typeof declaredReport>;

const row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type ReportRow = z.infer<typeof row>;

const range = z.object({ from: z.string(), to: z.string() });

const answer = z.object({
  /** `id` of a row is what `facts` filters by; the other fields are the columns. */
  data: z.array(row),
  /** Null for facts. A figure that was not counted for this range of days is null, never a sum. */
  totals: row.nullable(),
  before: z.object({ totals: row }).nullable(),
  /** By day, where the chart is by day; `before` is the same day of the period before. */
  series: z.array(z.object({ day: z.string(), value: z.number(), before: z.number().nullable() })),
  meta: pageMeta.extend({
    /** Facts are counted up to 10,000: there are at least as many. */
    total_is_capped: z.boolean(),
    period: range,
    before: range,
    report: declaredReport,
  }),
});
export type ReportAnswer = z.infer<typeof answer>;

const who = { module: 'reports', action: 'read' } as const;

/** What is asked of a report but the page. */
const reportQuery = {
  period: z.enum(reportPeriods).default('last_7_days'),
  from: day.optional(),
  to: day.optional(),
  sort: code,
  order: z.enum(['asc', 'desc']).optional(),
  ...reportFilters.shape,
};
export const reportRequest = z.object(reportQuery);

/** The name by which exports and saved views know a report. */
export const reportList = (name: string): string => `report-${name}`;

export const mailingRhythms = ['day', 'week', 'month'] as const;
export type MailingRhythm = (typeof mailingRhythms)[number];

const mailingInput = z.object({
  report: z.string().min(1).max(60),
  every: z.enum(mailingRhythms),
  filters: reportFilters.default({}),
});
const mailing = z.object({
  id: z.string(),
  report: z.string(),
  every: z.enum(mailingRhythms),
  filters: z.record(z.string(), z.string()),
});
export type ReportMailing = z.output<typeof mailing>;

export const reportCalls = {
  'GET /api/admin/reports': {
    summary: 'Every report there is, with its columns, filters and chart',
    who,
    scoped: true,
    cache: 'private',
    answer: z.object({ data: z.array(declaredReport) }),
    errors: [],
  },
  'GET /api/admin/reports/{name}': {
    summary: 'A page of a report, with totals and those of the period before',
    who,
    scoped: true,
    cache: 'private',
    params: z.object({ name: z.string().min(1).max(60) }),
    query: z.object({ ...reportQuery, ...pageQuery(25, 1000) }),
    answer,
    errors: ['not_found'],
  },
  'GET /api/admin/report-choices': {
    summary: 'What reports may be narrowed to: places of titles, countries and plans that there are facts of',
    who,
    scoped: true,
    cache: 'private',
    answer: z.object({
      data: z.array(
        z.object({
          filter: z.enum(['category_id', 'sub_category_id', 'content_partner_id', 'country', 'plan_id']),
          id: z.string(),
          name: z.string(),
        }),
      ),
    }),
    errors: [],
  },
  'GET /api/admin/report-mailings': {
    summary: 'The reports that the caller has by mail, and the address to which they go',
    who,
    scoped: true,
    cache: 'private',
    answer: z.object({ data: z.object({ email: z.string(), mailings: z.array(mailing) }) }),
    errors: [],
  },
  'POST /api/admin/report-mailings': {
    summary: 'Have a report by mail every day, week or month: its newest whole period, beside the one before',
    who,
    scoped: true,
    cache: 'private',
    body: mailingInput,
    answer: z.object({ data: mailing }),
    errors: ['not_found'],
  },
  'DELETE /api/admin/report-mailings/{id}': {
    summary: 'Have an own report by mail no longer',
    who,
    scoped: true,
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    answer: ok,
    errors: ['not_found'],
  },
  'GET /api/admin/report-differences': {
    summary: 'Where the nightly recount found that figures differ from their facts, the newest first',
    who,
    cache: 'private',
    answer: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          day: z.string(),
          figure: z.string(),
          counted: z.number(),
          kept: z.number(),
          found_at: z.string(),
        }),
      ),
    }),
    errors: [],
  },
} as const satisfies CallTable;
