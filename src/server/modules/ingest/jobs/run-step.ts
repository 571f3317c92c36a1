/**
 * Runs one step of one asset. It takes effect exactly once, however often it is started. The row names the run that holds the step; every
 * write of a run checks that it still does. Files are made under a temporary name and renamed at the end. The step's end, the
 * asset's new facts and the next step's job are one transaction.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IngestStepName, ingestSteps } from '../../../../contract/admin/ingest.ts';
import { findPrograms, type Programs } from '../../../adapters/programs.ts';
import { appEvent } from '../../../adapters/push/port.ts';
import { announceChange } from '../../../cache/changes.ts';
import type { Context } from '../../../context.ts';
import { StartupError } from '../../../startup-error.ts';
import { errorCode, fieldOf, toError } from '../../../unknown-value.ts';
import * as repo from '../ingest.repo.ts';
import { IngestFailure } from '../ingest.texts.ts';
import { composeManifests } from '../manifests.service.ts';
import { packagePrefix } from '../package-files.service.ts';
import { distribute } from './distribute.ts';
import { drm } from './drm.ts';
import { kcpIngest } from './kcp-ingest.ts';
import { beatMs, isLeaseFree, newLeaseOwner, stopOrphans } from './lease.ts';
import { readResult, resultFile, type StepFunction, type StepResult, type StepRun } from './step.ts';
import { enqueueStep } from './step-job.ts';
import { storage } from './storage.ts';
import { transcoding } from './transcoding.ts';

const functions: { [S in IngestStepName]: StepFunction<S> } = {
  kcp_ingest: kcpIngest,
  transcoding,
  distribute,
  drm,
  storage,
};

/** A step without progress for this long is stopped. Long work makes progress; only stuck work does not. */
const stallMs = 5 * 60_000;

/** The run has lost its step to another, or its asset was deleted. It must leave everything unchanged. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export interface StepOptions {
  /** The programs to run; located automatically unless given. */
  programs?: Programs;
  stallMs?: number;
}

/** Where an asset's steps work. */
export const workFolder = (context: Pick<Context, 'config'>, assetId: string) =>
  join(context.config.dataDir, 'work', assetId);

let encoding = false;

type Outcome = 'done' | 'failed' | 'given_back' | 'not_mine' | 'busy';

/**
 * Runs a step unless it is done or another run holds it. A failure that staff should read is stored in the row and is no error of
 * the job. `busy`: this process is encoding already, and a second encoder would only slow the first.
 */
export async function runStep(
  context: Context,
  assetId: string,
  step: IngestStepName,
  shutdown: AbortSignal,
  options: StepOptions = {},
): Promise<Outcome> {
  if (step !== 'transcoding') return claimAndRun(context, assetId, step, shutdown, options);
  if (encoding) return 'busy';
  encoding = true;
  try {
    return await claimAndRun(context, assetId, step, shutdown, options);
  } finally {
    encoding = false;
  }
}

async function claimAndRun(
  context: Context,
  assetId: string,
  step: IngestStepName,
  shutdown: AbortSignal,
  options: StepOptions,
): Promise<Outcome> {
  if (shutdown.aborted) return 'given_back';
  const owner = newLeaseOwner();
  const asset = await claim(context, assetId, step, owner);
  if (!asset) return 'not_mine';
  await tellOffice(context, asset.id, step, 'running');
  const stop = new AbortController();
  const giveBack = () => stop.abort(shutdown.reason ?? new Error('shutting down'));
  shutdown.addEventListener('abort', giveBack, { once: true });
  if (shutdown.aborted) giveBack();
  const beat = keepLease(context, assetId, step, owner, stop, options.stallMs ?? stallMs);
  try {
    const result = await produce(context, asset, step, stop.signal, beat, options);
    beat.stop();
    stop.signal.throwIfAborted();
    await finish(context, asset, step, owner, result);
    await tellOffice(context, asset.id, step, 'done');
    return 'done';
  } catch (error) {
    beat.stop();
    // The reason of the signal is the cause; errors that follow from it are not.
    const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
    const outcome = await end(context, asset, step, owner, cause, shutdown.aborted);
    if (outcome === 'failed') await tellOffice(context, asset.id, step, 'failed');
    return outcome;
  } finally {
    shutdown.removeEventListener('abort', giveBack);
  }
}

