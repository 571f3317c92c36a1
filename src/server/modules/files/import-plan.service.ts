/** Turns the rows of a file into steps of a change: reads cells, resolves references and finds existing records. */

import { isDeepStrictEqual } from 'node:util';
import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { ImageKind } from '../../../contract/images.ts';
import type { FieldProblem } from '../../../contract/messages.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { isId, newId } from '../../db/columns.ts';
import { problemsOf } from '../../field-problems.ts';
import type { StaffMember } from '../../http/caller.ts';
import { must } from '../../must.ts';
import { creation, plain, snapshotsById } from '../../resource/change.ts';
import { hidesField } from '../../resource/hidden-fields.ts';
import { type EntryFields, fieldOfColumn, type ImportColumn } from '../../resource/importing.ts';
import { labelOfRow } from '../../resource/labels.ts';
import {
  type AnyRow,
  camel,
  type Fields,
  isPublishing,
  type ResourceModel,
  type Step,
  scopeOf,
  windowFields,
} from '../../resource/model.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { readEntries, slugIn, writeName } from './entry-cells.service.ts';
import { Names, namesOfImports } from './export-cells.service.ts';
import { emptied, listed, readCell, saysPresent, textOf } from './import-cells.service.ts';
import { type NamedPicture, type Picture, pictureFinder, pictureId } from './import-pictures.service.ts';
import type { ImportTable } from './import-reading.service.ts';
import type { SheetCell } from './workbook.service.ts';

/** Plan for one row of the file. */
export interface PlannedRow {
  line: number;
  label: string;
  /** Create or update of the row's record. Undefined if the row is refused or changes nothing. */
  step: Step | undefined;
  /** Problems by column. */
  problems: Record<string, FieldProblem[]>;
  /** Pictures to assign to the record. */
  pictures: NamedPicture[];
}

/** State of a row during planning. */
interface Reading {
  line: number;
  /** Id of the record, if it is new. Other rows of the file refer to the record by this id. */
  newId: string;
  /** Row of the same file whose new record this row refers to. That record is created first. */
  waitsFor: Reading | undefined;
  cells: Map<string, SheetCell>;
  /** Current values of an existing record. Undefined for a new record, and until the record is looked up. */
  present: { id: string; fields: Fields } | undefined;
  input: Fields;
  /** Ids of the records that its cells refer to, by column. */
  found: Map<string, string>;
  problems: PlannedRow['problems'];
  pictures: NamedPicture[];
}

/** Columns of a resource that a staff member may import. */
export const importColumns = ({ shape, options }: ResourceModel, staff: StaffMember): ImportColumn[] =>
  (options.imports?.columns ?? []).filter((column) => {
    const field = fieldOfColumn(column);
    return field === null || !hidesField(staff, shape.record, field);
  });

