import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { type Opening, openMinutes, type personalDataCalls } from '../../contract/admin/personal-data.ts';
import type { Context } from '../context.ts';
import { fail } from '../errors.ts';
import type { Handlers } from '../http/bind.ts';
import { requireStaff } from '../http/caller.ts';
import { must } from '../must.ts';
import { authorize } from '../security/permission.ts';
import { recordEvent } from './event-log.ts';
import { labelOfRow } from './labels.ts';
import { getRow } from './model.ts';
import { openings } from './personal-data.tables.ts';
import { resourcesOf } from './registry.ts';

const present = ({ resource, recordId, openUntil }: typeof openings.$inferSelect): Opening => ({
  resource,
  id: recordId,
  open_until: openUntil.toISOString(),
});

/** Handlers of opening personal data. */
export function personalDataRoutes(context: Context): Handlers<typeof personalDataCalls> {
  const { db } = context;
  return {
    'GET /api/admin/personal-data-openings': async ({ caller }) => {
      const rows = await db
        .select()
        .from(openings)
        .where(
          and(eq(openings.sessionId, requireStaff(caller).sessionId), gt(openings.openUntil, context.now())),
        )
        .orderBy(openings.openUntil);
      return { data: rows.map(present) };
    },
    'POST /api/admin/personal-data-openings': async ({ body: { resource, id, reason }, caller }) => {
      const staff = requireStaff(caller);
      const model = resourcesOf(context).get(resource) ?? fail('not_found');
      const { module, personal } = model.shape;
      if (!personal) fail('not_found');
      authorize(staff, module, 'personal_data', undefined);
      const label = id === null ? '' : labelOfRow(model, await getRow(db, model, staff, id));
      const now = context.now();
      const row = await db.transaction(async (tx) => {
        const again = and(
          eq(openings.sessionId, staff.sessionId),
          eq(openings.resource, resource),
          id === null ? isNull(openings.recordId) : eq(openings.recordId, id),
        );
        await tx.delete(openings).where(or(again, lte(openings.openUntil, now)));
        const openUntil = new Date(now.getTime() + openMinutes * 60_000);
        const values = { sessionId: staff.sessionId, resource, recordId: id, reason, openUntil };
        const [made] = await tx.insert(openings).values(values).returning();
        await recordEvent(tx, {
          staff,
          module,
          action: 'open',
          entity: resource,
          entityId: id,
          label,
          changes: { reason: [null, reason], open_until: [null, openUntil.toISOString()] },
        });
        return made;
      });
      return { data: present(must(row, 'opening')) };
    },
  };
}
