import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes the folder in which a whole run keeps everything temporary: what a test leaves behind, or a killed process could not remove,
 * goes with it. Answers what removes it.
 */
export function openTemporary(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'maru-run-'));
  // As root the database's own user has to pass.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
