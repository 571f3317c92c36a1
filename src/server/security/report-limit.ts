/**
 * Limits what one network may report within a window: views of ads, clicks, searches. Each node counts separately and in memory,
 * because these calls are too many to write a row for each.
 */
import { LRUCache } from 'lru-cache';
import { CallError } from '../errors.ts';
import { networkOf } from './network.ts';

export class ReportLimit {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #counts: LRUCache<string, { count: number; until: number; refused?: true }>;

  constructor(max: number, windowMs: number) {
    this.#max = max;
    this.#windowMs = windowMs;
    // By `maxSize`, not `max`: that would allocate room for all of them at once.
    this.#counts = new LRUCache({ maxSize: 50_000, sizeCalculation: () => 1, ttl: windowMs });
  }

  /** Counts a report from that address. Throws `too_many_tries` with the seconds left while its network is at the limit. */
  consume(address: string, now: Date): void {
    const key = networkOf(address);
    const entry = this.#counts.get(key);
    const current =
      entry && entry.until > now.getTime() ? entry : { count: 0, until: now.getTime() + this.#windowMs };
    if (current.count >= this.#max) {
      const error = new CallError('too_many_tries', {
        seconds: Math.ceil((current.until - now.getTime()) / 1000),
      });
      // Logged once a window: a line for each would fill the disk.
      error.suspicious = !current.refused;
      current.refused = true;
      throw error;
    }
    current.count += 1;
    this.#counts.set(key, current);
  }
}
