/** Time that work takes on a machine that other programs use as well. */
import { readFileSync } from 'node:fs';

/** Milliseconds since the thread started: on a processor, and waiting for one. */
export interface Schedule {
  ranMs: number;
  waitedMs: number;
}

/** Work is charged a quarter of its duration at least, however long this process waits. */
const minShare = 1 / 4;

/** The schedule of the main thread. Undefined where the system does not count it: elsewhere than on Linux. */
export function readSchedule(): Schedule | undefined {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/self/schedstat', 'utf8').split(' ').map(Number);
    return { ranMs: ran / 1e6, waitedMs: waited / 1e6 };
  } catch {
    return undefined;
  }
}

/**
 * Starts to measure work. The returned function returns its time in milliseconds: the duration, reduced by the share in which the main
 * thread was ready to run and waited for a processor. The parts of the work in the database are assumed to wait as often.
 */
export function startTimer(read: () => Schedule | undefined = readSchedule): () => number {
  const from = performance.now();
  const before = read();
  return () => {
    const tookMs = performance.now() - from;
    const after = before && read();
    const ranMs = after ? after.ranMs - before.ranMs : 0;
    const waitedMs = after ? after.waitedMs - before.waitedMs : 0;
    return tookMs * (waitedMs > 0 ? Math.max(minShare, ranMs / (ranMs + waitedMs)) : 1);
  };
}
