/**
 * Sends generated requests to every declared call in four roles, by the application itself: garbage for breadth, and requests
 * that are mostly valid and use the ids of earlier answers for depth. No request may be answered by 5xx.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { CallDefinition } from '../src/contract/call.ts';
import { type CallName, calls } from '../src/contract/calls.ts';
import { buildApp } from '../src/server/app.ts';
import type { Context } from '../src/server/context.ts';
import { sessions } from '../src/server/modules/accounts/accounts.tables.ts';
import { buildProfile, buildStaff, buildUser } from './build.ts';
import { encode, junk, queryString, spoilt, valid } from './generate.ts';

/** Signing out would end the sessions that the other calls need. */
const names = (Object.keys(calls) as CallName[]).filter((name) => !name.endsWith('logout'));
const roles = ['guest', 'viewer', 'child', 'staff'] as const;
type Role = (typeof roles)[number];

interface FuzzResult {
  sent: number;
  /** How many answers had each status. */
  statuses: Record<number, number>;
  /** Calls that have answered 200. */
  answered: Set<CallName>;
  /** Each 5xx with the request that caused it. */
  failures: string[];
  /**
   * The longest delay of the event loop during each call after its first one, in milliseconds; only if it was measured. A delay
   * beyond the processor time of the process is that of other programs, and is not counted.
   */
  delays: Map<CallName, number>;
}

/** A typical value for a field of that name; `n` makes it unique. */
const sensible: Record<string, (n: number) => unknown> = {
  username: (n) => `fuzz${n}`,
  email: (n) => `fuzz${n}@example.com`,
  password: (n) => (n % 3 === 0 ? 'sea-otter-lamp-9421' : 'maru-1234!'),
  pin: () => '1234',
  parent_pin: () => '4321',
  name: (n) => `이름 ${n % 50}`,
  name_ko: (n) => `이름 ${n}`,
  name_en: (n) => `Name ${n}`,
  title: (n) => `제목 ${n}`,
  title_ko: (n) => `제목 ${n}`,
  title_en: (n) => `Title ${n}`,
  body: (n) => `내용 ${n}`,
  body_ko: (n) => `내용 ${n}`,
  body_en: (n) => `Text ${n}`,
  slug: (n) => `fuzz-${n}`,
  q: (n) => ['달', '등대', 'the', 'ㄷ', 'light'][n % 5],
  locale: (n) => ['ko', 'en'][n % 2],
  lang: (n) => ['ko', 'en'][n % 2],
  device: () => 'web',
  page: (n) => 1 + (n % 3),
  per_page: (n) => [10, 25][n % 2],
  sort: () => undefined,
  updated_at: () => undefined,
  available_from: () => null,
  available_until: () => null,
  credits: () => undefined,
  episode_number: (n) => n,
  number: (n) => n % 1000,
  phone: () => '+12135550142',
  code: () => '123456',
  tz: () => 'America/Los_Angeles',
  zone: () => 'America/Los_Angeles',
};

/** The thing that a path or field names, in the singular: `/api/admin/categories/{id}` and `category_id` both mean `category`. */
const thingOf = (word: string): string =>
  word.replace(/_id$/, '').replace(/ies$/, 'y').replace(/s$/, '').replace(/-/g, '_');
/** The kind of `id` in calls whose path does not name it. */
const thingsByPath: [RegExp, string][] = [
  [/program\/details|videos\/details|video\/similar|my-list|ratings|continue-watching|history/, 'programme'],
  [/sub-category|category\/(home|items)/, 'category'],
  [/genre/, 'genre'],
  [/custom-row/, 'custom_row'],
  [/cast-details/, 'person'],
  [/youtube-playlist/, 'playlist'],
  [/youtube-sub-categories/, 'partner_category'],
  [/get-notices/, 'notice'],
  [/faq/, 'faq_category'],
  [/pages/, 'page'],
  [/ads-/, 'ad'],
  [/playback\/sessions$/, 'programme'],
  [/playback\/sessions/, 'playback_session'],
  [/admin\/inquiries\/attachments/, 'attachment'],
  [/account\/profiles/, 'profile'],
];
const thingOfPath = (path: string): string =>
  thingsByPath.find(([pattern]) => pattern.test(path))?.[1] ??
  thingOf(
    path
      .split('/')
      .filter((part) => !part.startsWith('{'))
      .at(-1) ?? '',
  );

const isUuid = /^[0-9a-f-]{36}$/;

/** Ids of earlier answers, by their kind. */
class Ids {
  private readonly byThing = new Map<string, string[]>();
  readonly all: string[] = ['01890000-0000-7000-8000-000000000000'];

  keep(thing: string, id: string): void {
    const known = this.byThing.get(thing) ?? [];
    if (known.includes(id)) return;
    known.push(id);
    // The newest ids are the least likely to be deleted.
    if (known.length > 40) known.shift();
    this.byThing.set(thing, known);
    this.all.push(id);
    if (this.all.length > 400) this.all.splice(1, 1);
  }