/** Plans an import: a step or the problems of each row, in the order of the file. */
export async function planImport(
  { context, tx, staff }: { context: Context; tx: Transaction; staff: StaffMember },
  model: ResourceModel,
  { rows, marks }: ImportTable,
  mapping: (string | null)[],
  pictures: Picture[],
): Promise<PlannedRow[]> {
  const columns = importColumns(model, staff).filter(({ name }) => mapping.includes(name));
  const marked = new Map<number, ImportTable['marks']>();
  for (const mark of marks) marked.set(mark.line, [...(marked.get(mark.line) ?? []), mark]);
  const readings = rows.map(({ line, cells }): Reading => {
    const problems: PlannedRow['problems'] = {};
    for (const { column, problem } of marked.get(line) ?? []) {
      const name = mapping[column];
      if (name) problems[name] = [problem];
    }
    return {
      line,
      newId: newId(),
      waitsFor: undefined,
      cells: new Map(mapping.flatMap((name, at) => (name ? [[name, cells[at] ?? null] as const] : []))),
      present: undefined,
      input: {},
      found: new Map(),
      problems,
      pictures: [],
    };
  });
  const findPictures = pictureFinder(pictures);
  const read = async (some: ImportColumn[]): Promise<void> => {
    for (const column of some) {
      if (column.picture) readPictureNames(column, column.picture, findPictures, readings);
      else if (column.refers) await findReferences(context, tx, staff, { model, column, readings });
      else readColumn(model, column, readings, context.config.serviceZone);
    }
  };
  const keys = keyColumns(model, columns);
  await read(keys);
  refuseRepeated(model, columns, readings);
  const records = await findRecords(tx, model, staff, readings);
  const snapshots = await snapshotsById(tx, model, [...records.values()]);
  for (const reading of readings) {
    const before = records.get(keyOf(model, reading.input) ?? '');
    reading.present = before && { id: before.id, fields: must(snapshots.get(before.id), 'snapshot') };
    // A file has an instant to the second.
    if (reading.present)
      for (const field of instantKeys(model)) reading.input[field] = reading.present.fields[field];
  }
  await read(columns.filter((column) => !keys.includes(column)));
  const plans = readings.map((reading) => {
    const before = records.get(keyOf(model, reading.input) ?? '');
    const snapshot = reading.present?.fields;
    const step =
      before && snapshot
        ? updateOf(model, columns, reading, before.id, snapshot)
        : creationOf(model, columns, reading);
    if (step?.action === 'create') step.round = roundOf(reading);
    if (step && !staff.may(model.shape.module, 'publish'))
      keepFromPublishing(model, columns, { reading, step, snapshot });
    return { reading, before, snapshot, step };
  });
  const written = plans.flatMap(({ reading, step, snapshot }) =>
    step && step.action !== 'delete' && Object.keys(reading.problems).length === 0
      ? [{ id: step.id, isNew: step.action === 'create', fields: { ...snapshot, ...step.input } }]
      : [],
  );
  const refusals = await model.options.imports?.check?.(tx, written);
  return plans.map(({ reading, before, step }) => {
    notePlain(columns, reading, (step && refusals?.get(step.id)) ?? {});
    const isRefused = Object.keys(reading.problems).length > 0;
    return {
      line: reading.line,
      label: before ? labelOfRow(model, before) : labelOf(reading),
      step: isRefused ? undefined : step,
      problems: reading.problems,
      pictures: isRefused ? [] : reading.pictures,
    };
  });
}

/** Columns that identify the record of a row, and the columns that their references depend on. */
function keyColumns({ options }: ResourceModel, columns: ImportColumn[]): ImportColumn[] {
  const { key } = must(options.imports, 'imports');
  const own = columns.filter((column) => key.includes(fieldOfColumn(column) ?? ''));
  const around = own.flatMap(({ refers }) => Object.values(refers?.within ?? {}));
  return columns.filter((column) => own.includes(column) || around.includes(column.name));
}

/** Deeper than any tree of records. A deeper tree or a circle is refused when its records are created. */
const maxRounds = 8;

/** Number of the file's new records that must be created, one after the other, before the record of this row. */
function roundOf(reading: Reading): number {
  let round = 0;
  for (let own = reading.waitsFor; own && round < maxRounds; own = own.waitsFor) round += 1;
  return round;
}

const addProblem = (reading: Reading, column: string, problem: FieldProblem): void => {
  reading.problems[column] = [...(reading.problems[column] ?? []), problem];
};

/** Label of a row without a record: its title, name or slug, or else its line number. */
const labelOf = ({ cells, line }: Reading): string =>
  ['title_ko', 'title_en', 'name_ko', 'name_en', 'slug']
    .map((name) => textOf(cells.get(name) ?? null))
    .find((text) => text !== '') ?? `#${line}`;

