import type { exportCalls } from '../../../contract/admin/exports.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { listExports, openExport, requestExport } from './exports.service.ts';
import { fileTypes } from './tables-of-rows.service.ts';

/** Handlers of exports. */
export function exportRoutes(context: Context): Handlers<typeof exportCalls> {
  return {
    'POST /api/admin/exports': async ({ body, caller, locale }) => ({
      data: await requestExport(context, requireStaff(caller), body, locale),
    }),
    'GET /api/admin/exports': async ({ caller }) => ({
      data: await listExports(context, requireStaff(caller)),
    }),
    'GET /api/admin/exports/{id}/file': async ({ params, caller, reply }) => {
      const { record, stream, sizeBytes } = await openExport(context, requireStaff(caller), params.id);
      if (sizeBytes !== undefined) reply.header('content-length', String(sizeBytes));
      return reply
        .headers({
          'content-type': fileTypes[record.format],
          'content-disposition': `attachment; filename="${record.file_name}"`,
        })
        .send(stream);
    },
  };
}