  harvest(thing: string, answer: unknown): void {
    if (Array.isArray(answer)) for (const each of answer.slice(0, 10)) this.harvest(thing, each);
    else if (answer !== null && typeof answer === 'object')
      for (const [key, value] of Object.entries(answer)) {
        if (typeof value === 'string' && value.length < 100) {
          if (key === 'id') this.keep(thing, value);
          else if (key.endsWith('_id') && isUuid.test(value)) this.keep(thingOf(key), value);
        } else this.harvest(key === 'data' ? thing : thingOf(key), value);
      }
  }

  pick(thing: string, n: number): string {
    const known = this.byThing.get(thing);
    const from = known && n % 8 !== 0 ? known : this.all;
    return from[n % from.length] as string;
  }
}

/** A plausible value of an object's schema; sometimes one field is garbage. */
function sensibleObject(
  schema: z.ZodType | undefined,
  { ids, path, profileId }: { ids: Ids; path: string; profileId: string | undefined },
  n: number,
  seed: number,
): unknown {
  if (!schema) return undefined;
  const shape = (schema as z.ZodObject).shape as Record<string, z.ZodType> | undefined;
  const value = fc.sample(valid(schema, ids.all), { numRuns: 1, seed })[0];
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [at, [key, given]] of Object.entries(value).entries()) {
    const write = sensible[key];
    const isOptional = ['optional', 'default'].includes(
      (shape?.[key] as unknown as { def: { type: string } } | undefined)?.def.type ?? '',
    );
    const isGiven = given !== undefined && given !== null;
    if (key === 'profile_id') copy[key] = profileId;
    else if (isOptional && (n + at) % 3 > 0) copy[key] = undefined;
    else if (key === 'id') copy[key] = ids.pick(thingOfPath(path), n);
    else if (/_?ids$/.test(key))
      copy[key] = Array.isArray(given)
        ? [ids.pick(thingOf(key.replace(/_?ids$/, '')) || thingOfPath(path), n)]
        : undefined;
    else if (write) copy[key] = write(n);
    else if (key.endsWith('_id') && isGiven) copy[key] = ids.pick(thingOf(key), n);
    else copy[key] = given;
  }
  const keys = Object.keys(copy);
  if (n % 10 === 0 && keys.length > 0)
    copy[keys[n % keys.length] as string] = fc.sample(junk, { numRuns: 1, seed })[0];
  return copy;
}

/** Runs so many generated and so many chained requests; the same seed sends the same. */
export async function fuzz(
  context: Context,
  {
    generated,
    chained,
    seed = 1,
    measuresDelay = false,
  }: { generated: number; chained: number; seed?: number; measuresDelay?: boolean },
): Promise<FuzzResult> {
  // Each request comes from another network, so that rate limits refuse few requests.
  const config = { ...context.config, trustProxy: 1, staffTwoStep: 'optional' as const };
  const app = await buildApp({ ...context, config });
  const result: FuzzResult = { sent: 0, statuses: {}, answered: new Set(), failures: [], delays: new Map() };
  const delay = measuresDelay ? monitorEventLoopDelay({ resolution: 1 }) : undefined;
  const signedIn: Partial<Record<Role, SignedIn>> = {};
  const ids = new Ids();
  for (const [thing, known] of Object.entries(await listKnown(context)))
    for (const id of known) ids.keep(thing, id);
  try {
    for (let n = 0; n < generated + chained; n += 1) {
      const own = seed * 1_000_003 + n;
      const name = names[(n * 7919) % names.length] as CallName;
      const role = roleOf(calls[name], Math.floor((n * 7919) / names.length) + n);
      if (role !== 'guest' && !signedIn[role]) {
        const fresh = await signIn(context, role);
        signedIn[role] = fresh;
        if (fresh.profileId) ids.keep('profile', fresh.profileId);
      }
      const { token, profileId } = signedIn[role] ?? {};
      const request =
        n < generated
          ? generatedRequest(name, ids.all, own)
          : chainedRequest(name, { ids, profileId }, n, own);
      const cpu = process.cpuUsage();
      delay?.reset();
      delay?.enable();
      const response = await send(app, { ...request, token, n });
      delay?.disable();
      // The first request of a call may load code that later ones have.
      if (delay) {
        const { user, system } = process.cpuUsage(cpu);
        const ms = Number.isFinite(delay.max) ? Math.min(delay.max / 1e6, (user + system) / 1000) : 0;
        const before = result.delays.get(name);
        result.delays.set(name, before === undefined ? 0 : Math.max(before, ms));
      }
      result.sent += 1;
      const { statusCode } = response;
      result.statuses[statusCode] = (result.statuses[statusCode] ?? 0) + 1;
      if (statusCode >= 500)
        result.failures.push(
          `${role}: ${request.method} ${request.url} ${JSON.stringify(request.body)} → ${statusCode} ${response.body}`,
        );
      // An earlier call has signed the user out or removed their permissions: a new user continues.
      if (statusCode === 401) delete signedIn[role];
      if (statusCode === 200) {
        result.answered.add(name);
        if (String(response.headers['content-type']).startsWith('application/json'))
          ids.harvest(thingOfPath(request.path), response.json());
      }
    }
  } finally {
    await app.close();
  }
  return result;
}

