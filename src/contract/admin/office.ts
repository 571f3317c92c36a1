/** What the back office keeps for each member of staff: preferences, saved views; and finding any record. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { requiredLine, text } from '../text.ts';
import { ok } from '../wire.ts';
import { lack } from './fields.ts';

const maxPreferenceBytes = 20_000;

/** A JSON value of bounded size. */
const value = z.json().refine((own) => JSON.stringify(own).length <= maxPreferenceBytes);

/** What a list shows: kept as a view, and copied by what is filled from one. */
export const viewState = z.object({
  /** Filters as the list's address has them. */
  filter: z.record(z.string().max(60), z.json()).refine((own) => JSON.stringify(own).length <= 8000),
  sort: z.string().max(60),
  order: z.enum(['asc', 'desc']),
  /** The columns shown, in their order; null: the usual ones. */
  columns: z.array(z.string().max(60)).max(100).nullable(),
});
export type ViewState = z.output<typeof viewState>;

const viewInput = z.object({
  resource: z.string().min(1).max(40),
  name: requiredLine(60),
  state: viewState,
  /** Everybody of this role sees it, and only its maker changes it. Null: the maker alone. */
  role_id: z.uuid().nullable(),
});

const view = viewInput.extend({
  id: z.string(),
  mine: z.boolean(),
  staff_name: z.string(),
  /** Fields of it that the reader may not read any more: they are left out. */
  lost_fields: z.array(z.string()),
});
export type SavedView = z.output<typeof view>;

const params = z.object({ id: z.uuid() });

export const officeCalls = {
  'GET /api/admin/preferences': {
    summary: 'The own preferences: columns, theme and the like, by key',
    who: 'staff',
    scoped: true,
    cache: 'private',
    answer: z.object({ data: z.record(z.string(), z.unknown()) }),
    errors: [],
  },
  'PUT /api/admin/preferences': {
    summary: 'Set a preference; null removes it',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: z.object({ key: z.string().min(1).max(100), value }),
    answer: ok,
    errors: [],
  },
  'GET /api/admin/views': {
    summary: 'The saved views of a resource: the own ones and those that are shared with the own role',
    who: 'staff',
    scoped: true,
    cache: 'private',
    query: z.object({ resource: z.string().min(1).max(40) }),
    answer: z.object({ data: z.array(view) }),
    errors: ['not_found'],
  },
  'POST /api/admin/views': {
    summary: 'Save a view of a list',
    who: 'staff',
    scoped: true,
    cache: 'private',
    body: viewInput,
    answer: z.object({ data: z.object({ id: z.string() }) }),
    errors: ['not_found'],
  },
  'PATCH /api/admin/views/{id}': {
    summary: 'Change an own view',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params,
    body: viewInput.omit({ resource: true }).partial(),
    answer: ok,
    errors: ['not_found'],
  },
  'DELETE /api/admin/views/{id}': {
    summary: 'Delete an own view',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params,
    answer: ok,
    errors: ['not_found'],
  },
  'GET /api/admin/lacks': {
    summary: 'How many published records lack what, of each resource that the caller may read',
    who: 'staff',
    cache: 'private',
    answer: z.object({
      data: z.array(
        z.object({
          resource: z.string(),
          counts: z.record(lack, z.number().int()),
          /** There are more published ones than were looked at: the newest `maxCheckedForLacks`. */
          more: z.boolean(),
        }),
      ),
    }),
    errors: [],
  },
  'GET /api/admin/find': {
    summary:
      'Records of any resource with a text in their name: a few of each that the caller may read, exact names first',
    who: 'staff',
    scoped: true,
    cache: 'private',
    query: z.object({ q: text(100).trim().min(1) }),
    answer: z.object({
      data: z.array(
        z.object({
          resource: z.string(),
          id: z.string(),
          label: z.string(),
          /** The text is a whole name of the record. */
          exact: z.boolean(),
        }),
      ),
    }),
    errors: [],
  },
} as const satisfies CallTable;
