/**
 * Sends generated garbage to every declared call, as a guest, a signed-in user and an administrator: whatever comes, the
 * answer is a 200 of the declared shape or a declared error, never a 5xx.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CallDefinition } from '../src/contract/call.ts';
import { type CallName, calls } from '../src/contract/calls.ts';
import { errorTable } from '../src/contract/errors.ts';
import { commonErrors } from '../src/server/http/bind.ts';
import { openTestApi, type TestApi } from './api.ts';
import {
  buildAsset,
  buildCategory,
  buildEpisode,
  buildProfile,
  buildProgramme,
  buildStaff,
  buildUser,
} from './build.ts';

/** Signing out would end the sessions that the other calls need. */
const names = (Object.keys(calls) as CallName[]).filter((name) => !name.endsWith('logout'));
const triesPerCall = 24;

/** Strings that have broken services: what databases, parsers and renderers choke on. */
const nasty = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦🇰🇷',
  '\r\nset-cookie: a=b',
  "' or 1=1 --",
  '%00',
  '%',
  '../../etc/passwd',
  '__proto__',
  'NaN',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  'true',
  'null',
  '[]',
  '{}',
  '-'.repeat(36),
  '0000-00-00',
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  'ㄱ'.repeat(300),
  'x'.repeat(10_000),
  '\u0301'.repeat(500),
];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
const number = fc.oneof(
  fc.constantFrom(0, -1, 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, -0.5, 0.1, 32_768),
  fc.integer(),
);
const junk: fc.Arbitrary<unknown> = fc.oneof(
  word,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(word, { maxLength: 4 }),
  fc.dictionary(word, word, { maxKeys: 3 }),
  fc.anything({ maxDepth: 3, withUnicodeString: true }).filter((value) => typeof value !== 'bigint'),
);

/** Values that pass a schema, so that garbage in one field reaches the code behind the check of the others. */
function valid(schema: z.ZodType, ids: string[]): fc.Arbitrary<unknown> {
  const { def } = schema as unknown as { def: Record<string, never> & { type: string; format?: string } };
  const inner = (name: string) => valid(def[name] as unknown as z.ZodType, ids);
  switch (def.type) {
    case 'optional':
    case 'default':
      return fc.option(inner('innerType'), { nil: undefined });
    case 'nullable':
      return fc.option(inner('innerType'));
    case 'pipe':
      return fc.constantFrom('true', 'false');
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries as unknown as Record<string, string>));
    case 'literal':
      return fc.constantFrom(...(def.values as unknown as unknown[]));
    case 'union':
      return fc.oneof(...(def.options as unknown as z.ZodType[]).map((option) => valid(option, ids)));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: 1, max: 12 });
    case 'array':
      return fc.array(inner('element'), { maxLength: 3 });
    case 'record':
      return fc.constantFrom({}, { programmes: ['read'] });
    case 'object': {
      const shape = def.shape as unknown as Record<string, z.ZodType>;
      return fc.record(
        Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, valid(field, ids)])),
      );
    }
    default:
      if (def.format === 'uuid') return fc.constantFrom(...ids);
      if (def.format === 'date') return fc.constantFrom('0000-01-01', '2000-02-29', '9999-12-31');
      if (def.format === 'datetime')
        return fc.constantFrom(
          '0000-01-01T00:00:00Z',
          '2026-06-15T12:00:00+09:00',
          '9999-12-31T23:59:59-23:59',
        );
      return fc.oneof(fc.constantFrom('a', 'slug-1', '가나다', ...ids), word);
  }
}

/** A value of the schema with garbage in some of its fields, or garbage altogether. */
function spoilt(schema: z.ZodType | undefined, ids: string[]): fc.Arbitrary<unknown> {
  if (!schema) return fc.option(junk, { nil: undefined, freq: 4 });
  return fc.oneof(
    { weight: 3, arbitrary: valid(schema, ids) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(valid(schema, ids), fc.array(fc.tuple(fc.nat(40), junk), { minLength: 1, maxLength: 2 }))
        .map(([value, changes]) => {
          if (value === null || typeof value !== 'object' || Array.isArray(value)) return changes[0]?.[1];
          const copy = { ...value } as Record<string, unknown>;
          const keys = Object.keys(copy);
          for (const [at, garbage] of changes) {
            const key = keys[at % Math.max(1, keys.length)] ?? 'x';
            Object.defineProperty(copy, key, { value: garbage, enumerable: true });
          }
          return copy;
        }),
    },
    { weight: 1, arbitrary: junk },
  );
}

