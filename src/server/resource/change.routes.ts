import { type ChangeOutcome, type changeCalls, maxRefusalsSaid } from '../../contract/admin/changes.ts';
import type { Locale } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { pageMeta, pageWindow } from '../db/paging.ts';
import { groupBy } from '../group-by.ts';
import type { Handlers } from '../http/bind.ts';
import { type Caller, requireStaff, type StaffMember } from '../http/caller.ts';
import { must } from '../must.ts';
import { changeMany } from './bulk.ts';
import type { Outcome, Refusal } from './change.ts';
import { compareRecord } from './history.ts';
import { moveRecord } from './order.ts';
import { presentReason } from './reason.ts';
import { listDeleted, restore } from './restore.ts';
import { canUndo, undo } from './undo.ts';
import { listUses } from './uses.ts';

/** Handlers of changing many records, of their order, and of what they were before. */
export function changeRoutes(context: Context): Handlers<typeof changeCalls> {
  const said = (caller: Caller, locale: Locale, outcome: Outcome) =>
    presentOutcome(context, requireStaff(caller), outcome, locale);
  return {
    'POST /api/admin/changes': async ({ body, caller, locale }) =>
      said(caller, locale, await changeMany(context, requireStaff(caller), body)),
    'POST /api/admin/undo': async ({ body, caller, locale }) =>
      said(
        caller,
        locale,
        await undo(context, requireStaff(caller), body.event_id, { isDryRun: body.dry_run }),
      ),
    'GET /api/admin/uses/{resource}/{id}': async ({ params, caller }) => ({
      data: await listUses(context, requireStaff(caller), params),
    }),
    'POST /api/admin/order': async ({ body, caller, locale }) =>
      said(caller, locale, await moveRecord(context, requireStaff(caller), body)),
    'GET /api/admin/deleted': async ({ query, caller }) => {
      const { rows, total } = await listDeleted(context, requireStaff(caller), {
        resource: query.resource,
        ...pageWindow(query),
      });
      return { data: rows, meta: pageMeta(query, total) };
    },
    'GET /api/admin/history/{resource}/{id}': async ({ params, query, caller }) => ({
      data: await compareRecord(context, requireStaff(caller), { ...params, at: new Date(query.at) }),
    }),
    'POST /api/admin/restore': async ({ body, caller, locale }) =>
      said(caller, locale, await restore(context, requireStaff(caller), { ...body, at: new Date(body.at) })),
  };
}

/** What came of a change, for the one who made it. */
export async function presentOutcome(
  context: Context,
  staff: StaffMember,
  { changes, refused, eventId }: Outcome,
  locale: Locale,
): Promise<{ data: ChangeOutcome }> {
  const alike = groupBy(changes, ({ entity, action }) => `${entity} ${action}`);
  return {
    data: {
      changed: [...alike.values()].map((own) => {
        const { entity: resource, action } = must(own[0], 'change');
        return { resource, action, count: own.length };
      }),
      refused: refused.slice(0, maxRefusalsSaid).map((own) => presentRefusal(own, locale)),
      refused_count: refused.length,
      event_id: eventId,
      can_undo: await canUndo(context, staff, eventId),
    },
  };
}

const presentRefusal = (
  { entity, id, label, error }: Refusal,
  locale: Locale,
): ChangeOutcome['refused'][number] => ({ resource: entity, id, label, ...presentReason(error, locale) });
