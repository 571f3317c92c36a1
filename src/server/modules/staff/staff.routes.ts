import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Permissions, StaffAction, StaffModule } from '../../../contract/admin/permissions.ts';
import type { staffSessionCalls } from '../../../contract/admin/session.ts';
import type { staffCalls } from '../../../contract/admin/staff.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller, StaffMember } from '../../http/caller.ts';
import { clientOf } from '../../http/client.ts';
import { fail, failField } from '../../http/errors.ts';
import { hashPassword } from '../../http/passwords.ts';
import { type Change, contains, resource, resourceHandlers } from '../../resource/resource.ts';
import { requireGoodPassword } from '../accounts/password-rules.service.ts';
import { listLogins } from './logins.service.ts';
import { changePassword } from './password.service.ts';
import { endSessions } from './proof.service.ts';
import * as service from './staff.service.ts';
import { events, roles, staff } from './staff.tables.ts';
import * as twoStep from './two-step.service.ts';

const staffOf = (caller: Caller): StaffMember => caller.staff ?? fail('login_required');

/** Handlers of signing in to the office. */
export function staffSessionRoutes(context: Context): Handlers<typeof staffSessionCalls> {
  return {
    'POST /api/admin/login': async ({ body, request, locale }) => ({
      data: await service.loginStaff(context, body, clientOf(request, 'office'), locale),
    }),
    'GET /api/admin/me': async ({ caller, locale }) => ({
      data: await service.getIdentity(context, staffOf(caller), locale),
    }),
    'GET /api/admin/me/logins': ({ query, caller }) => listLogins(context, staffOf(caller).id, query),
    'POST /api/admin/password': async ({ body, caller }) => {
      const actor = staffOf(caller);
      await changePassword(context, actor, body);
      service.forgetCodeAttempts(actor.id);
      return { data: { ok: true } };
    },
    'POST /api/admin/two-step': async ({ body, caller, locale }) => ({
      data: await twoStep.beginTwoStep(context, staffOf(caller), body.password, locale),
    }),
    'POST /api/admin/two-step/confirm': async ({ body, caller }) => ({
      data: { recovery_codes: await twoStep.confirmTwoStep(context, staffOf(caller), body.code) },
    }),
    'POST /api/admin/two-step/remove': async ({ body, caller, locale }) => {
      const actor = staffOf(caller);
      const identity = await service.getIdentity(context, actor, locale);
      await twoStep.removeTwoStep(context, actor, identity.two_step.needed, body);
      return { data: { ok: true } };
    },
    'POST /api/admin/logout': async ({ caller }) => {
      await service.logoutStaff(context, staffOf(caller).sessionId);
      return { data: { ok: true } };
    },
  };
}

/**
 * An administrator may give roles. After a change at least one active one has to remain; such changes end one after the
 * other, or two administrators could switch each other off at once.
 */
async function requireAdministrator({ tx }: Pick<Change, 'tx'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff_administrators', 0))`);
  const { rows } = await tx.execute(sql`
    select from staff_users u join staff_roles r on r.id = u.role_id
    where u.active and r.permissions->'roles' ? 'update' and r.permissions->'staff' ? 'update' limit 1`);
  if (rows.length === 0) fail('last_administrator');
}

/**
 * Nobody gives, takes or touches more than they hold themselves: not through a role, their own above all, and not through
 * the password of somebody whose role can do more.
 */
function requireAtLeast(staff: StaffMember, permissions: Permissions): void {
  for (const [module, actions] of Object.entries(permissions) as [StaffModule, StaffAction[]][]) {
    if (!actions.every((action) => staff.may(module, action))) fail('not_permitted');
  }
}

/** As `requireAtLeast`, of what a role grants now. A role that is not there is refused where it is stored. */
async function requireAtLeastRole({ tx, staff }: Change, roleId: string): Promise<void> {
  const [role] = await tx.select().from(roles).where(eq(roles.id, roleId));
  if (role) requireAtLeast(staff, role.permissions);
}

