import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import { events as shape, type staffCalls } from '../../contract/admin/staff.ts';
import type { Context } from '../context.ts';
import { pageMeta, pageWindow } from '../db/paging.ts';
import { searched } from '../db/search-text.ts';
import { fail } from '../errors.ts';
import type { Handlers } from '../http/bind.ts';
import { requireStaff, type StaffMember } from '../http/caller.ts';
import { eventRecords, events } from './event-log.tables.ts';
import { listing } from './listing.ts';
import type { Changes } from './model.ts';
import { concealChanges } from './personal-data.ts';

type EventCalls = Pick<typeof staffCalls, Extract<keyof typeof staffCalls, `GET /api/admin/events${string}`>>;

/** Handlers of the event log. What a role may not read of a record is not in its changes either, and personal data is masked in them. */
export function eventLogRoutes(context: Context): Handlers<EventCalls> {
  const { db } = context;
  const { list, read } = listing(context, shape, events, {
    label: (row) => row.label,
    search: [],
    where: {
      q: (text) => searched([events.label], text),
      // A change of several records is an entry about each of them.
      entity_id: (id) =>
        sql`(${events.entityId} = ${id} or ${events.id} in (select event_id from ${eventRecords} where entity_id = ${id}))`,
      changed: (isChanged) => (isChanged ? ne(events.action, 'read') : eq(events.action, 'read')),
    },
    present: async (_db, rows, _locale, staff) =>
      rows.map(({ entity, entityId, changes }) => ({
        changes: staff ? readable(context, staff, { entity, entityId, changes }) : changes,
      })),
  });
  return {
    'GET /api/admin/events': list,
    'GET /api/admin/events/{id}': async ({ params, ...request }) => ({
      data: await read(params.id, request),
    }),
    'GET /api/admin/events/{id}/records': async ({ params, query, caller }) => {
      const [event] = await db.select().from(events).where(eq(events.id, params.id));
      if (!event) fail('not_found');
      const own = and(eq(eventRecords.eventId, event.id), eq(eventRecords.createdAt, event.createdAt));
      const { limit, offset } = pageWindow(query);
      const [rows, totals] = await Promise.all([
        db
          .select()
          .from(eventRecords)
          .where(own)
          .orderBy(asc(eventRecords.position))
          .limit(limit)
          .offset(offset),
        db.select({ total: count() }).from(eventRecords).where(own),
      ]);
      return {
        data: rows.map(({ entity, entityId, action, label, changes }) => ({
          entity,
          entity_id: entityId,
          action,
          label,
          changes: readable(context, requireStaff(caller), { entity, entityId, changes }),
        })),
        meta: pageMeta(query, totals[0]?.total ?? 0),
      };
    },
  } as Handlers<EventCalls>;
}

/** Changes without the fields that this member of staff may not read. */
function readable(
  { resources }: Pick<Context, 'resources'>,
  staff: StaffMember,
  { entity, entityId, changes }: { entity: string; entityId: string | null; changes: Changes },
): Changes {
  const hidden = staff.hiddenFields[entity] ?? [];
  const shown = Object.fromEntries(Object.entries(changes).filter(([field]) => !hidden.includes(field)));
  const shape = resources.get(entity)?.shape;
  return shape ? concealChanges(shape, staff, shown, entityId) : shown;
}
