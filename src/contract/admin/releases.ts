/** Planned changes: saves that are kept for an instant, several of them as one release, and the calendar of what begins and ends. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { day, instant as storableInstant } from '../instants.ts';
import type { ValidationMessage } from '../messages.ts';
import { requiredLine } from '../text.ts';
import { ok } from '../wire.ts';
import { bulkChange, outcome, refused, selection } from './changes.ts';
import { q, uuid } from './fields.ts';
import { resourceCalls, resourceShape } from './resource.ts';

/**
 * `planned`: applied at its instant. `waiting`: at its instant something no longer fitted, and nothing of it was applied. `applied`
 * and `cancelled` are over; a cancelled release can be planned again.
 */
export const releaseStates = ['planned', 'waiting', 'applied', 'cancelled'] as const;
const releaseState = z.enum(releaseStates);
export type ReleaseState = z.output<typeof releaseState>;

const wallClockPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Whether an instant is written as a clock shows it, without an offset. */
export const isWallClock = (at: string): boolean => wallClockPattern.test(at);

/** Clocks are asked for the days around an instant: those have four digits of a year, too. */
const hasNearYear = (at: string): boolean => /^(19|2\d)\d\d-/.test(at);

/**
 * When a release is applied: an instant with its offset, or `YYYY-MM-DDTHH:mm` on a clock. A time that a clock skips or shows twice is
 * refused without an offset.
 */
const appliesAt = z
  .string()
  .max(40)
  .refine(
    (at) =>
      hasNearYear(at) &&
      (isWallClock(at)
        ? storableInstant.safeParse(`${at}:00Z`).success
        : storableInstant.safeParse(at).success),
    'date' satisfies ValidationMessage,
  );

export const releases = resourceShape({
  name: 'releases',
  module: 'releases',
  fields: {
    name: requiredLine(200),
    applies_at: appliesAt,
    /** Staff cancel a release, and plan it again; the rest follows from what happens. */
    status: releaseState,
  },
  defaults: { status: 'planned' },
  more: {
    /** Whoever planned it: with their permissions it is applied. Null when they have been deleted. */
    staff_id: z.string().nullable(),
    staff_name: z.string(),
    change_count: z.number().int(),
    applied_at: z.string().nullable(),
    /** The log's entry of what it changed, by which that is undone. */
    event_id: z.string().nullable(),
    undone: z.boolean(),
  },
  filter: { q, status: releaseState.optional(), staff_id: uuid.optional() },
  sort: ['applies_at', 'created_at', 'updated_at', 'name'],
});

const action = z.enum(['create', 'update', 'delete']);
const fieldName = z.string().min(1).max(60);
/** Field → [before, after], without fields that the reader may not see. */
const changes = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]));

const plannedChange = z.object({
  id: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  action,
  /** What the record is called; empty when the reader may not see it. */
  label: z.string(),
  /** Null when the reader may not see the record. */
  changes: changes.nullable(),
  staff_name: z.string(),
  /** Why it no longer fitted, in words; null while nothing is known to be wrong. */
  reason: z.object({ message: z.string(), errors: z.record(z.string(), z.array(z.string())) }).nullable(),
});
export type PlannedChange = z.output<typeof plannedChange>;

/** A release holds at most so many changes. */
export const maxChangesOfRelease = 1000;

/** When a change is to be made. */
const when = {
  /** The release that it joins; otherwise it becomes one of its own. */
  release_id: uuid.optional(),
  /** What a new release is called; as the record unless it says otherwise. */
  name: requiredLine(200).optional(),
  applies_at: appliesAt.optional(),
  /** The clock that `applies_at` was read off, when it has no offset: the service's or Korea's. */
  zone: z.enum(['service', 'Asia/Seoul']).default('service'),
};

/** What the calendar shows. */
export const calendarKinds = ['start', 'end', 'release', 'rights'] as const;
const calendarKind = z.enum(calendarKinds);
export type CalendarKind = z.output<typeof calendarKind>;

/** A calendar shows at most so many days, and of each day so many entries; one day alone shows more. */
export const maxCalendarDays = 42;
export const maxOfDay = 4;
export const maxOfSingleDay = 200;

/** A day that a calendar is asked for: the day after it has four digits of a year, too. */
const calendarDay = day.refine(
  (date) => date >= '1900-01-01' && date <= '2999-12-31',
  'date' satisfies ValidationMessage,
);

