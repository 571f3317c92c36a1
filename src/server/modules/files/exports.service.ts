/** Exports lists of the office: a short one is made while it is sent, a long one by a job. */

import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import {
  type ExportRecord,
  type ExportRequest,
  exportDays,
  maxDirectRows,
  maxSheetRows,
} from '../../../contract/admin/exports.ts';
import { readFilter } from '../../../contract/admin/filters.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../db/columns.ts';
import { CallError, fail, failField } from '../../errors.ts';
import { problemsOf } from '../../field-problems.ts';
import type { StaffMember } from '../../http/caller.ts';
import { enqueue } from '../../jobs/queue.ts';
import { removeLeftovers } from '../../remove-leftovers.ts';
import { logListed, recordEvent } from '../../resource/event-log.ts';
import { hidesField, hidesFilter } from '../../resource/hidden-fields.ts';
import { type AskedList, filtersOf, findListSource, type ListSource } from '../../resource/list-source.ts';
import { isOpen } from '../../resource/personal-data.ts';
import { authorize } from '../../security/permission.ts';
import { dayIn } from '../../zone.ts';
import { findStaffMember } from '../staff/staff.service.ts';
import { exportRows, fileColumnsOf, namesOfImports } from './export-cells.service.ts';
import { exportedFiles } from './files.tables.ts';
import { streamRows } from './tables-of-rows.service.ts';

type ExportRow = typeof exportedFiles.$inferSelect;

export const makeExportJobName = 'files_make_export';

const dayMs = 86_400_000;
/** A job that has counted nothing on for so long has been given up. */
const patienceMs = 3_600_000;

/** The storage key of a file that a job has made. It is served to its owner alone, never by this key. */
const fileOf = (id: string) => `files/exports/${id}`;

const present = (context: Pick<Context, 'config' | 'now'>, row: ExportRow): ExportRecord => ({
  id: row.id,
  resource: row.resource,
  format: row.format,
  file_name: `${row.resource}-${dayIn(row.createdAt, context.config.serviceZone)}.${row.format}`,
  state: row.readyAt
    ? 'ready'
    : row.progressAt.getTime() < context.now().getTime() - patienceMs
      ? 'failed'
      : 'working',
  done: row.done,
  rows: row.rows,
  size_bytes: row.sizeBytes,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});

/** The list that a member of staff may export. */
function requireSource(context: Context, staff: StaffMember, resource: string): ListSource {
  const source = findListSource(context, resource) ?? fail('not_found');
  authorize(staff, source.module, 'read', undefined);
  authorize(staff, source.module, 'export', undefined);
  return source;
}

function askedOf({ query }: ListSource, sent: ExportRequest['query']): AskedList {
  const parsed = query.safeParse(sent);
  if (!parsed.success) throw new CallError('invalid', {}, problemsOf(parsed.error.issues, sent));
  return parsed.data as AskedList;
}

/** Begins an export. One of few lines is ready at once; another one is made by a job. */
export async function requestExport(
  context: Context,
  staff: StaffMember,
  { resource, format, query: sent, columns }: ExportRequest,
  locale: Locale,
): Promise<ExportRecord> {
  const source = requireSource(context, staff, resource);
  const { module, personal } = source;
  // The whole list, whatever page of it is on the screen.
  const { page: _page, per_page: _perPage, after: _after, count: _count, ...query } = sent;
  const asked = askedOf(source, query);
  for (const [at, { field }] of columns.entries())
    if (!(field in source.record.shape) || hidesField(staff, source.record, field))
      failField(`columns.${at}.field`, 'in');
  const rows = await source.count(asked, staff);
  if (format === 'xlsx' && rows > maxSheetRows) failField('format', 'rows_of_sheet', { max: maxSheetRows });
  const at = context.now();
  const isDirect = rows <= maxDirectRows;
  const row: ExportRow = {
    id: newId(),
    staffId: staff.id,
    resource,
    format,
    locale,
    query,
    columns,
    isDirect,
    isPersonal: personal !== undefined,
    openedFor: reasonOf(source, staff),
    contentPartnerId: staff.contentPartnerId,
    done: isDirect ? rows : 0,
    rows,
    sizeBytes: null,
    createdAt: at,
    progressAt: at,
    readyAt: isDirect ? at : null,
    expiresAt: new Date(at.getTime() + exportDays * dayMs),
  };
  const { q: _searched, ...filters } = query;
  await context.db.transaction(async (tx) => {
    await tx.insert(exportedFiles).values(row);
    await recordEvent(tx, {
      staff,
      module,
      action: 'export',
      entity: resource,
      entityId: null,
      label: format,
      changes: Object.fromEntries(
        Object.entries({
          rows,
          ...(row.openedFor === null ? {} : { reason: row.openedFor }),
          ...(personal ? filters : query),
        })
          // What was found by somebody's address is somebody's address.
          .filter(([name]) => !personal || !((readFilter(name)?.field ?? name) in personal))
          .map(([name, value]) => [name, [null, value]]),
      ),
    });
    if (!isDirect) await enqueue(tx, { name: makeExportJobName }, { id: row.id });
  });
  if (personal) logListed(context.log, { staff, module, rows });
  return present(context, row);
}

/** The reason for which the personal data of a list is open; null: it is masked, or there is none. */
function reasonOf(source: ListSource, staff: StaffMember): string | null {
  if (!source.personal || !isOpen(source, staff, null)) return null;
  return (
    staff.opened.find(({ resource, recordId }) => resource === source.name && recordId === null)?.reason ??
    null
  );
}

