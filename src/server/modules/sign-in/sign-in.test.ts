import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildProfile, buildStaff, buildUser } from '../../../../test/build.ts';
import { hashPassword } from '../../security/passwords.ts';
import { households } from '../accounts/accounts.tables.ts';

describe('signing in', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi();
  });

  test('works by username and by e-mail address, whatever their case, and answers the household', async () => {
    const { db, call } = api;
    const user = await buildUser(db, { username: 'seoyeon', email: 'seoyeon@example.com', plan: 3 });
    await buildProfile(db, { householdId: user.householdId, name: '엄마', pin: '1234' });
    for (const username of ['seoyeon', 'SeoYeon', 'Seoyeon@example.com']) {
      const { status, body } = await call('POST /api/login', {
        body: { username, password: user.password, device: 'web' },
      });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        username: 'seoyeon',
        household_id: user.householdId,
        has_active_plan: true,
        profiles: [{ name: '엄마', has_pin: true, maturity: 19 }],
      });
      const me = await call('GET /api/user', { token: body.data.token });
      expect(me.body.data.id).toBe(user.id);
    }
  });

  test('lasts while the device is used, and ends after 90 days without', async () => {
    const { db, call, setNow } = api;
    const { token } = await buildUser(db);
    const dayMs = 86_400_000;
    const begun = Date.now();
    const statusAfter = async (days: number) => {
      setNow(new Date(begun + days * dayMs));
      return (await call('GET /api/user', { token })).status;
    };
    expect(await statusAfter(80)).toBe(200);
    expect(await statusAfter(160)).toBe(200);
    expect(await statusAfter(251)).toBe(401);
    setNow(undefined);
  });

  test('says the same of a wrong password and of an unknown account', async () => {
    const { db, call } = api;
    const user = await buildUser(db);
    const wrong = await call('POST /api/login', {
      body: { username: user.username, password: 'not it' },
      locale: 'en',
    });
    const unknown = await call('POST /api/login', {
      body: { username: 'nobody-at-all', password: 'not it' },
      locale: 'en',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.message).toBe('These credentials do not match our records.');
    expect(unknown.body).toEqual(wrong.body);
  });

  test('makes a guesser wait', async () => {
    const { db, call } = api;
    const user = await buildUser(db);
    const guess = () =>
      call('POST /api/login', { body: { username: user.username, password: 'guess' }, locale: 'en' });
    for (let index = 0; index < 5; index++) expect((await guess()).status).toBe(422);
    const slowed = await guess();
    expect(slowed.status).toBe(429);
    expect(slowed.body.message).toMatch(/^Too many login attempts\. Please try again in \d+ seconds\.$/);
    const right = await call('POST /api/login', {
      body: { username: user.username, password: user.password },
    });
    expect(right.status).toBe(429);
  });

  test('makes an address wait that tries one name after the other, and the whole network of one of version 6', async () => {
    const statuses = async (addressOf: (index: number) => string) => {
      const found = new Set<number>();
      for (let index = 0; index < 31; index += 1) {
        const { statusCode } = await api.app.inject({
          method: 'POST',
          url: '/api/login',
          remoteAddress: addressOf(index),
          payload: { username: `nobody-${index}`, password: 'guess' },
        });
        found.add(index < 30 ? statusCode : statusCode * 10);
      }
      return [...found];
    };
    expect(await statuses(() => '10.9.8.7')).toEqual([422, 4290]);
    expect(await statuses((index) => `fd00:7::${index.toString(16)}`)).toEqual([422, 4290]);
    expect(await statuses((index) => `10.9.9.${index}`)).toEqual([422, 4220]);
  });

  test('is nothing that another site could do in a visitor’s name: no token in a cookie, no body of a form', async () => {
    const user = await buildUser(api.db);
    const headers = { cookie: `token=${user.token}; maru.session=${user.token}; member=1` };
    expect((await api.app.inject({ url: '/api/user', headers })).statusCode).toBe(401);
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
    ]) {
      const sent = await api.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'content-type': type },
        payload: JSON.stringify({ username: user.username, password: user.password }),
      });
      expect(sent.statusCode, type).toBe(415);
    }
  });

  test('counts nothing against whoever was rejected, while everybody guesses at once', async () => {
    const { db, app } = api;
    const user = await buildUser(db);
    const { password } = user;
    const profile = await buildProfile(db, { householdId: user.householdId, pin: '4821' });
    const parentPinHash = await hashPassword('7391');
    await db.update(households).set({ parentPinHash }).where(eq(households.id, user.householdId));
    const staff = await buildStaff(db);
    const own = `/api/account/profiles/${profile.id}`;
    const hours = { weekdays: null, weekends: null };
    const limits = { is_kid: false, age: null, maturity: 19, hours, zone: 'Asia/Seoul', blocked: [] };
    const newcomer = {
      username: 'newcomer',
      email: 'newcomer@example.com',
      password: 'a long way home',
      terms: true,
    };
    const asked = [
      ['POST', '/api/signup', undefined, newcomer],
      ['POST', '/api/login', user.token, { username: user.username, password }],
      ['POST', `${own}/enter`, user.token, { pin: '4821' }],
      ['PUT', `${own}/restrictions`, user.token, { ...limits, password }],
      ['PUT', `${own}/restrictions`, user.token, { ...limits, parent_pin: '7391' }],
      ['POST', '/api/admin/login', undefined, { username: staff.username, password: staff.password }],
      ['POST', '/api/admin/two-step/remove', staff.token, { password: staff.password, code: '000000' }],
    ] as const;
    const ask = async ([method, url, token, payload]: (typeof asked)[number]) => {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      return (await app.inject({ method, url, headers, payload })).statusCode;
    };
    let over = false;
    const guess = async () => {
      while (!over) await hashPassword('a crowd').catch(() => nextTurn());
    };
    const crowd = Array.from({ length: 100 }, guess);
    const keepAsking = async (call: (typeof asked)[number]) => {
      for (let rejected = 0; rejected < 6; ) {
        const status = await ask(call);
        expect([200, 503], `${call[0]} ${call[1]}`).toContain(status);
        if (status === 503) rejected += 1;
      }
    };
    try {
      await Promise.all(asked.map(keepAsking));
    } finally {
      over = true;
      await Promise.all(crowd);
    }
    for (const call of asked) expect(await ask(call), call[1]).toBe(200);
  });

  test('makes a guesser wait who sends all guesses at once', async () => {
    const { db, call } = api;
    const user = await buildUser(db);
    const profile = await buildProfile(db, { householdId: user.householdId, pin: '4821' });
    const statuses = async (guess: (_: unknown, n: number) => Promise<{ status: number }>) =>
      (await Promise.all(Array.from({ length: 20 }, guess))).map(({ status }) => status).sort();
    const expected = [...Array(5).fill(422), ...Array(15).fill(429)];
    expect(
      await statuses((_, n) =>
        call('POST /api/login', {
          body: { username: user.username, password: 'guess' },
          // No proxy is trusted, so an address that the client sends changes nothing.
          headers: { 'x-forwarded-for': `203.0.113.${n}` },
        }),
      ),
    ).toEqual(expected);
    expect(
      await statuses(() =>
        call('POST /api/account/profiles/{id}/enter', {
          token: user.token,
          params: { id: profile.id },
          body: { pin: '0000' },
        }),
      ),
    ).toEqual(expected);
  });

  test('works by an e-mail address that was stored with capitals', async () => {
    const { db, call } = api;
    const user = await buildUser(db, { email: 'Min.Jun@Example.com' });
    const { status } = await call('POST /api/login', {
      body: { username: 'min.jun@example.com', password: user.password },
    });
    expect(status).toBe(200);
  });

  test('ends with signing out: the token is worthless at once', async () => {
    const { db, call } = api;
    const user = await buildUser(db);
    expect((await call('POST /api/user/logout', { token: user.token })).status).toBe(200);
    expect((await call('GET /api/user', { token: user.token })).status).toBe(401);
  });

  test('remembers the language in a cookie', async () => {
    const { app } = api;
    const set = await app.inject({ method: 'POST', url: '/api/set-locale', payload: { lang: 'en' } });
    expect(set.headers['set-cookie']).toContain('locale=en');
    const unknown = await app.inject({ url: '/api/nowhere', headers: { cookie: 'locale=en' } });
    expect(unknown.json().message).toBe('We could not find that.');
  });
});

