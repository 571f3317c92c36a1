/** Imports of files of records. A job runs each import, and each dry run of it, in one transaction. */
import type { Readable } from 'node:stream';
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import {
  type ImportedRow,
  type ImportRecord,
  type ImportRowState,
  importDays,
  maxImportBytes,
} from '../../../contract/admin/imports.ts';
import { errorTable, type Locale } from '../../../contract/errors.ts';
import { maxImageBytes } from '../../../contract/images.ts';
import { fieldText } from '../../../contract/messages.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { pageWindow } from '../../db/paging.ts';
import { CallError, fail, failField } from '../../errors.ts';
import type { StaffMember } from '../../http/caller.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { enqueue } from '../../jobs/queue.ts';
import { must } from '../../must.ts';
import { makeChange, modelOfEntity, type Outcome } from '../../resource/change.ts';
import { events } from '../../resource/event-log.tables.ts';
import { hidesAny } from '../../resource/hidden-fields.ts';
import { fieldOfColumn, type ImportColumn } from '../../resource/importing.ts';
import { readableChanges } from '../../resource/labels.ts';
import type { Changes, ResourceModel } from '../../resource/model.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { authorize } from '../../security/permission.ts';
import { checkImage, insertArtworks, type StoredArtwork } from '../catalog/artworks.service.ts';
import { findStaffMember } from '../staff/staff.service.ts';
import { importedFiles, importedRows, importMappings } from './files.tables.ts';
import { textOf } from './import-cells.service.ts';
import {
  cutPictures,
  keepPicture,
  type NamedPicture,
  readPictures,
  removePictures,
} from './import-pictures.service.ts';
import { importColumns, type PlannedRow, planImport, problemsByColumn } from './import-plan.service.ts';
import { type ImportTable, readImport } from './import-reading.service.ts';
import { type FileColumn, type Row, streamRows } from './tables-of-rows.service.ts';

type FileRow = typeof importedFiles.$inferSelect;

export const runImportJobName = 'files_run_import';

const dayMs = 86_400_000;
/** Time in which a failed run is retried. The last attempt of its job comes later. */
const hopelessMs = 60_000;
/** A run that takes longer counts as failed. */
const patienceMs = 1_800_000;

/** Storage key of the parsed content of a file. */
const fileOf = (id: string) => `files/imports/${id}.json`;

/** The model of a resource. Fails if the staff member may not import it. */
function requireImportable(context: Context, staff: StaffMember, resource: string): ResourceModel {
  const model = modelOfEntity(context, resource);
  if (!model.options.imports) fail('not_found');
  authorize(staff, model.shape.module, 'read', undefined);
  authorize(staff, model.shape.module, 'import', undefined);
  return model;
}

/** Names of the resources that a staff member may import. */
export const listImportable = (context: Context, staff: StaffMember): string[] =>
  [...resourcesOf(context).values()]
    .filter(
      ({ options, shape }) =>
        options.imports && staff.may(shape.module, 'read') && staff.may(shape.module, 'import'),
    )
    .map(({ shape }) => shape.name);

/** A file to fill in, with headings and an example row. */
export function makeTemplate(
  context: Context,
  staff: StaffMember,
  { resource, format, locale }: { resource: string; format: 'csv' | 'xlsx'; locale: Locale },
): Readable {
  const columns = importColumns(requireImportable(context, staff, resource), staff);
  async function* example(): AsyncGenerator<Row> {
    yield Object.fromEntries(columns.map(({ name, example }) => [name, example]));
  }
  const headings = columns.map(
    (column): FileColumn => ({ name: column.name, label: column[locale], kind: 'text' }),
  );
  return streamRows(headings, example(), { format });
}

/** Form of a heading for comparison. */
const fold = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_()*-]/g, '');

/** Proposes a column for each heading, by the remembered mapping or else by name. */
function proposeMapping(
  columns: ImportColumn[],
  headers: string[],
  known: Record<string, string | null>,
): ImportRecord['mapping'] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const named = columns.find((column) =>
      [column.name, column.ko, column.en, fieldOfColumn(column) ?? ''].some(
        (name) => name !== '' && fold(name) === fold(header),
      ),
    )?.name;
    const name = Object.hasOwn(known, header) ? known[header] : named;
    if (!name || taken.has(name) || !columns.some((column) => column.name === name)) return null;
    taken.add(name);
    return name;
  });
}

