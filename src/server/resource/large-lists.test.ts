/** An index must serve every filter and sort of a large list. The tests read plans made with full scans disabled. */
import { getTableName, type SQL, sql } from 'drizzle-orm';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { openTestApi } from '../../../test/api.ts';
import { buildStaff } from '../../../test/build.ts';
import { readFilter } from '../../contract/admin/filters.ts';
import { listQuery } from '../../contract/admin/resource.ts';
import { nobodyAsking, type StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { orderOf } from './list.ts';
import { conditionOf } from './list-filters.ts';
import { resourcesOf } from './registry.ts';

const { context, db, pool } = await openTestApi();
const { id } = await buildStaff(db);
/** A staff member who may read everything. */
const staff: StaffMember = {
  ...nobodyAsking,
  id,
  opened: [...resourcesOf(context).keys()].map((resource) => ({ resource, recordId: null, reason: 'Test' })),
};

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Plan of a query that avoids the given scans and joins if possible. */
async function planOf(query: SQL, without: readonly string[]): Promise<Node[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(query);
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const way of without) await client.query(`set local enable_${way} = off`);
    const { rows } = await client.query(`explain (format json) ${text}`, params);
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/**
 * Scans and joins that read a whole table or a whole index. Bitmap scans are not among them, because they
 * need a condition that an index serves.
 */
const readingThrough = ['seqscan', 'indexscan', 'indexonlyscan', 'hashjoin', 'mergejoin'];

const candidates = ['true', 'a', '1', id, '2026-01-01T00:00:00Z', '2026-01-01'];
/** Sample values of a filter. */
function valuesOf(type: z.ZodType): unknown[] {
  const options = must(type.safeParse('\u0000'), 'answer');
  const allowed = options.error?.issues.flatMap((issue) =>
    'values' in issue ? (issue.values as string[]) : [],
  );
  for (const own of [...(allowed ?? []), ...candidates]) {
    const read = type.safeParse(own);
    if (read.success) return read.data === true ? [true, false] : [read.data];
  }
  throw new Error('a filter takes none of the values that are known here');
}

const large = [...resourcesOf(context).values()].filter(({ options }) => options.large);
test('some lists may be large, and views among them say so', async () => {
  expect(large.length).toBeGreaterThan(5);
  const { rows } = await db.execute<{ relname: string }>(
    sql`select relname from pg_class where relkind = 'v'`,
  );
  const views = new Set(rows.map(({ relname }) => relname));
  for (const { shape, table, options } of large)
    expect(options.large?.viewOf !== undefined, shape.name).toBe(views.has(getTableName(table)));
});

test.each(large.map((model) => [model.shape.name, model] as const))('%s', async (_name, model) => {
  const { shape, table, options } = model;
  const { common = [], small = [], atLeast = {} } = must(options.large, 'large');
  const slow: string[] = [];
  const isSlow = (nodes: Node[]) =>
    nodes.some(
      (node) =>
        /^(Seq|Index|Index Only) Scan$/.test(node['Node Type']) &&
        !small.includes(node['Relation Name'] ?? ''),
    );
  for (const [name, type] of Object.entries(listQuery(shape).shape)) {
    if (['page', 'per_page', 'sort', 'order', 'ids', 'count', 'after'].includes(name)) continue;
    if (common.includes(name) || common.includes(readFilter(name)?.field ?? '')) continue;
    for (const value of valuesOf(type)) {
      if (common.includes(`${name}=${value}`)) continue;
      let condition: SQL | undefined;
      try {
        condition = conditionOf(model, staff, {
          [name]: name === 'q' || name.endsWith('_like') ? '바다의 약속' : value,
        });
      } catch {
        // The column of the field does not support this filter.
        continue;
      }
      // The value selects all rows.
      if (!condition) continue;
      const query = sql`select from ${table as PgTable} where ${condition} limit 10001`;
      if (isSlow(await planOf(query, readingThrough))) slow.push(`${name}=${value}`);
    }
  }
  for (const [name, rows] of Object.entries(atLeast)) {
    const type = must(listQuery(shape).shape[name], name);
    if (isSlow(await planOf(rows(String(valuesOf(type)[0])), readingThrough))) slow.push(`at least ${name}`);
  }
  for (const sort of shape.sort)
    for (const order of ['asc', 'desc'] as const) {
      const by = sql.join(orderOf(model, { sort, order }), sql`, `);
      const nodes = await planOf(sql`select id from ${table as PgTable} order by ${by} limit 50`, ['sort']);
      if (nodes.some((node) => node['Node Type'] === 'Sort')) slow.push(`sort ${sort} ${order}`);
    }
  expect(slow.join(' ')).toBe('');
});
