import { eq, not, sql } from 'drizzle-orm';
import { type importCalls, imports } from '../../../contract/admin/imports.ts';
import type { Locale } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { pageMeta } from '../../db/paging.ts';
import type { Handlers } from '../../http/bind.ts';
import { type Caller, requireStaff } from '../../http/caller.ts';
import { listing } from '../../resource/listing.ts';
import { importedFiles } from './files.tables.ts';
import * as service from './imports.service.ts';
import { fileTypes } from './tables-of-rows.service.ts';

/** A file that was only tried has imported nothing, whatever would be refused. */
const hasProblems = sql`(${importedFiles.state} = 'failed' or (${importedFiles.state} = 'done'
  and coalesce((${importedFiles.counts} ->> 'refused')::int, 0) > 0))`;

/** Handlers of imports. */
export function importRoutes(context: Context): Handlers<typeof importCalls> {
  const answer = async (id: string, caller: Caller, locale: Locale) => ({
    data: await service.readImportRecord(context, requireStaff(caller), id, locale),
  });
  const headers = (format: 'csv' | 'xlsx', name: string) => ({
    'content-type': fileTypes[format],
    'content-disposition': `attachment; filename="${name}.${format}"`,
  });
  const { list } = listing(context, imports, importedFiles, {
    label: 'fileName',
    search: [importedFiles.fileName],
    where: { has_problems: (has) => (has ? hasProblems : not(hasProblems)) },
    present: (_db, rows, locale) => service.presentImports(context, rows, locale),
    scope: (_contentPartnerId, staffId) => eq(importedFiles.staffId, staffId),
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
    'GET /api/admin/imports': list,
    'GET /api/admin/imports/{id}': ({ params, caller, locale }) => answer(params.id, caller, locale),
    'POST /api/admin/imports': async ({ query, body, caller, locale }) => {
      const { id } = await service.receiveImport(context, requireStaff(caller), {
        resource: query.resource,
        fileName: query.file_name,
        body,
      });
      return answer(id, caller, locale);
    },
    'POST /api/admin/imports/{id}/pictures': async ({ params, query, body, caller, locale }) => {
      await service.receivePicture(context, requireStaff(caller), params.id, {
        fileName: query.file_name,
        body,
      });
      return answer(params.id, caller, locale);
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
