/** Signs staff in, identifies the caller of a staff token, and keeps an administrator in office. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  effectivePermissions,
  type FieldGroup,
  type PermissionExceptions,
  type Permissions,
  permanentModules,
  type StaffModule,
  staffModules,
} from '../../../contract/admin/permissions.ts';
import type { StaffIdentity } from '../../../contract/admin/session.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { fail, failField } from '../../errors.ts';
import type { Caller, OpenedData, StaffMember } from '../../http/caller.ts';
import type { Client } from '../../http/client.ts';
import { recordEvent } from '../../resource/event-log.ts';
import { hiddenNames } from '../../resource/hidden-fields.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { restorable } from '../../resource/restore.ts';
import { networkOf } from '../../security/network.ts';
import { requireRoomToVerify, verifyPassword } from '../../security/passwords.ts';
import { AddressRateLimit, beginAttempt, RateLimit } from '../../security/rate-limit.ts';
import { newToken, tokenHash } from '../../security/token.ts';
import { noteFailedLogin, noteLogin } from './logins.service.ts';
import { codeLimit } from './reauthentication.service.ts';
import { modulesOff, roles, staff, staffSessions } from './staff.tables.ts';
import { acceptCode, needsTwoStep } from './two-step.service.ts';

/** Failures per account from one address, and per address over all accounts, within a minute. */
const accountLimit = new RateLimit('staff_account', 5, 60_000, { resets: true });
const addressLimit = new AddressRateLimit('staff_address', 30, 60_000);
/** Resets a staff member's count of wrong codes, after an administrator has issued new credentials. */
export const resetCodeLimit = (context: Context, staffId: string): Promise<void> =>
  codeLimit.reset(context, staffId);

interface StaffRow {
  id: string;
  name: string;
  role_id: string;
  session_id: string;
  permissions: Permissions;
  exceptions: PermissionExceptions;
  hidden_groups: FieldGroup[];
  content_partner_id: string | null;
  opened: OpenedData[] | null;
  modules_off: string[] | null;
  two_step_lacking: boolean;
  password_given: boolean;
}

const staffOfSession = `
  select u.id, u.name, u.role_id, s.id as session_id, s.two_step_lacking, u.password_given,
    r.permissions, r.hidden_groups, u.exceptions, u.content_partner_id,
    (select array_agg(module) from staff_modules_off) as modules_off,
    (select json_agg(json_build_object('resource', o.resource, 'recordId', o.record_id, 'reason', o.reason))
      from personal_data_openings o where o.session_id = s.id and o.open_until > $2::timestamptz) as opened
  from staff_sessions s join staff_users u on u.id = s.staff_id and u.active join staff_roles r on r.id = u.role_id`;
const sessionLives = `and s.ended_at is null and s.created_at > $2::timestamptz - interval '12 hours'`;

/** The caller of a staff token; without a valid one, an anonymous caller. */
export async function identifyStaff(
  context: Context,
  token: string | undefined,
  nobody: Caller,
): Promise<Caller> {
  if (!token) return nobody;
  const { rows } = await context.pool.query<StaffRow>({
    name: 'staff_caller',
    text: `${staffOfSession} where s.token_hash = $1 ${sessionLives}`,
    values: [tokenHash(token), context.now()],
  });
  const row = rows[0];
  return row ? { ...nobody, staff: memberOf(row) } : nobody;
}

function memberOf(row: StaffRow): StaffMember {
  const isWaiting = row.two_step_lacking || row.password_given;
  const permissionsBut = (modulesOff: readonly string[]) =>
    isWaiting ? {} : effectivePermissions(row.permissions, row.exceptions, modulesOff);
  const permissions = permissionsBut(row.modules_off ?? []);
  const granted = row.modules_off ? permissionsBut([]) : permissions;
  return {
    id: row.id,
    name: row.name,
    roleId: row.role_id,
    sessionId: row.session_id,
    twoStepLacking: row.two_step_lacking,
    passwordGiven: row.password_given,
    contentPartnerId: row.content_partner_id,
    may: (module, action) => permissions[module]?.includes(action) ?? false,
    mayGrant: (module, action) => granted[module]?.includes(action) ?? false,
    hiddenGroups: row.hidden_groups,
    opened: row.opened ?? [],
  };
}