function readColumn(model: ResourceModel, column: ImportColumn, readings: Reading[], zone: string): void {
  const field = fieldOfColumn(column) ?? column.name;
  const type = must(model.shape.create.shape[field], field) as z.ZodType;
  for (const reading of readings) {
    if (reading.problems[column.name]) continue;
    const cell = reading.cells.get(column.name) ?? null;
    const present = reading.present?.fields[field];
    if (saysPresent(cell, column, type, { present, zone })) continue;
    const said = readCell(cell, column, type, zone);
    if (!said) continue;
    if ('problem' in said) addProblem(reading, column.name, said.problem);
    else if (said.value !== undefined) reading.input[field] = said.value;
  }
}

/** Finds the pictures named in a column's cells. */
function readPictureNames(
  column: ImportColumn,
  kind: ImageKind,
  find: (name: string) => Picture[],
  readings: Reading[],
): void {
  const field = fieldOfColumn(column) ?? column.name;
  for (const reading of readings) {
    const name = textOf(reading.cells.get(column.name) ?? null);
    if (name === '' || reading.problems[column.name]) continue;
    if (emptied.includes(name)) {
      reading.input[field] = null;
      continue;
    }
    const [picture, other] = find(name);
    if (!picture || other) {
      const message = picture ? 'picture_ambiguous' : 'picture_unknown';
      addProblem(reading, column.name, { message, values: { value: name } });
      continue;
    }
    const id = pictureId(kind, picture);
    reading.input[field] = id;
    reading.pictures.push({ id, kind, picture });
  }
}

const isMany = (field: string | null): boolean => field?.endsWith('_ids') ?? false;

/** A column and the rows in which it is read. */
interface ReadColumn {
  model: ResourceModel;
  column: ImportColumn;
  readings: Reading[];
}

/**
 * Finds the records that a column refers to, in one query for all rows. A reference to the imported resource
 * may also match a new record of another row.
 */
