/**
 * Sends generated garbage to every declared call, as a guest, a signed-in user and an administrator: whatever comes, the
 * answer is a 200 of the declared shape or a declared error, never a 5xx.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallDefinition } from '../src/contract/call.ts';
import { type CallName, calls } from '../src/contract/calls.ts';
import { errorTable } from '../src/contract/errors.ts';
import { commonErrors } from '../src/server/http/bind.ts';
import { openTestApi, type TestApi } from './api.ts';
import {
  buildAd,
  buildAsset,
  buildCategory,
  buildChannel,
  buildEpisode,
  buildFaq,
  buildGenre,
  buildNotice,
  buildPage,
  buildPerson,
  buildProfile,
  buildProgramme,
  buildStaff,
  buildUser,
} from './build.ts';
import { buildClip } from './build-partner-video.ts';
import { fuzz } from './fuzz.ts';
import { encode, queryString, spoilt } from './generate.ts';

/** Signing out would end the sessions that the other calls need. */
const names = (Object.keys(calls) as CallName[]).filter((name) => !name.endsWith('logout'));
const triesPerCall = 24;

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

test('requests that are mostly valid, in four roles and with the ids of earlier answers, are never answered 5xx', async () => {
  const api = await openTestApi();
  const { db } = api;
  const asset = await buildAsset(db);
  for (let n = 0; n < 3; n += 1) {
    await buildProgramme(db, { assetId: asset.id });
    await buildEpisode(db, { assetId: asset.id });
  }
  await buildGenre(db);
  await buildPerson(db);
  await buildChannel(db);
  await buildNotice(db);
  await buildFaq(db);
  await buildPage(db);
  await buildAd(db);
  await buildClip(db);
  const { failures, answered, sent } = await fuzz(api.context, { generated: 300, chained: 900 });
  expect(failures).toEqual([]);
  expect(sent).toBe(1200);
  // Most calls have been got through to.
  expect(answered.size).toBeGreaterThan(120);
});
