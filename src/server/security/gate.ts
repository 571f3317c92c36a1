import { fail } from '../errors.ts';

export interface Gate {
  /**
   * Runs `work` when its turn comes. Sources in line take turns, so a source with much work does not delay the others. Fails with
   * `unavailable` when the queue is full.
   */
  <T>(work: () => Promise<T>, source?: string): Promise<T>;
  /** Fails with `unavailable` when the queue is full, so that a caller can refuse before it does anything. */
  requireRoom(): void;
}

/** A gate that lets `maxRunning` pieces of work run at once, with `maxWaiting` in line. */
export function makeGate(maxRunning: number, maxWaiting: number): Gate {
  const line: { source: string; start: () => void }[] = [];
  /** Source → the number of its last turn; kept until the gate is idle. */
  const turns = new Map<string, number>();
  let turn = 0;
  let running = 0;
  function requireRoom(): void {
    if (running >= maxRunning && line.length >= maxWaiting) fail('unavailable');
  }
  const lastTurn = ({ source }: { source: string }) => turns.get(source) ?? 0;
  const begin = (source: string) => {
    turn += 1;
    turns.set(source, turn);
  };
  function passOn(): void {
    const first = line.reduce<number>((best, each, at) => {
      const leader = line[best];
      return leader && lastTurn(each) < lastTurn(leader) ? at : best;
    }, 0);
    const [next] = line.splice(first, 1);
    if (next) {
      begin(next.source);
      next.start();
    } else {
      running -= 1;
      if (running === 0) turns.clear();
    }
  }
  async function pass<T>(work: () => Promise<T>, source = ''): Promise<T> {
    if (running >= maxRunning) {
      requireRoom();
      // Work that ends passes its place on.
      await new Promise<void>((resolve) => line.push({ source, start: resolve }));
    } else {
      running += 1;
      begin(source);
    }
    try {
      return await work();
    } finally {
      passOn();
    }
  }
  return Object.assign(pass, { requireRoom });
}
