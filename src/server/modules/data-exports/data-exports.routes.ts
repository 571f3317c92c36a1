import type { dataExportCalls } from '../../../contract/account/data-exports.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { fail } from '../../http/errors.ts';
import * as service from './data-exports.service.ts';

const userOf = (caller: Caller) => caller.user ?? fail('login_required');

/** Handlers of copies of people's data. */
export function dataExportRoutes(context: Context): Handlers<typeof dataExportCalls> {
  return {
    'GET /api/account/data-export': async ({ caller }) => ({
      data: await service.getExport(context.db, context, userOf(caller).id),
    }),
    'POST /api/account/data-export': async ({ caller }) => {
      const user = userOf(caller);
      await service.requestExport(context, user);
      return { data: await service.getExport(context.db, context, user.id) };
    },
    'GET /api/account/data-export/{id}/file': async ({ params, caller, reply }) => {
      const opened = await service.openExport(context, userOf(caller), params.id);
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
