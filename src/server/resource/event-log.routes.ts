import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import { events as shape, type staffCalls } from '../../contract/admin/staff.ts';
import type { Context } from '../context.ts';
import { pageMeta, pageWindow } from '../db/paging.ts';
import { holds, searched } from '../db/search-text.ts';
import { fail } from '../errors.ts';
import type { Handlers } from '../http/bind.ts';
import { requireStaff } from '../http/caller.ts';
import { eventRecords, events } from './event-log.tables.ts';
import { readableChanges } from './labels.ts';
import { listing } from './listing.ts';
import { undoRefusals } from './undo.ts';

type EventCalls = Pick<typeof staffCalls, Extract<keyof typeof staffCalls, `GET /api/admin/events${string}`>>;

/** Handlers of the event log. Changes leave out fields that the role may not read, and mask personal data. */
export function eventLogRoutes(context: Context): Handlers<EventCalls> {
  const { db } = context;
  const { list, read } = listing(context, shape, events, {
    large: {
      common: ['undoes_empty=true', 'undone_by_empty=true', 'label_empty=false'],
      filled: ['staff_name', 'module', 'action', 'entity'],
    },
    label: 'label',
    isLog: true,
    search: [],
    finds: {
      label: (text, _staff, rareWords) => searched([events.label], text, rareWords),
    },
    where: {
      label_like: (text) => and(holds(events.label, text), searched([events.label], text)),
      // An entry about several records is found by each of them.
      entity_id: (id) =>
        sql`(${events.entityId} = ${id}
          or ${events.id} = any(array(select event_id from ${eventRecords} where entity_id = ${id})))`,
      changed: (isChanged) => (isChanged ? ne(events.action, 'read') : eq(events.action, 'read')),
    },
    present: async (_db, rows, _locale, staff) => {
      const refusals = staff ? await undoRefusals(context, staff, rows) : [];
      return rows.map((row, at) => ({
        can_undo: staff !== undefined && row.records > 0 && refusals[at] === null,
        cannot_undo_reason: refusals[at] ?? null,
        changes: staff ? readableChanges(context, staff, row) : row.changes,
      }));
    },
  });
  return {
    'GET /api/admin/events': list,
    'GET /api/admin/events/{id}': async ({ params, ...request }) => ({
      data: await read(params.id, request),
    }),
    'GET /api/admin/events/{id}/records': async ({ params, query, caller }) => {
      const staff = requireStaff(caller);
      const [event] = await db.select().from(events).where(eq(events.id, params.id));
      if (!event) fail('not_found');
      const own = and(
        eq(eventRecords.eventId, event.id),
        eq(eventRecords.createdAt, event.createdAt),
        query.entity_id ? eq(eventRecords.entityId, query.entity_id) : undefined,
      );
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
        data: rows.map((row) => ({
          entity: row.entity,
          entity_id: row.entityId,
          action: row.action,
          label: row.label,
          changes: readableChanges(context, staff, row),
        })),
        meta: pageMeta(query, totals[0]?.total ?? 0),
      };
    },
  } as Handlers<EventCalls>;
}
