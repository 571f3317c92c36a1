/** Tables with a partition a month, made ahead and dropped when they are old. */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queryable } from './client.ts';

const monthsAhead = 3;

/** Makes the partitions of this month and the next three, where they are missing. */
export async function makeMonthPartitions(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(
    `select make_month_partitions(c.relname::text, $1) from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind = 'p'`,
    [monthsAhead],
  );
}

/** Drops the partitions of a table that are older than so many whole months, and such rows of the partition of everything else. */
export async function dropMonthPartitions(
  db: Queryable,
  table: string,
  { months, now }: { months: number; now: Date },
): Promise<void> {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  const firstDay = first.toISOString().slice(0, 10);
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and right(c.relname, 7) < ${firstDay.slice(0, 7).replace('-', '_')}`);
  for (const { name } of rows) await db.execute(sql`drop table ${sql.identifier(name)}`);
  await db.execute(
    sql`delete from ${sql.identifier(`${table}_other`)} where happened_on < ${firstDay}::date`,
  );
}
