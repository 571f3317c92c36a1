/** Inserts many rows with one parameter, so that a statement of a thousand rows is planned and sent like one of a single row. */
import { getTableColumns, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './client.ts';

/** Every row has the keys of the first; columns that it leaves out get their default. */
export async function insertRows<T extends PgTable>(
  tx: Queryable,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = getTableColumns(table);
  const keys = Object.keys(first).filter((key) => columns[key]);
  const names = sql.join(
    keys.map((key) => sql.identifier(columns[key]?.name ?? key)),
    sql`, `,
  );
  const name = sql.identifier(getTableConfig(table).name);
  await tx.execute(
    sql`insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::${name}, ${written(rows, keys, columns)}::jsonb)`,
  );
}

/** Changes many rows of a table by their `id`, each with its own values of the same columns. */
export async function updateRows<T extends PgTable>(
  tx: Queryable,
  table: T,
  rows: readonly (Partial<T['$inferInsert']> & { id: string })[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = getTableColumns(table);
  const keys = Object.keys(first).filter((key) => columns[key] && key !== 'id');
  const set = sql.join(
    keys.map((key) => {
      const column = sql.identifier(columns[key]?.name ?? key);
      return sql`${column} = given.${column}`;
    }),
    sql`, `,
  );
  const name = sql.identifier(getTableConfig(table).name);
  const stamp = columns.updatedAt ? sql`, updated_at = now()` : sql``;
  await tx.execute(
    sql`update ${name} set ${set}${stamp} from jsonb_populate_recordset(null::${name}, ${written(rows, ['id', ...keys], columns)}::jsonb) as given where ${name}.id = given.id`,
  );
}

/** Rows as the database reads them. What is null is left out: a record is null where nothing is said. */
function written(rows: readonly object[], keys: string[], columns: Record<string, { name: string }>): string {
  const named = keys.flatMap((key) => {
    const column = columns[key];
    return column ? [{ key, name: column.name }] : [];
  });
  const records = rows.map((row) => {
    const values = row as Record<string, unknown>;
    const record: Record<string, unknown> = {};
    for (const { key, name } of named) {
      const value = values[key];
      if (value !== null && value !== undefined) record[name] = value;
    }
    return record;
  });
  return JSON.stringify(records);
}