/** Stores an uploaded file. Fails, naming `file`, if it cannot be read. */
export async function receiveImport(
  context: Context,
  staff: StaffMember,
  { resource, fileName, body }: { resource: string; fileName: string; body: Readable },
): Promise<FileRow> {
  const model = requireImportable(context, staff, resource);
  const table = await readImport(await readBytes(body, maxImportBytes), model.options.imports?.readText);
  const [remembered] = await context.db
    .select({ mapping: importMappings.mapping })
    .from(importMappings)
    .where(and(eq(importMappings.staffId, staff.id), eq(importMappings.resource, resource)));
  const id = newId();
  await context.storage.put(fileOf(id), JSON.stringify(table));
  const [row] = await context.db
    .insert(importedFiles)
    .values({
      id,
      staffId: staff.id,
      staffName: staff.name,
      resource,
      fileName: fileName.normalize('NFC'),
      state: 'uploaded',
      headers: table.headers,
      mapping: proposeMapping(importColumns(model, staff), table.headers, remembered?.mapping ?? {}),
      rows: table.rows.length,
      createdAt: context.now(),
    })
    .returning();
  return must(row, 'import');
}

async function readTable({ storage }: Context, id: string): Promise<ImportTable> {
  const text = await storage.read(fileOf(id));
  return text ? (JSON.parse(text.toString()) as ImportTable) : fail('not_found');
}

const seesAll = (staff: StaffMember) => staff.may('imports', 'read') && staff.contentPartnerId === null;
const seen = (staff: StaffMember): SQL | undefined =>
  seesAll(staff) ? undefined : eq(importedFiles.staffId, staff.id);

/** An import that the staff member may see. Fails with `not_found` or `not_permitted` otherwise. */
async function getImport(
  context: Context,
  staff: StaffMember,
  id: string,
): Promise<{ row: FileRow; model: ResourceModel }> {
  const [row] = await context.db
    .select()
    .from(importedFiles)
    .where(and(eq(importedFiles.id, id), seen(staff)));
  if (!row) fail('not_found');
  // A file shows every field. Staff members with hidden fields of its resource may only see their own files.
  const model = requireImportable(context, staff, row.resource);
  if (row.staffId !== staff.id && hidesAny(staff, model.shape.record)) fail('not_permitted');
  return { row, model };
}

/** Imports in the form of list entries. */
export async function presentImports(context: Context, rows: FileRow[], locale: Locale) {
  const undone = await listUndone(context.db, rows);
  return rows.map((row) => presentRow(context, row, undone, locale));
}

/** Ids of the imports' log entries that have been undone. */
async function listUndone(db: Queryable, rows: FileRow[]): Promise<Set<string>> {
  const ids = rows.flatMap(({ eventId }) => eventId ?? []);
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(and(inArray(events.id, ids), isNotNull(events.undoneBy)));
  return new Set(found.map(({ id }) => id));
}

const isRunning = ({ state }: FileRow) => state === 'checking' || state === 'importing';

