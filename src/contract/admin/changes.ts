/** Changing many records at once, their order, undoing, and what records were before. For every resource of the back office alike. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { instant } from '../instants.ts';
import { pageMeta, pageQuery } from '../wire.ts';

/** How many records one change may touch. */
export const maxChanged = 10_000;

const resource = z.string().min(1).max(40);
const uuid = z.uuid();
const field = z.string().min(1).max(60);

/** Which records: those named, or all that a list's filters find. */
export const selection = {
  resource,
  ids: z.array(uuid).min(1).max(maxChanged).optional(),
  /** A list's filters, as its address has them. */
  query: z.record(z.string().max(60), z.string().max(4000)).optional(),
  /** How many were said to be changed; when others have been added or removed since, the answer is `conflict`. */
  expected: z.number().int().min(0).optional(),
};

export const bulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('update'), fields: z.record(field, z.unknown()) }),
  z.object({ action: z.enum(['add', 'take']), field, values: z.array(uuid).min(1).max(100) }),
  z.object({ action: z.literal('delete') }),
]);
export type BulkChange = z.output<typeof bulkChange>;

const refusal = z.object({
  resource: z.string(),
  id: z.string(),
  label: z.string(),
  message: z.string(),
  /** What is wrong, by field. */
  errors: z.record(z.string(), z.array(z.string())),
});

/** How many refusals an answer says; the rest is counted. */
export const maxRefusalsSaid = 200;

export const outcome = z.object({
  data: z.object({
    /** How many records were changed, or would be, by resource and what was done: what goes with a deleted record is among them. */
    changed: z.array(
      z.object({
        resource: z.string(),
        action: z.enum(['create', 'update', 'delete']),
        count: z.number().int(),
      }),
    ),
    refused: z.array(refusal),
    refused_count: z.number().int(),
    /** The log's entry, by which the change can be undone; null when nothing was changed. */
    event_id: z.string().nullable(),
    /** Whether who made the change can undo it. */
    can_undo: z.boolean(),
  }),
});
export type ChangeOutcome = z.output<typeof outcome>['data'];

/** What happens to the other records when some are refused: none is changed, or the rest is. */
export const refused = z.enum(['stop', 'skip']).default('stop');

const tried = {
  /** Says what would happen and changes nothing. */
  dry_run: z.boolean().default(false),
  refused,
};

export const changeCalls = {
  'POST /api/admin/changes': {
    summary:
      'Change or delete many records of a resource: in one transaction, with one entry of the event log',
    who: 'staff',
    scoped: true,
    cache: 'private',
    maxBodyBytes: 1024 * 1024,
    body: z.object({ ...selection, ...tried, change: bulkChange }),
    answer: outcome,
    errors: ['not_found', 'conflict'],
  },
  'POST /api/admin/undo': {
    summary: 'Undo what an entry of the event log says; fields that have been changed since are refused',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: z.object({ event_id: uuid, dry_run: tried.dry_run }),
    answer: outcome,
    errors: ['not_found', 'cannot_undo', 'already_undone'],
  },
  'GET /api/admin/uses/{resource}/{id}': {
    summary:
      'How many records use a record, by kind, with the lists that show them: for a caller who may delete it',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params: z.object({ resource, id: uuid }),
    answer: z.object({
      data: z.array(
        z.object({
          /** A resource, or `subscribers`. */
          what: z.string(),
          /** At most 10,000. */
          count: z.number().int(),
          more: z.boolean(),
          /** Null: the caller may not read the list. */
          list: z.object({ resource: z.string(), filter: z.record(z.string(), z.string()) }).nullable(),
        }),
      ),
    }),
    errors: ['not_found', 'not_permitted'],
  },
  'POST /api/admin/order': {
    summary: 'Move a record behind another one in the order of its resource, or to the front',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: z.object({ resource, id: uuid, after: uuid.nullable() }),
    answer: outcome,
    errors: ['not_found'],
  },
  'GET /api/admin/deleted': {
    summary: 'The deleted records of a resource, the newest first, for 30 days',
    who: 'staff',
    scoped: true,
    cache: 'private',
    query: z.object({ resource, ...pageQuery(25, 100) }),
    answer: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          deleted_at: z.string(),
          staff_name: z.string(),
          event_id: z.string(),
          /** What was deleted with it, and comes back with it. */
          with: z.array(z.object({ resource: z.string(), count: z.number().int() })),
        }),
      ),
      meta: pageMeta,
    }),
    errors: ['not_found'],
  },
  'GET /api/admin/history/{resource}/{id}': {
    summary: 'A record as it was at an instant, beside what it is now',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params: z.object({ resource, id: uuid }),
    query: z.object({ at: instant }),
    answer: z.object({
      data: z.object({
        /** Null: there was none. */
        past: z.record(z.string(), z.unknown()).nullable(),
        /** Null: it has been deleted. */
        present: z.record(z.string(), z.unknown()).nullable(),
        /** The fields that differ. */
        changed: z.array(z.string()),
      }),
    }),
    errors: ['not_found'],
  },
  'POST /api/admin/restore': {
    summary:
      'Make a record what it was at an instant, whole or in some fields; a deleted one is made again, with what was deleted with it. Nothing is published by that',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: z.object({
      resource,
      id: uuid,
      at: instant,
      fields: z.array(field).max(200).optional(),
    }),
    answer: outcome,
    errors: ['not_found', 'conflict', 'cannot_undo'],
  },
} as const satisfies CallTable;
