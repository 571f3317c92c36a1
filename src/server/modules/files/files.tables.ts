import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ExportFormat, ExportRequest } from '../../../contract/admin/exports.ts';
import type { ImportRecord, ImportRowState, ImportState } from '../../../contract/admin/imports.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { FieldProblem } from '../../../contract/messages.ts';
import { idColumn, instant, localeColumn, searchIndex } from '../../db/columns.ts';
import { staff } from '../staff/staff.tables.ts';

/** Lists that staff have exported, for a week. */
export const exportedFiles = pgTable(
  'files_exports',
  {
    id: idColumn(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    resource: text('resource').notNull(),
    format: text('format').$type<ExportFormat>().notNull(),
    locale: localeColumn('locale').notNull(),
    query: jsonb('query').$type<ExportRequest['query']>().notNull(),
    columns: jsonb('columns').$type<ExportRequest['columns']>().notNull(),
    /** Short enough to be made while it is sent: no file is kept. */
    isDirect: boolean('is_direct').notNull(),
    /** It lists people. */
    isPersonal: boolean('is_personal').notNull(),
    /** For what reason the list's personal data was open; null: the file has masks. */
    openedFor: text('opened_for'),
    /** The content partner whose records alone are in the file; null: everybody's. */
    contentPartnerId: uuid('content_partner_id'),
    /** Lines written so far, of `rows`. */
    done: integer('done').notNull().default(0),
    rows: integer('rows').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    /** When `done` was last counted on. */
    progressAt: instant('progress_at').notNull(),
    readyAt: instant('ready_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('files_exports_staff').on(t.staffId, t.createdAt.desc().nullsFirst()),
    index('files_exports_age').on(t.expiresAt),
  ],
);

/** Files of records that staff have sent, and what became of them. The rows go after a month. */
export const importedFiles = pgTable(
  'files_imports',
  {
    id: idColumn(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    staffName: text('staff_name').notNull(),
    resource: text('resource').notNull(),
    fileName: text('file_name').notNull(),
    state: text('state').$type<ImportState>().notNull(),
    headers: text('headers').array().notNull(),
    mapping: jsonb('mapping').$type<ImportRecord['mapping']>().notNull(),
    rows: integer('rows').notNull(),
    counts: jsonb('counts').$type<NonNullable<ImportRecord['counts']>>(),
    /** What happens to the other rows when some are refused. */
    refused: text('refused').$type<'stop' | 'skip'>().notNull().default('stop'),
    error: text('error').$type<ErrorCode>(),
    eventId: uuid('event_id'),
    createdAt: instant('created_at').notNull(),
    /** When it was last begun. */
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** When the rows were deleted. */
    forgottenAt: instant('forgotten_at'),
  },
  (t) => [
    index('files_imports_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('files_imports_search').using('gin', searchIndex(t.fileName)),
    index('files_imports_staff').on(t.staffId, t.createdAt.desc().nullsFirst()),
  ],
);

/** The rows of an import. */
export const importedRows = pgTable(
  'files_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => importedFiles.id, { onDelete: 'cascade' }),
    /** In the file. */
    line: integer('line').notNull(),
    state: text('state').$type<ImportRowState>().notNull(),
    label: text('label').notNull(),
    changes: jsonb('changes').$type<Record<string, [unknown, unknown]>>().notNull(),
    /** By column. */
    problems: jsonb('problems').$type<Record<string, FieldProblem[]>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index('files_import_rows_state').on(t.importId, t.state, t.line),
  ],
);

/** Which column a heading filled when a member of staff last said so; null: none. */
export const importMappings = pgTable(
  'files_import_mappings',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    resource: text('resource').notNull(),
    mapping: jsonb('mapping').$type<Record<string, string | null>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.resource] })],
);
