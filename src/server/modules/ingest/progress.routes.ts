/** The list of program progress in the back office. */
import { eq, sql } from 'drizzle-orm';
import {
  type ProgressRecord,
  type programmeProgressCalls,
  programmeProgress as shape,
} from '../../../contract/admin/programme-progress.ts';
import type { Context } from '../../context.ts';
import { groupBy } from '../../group-by.ts';
import type { Handlers } from '../../http/bind.ts';
import { listing } from '../../resource/listing.ts';
import { presentSteps } from './ingest.present.ts';
import { type AssetRow, listSteps } from './ingest.repo.ts';
import { ingestAssets } from './ingest.tables.ts';
import { isAtStep, isCalled, isOfProgramme, isQueued, listTitles } from './progress.repo.ts';

type Steps = ProgressRecord['steps'];

const finishedAt = (steps: Steps, name: Steps[number]['step']): string | null =>
  steps.find(({ step, state }) => step === name && state === 'done')?.finished_at ?? null;

/** Average bitrate of a master, sound included. */
const bitrateOf = ({ sizeBytes, durationMs }: AssetRow): number | null =>
  durationMs ? Math.round((sizeBytes * 8) / durationMs) : null;

/** The facts of an asset that follow from its steps. */
function progressOf(asset: AssetRow, steps: Steps) {
  const current = steps.find(({ state }) => state !== 'done');
  const isProcessing = asset.state === 'processing';
  return {
    status: asset.state === 'processing' ? (current?.step ?? 'kcp_ingest') : asset.state,
    queued: isProcessing && !steps.some(({ state }) => state === 'running'),
    error: asset.state === 'failed' ? (current?.error ?? '') : '',
    transferred_at: finishedAt(steps, 'storage'),
    drm_synced_at: finishedAt(steps, 'drm'),
  } as const;
}

/** Handlers of `programmeProgressCalls`. */
export function progressRoutes(context: Context): Handlers<typeof programmeProgressCalls> {
  const { list, read } = listing(context, shape, ingestAssets, {
    large: {
      common: ['status=ready', 'queued=false'],
      filled: ['file_name'],
      unasked: ['uploader_address'],
    },
    label: 'fileName',
    // Its assets are found as assets.
    isLog: true,
    search: [ingestAssets.fileName],
    finds: { programme: isCalled },
    where: {
      status: (status) =>
        status === 'ready' || status === 'failed' ? eq(ingestAssets.state, status) : isAtStep(status),
      queued: (is) => (is ? isQueued : sql`not ${isQueued}`),
      programme_id: isOfProgramme,
    },
    present: async (db, rows, locale) => {
      const ids = rows.map(({ id }) => id);
      const [titles, stepRows] = await Promise.all([listTitles(db, ids, locale), listSteps(db, ids)]);
      const stepsByAsset = groupBy(stepRows, ({ assetId }) => assetId);
      return rows.map((row) => {
        const steps = presentSteps(stepsByAsset.get(row.id) ?? [], locale);
        const title = titles.get(row.id);
        return {
          steps,
          ...progressOf(row, steps),
          programme_id: title?.programme_id ?? null,
          programme: title?.programme ?? '',
          episode_id: title?.episode_id ?? null,
          season_number: title?.season_number ?? null,
          episode_number: title?.episode_number ?? null,
          episode: title?.episode ?? '',
          other_titles: title?.other_titles ?? 0,
          bitrate_kbps: bitrateOf(row),
          vod_id: row.packagePrefix,
        };
      });
    },
  });
  return {
    'GET /api/admin/programme-progress': list,
    'GET /api/admin/programme-progress/{id}': async ({ params, ...request }) => ({
      data: await read(params.id, request),
    }),
  };
}
