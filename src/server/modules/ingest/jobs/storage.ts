/** Last step: stores the package where viewers are served from. The asset becomes ready with the end of this step. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packagePrefix } from '../package-files.service.ts';
import { resultFile, type StepFunction } from './step.ts';

async function filesIn(folder: string): Promise<{ name: string; path: string; sizeBytes: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== resultFile);
  return Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, name: relative(folder, path), sizeBytes: (await stat(path)).size };
    }),
  );
}

/** Manifests are stored last: whoever finds one finds every file that it names. */
const isManifest = (name: string) => /\.(?:mpd|m3u8)$/.test(name);

const atOnce = 4;

/** Stores the package. */
export const storage: StepFunction<'storage'> = async (run) => {
  const prefix = packagePrefix(run.asset.id);
  const files = [
    ...(await filesIn(join(run.work, 'distribute'))),
    ...(await filesIn(join(run.work, 'drm'))),
  ].sort((a, b) => Number(isManifest(a.name)) - Number(isManifest(b.name)));
  const whole = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let put = 0;
  for (let at = 0; at < files.length; at += atOnce) {
    run.signal.throwIfAborted();
    await Promise.all(
      files.slice(at, at + atOnce).map(async ({ name, path, sizeBytes }) => {
        await run.context.storage.putFile(`${prefix}/${name}`, path);
        put += sizeBytes;
        run.progress(put / Math.max(1, whole));
      }),
    );
  }
  return { facts: { packageBytes: whole }, details: { prefix } };
};
