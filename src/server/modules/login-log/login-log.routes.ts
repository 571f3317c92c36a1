import { eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type loginLogCalls, logins as shape } from '../../../contract/admin/logins.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { searched } from '../../db/search-text.ts';
import type { Handlers } from '../../http/bind.ts';
import { listing } from '../../resource/listing.ts';
import { logins, users } from '../accounts/accounts.tables.ts';
import { isNamed } from '../accounts/find-users.service.ts';
import { staff, staffLogins } from '../staff/staff.tables.ts';
import { loginLog } from './login-log.view.ts';

/** Logins of the customers and the staff whom a name means: who they are is found before their logins, by the index of either side. */
const isOf = (name: string): SQL =>
  sql`${loginLog.accountId} in (select ${users.id} from ${users} where ${isNamed(name)}
    union all select ${staff.id} from ${staff} where ${searched([staff.username, staff.name], name)})`;

/** The usernames of both kinds of people, by id. */
async function usernamesOf(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const [customers, members] = await Promise.all([
    db.select({ id: users.id, username: users.username }).from(users).where(inArray(users.id, ids)),
    db.select({ id: staff.id, username: staff.username }).from(staff).where(inArray(staff.id, ids)),
  ]);
  return new Map([...customers, ...members].map(({ id, username }) => [id, username]));
}

/** Named one by one: the index has no entries of what is not something. */
const failures = shape.record.shape.outcome.exclude(['signed_in']).options;

/** Handlers of the login log. */
export function loginLogRoutes(context: Context): Handlers<typeof loginLogCalls> {
  const { list, read } = listing(context, shape, loginLog, {
    large: {
      viewOf: [logins, staffLogins],
      common: ['kind', 'succeeded=true', 'device_empty=false', 'address_empty=false', 'country_empty=false'],
      filled: ['method'],
      unasked: ['method_like', 'address_like'],
      small: ['staff_users', 'staff_logins'],
    },
    label: 'kind',
    isLog: true,
    search: [],
    finds: { name: isOf },
    where: {
      name_like: isOf,
      name_empty: (is) => (is ? isNull(loginLog.accountId) : isNotNull(loginLog.accountId)),
      country_like: (country) => eq(loginLog.country, country.trim().toUpperCase()),
      succeeded: (is) => (is ? eq(loginLog.outcome, 'signed_in') : inArray(loginLog.outcome, failures)),
    },
    present: async (db, rows) => {
      const names = await usernamesOf(db, [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))]);
      return rows.map(({ accountId }) => ({ name: names.get(accountId ?? '') ?? '' }));
    },
  });
  return {
    'GET /api/admin/logins': list,
    'GET /api/admin/logins/{id}': async ({ params, ...request }) => ({
      data: await read(params.id, request),
    }),
  };
}
