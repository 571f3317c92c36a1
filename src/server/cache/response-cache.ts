/**
 * The response cache. A response that is the same for all of one audience is built once, and cached as ready bytes in each encoding.
 * It expires when its content changes, and after a minute, because publication windows open and close without a notification.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Asker, BuildBudget, type BuildLimits } from '../security/build-budget.ts';
import type { Personal } from './personal-facts.ts';
import { SegmentedCache } from './segmented-cache.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The content of cached responses, and the tags whose responses show it too and are invalidated with it. */
const alsoShownOn = {
  catalog: ['home', 'live', 'search', 'partner_video', 'support', 'page'],
  home: ['page'],
  live: ['home', 'search', 'page'],
  partner_video: ['home', 'search', 'page'],
  ads: ['home', 'page'],
  support: ['page'],
  plans: ['page'],
  search: ['page'],
  page: [],
} as const;

/** The content that a cached response depends on. Dropping a tag invalidates every response that has it. */
export type CacheTag = keyof typeof alsoShownOn;

/** Whether a text from another node is a cache tag. */
export const isCacheTag = (text: string | undefined): text is CacheTag =>
  text !== undefined && Object.hasOwn(alsoShownOn, text);

export interface CachedResponse {
  status: number;
  type: string;
  identity: Buffer;
  brotli: Buffer;
  gzip: Buffer;
  etag: string;
  /** The positions in `identity` of each card's personal fields, in bytes, and the programme of each. */
  spots: { programmeId: string; start: number; end: number }[];
}

const emptyPersonal = Buffer.from('"like":0,"my_list":false,"percentage":0,"current_position":0');
// A quote inside any text is escaped in JSON, so this mark cannot come from content.
const programmeMark = Buffer.from('"program_id":"');
const ttlMs = 60_000;

/** Encodes a response, and finds the places that differ between profiles. */
export async function encodeResponse(answer: unknown): Promise<CachedResponse> {
  const identity = Buffer.from(JSON.stringify(answer));
  const spots: CachedResponse['spots'] = [];
  for (let at = identity.indexOf(programmeMark); at >= 0; ) {
    const from = at + programmeMark.length;
    const start = identity.indexOf(emptyPersonal, from);
    if (start < 0) break;
    at = identity.indexOf(programmeMark, from);
    if (at >= 0 && at < start) continue;
    const programmeId = identity.toString('latin1', from, identity.indexOf('"', from));
    spots.push({ programmeId, start, end: start + emptyPersonal.length });
  }
  return { status: 200, type: 'application/json; charset=utf-8', ...(await encode(identity)), spots };
}

/** A page as cached bytes. */
export const encodePage = (html: string, status: number): Promise<CachedResponse> =>
  encodeText(html, 'text/html; charset=utf-8', status);

/** Any text as cached bytes. */
export async function encodeText(text: string, type: string, status = 200): Promise<CachedResponse> {
  return { status, type, ...(await encode(Buffer.from(text))), spots: [] };
}

async function encode(
  identity: Buffer,
): Promise<Pick<CachedResponse, 'identity' | 'brotli' | 'gzip' | 'etag'>> {
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    zip(identity, { level: 6 }),
  ]);
  const etag = `"${createHash('sha1').update(identity).digest('base64url')}"`;
  return { identity, brotli: br, gzip: gz, etag };
}

interface Tagged<T> {
  tag: CacheTag;
  cached: T;
}

/** The approximate memory of a response. */
const bytesOf = ({ identity, brotli, gzip, spots }: CachedResponse) =>
  identity.length + brotli.length + gzip.length + spots.length * 100;

/** The maximum memory of all cached responses together, whatever guests request. */
const maxBytes = 64 * 2 ** 20;
const maxAnswers = 2000;
/** Longer addresses are answered too, but not cached. */
const maxAddressLength = 500;
const maxAddresses = 5000;

export class ResponseCache {
  /** Limits the builds of callers. Suggestions and refusals, which are not cached, count too. */
  readonly budget: BuildBudget;

