import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedDatabase } from '../src/server/db/embedded.ts';

/** Linux's folder in memory, and how much has to be free there, in bytes. */
const memory = '/dev/shm';
const leastMemory = 4 * 1024 ** 3;

/** Where the database of a run lies: each test file has a copy of 1,600 files, which takes a fifth of the CPU in memory that it takes on a disk. */
function makeDatabaseFolder(otherwise: string): string {
  const own = join(otherwise, 'database');
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= leastMemory) return mkdtempSync(join(memory, 'maru-run-'));
  } catch {
    // Not every system has it.
  }
  mkdirSync(own);
  return own;
}

/**
 * Makes the folder in which a whole run keeps everything temporary: what a test leaves behind, or a killed process could not remove,
 * goes with it; and one for its database. Answers that one, and what removes both. A run that is interrupted ends at once, without that: then
 * `atExit` and the removal are run.
 */
export function openTemporary(atExit: () => void): { databaseFolder: string; close: () => void } {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'maru-run-'));
  const databaseFolder = makeDatabaseFolder(folder);
  // As root the database's own user has to pass.
  for (const own of [folder, databaseFolder]) chmodSync(own, 0o755);
  process.env.TMPDIR = folder;
  const remove = () => {
    for (const own of [databaseFolder, folder]) rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  };
  const interrupted = () => {
    atExit();
    remove();
  };
  process.once('exit', interrupted);
  const close = () => {
    process.off('exit', interrupted);
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    remove();
  };
  return { databaseFolder, close };
}

/** Ends a database server at once; its folder is about to be removed. */
export function endDatabase(embedded: EmbeddedDatabase | undefined): void {
  const pid = embedded?.pid();
  // 0 would be this process and all that it started.
  if (pid) process.kill(pid, 'SIGQUIT');
}
