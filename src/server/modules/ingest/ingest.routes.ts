/** The calls of ingest. */
import { sql } from 'drizzle-orm';
import { type ingestCalls, assets as shape } from '../../../contract/admin/ingest.ts';
import type { Context } from '../../context.ts';
import { failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { resource } from '../../resource/resource.ts';
import { episodes, programmes } from '../catalog/catalog.tables.ts';
import { readDisk } from './disk.service.ts';
import { presentUpload } from './ingest.present.ts';
import * as service from './ingest.service.ts';
import { ingestAssets } from './ingest.tables.ts';

type Calls = typeof ingestCalls;

const done = { data: { ok: true } } as const;

/** Handlers of the office's calls about assets and uploads. */
export function ingestRoutes(context: Context): Handlers<Calls> {
  const assets = resource(context, shape, ingestAssets, {
    search: [ingestAssets.fileName],
    present: service.presentAssets,
    label: 'fileName',
    // The videos of their programmes.
    named: (partner) => sql`${ingestAssets.id} in (
      select p.asset_id from ${programmes} p where p.content_partner_id = ${partner}
      union all select e.asset_id from ${episodes} e join ${programmes} p on p.id = e.programme_id
        where p.content_partner_id = ${partner})`,
    // Its files went with it.
    cannotReturn: true,
    beforeDelete: (row, { tx }) => service.beforeAssetDelete(tx, row),
  });
  return {
    'GET /api/admin/assets': assets['GET /api/admin/assets'],
    'GET /api/admin/assets/{id}': assets['GET /api/admin/assets/{id}'],
    'DELETE /api/admin/assets/{id}': assets['DELETE /api/admin/assets/{id}'],
    'POST /api/admin/assets/{id}/retry': async ({ params, caller, locale }) => {
      await service.retryAsset(context, requireStaff(caller), params.id);
      return { data: await service.getAssetRecord(context, params.id, locale) };
    },
    'PUT /api/admin/assets/{id}/audio-tracks/{name}': async ({ params, body, caller, locale }) => {
      const { language, kind: role } = body;
      await service.setAudioTrack(context, requireStaff(caller), params.id, params.name, { language, role });
      return { data: await service.getAssetRecord(context, params.id, locale) };
    },
    'PUT /api/admin/assets/{id}/captions/{language}': async ({ params, body, caller, locale }) => {
      const staff = requireStaff(caller);
      const { text, file } = body;
      if (text === undefined && file === undefined) failField('file', 'required');
      const sent = file === undefined ? { text: text ?? '' } : { file: Buffer.from(file, 'base64') };
      const captions = await service.putCaptions(context, staff, params.id, params.language, sent);
      return { data: await service.getAssetRecord(context, params.id, locale), captions };
    },
    'POST /api/admin/uploads': async ({ body }) => {
      const { file_name: fileName, size_bytes: sizeBytes, fingerprint } = body;
      const { upload, parts } = await service.beginUpload(context, { fileName, sizeBytes, fingerprint });
      return { data: presentUpload(upload, parts) };
    },
    'GET /api/admin/disk': async () => ({ data: await readDisk(context) }),
    'GET /api/admin/uploads/{id}': async ({ params }) => {
      const { upload, parts } = await service.getUpload(context, params.id);
      return { data: presentUpload(upload, parts) };
    },
    'PUT /api/admin/uploads/{id}/parts/{number}': async ({ params, body }) => {
      await service.putPart(context, params.id, params.number, body);
      return done;
    },
    'POST /api/admin/uploads/{id}/complete': async ({ params, caller, request }) => {
      const from = { staff: requireStaff(caller), address: request.ip };
      return { data: { asset_id: await service.completeUpload(context, from, params.id) } };
    },
    'DELETE /api/admin/uploads/{id}': async ({ params, caller }) => {
      await service.abandonUpload(context, requireStaff(caller), params.id);
      return done;
    },
  };
}