/** Notifies open office pages; a page that misses it learns of it with its next request. */
async function tellOffice(
  context: Context,
  assetId: string,
  step: IngestStepName,
  state: string,
): Promise<void> {
  const data = { asset_id: assetId, step, state };
  await context.push
    .broadcast(appEvent('private-office', 'IngestChanged', data))
    .catch((error) => context.log.warn({ err: error }, 'the office could not be told'));
}

/** Takes the lease of the step for this run; undefined when it is not to be run now. */
async function claim(context: Context, assetId: string, step: IngestStepName, owner: string) {
  return context.db.transaction(async (tx) => {
    const asset = await repo.lockAsset(tx, assetId);
    if (asset?.state !== 'processing') return undefined;
    const steps = await repo.listSteps(tx, [assetId]);
    const row = steps.find((candidate) => candidate.step === step);
    const next = steps.find((candidate) => candidate.state !== 'done');
    if (!row || row !== next) return undefined;
    const now = context.now();
    if (row.state === 'failed' || (row.state === 'running' && !isLeaseFree(row, now))) return undefined;
    const lost = await firstLostOutput(context, assetId, row.position);
    if (lost !== undefined) {
      // The work folder was deleted, or was on another machine: its contents have to be made again.
      await repo.resetStepsFrom(tx, assetId, lost.position);
      await enqueueStep(tx, asset, lost.step);
      return undefined;
    }
    await repo.setStepRunning(tx, assetId, step, owner, now);
    return asset;
  });
}

async function firstLostOutput(
  context: Context,
  assetId: string,
  before: number,
): Promise<{ position: number; step: IngestStepName } | undefined> {
  const work = workFolder(context, assetId);
  for (const [position, step] of ingestSteps.slice(0, before).entries()) {
    if (!(await readResult(work, step))) return { position, step };
  }
  return undefined;
}

/** Writes the heartbeats, and raises the signal when the run has lost its step or has made no progress for long. */
function keepLease(
  context: Context,
  assetId: string,
  step: IngestStepName,
  owner: string,
  stop: AbortController,
  stall: number,
) {
  let share = 0;
  let moved = context.now();
  let beating = false;
  const beat = () =>
    repo.beatStep(context.db, assetId, step, owner, {
      heartbeatAt: context.now(),
      progress: share,
      progressAt: moved,
    });
  const timer = setInterval(async () => {
    if (beating) return;
    beating = true;
    try {
      if (!(await beat())) stop.abort(new LeaseLost());
      else if (context.now().getTime() - moved.getTime() > stall) stop.abort(new IngestFailure('stalled'));
    } catch (error) {
      context.log.warn({ err: error, assetId, step }, 'an ingest heartbeat failed');
    } finally {
      beating = false;
    }
  }, beatMs);
  return {
    progress(to: number) {
      const next = Math.min(1, Math.max(0, to));
      if (!(next > share)) return;
      share = next;
      moved = context.now();
    },
    /** Starts again at 0. Fails if another run holds the step. */
    async restart() {
      share = 0;
      moved = context.now();
      if (!(await beat())) throw new LeaseLost();
    },
    stop: () => clearInterval(timer),
  };
}

/** Makes the step's output, or finds it complete from a run that was killed before it could store its end. */
async function produce<S extends IngestStepName>(
  context: Context,
  asset: repo.AssetRow,
  step: S,
  signal: AbortSignal,
  beat: Pick<ReturnType<typeof keepLease>, 'progress' | 'restart'>,
  options: StepOptions,
): Promise<StepResult<S>> {
  const work = workFolder(context, asset.id);
  await stopOrphans(work);
  const made = await readResult(work, step);
  if (made) return made;
  const folder = join(work, `${step}.tmp`);
  const programs = options.programs ?? findPrograms();
  const { progress } = beat;
  const run: StepRun = { context, programs, asset, work, folder, signal, progress };
  const attempt = async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return (functions[step] as StepFunction<S>)(run);
  };
  const result = await attempt().catch(async (error) => {
    // The system kills the largest program when memory runs out. The next attempt often has more.
    if (!(error instanceof IngestFailure && error.code === 'tool_killed')) throw error;
    signal.throwIfAborted();
    await beat.restart();
    context.log.warn({ assetId: asset.id, step }, 'a media program was killed, the step runs again');
    return attempt();
  });
  signal.throwIfAborted();
  await writeFile(join(folder, resultFile), JSON.stringify(result));
  await rename(folder, join(work, step));
  return result;
}

