import { fail } from '../errors.ts';

export interface Gate {
  /** Runs `work` when its turn comes. Fails with `unavailable` when the queue is full. */
  <T>(work: () => Promise<T>): Promise<T>;
  /** Fails with `unavailable` when the queue is full, so that a caller can refuse before it does anything. */
  requireRoom(): void;
}

/** A gate that lets `maxRunning` pieces of work run at once, with `maxWaiting` in line. */
export function makeGate(maxRunning: number, maxWaiting: number): Gate {
  const line: (() => void)[] = [];
  let running = 0;
  function requireRoom(): void {
    if (running >= maxRunning && line.length >= maxWaiting) fail('unavailable');
  }
  async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) {
      requireRoom();
      // Work that ends passes its place on.
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return Object.assign(pass, { requireRoom });
}