async function findReferences(
  context: Pick<Context, 'registries'>,
  tx: Transaction,
  staff: StaffMember,
  { model: imported, column, readings }: ReadColumn,
): Promise<void> {
  const { resource, by, within = {} } = must(column.refers, 'reference');
  const field = fieldOfColumn(column);
  const isList = column.entries !== undefined || isMany(field);
  const model = must(resourcesOf(context).get(resource), resource);
  const made =
    model === imported
      ? readings.filter(({ input, present }) => !present && keyOf(imported, input) !== undefined)
      : [];
  const asked = readings.flatMap((reading) => {
    const text = textOf(reading.cells.get(column.name) ?? null);
    if (text === '' || reading.problems[column.name]) return [];
    if (emptied.includes(text)) {
      if (field) reading.input[field] = isList ? [] : null;
      return [];
    }
    const entries = column.entries
      ? readEntries(text)
      : (isList ? listed(text) : [text]).map((name) => [name]);
    const around = Object.values(within).map((other) => standsWithin(imported, reading, other));
    // The parent is unknown. The parent's column has the problem.
    return around.includes('') ? [] : [{ reading, entries, around }];
  });
  if (asked.length === 0) return;
  const candidates = await readCandidates(tx, model, staff, {
    by,
    texts: [
      ...new Set(asked.flatMap(({ entries }) => entries.flatMap(([name = '']) => textsOf(name, column)))),
    ],
    within: Object.keys(within).map((own, at) => [
      own,
      [...new Set(asked.map(({ around }) => around[at] ?? ''))],
    ]),
  });
  const idsOf = new Map<string, Set<string>>();
  const note = (key: string[], id: string) => {
    const text = JSON.stringify(key);
    idsOf.set(text, (idsOf.get(text) ?? new Set()).add(id));
  };
  const madeRows = made.map(({ newId: id, input }): Fields & { id: string } => ({
    ...Object.fromEntries(Object.entries(input).map(([own, value]) => [camel(own), value])),
    id,
  }));
  const madeById = new Map(made.map((own) => [own.newId, own]));
  for (const row of [...candidates, ...madeRows]) {
    const around = Object.keys(within).map((own) => String(row[camel(own)]));
    for (const own of by) {
      const name = String(row[camel(own)] ?? '');
      if (name) note([own, ...around, foldName(name)], row.id);
      if (row.slug) note(['exact', ...around, writeName(name, String(row.slug))], row.id);
    }
  }
  const said = asked.map(({ reading, entries, around }) => {
    const find = (name: string): Set<string> | undefined =>
      ['exact', ...by]
        .map((own) => idsOf.get(JSON.stringify([own, ...around, own === 'exact' ? name : foldName(name)])))
        .find((own) => own !== undefined);
    const ids: string[] = [];
    const problems: FieldProblem[] = [];
    for (const [name = '', ...texts] of entries) {
      const refuse = (message: FieldProblem['message']) =>
        problems.push({ message, values: { value: name } });
      const [id, other] = find(name) ?? find(column.reads?.(name) ?? name) ?? [];
      if (!id) refuse('record_unknown');
      else if (other) refuse('record_ambiguous');
      else if (column.entries && ids.includes(id)) refuse('record_repeated');
      else if (column.entries && texts.length > column.entries.texts.length) refuse('entry_parts');
      else ids.push(id);
    }
    const value = column.entries
      ? ids.map((id, at) => entryOf(must(column.entries, 'entries'), id, entries[at]?.slice(1) ?? []))
      : isList
        ? ids
        : ids[0];
    return { reading, ids, problems, value };
  });
  const isNew = ({ reading, problems, value }: (typeof said)[number]) =>
    problems.length > 0 || !isDeepStrictEqual(plain(value ?? null), plain(presentOf(reading, field)));
  const kept = await thoseSayingPresent(context, tx, staff, {
    model: imported,
    column,
    readings: said.filter(isNew).map(({ reading }) => reading),
  });
  for (const { reading, ids, problems, value } of said) {
    const present = presentOf(reading, field);
    if (kept.has(reading)) {
      if (typeof present === 'string') reading.found.set(column.name, present);
      continue;
    }
    for (const own of problems) addProblem(reading, column.name, own);
    const [first] = ids;
    if (problems.length > 0 || !first) continue;
    reading.found.set(column.name, first);
    reading.waitsFor = madeById.get(first);
    if (field) reading.input[field] = value;
  }
}

const presentOf = ({ present }: Reading, field: string | null): unknown =>
  (field && present?.fields[field]) ?? null;

/**
 * Id of the parent that limits other references of a row. It is the record found in the column `name`, or
 * else the present value of the row's record. Empty if there is none.
 */
function standsWithin({ options }: ResourceModel, reading: Reading, name: string): string {
  const found = reading.found.get(name);
  if (found || reading.problems[name]) return found ?? '';
  const column = options.imports?.columns.find((own) => own.name === name);
  const present = column && presentOf(reading, fieldOfColumn(column));
  return typeof present === 'string' ? present : '';
}

/**
 * Rows whose cells equal an export of the present value in either language. These cells change nothing. They
 * cannot be resolved by name if the name is ambiguous, belongs to another record or contains the separating
 * comma.
 */
async function thoseSayingPresent(
  context: Pick<Context, 'registries'>,
  tx: Transaction,
  staff: StaffMember,
  { model, column, readings }: ReadColumn,
): Promise<Set<Reading>> {
  const kept = new Set<Reading>();
  const field = fieldOfColumn(column);
  const { resource: of } = must(column.refers, 'reference');
  const rows = readings.flatMap(({ present }) => (present ? [present.fields] : []));
  if (!field || rows.length === 0) return kept;
  for (const locale of ['ko', 'en'] as const) {
    const names = new Names({ db: tx, registries: context.registries }, staff, {
      ...namesOfImports(context, model.shape.name),
      locale,
    });
    await names.find([{ field, label: '', of }], rows);
    for (const reading of readings) {
      const value = presentOf(reading, field);
      if (value === null) continue;
      const text = textOf(reading.cells.get(column.name) ?? null);
      if (text === textOf(names.cellOf(of, field, value))) kept.add(reading);
    }
  }
  return kept;
}

