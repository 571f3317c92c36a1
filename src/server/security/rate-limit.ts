/**
 * Rate limits: a number of attempts for a key within a window. An attempt counts from its beginning, so that a thousand
 * simultaneous guesses are worth no more than a thousand in turn. The counts are in the database, so that a limit holds over all
 * nodes. Each node briefly caches which keys were refused, so that a flood costs the database one query every few seconds.
 */
import { createHmac } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { type Queryable, queryRows } from '../db/client.ts';
import { CallError } from '../errors.ts';
import { networkOf } from './network.ts';
import { rateLimits } from './rate-limits.tables.ts';

/** The parts of the context that counting needs. `db` may be a transaction: the attempt is then rolled back with it. */
interface Counting {
  db: Queryable;
  config: Pick<Config, 'secret'>;
  now(): Date;
}

type LimitCode = 'too_many_logins' | 'too_many_tries' | 'wait';

interface Options {
  /** The error code over the limit. */
  code?: LimitCode;
  /** A success proves the caller's identity and resets earlier attempts of the key. */
  resets?: true;
}

/** How long a node caches a refusal before it asks the database again: another node may have refunded an attempt. */
const rememberedMs = 5000;

/** One key of one limit. */
interface Counted {
  limit: RateLimit;
  about: string;
}

export class RateLimit {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
  readonly code: LimitCode;
  readonly resets: boolean;
  /** Refused keys: until when, and until when without a query. */
  readonly refused = new LRUCache<string, { endsAt: number; askAgainAt: number }>({
    // By `maxSize`, not `max`: that would allocate room for all of them at once.
    maxSize: 50_000,
    sizeCalculation: () => 1,
  });

  /** `name` distinguishes limits in the table; `max` attempts within `windowMs`. */
  constructor(
    name: string,
    max: number,
    windowMs: number,
    { code = 'too_many_logins', resets }: Options = {},
  ) {
    this.name = name;
    this.max = max;
    this.windowMs = windowMs;
    this.code = code;
    this.resets = resets ?? false;
  }

  /** The counted key, for `beginAttempt`. */
  of(about: string): Counted {
    return { limit: this, about };
  }

  /** Counts an attempt that cannot be refunded. Throws as `beginAttempt` does. */
  async consume(counting: Counting, about: string): Promise<void> {
    await beginAttempt(counting, this.of(about));
  }

  /** Resets the key's attempts: its owner has shown who they are elsewhere. */
  async reset(counting: Counting, about: string): Promise<void> {
    await subtract(counting, [this.of(about)], () => true);
  }
}

/** Attempts by address. One customer's line has a whole network of IPv6 addresses, which counts as one. */
export class AddressRateLimit extends RateLimit {
  override of(address: string): Counted {
    return { limit: this, about: networkOf(address) };
  }
}

/** An attempt that has been counted. */
interface Attempt {
  /** The attempt succeeded: it is not counted any more, nor are earlier ones of limits that reset. */
  succeed(): Promise<void>;
  /** Refunds an attempt that never ran. */
  refund(): Promise<void>;
  /** Runs the work of the attempt, and refunds the attempt when the work rejects without a result. */
  refundIfRejected<T>(work: Promise<T>): Promise<T>;
}

/**
 * Begins an attempt that counts under each of those keys, in one query. Throws the code of the first limit that is reached, with
 * the seconds left; then the attempt is counted nowhere.
 */
export async function beginAttempt(counting: Counting, ...counted: Counted[]): Promise<Attempt> {
  const now = counting.now();
  for (const each of counted) refuseAgain(each, now);
  const keys = counted.map((each) => keyOf(counting, each));
  const accepted = await count(counting, counted, keys, now);
  const isAccepted = (_: Counted, at: number) => accepted.has(keys[at] ?? '');
  const refused = counted.find((each, at) => !isAccepted(each, at));
  if (refused) {
    const begun = counted.filter(isAccepted);
    if (begun.length > 0) await subtract(counting, begun, () => false);
    return refuse(counting, refused, now);
  }
  const refund = () => subtract(counting, counted, () => false);
  return {
    succeed: () => subtract(counting, counted, ({ limit }) => limit.resets),
    refund,
    refundIfRejected: (work) =>
      work.catch(async (error: unknown) => {
        await refund();
        throw error;
      }),
  };
}