/** Mostly a user with permission for the call: a refused request reaches little code that could fail. */
function roleOf({ who }: CallDefinition, n: number): Role {
  if (n % 6 === 0) return roles[(n / 6) % roles.length] as Role;
  if (who === 'staff' || typeof who === 'object') return 'staff';
  return who === 'anyone'
    ? ((['guest', 'viewer', 'child'] as const)[n % 3] ?? 'guest')
    : n % 4 === 1
      ? 'child'
      : 'viewer';
}

interface SignedIn {
  token: string;
  profileId?: string;
}

/** A session of a new user; a viewer's session has just re-authenticated. */
async function signIn({ db }: Context, role: Exclude<Role, 'guest'>): Promise<SignedIn> {
  if (role === 'staff') return { token: (await buildStaff(db)).token };
  const user = await buildUser(db, { plan: 10 });
  const { id } = await buildProfile(db, {
    householdId: user.householdId,
    ...(role === 'child' ? { isKid: true, age: 8, maturity: 7 } : { maturity: 19 }),
  });
  await db
    .update(sessions)
    .set({ profileId: id, reauthenticatedAt: new Date() })
    .where(eq(sessions.userId, user.id));
  return { token: user.token, profileId: id };
}

/** The database's ids of the kinds that requests name. */
async function listKnown({ pool }: Context): Promise<Record<string, string[]>> {
  const known: Record<string, string[]> = {};
  for (const [thing, table] of Object.entries({
    programme: 'catalog_programmes',
    season: 'catalog_seasons',
    episode: 'catalog_episodes',
    category: 'catalog_categories',
    genre: 'catalog_genres',
    person: 'catalog_people',
    custom_row: 'catalog_custom_rows',
    asset: 'ingest_assets',
    channel: 'live_channels',
    playlist: 'partner_video_playlists',
    partner_category: 'partner_video_categories',
    notice: 'support_notices',
    faq_category: 'support_faq_categories',
    ad: 'ads_ads',
  })) {
    const { rows } = await pool.query<{ id: string }>(`select id from ${table} limit 20`);
    known[thing] = rows.map(({ id }) => id);
  }
  const { rows } = await pool.query<{ slug: string }>('select slug from support_pages');
  known.page = rows.map(({ slug }) => slug);
  return known;
}

interface Request {
  method: 'GET';
  path: string;
  url: string;
  body: unknown;
}

function requestOf(name: CallName, params: unknown, query: unknown, body: unknown): Request {
  const [method, path = ''] = name.split(' ') as ['GET', string];
  const url =
    path.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = (params as Record<string, unknown> | null | undefined)?.[key] ?? params;
      return encode(value) || '-';
    }) + queryString(query);
  return { method, path, url, body };
}

function generatedRequest(name: CallName, ids: string[], seed: number): Request {
  const { params, query, body } = calls[name] as CallDefinition;
  const [some] = fc.sample(
    fc.tuple(spoilt(params, ids), spoilt(query, ids), spoilt(body === 'bytes' ? undefined : body, ids)),
    { numRuns: 1, seed },
  );
  return requestOf(name, ...(some as [unknown, unknown, unknown]));
}

function chainedRequest(
  name: CallName,
  { ids, profileId }: { ids: Ids; profileId: string | undefined },
  n: number,
  seed: number,
): Request {
  const { params, query, body } = calls[name] as CallDefinition;
  const path = name.split(' ')[1] as string;
  const named = Object.fromEntries(
    Object.keys((params as z.ZodObject | undefined)?.shape ?? {}).map((key) => [
      key,
      ids.pick(key === 'id' || key === 'slug' ? thingOfPath(path) : thingOf(key), n),
    ]),
  );
  const from = { ids, path, profileId };
  return requestOf(
    name,
    named,
    sensibleObject(query, from, n, seed),
    body === 'bytes' ? 'bytes' : sensibleObject(body, from, n, seed),
  );
}

async function send(
  app: FastifyInstance,
  { method, url, body, token, n }: Request & { token: string | undefined; n: number },
) {
  const payload = method === 'GET' || body === undefined ? undefined : (JSON.stringify(body) ?? '');
  return app.inject({
    method,
    url,
    headers: {
      'x-forwarded-for': `10.${n % 100}.${(n >> 8) % 256}.${n % 256}`,
      'x-locale': n % 2 ? 'ko' : 'en',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined
        ? {}
        : { 'content-type': body === 'bytes' ? 'application/octet-stream' : 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}
