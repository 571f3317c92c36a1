/** Fourth step: encrypts, unless the asset is not encrypted, and packages. The content key is made once and stays in the database. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type PackagerInput,
  packagerArguments,
  packagerManifests,
  readTracks,
} from '../../../../media/packager.ts';
import { must } from '../../../must.ts';
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

/** Packages the renditions. The packager prints no progress, so progress is measured by the bytes that it has written. */
export const drm: StepFunction<'drm'> = async (run) => {
  const { renditions, sounds } = (await resultOf(run, 'transcoding')).details;
  const from = join(run.work, 'transcoding');
  const key = run.asset.encrypted
    ? await ensureKey(run.context.db, {
        assetId: run.asset.id,
        keyId: randomBytes(16).toString('hex'),
        contentKey: randomBytes(16).toString('hex'),
      })
    : null;
  const inputs: PackagerInput[] = [
    ...renditions.map(({ name }) => ({ name, kind: 'video' as const })),
    ...sounds.map(({ name }) => ({ name, kind: 'audio' as const })),
  ];
  for (const { name } of inputs) await mkdir(join(run.folder, name));
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
      tracks: inputs,
      key,
    });
    await runProgram(run.programs.packager, args, run);
  } finally {
    clearInterval(watch);
  }
  const [hls, dash] = await Promise.all(
    [packagerManifests.hls, packagerManifests.dash].map((file) => readFile(join(run.folder, file), 'utf8')),
  );
  const bytes = new Map<string, number>();
  for (const { name } of inputs) bytes.set(name, await bytesIn(join(run.folder, name)));
  const tracks = readTracks(
    { hls: must(hls, 'HLS manifest'), dash: must(dash, 'DASH manifest') },
    inputs.map(({ name }) => name),
    {
      bytesOf: (name) => bytes.get(name) ?? 0,
      audio: Object.fromEntries(sounds.map(({ name, language, role }) => [name, { language, role }])),
    },
  );
  for (const file of Object.values(packagerManifests)) await rm(join(run.folder, file));
  return { facts: {}, details: { tracks } };
};