/** Completes the step: its facts, and the next step's job or a ready asset, in one transaction. */
async function finish(
  context: Context,
  asset: repo.AssetRow,
  step: IngestStepName,
  owner: string,
  result: StepResult<IngestStepName>,
): Promise<void> {
  const now = context.now();
  const next = ingestSteps[ingestSteps.indexOf(step) + 1];
  await context.db.transaction(async (tx) => {
    const values = {
      state: 'done',
      progress: 1,
      progressAt: now,
      heartbeatAt: now,
      finishedAt: now,
    } as const;
    if (!(await repo.lockAsset(tx, asset.id))) throw new LeaseLost();
    if (!(await repo.setStepEnded(tx, asset.id, step, owner, values))) throw new LeaseLost();
    if (next) {
      await repo.setAsset(tx, asset.id, { ...result.facts, updatedAt: now });
      await enqueueStep(tx, asset, next);
      return;
    }
    const { tracks } = (result as StepResult<'storage'>).details;
    await repo.addTracks(tx, asset.id, tracks);
    const manifests = await composeManifests(tx, context, asset);
    await repo.setAsset(tx, asset.id, {
      ...result.facts,
      ...manifests,
      state: 'ready',
      packagePrefix: packagePrefix(asset.id),
      readyAt: now,
      updatedAt: now,
    });
    await announceChange(tx, 'catalog');
  });
  if (!next) await rm(workFolder(context, asset.id), { recursive: true, force: true });
}

/** Stores why a run failed. */
async function end(
  context: Context,
  asset: repo.AssetRow,
  step: IngestStepName,
  owner: string,
  cause: unknown,
  shuttingDown: boolean,
): Promise<Outcome> {
  if (cause instanceof LeaseLost) {
    if (!(await repo.findAsset(context.db, asset.id))) {
      // The asset was deleted while this ran: what the run wrote after that has to be deleted too.
      await rm(workFolder(context, asset.id), { recursive: true, force: true });
      await context.storage.removeBelow(`${packagePrefix(asset.id)}/`);
    }
    return 'not_mine';
  }
  if (shuttingDown) {
    await repo.setStepEnded(context.db, asset.id, step, owner, { state: 'waiting', progress: 0 });
    return 'given_back';
  }
  const failure = failureOf(cause);
  if (failure.code === 'unexpected')
    context.log.error({ err: cause, assetId: asset.id, step }, 'an ingest step failed');
  const now = context.now();
  await rm(join(workFolder(context, asset.id), `${step}.tmp`), { recursive: true, force: true }).catch(
    () => {},
  );
  await context.db.transaction(async (tx) => {
    if (!(await repo.lockAsset(tx, asset.id))) return;
    const errorTail = failure.tail.replaceAll('\0', '').slice(-8000);
    const values = {
      state: 'failed',
      errorCode: failure.code,
      errorTail,
      finishedAt: now,
      heartbeatAt: now,
    } as const;
    if (!(await repo.setStepEnded(tx, asset.id, step, owner, values))) return;
    await repo.setAsset(tx, asset.id, { state: 'failed', updatedAt: now });
  });
  return 'failed';
}

function failureOf(cause: unknown): IngestFailure {
  if (cause instanceof IngestFailure) return cause;
  if (cause instanceof StartupError) return new IngestFailure('tool_missing', cause.message);
  const code = errorCode(fieldOf(cause, 'cause') ?? cause);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return new IngestFailure('disk_full', toError(cause).message);
  return new IngestFailure('unexpected', String(fieldOf(cause, 'stack') ?? cause));
}