  /** Builds in progress. One that was invalidated meanwhile is removed from this map, and its result is not cached. */
  readonly #building = new Map<string, Tagged<Promise<CachedResponse>>>();
  readonly #answers = new SegmentedCache<Tagged<CachedResponse>>({
    maxEntries: maxAnswers,
    maxBytes,
    bytesOf: ({ cached }) => bytesOf(cached),
    ttlMs: ttlMs,
  });

  /** Addresses as guests send them → the key of their response, so that a known address is answered without parsing it again. */
  readonly #addresses = new SegmentedCache<{ key: string }>({
    maxEntries: maxAddresses,
    maxBytes: maxAddresses * maxAddressLength * 4,
    bytesOf: ({ key }) => 2 * key.length,
  });

  constructor(limits?: BuildLimits) {
    this.budget = new BuildBudget(limits);
  }

  /** The cached response last sent for that address, if it is still cached. */
  findByAddress(address: string): CachedResponse | Promise<CachedResponse> | undefined {
    const found = this.#addresses.get(address);
    return found && this.#find(found.key);
  }

  /** Stores which response an address was given. */
  rememberAddress(address: string, key: string): void {
    if (address.length <= maxAddressLength) this.#addresses.set(address, { key });
  }

  /**
   * The cached response of `key`, built when there is none. Simultaneous callers share one build; a failed build, and a page that
   * does not exist, are not cached. The caller that starts a build needs room in its budget; callers that share it do not.
   */
  async get(
    key: string,
    tag: CacheTag,
    build: () => Promise<CachedResponse>,
    asker?: Asker,
  ): Promise<CachedResponse> {
    const found = this.#find(key);
    if (found) return found;
    if (!asker) return this.#build(key, tag, build);
    const settle = await this.budget.admit(asker.source);
    // Another caller may have had it built while this one waited.
    const meanwhile = this.#find(key);
    if (meanwhile) {
      settle(0);
      return meanwhile;
    }
    return this.#build(key, tag, () => this.budget.build(asker, build, settle));
  }

  /** Invalidates every response of that tag, and those that show the same content. */
  drop(tag: CacheTag): void {
    const gone: readonly CacheTag[] = [tag, ...alsoShownOn[tag]];
    for (const answers of [this.#answers, this.#building]) {
      for (const [key, { tag: own }] of [...answers.entries()]) {
        if (gone.includes(own)) answers.delete(key);
      }
    }
  }

  /** Invalidates everything: announcements may have been missed. */
  clear(): void {
    this.#answers.clear();
    this.#building.clear();
  }

  #find(key: string): CachedResponse | Promise<CachedResponse> | undefined {
    return this.#answers.get(key)?.cached ?? this.#building.get(key)?.cached;
  }

  async #build(key: string, tag: CacheTag, build: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const own = { tag, cached: build() };
    this.#building.set(key, own);
    try {
      const cached = await own.cached;
      if (cached.status === 200 && this.#building.get(key) === own) this.#answers.set(key, { tag, cached });
      return cached;
    } finally {
      if (this.#building.get(key) === own) this.#building.delete(key);
    }
  }
}

/** Caches nothing, and shares no build: for previews. */
export class UncachedResponses extends ResponseCache {
  override findByAddress(): undefined {}
  override rememberAddress(): void {}
  override get(_key: string, _tag: CacheTag, build: () => Promise<CachedResponse>): Promise<CachedResponse> {
    return build();
  }
}

/**
 * The buffer in which personal responses are assembled, one after the other: a buffer for each would make V8 collect its whole
 * heap a few times a second under load.
 */
let workspace = Buffer.allocUnsafeSlow(256 * 1024);

/** The bytes of a cached response with a profile's own facts in its cards. The next call overwrites them. */
export function personalise(cached: CachedResponse, personal: Map<string, Personal>): Buffer {
  // Two numbers per spot, each of maximum length.
  const maxBytes = cached.identity.length + cached.spots.length * 60;
  if (workspace.length < maxBytes) workspace = Buffer.allocUnsafeSlow(maxBytes);
  let from = 0;
  let length = 0;
  for (const { programmeId, start, end } of cached.spots) {
    const own = personal.get(programmeId);
    if (!own) continue;
    length += cached.identity.copy(workspace, length, from, start);
    length += workspace.write(
      `"like":${own.like},"my_list":${own.my_list},"percentage":${own.percentage},"current_position":${own.current_position}`,
      length,
      'latin1',
    );
    from = end;
  }
  length += cached.identity.copy(workspace, length, from);
  return workspace.subarray(0, length);
}
