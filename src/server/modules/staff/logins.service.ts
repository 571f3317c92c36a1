/** Sign-in attempts at the office: successful and failed ones are stored for a year. */
import { and, count, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { StaffLogin } from '../../../contract/admin/session.ts';
import type { PageMeta } from '../../../contract/wire.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import type { Client } from '../../http/client.ts';
import { staffLogins } from './staff.tables.ts';

const ttlMs = 365 * 86_400_000;
const oldest = ({ now }: Pick<Context, 'now'>) => new Date(now().getTime() - ttlMs);

/** Stores a successful login, with the session that begins. */
export async function noteLogin(
  tx: Queryable,
  staffId: string,
  { deviceName, address, country }: Client,
  at: Date,
): Promise<void> {
  await tx
    .insert(staffLogins)
    .values({ staffId, outcome: 'signed_in', deviceName, address, country, createdAt: at });
}

/**
 * Stores a failed login; the work is the same whether or not the username exists. It does not wait for the disk, because a
 * guesser would slow it for everybody else: when the database's machine fails, the last records may be lost.
 */
export async function noteFailedLogin(
  { db, now }: Pick<Context, 'db' | 'now'>,
  staffId: string | undefined,
  outcome: Exclude<StaffLogin['outcome'], 'signed_in'>,
  { deviceName, address, country }: Client,
): Promise<void> {
  await queryRows(
    db,
    sql`
    with unflushed as (select set_config('synchronous_commit', 'off', true))
    insert into staff_logins (id, staff_id, outcome, device_name, address, country, created_at)
    select ${newId()}::uuid, ${staffId ?? null}::uuid, ${outcome}, ${deviceName}, ${address}, ${country},
      ${now()}::timestamptz from unflushed`,
    'prepared',
  );
}

/** A page of the sign-in attempts of a member of staff, newest first. */
export async function listLogins(
  context: Pick<Context, 'db' | 'now'>,
  staffId: string,
  query: { page: number; per_page: number },
): Promise<{ data: StaffLogin[]; meta: PageMeta }> {
  const { db } = context;
  const where = and(eq(staffLogins.staffId, staffId), gt(staffLogins.createdAt, oldest(context)));
  const { limit, offset } = pageWindow(query);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(staffLogins)
      .where(where)
      .orderBy(desc(staffLogins.createdAt), desc(staffLogins.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(staffLogins).where(where),
  ]);
  const data = rows.map((row) => ({
    id: row.id,
    outcome: row.outcome,
    device: row.deviceName,
    address: row.address,
    country: row.country,
    created_at: row.createdAt.toISOString(),
  }));
  return { data, meta: pageMeta(query, totals[0]?.total ?? 0) };
}

/** Deletes logins of staff that are more than a year old. */
export async function purgeStaffLogins(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await context.db.delete(staffLogins).where(lt(staffLogins.createdAt, oldest(context)));
}
