/** The input and the output of a step. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestStepName } from '../../../../contract/admin/ingest.ts';
import type { Rendition } from '../../../../media/ladder.ts';
import type { Loudness } from '../../../../media/loudness.ts';
import type { PackageTrack } from '../../../../media/manifest.ts';
import type { Probe } from '../../../../media/probe.ts';
import type { Sound } from '../../../../media/sounds.ts';
import type { Programs } from '../../../adapters/programs.ts';
import type { Context } from '../../../context.ts';
import { errorCode } from '../../../unknown-value.ts';
import type { AssetFacts, AssetRow } from '../ingest.repo.ts';

export interface StepRun {
  context: Context;
  programs: Programs;
  asset: AssetRow;
  /** The asset's work folder; `<work>/<step>` holds the output of a finished step. */
  work: string;
  /** The folder that this step writes to. It becomes `<work>/<step>` when the step has succeeded. */
  folder: string;
  signal: AbortSignal;
  /** Reports the progress of the step, 0 to 1. */
  progress(share: number): void;
}

/** The data that each step passes to the steps after it, beside its files. */
interface StepDetails {
  kcp_ingest: { probe: Probe; durationMs: number };
  transcoding: { renditions: Rendition[]; sounds: Sound[]; loudness: Loudness | null };
  distribute: Record<string, never>;
  drm: { tracks: PackageTrack[] };
  storage: { prefix: string; tracks: PackageTrack[] };
}

export interface StepResult<S extends IngestStepName> {
  /** Columns of the asset that are now known. */
  facts: AssetFacts;
  details: StepDetails[S];
}

export type StepFunction<S extends IngestStepName> = (run: StepRun) => Promise<StepResult<S>>;

export const resultFile = 'result.json';

/** The result of a finished step; undefined when its output is not (or no longer) on this machine. */
export async function readResult<S extends IngestStepName>(
  work: string,
  step: S,
): Promise<StepResult<S> | undefined> {
  try {
    return JSON.parse(await readFile(join(work, step, resultFile), 'utf8')) as StepResult<S>;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** As `readResult`, for a step that runs after it. */
export async function resultOf<S extends IngestStepName>(run: StepRun, step: S): Promise<StepResult<S>> {
  const result = await readResult(run.work, step);
  if (!result) throw new Error(`the output of ${step} is missing`);
  return result;
}

/** The master as a file on this machine: the stored one itself, or the copy that the first step made. */
export function masterPath(run: StepRun): string {
  return run.context.storage.localPath(run.asset.masterKey) ?? join(run.work, 'kcp_ingest', 'master');
}
