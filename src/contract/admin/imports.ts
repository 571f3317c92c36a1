/** Files of records for the back office: read, tried, and imported whole or without the rows that are refused. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { line, text } from '../text.ts';
import { pageMeta, pageQuery } from '../wire.ts';
import { type ResourceShape, resourceCalls } from './resource.ts';

/** How many rows a file may have below its headings. */
export const maxImportRows = 10_000;
/** How large a file may be, and a workbook when it is unpacked. */
export const maxImportBytes = 32 * 2 ** 20;
export const maxUnpackedBytes = 64 * 2 ** 20;
/** How many pictures may be sent beside a file, and how large they may be in all. */
export const maxImportPictures = 500;
export const maxPicturesBytes = 2 ** 30;
/** For how long its rows can be looked at. */
export const importDays = 30;

const resource = z.string().min(1).max(40);
const format = z.enum(['csv', 'xlsx']);

const importRowStates = ['new', 'changed', 'same', 'refused'] as const;
export type ImportRowState = (typeof importRowStates)[number];

const importStates = ['uploaded', 'checking', 'checked', 'importing', 'done', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

const importRow = z.object({
  id: z.uuid(),
  resource: z.string(),
  file_name: z.string(),
  staff_name: z.string(),
  state: z.enum(importStates),
  /** Rows of the file. */
  rows: z.number().int(),
  /** What became of them, or would; null before they have been looked at. */
  counts: z
    .object({
      new: z.number().int(),
      changed: z.number().int(),
      same: z.number().int(),
      refused: z.number().int(),
    })
    .nullable(),
  /** Why it failed, in the request's language; empty unless it did. */
  error: z.string(),
  /** The log's entry, by which the import can be undone; null when nothing was changed. */
  event_id: z.string().nullable(),
  undone: z.boolean(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});

export const imports = {
  name: 'imports',
  module: 'imports',
  record: importRow,
  create: z.object({}),
  update: z.object({}),
  filter: {
    /** A part of the file's name. */
    q: line(200).optional(),
    /** Whether it failed, or refused some of its rows. */
    has_problems: z.stringbool().optional(),
  },
  sort: ['created_at', 'finished_at'],
} as const satisfies ResourceShape;
const listed = resourceCalls(imports);

const importColumn = z.object({
  name: z.string(),
  /** In the request's language. */
  label: z.string(),
  /** A new record needs it. */
  required: z.boolean(),
  /** By it and the others a row finds its record. */
  key: z.boolean(),
  /** Its cells name pictures by their files. */
  picture: z.boolean(),
});

const importRecord = importRow.extend({
  /** The headings of the file. */
  headers: z.array(z.string()),
  /** The column that each of them fills; null: none. */
  mapping: z.array(z.string().nullable()),
  columns: z.array(importColumn),
  /** The first rows of the file as they are. */
  samples: z.array(z.array(z.string())),
  /** The names of the pictures that were sent beside it; none any more when it has been made. */
  pictures: z.array(z.string()),
});
export type ImportRecord = z.output<typeof importRecord>;

const importedRow = z.object({
  /** Its line in the file. */
  line: z.number().int(),
  state: z.enum(importRowStates),
  label: z.string(),
  /** Field → [before, after]. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** What is wrong, in the request's language, by column. */
  problems: z.array(z.object({ column: z.string(), label: z.string(), message: z.string() })),
});
export type ImportedRow = z.output<typeof importedRow>;

const params = z.object({ id: z.uuid() });
const one = z.object({ data: importRecord });

/** One's own imports, or with `read` on imports everybody's; always with `import` on the module of the resource. */
export const importCalls = {
  'GET /api/admin/importable': {
    summary: 'The resources that this member of staff may import',
    who: 'staff',
    scoped: true,
    cache: 'private',
    answer: z.object({ data: z.array(z.string()) }),
    errors: [],
  },
  'GET /api/admin/importable/{resource}/template': {
    summary: 'An empty file to fill in: headings in the language of the request and an example',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params: z.object({ resource }),
    query: z.object({ format: format.default('xlsx') }),
    answer: 'bytes',
    errors: ['not_found', 'not_permitted'],
  },
  'GET /api/admin/imports': listed['GET /api/admin/imports'],
  'GET /api/admin/imports/{id}': {
    summary: 'One import with the headings of its file and the columns that they fill',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params,
    answer: one,
    errors: ['not_found', 'not_permitted'],
  },
  'POST /api/admin/imports': {
    summary:
      'Send a file: xlsx, or CSV in UTF-8 or CP949, with headings in its first row. Columns are proposed by their headings, or as this member of staff has mapped them before',
    who: 'staff',
    scoped: true,
    cache: 'private',
    query: z.object({ resource, file_name: text(255).min(1) }),
    body: 'bytes',
    answer: one,
    errors: ['not_found', 'not_permitted', 'too_large'],
  },
  'POST /api/admin/imports/{id}/pictures': {
    summary:
      'Send a picture (JPEG, PNG, WebP or AVIF, at most 20 MB) that cells of the file name; one of the same name is replaced. It is cut when the file is imported',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params,
    query: z.object({ file_name: text(255).min(1) }),
    body: 'bytes',
    answer: one,
    errors: ['not_found', 'not_permitted', 'conflict', 'too_large', 'invalid_file'],
  },
  'PATCH /api/admin/imports/{id}': {
    summary: 'Say which column each heading fills; remembered for this member of staff and resource',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params,
    body: z.object({ mapping: z.array(z.string().max(60).nullable()).max(200) }),
    answer: one,
    errors: ['not_found', 'not_permitted', 'conflict'],
  },
  'POST /api/admin/imports/{id}/run': {
    summary:
      'Import the file, or try it: the same in one transaction that is taken back. With `refused: stop` nothing is imported when a row is refused. The import says how far it is',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params,
    body: z.object({ dry_run: z.boolean(), refused: z.enum(['stop', 'skip']).default('stop') }),
    answer: one,
    errors: ['not_found', 'not_permitted', 'conflict'],
  },
  'GET /api/admin/imports/{id}/rows': {
    summary: 'What became of the rows, or would',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params,
    query: z.object({ ...pageQuery(50, 200), state: z.enum(importRowStates).optional() }),
    answer: z.object({ data: z.array(importedRow), meta: pageMeta }),
    errors: ['not_found', 'not_permitted'],
  },
  'GET /api/admin/imports/{id}/refused': {
    summary: 'The refused rows as a file to mend: as they were sent, each with the reason',
    who: 'staff',
    scoped: true,
    cache: 'private',
    params,
    query: z.object({ format: format.default('xlsx') }),
    answer: 'bytes',
    errors: ['not_found', 'not_permitted'],
  },
} as const satisfies CallTable;
