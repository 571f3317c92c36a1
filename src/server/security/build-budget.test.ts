import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../errors.ts';
import { BuildBudget } from './build-budget.ts';
import { readSchedule, type Schedule, startTimer } from './processor-time.ts';

// A source that has to wait never goes on: on a busy machine some milliseconds may be over before the next turn.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: (ms: number) => (ms === 0 ? Promise.resolve() : new Promise(() => {})),
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

test('a source that is refused repeatedly waits, the sooner the larger its bodies', async () => {
  expect(await toldAtOnce(0)).toBe(101);
  expect(await toldAtOnce(200_000)).toBe(34);
  expect(await toldAtOnce(1e15), 'what it says that it sends is believed up to a megabyte').toBe(9);
});

/** Builds of 50 ms that a source gets before it has to wait, where the main thread runs for a share of the time that it wants. */
async function builtAtOnce(share: number): Promise<number> {
  let at: Schedule = { ranMs: 0, waitedMs: 0 };
  const budget = new BuildBudget({ share: 0.2, burstMs: 1000, maxWaitMs: 20 }, () => startTimer(() => at));
  const build = async () => {
    vi.advanceTimersByTime(50);
    at = { ranMs: at.ranMs + 10 * share, waitedMs: at.waitedMs + 10 * (1 - share) };
  };
  for (let built = 0; ; built += 1) {
    const isBuilt = budget.run({ source: 'network', kind: 'answer' }, build).then(() => true);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    if (!(await Promise.race([isBuilt, nextTurn(false)]))) return built;
  }
}

test('a build is charged less when other programs keep the processor, a quarter at least', async () => {
  const alone = await builtAtOnce(1);
  const half = await builtAtOnce(0.5);
  const tenth = await builtAtOnce(0.1);
  expect(half).toBeGreaterThan(1.8 * alone);
  expect(tenth).toBeGreaterThan(half);
  const ms = (share: number) => {
    let at: Schedule = { ranMs: 0, waitedMs: 0 };
    const spentMs = startTimer(() => at);
    vi.advanceTimersByTime(100);
    at = { ranMs: share, waitedMs: 1 - share };
    return spentMs();
  };
  expect([ms(1), ms(0.5), ms(0.1)]).toEqual([100, 50, 25]);
});

/** Seconds that a source has to wait after up to six simultaneous builds of a second; 0 if it is admitted. */
async function waitAfter(count: number, end: () => void): Promise<unknown> {
  let started = 0;
  const build = async () => {
    started += 1;
    if (started === count) vi.advanceTimersByTime(1000);
    while (started < count) await nextTurn();
    end();
  };
  const still = { ranMs: 0, waitedMs: 0 };
  const budget = new BuildBudget({ share: 0.2, burstMs: 1500, maxWaitMs: 0 }, () => startTimer(() => still));
  const asker = { source: 'network', kind: 'answer' } as const;
  await Promise.allSettled(Array.from({ length: count }, () => budget.run(asker, build)));
  return budget.admit('network').then(
    () => 0,
    (error: CallError) => error.values.seconds,
  );
}

test('builds that wait for a stopped database are charged little, and nothing when they fail', async () => {
  const fail = (error: Error) => () => {
    throw error;
  };
  expect(await waitAfter(3, () => {})).toBe(0);
  // Six charges of 500 ms at a fifth of the time, less the second that has passed and the burst.
  expect(await waitAfter(6, () => {})).toBe(7);
  expect(await waitAfter(6, fail(new CallError('not_found')))).toBe(7);
  expect(await waitAfter(6, fail(new CallError('unavailable')))).toBe(0);
  expect(await waitAfter(6, fail(new Error('Connection terminated')))).toBe(0);
  // A query that took too long has cost the database its time.
  expect(await waitAfter(6, fail(Object.assign(new Error('canceling statement'), { code: '57014' })))).toBe(
    7,
  );
});

test.runIf(process.platform === 'linux')('the time of the main thread on a processor is read', () => {
  const ran = () => readSchedule()?.ranMs ?? 0;
  const before = ran();
  const { user } = process.cpuUsage();
  // Other threads of the process work as well, so the whole time is no measure of this one.
  while (ran() - before < 10 && process.cpuUsage().user - user < 2_000_000);
  expect(ran() - before).toBeGreaterThanOrEqual(10);
});
