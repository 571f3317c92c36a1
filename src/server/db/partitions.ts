/** Tables with a partition a month, made ahead, and dropped or detached when they are old. */
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { type Database, type Queryable, queryRows } from './client.ts';
import { refusalOf } from './refusal.ts';

const monthsAhead = 3;

/** Makes the partitions of this month and the next three, where they are missing. */
export async function makeMonthPartitions(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(
    `select make_month_partitions(c.relname::text, $1) from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind = 'p'`,
    [monthsAhead],
  );
}

/** Makes the partitions of past months, from that of a day on, before rows of those months are taken over. Others may do so at once. */
export async function makePastPartitions(db: Queryable, table: string, from: Date, now: Date): Promise<void> {
  for (
    let first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1));
    first < now;
    first = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1))
  ) {
    const [begin, end] = [0, 1].map((months) =>
      new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1)).toISOString().slice(0, 10),
    );
    const name = `${table}_${begin?.slice(0, 7).replace('-', '_')}`;
    try {
      await db.transaction(async (tx) => {
        // Whoever waits for the table itself has asked before whether the partition is there, and fails once another one has made it.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`partitions:${table}`}, 0))`);
        await tx.execute(
          sql`create table if not exists ${sql.identifier(name)} partition of ${sql.identifier(table)}
          for values from (${sql.raw(`'${begin}'`)}) to (${sql.raw(`'${end}'`)})`,
        );
      });
    } catch (error) {
      // Rows of that month are in the partition of everything else already, and stay there.
      if (refusalOf(error)?.code !== '23514') throw error;
    }
  }
}

/** The first day that is kept of what is kept for so many whole months, and for this one. */
export const firstKeptDay = (months: number, now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);

/** The names of a table's partitions of months before that of a day. */
const listPartitionsBefore = (db: Queryable, table: string, firstDay: string) =>
  queryRows<{ name: string }>(
    db,
    sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table}::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
        and right(c.relname, 7) < ${firstDay.slice(0, 7).replace('-', '_')} order by 1`,
  );

/** Deletes rows of days before one from the partition of everything else. `column` is the one that says the day. */
const deleteOthersBefore = (db: Queryable, table: string, firstDay: string, column: string) =>
  db.execute(
    sql`delete from ${sql.identifier(`${table}_other`)} where ${sql.identifier(column)} < ${firstDay}::date`,
  );

/**
 * Drops the partitions of a table that are older than so many whole months, and such rows of the partition of everything else.
 * `column` is the one it is partitioned by.
 */
export async function dropMonthPartitions(
  db: Queryable,
  table: string,
  { months, now, column = 'happened_on' }: { months: number; now: Date; column?: string },
): Promise<void> {
  const firstDay = firstKeptDay(months, now);
  for (const { name } of await listPartitionsBefore(db, table, firstDay))
    await db.execute(sql`drop table ${sql.identifier(name)}`);
  await deleteOthersBefore(db, table, firstDay, column);
}

/** How long the lock is waited for that detaching takes: whoever reads the table meanwhile waits behind it. */
const detachLockMs = 2000;

/**
 * Detaches the partitions of a table that are older than so many whole months: each stays under its name, as a table that nothing reads.
 * What comes for such a month later is in the partition of everything else, and is deleted there once `column`, the day it counts on, is as
 * old. Answers false when the table was in use for too long: nothing is detached then. With a default partition it cannot be done without a
 * lock (`concurrently`).
 */
export async function detachMonthPartitions(
  db: Database,
  table: string,
  { months, now, column }: { months: number; now: Date; column: string },
): Promise<boolean> {
  const firstDay = firstKeptDay(months, now);
  if ((await listPartitionsBefore(db, table, firstDay)).length > 0) {
    try {
      await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('lock_timeout', ${`${detachLockMs}ms`}, true)`);
        await tx.execute(sql`lock table only ${sql.identifier(table)} in access exclusive mode`);
        // Again: another run may have done it until the lock was given.
        for (const { name } of await listPartitionsBefore(tx, table, firstDay))
          await tx.execute(
            sql`alter table ${sql.identifier(table)} detach partition ${sql.identifier(name)}`,
          );
      });
    } catch (error) {
      const lockNotAvailable = '55P03';
      if (refusalOf(error)?.code !== lockNotAvailable) throw error;
      return false;
    }
  }
  await deleteOthersBefore(db, table, firstDay, column);
  return true;
}