/** What a member of staff has exported, the newest first. */
export async function listExports(context: Context, staff: StaffMember): Promise<ExportRecord[]> {
  const rows = await context.db
    .select()
    .from(exportedFiles)
    .where(and(eq(exportedFiles.staffId, staff.id), gt(exportedFiles.expiresAt, context.now())))
    .orderBy(desc(exportedFiles.createdAt))
    .limit(20);
  return rows.map((row) => present(context, row));
}

/** Opens an export of this member of staff, to be sent; what they may export is asked again. */
export async function openExport(
  context: Context,
  staff: StaffMember,
  id: string,
): Promise<{ record: ExportRecord; stream: Readable; sizeBytes: number | undefined }> {
  const [row] = await context.db
    .select()
    .from(exportedFiles)
    .where(
      and(
        eq(exportedFiles.id, id),
        eq(exportedFiles.staffId, staff.id),
        gt(exportedFiles.expiresAt, context.now()),
      ),
    );
  if (!row) fail('not_found');
  const source = requireSource(context, staff, row.resource);
  const record = present(context, row);
  if (row.isDirect) return { record, stream: streamOf(context, staff, source, row), sizeBytes: undefined };
  if (!row.readyAt) fail('not_ready');
  if (!mayReadAll(source, staff, row)) fail('not_permitted');
  const file = (await context.storage.open(fileOf(id))) ?? fail('not_found');
  return { record, ...file };
}

/** Whether a member of staff may still read all that a file says, which was made when it was asked for: its columns, what its rows were found and put in order by, whose records they are, personal data. */
function mayReadAll(
  source: ListSource,
  staff: StaffMember,
  { columns, query, openedFor, contentPartnerId }: ExportRow,
): boolean {
  if (contentPartnerId !== staff.contentPartnerId) return false;
  if (openedFor !== null && !staff.may(source.module, 'personal_data')) return false;
  const sort = typeof query.sort === 'string' ? [query.sort] : [];
  const fields = [...columns.map(({ field }) => field), ...sort];
  return (
    !fields.some((field) => hidesField(staff, source.record, field)) &&
    !Object.keys(query).some((name) => hidesFilter(staff, filtersOf(source), name))
  );
}

/** The file of an export while its rows are read. `onRows` hears of each batch. */
function streamOf(
  context: Context,
  staff: StaffMember,
  source: ListSource,
  row: ExportRow,
  onRows?: (rows: number) => Promise<void>,
): Readable {
  // What has been hidden from them since is left out.
  const columns = row.columns.filter(({ field }) => !hidesField(staff, source.record, field));
  const opened =
    row.openedFor === null ? [] : [{ resource: row.resource, recordId: null, reason: row.openedFor }];
  const batches = source.batches(askedOf(source, row.query), {
    staff: { ...staff, opened },
    locale: row.locale,
    at: row.createdAt,
  });
  const rows = exportRows(
    context,
    staff,
    { columns, fields: source.record.shape, locale: row.locale, ...namesOfImports(context, row.resource) },
    batches,
    onRows,
  );
  return streamRows(fileColumnsOf(columns, source.record.shape), rows, { format: row.format });
}

/** The folder in which files are made, each under its id. */
const workFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'work');
const workPrefix = 'list-';

/** Makes the file of a long export. Running it twice gives the same file. */
export async function makeExport(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const { db, storage, config } = context;
  const [row] = await db
    .select()
    .from(exportedFiles)
    .where(and(eq(exportedFiles.id, id), isNull(exportedFiles.readyAt)));
  if (!row) return;
  const staff = await findStaffMember(context, row.staffId);
  if (!staff) return;
  const source = requireSource(context, staff, row.resource);
  const path = join(workFolder(config), workPrefix + id);
  await mkdir(workFolder(config), { recursive: true });
  try {
    let done = 0;
    const stream = streamOf(context, staff, source, row, async (rows) => {
      done += rows;
      await db.update(exportedFiles).set({ done, progressAt: context.now() }).where(eq(exportedFiles.id, id));
    });
    await pipeline(stream, createWriteStream(path), { signal });
    const { size } = await stat(path);
    await storage.putFile(fileOf(id), path);
    const at = context.now();
    const stored = await db
      .update(exportedFiles)
      .set({
        sizeBytes: size,
        rows: done,
        readyAt: at,
        contentPartnerId: staff.contentPartnerId,
      })
      .where(eq(exportedFiles.id, id))
      .returning({ id: exportedFiles.id });
    if (stored.length === 0) await storage.remove(fileOf(id));
  } finally {
    await rm(path, { force: true });
  }
}

/** Deletes exports that have expired, with their files. */
export async function forgetExports({ db, storage, now }: Context): Promise<void> {
  const over = await db
    .select({ id: exportedFiles.id, isDirect: exportedFiles.isDirect })
    .from(exportedFiles)
    .where(lte(exportedFiles.expiresAt, now()));
  for (const { id, isDirect } of over) {
    if (!isDirect) await storage.remove(fileOf(id));
    await db.delete(exportedFiles).where(eq(exportedFiles.id, id));
  }
}

/** Deletes from this machine's disk what killed processes have left of files that nobody is making any more. */
export const removeUnfinished = ({ config, now }: Pick<Context, 'config' | 'now'>): Promise<void> =>
  removeLeftovers(workFolder(config), workPrefix, new Date(now().getTime() - patienceMs));