function presentRow({ now }: Context, row: FileRow, undone: Set<string>, locale: Locale) {
  const isLost = isRunning(row) && Number(row.startedAt) < now().getTime() - patienceMs;
  const error = isLost ? 'internal' : row.error;
  return {
    id: row.id,
    resource: row.resource,
    file_name: row.fileName,
    staff_name: row.staffName,
    state: isLost ? ('failed' as const) : row.state,
    rows: row.rows,
    counts: row.counts,
    error: error ? errorTable[error][locale] : '',
    event_id: row.eventId,
    undone: row.eventId !== null && undone.has(row.eventId),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

const maxSamples = 3;

/** An import with the headings, mapping, sample rows and pictures of its file. */
export async function readImportRecord(
  context: Context,
  staff: StaffMember,
  id: string,
  locale: Locale,
): Promise<ImportRecord> {
  const { row, model } = await getImport(context, staff, id);
  const table = row.forgottenAt ? undefined : await readTable(context, id);
  return {
    ...must((await presentImports(context, [row], locale))[0], 'import'),
    headers: row.headers,
    mapping: row.mapping,
    columns: importColumns(model, staff).map((column) => ({
      name: column.name,
      label: column[locale],
      required: isRequired(model, column),
      key: must(model.options.imports, 'imports').key.includes(fieldOfColumn(column) ?? ''),
      picture: column.picture !== undefined,
    })),
    samples: (table?.rows ?? []).slice(0, maxSamples).map(({ cells }) => cells.map(textOf)),
    pictures: (await readPictures(context, id)).map(({ name }) => name),
  };
}

/** Whether a new record needs the field of a column, or a column whose reference depends on this one. */
function isRequired(model: ResourceModel, column: ImportColumn): boolean {
  const field = fieldOfColumn(column);
  if (field !== null) return !must(model.shape.create.shape[field], field).safeParse(undefined).success;
  return must(model.options.imports, 'imports').columns.some(
    (other) => Object.values(other.refers?.within ?? {}).includes(column.name) && isRequired(model, other),
  );
}

/** Sets the column of each heading, and remembers the mapping for later files of the staff member. */
export async function mapImport(
  context: Context,
  staff: StaffMember,
  id: string,
  mapping: ImportRecord['mapping'],
): Promise<void> {
  const { row, model } = await getImport(context, staff, id);
  if (isRunning(row) || row.state === 'done') fail('conflict');
  if (mapping.length !== row.headers.length) failField('mapping', 'size_items', { size: row.headers.length });
  const names = importColumns(model, staff).map(({ name }) => name);
  const taken = new Set<string>();
  for (const [at, name] of mapping.entries()) {
    if (name === null) continue;
    if (!names.includes(name)) failField(`mapping.${at}`, 'columns_unknown', { column: name });
    if (taken.has(name)) failField(`mapping.${at}`, 'columns_repeated', { column: name });
    taken.add(name);
  }
  const said = Object.fromEntries(row.headers.map((header, at) => [header, mapping[at] ?? null]));
  await context.db.transaction(async (tx) => {
    await beginAnew(tx, id, { mapping });
    await tx
      .insert(importMappings)
      .values({ staffId: staff.id, resource: row.resource, mapping: said })
      .onConflictDoUpdate({
        target: [importMappings.staffId, importMappings.resource],
        set: { mapping: sql`${importMappings.mapping} || excluded.mapping` },
      });
  });
}

/** Deletes the results of a dry run, because the import has changed. */
async function beginAnew(tx: Transaction, id: string, set: { mapping?: FileRow['mapping'] }): Promise<void> {
  await tx
    .update(importedFiles)
    .set({ ...set, state: 'uploaded', counts: null })
    .where(eq(importedFiles.id, id));
  await tx.delete(importedRows).where(eq(importedRows.importId, id));
}

/** Stores a picture for an import. Fails with `invalid_file` if the file is not a picture. */
export async function receivePicture(
  context: Context,
  staff: StaffMember,
  id: string,
  { fileName, body }: { fileName: string; body: Readable },
): Promise<void> {
  const { row, model } = await getImport(context, staff, id);
  if (row.staffId !== staff.id) fail('not_permitted');
  if (!importColumns(model, staff).some(({ picture }) => picture)) fail('not_permitted');
  const bytes = await readBytes(body, maxImageBytes);
  await checkImage(bytes);
  await context.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(importedFiles).where(eq(importedFiles.id, id)).for('update');
    if (!locked || isRunning(locked) || locked.state === 'done' || locked.forgottenAt) fail('conflict');
    await keepPicture(context, id, fileName.normalize('NFC').trim(), bytes);
    await beginAnew(tx, id, {});
  });
}

