import { count, eq, inArray } from 'drizzle-orm';
import {
  type FieldGroup,
  type PermissionExceptions,
  type Permissions,
  permanentModules,
  staffModules,
} from '../../../contract/admin/permissions.ts';
import type { staffSessionCalls } from '../../../contract/admin/session.ts';
import { roles as roleShape, type staffCalls, staff as staffShape } from '../../../contract/admin/staff.ts';
import { keysOf } from '../../../contract/keys.ts';
import type { Context } from '../../context.ts';
import { fail, failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import type { StaffMember } from '../../http/caller.ts';
import { requireStaff } from '../../http/caller.ts';
import { clientOf } from '../../http/client.ts';
import { must } from '../../must.ts';
import { eventLogRoutes } from '../../resource/event-log.routes.ts';
import type { Change } from '../../resource/model.ts';
import { resource } from '../../resource/resource.ts';
import { requireGoodPassword } from '../../security/password-rules.ts';
import { hashPassword } from '../../security/passwords.ts';
import { listLogins } from './logins.service.ts';
import { changePassword } from './password.service.ts';
import { endSessions } from './reauthentication.service.ts';
import * as service from './staff.service.ts';
import { roles, staff } from './staff.tables.ts';
import * as twoStep from './two-step.service.ts';

/** Handlers of signing in to the office. */
export function staffSessionRoutes(context: Context): Handlers<typeof staffSessionCalls> {
  return {
    'POST /api/admin/login': async ({ body, request, locale }) => ({
      data: await service.loginStaff(context, body, clientOf(request, 'office'), locale),
    }),
    'GET /api/admin/me': async ({ caller, locale }) => ({
      data: await service.getIdentity(context, requireStaff(caller), locale),
    }),
    'GET /api/admin/me/logins': ({ query, caller }) => listLogins(context, requireStaff(caller).id, query),
    'POST /api/admin/password': async ({ body, caller }) => {
      const actor = requireStaff(caller);
      await changePassword(context, actor, body);
      await service.resetCodeLimit(context, actor.id);
      return { data: { ok: true } };
    },
    'POST /api/admin/two-step': async ({ body, caller, locale }) => ({
      data: await twoStep.beginTwoStep(context, requireStaff(caller), body.password, locale),
    }),
    'POST /api/admin/two-step/confirm': async ({ body, caller }) => ({
      data: { recovery_codes: await twoStep.confirmTwoStep(context, requireStaff(caller), body.code) },
    }),
    'POST /api/admin/two-step/remove': async ({ body, caller, locale }) => {
      const actor = requireStaff(caller);
      const identity = await service.getIdentity(context, actor, locale);
      await twoStep.removeTwoStep(context, actor, identity.two_step.needed, body);
      return { data: { ok: true } };
    },
    'POST /api/admin/logout': async ({ caller }) => {
      await service.logoutStaff(context, requireStaff(caller).sessionId);
      return { data: { ok: true } };
    },
  };
}

/**
 * Nobody grants, removes or changes more permissions than they have: not through a role, least of all their own, and not through
 * the password of somebody whose role has more permissions.
 */
function requireAtLeast(staff: StaffMember, permissions: Permissions): void {
  for (const module of keysOf(permissions)) {
    const actions = permissions[module] ?? [];
    if (!actions.every((action) => staff.mayGrant(module, action))) fail('not_permitted');
  }
}

/** A role may not show others a group that is hidden from the staff member who saves it. */
function requireHidden(staff: StaffMember, hidden: readonly FieldGroup[]): void {
  if (!staff.hiddenGroups.every((group) => hidden.includes(group))) fail('not_permitted');
}

/** As `requireAtLeast`, for what a role grants now. A role that does not exist is refused where it is stored. */
async function requireAtLeastRole({ tx, staff }: Change, roleId: string): Promise<void> {
  const [role] = await tx.select().from(roles).where(eq(roles.id, roleId));
  if (!role) return;
  requireAtLeast(staff, role.permissions);
  requireHidden(staff, role.hiddenGroups);
}

/** The permissions that exceptions give. */
const given = (exceptions: PermissionExceptions): Permissions =>
  Object.fromEntries(Object.entries(exceptions).map(([module, { give = [] }]) => [module, give]));

/** Handlers of staff, roles and the event log. */
export function staffRoutes(context: Context): Handlers<typeof staffCalls> {
  const staffResource = resource(context, staffShape, staff, {
    secret: ['passwordHash', 'twoStepSecret', 'twoStepUsed', 'recoveryHashes'],
    // The password went with them.
    cannotReturn: true,
    unique: { staff_users_username: 'username' },
    search: [staff.username, staff.name],
    label: 'username',
    present: async (db, rows, locale) => {
      const names = await db
        .select()
        .from(roles)
        .where(
          inArray(
            roles.id,
            rows.map(({ roleId }) => roleId),
          ),
        );
      const byId = new Map(names.map((role) => [role.id, locale === 'ko' ? role.nameKo : role.nameEn]));
      return rows.map(({ roleId, twoStepSince }) => ({
        role_name: byId.get(roleId) ?? '',
        two_step: twoStepSince !== null,
      }));
    },
    values: async (values, { input, before, ...change }) => {
      if (before) await requireAtLeastRole(change, before.roleId);
      if (before) requireAtLeast(change.staff, given(before.exceptions));
      if (values.exceptions) requireAtLeast(change.staff, given(values.exceptions));
      if (values.roleId !== undefined) await requireAtLeastRole(change, values.roleId);
      if (input.password === undefined) return values;
      const username = must(values.username ?? before?.username, 'user name');
      requireGoodPassword(context.config, input.password, { username });
      // Changing one's own password requires the current one: a session that was left open is not enough.
      if (before?.id === change.staff.id) failField('password', 'password_elsewhere');
      return { ...values, passwordHash: await hashPassword(input.password) };
    },
    saveRest: async (saved, { tx, staff: actor }) => {
      for (const { input, row, before } of saved) {
        if (before && input.two_step === false) await twoStep.resetTwoStep(context, tx, actor, before);
        if (before && (input.two_step === false || input.password !== undefined))
          await service.resetCodeLimit({ ...context, db: tx }, row.id);
        // Somebody who sets another person's password knows it: that person has to choose their own first.
        if (input.password !== undefined)
          await tx.update(staff).set({ passwordGiven: true }).where(eq(staff.id, row.id));
        // A new password or a deactivation ends that person's sessions at once.
        if (before && (input.password !== undefined || !row.active)) await endSessions(context, tx, row.id);
      }
      return [];
    },
    beforeDelete: async (row, change) => {
      await requireAtLeastRole(change, row.roleId);
      requireAtLeast(change.staff, given(row.exceptions));
    },
    afterChange: async (_row, change) => service.requireAdministrator(change),
  });

  const roleResource = resource(context, roleShape, roles, {
    search: [roles.nameKo, roles.nameEn],
    label: 'nameKo',
    present: async (db, rows) => {
      const counts = await db
        .select({ roleId: staff.roleId, total: count() })
        .from(staff)
        .where(
          inArray(
            staff.roleId,
            rows.map(({ id }) => id),
          ),
        )
        .groupBy(staff.roleId);
      return rows.map(({ id }) => ({
        staff_count: counts.find((entry) => entry.roleId === id)?.total ?? 0,
      }));
    },
    values: async (values, { before, staff: actor }) => {
      if (before) requireAtLeast(actor, before.permissions);
      if (before) requireHidden(actor, before.hiddenGroups);
      if (!before || values.hiddenGroups) requireHidden(actor, values.hiddenGroups ?? []);
      if (!values.permissions) return values;
      requireAtLeast(actor, values.permissions);
      const permissions = Object.fromEntries(
        Object.entries(values.permissions)
          .filter(([, actions]) => actions.length > 0)
          .map(([module, actions]) => [module, [...new Set(actions)]]),
      );
      return { ...values, permissions };
    },
    beforeDelete: async (row, { staff: actor }) => requireAtLeast(actor, row.permissions),
    afterChange: async (_row, change) => service.requireAdministrator(change),
  });

  return {
    'GET /api/admin/modules': async () => {
      const off = await service.listModulesOff(context.db);
      return {
        data: keysOf(staffModules).map((module) => ({
          module,
          active: !off.includes(module),
          permanent: permanentModules.includes(module),
        })),
      };
    },
    'PUT /api/admin/modules/{module}': async ({ params, body, caller }) => {
      await service.switchModule(context, requireStaff(caller), params.module, body.active);
      return { data: { ok: true } };
    },
    ...staffResource,
    'GET /api/admin/staff/{id}/logins': async ({ params, query }) => {
      const [row] = await context.db.select({ id: staff.id }).from(staff).where(eq(staff.id, params.id));
      return listLogins(context, (row ?? fail('not_found')).id, query);
    },
    ...roleResource,
    ...eventLogRoutes(context),
  } as Handlers<typeof staffCalls>;
}