const entryOf = ({ id: field, texts }: EntryFields, id: string, said: string[]): Fields => ({
  [field]: id,
  ...Object.fromEntries(texts.map((own, at) => [own, said[at] ?? ''])),
});

/** Texts by which a name in a cell is looked up. */
const textsOf = (text: string, { reads }: ImportColumn): string[] => [
  text,
  slugIn(text) ?? text,
  reads?.(text) ?? text,
];

const foldName = (name: string): string =>
  /^[\d０-９]+$/.test(name) ? String(Number(name.normalize('NFKC'))) : name;

async function readCandidates(
  tx: Transaction,
  model: ResourceModel,
  staff: StaffMember,
  { by, texts, within }: { by: readonly string[]; texts: string[]; within: [string, string[]][] },
): Promise<AnyRow[]> {
  // Staff members cannot refer to records that they may not read.
  if (!staff.may(model.shape.module, 'read')) return [];
  const named = by.map((field): SQL => {
    const column = must(model.columnOf(field), field);
    if (field === 'id') return inArray(column, texts.filter(isId));
    return column.dataType === 'string'
      ? sql`${column} = any(${sql.param(texts)}::text[])`
      : sql`${column}::text = any(${sql.param(texts.map(foldName))}::text[])`;
  });
  if (named.length === 0) return [];
  return (await tx
    .select()
    .from(model.table as PgTable)
    .where(
      and(
        or(...named),
        ...within.map(([field, ids]) => inArray(must(model.columnOf(field), field), ids)),
        scopeOf(model, staff),
      ),
    )) as AnyRow[];
}

/** Fields of the key with an instant. */
const instantKeys = (model: ResourceModel): readonly string[] =>
  must(model.options.imports, 'imports').key.filter((field) => model.columnOf(field)?.dataType === 'date');

/** Key that identifies the record of a row. Undefined if a part is missing. An instant is compared to the second. */
function keyOf(model: ResourceModel, input: Fields): string | undefined {
  const instants = instantKeys(model);
  const parts = must(model.options.imports, 'imports').key.map((field) => {
    const value = input[field] ?? null;
    return value !== null && instants.includes(field) ? secondOf(new Date(String(value))) : value;
  });
  return parts.includes(null) ? undefined : JSON.stringify(parts.map(String));
}

const secondOf = (instant: Date) => Math.floor(instant.getTime() / 1000);

/** Refuses rows without a complete key, and rows that repeat the key of an earlier row. */
function refuseRepeated(model: ResourceModel, columns: ImportColumn[], readings: Reading[]): void {
  const lines = new Map<string, number>();
  const keys = must(model.options.imports, 'imports').key;
  for (const reading of readings) {
    const key = keyOf(model, reading.input);
    if (key === undefined) {
      for (const field of keys) {
        const name = columnOfField(columns, field);
        if ((reading.input[field] ?? null) === null && !isExplained(columns, reading, name))
          addProblem(reading, name, { message: 'required', values: {} });
      }
      continue;
    }
    const line = lines.get(key);
    if (line === undefined) lines.set(key, reading.line);
    else
      addProblem(reading, columnOfField(columns, keys.at(-1) ?? ''), {
        message: 'row_repeated',
        values: { line },
      });
  }
}

/** Whether a column without a value already has a problem, or a column that it depends on has one. */
function isExplained(columns: ImportColumn[], { problems }: Reading, name: string): boolean {
  if (problems[name]) return true;
  const within = columns.find((column) => column.name === name)?.refers?.within ?? {};
  return Object.values(within).some((other) => problems[other] !== undefined);
}

