/** Walks every declared call by role: who may not call is refused before anything else; nobody ever gets a 5xx. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CallDefinition } from '../src/contract/call.ts';
import { type CallName, calls } from '../src/contract/calls.ts';
import { errorTable } from '../src/contract/errors.ts';
import { openTestApi, type TestApi } from './api.ts';
import { buildProfile, buildStaff, buildUser } from './build.ts';

const names = Object.keys(calls) as CallName[];
const missing = '01890000-0000-7000-8000-000000000000';

/** Path parameters that are well-formed and name nothing. */
function paramsOf(name: CallName): Record<string, string> {
  const shape = ((calls[name] as CallDefinition).params as z.ZodObject | undefined)?.shape ?? {};
  return Object.fromEntries(
    Object.keys(shape).map((key) => [key, key === 'number' ? '1' : key === 'language' ? 'ko' : missing]),
  );
}

describe('every declared call', () => {
  let api: TestApi;
  let tokens: { user: string; stranger: string; admin: string };
  let profileId: string;
  let otherProfileId: string;

  beforeAll(async () => {
    api = await openTestApi();
    const user = await buildUser(api.db, { plan: 10 });
    profileId = (await buildProfile(api.db, { householdId: user.householdId })).id;
    otherProfileId = (await buildProfile(api.db)).id;
    tokens = {
      user: user.token,
      stranger: (await buildStaff(api.db, { permissions: {} })).token,
      admin: (await buildStaff(api.db)).token,
    };
  });

  const send = (name: CallName, token: string | undefined, profile: string | undefined = undefined) => {
    const definition = calls[name] as CallDefinition;
    const personal = profile ? { profile_id: profile } : {};
    return api.call(name, {
      params: paramsOf(name) as never,
      query: (definition.query ? personal : undefined) as never,
      body: (definition.body === 'bytes'
        ? Buffer.from('x')
        : definition.body
          ? personal
          : undefined) as never,
      token,
    });
  };

  test.each(names)('%s refuses those who may not call it and admits those who may', async (name) => {
    const { who } = calls[name] as CallDefinition;
    const guest = await send(name, undefined);
    if (who !== 'anyone') {
      expect(guest.status).toBe(401);
      expect(guest.body.code).toBe('login_required');
    } else expect(guest.status).not.toBe(403);

    if (who === 'staff' || typeof who === 'object') {
      expect((await send(name, tokens.user)).status).toBe(401);
      if (typeof who === 'object') expect((await send(name, tokens.stranger)).status).toBe(403);
      // Signing out really ends the session, so the administrator of the other calls does not.
      if (name !== 'POST /api/admin/logout')
        expect([401, 403]).not.toContain((await send(name, tokens.admin)).status);
      return;
    }
    // A staff token is worth nothing to viewers' calls.
    if (who !== 'anyone') expect((await send(name, tokens.admin)).status).toBe(401);
    if (who === 'profile') {
      expect((await send(name, tokens.user, otherProfileId)).status).toBe(404);
      expect([401, 403]).not.toContain((await send(name, tokens.user, profileId)).status);
    }
    if (who === 'user' && name !== 'POST /api/user/logout') {
      expect((await send(name, tokens.user)).status).not.toBe(401);
    }
  });

  test.each(names)('%s answers only errors that it declares', async (name) => {
    const definition = calls[name] as CallDefinition;
    const response = await send(name, typeof definition.who === 'object' ? tokens.admin : undefined);
    if (response.status === 200 || response.status === 304) return;
    expect(response.body.code).toBeDefined();
    const { commonErrors } = await import('../src/server/http/bind.ts');
    const declared = [...commonErrors(definition), ...definition.errors];
    expect(declared).toContain(response.body.code);
    expect(response.status).toBe(errorTable[response.body.code as keyof typeof errorTable].status);
  });

  test('is in the OpenAPI document', async () => {
    const response = await api.app.inject({ url: '/api/docs/json' });
    expect(response.statusCode).toBe(200);
    const { paths } = response.json() as { paths: Record<string, Record<string, unknown>> };
    for (const name of names) {
      const [method = '', path = ''] = name.split(' ');
      expect(paths[path]?.[method.toLowerCase()], name).toBeDefined();
    }
  });

  test('names the field and speaks the language of the request when the input is wrong', async () => {
    const ko = await api.call('POST /api/login', { body: { username: '', password: 'x' } as never });
    expect(ko.status).toBe(422);
    expect(ko.body.errors?.username).toEqual(['이 칸의 입력은 필수입니다.']);
    const en = await api.call('POST /api/login', { body: { username: 'a' } as never, locale: 'en' });
    expect(en.body.errors?.password).toEqual(['Password is required.']);
    const page = await api.call('GET /api/home-sections', { query: { page: -3 } as never, locale: 'en' });
    expect(page.status).toBe(422);
    expect(page.body.errors).toEqual({ page: ['Page must be at least 1.'] });
  });

  test('answers an id that cannot be one as it answers one that names nothing', async () => {
    for (const [url, other] of [
      ['/api/settings/faq/99999999', `/api/settings/faq/${missing}`],
      ['/api/get-notices/abc', `/api/get-notices/${missing}`],
      ['/api/settings/pages/a%20b', '/api/settings/pages/nothing'],
      ['/api/program/details?id=a%20b', `/api/program/details?id=${missing}`],
      ['/api/custom-row?row_id=%F0%9F%98%80', '/api/custom-row?row_id=nothing'],
      ['/api/youtube-sub-categories/a%20b', '/api/youtube-sub-categories/nothing'],
    ] as const) {
      const [cannot, unknown] = [await api.app.inject(url), await api.app.inject(other)];
      expect([cannot.statusCode, cannot.json()], url).toEqual([404, unknown.json()]);
    }
    // What is missing is said to be missing.
    expect((await api.app.inject('/api/program/details')).statusCode).toBe(422);
  });

  test('says that it is unavailable while the database is away, and logs no value of a query', async () => {
    const own = await openTestApi();
    const query = own.pool.query;
    const logged: unknown[] = [];
    own.context.log.error = (entry: unknown) => logged.push(entry);
    const away = Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
    own.pool.query = (() => Promise.reject(away)) as never;
    const health = await own.app.inject({ url: '/health' });
    const login = await own.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: 'seo.yeon', password: 'x' },
    });
    own.pool.query = query;
    expect(logged).toHaveLength(2);
    for (const { statusCode, body, headers } of [health, login]) {
      expect([statusCode, JSON.parse(body).code]).toEqual([503, 'unavailable']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(
      JSON.stringify(logged, (_, value) =>
        value instanceof Error ? { ...value, message: value.message } : value,
      ),
    ).not.toContain('seo.yeon');
  });

  test('answers an unknown address and a broken body with a clear error', async () => {
    const unknown = await api.app.inject({ url: '/api/nowhere', headers: { 'x-locale': 'en' } });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toEqual({ code: 'not_found', message: 'We could not find that.' });
    // Such an address once ended the process: it fails before any hook has run.
    for (const url of ['/api/%', '/%ED%A0%80', '/office/%zz', '/media/%ff/x']) {
      const undecodable = await api.app.inject({ url, headers: { 'x-locale': 'en' } });
      expect(undecodable.json(), url).toEqual({
        code: 'bad_request',
        message: 'We could not read that request.',
      });
    }
    const broken = await api.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"username":',
    });
    expect(broken.statusCode).toBe(400);
    const xml = await api.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'text/xml' },
      payload: '<a/>',
    });
    expect(xml.statusCode).toBe(415);
  });
});
