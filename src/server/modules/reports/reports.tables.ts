/** Facts, rollups and the progress of both. Decisions 039 and 040 give the reasons. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { idColumn, instant, localeColumn, stamps } from '../../db/columns.ts';
import { households } from '../accounts/accounts.tables.ts';
import { staff } from '../staff/staff.tables.ts';

/** Joins the viewings of one person without naming the person. Deleted with the household. */
export const salts = pgTable('reports_salts', {
  householdId: uuid('household_id')
    .primaryKey()
    .references(() => households.id, { onDelete: 'cascade' }),
  salt: uuid('salt').notNull().defaultRandom(),
});

/** The names and places of titles, clips, channels, ads and plans. Each change adds a row. */
export const titles = pgTable('reports_titles', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** A hash of everything below. */
  signature: text('signature').notNull().unique(),
  kind: text('kind', { enum: ['series', 'movie', 'clip', 'channel', 'ad', 'plan'] }).notNull(),
  targetId: uuid('target_id').notNull(),
  titleKo: text('title_ko').notNull(),
  titleEn: text('title_en').notNull(),
  categoryId: uuid('category_id'),
  categoryKo: text('category_ko'),
  categoryEn: text('category_en'),
  subCategoryId: uuid('sub_category_id'),
  subCategoryKo: text('sub_category_ko'),
  subCategoryEn: text('sub_category_en'),
  contentPartnerId: uuid('content_partner_id'),
  contentPartnerKo: text('content_partner_ko'),
  contentPartnerEn: text('content_partner_en'),
});

const day = (name: string) => date(name, { mode: 'string' });

/** The content partner whose titles alone a row of a rollup is of. Null: it is of all titles there are. */
const ofPartner = () => uuid('content_partner_id');

/** The columns of every fact: the source's id, the day in the service's zone, and the day it counts on. */
const fact = () => ({
  id: uuid('id').notNull(),
  day: day('day').notNull(),
  countedOn: day('counted_on').notNull(),
  happenedAt: instant('happened_at').notNull(),
});

/** One viewing. `id` is that of the playback session. Partitioned by month, as all facts are. */
export const viewings = pgTable(
  'reports_viewings',
  {
    ...fact(),
    /** The time of its last heartbeat. */
    heardUntil: instant('heard_until').notNull(),
    titleId: integer('title_id').notNull(),
    season: smallint('season'),
    episode: smallint('episode'),
    viewer: bigint('viewer', { mode: 'bigint' }).notNull(),
    home: bigint('home', { mode: 'bigint' }).notNull(),
    /** The Monday of the week in which the household joined. */
    joinedWeek: day('joined_week'),
    /** Empty if it is unknown. */
    device: text('device').notNull(),
    country: text('country').notNull(),
    plan: boolean('plan').notNull(),
    kid: boolean('kid').notNull(),
    seconds: integer('seconds').notNull(),
    /** Null for a channel, which has no end, and where the length is not known. */
    completed: boolean('completed'),
    /** Whether it took a stream: not when the partner's own player played. */
    takesStream: boolean('takes_stream').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.day] }),
    index('reports_viewings_day').using('brin', t.day),
    index('reports_viewings_newest').on(t.happenedAt),
    index('reports_viewings_late').on(t.countedOn).where(sql`${t.countedOn} <> ${t.day}`),
    index('reports_viewings_title').on(t.titleId, t.day),
  ],
);

/** One search. */
export const searches = pgTable(
  'reports_searches',
  {
    ...fact(),
    /** In lower case, composed, with single spaces. */
    query: text('query').notNull(),
    script: text('script', { enum: ['hangul', 'initials', 'latin', 'other'] }).notNull(),
    /** Its sound in folded Latin letters, by which a Korean query and its spellings are one; empty without. */
    sound: text('sound').notNull(),
    /** Initial consonants of a Korean query; empty without. */
    initials: text('initials').notNull(),
    /** The number of results for a guest. Null if it was not counted. */
    results: integer('results'),
    opened: boolean('opened').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.day] }),
    index('reports_searches_day').using('brin', t.day),
    index('reports_searches_newest').on(t.happenedAt),
    index('reports_searches_late').on(t.countedOn).where(sql`${t.countedOn} <> ${t.day}`),
    index('reports_searches_query').on(t.query, t.day),
  ],
);

