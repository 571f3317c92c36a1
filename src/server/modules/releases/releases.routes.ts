import { count, inArray } from 'drizzle-orm';
import {
  type PlannedChange,
  type releaseCalls,
  releases as shape,
} from '../../../contract/admin/releases.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff, type StaffMember } from '../../http/caller.ts';
import { presentOutcome } from '../../resource/change.routes.ts';
import { events } from '../../resource/event-log.tables.ts';
import { getRow, modelOf } from '../../resource/model.ts';
import { presentReason } from '../../resource/reason.ts';
import { resource } from '../../resource/resource.ts';
import { applyNow, type ChangeRow, listChanges, mayRead } from './apply.service.ts';
import { readCalendar } from './calendar.service.ts';
import {
  listPlannedOf,
  planChange,
  planMany,
  readableChanges,
  removeChange,
  requireFuture,
  requireMayMakeAll,
  resolveInstant,
} from './planning.service.ts';
import { plannedChanges, releases } from './releases.tables.ts';

const releaseResource = (context: Context) =>
  resource(context, shape, releases, {
    search: [releases.name],
    label: 'name',
    // Viewers are told what leaves.
    tag: 'catalog',
    // Its changes went with it.
    cannotReturn: true,
    present: async (db, rows) => {
      const eventIds = rows.flatMap(({ eventId }) => eventId ?? []);
      const [counts, own] = await Promise.all([
        db
          .select({ releaseId: plannedChanges.releaseId, total: count() })
          .from(plannedChanges)
          .where(
            inArray(
              plannedChanges.releaseId,
              rows.map(({ id }) => id),
            ),
          )
          .groupBy(plannedChanges.releaseId),
        eventIds.length > 0
          ? db
              .select({ id: events.id, undoneBy: events.undoneBy })
              .from(events)
              .where(inArray(events.id, eventIds))
          : [],
      ]);
      return rows.map((row) => ({
        change_count: counts.find(({ releaseId }) => releaseId === row.id)?.total ?? 0,
        undone: own.some(({ id, undoneBy }) => id === row.eventId && undoneBy !== null),
      }));
    },
    values: async (values, { input, before, staff, tx }) => {
      const moved =
        input.applies_at === undefined
          ? undefined
          : resolveInstant(input.applies_at, context.config.serviceZone);
      const own = { ...values, ...(moved ? { appliesAt: moved } : {}) };
      if (!before) {
        if (input.status !== 'planned') failField('status', 'in');
        if (moved) requireFuture(context, moved);
        return { ...own, staffId: staff.id, staffName: staff.name };
      }
      if (before.status === 'applied') failField('status', 'release_applied');
      const isMoved = moved !== undefined && moved.getTime() !== before.appliesAt.getTime();
      // What waited is planned again by its new instant.
      const status = input.status ?? (isMoved && before.status === 'waiting' ? 'planned' : before.status);
      if (status !== before.status && status !== 'planned' && status !== 'cancelled')
        failField('status', 'in');
      if (status === 'planned' && (isMoved || before.status !== 'planned')) {
        requireFuture(context, moved ?? before.appliesAt);
        await requireMayMakeAll(context, tx, staff, before.id);
      }
      return { ...own, status };
    },
    beforeDelete: async ({ status }) => {
      if (status === 'applied') failField('status', 'release_applied');
    },
    afterChange: async (rows, { tx }) => {
      const planned = rows.filter(({ status }) => status === 'planned').map(({ id }) => id);
      if (planned.length > 0)
        await tx
          .update(plannedChanges)
          .set({ reason: null })
          .where(inArray(plannedChanges.releaseId, planned));
    },
  });

/** Handlers of releases, of what is planned, and of the calendar. */
export function releaseRoutes(context: Context): Handlers<typeof releaseCalls> {
  const model = modelOf(shape, releases, { label: 'name' });
  return {
    ...releaseResource(context),
    'POST /api/admin/planned-changes': async ({ body, caller, locale }) => {
      const { change, release } = await planChange(context, requireStaff(caller), body, locale);
      return {
        data: {
          id: change.id,
          release_id: release.id,
          entity: change.entity,
          entity_id: change.entityId,
          applies_at: release.appliesAt.toISOString(),
        },
      };
    },
    'POST /api/admin/planned-changes/many': async ({ body, caller, locale }) => {
      const staff = requireStaff(caller);
      const { release, planned, refused } = await planMany(context, staff, body, locale);
      const { data: said } = await presentOutcome(
        context,
        staff,
        { changes: [], refused, eventId: null },
        locale,
      );
      return {
        data: {
          planned,
          release_id: release?.id ?? null,
          refused: said.refused,
          refused_count: said.refused_count,
        },
      };
    },
    'GET /api/admin/planned-changes': async ({ query, caller, locale }) => {
      const staff = requireStaff(caller);
      const found = await listPlannedOf(context, staff, query);
      return {
        data: found.map(({ change, release }) => ({
          ...presentChange(context, staff, change, locale),
          release: {
            id: release.id,
            name: release.name,
            applies_at: release.appliesAt.toISOString(),
            status: release.status,
          },
        })),
      };
    },
    'GET /api/admin/releases/{id}/changes': async ({ params, caller, locale }) => {
      const staff = requireStaff(caller);
      await getRow(context.db, model, staff, params.id);
      const rows = await listChanges(context.db, params.id);
      return { data: rows.map((row) => presentChange(context, staff, row, locale)) };
    },
    'DELETE /api/admin/releases/{id}/changes/{change}': async ({ params, caller }) => {
      await removeChange(context, requireStaff(caller), { releaseId: params.id, changeId: params.change });
      return { data: { ok: true } };
    },
    'POST /api/admin/releases/{id}/apply': async ({ params, body, caller, locale }) => {
      const staff = requireStaff(caller);
      return presentOutcome(context, staff, await applyNow(context, staff, params.id, body), locale);
    },
    'GET /api/admin/calendar': async ({ query, caller, locale }) => ({
      data: await readCalendar(context, requireStaff(caller), query, locale),
    }),
  };
}

/** A planned change as this member of staff may read it. */
function presentChange(context: Context, staff: StaffMember, row: ChangeRow, locale: Locale): PlannedChange {
  const isReadable = mayRead(context, staff, row);
  const reason = row.reason && presentReason(row.reason, locale);
  return {
    id: row.id,
    entity: row.entity,
    entity_id: row.entityId,
    action: row.action,
    label: isReadable ? row.label : '',
    changes: isReadable ? readableChanges(context, staff, row) : null,
    staff_name: row.staffName,
    reason: reason && {
      message: reason.message,
      errors: isReadable ? reason.errors : {},
    },
  };
}
