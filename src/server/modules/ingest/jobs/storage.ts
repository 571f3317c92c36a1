/** Last step: stores the package where viewers are served from. The asset becomes ready with the end of this step. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packagePrefix } from '../package-files.service.ts';
import { resultFile, resultOf, type StepFunction } from './step.ts';

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

/** Playlists are stored last, so that all files that a playlist names exist. The manifests are composed when the asset becomes ready. */
const isPlaylist = (name: string) => name.endsWith('.m3u8');

const atOnce = 4;

/** Stores the package. */
export const storage: StepFunction<'storage'> = async (run) => {
  const prefix = packagePrefix(run.asset.id);
  const files = [
    ...(await filesIn(join(run.work, 'distribute'))),
    ...(await filesIn(join(run.work, 'drm'))),
  ].sort((a, b) => Number(isPlaylist(a.name)) - Number(isPlaylist(b.name)));
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
  const { tracks } = (await resultOf(run, 'drm')).details;
  return { facts: { packageBytes: whole }, details: { prefix, tracks } };
};