const calendarEntry = z.object({
  kind: calendarKind,
  resource: z.string(),
  id: z.string(),
  label: z.string(),
  /** The programme that it is of: an episode is entered on its page. */
  programme_id: z.string().nullable(),
  /** Null for what ends with its day. */
  at: z.string().nullable(),
  /** Of what begins and ends: whether viewers see the record within it. Of a release: whether it has been applied. Null: the reader may not know. */
  active: z.boolean().nullable(),
});

export const releaseCalls = {
  ...resourceCalls(releases),
  'POST /api/admin/planned-changes': {
    summary:
      'Keep a save for later: in a release that there is, or in one of its own. It is checked as if it were made now, with the same permission',
    who: { module: 'releases', action: 'create' },
    cache: 'private',
    maxBodyBytes: 1024 * 1024,
    body: z.object({
      entity: z.string().min(1).max(40),
      /** The record; left out of a create. */
      id: uuid.optional(),
      action,
      /** What is entered, as the save would send it. */
      fields: z.record(fieldName, z.unknown()).default({}),
      ...when,
    }),
    answer: z.object({
      data: z.object({
        id: z.string(),
        release_id: z.string(),
        entity: z.string(),
        entity_id: z.string(),
        applies_at: z.string(),
      }),
    }),
    errors: ['not_found', 'conflict', 'in_use', 'last_administrator'],
  },
  'POST /api/admin/planned-changes/many': {
    summary:
      'Keep a change of many records for later: each becomes a change of the release. What would be refused now is said, and not planned',
    who: { module: 'releases', action: 'create' },
    cache: 'private',
    maxBodyBytes: 1024 * 1024,
    body: z.object({ ...selection, refused, change: bulkChange, ...when }),
    answer: z.object({
      data: outcome.shape.data.pick({ refused: true, refused_count: true }).extend({
        /** How many records are changed then. */
        planned: z.number().int(),
        /** Null when nothing was planned, for something was refused. */
        release_id: z.string().nullable(),
      }),
    }),
    errors: ['not_found', 'conflict'],
  },
  'GET /api/admin/planned-changes': {
    summary: 'What is planned for a record and has yet to be applied',
    who: 'staff',
    cache: 'private',
    query: z.object({ entity: z.string().min(1).max(40), id: uuid }),
    answer: z.object({
      data: z.array(
        plannedChange.extend({
          release: z.object({
            id: z.string(),
            name: z.string(),
            applies_at: z.string(),
            status: releaseState,
          }),
        }),
      ),
    }),
    errors: ['not_found'],
  },
  'GET /api/admin/releases/{id}/changes': {
    summary: 'The changes of a release, in the order in which they are made',
    who: { module: 'releases', action: 'read' },
    cache: 'private',
    params: z.object({ id: uuid }),
    answer: z.object({ data: z.array(plannedChange) }),
    errors: ['not_found'],
  },
  'DELETE /api/admin/releases/{id}/changes/{change}': {
    summary: 'Take one change out of a release that has yet to be applied',
    who: { module: 'releases', action: 'update' },
    cache: 'private',
    params: z.object({ id: uuid, change: uuid }),
    answer: ok,
    errors: ['not_found'],
  },
  'POST /api/admin/releases/{id}/apply': {
    summary:
      'Apply a release now, with the caller’s permissions; `anyway` also over what has been changed since it was planned',
    who: { module: 'releases', action: 'update' },
    cache: 'private',
    params: z.object({ id: uuid }),
    body: z.object({ anyway: z.boolean().default(false) }),
    answer: outcome,
    errors: ['not_found', 'conflict'],
  },
  'GET /api/admin/calendar': {
    summary:
      'What begins and ends on the days from one to another: publication windows, versions of terms, prices, coupons, releases, rights of content partners. Of each day the first entries and how many there are',
    who: { module: 'releases', action: 'read' },
    cache: 'private',
    query: z.object({
      from: calendarDay,
      /** The last day; the same for a day alone. */
      to: calendarDay,
      /** Comma-separated; all unless said. */
      kinds: z
        .string()
        .max(60)
        .refine((kinds) => kinds.split(',').every((kind) => calendarKind.safeParse(kind).success), 'in')
        .optional(),
    }),
    answer: z.object({
      data: z.array(z.object({ day: z.string(), total: z.number().int(), entries: z.array(calendarEntry) })),
    }),
    errors: [],
  },
} as const satisfies CallTable;