/** Present state of a staff member, for a job that the staff member has started. Undefined if not active. */
export async function findStaffMember(
  { pool }: Pick<Context, 'pool'>,
  id: string,
): Promise<StaffMember | undefined> {
  const { rows } = await pool.query<StaffRow>({
    name: 'staff_member',
    text: `select u.id, u.name, '' as session_id, false as two_step_lacking, u.password_given,
        r.permissions, r.hidden_groups, u.exceptions, u.content_partner_id,
        (select array_agg(module) from staff_modules_off) as modules_off, null as opened
      from staff_users u join staff_roles r on r.id = u.role_id where u.id = $1 and u.active`,
    values: [id],
  });
  return rows[0] && memberOf(rows[0]);
}

/** The member of staff of a session that has not ended. */
export async function findStaffOfSession(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  sessionId: string,
): Promise<StaffMember | undefined> {
  const { rows } = await pool.query<StaffRow>({
    name: 'staff_of_session',
    text: `${staffOfSession} where s.id = $1 ${sessionLives}`,
    values: [sessionId, now()],
  });
  return rows[0] && memberOf(rows[0]);
}

/** The modules that are switched off. */
export async function listModulesOff(db: Queryable): Promise<string[]> {
  const rows = await db.select({ module: modulesOff.module }).from(modulesOff);
  return rows.map(({ module }) => module);
}

/** Switches a module of the office on or off for all staff members. The event log names `actor`. */
export async function switchModule(
  context: Context,
  actor: StaffMember,
  module: StaffModule,
  active: boolean,
): Promise<void> {
  if (!active && permanentModules.includes(module)) failField('module', 'in');
  await context.db.transaction(async (tx) => {
    const changed = active
      ? await tx.delete(modulesOff).where(eq(modulesOff.module, module)).returning()
      : await tx
          .insert(modulesOff)
          .values({ module, switchedOffAt: context.now() })
          .onConflictDoNothing()
          .returning();
    if (changed.length === 0) return;
    await recordEvent(tx, {
      staff: actor,
      module: 'roles',
      action: 'update',
      entity: 'modules',
      entityId: null,
      label: staffModules[module].ko,
      changes: { active: [!active, active] },
    });
  });
}

/** Hidden fields and filters of the resources that have any. */
const hiddenFields = (context: Context, role: Pick<StaffMember, 'hiddenGroups'>): Record<string, string[]> =>
  Object.fromEntries(
    [...resourcesOf(context).values()]
      .map(({ shape }) => [shape.name, hiddenNames(role, shape)] as const)
      .filter(([, names]) => names.length > 0),
  );

/**
 * The signed-in staff member. There are no permissions while a password of their own or the second step is
 * missing.
 */
export async function getIdentity(
  context: Context,
  { id, twoStepLacking }: Pick<StaffMember, 'id' | 'twoStepLacking'>,
  locale: Locale,
): Promise<StaffIdentity> {
  const [row] = await context.db
    .select({ user: staff, role: roles })
    .from(staff)
    .innerJoin(roles, eq(roles.id, staff.roleId))
    .where(eq(staff.id, id));
  if (!row) fail('login_required');
  return {
    id: row.user.id,
    username: row.user.username,
    name: row.user.name,
    role_id: row.role.id,
    role_name: locale === 'ko' ? row.role.nameKo : row.role.nameEn,
    content_partner_id: row.user.contentPartnerId,
    permissions:
      twoStepLacking || row.user.passwordGiven
        ? {}
        : effectivePermissions(row.role.permissions, row.user.exceptions, await listModulesOff(context.db)),
    hidden_groups: row.role.hiddenGroups,
    hidden_fields: hiddenFields(context, row.role),
    menus: row.role.menus,
    restorable: restorable(context, row.user),
    publishes: Object.fromEntries(
      [...resourcesOf(context).values()].flatMap(({ shape, publishes }) =>
        publishes ? [[shape.name, publishes]] : [],
      ),
    ),
    password_given: row.user.passwordGiven,
    two_step: {
      since: row.user.twoStepSince?.toISOString() ?? null,
      needed: needsTwoStep(context, row.role.permissions),
      lacking: twoStepLacking,
      recovery_codes: row.user.recoveryHashes.length,
    },
  };
}

