/** Lists of the back office as files: CSV and Excel. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { line } from '../text.ts';

const field = z.string().min(1).max(60);

/** How many lines a list may have to be answered at once; a longer one is made by a job. */
export const maxDirectRows = 10_000;
/** How many lines a sheet of Excel has below its heading. */
export const maxSheetRows = 1_048_575;
/** For how long a file that a job has made can be downloaded. */
export const exportDays = 7;

/** A column of the list as it is on the screen. */
const exportColumn = z.object({
  field,
  label: line(200),
  /**
   * What values are called, where the screen shows other words for them. The empty text is what stands where there is no value.
   */
  values: z
    .record(z.string().max(60), z.string().max(200))
    .refine((values) => Object.keys(values).length <= 200)
    .optional(),
  /** The resource that its ids are of: their names are written. */
  of: field.optional(),
  /**
   * `publication`: a flag and its window as `published`, `hidden`, `scheduled` or `ended`. `presence`: whether there is a value, `true` or
   * `false`. `duration`: milliseconds as a time. `cents`: an amount of dollars. `ppm`: millionths, written as percent
   * without its sign. `keys`: the names of an object's fields. `count`: an amount. `seconds`: a length. `percent`: goes to 100.
   * `counts`: an object's figures that are not 0, each with what `values` calls it, in their order. `states`: a list of steps, each with
   * its state. `name`: the name in an object. `countries`: codes of countries, whose names are written.
   */
  as: z
    .enum([
      'publication',
      'presence',
      'duration',
      'cents',
      'ppm',
      'keys',
      'count',
      'seconds',
      'percent',
      'counts',
      'states',
      'name',
      'countries',
    ])
    .optional(),
});
export type ExportColumn = z.output<typeof exportColumn>;

const exportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.output<typeof exportFormat>;

const exportRequest = z.object({
  resource: field,
  format: exportFormat,
  /** The list's filters and order, as its address has them. */
  query: z.record(z.string().max(60), z.string().max(4000)).default({}),
  columns: z.array(exportColumn).min(1).max(60),
});
export type ExportRequest = z.output<typeof exportRequest>;

const exportRecord = z.object({
  id: z.string(),
  resource: z.string(),
  format: exportFormat,
  file_name: z.string(),
  state: z.enum(['working', 'ready', 'failed']),
  /** Lines that are written, of `rows`. */
  done: z.number().int(),
  rows: z.number().int(),
  /** Null: not known before it is sent. */
  size_bytes: z.number().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type ExportRecord = z.output<typeof exportRecord>;

export const exportCalls = {
  'POST /api/admin/exports': {
    summary:
      'Export a list with its filters, order and columns, in the language of the request. Up to 10,000 lines can be downloaded at once, more when a job has made the file. Needs `export` on the list’s module',
    who: 'staff',
    scoped: true,
    cache: 'private',
    maxBodyBytes: 256 * 1024,
    body: exportRequest,
    answer: z.object({ data: exportRecord }),
    errors: ['not_found', 'not_permitted'],
  },
  'GET /api/admin/exports': {
    summary: 'What this member of staff has exported, the newest first: at most twenty',
    who: 'staff',
    scoped: true,
    cache: 'private',
    answer: z.object({ data: z.array(exportRecord) }),
    errors: [],
  },
  'GET /api/admin/exports/{id}/file': {
    summary: 'Download it, for the member of staff who has exported it',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    answer: 'bytes',
    errors: ['not_found', 'not_ready', 'not_permitted'],
  },
} as const satisfies CallTable;
