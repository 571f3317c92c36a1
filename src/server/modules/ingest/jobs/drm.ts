/** Fourth step: encrypts and packages. The content key is made once and stays in the database. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { packagerArguments } from '../../../../media/packager.ts';
import { ensureKey } from '../ingest.repo.ts';
import { runProgram } from './run-program.ts';
import { resultOf, type StepFunction } from './step.ts';

async function bytesIn(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    sum += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return sum;
}

/** Packages the renditions. The packager prints no progress, so progress is measured by what it has written. */
export const drm: StepFunction<'drm'> = async (run) => {
  const { renditions } = (await resultOf(run, 'transcoding')).details;
  const { probe } = (await resultOf(run, 'kcp_ingest')).details;
  const from = join(run.work, 'transcoding');
  const key = await ensureKey(run.context.db, {
    assetId: run.asset.id,
    keyId: randomBytes(16).toString('hex'),
    contentKey: randomBytes(16).toString('hex'),
  });
  for (const { name } of renditions) await mkdir(join(run.folder, name));
  const whole = await bytesIn(from);
  const watch = setInterval(() => {
    bytesIn(run.folder)
      .then((written) => run.progress(Math.min(0.99, written / Math.max(1, whole))))
      .catch(() => {});
  }, 1000);
  try {
    const args = packagerArguments({
      from,
      to: run.folder,
      renditions,
      sound: probe.audio !== null,
      keyId: key.keyId,
      contentKey: key.contentKey,
    });
    await runProgram(run.programs.packager, args, run);
  } finally {
    clearInterval(watch);
  }
  return { facts: {}, details: {} };
};
