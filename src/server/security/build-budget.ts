/**
 * Limits what strangers can make a node build (responses that are not in the response cache, pages). Each source of requests, a
 * network or a household, may use a share of the time for building; beyond it, its requests wait, and then they are refused. All
 * sources together pass a gate.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isConnectionLost } from '../db/lost-connection.ts';
import { CallError } from '../errors.ts';
import { type Gate, makeGate } from './gate.ts';
import { startTimer } from './processor-time.ts';

export interface BuildLimits {
  /** Share of the time that one source may keep this node building, 1 is all of it. */
  share: number;
  /** The maximum burst of building, in milliseconds. */
  burstMs: number;
  /**
   * The longest time that a source over its share waits for its turn. A refusal is sent after the same time, which slows a loop
   * down.
   */
  maxWaitMs: number;
}

export const defaultBuildLimits: BuildLimits = { share: 0.2, burstMs: 1500, maxWaitMs: 1000 };

/** The charge for a build before its duration is known, in milliseconds. */
const estimateMs = 10;
/**
 * The maximum charge for a build, in milliseconds. A build that waits for a stopped database takes many seconds. A search may take
 * two in the database.
 */
const maxChargeMs: Record<BuildKind, number> = { answer: 500, page: 500, search: 2_000, preview: 2_000 };
/** The charge for a refusal, in milliseconds. */
const refusalMs = 1;
/** Bytes of a body that are read in a millisecond. */
const bytesReadInMs = 100_000;
/** The declared size of a body is charged up to this. */
const maxChargedBytes = 1_048_576;
/** The number of sources stored; an evicted one begins with its whole burst. */
const maxSources = 50_000;

/**
 * Responses of calls, pages, results of a search, and answers of a preview. Each kind has its own gate. A page makes calls while it is
 * built, and a preview has its own connection to the database.
 */
export type BuildKind = 'answer' | 'page' | 'search' | 'preview';

/** The source of a build, and its kind. Requests of the server to itself have no source: they were charged where they began. */
export interface Asker {
  source: string;
  kind: BuildKind;
}

export class BuildBudget {
  readonly #limits: BuildLimits;
  /** Source → the instant, of `performance.now()`, at which its share has paid for everything built for it. */
  readonly #paidAt = new LRUCache<string, number>({ max: maxSources });
  readonly #gates: Record<BuildKind, Gate> = {
    answer: makeGate(6, 200),
    page: makeGate(2, 64),
    search: makeGate(4, 100),
    preview: makeGate(4, 60),
  };

  readonly #startTimer: () => () => number;

  constructor(limits: BuildLimits = defaultBuildLimits, timer: () => () => number = startTimer) {
    this.#limits = limits;
    this.#startTimer = timer;
  }

  /**
   * Waits until `source` may have something built; fails with `unavailable` when that would take too long. Call the returned
   * function when the build has ended, with its time in milliseconds.
   */
  async admit(source: string): Promise<(spentMs: number) => void> {
    const { share, burstMs, maxWaitMs } = this.#limits;
    const now = performance.now();
    const paidAt = Math.max(now, this.#paidAt.get(source) ?? 0);
    const waitMs = paidAt - now - burstMs / share;
    if (waitMs > maxWaitMs) {
      await sleep(maxWaitMs);
      const refusal = new CallError('unavailable', { seconds: Math.ceil((waitMs - maxWaitMs) / 1000) });
      refusal.hasWaited = true;
      throw refusal;
    }
    this.#paidAt.set(source, paidAt + estimateMs / share);
    if (waitMs > 0) await sleep(waitMs);
    return (spentMs) => {
      this.#paidAt.set(source, (this.#paidAt.get(source) ?? now) + (spentMs - estimateMs) / share);
    };
  }

  /** Admits, builds and charges. */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    const settle = await this.admit(asker.source);
    return this.build(asker, work, settle);
  }

  /**
   * Slows down a source that is refused repeatedly: each refusal uses a little of its share, and once that is used up, refusals
   * are delayed. `bodyBytes`: the size of the request's body, which is read even when it is refused.
   */
  async slow(source: string, bodyBytes = 0): Promise<void> {
    const { share, burstMs, maxWaitMs } = this.#limits;
    const now = performance.now();
    const paidAt = Math.max(now, this.#paidAt.get(source) ?? 0);
    const waitMs = Math.min(paidAt - now - burstMs / share, maxWaitMs);
    const costMs = refusalMs + Math.min(bodyBytes, maxChargedBytes) / bytesReadInMs;
    if (waitMs < maxWaitMs) this.#paidAt.set(source, paidAt + costMs / share);
    // Hundreds of waiting requests are not refused at the same instant: their next ones would come as one burst.
    if (waitMs > 0) await sleep(waitMs * (0.5 + Math.random()));
  }

  /**
   * Builds when the node has a free place; fails with `unavailable` when too many wait. `settle`: the function that `admit` returned.
   * The time in which the build waits for a place or for a processor is not charged, nor a build that fails because
   * the database cannot be reached.
   */
  build<T>({ source, kind }: Asker, work: () => Promise<T>, settle: (spentMs: number) => void): Promise<T> {
    return this.#gates[kind](() => {
      const spentMs = this.#startTimer();
      return work().then(
        (built) => {
          settle(Math.min(spentMs(), maxChargeMs[kind]));
          return built;
        },
        (error: unknown) => {
          const isUnavailable = error instanceof CallError && error.code === 'unavailable';
          settle(isUnavailable || isConnectionLost(error) ? 0 : Math.min(spentMs(), maxChargeMs[kind]));
          throw error;
        },
      );
    }, source);
  }
}
