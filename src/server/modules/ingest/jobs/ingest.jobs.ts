/** The ingest module's jobs, and the check for abandoned steps. */
import { rm } from 'node:fs/promises';
import type { Context } from '../../../context.ts';
import { defineJob } from '../../../jobs/queue.ts';
import * as repo from '../ingest.repo.ts';
import { abandonStaleUploads, forgetUploaderAddresses } from '../ingest.service.ts';
import { packagePrefix } from '../package-files.service.ts';
import { isLeaseFree, stopOrphans } from './lease.ts';
import { type RemoveFilesPayload, removeFilesJobName } from './remove-files-job.ts';
import { runStep, type StepOptions, workFolder } from './run-step.ts';
import { enqueueStep, type StepPayload, stepJobName } from './step-job.ts';

const busyMs = 2000;

/** The job that runs a step. */
export const stepJob = (options: StepOptions = {}) =>
  defineJob<StepPayload>(stepJobName, async ({ assetId, step }, context, signal) => {
    const outcome = await runStep(context, assetId, step, signal, options);
    if (outcome !== 'busy') return;
    // Retried later instead of waiting here: a waiting job would keep others from running.
    const asset = await repo.findAsset(context.db, assetId);
    if (asset) await enqueueStep(context.db, asset, step, new Date(context.now().getTime() + busyMs));
  });

/** The job that deletes a deleted asset's files from storage. */
export const removeFilesJob = defineJob<RemoveFilesPayload>(
  removeFilesJobName,
  async ({ assetId, masterKey }, context) => {
    if (await repo.findAsset(context.db, assetId)) return;
    await stopOrphans(workFolder(context, assetId));
    await rm(workFolder(context, assetId), { recursive: true, force: true });
    await context.storage.removeBelow(`${packagePrefix(assetId)}/`);
    await context.storage.remove(masterKey);
  },
);

/**
 * Enqueues steps again whose run was killed or whose machine was lost. Waiting steps are enqueued again too; a job replaces the
 * existing one with the same key.
 */
export async function requeueAbandonedSteps(context: Context): Promise<number> {
  const now = context.now();
  let requeued = 0;
  for (const row of await repo.listPendingSteps(context.db)) {
    if (row.state === 'failed' || (row.state === 'running' && !isLeaseFree(row, now))) continue;
    const asset = await repo.findAsset(context.db, row.assetId);
    if (!asset) continue;
    await enqueueStep(context.db, asset, row.step);
    requeued++;
  }
  return requeued;
}

const watchMs = 30_000;

/** Abandons stale uploads. */
export const abandonUploadsJob = defineJob<Record<string, never>>(
  'ingest_abandon_uploads',
  async (_payload, context) => {
    await abandonStaleUploads(context);
  },
);

/** Removes old IP addresses of uploads. */
export const forgetUploaderAddressesJob = defineJob<Record<string, never>>(
  'ingest_forget_uploader_addresses',
  async (_payload, context) => {
    await forgetUploaderAddresses(context);
  },
);

/** Checks for abandoned steps now and every half a minute, until the returned function is called. */
export async function watchIngest(context: Context): Promise<() => void> {
  await requeueAbandonedSteps(context);
  const timer = setInterval(() => {
    requeueAbandonedSteps(context).catch((error) =>
      context.log.warn({ err: error }, 'the ingest watch failed'),
    );
  }, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}
