/** What killed processes leave on this machine's disk. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Deletes what is in a folder under a prefix and has not been written to since an instant. A folder that is not there has nothing. */
export async function removeLeftovers(folder: string, prefix: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(folder, name);
    const made = await stat(path).catch(() => undefined);
    if (made && made.mtime < before) await rm(path, { recursive: true, force: true });
  }
}