/** Queues a run or a dry run of an import. Fails with `conflict` if the import is running or done. */
export async function beginImport(
  context: Context,
  staff: StaffMember,
  id: string,
  { isDryRun, refused, locale }: { isDryRun: boolean; refused: 'stop' | 'skip'; locale: Locale },
): Promise<void> {
  const { row, model } = await getImport(context, staff, id);
  // The import runs in the name of its uploader, so that no other staff member may start it.
  if (row.staffId !== staff.id) fail('not_permitted');
  for (const column of importColumns(model, staff)) {
    const isKey = model.options.imports?.key.includes(fieldOfColumn(column) ?? '') ?? false;
    if (isKey && !row.mapping.includes(column.name))
      failField('mapping', 'columns_key', { column: column[locale] });
  }
  await context.db.transaction(async (tx) => {
    const begun = await tx
      .update(importedFiles)
      .set({
        state: isDryRun ? 'checking' : 'importing',
        refused,
        error: null,
        startedAt: context.now(),
        finishedAt: null,
      })
      .where(
        and(
          eq(importedFiles.id, id),
          isNull(importedFiles.forgottenAt),
          sql`(${importedFiles.state} in ('uploaded', 'checked', 'failed')
            or ${importedFiles.state} in ('checking', 'importing')
              and ${importedFiles.startedAt} < ${new Date(context.now().getTime() - patienceMs)})`,
        ),
      )
      .returning({ id: importedFiles.id });
    if (begun.length === 0) fail('conflict');
    await enqueue(tx, { name: runImportJobName }, { id });
  });
}

/**
 * Runs an import or its dry run. Records, rows and the import's state are written in one transaction. A
 * killed run has written everything or nothing, and a repeated run creates no record twice.
 */
export async function runImport(context: Context, id: string): Promise<void> {
  const { db } = context;
  const [row] = await db.select().from(importedFiles).where(eq(importedFiles.id, id));
  if (!row || !isRunning(row)) return;
  const isDryRun = row.state === 'checking';
  try {
    const staff = (await findStaffMember(context, row.staffId)) ?? fail('not_permitted');
    const model = requireImportable(context, staff, row.resource);
    const table = await readTable(context, id);
    const pictures = await readPictures(context, id);
    const plan = (tx: Transaction) => planImport({ context, tx, staff }, model, table, row.mapping, pictures);
    const stops = (rows: PlannedRow[]) => !isDryRun && row.refused === 'stop' && rows.some(isRefused);
    let cut: StoredArtwork[] = [];
    if (pictures.length > 0 && !isDryRun) {
      // The import is planned twice, because processing pictures takes long and refused rows need none.
      const first = await db.transaction(plan);
      if (!stops(first)) cut = await cutPictures(context, id, picturesIn(first));
    }
    let planned: PlannedRow[] = [];
    let isSaved = false;
    const save = async (tx: Transaction, outcome: Outcome) => {
      await saveOutcome(context, tx, { row, model, isDryRun }, planned, outcome);
      isSaved = true;
    };
    const outcome = await makeChange(
      context,
      staff,
      async (tx) => {
        const [locked] = await tx
          .select({ state: importedFiles.state })
          .from(importedFiles)
          .where(eq(importedFiles.id, id))
          .for('update');
        if (locked?.state !== row.state) fail('conflict');
        planned = await plan(tx);
        if (stops(planned)) return [];
        // A dry run inserts only the database rows of pictures, which are rolled back.
        await insertArtworks(
          tx,
          isDryRun ? picturesIn(planned).map(({ id: own, kind }) => ({ id: own, kind, color: '' })) : cut,
        );
        const steps = planned.flatMap(({ step }) => step ?? []);
        return [
          ...steps
            .filter(({ action }) => action === 'create')
            .sort((a, b) => (a.round ?? 0) - (b.round ?? 0)),
          ...steps.filter(({ action }) => action === 'update'),
        ];
      },
      {
        action: 'import',
        label: row.fileName,
        isDryRun,
        refused: isDryRun ? 'skip' : row.refused,
        record: save,
      },
    );
    if (!isSaved) await db.transaction((tx) => save(tx, outcome));
    // A finished import needs no uploaded pictures. Pictures left by a killed run are deleted with the rows
    // (`forgetImports`).
    if (outcome.eventId) await removePictures(context, id);
  } catch (error) {
    // After an unexpected error, such as a lost database connection, the job is retried. After `hopelessMs`
    // the import fails.
    if (!(error instanceof CallError)) {
      if (Number(row.startedAt) > context.now().getTime() - hopelessMs) throw error;
      context.log.error({ err: error, importId: id }, 'an import could not be run');
    }
    await db
      .update(importedFiles)
      .set({
        state: 'failed',
        error: error instanceof CallError ? error.code : 'internal',
        finishedAt: context.now(),
      })
      .where(and(eq(importedFiles.id, id), eq(importedFiles.state, row.state)));
  }
}

