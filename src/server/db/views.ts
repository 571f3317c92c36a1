/**
 * The views of `db/views`: one file a view, named as the view. They are created again after a migration or a change of their text,
 * because a migration may change columns that a view reads.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { refusalOf } from './refusal.ts';

type Client = Pick<pg.ClientBase, 'query'>;

interface View {
  name: string;
  text: string;
  /** The comment of the view in the database. A view with another comment has another text. */
  mark: string;
}

/** Starts the comment of every view of ours. Views without it belong to the operator and are left alone. */
const markPrefix = 'db/views ';

/** The views of a folder, in an order in which they can be created. */
export function readViews(folder: string): View[] {
  const views = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { name: basename(file, '.sql'), text, mark: `${markPrefix}${hash}` };
    });
  const ordered = new Set<View>();
  const visited = new Set<View>();
  /** Adds the views that a view reads, then the view. Each is visited once, so that a cycle ends and PostgreSQL reports it. */
  const add = (view: View): void => {
    if (visited.has(view)) return;
    visited.add(view);
    const statement = view.text.split('\n').filter((line) => !line.trimStart().startsWith('--'));
    const words = new Set(statement.join('\n').split(/\W+/));
    for (const other of views) if (words.has(other.name)) add(other);
    ordered.add(view);
  };
  for (const view of views) add(view);
  return [...ordered];
}

/** Name → mark of the views that an earlier start created. */
async function readMarks(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; mark: string }>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as mark from pg_class c
      where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace
        and starts_with(obj_description(c.oid, 'pg_class'), $1)`,
    [markPrefix],
  );
  return new Map(rows.map(({ name, mark }) => [name, mark]));
}

/** Whether the database has these views with this text, and no removed one. Costs one query. */
export async function areViewsCurrent(client: Client, views: readonly View[]): Promise<boolean> {
  const marks = await readMarks(client);
  return marks.size === views.length && views.every(({ name, mark }) => marks.get(name) === mark);
}

/**
 * Drops these views, and earlier ones without a file. Call it in the transaction of `createViews`, so that other connections wait for a
 * view instead of missing it. Fails with a StartupError if another object reads a view.
 */
export async function dropViews(client: Client, views: readonly View[]): Promise<void> {
  const names = new Set([...views.map(({ name }) => name), ...(await readMarks(client)).keys()]);
  if (names.size === 0) return;
  try {
    await client.query(`drop view if exists ${[...names].map(pg.escapeIdentifier).join(', ')}`);
  } catch (error) {
    const refusal = refusalOf(error);
    const dependentObjectsStillExist = '2BP01';
    if (refusal?.code !== dependentObjectsStillExist) throw error;
    throw new StartupError(
      `Maru cannot replace its database views, because other objects use them: ${refusal.detail?.replace(/\n/g, '; ')}. Drop these objects and start again.`,
    );
  }
}

/** Creates the views, and marks each with the hash of its text. */
export async function createViews(client: Client, views: readonly View[]): Promise<void> {
  for (const { name, text, mark } of views) {
    await client.query(text);
    await client.query(`comment on view ${pg.escapeIdentifier(name)} is ${pg.escapeLiteral(mark)}`);
  }
}
