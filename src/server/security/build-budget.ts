/**
 * Limits what strangers can make a node build (responses that are not in the response cache, pages). Each source of requests, a
 * network or a household, may use a share of the time for building; beyond it, its requests wait, and then they are refused. All
 * sources together pass a gate.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { CallError } from '../errors.ts';
import { type Gate, makeGate } from './gate.ts';

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
/** The charge for a refusal, in milliseconds. */
const refusalMs = 1;
/** Bytes of a body that are read in a millisecond. */
const bytesReadInMs = 100_000;
/** The declared size of a body is charged up to this. */
const maxChargedBytes = 1_048_576;
/** The number of sources stored; an evicted one begins with its whole burst. */
const maxSources = 50_000;

/**
 * What is built: responses of calls; pages, which make calls themselves and so pass a gate of their own; results of a search; answers
 * of a preview, each of which has a connection to the database for itself.
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

  constructor(limits: BuildLimits = defaultBuildLimits) {
    this.#limits = limits;
  }

  /**
   * Waits until `source` may have something built; fails with `unavailable` when that would take too long. Call the returned
   * function when the build has ended, with its duration.
   */
  async admit(source: string): Promise<(tookMs: number) => void> {
    const { share, burstMs, maxWaitMs } = this.#limits;
    const now = performance.now();
    const paidAt = Math.max(now, this.#paidAt.get(source) ?? 0);
    const waitMs = paidAt - now - burstMs / share;
    if (waitMs > maxWaitMs) {
      await sleep(maxWaitMs);
      const refusal = new CallError('unavailable');
      refusal.hasWaited = true;
      throw refusal;
    }
    this.#paidAt.set(source, paidAt + estimateMs / share);
    if (waitMs > 0) await sleep(waitMs);
    return (tookMs) => {
      this.#paidAt.set(source, (this.#paidAt.get(source) ?? now) + (tookMs - estimateMs) / share);
    };
  }

  /** Admits, builds and charges. */
  async run<T>({ source, kind }: Asker, work: () => Promise<T>): Promise<T> {
    const settle = await this.admit(source);
    return this.build(kind, () => {
      const from = performance.now();
      return work().finally(() => settle(performance.now() - from));
    });
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

  /** Builds when the node has a free place; fails with `unavailable` when too many wait. */
  build<T>(kind: BuildKind, work: () => Promise<T>): Promise<T> {
    return this.#gates[kind](work);
  }
}
