/** The calls of ingest. */
import type { Readable } from 'node:stream';
import { eq, ilike } from 'drizzle-orm';
import type { ingestCalls } from '../../../contract/admin/ingest.ts';
import type { CallTypes } from '../../../contract/call.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { fail } from '../../http/errors.ts';
import { resource } from '../../resource/resource.ts';
import { presentUpload } from './ingest.present.ts';
import type { AssetRow } from './ingest.repo.ts';
import * as service from './ingest.service.ts';
import { ingestAssets } from './ingest.tables.ts';

type Calls = typeof ingestCalls;
type ListQuery = CallTypes<Calls['GET /api/admin/assets']>['received']['query'];

const done = { data: { ok: true } } as const;

/** Handlers of the office's calls about assets and uploads. */
export function ingestRoutes(context: Context): Handlers<Calls> {
  const assets = resource(context, {
    name: 'assets',
    module: 'assets',
    table: ingestAssets,
    sort: {
      created_at: ingestAssets.createdAt,
      updated_at: ingestAssets.updatedAt,
      file_name: ingestAssets.fileName,
      state: ingestAssets.state,
      duration_ms: ingestAssets.durationMs,
    },
    where: (query: ListQuery) => [
      query.q
        ? ilike(ingestAssets.fileName, `%${query.q.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`)
        : undefined,
      query.state ? eq(ingestAssets.state, query.state) : undefined,
    ],
    present: service.presentAssets,
    label: (row: AssetRow) => row.fileName,
    values: async () => ({}),
    beforeDelete: (row, { tx }) => service.beforeAssetDelete(tx, row),
  });
  return {
    'GET /api/admin/assets': assets.list,
    'GET /api/admin/assets/{id}': assets.get,
    'DELETE /api/admin/assets/{id}': assets.remove,
    'POST /api/admin/assets/{id}/retry': async ({ params, caller, locale }) => {
      await service.retryAsset(context, caller.staff ?? fail('login_required'), params.id);
      return { data: await service.getAssetRecord(context, params.id, locale) };
    },
    'PUT /api/admin/assets/{id}/captions/{language}': async ({ params, body, caller, locale }) => {
      const staff = caller.staff ?? fail('login_required');
      await service.putCaptions(context, staff, params.id, params.language, body.text);
      return { data: await service.getAssetRecord(context, params.id, locale) };
    },
    'POST /api/admin/uploads': async ({ body }) => {
      const { upload, parts } = await service.beginUpload(context, body.file_name, body.size_bytes);
      return { data: presentUpload(upload, parts) };
    },
    'GET /api/admin/uploads/{id}': async ({ params }) => {
      const { upload, parts } = await service.getUpload(context, params.id);
      return { data: presentUpload(upload, parts) };
    },
    'PUT /api/admin/uploads/{id}/parts/{number}': async ({ params, body }) => {
      await service.putPart(context, params.id, params.number, body as Readable);
      return done;
    },
    'POST /api/admin/uploads/{id}/complete': async ({ params, caller }) => {
      const staff = caller.staff ?? fail('login_required');
      return { data: { asset_id: await service.completeUpload(context, staff, params.id) } };
    },
    'DELETE /api/admin/uploads/{id}': async ({ params, caller }) => {
      await service.abandonUpload(context, caller.staff ?? fail('login_required'), params.id);
      return done;
    },
  };
}
