import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import { events as shape, type staffCalls } from '../../contract/admin/staff.ts';
import type { Context } from '../context.ts';
import { pageMeta, pageWindow } from '../db/paging.ts';
import { fail } from '../errors.ts';
import type { Handlers } from '../http/bind.ts';
import { requireStaff, type StaffMember } from '../http/caller.ts';
import { eventRecords, events } from './event-log.tables.ts';
import { listRows } from './list.ts';
import { sourceOf } from './list-source.ts';
import { type Changes, getRow, modelOf, presentRows } from './model.ts';

type EventCalls = Pick<typeof staffCalls, Extract<keyof typeof staffCalls, `GET /api/admin/events${string}`>>;

const model = modelOf(shape, events, {
  label: (row) => String(row.label),
  search: [events.label],
  where: {
    // A change of several records is an entry about each of them.
    entity_id: (id) =>
      sql`(${events.entityId} = ${id} or ${events.id} in (select event_id from ${eventRecords} where entity_id = ${id}))`,
    changed: (isChanged) => (isChanged ? ne(events.action, 'read') : eq(events.action, 'read')),
  },
});

/** Handlers of the event log. What a role may not read of a record is not in its changes either. */
export function eventLogRoutes(context: Context): Handlers<EventCalls> {
  const { db } = context;
  const source = sourceOf(db, model);
  context.lists.set('events', {
    ...source,
    async *batches(query, reader) {
      for await (const rows of source.batches(query, reader))
        yield rows.map((event) =>
          readable(event as unknown as Entry, reader.staff),
        ) as unknown as typeof rows;
    },
  });
  return {
    'GET /api/admin/events': async ({ query, caller, locale }) => {
      const staff = requireStaff(caller);
      const { data, meta } = await listRows(db, model, { ...query }, { staff, locale });
      return { data: data.map((event) => readable(event as unknown as Entry, staff)), meta };
    },
    'GET /api/admin/events/{id}': async ({ params, caller, locale }) => {
      const staff = requireStaff(caller);
      const row = await getRow(db, model, staff, params.id);
      const [event] = await presentRows(db, model, [row], locale);
      return { data: readable(event as unknown as Entry, staff) };
    },
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
        data: rows.map(({ entity, entityId, action, label, changes }) =>
          readable({ entity, entity_id: entityId, action, label, changes }, requireStaff(caller)),
        ),
        meta: pageMeta(query, totals[0]?.total ?? 0),
      };
    },
  } as Handlers<EventCalls>;
}

interface Entry {
  entity: string;
  changes: Changes;
}

/** An entry without the fields that this member of staff may not read. */
function readable<E extends Entry>(event: E, { hiddenFields }: StaffMember): E {
  const hidden = hiddenFields[event.entity] ?? [];
  if (hidden.length === 0) return event;
  const changes = Object.fromEntries(
    Object.entries(event.changes).filter(([field]) => !hidden.includes(field)),
  );
  return { ...event, changes };
}
