import type { officeCalls } from '../../../contract/admin/office.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { findRecords } from '../../resource/find.ts';
import { countLacking } from '../../resource/lacking.ts';
import * as service from './views.service.ts';

/** Handlers of preferences, saved views, and of finding any record. */
export function officeRoutes(context: Context): Handlers<typeof officeCalls> {
  return {
    'GET /api/admin/preferences': async ({ caller }) => ({
      data: await service.listPreferences(context, requireStaff(caller).id),
    }),
    'PUT /api/admin/preferences': async ({ body, caller }) => {
      await service.setPreference(context, requireStaff(caller).id, body);
      return { data: { ok: true } };
    },
    'GET /api/admin/views': async ({ query, caller }) => ({
      data: await service.listViews(context, requireStaff(caller), query.resource),
    }),
    'POST /api/admin/views': async ({ body, caller }) => ({
      data: { id: await service.createView(context, requireStaff(caller), body) },
    }),
    'PATCH /api/admin/views/{id}': async ({ params, body, caller }) => {
      await service.updateView(context, requireStaff(caller), params.id, body);
      return { data: { ok: true } };
    },
    'DELETE /api/admin/views/{id}': async ({ params, caller }) => {
      await service.removeView(context, requireStaff(caller), params.id);
      return { data: { ok: true } };
    },
    'GET /api/admin/lacks': async ({ caller }) => ({
      data: await countLacking(context, requireStaff(caller)),
    }),
    'GET /api/admin/find': async ({ query, caller, locale }) => ({
      data: await findRecords(context, requireStaff(caller), query.q, locale),
    }),
  };
}