/** Pictures of the rows that are not refused, without duplicates. */
const picturesIn = (rows: PlannedRow[]): NamedPicture[] => [
  ...new Map(
    rows.flatMap(({ step, pictures }) => (step ? pictures : [])).map((own) => [own.id, own]),
  ).values(),
];

const isRefused = ({ problems }: Pick<PlannedRow, 'problems'>) => Object.keys(problems).length > 0;

/** Stores the result of each row, also for a dry run. */
async function saveOutcome(
  context: Context,
  tx: Transaction,
  { row, model, isDryRun }: { row: FileRow; model: ResourceModel; isDryRun: boolean },
  planned: PlannedRow[],
  outcome: Outcome,
): Promise<void> {
  const changed = new Map(
    outcome.changes.filter(({ entity }) => entity === row.resource).map((change) => [change.id, change]),
  );
  const refusals = new Map(outcome.refused.map((refusal) => [refusal.id, refusal.error]));
  const counts = { new: 0, changed: 0, same: 0, refused: 0 };
  // Records created in a rolled back transaction cannot be looked up later, so that their labels are stored.
  const unmade = outcome.eventId ? [] : planned.filter(({ step }) => step?.action === 'create');
  const unmadeNames = new Map<unknown, string>(unmade.map(({ step, label }) => [step?.id, label]));
  const rows = planned.map(({ line, label, step, problems, pictures }) => {
    const change = step && changed.get(step.id);
    const refusal = step && refusals.get(step.id);
    const why = refusal ? problemsOfRefusal(model, refusal) : problems;
    const isStopped = step !== undefined && !change && !refusal && outcome.changes.length === 0;
    const state: ImportRowState = isRefused({ problems: why })
      ? 'refused'
      : change
        ? change.action === 'create'
          ? 'new'
          : 'changed'
        : isStopped
          ? step.action === 'create'
            ? 'new'
            : 'changed'
          : 'same';
    counts[state] += 1;
    return {
      import_id: row.id,
      line,
      state,
      label: change?.label ?? label,
      changes: withNames(change?.changes ?? {}, pictures, unmadeNames),
      problems: why,
    };
  });
  const isStopped = row.refused === 'stop' && counts.refused > 0;
  await tx.delete(importedRows).where(eq(importedRows.importId, row.id));
  await tx.execute(
    sql`insert into ${importedRows} select * from json_populate_recordset(null::${importedRows}, ${JSON.stringify(rows)}::json)`,
  );
  await tx
    .update(importedFiles)
    .set({
      state: isDryRun || isStopped ? 'checked' : 'done',
      counts,
      eventId: outcome.eventId,
      finishedAt: context.now(),
    })
    .where(eq(importedFiles.id, row.id));
}

/** Replaces ids by names in changes, for new pictures and for records that do not exist yet. */
function withNames(
  changes: Changes,
  pictures: NamedPicture[],
  unmadeNames: ReadonlyMap<unknown, string>,
): Changes {
  if (pictures.length === 0 && unmadeNames.size === 0) return changes;
  const names = new Map<unknown, string>(pictures.map(({ id, picture }) => [id, picture.name]));
  const nameOf = (value: unknown) => names.get(value) ?? unmadeNames.get(value) ?? value;
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [field, [before, nameOf(after)]]),
  );
}

/** Problems of a row that the kit refused. A refusal of the whole record is shown at its first key column. */
function problemsOfRefusal(model: ResourceModel, { code, fields }: CallError): PlannedRow['problems'] {
  if (Object.keys(fields).length > 0) return problemsByColumn(model, fields);
  const [key = ''] = must(model.options.imports, 'imports').key;
  return problemsByColumn(model, {
    [key]: [{ message: code === 'conflict' ? 'unique' : 'changed_since', values: {} }],
  });
}

