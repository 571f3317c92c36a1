import type { dataExportCalls } from '../../../contract/account/data-exports.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import * as service from './data-exports.service.ts';

/** Handlers of copies of people's data. */
export function dataExportRoutes(context: Context): Handlers<typeof dataExportCalls> {
  return {
    'GET /api/account/data-export': async ({ caller }) => ({
      data: await service.getExport(context.db, context, requireUser(caller).id),
    }),
    'POST /api/account/data-export': async ({ caller }) => {
      const user = requireUser(caller);
      await service.requestExport(context, user);
      return { data: await service.getExport(context.db, context, user.id) };
    },
    'GET /api/account/data-export/{id}/file': async ({ params, caller, reply }) => {
      const opened = await service.openExport(context, requireUser(caller), params.id);
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-length': String(opened.sizeBytes),
          'content-disposition': 'attachment; filename="my-data.zip"',
        })
        .send(opened.stream);
    },
  };
}