describe('a profile with a PIN', () => {
  test('is closed until its PIN was entered on that device, and slows guessing', async () => {
    const { db, call } = await openTestApi();
    const user = await buildUser(db, { plan: 3 });
    const profile = await buildProfile(db, { householdId: user.householdId, pin: '4821' });
    const who = { token: user.token };
    const list = () => call('GET /api/my-list', { ...who, query: { profile_id: profile.id } });
    const enter = (pin?: string) =>
      call('POST /api/account/profiles/{id}/enter', {
        ...who,
        params: { id: profile.id },
        body: pin ? { pin } : {},
        locale: 'en',
      });
    expect((await list()).status).toBe(404);
    expect((await enter()).status).toBe(422);
    const wrong = await enter('0000');
    expect(wrong.body.errors).toEqual({ pin: ['That PIN is not right.'] });
    expect((await enter('4821')).status).toBe(200);
    expect((await list()).status).toBe(200);
    for (let index = 0; index < 5; index++) await enter('0000');
    expect((await enter('4821')).status).toBe(429);
    const stranger = await buildUser(db);
    const foreign = await call('POST /api/account/profiles/{id}/enter', {
      token: stranger.token,
      params: { id: profile.id },
      body: { pin: '4821' },
    });
    expect(foreign.status).toBe(404);
  });
});
