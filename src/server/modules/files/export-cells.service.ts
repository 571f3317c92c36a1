/** The cells of an export: the values of a list's fields as shown on the screen, in the language of the request. */
import { setImmediate } from 'node:timers/promises';
import { and, or, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { ExportColumn } from '../../../contract/admin/exports.ts';
import { fieldKind } from '../../../contract/admin/filters.ts';
import type { Locale } from '../../../contract/errors.ts';
import { showInstant, wallClock } from '../../../contract/zone.ts';
import type { Context } from '../../context.ts';
import { isOneOf } from '../../db/conditions.ts';
import type { StaffMember } from '../../http/caller.ts';
import { type EntryFields, fieldOfColumn } from '../../resource/importing.ts';
import { type AnyRow, camel, type ResourceModel, scopeOf } from '../../resource/model.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { writeEntries, writeName } from './entry-cells.service.ts';
import type { Cell, FileColumn, Row } from './tables-of-rows.service.ts';

type Fields = Record<string, z.ZodType>;
type ListRow = Record<string, unknown>;

/** The columns of the file. Two columns of one field are two columns. */
export const fileColumnsOf = (columns: readonly ExportColumn[], fields: Fields): FileColumn[] =>
  columns.map((column, at) => ({ name: String(at), label: column.label, kind: kindOf(column, fields) }));

function kindOf({ field, as, values, of }: ExportColumn, fields: Fields): FileColumn['kind'] {
  if (as === 'duration') return 'seconds';
  if (as === 'count' || as === 'seconds' || as === 'percent') return as;
  if (as === 'cents' || as === 'ppm') return 'number';
  const type = fields[field];
  if (as || of || !type) return 'text';
  const kind = fieldKind(type);
  // A text for a missing instant stays a text.
  if (kind === 'instant') return kind;
  if (values) return 'text';
  return kind === 'number' || kind === 'day' ? kind : 'text';
}

interface Wanted {
  columns: readonly ExportColumn[];
  fields: Fields;
  locale: Locale;
  /** Fields that list records with additional texts. */
  entries: ReadonlyMap<string, EntryFields>;
  /** Fields by which an import finds referenced records, by resource. */
  foundBy: ReadonlyMap<string, readonly string[]>;
  /** Fields by which an import finds the record of a row. */
  key: readonly string[];
}

/** Rows after which the event loop handles other calls. Until then nothing else runs in this process. */
const rowsATurn = 25;

/** The rows of the file, from a list's rows batch by batch. */
export async function* exportRows(
  context: Context,
  staff: StaffMember,
  { columns, fields, ...wanted }: Wanted,
  batches: AsyncIterable<ListRow[]>,
  onRows?: (rows: number) => Promise<void>,
): AsyncGenerator<Row> {
  const { locale } = wanted;
  const names = new Names(context, staff, wanted);
  const zone = context.config.serviceZone;
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const country = (value: unknown) => {
    const code = String(value);
    // `Intl.DisplayNames` throws for any other code.
    return (/^[A-Z]{2}$/.test(code) && countries.of(code)) || code;
  };
  for await (const batch of batches) {
    await names.find(columns, batch);
    const now = context.now();
    for (const [index, row] of batch.entries()) {
      if (index % rowsATurn === 0) await setImmediate();
      const cells: Row = {};
      for (const [at, column] of columns.entries()) {
        const type = fields[column.field];
        cells[at] = cellOf(column, row, {
          names,
          isInstant: type !== undefined && fieldKind(type) === 'instant',
          zone,
          hasSeconds: wanted.key.includes(column.field),
          show: (instant) => showInstant(instant, locale, zone),
          country,
          now,
        });
      }
      yield cells;
    }
    await onRows?.(batch.length);
  }
}

interface Tools {
  names: Names;
  isInstant: boolean;
  zone: string;
  /** Whether an instant has seconds. */
  hasSeconds: boolean;
  show(instant: string): string;
  /** Name of a country by its code. */
  country(code: unknown): string;
  now: Date;
}

function cellOf({ field, values = {}, of, as }: ExportColumn, row: ListRow, tools: Tools): Cell {
  const named = (key: string) => (Object.hasOwn(values, key) ? values[key] : undefined);
  const called = (key: string) => named(key) ?? key;
  if (as === 'publication') return called(publicationOf(row, tools.now));
  const value = row[field];
  if (as === 'presence') return called(String(value !== null && value !== undefined));
  if (value === null || value === undefined) return named('') ?? null;
  if (as === 'duration') return typeof value === 'number' ? value / 1000 : null;
  if (as === 'percent' || as === 'cents') return typeof value === 'number' ? value / 100 : null;
  if (as === 'ppm') return typeof value === 'number' ? value / 10_000 : null;
  if (as === 'keys') return typeof value === 'object' ? Object.keys(value).map(called).join(', ') : null;
  if (as === 'counts') return countsOf(value, values);
  if (as === 'states') return statesOf(value, called);
  if (as === 'countries') return [value].flat().map(tools.country).join(', ');
  if (as === 'name') return textIn(value, 'name') ?? null;
  if (of) return tools.names.cellOf(of, field, value);
  if (Array.isArray(value)) return value.map((each) => called(String(each))).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const known = named(String(value));
  if (known !== undefined) return known;
  if (typeof value === 'number') return value;
  if (tools.isInstant) {
    const clock = wallClock(new Date(String(value)), tools.zone).replace('T', ' ');
    return tools.hasSeconds ? `${clock}:${String(value).slice(17, 19)}` : clock;
  }
  return isStamp(value) ? tools.show(String(value)) : String(value);
}

/** Whether a value is an instant. Some shapes declare instants as plain text. */
const isStamp = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

const textIn = (value: unknown, field: string): string | undefined => {
  const own = typeof value === 'object' && value !== null ? (value as ListRow)[field] : undefined;
  return typeof own === 'string' ? own : undefined;
};

/** The figures of an object that are not 0, in the order and under the names of the screen. */
const countsOf = (value: unknown, names: Record<string, string>): Cell =>
  Object.entries(names)
    .flatMap(([key, name]) => {
      const count = (value as ListRow)[key];
      return typeof count === 'number' && count > 0 ? [`${name} ${count}`] : [];
    })
    .join(' · ');

/** Steps with their states. */
const statesOf = (value: unknown, called: (key: string) => string): Cell =>
  (Array.isArray(value) ? value : [])
    .map((own) => `${called(textIn(own, 'step') ?? '')} ${called(textIn(own, 'state') ?? '')}`)
    .join(', ');

/** Publication status of a record at an instant, as in the office's chip. */
function publicationOf(row: ListRow, now: Date): string {
  const at = now.getTime();
  const instant = (field: string) => Date.parse(String(row[field] ?? ''));
  if (!row.published) return 'hidden';
  if (instant('available_from') > at) return 'scheduled';
  return instant('available_until') <= at ? 'ended' : 'published';
}

/** Names as a resource's imports read them, so that importing an exported file changes nothing. */
export function namesOfImports(
  context: Pick<Context, 'registries'>,
  resource: string,
): Pick<Wanted, 'entries' | 'foundBy' | 'key'> {
  const { columns, key } = resourcesOf(context).get(resource)?.options.imports ?? { columns: [], key: [] };
  return {
    entries: new Map(
      columns.flatMap((column) => {
        const field = fieldOfColumn(column);
        return column.entries && field ? [[field, column.entries]] : [];
      }),
    ),
    // No two records share an id.
    foundBy: new Map(
      columns.flatMap(({ refers }) =>
        refers ? [[refers.resource, refers.by.filter((field) => field !== 'id')]] : [],
      ),
    ),
    key,
  };
}

/** Maximum number of names in memory. Beyond it, names are looked up again. */
const maxNames = 50_000;

/** Names of records in one language, looked up in batches. */
export class Names {
  private readonly known = new Map<string, { name: string; exact: string }>();

  constructor(
    private readonly context: Pick<Context, 'db' | 'registries'>,
    private readonly staff: StaffMember,
    private readonly wanted: Pick<Wanted, 'locale' | 'entries' | 'foundBy'>,
  ) {}

  /** Cell of a field that refers to records of this resource. */
  cellOf(resource: string, field: string, value: unknown): string {
    const entry = this.wanted.entries.get(field);
    const named = (id: unknown) => this.known.get(`${resource} ${id}`);
    if (!entry)
      return [value]
        .flat()
        .map((id) => named(id)?.name ?? '')
        .join(', ');
    const rows = value as ListRow[];
    // The cell must name all of its records or none, because it can be imported again.
    if (rows.some((row) => !named(row[entry.id])?.exact)) return '';
    return writeEntries(
      rows.map((row) => [
        named(row[entry.id])?.exact ?? '',
        ...entry.texts.map((text) => String(row[text] ?? '')),
      ]),
    );
  }

  /** Looks up the records that these rows refer to. */
  async find(columns: readonly ExportColumn[], rows: ListRow[]): Promise<void> {
    if (this.known.size > maxNames) this.known.clear();
    for (const { field, of } of columns) {
      const model = of === undefined ? undefined : resourcesOf(this.context).get(of);
      // Names of records that the staff member may not read are hidden on the screen too.
      if (!model || !this.staff.may(model.shape.module, 'read')) continue;
      const entry = this.wanted.entries.get(field);
      const ids = rows.flatMap((row) =>
        entry
          ? (row[field] as ListRow[]).map((own) => String(own[entry.id]))
          : ((row[field] ?? []) as string),
      );
      const lacking = [...new Set(ids)].filter((id) => !this.known.has(`${of} ${id}`));
      if (lacking.length > 0) await this.read(model, lacking);
    }
  }

  private async read(model: ResourceModel, ids: string[]): Promise<void> {
    const { table, shape } = model;
    const rows = (await this.context.db
      .select()
      .from(table as PgTable)
      .where(and(isOneOf(table.id, ids), scopeOf(model, this.staff)))) as AnyRow[];
    const named = rows.map((row) => {
      const name = nameOf(model, row, this.wanted.locale);
      const slug = String(row.slug ?? '');
      return { row, name, exact: writeName(name, slug) };
    });
    const shared = await this.listShared(
      model,
      named.map(({ name }) => name),
    );
    for (const { row, name, exact } of named)
      this.known.set(`${shape.name} ${row.id}`, { name: shared.has(name) ? exact : name, exact });
  }

  /** Names by which an import would find several records, or another record. */
  private async listShared(model: ResourceModel, names: string[]): Promise<Set<string>> {
    const { table, shape, columnOf } = model;
    const columns = (this.wanted.foundBy.get(shape.name) ?? []).flatMap((field) => {
      const column = columnOf(field);
      return column?.dataType === 'string' ? [column] : [];
    });
    if (columns.length === 0 || !columnOf('slug')) return new Set();
    const wanted = sql`${sql.param([...new Set(names)])}::text[]`;
    const rows = await this.context.db
      .select({ id: sql<string>`${table.id}`, texts: sql<string[]>`array[${sql.join(columns, sql`, `)}]` })
      .from(table as PgTable)
      .where(
        and(or(...columns.map((column) => sql`${column} = any(${wanted})`)), scopeOf(model, this.staff)),
      );
    const idsOf = new Map<string, Set<string>>();
    for (const { id, texts } of rows)
      for (const text of texts) idsOf.set(text, (idsOf.get(text) ?? new Set()).add(id));
    return new Set(names.filter((name) => (idsOf.get(name)?.size ?? 0) > 1));
  }
}

/**
 * A record's name in a language: its title, name, number or file name, as shown in the office. Personal data
 * is never used as a name.
 */
function nameOf({ shape }: ResourceModel, row: AnyRow, locale: Locale): string {
  const other = locale === 'ko' ? 'en' : 'ko';
  const fields = ['title', 'name'].flatMap((stem) => [`${stem}_${locale}`, `${stem}_${other}`]);
  for (const field of [...fields, 'number', 'file_name', 'name', 'username']) {
    const value = row[camel(field)];
    if (typeof value === 'string' && value && !shape.personal?.[field]) return value;
  }
  // A season without a name is named by its number.
  return typeof row.number === 'number' ? `${locale === 'ko' ? '시즌' : 'Season'} ${row.number}` : '';
}