/**
 * Signs in with username and password, and with a code where two-step sign-in is set up: `code_required`
 * without one.
 */
export async function loginStaff(
  context: Context,
  credentials: { username: string; password: string; code?: string | undefined },
  client: Client,
  locale: Locale,
): Promise<StaffIdentity & { token: string }> {
  // When many attackers guess at once, most attempts cost no more than this check.
  requireRoomToVerify();
  const { address } = client;
  const username = credentials.username.normalize('NFKC').toLowerCase();
  const key = `${username}|${networkOf(address)}`;
  const attempt = await beginAttempt(context, accountLimit.of(key), addressLimit.of(address));
  const [found] = await context.db
    .select()
    .from(staff)
    .innerJoin(roles, eq(roles.id, staff.roleId))
    .where(eq(staff.username, username));
  const row = found?.staff_users.active ? found.staff_users : undefined;
  const right = await attempt.refundIfRejected(verifyPassword(row?.passwordHash, credentials.password));
  if (!right || !row || !found) {
    await noteFailedLogin(context, found?.staff_users.id, 'wrong_password', client);
    fail('credentials');
  }
  if (row.twoStepSince) {
    if (!credentials.code) {
      await attempt.refund();
      fail('code_required');
    }
    const code = await beginAttempt(context, codeLimit.of(row.id));
    const accepted = await attempt.refundIfRejected(
      code.refundIfRejected(acceptCode(context, row, credentials.code)),
    );
    if (!accepted) {
      await noteFailedLogin(context, row.id, 'wrong_code', client);
      failField('code', 'app_code');
    }
    await code.succeed();
  }
  const twoStepLacking = !row.twoStepSince && needsTwoStep(context, found.staff_roles.permissions);
  await attempt.succeed();
  const token = newToken();
  await context.db.transaction(async (tx) => {
    // A sign-in that was under way while the password was changed or the account deactivated still has the old row.
    const [held] = await tx
      .update(staff)
      .set({ lastLoginAt: context.now() })
      .where(and(eq(staff.id, row.id), eq(staff.passwordHash, row.passwordHash), eq(staff.active, true)))
      .returning({ id: staff.id });
    if (!held) fail('credentials');
    await tx
      .insert(staffSessions)
      .values({ tokenHash: tokenHash(token), staffId: row.id, createdAt: context.now(), twoStepLacking });
    await noteLogin(tx, row.id, client, context.now());
  });
  return { ...(await getIdentity(context, { id: row.id, twoStepLacking }, locale)), token };
}

export async function logoutStaff(context: Context, sessionId: string): Promise<void> {
  await context.db
    .update(staffSessions)
    .set({ endedAt: context.now() })
    .where(and(eq(staffSessions.id, sessionId), isNull(staffSessions.endedAt)));
}

/**
 * An administrator may grant roles. After a change at least one active administrator has to remain. Such
 * changes are serialised; otherwise two administrators could deactivate each other simultaneously.
 */
export async function requireAdministrator({ tx }: { tx: Transaction }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff_administrators', 0))`);
  const { rows } = await tx.execute(sql`
    select from staff_users u join staff_roles r on r.id = u.role_id
    where u.active and u.content_partner_id is null
      and r.permissions->'roles' ? 'update' and r.permissions->'staff' ? 'update'
      and not coalesce(u.exceptions->'roles'->'take' ?| array['read', 'update'], false)
      and not coalesce(u.exceptions->'staff'->'take' ?| array['read', 'update'], false) limit 1`);
  if (rows.length === 0) fail('last_administrator');
}
