/**
 * Keeps what strangers make a node build (answers that are not in the response cache, pages) from taking more than its share. Each
 * source of requests, a network or a household, may use a share of the time in building; beyond it, it waits, and then it is refused.
 * All sources together pass a gate.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { CallError } from '../errors.ts';
import { type Gate, makeGate } from './gate.ts';

export interface BuildLimits {
  /** Share of the time that one source may keep this node building, 1 is all of it. */
  share: number;
  /** So much building may come at once, in milliseconds. */
  burstMs: number;
  /** A source over its share waits so long for its turn. Who is refused is told after as long, so that a loop is slow. */
  maxWaitMs: number;
}

export const defaultBuildLimits: BuildLimits = { share: 0.2, burstMs: 1500, maxWaitMs: 1000 };

/** What a build is charged before it is known how long it takes, in milliseconds. */
const estimateMs = 10;
/** What telling somebody no is charged, in milliseconds. */
const refusalMs = 1;
/** Bytes of a body that are read in a millisecond. */
const bytesReadInMs = 100_000;
/** What it says that it sends is charged up to here. */
const maxChargedBytes = 1_048_576;
/** Sources that are remembered; a forgotten one begins with its whole burst. */
const maxSources = 50_000;

/** What is built: answers of calls; pages, which call for answers themselves and so pass a gate of their own; finds of a search. */
export type BuildKind = 'answer' | 'page' | 'search';

/** The payer and the kind of a build. The server's own requests name no payer: they were counted where they began. */
export interface Asker {
  source: string;
  kind: BuildKind;
}

export class BuildBudget {
  readonly #limits: BuildLimits;
  /** Source → the instant, of `performance.now()`, at which its share has paid for all that it has had built. */
  readonly #paidAt = new LRUCache<string, number>({ max: maxSources });
  readonly #gates: Record<BuildKind, Gate> = {
    answer: makeGate(6, 200),
    page: makeGate(2, 64),
    search: makeGate(4, 100),
  };

  constructor(limits: BuildLimits = defaultBuildLimits) {
    this.#limits = limits;
  }

  /**
   * Waits until `source` may have something built; fails with `unavailable` when that would take too long. The answer is called when
   * the build is over, with how long it took.
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

  /** Admits, builds and counts at once. */
  async run<T>({ source, kind }: Asker, work: () => Promise<T>): Promise<T> {
    const settle = await this.admit(source);
    return this.build(kind, () => {
      const from = performance.now();
      return work().finally(() => settle(performance.now() - from));
    });
  }

  /**
   * Slows a source down that is refused again and again: each refusal takes a little of its share, and once that is used up it waits
   * before it is told. `bodyBytes`: what it sent with it, which is read even when it is refused.
   */
  async slow(source: string, bodyBytes = 0): Promise<void> {
    const { share, burstMs, maxWaitMs } = this.#limits;
    const now = performance.now();
    const paidAt = Math.max(now, this.#paidAt.get(source) ?? 0);
    const waitMs = Math.min(paidAt - now - burstMs / share, maxWaitMs);
    const costMs = refusalMs + Math.min(bodyBytes, maxChargedBytes) / bytesReadInMs;
    if (waitMs < maxWaitMs) this.#paidAt.set(source, paidAt + costMs / share);
    // Hundreds that wait are not told all at the same instant: what they send next would come as one burst.
    if (waitMs > 0) await sleep(waitMs * (0.5 + Math.random()));
  }

  /** Builds when the node has a turn for it; fails with `unavailable` when too many wait. */
  build<T>(kind: BuildKind, work: () => Promise<T>): Promise<T> {
    return this.#gates[kind](work);
  }
}
