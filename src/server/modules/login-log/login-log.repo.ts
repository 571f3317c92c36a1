/** Reads the logins of staff and customers as one list. Each side is read by its own time index, and the two are merged. */
import { type SQL, sql } from 'drizzle-orm';
import type { LoginRecord } from '../../../contract/admin/logins.ts';
import { type Queryable, queryRows } from '../../db/client.ts';

export type LoginRow = Omit<LoginRecord, 'created_at' | 'address' | 'country'> & {
  created_at: string | Date;
  address: string | null;
  country: string | null;
};

/** So far the log is counted and paged: beyond, filters find sooner than turning pages. */
const maxCounted = 10_000;
/** So many people a name may mean: whoever finds more has to write more of it. */
const maxPeople = 100;

interface Wanted {
  ids?: string[];
  name?: string | undefined;
  kind?: 'staff' | 'customer' | undefined;
  succeeded?: boolean | undefined;
  address?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
}

const all = (conditions: (SQL | undefined)[]): SQL =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `);

/** The people of a side whom a name means. Trigrams need three letters. */
function peopleNamed(table: 'accounts_users' | 'staff_users', name: string): SQL {
  const text = name.normalize('NFKC').toLowerCase();
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const isMeant =
    table === 'staff_users'
      ? sql`(username like ${pattern} or lower(name) like ${pattern})`
      : [...text].length < 3
        ? sql`username >= ${text} and username < ${`${text}\u{10ffff}`}`
        : sql`username like ${pattern}`;
  return sql`array(select id from ${sql.raw(table)} where ${isMeant} limit ${maxPeople})`;
}

/** What is asked of one side; its own conditions come beside those that both have. */
function conditionOf(own: SQL, { ids, address, from, before }: Wanted): SQL {
  return all([
    own,
    ids && sql`own.id = any(${sql.param(ids)}::uuid[])`,
    address ? sql`own.address = ${address}` : undefined,
    from && sql`own.created_at >= ${from}`,
    before && sql`own.created_at < ${before}`,
  ]);
}

/** A side: where its logins are, what is asked of them, and how they read. */
interface Side {
  from: SQL;
  where: SQL;
  columns: SQL;
}

function sidesOf(wanted: Wanted): Side[] {
  const { name, kind, succeeded } = wanted;
  const customers: Side = {
    from: sql`accounts_logins own`,
    where: conditionOf(
      all([
        name ? sql`own.user_id = any(${peopleNamed('accounts_users', name)})` : undefined,
        succeeded === undefined ? undefined : sql`own.succeeded = ${succeeded}`,
      ]),
      wanted,
    ),
    columns: sql`own.id, own.created_at, 'customer' as kind, own.user_id as account_id,
      case when own.succeeded then 'signed_in' else 'failed' end as outcome, own.method,
      own.device_name as device, own.address, own.country`,
  };
  const staff: Side = {
    from: sql`staff_logins own`,
    where: conditionOf(
      all([
        name ? sql`own.staff_id = any(${peopleNamed('staff_users', name)})` : undefined,
        succeeded === undefined ? undefined : sql`(own.outcome = 'signed_in') = ${succeeded}`,
      ]),
      wanted,
    ),
    columns: sql`own.id, own.created_at, 'staff' as kind, own.staff_id as account_id, own.outcome,
      'password' as method, own.device_name as device, own.address, own.country`,
  };
  return [...(kind === 'staff' ? [] : [customers]), ...(kind === 'customer' ? [] : [staff])];
}

/** A page of the log by time, and how many there are, up to `maxCounted`. */
export async function listLogins(
  db: Queryable,
  wanted: Wanted,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: LoginRow[]; total: number }> {
  const direction = sql.raw(order);
  const sides = sidesOf(wanted);
  const from = Math.min(offset, maxCounted);
  const union = sql` union all `;
  const [rows, [counted]] = await Promise.all([
    queryRows<LoginRow>(
      db,
      sql`with page as (
          select * from (${sql.join(
            sides.map(
              (side) => sql`(select ${side.columns} from ${side.from} where ${side.where}
                order by own.created_at ${direction}, own.id ${direction} limit ${from + limit})`,
            ),
            union,
          )}) merged
          order by created_at ${direction}, id ${direction} limit ${limit} offset ${from})
        select page.*, coalesce(case kind
            when 'staff' then (select s.username from staff_users s where s.id = page.account_id)
            else (select u.username from accounts_users u where u.id = page.account_id) end, '') as name
        from page order by created_at ${direction}, id ${direction}`,
    ),
    queryRows<{ total: number }>(
      db,
      sql`select least(count(*), ${maxCounted})::int as total from (${sql.join(
        sides.map((side) => sql`(select from ${side.from} where ${side.where} limit ${maxCounted})`),
        union,
      )}) found`,
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
