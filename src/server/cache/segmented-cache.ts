/**
 * A cache that a scan cannot flush. A new entry goes to probation; when it is requested again, it is promoted to the protected
 * segment, where only other promoted entries can evict it. Keys that were promoted recently are stored, so that a popular entry
 * that is rebuilt after it expired is protected at once.
 */
import { LRUCache } from 'lru-cache';

/** The share of the cache for entries that were requested once. */
const probationShare = 0.25;

interface SegmentedCacheOptions<V extends object> {
  maxEntries: number;
  maxBytes: number;
  ttlMs?: number;
  bytesOf(value: V): number;
}

export class SegmentedCache<V extends object> {
  readonly #probation: LRUCache<string, V>;
  readonly #protected: LRUCache<string, V>;
  readonly #promotedKeys: LRUCache<string, true>;

  constructor({ maxEntries, maxBytes, ttlMs = 0, bytesOf }: SegmentedCacheOptions<V>) {
    const segment = (share: number) =>
      new LRUCache<string, V>({
        max: Math.ceil(maxEntries * share),
        maxSize: Math.ceil(maxBytes * share),
        sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + 1,
        ttl: ttlMs,
      });
    this.#probation = segment(probationShare);
    this.#protected = segment(1 - probationShare);
    this.#promotedKeys = new LRUCache({ max: maxEntries });
  }

  /** The entry, promoted unless this is the first request for it. */
  get(key: string): V | undefined {
    const found = this.#protected.get(key);
    if (found) return found;
    const waiting = this.#probation.get(key);
    if (!waiting) return undefined;
    const ttl = this.#probation.getRemainingTTL(key);
    this.#probation.delete(key);
    this.#promotedKeys.set(key, true);
    this.#protected.set(key, waiting, Number.isFinite(ttl) ? { ttl } : {});
    return waiting;
  }

  set(key: string, value: V): void {
    if (this.#promotedKeys.get(key)) {
      this.#probation.delete(key);
      this.#protected.set(key, value);
    } else this.#probation.set(key, value);
  }

  delete(key: string): void {
    this.#probation.delete(key);
    this.#protected.delete(key);
  }

  clear(): void {
    this.#probation.clear();
    this.#protected.clear();
  }

  /** Every entry with its key, as of now. */
  entries(): [string, V][] {
    return [...this.#probation.entries(), ...this.#protected.entries()];
  }
}
