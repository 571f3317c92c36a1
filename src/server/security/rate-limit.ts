/**
 * Slows guessing down: after `limit` failures for a key within a window, further attempts wait until it has passed. An
 * attempt counts as failed from its beginning, so that a thousand guesses sent at once are no more than a thousand in turn.
 */
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { CallError } from '../errors.ts';

export class RateLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #code: 'too_many_logins' | 'too_many_tries' | 'wait';
  readonly #failures: LRUCache<string, { count: number; until: number; refused?: true }>;

  /** `code`: what somebody over the limit is told. */
  constructor(
    limit: number,
    windowMs: number,
    code: 'too_many_logins' | 'too_many_tries' | 'wait' = 'too_many_logins',
  ) {
    this.#code = code;
    this.#limit = limit;
    this.#windowMs = windowMs;
    // By `maxSize`, not `max`: that would set room aside for all of them at once, and clear it whenever the last one goes.
    this.#failures = new LRUCache({ maxSize: 50_000, sizeCalculation: () => 1, ttl: windowMs });
  }

  /** Begins an attempt. Throws its code with the seconds left while the key is at its limit. */
  consume(about: string, now: Date): void {
    const key = this.keyOf(about);
    const entry = this.#failures.get(key);
    const current =
      entry && entry.until > now.getTime() ? entry : { count: 0, until: now.getTime() + this.#windowMs };
    if (current.count >= this.#limit) {
      const error = new CallError(this.#code, { seconds: Math.ceil((current.until - now.getTime()) / 1000) });
      // Once a window: a line for each guess would fill the disk.
      error.suspicious = !current.refused;
      current.refused = true;
      throw error;
    }
    current.count += 1;
    this.#failures.set(key, current);
  }

  /** The attempt was right: it counts no longer. */
  refund(about: string): void {
    const entry = this.#failures.get(this.keyOf(about));
    if (entry && entry.count > 0) entry.count -= 1;
  }

  /** The key's owner has shown who they are: earlier failures count no longer. */
  reset(about: string): void {
    this.#failures.delete(this.keyOf(about));
  }

  /** Under which key it counts what it is told about. */
  protected keyOf(about: string): string {
    return about;
  }
}

/**
 * Does what an attempt asks for. Whoever is sent away unheard, because too many wait to be looked at, has not failed: `takeBack`
 * takes back what has begun to count.
 */
export function refundIfRejected<T>(work: Promise<T>, takeBack: () => void): Promise<T> {
  return work.catch((error: unknown) => {
    takeBack();
    throw error;
  });
}

/** Attempts by where they come from. One customer's line has a whole network of version 6 addresses, which counts as one. */
export class AddressRateLimit extends RateLimit {
  protected override keyOf(address: string): string {
    return networkOf(address);
  }
}

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, as `2001:db8:0:1::/64` (RFC 4291, RFC 6177). */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [before, after] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = after ? 8 - (before as string[]).length - after.length : 0;
  const groups = [...(before as string[]), ...Array<string>(zeros).fill('0'), ...(after ?? [])];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