/**
 * Runs work with a code that the caller has entered. It counts as an attempt only if it fails with the error of a wrong code, so that
 * guesses are limited and the use of a valid code is not.
 */
export async function runWithCode<T>(
  counting: Counting,
  counted: Counted[],
  isWrongCode: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const attempt = await beginAttempt(counting, ...counted);
  try {
    const done = await work();
    await attempt.refund();
    return done;
  } catch (error) {
    if (!isWrongCode(error)) await attempt.refund();
    throw error;
  }
}

/** Deletes the counts of windows that have passed. */
export async function purgeRateLimits({ db, now }: Pick<Counting, 'db' | 'now'>): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.endsAt, now()));
}

const keyOf = ({ config }: Counting, { limit, about }: Counted): string =>
  createHmac('sha256', config.secret).update(`rate-limit:${limit.name}:${about}`).digest('base64url');

/**
 * Counts one under each key that is not at its limit, and returns those keys. Rows are locked in the keys' order: no deadlock.
 */
async function count(
  { db }: Counting,
  counted: Counted[],
  keys: string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const limits = counted.map(({ limit }) => limit);
  const rows = await queryRows<{ key: string }>(
    db,
    sql`insert into ${rateLimits} as held (key, count, ends_at)
      select asked.key, 1, ${now}::timestamptz + asked.window_ms * interval '1 millisecond'
      from unnest(${sql.param(keys)}::text[], ${sql.param(limits.map(({ windowMs }) => windowMs))}::bigint[]) as asked (key, window_ms)
      order by asked.key
      on conflict (key) do update set
        count = case when held.ends_at <= ${now} then 1 else held.count + 1 end,
        ends_at = case when held.ends_at <= ${now} then excluded.ends_at else held.ends_at end
      where held.ends_at <= ${now} or held.count < (
        select max from unnest(${sql.param(keys)}::text[], ${sql.param(limits.map(({ max }) => max))}::int[]) as bound (key, max)
        where bound.key = held.key)
      returning key`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Subtracts an attempt under each key, or all attempts of the key. */
async function subtract(
  counting: Counting,
  counted: Counted[],
  forgets: (each: Counted) => boolean,
): Promise<void> {
  const keys = counted.map((each) => keyOf(counting, each));
  const forgotten = counted.filter(forgets).map((each) => keyOf(counting, each));
  for (const { limit, about } of counted) limit.refused.delete(about);
  await counting.db.execute(sql`
    with held as (
      select key from ${rateLimits} where key = any(${sql.param(keys)}::text[]) and ends_at > ${counting.now()}
      order by key for update)
    update ${rateLimits} as counted
    set count = case when counted.key = any(${sql.param(forgotten)}::text[]) then 0 else greatest(counted.count - 1, 0) end
    from held where held.key = counted.key`);
}

/** Refuses without a query, for a moment after the last one. */
function refuseAgain({ limit, about }: Counted, now: Date): void {
  const known = limit.refused.get(about);
  if (!known || known.askAgainAt <= now.getTime()) return;
  throw refusal(limit, known.endsAt, now);
}

/** Refuses a key at its limit, and caches the refusal. */
async function refuse(counting: Counting, counted: Counted, now: Date): Promise<never> {
  const { limit, about } = counted;
  const [row] = await queryRows<{ ends_at: Date }>(
    counting.db,
    sql`select ends_at from ${rateLimits} where key = ${keyOf(counting, counted)}`,
  );
  const endsAt = row?.ends_at.getTime() ?? now.getTime();
  const known = limit.refused.get(about);
  limit.refused.set(about, { endsAt, askAgainAt: Math.min(endsAt, now.getTime() + rememberedMs) });
  const error = refusal(limit, endsAt, now);
  // Logged once a window: a line for each guess would fill the disk.
  error.suspicious = known?.endsAt !== endsAt;
  throw error;
}

const refusal = (limit: RateLimit, endsAt: number, now: Date) =>
  new CallError(limit.code, { seconds: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)) });