/** An ad of home was seen or clicked. */
export const adEvents = pgTable(
  'reports_ad_events',
  {
    ...fact(),
    kind: text('kind', { enum: ['impression', 'click'] }).notNull(),
    titleId: integer('title_id').notNull(),
    placement: text('placement').notNull(),
    /** Of clicks; empty otherwise. */
    device: text('device').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.titleId, t.kind, t.day] }),
    index('reports_ad_events_day').using('brin', t.day),
    index('reports_ad_events_newest').on(t.happenedAt),
    index('reports_ad_events_late').on(t.countedOn).where(sql`${t.countedOn} <> ${t.day}`),
    index('reports_ad_events_title').on(t.titleId, t.day),
  ],
);

/** A household joined, asked to leave, left, or a plan period of it began or ended. `id` is a hash that its salt goes into. */
export const customerEvents = pgTable(
  'reports_customer_events',
  {
    ...fact(),
    kind: text('kind', { enum: ['joined', 'leaving', 'left', 'plan_begun', 'plan_ended'] }).notNull(),
    home: bigint('home', { mode: 'bigint' }).notNull(),
    /** The plan of a period. */
    titleId: integer('title_id'),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.day] }),
    index('reports_customer_events_day').using('brin', t.day),
    index('reports_customer_events_newest').on(t.happenedAt),
    index('reports_customer_events_late').on(t.countedOn).where(sql`${t.countedOn} <> ${t.day}`),
  ],
);

/** Of how many views the end is known, and how many of these reached it. A share of completed views is one of measured ones. */
const completion = () => ({
  measured: integer('measured').notNull().default(0),
  completed: integer('completed').notNull(),
});

/** Viewings of a day by title. */
export const titleDays = pgTable(
  'reports_title_days',
  {
    day: day('day').notNull(),
    titleId: integer('title_id').notNull(),
    views: integer('views').notNull(),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
    ...completion(),
  },
  (t) => [primaryKey({ columns: [t.day, t.titleId] })],
);

/** Viewings of a month by title. A report of a year reads months, because its days are too many to add up for each request. */
export const titleMonths = pgTable(
  'reports_title_months',
  {
    /** Its first day. */
    month: day('month').notNull(),
    titleId: integer('title_id').notNull(),
    /** The last day of it that it was watched on as that. */
    last: day('last').notNull(),
    views: integer('views').notNull(),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
    ...completion(),
  },
  (t) => [primaryKey({ columns: [t.month, t.titleId] })],
);

/** Viewings of a day by the kind of title, the hour they began, device and country: in all, and of each content partner's titles. */
export const watchDays = pgTable(
  'reports_watch_days',
  {
    day: day('day').notNull(),
    contentPartnerId: ofPartner(),
    part: text('part', { enum: ['kind', 'hour', 'device', 'country'] }).notNull(),
    value: text('value').notNull(),
    views: integer('views').notNull(),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
    ...completion(),
  },
  (t) => [unique('reports_watch_days_own').on(t.contentPartnerId, t.part, t.day, t.value).nullsNotDistinct()],
);

/** The most streams that were in use at one time in an hour: in all, and of each content partner's titles. */
export const streamHours = pgTable(
  'reports_stream_hours',
  {
    day: day('day').notNull(),
    hour: smallint('hour').notNull(),
    contentPartnerId: ofPartner(),
    streams: integer('streams').notNull(),
  },
  (t) => [unique('reports_stream_hours_own').on(t.contentPartnerId, t.day, t.hour).nullsNotDistinct()],
);

const searchSums = () => ({
  searches: integer('searches').notNull(),
  /** Searches without a result. */
  empty: integer('empty').notNull(),
  opened: integer('opened').notNull(),
});

/** A query and its forms, by which keywords are joined. */
const queryForms = () => ({
  query: text('query').notNull(),
  script: text('script').notNull(),
  sound: text('sound').notNull(),
  initials: text('initials').notNull(),
});

/** Searches of a day by query. */
export const searchDays = pgTable(
  'reports_search_days',
  { day: day('day').notNull(), ...queryForms(), ...searchSums() },
  (t) => [primaryKey({ columns: [t.day, t.query] })],
);