type StaffRow = typeof staff.$inferSelect;
type RoleRow = typeof roles.$inferSelect;
type EventRow = typeof events.$inferSelect;

const presentEvent = (row: EventRow) => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  staff_id: row.staffId,
  staff_name: row.staffName,
  module: row.module,
  action: row.action,
  entity: row.entity,
  entity_id: row.entityId,
  label: row.label,
  changes: row.changes,
});

/** Handlers of staff, roles and the event log. */
export function staffRoutes(context: Context): Handlers<typeof staffCalls> {
  const staffResource = resource(context, {
    name: 'staff',
    module: 'staff',
    table: staff,
    sort: {
      username: staff.username,
      name: staff.name,
      created_at: staff.createdAt,
      last_login_at: staff.lastLoginAt,
    },
    secret: ['passwordHash', 'twoStepSecret', 'twoStepUsed', 'recoveryHashes'],
    unique: { staff_users_username: 'username' },
    where: (query: StaffQuery) => [
      query.q
        ? (or(ilike(staff.username, contains(query.q)), ilike(staff.name, contains(query.q))) as SQL)
        : undefined,
      query.role_id ? eq(staff.roleId, query.role_id) : undefined,
      query.active === undefined ? undefined : eq(staff.active, query.active),
    ],
    label: (row: StaffRow) => row.username,
    present: async (db: Queryable, rows: StaffRow[], locale) => {
      if (rows.length === 0) return [];
      const names = await db
        .select()
        .from(roles)
        .where(
          inArray(
            roles.id,
            rows.map((row) => row.roleId),
          ),
        );
      const byId = new Map(names.map((role) => [role.id, locale === 'ko' ? role.nameKo : role.nameEn]));
      return rows.map((row) => ({
        id: row.id,
        username: row.username,
        name: row.name,
        role_id: row.roleId,
        role_name: byId.get(row.roleId) ?? '',
        active: row.active,
        two_step: row.twoStepSince !== null,
        last_login_at: row.lastLoginAt?.toISOString() ?? null,
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      }));
    },
    values: async (input: StaffInput, before: StaffRow | undefined, change) => {
      if (before) await requireAtLeastRole(change, before.roleId);
      if (input.role_id !== undefined) await requireAtLeastRole(change, input.role_id);
      const username = (input.username ?? before?.username) as string;
      if (input.password !== undefined) {
        requireGoodPassword(context.config, input.password, { username });
        // One's own is changed by who knows it: a session that somebody has left open is not enough.
        if (before?.id === change.staff.id) failField('password', 'password_elsewhere');
      }
      return {
        ...(input.username === undefined ? {} : { username: input.username }),
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.role_id === undefined ? {} : { roleId: input.role_id }),
        ...(input.active === undefined ? {} : { active: input.active }),
        ...(input.password === undefined ? {} : { passwordHash: await hashPassword(input.password) }),
      };
    },
    saveRest: async (input, row, before, { tx, staff: actor }) => {
      if (before && input.two_step === false) await twoStep.resetTwoStep(context, tx, actor, before);
      if (before && (input.two_step === false || input.password !== undefined))
        service.forgetCodeAttempts(row.id);
      // Whoever sets somebody else's password knows it: its owner chooses their own first.
      if (input.password !== undefined)
        await tx.update(staff).set({ passwordGiven: true }).where(eq(staff.id, row.id));
      // A new password or a deactivation ends that person's sessions at once.
      if (before && (input.password !== undefined || !row.active)) await endSessions(context, tx, row.id);
      return {};
    },
    beforeDelete: (row, change) => requireAtLeastRole(change, row.roleId),
    afterChange: async (_row, change) => requireAdministrator(change),
  });

  const roleResource = resource(context, {
    name: 'roles',
    module: 'roles',
    table: roles,
    sort: { name_ko: roles.nameKo, name_en: roles.nameEn, created_at: roles.createdAt },
    where: (query: { q?: string | undefined } & PageQuery) => [
      query.q
        ? (or(ilike(roles.nameKo, contains(query.q)), ilike(roles.nameEn, contains(query.q))) as SQL)
        : undefined,
    ],
    label: (row: RoleRow) => row.nameKo,
    present: async (db: Queryable, rows: RoleRow[]) => {
      if (rows.length === 0) return [];
      const counts = await db
        .select({ roleId: staff.roleId, total: count() })
        .from(staff)
        .where(
          inArray(
            staff.roleId,
            rows.map((row) => row.id),
          ),
        )
        .groupBy(staff.roleId);
      return rows.map((row) => ({
        id: row.id,
        name_ko: row.nameKo,
        name_en: row.nameEn,
        permissions: row.permissions,
        staff_count: counts.find((entry) => entry.roleId === row.id)?.total ?? 0,
        created_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      }));
    },
    values: async (input: RoleInput, before: RoleRow | undefined, change) => {
      if (before) requireAtLeast(change.staff, before.permissions);
      if (input.permissions) requireAtLeast(change.staff, input.permissions);
      return {
        ...(input.name_ko === undefined ? {} : { nameKo: input.name_ko }),
        ...(input.name_en === undefined ? {} : { nameEn: input.name_en }),
        ...(input.permissions === undefined
          ? {}
          : {
              permissions: Object.fromEntries(
                Object.entries(input.permissions)
                  .filter(([, actions]) => actions.length > 0)
                  .map(([module, actions]) => [module, [...new Set(actions)]]),
              ),
            }),
      };
    },
    beforeDelete: async (row, { staff: actor }) => requireAtLeast(actor, row.permissions),
    afterChange: async (_row, change) => requireAdministrator(change),
  });

  return {
    ...resourceHandlers('staff', staffResource as never),
    'GET /api/admin/staff/{id}/logins': async ({ params, query }) => {
      const [row] = await context.db.select({ id: staff.id }).from(staff).where(eq(staff.id, params.id));
      return listLogins(context, (row ?? fail('not_found')).id, query);
    },
    ...resourceHandlers('roles', roleResource as never),
    'GET /api/admin/events': async ({ query }) => {
      const where = and(
        query.q ? ilike(events.label, contains(query.q)) : undefined,
        query.staff_id ? eq(events.staffId, query.staff_id) : undefined,
        query.entity ? eq(events.entity, query.entity) : undefined,
        query.entity_id ? eq(events.entityId, query.entity_id) : undefined,
        query.action ? eq(events.action, query.action) : undefined,
      );
      const direction = query.order === 'asc' ? asc : desc;
      const { limit, offset } = pageWindow(query);
      const [rows, totals] = await Promise.all([
        context.db
          .select()
          .from(events)
          .where(where)
          .orderBy(direction(events.createdAt), direction(events.id))
          .limit(limit)
          .offset(offset),
        context.db.select({ total: count() }).from(events).where(where),
      ]);
      return { data: rows.map(presentEvent), meta: pageMeta(query, totals[0]?.total ?? 0) };
    },
    'GET /api/admin/events/{id}': async ({ params }) => {
      const [row] = await context.db.select().from(events).where(eq(events.id, params.id));
      return { data: presentEvent(row ?? fail('not_found')) };
    },
  } as Handlers<typeof staffCalls>;
}

interface PageQuery {
  page: number;
  per_page: number;
  sort: string;
  order: 'asc' | 'desc';
  ids?: string | undefined;
}
interface StaffQuery extends PageQuery {
  q?: string | undefined;
  role_id?: string | undefined;
  active?: boolean | undefined;
}
interface StaffInput {
  username?: string | undefined;
  name?: string | undefined;
  role_id?: string | undefined;
  active?: boolean | undefined;
  two_step?: false | undefined;
  password?: string | undefined;
}
interface RoleInput {
  name_ko?: string | undefined;
  name_en?: string | undefined;
  permissions?: Permissions | undefined;
}