/** A page of row results. */
export async function listImportedRows(
  context: Context,
  staff: StaffMember,
  id: string,
  query: { page: number; per_page: number; state?: ImportRowState | undefined },
  locale: Locale,
): Promise<{ rows: ImportedRow[]; total: number }> {
  const { model } = await getImport(context, staff, id);
  const where = and(
    eq(importedRows.importId, id),
    query.state ? eq(importedRows.state, query.state) : undefined,
  );
  const { limit, offset } = pageWindow(query);
  const [rows, [counted]] = await Promise.all([
    context.db
      .select()
      .from(importedRows)
      .where(where)
      .orderBy(asc(importedRows.line))
      .limit(limit)
      .offset(offset),
    context.db.select({ total: count() }).from(importedRows).where(where),
  ]);
  return {
    rows: rows.map((row) => ({
      line: row.line,
      state: row.state,
      label: row.label,
      changes: readableChanges(context, staff, {
        entity: model.shape.name,
        entityId: null,
        changes: row.changes,
      }),
      problems: presentProblems(model, row.problems, locale),
    })),
    total: counted?.total ?? 0,
  };
}

function presentProblems(
  model: ResourceModel,
  problems: PlannedRow['problems'],
  locale: Locale,
): ImportedRow['problems'] {
  const { columns } = must(model.options.imports, 'imports');
  const placeOf = (name: string) => columns.findIndex((own) => own.name === name);
  return Object.entries(problems)
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .flatMap(([name, found]) =>
      found.map(({ message, values }) => ({
        column: name,
        label: columns[placeOf(name)]?.[locale] ?? name,
        message: fieldText(name, message, locale, values),
      })),
    );
}

/** A file of the refused rows as uploaded, each with its reasons. */
export async function makeRefusedFile(
  context: Context,
  staff: StaffMember,
  id: string,
  { format, locale }: { format: 'csv' | 'xlsx'; locale: Locale },
): Promise<Readable> {
  const { row, model } = await getImport(context, staff, id);
  const table = await readTable(context, id);
  const refused = await context.db
    .select()
    .from(importedRows)
    .where(and(eq(importedRows.importId, id), eq(importedRows.state, 'refused')));
  const reasons = new Map(
    refused.map(({ line, problems }) => [
      line,
      presentProblems(model, problems, locale)
        .map(({ label, message }) => `${label}: ${message}`)
        .join('\n'),
    ]),
  );
  const columns: FileColumn[] = [
    ...row.headers.map((label, at): FileColumn => ({ name: String(at), label, kind: 'number' })),
    { name: 'reason', label: locale === 'ko' ? '거절한 이유' : 'Reason', kind: 'text' },
  ];
  async function* rows(): AsyncGenerator<Row> {
    for (const { line, cells } of table.rows) {
      const reason = reasons.get(line);
      if (reason === undefined) continue;
      yield {
        ...Object.fromEntries(cells.map((cell, at) => [at, typeof cell === 'number' ? cell : textOf(cell)])),
        reason,
      };
    }
  }
  return streamRows(columns, rows(), { format });
}

/**
 * Deletes the files and rows of imports older than `importDays`. The uploader, the resource and the time are
 * kept.
 */
export async function forgetImports({ db, storage, now }: Context): Promise<void> {
  const over = await db
    .select({ id: importedFiles.id })
    .from(importedFiles)
    .where(
      and(
        isNull(importedFiles.forgottenAt),
        lt(importedFiles.createdAt, new Date(now().getTime() - importDays * dayMs)),
      ),
    );
  for (const { id } of over) {
    await storage.remove(fileOf(id));
    await removePictures({ storage }, id);
    await db.transaction(async (tx) => {
      await tx.delete(importedRows).where(eq(importedRows.importId, id));
      await tx.update(importedFiles).set({ forgottenAt: now() }).where(eq(importedFiles.id, id));
    });
  }
}
