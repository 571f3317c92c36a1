import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedDatabase } from '../src/server/db/embedded.ts';

/**
 * Makes the folder in which a whole run keeps everything temporary: what a test leaves behind, or a killed process could not remove,
 * goes with it. Answers what removes it. A run that is interrupted ends at once, without that: then `atExit` and the removal are run.
 */
export function openTemporary(atExit: () => void = () => {}): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'maru-run-'));
  // As root the database's own user has to pass.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const interrupted = () => {
    atExit();
    remove();
  };
  process.once('exit', interrupted);
  return () => {
    process.off('exit', interrupted);
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    remove();
  };
}

/** Ends a database server at once; its folder is about to be removed. */
export function endDatabase(embedded: EmbeddedDatabase | undefined): void {
  const pid = embedded?.pid();
  // 0 would be this process and all that it started.
  if (pid) process.kill(pid, 'SIGQUIT');
}