const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** As browsers would send it; what cannot be written as an address is left out. */
function encode(value: unknown): string {
  try {
    return encodeURIComponent(text(value));
  } catch {
    return '%ED%A0%80';
  }
}

function queryString(query: unknown): string {
  if (query === undefined) return '';
  if (query === null || typeof query !== 'object') return `?${encode(query)}`;
  return `?${Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) =>
      Array.isArray(value)
        ? value.map((one) => `${encode(key)}=${encode(one)}`)
        : [`${encode(key)}=${encode(value)}`],
    )
    .join('&')}`;
}

describe('garbage', () => {
  let api: TestApi;
  let tokens: Record<'guest' | 'user' | 'admin', string | undefined>;
  let ids: string[];

  beforeAll(async () => {
    api = await openTestApi();
    const { db } = api;
    const user = await buildUser(db, { plan: 10 });
    const category = await buildCategory(db);
    const movie = await buildProgramme(db, { categoryId: category.id, maturity: 19 });
    const episode = await buildEpisode(db);
    ids = [
      '01890000-0000-7000-8000-000000000000',
      (await buildProfile(db, { householdId: user.householdId, maturity: 7 })).id,
      (await buildProfile(db, { householdId: user.householdId, pin: '1234' })).id,
      category.id,
      movie.id,
      episode.id,
      episode.programmeId,
      episode.seasonId,
      (await buildAsset(db)).id,
    ];
    tokens = { guest: undefined, user: user.token, admin: (await buildStaff(db)).token };
  });

  test.each(names)('at %s is answered by an error that it declares', async (name) => {
    const definition = calls[name] as CallDefinition;
    const declared = [...commonErrors(definition), ...definition.errors];
    const [method, path = ''] = name.split(' ') as ['GET', string];
    const bodySchema = definition.body === 'bytes' ? undefined : definition.body;
    // Who may call gets most of it: a refusal comes before anything can go wrong.
    const staff = definition.who === 'staff' || typeof definition.who === 'object';
    const roles = fc.constantFrom<keyof typeof tokens>(
      ...(staff ? (['admin', 'admin', 'admin', 'user'] as const) : (['user', 'user', 'guest'] as const)),
    );
    await fc.assert(
      fc.asyncProperty(
        roles,
        spoilt(definition.params, ids),
        spoilt(definition.query, ids),
        spoilt(bodySchema, ids),
        fc.constantFrom('application/json', 'application/json', 'text/plain', 'application/octet-stream', ''),
        async (role, params, query, body, contentType) => {
          const url =
            path.replace(/\{(\w+)\}/g, (_, key: string) => {
              const value = (params as Record<string, unknown> | null)?.[key] ?? params;
              return encode(value) || '-';
            }) + queryString(query);
          const payload = method === 'GET' || body === undefined ? undefined : (JSON.stringify(body) ?? '');
          const token = tokens[role];
          const response = await api.app.inject({
            method,
            url,
            headers: {
              ...(token ? { authorization: `Bearer ${token}` } : {}),
              ...(payload === undefined || contentType === '' ? {} : { 'content-type': contentType }),
            },
            ...(payload === undefined ? {} : { payload }),
          });
          const said = `${method} ${url} ${payload} → ${response.statusCode} ${response.body.slice(0, 300)}`;
          expect(response.statusCode, said).toBeLessThan(500);
          if (response.statusCode === 200) return;
          const { code } = response.json() as { code: keyof typeof errorTable };
          // An address that no call has is answered by none.
          if (code === 'not_found' && /%2F|\/-(\/|$|\?)/i.test(url)) return;
          expect(declared, said).toContain(code);
          expect(response.statusCode, said).toBe(errorTable[code].status);
          // What is wrong with each field is said in full.
          const errors = Object.values(
            (response.json() as { errors?: Record<string, string[]> }).errors ?? {},
          );
          for (const text of errors.flat()) expect(text, said).not.toMatch(/:[a-z]|NaN|undefined/);
        },
      ),
      { numRuns: triesPerCall },
    );
  });
});
