import { importCalls } from '../../../contract/admin/imports.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { pageMeta } from '../../db/paging.ts';
import type { Handlers } from '../../http/bind.ts';
import { type Caller, requireStaff } from '../../http/caller.ts';
import { pagesOf } from '../../resource/list-source.ts';
import * as service from './imports.service.ts';
import { fileTypes } from './tables-of-rows.service.ts';

/** Handlers of imports. */
export function importRoutes(context: Context): Handlers<typeof importCalls> {
  const answer = async (id: string, caller: Caller, locale: Locale) => ({
    data: await service.readImportRecord(context, requireStaff(caller), id, locale),
  });
  const headers = (format: 'csv' | 'xlsx', name: string) => ({
    'content-type': fileTypes[format],
    'content-disposition': `attachment; filename="${name}.${format}"`,
  });
  const { query: listed, answer: page } = importCalls['GET /api/admin/imports'];
  context.lists.set('imports', {
    module: 'imports',
    fields: page.shape.data.element.shape,
    query: listed,
    count: async (query, staff) =>
      (await service.listImports(context, staff, { ...query, page: 1, per_page: 1 }, 'ko')).total,
    batches: (query, { staff, locale }) =>
      pagesOf(async ({ limit, offset }) => {
        const asked = { ...query, page: offset / limit + 1, per_page: limit };
        return (await service.listImports(context, staff, asked, locale)).rows;
      }),
  });
  return {
    'GET /api/admin/importable': async ({ caller }) => ({
      data: service.listImportable(context, requireStaff(caller)),
    }),
    'GET /api/admin/importable/{resource}/template': async ({
      params: { resource },
      query: { format },
      caller,
      locale,
      reply,
    }) => {
      const file = service.makeTemplate(context, requireStaff(caller), { resource, format, locale });
      return reply.headers(headers(format, `${resource}-template`)).send(file);
    },
    'GET /api/admin/imports': async ({ query, caller, locale }) => {
      const { rows, total } = await service.listImports(context, requireStaff(caller), query, locale);
      return { data: rows, meta: pageMeta(query, total) };
    },
    'GET /api/admin/imports/{id}': ({ params, caller, locale }) => answer(params.id, caller, locale),
    'POST /api/admin/imports': async ({ query, body, caller, locale }) => {
      const { id } = await service.receiveImport(context, requireStaff(caller), {
        resource: query.resource,
        fileName: query.file_name,
        body,
      });
      return answer(id, caller, locale);
    },
    'PATCH /api/admin/imports/{id}': async ({ params, body, caller, locale }) => {
      await service.mapImport(context, requireStaff(caller), params.id, body.mapping);
      return answer(params.id, caller, locale);
    },
    'POST /api/admin/imports/{id}/run': async ({ params, body, caller, locale }) => {
      await service.beginImport(context, requireStaff(caller), params.id, {
        isDryRun: body.dry_run,
        refused: body.refused,
        locale,
      });
      return answer(params.id, caller, locale);
    },
    'GET /api/admin/imports/{id}/rows': async ({ params, query, caller, locale }) => {
      const staff = requireStaff(caller);
      const { rows, total } = await service.listImportedRows(context, staff, params.id, query, locale);
      return { data: rows, meta: pageMeta(query, total) };
    },
    'GET /api/admin/imports/{id}/refused': async ({ params, query: { format }, caller, locale, reply }) => {
      const file = await service.makeRefusedFile(context, requireStaff(caller), params.id, {
        format,
        locale,
      });
      return reply.headers(headers(format, 'refused-rows')).send(file);
    },
  };
}
