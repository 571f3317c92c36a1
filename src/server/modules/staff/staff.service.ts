/** Staff signing in, and who a staff token belongs to. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Permissions } from '../../../contract/admin/permissions.ts';
import type { StaffIdentity } from '../../../contract/admin/session.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { Attempts } from '../../http/attempts.ts';
import type { Caller } from '../../http/caller.ts';
import { fail } from '../../http/errors.ts';
import { verifyPassword } from '../../http/passwords.ts';
import { newToken, tokenHash } from '../../http/token.ts';
import { roles, staff, staffSessions } from './staff.tables.ts';

/** Failures per account from one address, and per address over all accounts, within a minute. */
const accountAttempts = new Attempts(5, 60_000);
const addressAttempts = new Attempts(30, 60_000);

interface StaffRow {
  id: string;
  name: string;
  session_id: string;
  permissions: Permissions;
}

/** The caller behind a staff token; without a living one, a caller that is nobody. */
export async function identifyStaff(
  context: Context,
  token: string | undefined,
  nobody: Caller,
): Promise<Caller> {
  if (!token) return nobody;
  const { rows } = await context.pool.query<StaffRow>({
    name: 'staff_caller',
    text: `select u.id, u.name, s.id as session_id, r.permissions
      from staff_sessions s join staff_users u on u.id = s.staff_id and u.active join staff_roles r on r.id = u.role_id
      where s.token_hash = $1 and s.ended_at is null and s.created_at > $2::timestamptz - interval '12 hours'`,
    values: [tokenHash(token), context.now()],
  });
  const row = rows[0];
  if (!row) return nobody;
  return {
    ...nobody,
    staff: {
      id: row.id,
      name: row.name,
      sessionId: row.session_id,
      may: (module, action) => row.permissions[module]?.includes(action) ?? false,
    },
  };
}

/** The signed-in member of staff. */
export async function getIdentity(context: Context, staffId: string, locale: Locale): Promise<StaffIdentity> {
  const [row] = await context.db
    .select({ user: staff, role: roles })
    .from(staff)
    .innerJoin(roles, eq(roles.id, staff.roleId))
    .where(eq(staff.id, staffId));
  if (!row) fail('login_required');
  return {
    id: row.user.id,
    username: row.user.username,
    name: row.user.name,
    role_name: locale === 'ko' ? row.role.nameKo : row.role.nameEn,
    permissions: row.role.permissions,
  };
}

export async function loginStaff(
  context: Context,
  credentials: { username: string; password: string },
  address: string,
  locale: Locale,
): Promise<StaffIdentity & { token: string }> {
  const username = credentials.username.normalize('NFKC').toLowerCase();
  const key = `${username}|${address}`;
  accountAttempts.begin(key, context.now());
  addressAttempts.begin(address, context.now());
  const [row] = await context.db
    .select()
    .from(staff)
    .where(and(eq(staff.username, username), eq(staff.active, true)));
  if (!(await verifyPassword(row?.passwordHash, credentials.password)) || !row) fail('credentials');
  accountAttempts.forget(key);
  addressAttempts.takeBack(address);
  const token = newToken();
  await context.db.transaction(async (tx) => {
    await tx
      .insert(staffSessions)
      .values({ tokenHash: tokenHash(token), staffId: row.id, createdAt: context.now() });
    await tx.update(staff).set({ lastLoginAt: context.now() }).where(eq(staff.id, row.id));
  });
  return { ...(await getIdentity(context, row.id, locale)), token };
}

export async function logoutStaff(context: Context, sessionId: string): Promise<void> {
  await context.db
    .update(staffSessions)
    .set({ endedAt: context.now() })
    .where(and(eq(staffSessions.id, sessionId), isNull(staffSessions.endedAt)));
}