/** Totals of closed months. */
export const searchMonths = pgTable(
  'reports_search_months',
  {
    /** Its first day. */
    month: day('month').notNull(),
    ...queryForms(),
    ...searchSums(),
  },
  (t) => [primaryKey({ columns: [t.month, t.query] })],
);

/** Searches of a day by how they are written: the sum of all queries. */
export const scriptDays = pgTable(
  'reports_script_days',
  { day: day('day').notNull(), script: text('script').notNull(), ...searchSums() },
  (t) => [primaryKey({ columns: [t.day, t.script] })],
);

/** Impressions and clicks of a day by ad. */
export const adDays = pgTable(
  'reports_ad_days',
  {
    day: day('day').notNull(),
    titleId: integer('title_id').notNull(),
    placement: text('placement').notNull(),
    impressions: integer('impressions').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.titleId, t.placement] })],
);

/** Joining and leaving of a day. */
export const customerDays = pgTable(
  'reports_customer_days',
  {
    day: day('day').notNull(),
    kind: text('kind').notNull(),
    events: integer('events').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind] })],
);

/**
 * Viewers in a range of days: in all (`total`), and by title, category, partner, device and country. Part `home` counts households
 * instead of people. Rows of one content partner count its titles alone. They exist for category, device and country, and for a title
 * that has had several partners. A title that has been in several categories has a row for each: `title_in_category` and
 * `title_in_sub_category`, whose value is the category, a space and the title.
 */
export const audiences = pgTable(
  'reports_audiences',
  {
    endsOn: day('ends_on').notNull(),
    startsOn: day('starts_on').notNull(),
    part: text('part').notNull(),
    contentPartnerId: ofPartner(),
    value: text('value').notNull(),
    viewers: integer('viewers').notNull(),
  },
  (t) => [
    unique('reports_audiences_own')
      .on(t.endsOn, t.startsOn, t.part, t.contentPartnerId, t.value)
      .nullsNotDistinct(),
  ],
);

/** How many households that joined in a week watched in another one. Weeks are their Mondays. */
export const retention = pgTable(
  'reports_retention',
  {
    joinedWeek: day('joined_week').notNull(),
    week: day('week').notNull(),
    homes: integer('homes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.joinedWeek, t.week] })],
);

/** The instant up to which a source has been copied. `taking_over` during the first copy, which reads the older rows. */
export const cursors = pgTable('reports_cursors', {
  source: text('source').primaryKey(),
  until: instant('until').notNull(),
  takingOver: boolean('taking_over').notNull(),
});

/** Days whose facts have changed since they were counted. */
export const changedDays = pgTable('reports_changed_days', {
  day: day('day').primaryKey(),
});

/**
 * Ranges of days whose viewings have changed since people (`audiences`) or households that come back (`retention`) were counted in them.
 * `since`: when that was first noticed.
 */
export const changedRanges = pgTable(
  'reports_changed_ranges',
  {
    counted: text('counted', { enum: ['audiences', 'retention'] }).notNull(),
    endsOn: day('ends_on').notNull(),
    startsOn: day('starts_on').notNull(),
    since: instant('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.counted, t.endsOn, t.startsOn] })],
);

/** Where a recount found something else than the rollups say. */
export const differences = pgTable(
  'reports_differences',
  {
    id: idColumn(),
    day: day('day').notNull(),
    /** The rollup and the figure, such as `title_days.views`. */
    figure: text('figure').notNull(),
    counted: bigint('counted', { mode: 'number' }).notNull(),
    kept: bigint('kept', { mode: 'number' }).notNull(),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [index('reports_differences_newest').on(t.foundAt.desc().nullsFirst())],
);

/** A report that a member of staff has by mail. Each time its newest whole period is sent, once. */
export const mailings = pgTable(
  'reports_mailings',
  {
    id: idColumn(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    report: text('report').notNull(),
    every: text('every', { enum: ['day', 'week', 'month'] }).notNull(),
    /** Its filters, as in the address of the report. */
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
    locale: localeColumn('locale').notNull(),
    /** The last day of the newest period that was sent. */
    sentTo: date('sent_to', { mode: 'string' }),
    ...stamps(),
  },
  (t) => [index('reports_mailings_staff').on(t.staffId)],
);
