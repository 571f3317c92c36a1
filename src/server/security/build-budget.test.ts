import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BuildBudget } from './build-budget.ts';

// Whoever has to wait waits for ever: on a busy machine some milliseconds may be over before the next turn.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: () => new Promise(() => {}),
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many refusals are sent while the clock stands still, before one has to wait. */
async function toldAtOnce(bodyBytes: number): Promise<number> {
  const budget = new BuildBudget({ share: 0.2, burstMs: 100, maxWaitMs: 20 });
  for (let told = 0; ; told += 1) {
    const isTold = budget.slow('network', bodyBytes).then(() => true);
    if (!(await Promise.race([isTold, nextTurn(false)]))) return told;
  }
}

test('whoever is refused again and again waits, the sooner the more they send with it', async () => {
  expect(await toldAtOnce(0)).toBe(101);
  expect(await toldAtOnce(200_000)).toBe(34);
  expect(await toldAtOnce(1e15), 'what it says that it sends is believed up to a megabyte').toBe(9);
});
