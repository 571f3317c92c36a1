/** Finds customers among very many, and reads what there is of one. */

import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Queryable, queryRows } from '../../db/client.ts';
import { isId } from '../../db/columns.ts';
import { logins, sessions, users } from '../accounts/accounts.tables.ts';
import { findPaidUntil } from '../plans/plans.service.ts';
import { profiles } from '../profiles/profiles.tables.ts';

export type UserRow = typeof users.$inferSelect;

/** So far lists are counted and paged: beyond, a search finds sooner than turning pages. */
const maxCounted = 10_000;
/** So many a search looks at: whoever finds more has to write more of the name. */
const maxFound = 1_000;

export interface FoundUser {
  id: string;
  household_id: string;
  username: string;
  email: string;
  created_at: string;
  suspended_at: string | null;
}

/** What a search means, in a form that an index answers. */
function matching(q: string): SQL {
  const text = q.normalize('NFKC').toLowerCase();
  if (isId(text)) return sql`(id = ${text} or household_id = ${text})`;
  // Trigrams need three letters.
  if ([...text].length < 3) return sql`username >= ${text} and username < ${`${text}\u{10ffff}`}`;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(username like ${pattern} or lower(email) like ${pattern})`;
}

/** A page of customers by when they came, and how many there are up to `maxCounted`. */
export async function listCustomers(
  db: Queryable,
  { q, ids }: { q?: string | undefined; ids?: string[] | undefined },
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: FoundUser[]; total: number }> {
  const direction = sql.raw(order);
  const columns = sql`id, household_id, username, email, created_at, suspended_at`;
  if (ids || q) {
    const condition = customerCondition({ q, ids });
    // Found first and put in order afterwards: walking along the newest would pass by a million for a rare name.
    const found = await queryRows<FoundUser & { total: number }>(
      db,
      sql`with found as materialized (
          select ${columns} from accounts_users where ${condition} limit ${maxFound})
        select found.*, (select count(*)::int from found) as total from found
        order by created_at ${direction}, id ${direction} limit ${limit} offset ${offset}`,
    );
    return { rows: found, total: found[0]?.total ?? 0 };
  }
  const [rows, [counted]] = await Promise.all([
    queryRows<FoundUser>(
      db,
      sql`select ${columns} from accounts_users
        order by created_at ${direction}, id ${direction} limit ${limit} offset ${Math.min(offset, maxCounted)}`,
    ),
    queryRows<{ total: number }>(
      db,
      sql`select count(*)::int as total from (select from accounts_users limit ${maxCounted}) some_users`,
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Every customer, or those that a search finds, in the order of a list: a batch at a time, each behind the last of the one before. */
export async function* customerBatches(
  db: Queryable,
  { q, ids }: { q?: string | undefined; ids?: string[] | undefined },
  order: 'asc' | 'desc',
): AsyncGenerator<FoundUser[]> {
  const limit = 500;
  // As text: an instant of the driver's has no microseconds.
  const direction = sql.raw(order);
  const beyond = sql.raw(order === 'asc' ? '>' : '<');
  let last: { id: string; key: string } | undefined;
  for (;;) {
    const rows: (FoundUser & { key: string })[] = await queryRows(
      db,
      sql`select id, household_id, username, email, created_at, suspended_at, created_at::text as key from accounts_users
        where ${customerCondition({ q, ids })} and ${last ? sql`(created_at, id) ${beyond} (${last.key}, ${last.id})` : sql`true`}
        order by created_at ${direction}, id ${direction} limit ${limit}`,
    );
    yield rows;
    last = rows.at(-1);
    if (rows.length < limit) return;
  }
}

const customerCondition = ({ q, ids }: { q?: string | undefined; ids?: string[] | undefined }): SQL => {
  if (ids) return sql`id = any(${sql.param(ids)}::uuid[])`;
  return q ? matching(q) : sql`true`;
};

/** How many customers there are, or a search finds: all of them. */
export async function countCustomers(
  db: Queryable,
  asked: { q?: string | undefined; ids?: string[] | undefined },
): Promise<number> {
  const [counted] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::int as total from accounts_users where ${customerCondition(asked)}`,
  );
  return counted?.total ?? 0;
}

export async function findUser(db: Queryable, id: string, lock = false): Promise<UserRow | undefined> {
  const query = db.select().from(users).where(eq(users.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

/** What hangs on a customer: profiles, the last devices, and until when a plan runs. */
export async function readHousehold(db: Queryable, user: UserRow, now: Date) {
  const [own, devices, planUntil, tries] = await Promise.all([
    db
      .select()
      .from(profiles)
      .where(eq(profiles.householdId, user.householdId))
      .orderBy(profiles.createdAt, profiles.id),
    db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user.id))
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
      .limit(20),
    findPaidUntil({ db, now: () => now }, user.householdId),
    db
      .select()
      .from(logins)
      .where(eq(logins.userId, user.id))
      .orderBy(desc(logins.createdAt), desc(logins.id))
      .limit(20),
  ]);
  return { profiles: own, sessions: devices, planUntil: planUntil ?? null, logins: tries };
}