const columnOfField = (columns: ImportColumn[], field: string): string =>
  columns.find((column) => fieldOfColumn(column) === field)?.name ?? field;

/** Existing records by the key of their row. */
async function findRecords(
  tx: Transaction,
  model: ResourceModel,
  staff: StaffMember,
  readings: Reading[],
): Promise<Map<string, AnyRow>> {
  const { key } = must(model.options.imports, 'imports');
  const wanted = new Set(readings.flatMap(({ input }) => keyOf(model, input) ?? []));
  if (wanted.size === 0) return new Map();
  const first = must(key[0], 'key');
  const values = [...new Set(readings.flatMap(({ input }) => (input[first] ?? []) as string))];
  const rows = (await tx
    .select()
    .from(model.table as PgTable)
    .where(and(inArray(must(model.columnOf(first), first), values), scopeOf(model, staff)))) as AnyRow[];
  const found = new Map<string, AnyRow>();
  for (const row of rows) {
    const own = JSON.stringify(
      key.map((field) => {
        const value = row[camel(field)];
        return String(value instanceof Date ? secondOf(value) : value);
      }),
    );
    if (wanted.has(own)) found.set(own, row);
  }
  return found;
}

function creationOf(model: ResourceModel, columns: ImportColumn[], reading: Reading): Step | undefined {
  const { create, name } = model.shape;
  const parsed = create.safeParse(reading.input);
  if (parsed.success) return creation(name, parsed.data, reading.newId);
  notePlain(columns, reading, problemsOf(parsed.error.issues, reading.input));
  return undefined;
}

function updateOf(
  model: ResourceModel,
  columns: ImportColumn[],
  reading: Reading,
  id: string,
  snapshot: Fields,
): Step | undefined {
  const { update, name } = model.shape;
  const parsed = update.safeParse(reading.input);
  if (!parsed.success) {
    notePlain(columns, reading, problemsOf(parsed.error.issues, reading.input));
    return undefined;
  }
  const input = Object.fromEntries(
    Object.entries(parsed.data).filter(
      ([field, value]) => !isDeepStrictEqual(plain(value ?? null), plain(snapshot[field] ?? null)),
    ),
  );
  return Object.keys(input).length === 0 ? undefined : { entity: name, id, action: 'update', input };
}

/**
 * Creates hidden records for staff members without the publish permission. Refuses their cells that publish
 * or hide a record, or move its publication window.
 */
function keepFromPublishing(
  model: ResourceModel,
  columns: ImportColumn[],
  { reading, step, snapshot }: { reading: Reading; step: Step; snapshot: Fields | undefined },
): void {
  const { publishes } = model;
  if (!publishes || step.action === 'delete') return;
  if (step.action === 'create' && reading.input[publishes] === undefined) step.input[publishes] = false;
  if (!isPublishing(model, step.input, snapshot)) return;
  const fields = [publishes, ...windowFields].filter(
    (field) => field in step.input && field in reading.input,
  );
  const problem = { message: 'may_publish' as const, values: {} };
  notePlain(columns, reading, Object.fromEntries(fields.map((field) => [field, [problem]])));
}

/** Adds problems with the shape to columns without an earlier problem. */
function notePlain(columns: ImportColumn[], reading: Reading, problems: PlannedRow['problems']): void {
  for (const [path, found] of Object.entries(problems)) {
    const column = columnOfField(columns, path.split('.')[0] ?? path);
    if (!isExplained(columns, reading, column)) reading.problems[column] = found;
  }
}

/** Turns problems by field into problems by column. */
export const problemsByColumn = (
  model: ResourceModel,
  problems: Record<string, FieldProblem[]>,
): PlannedRow['problems'] => {
  const { columns } = must(model.options.imports, 'imports');
  return Object.fromEntries(
    Object.entries(problems).map(([path, found]) => [
      columnOfField([...columns], path.split('.')[0] ?? path),
      found,
    ]),
  );
};
