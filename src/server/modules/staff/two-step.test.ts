import { Secret, TOTP, URI } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildStaff } from '../../../../test/build.ts';
import { findStep } from './two-step.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ staffTwoStep: 'administrators' });
});

/** An independent implementation of an authenticator app, which reads the address of the QR code. */
const appOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });
const minuteMs = 60_000;

async function signIn(staff: { username: string; password: string }, code?: string) {
  return api.call('POST /api/admin/login', {
    body: { username: staff.username, password: staff.password, ...(code === undefined ? {} : { code }) },
    locale: 'en',
  });
}

/** Signs an administrator in for the first time and sets up the second step. */
async function enrol() {
  const staff = await buildStaff(api.db);
  const { token } = (await signIn(staff)).body.data;
  const begun = await api.call('POST /api/admin/two-step', { token, body: {} });
  const app = appOf(begun.body.data.secret);
  const confirmed = await api.call('POST /api/admin/two-step/confirm', {
    token,
    body: { code: app.generate({ timestamp: api.context.now().getTime() }) },
  });
  return { staff, token, app, uri: begun.body.data.uri, codes: confirmed.body.data.recovery_codes };
}

test('a code is what RFC 6238 says', () => {
  const secret = Buffer.from('12345678901234567890');
  // Appendix B has eight digits; six are its last six.
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const) {
    expect(findStep(secret, code.slice(2), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  }
});

describe('an administrator', () => {
  test('may do nothing before the second step is set up, and everything after', async () => {
    const staff = await buildStaff(api.db);
    const signedIn = await signIn(staff);
    const { token } = signedIn.body.data;
    expect(signedIn.body.data).toMatchObject({ permissions: {}, two_step: { lacking: true, needed: true } });
    expect((await api.call('GET /api/admin/staff', { token })).status).toBe(403);
    expect((await api.call('GET /api/admin/programmes', { token })).status).toBe(403);

    const begun = await api.call('POST /api/admin/two-step', { token, body: {} });
    const wrong = await api.call('POST /api/admin/two-step/confirm', {
      token,
      body: { code: '000000' },
      locale: 'en',
    });
    expect(wrong.body.errors).toEqual({ code: ['That code is not right. Try the newest one.'] });
    const done = await api.call('POST /api/admin/two-step/confirm', {
      token,
      body: { code: appOf(begun.body.data.secret).generate() },
    });
    expect(new Set(done.body.data.recovery_codes).size).toBe(10);
    expect((await api.call('GET /api/admin/staff', { token })).status).toBe(200);
    const me = await api.call('GET /api/admin/me', { token });
    expect(me.body.data.two_step).toMatchObject({ lacking: false, recovery_codes: 10 });
  });

  test('is asked for a code from then on: an old, a used or a wrong one is none', async () => {
    const { staff, app, uri } = await enrol();
    expect(URI.parse(uri)).toMatchObject({
      issuer: '마루',
      label: staff.username,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    });
    expect(uri).toMatch(/[?&]secret=[A-Z2-7]{32}(&|$)/);
    const now = Date.now();
    api.setNow(new Date(now + 5 * minuteMs));
    const code = (ms: number) => app.generate({ timestamp: now + ms });
    const asked = await signIn(staff);
    expect([asked.status, asked.body.code]).toEqual([422, 'code_required']);
    expect((await signIn(staff, code(3 * minuteMs))).body.errors).toHaveProperty('code');
    expect((await signIn({ ...staff, password: 'wrong' }, code(5 * minuteMs))).body.code).toBe('credentials');
    const twice = await Promise.all([signIn(staff, code(5 * minuteMs)), signIn(staff, code(5 * minuteMs))]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422]);
    api.setNow(undefined);
  });

  test('is slowed down when guessing codes', async () => {
    const { staff } = await enrol();
    const statuses = [];
    for (let index = 0; index < 6; index++) statuses.push((await signIn(staff, '123456')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('is slowed down also when the guesses come from many addresses; without the password nobody slows anybody', async () => {
    const { staff, app } = await enrol();
    const from = async (remoteAddress: string, password: string, code: string) => {
      const payload = { username: staff.username, password, code };
      return (await api.app.inject({ method: 'POST', url: '/api/admin/login', remoteAddress, payload }))
        .statusCode;
    };
    for (const address of ['10.0.1.1', '10.0.1.2', '10.0.1.3'])
      for (let guess = 0; guess < 4; guess += 1)
        expect(await from(address, 'not the password', '123456')).toBe(422);
    const statuses = [];
    for (const address of ['10.0.2.1', '10.0.2.2', '10.0.2.3'])
      for (let guess = 0; guess < 4; guess += 1) statuses.push(await from(address, staff.password, '123456'));
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    const now = Date.now();
    const right = (at: number) => from('10.0.2.9', staff.password, app.generate({ timestamp: at }));
    expect(await right(now)).toBe(429);
    api.setNow(new Date(now + 61 * minuteMs));
    expect(await right(now + 61 * minuteMs)).toBe(200);
    api.setNow(undefined);
  });

  test('gets in by a new password although somebody has guessed codes with the old one', async () => {
    const { staff, app } = await enrol();
    const from = async (remoteAddress: string, password: string, code: string) => {
      const payload = { username: staff.username, password, code };
      return (await api.app.inject({ method: 'POST', url: '/api/admin/login', remoteAddress, payload }))
        .statusCode;
    };
    for (let guess = 0; guess < 11; guess += 1)
      expect(await from(`10.0.3.${guess}`, staff.password, '123456')).toBe(guess < 10 ? 422 : 429);
    const password = 'seven bridges by night';
    await api.call('PATCH /api/admin/staff/{id}', {
      token: (await buildStaff(api.db)).token,
      params: { id: staff.id },
      body: { password },
    });
    const now = new Date(Date.now() + minuteMs);
    api.setNow(now);
    expect(await from('10.0.3.1', password, app.generate({ timestamp: now.getTime() }))).toBe(200);
    api.setNow(undefined);
  });

  test('gets in with a recovery code, once each', async () => {
    const { staff, codes } = await enrol();
    const code = codes[3] as string;
    expect((await signIn(staff, code.toLowerCase().replace('-', ' '))).status).toBe(200);
    expect((await signIn(staff, code)).body.errors).toHaveProperty('code');
  });

  test('with a new phone sets it up anew, with the password, and may do nothing meanwhile', async () => {
    const { staff, token, codes } = await enrol();
    const other = await buildStaff(api.db);
    const right = codes[0] as string;
    const remove = (password: string, code: string) =>
      api.call('POST /api/admin/two-step/remove', { token, body: { password, code }, locale: 'en' });
    expect((await remove(other.password.repeat(2), right)).body.errors).toEqual({
      password: ['The password is incorrect.'],
    });
    // The password alone is not enough, and guessing codes is rate-limited here, too.
    const guesses = [];
    for (let n = 0; n < 11; n += 1) guesses.push((await remove(staff.password, '123456')).status);
    expect(guesses).toEqual([...Array(10).fill(422), 429]);
    expect((await api.call('GET /api/admin/me', { token })).body.data.two_step.since).not.toBeNull();
    const later = new Date(Date.now() + 61 * minuteMs);
    api.setNow(later);
    expect((await remove(staff.password, '123456')).body.errors).toHaveProperty('code');
    expect((await remove(staff.password, right)).status).toBe(200);
    api.setNow(undefined);
    expect((await api.call('GET /api/admin/staff', { token })).status).toBe(403);
    expect((await api.call('POST /api/admin/two-step', { token, body: {} })).status).toBe(200);
  });

  test('is helped by another who has lost everything; it is in the event log, the secret is not', async () => {
    const { staff, token } = await enrol();
    const helper = await buildStaff(api.db);
    const changed = await api.call('PATCH /api/admin/staff/{id}', {
      token: helper.token,
      params: { id: staff.id },
      body: { two_step: false },
    });
    expect(changed.body.data.two_step).toBe(false);
    expect((await api.call('GET /api/admin/me', { token })).status).toBe(401);
    const log = await api.call('GET /api/admin/events', {
      token: helper.token,
      query: { entity_id: staff.id },
    });
    expect(log.body.data.map(({ changes }) => changes)).toContainEqual({ two_step: [true, false] });
    expect(JSON.stringify(log.body)).not.toMatch(/secret|recovery|hash/i);
    expect((await signIn(staff)).body.data.two_step.lacking).toBe(true);
  });
});

test('who needs no second step signs in without, and may have one', async () => {
  const staff = await buildStaff(api.db, { permissions: { programmes: ['read'] } });
  const { token, two_step } = (await signIn(staff)).body.data;
  expect(two_step).toMatchObject({ needed: false, lacking: false, since: null });
  expect((await api.call('GET /api/admin/programmes', { token })).status).toBe(200);
  const without = await api.call('POST /api/admin/two-step', { token, body: {}, locale: 'en' });
  expect(without.body.errors).toEqual({ password: ['The password is incorrect.'] });
  const begun = await api.call('POST /api/admin/two-step', { token, body: { password: staff.password } });
  // The secret was shown but not confirmed: nothing has changed.
  expect((await signIn(staff)).status).toBe(200);
  const { rows } = await api.pool.query('select two_step_secret from staff_users where id = $1', [staff.id]);
  expect(rows[0].two_step_secret).not.toContain(begun.body.data.secret);
});
