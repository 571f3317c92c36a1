import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildStaff } from '../../../../test/build.ts';
import { countWaiting, untilWaiting } from '../../../../test/locks.ts';
import { purgeStaffLogins } from './logins.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

const signIn = (
  who: { username: string; password: string },
  { code, headers }: { code?: string; headers?: Record<string, string> } = {},
) =>
  api.call('POST /api/admin/login', {
    locale: 'en',
    ...(headers ? { headers } : {}),
    body: { username: who.username, password: who.password, ...(code === undefined ? {} : { code }) },
  });
const look = async (token: string) => (await api.call('GET /api/admin/me', { token })).status;

test('staff’s passwords are good ones too, the first and every later one', async () => {
  const { id, roleId, token } = await buildStaff(api.db);
  const create = (password: string) =>
    api.call('POST /api/admin/staff', {
      token,
      locale: 'en',
      body: { username: 'kim.night-shift', name: 'Kim', role_id: roleId, password },
    });
  const common = { password: ['This password is too common. Please choose another.'] };
  const own = {
    password: ['The password cannot be the username or email, with or without digits after it.'],
  };
  expect((await create('Administrator')).body.errors).toEqual(common);
  expect((await create('password2026')).body.errors).toEqual(common);
  expect((await create('kim.night-shift')).body.errors).toEqual(own);
  const made = await create('a lamp in the hall');
  expect(made.status).toBe(200);

  const change = (body: object, of: string = made.body.data.id) =>
    api.call('PATCH /api/admin/staff/{id}', { token, locale: 'en', params: { id: of }, body });
  expect((await change({ password: 'kim.night-shift2' })).body.errors).toEqual(own);
  expect((await change({ username: 'kim.day-shift', password: 'kim.day-shift' })).body.errors).toEqual(own);
  expect((await change({ password: 'qwertyuiop123' }, id)).body.errors).toEqual(common);
  expect((await change({ password: 'another lamp' })).status).toBe(200);
});

test('staff hear which fields publish records, to close what they may not change', async () => {
  const { token } = await buildStaff(api.db, { permissions: { programmes: ['read', 'update'] } });
  const me = await api.call('GET /api/admin/me', { token });
  expect(me.body.data.publishes).toMatchObject({ programmes: 'published', coupons: 'active' });
});

test('a session of staff ends after twelve hours, used or not, and at once with signing out', async () => {
  const staff = await buildStaff(api.db);
  const begun = Date.now();
  const { token } = (await signIn(staff)).body.data;
  for (const hours of [4, 8, 11.9]) {
    api.setNow(new Date(begun + hours * 3_600_000));
    expect(await look(token), `${hours} hours`).toBe(200);
  }
  api.setNow(new Date(begun + 12.1 * 3_600_000));
  expect(await look(token)).toBe(401);

  const next = (await signIn(staff)).body.data.token;
  expect(await look(next)).toBe(200);
  await api.call('POST /api/admin/logout', { token: next });
  expect(await look(next)).toBe(401);
});

describe('the own password', () => {
  const change = (token: string, body: { current_password?: string; password: string; again?: string }) =>
    api.call('POST /api/admin/password', {
      token,
      locale: 'en',
      body: {
        password: body.password,
        password_confirmation: body.again ?? body.password,
        ...(body.current_password === undefined ? {} : { current_password: body.current_password }),
      },
    });

  test('is changed by whoever knows it; other sessions end, this one stays, and it is in the event log', async () => {
    const staff = await buildStaff(api.db);
    const other = (await signIn(staff)).body.data.token;
    const current_password = staff.password;
    const password = 'a kettle on the stove';
    const wrong = async (body: Parameters<typeof change>[1]) => {
      const answer = await change(staff.token, body);
      expect(answer.status).toBe(422);
      return answer.body.errors;
    };
    expect(await wrong({ password })).toEqual({ current_password: ['The password is incorrect.'] });
    expect(await wrong({ password, current_password: 'not this one' })).toEqual({
      current_password: ['The password is incorrect.'],
    });
    expect(await wrong({ password, current_password, again: 'a kettle' })).toEqual({
      password_confirmation: ['Password confirmation does not match.'],
    });
    expect(await wrong({ password: 'too short', current_password })).toHaveProperty('password');
    expect(await wrong({ password: 'password2026', current_password })).toEqual({
      password: ['This password is too common. Please choose another.'],
    });
    expect(await wrong({ password: current_password, current_password })).toEqual({
      password: ['Password and current password must be different.'],
    });
    expect(await look(other)).toBe(200);

    expect((await change(staff.token, { password, current_password })).status).toBe(200);
    expect([await look(staff.token), await look(other)]).toEqual([200, 401]);
    expect((await signIn(staff)).body.code).toBe('credentials');
    expect((await signIn({ ...staff, password })).status).toBe(200);
    const log = await api.call('GET /api/admin/events', {
      token: staff.token,
      query: { entity_id: staff.id },
    });
    expect(log.body.data.map(({ action, changes }) => ({ action, changes }))).toEqual([
      { action: 'update', changes: { password_hash: ['•••', '•••'] } },
    ]);
  });

  test('is not found out with a session that somebody has left open', async () => {
    const staff = await buildStaff(api.db);
    const guesses = Array.from({ length: 7 }, (_, guess) =>
      change(staff.token, { current_password: `guess ${guess}`, password: 'a kettle on the stove' }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  test('comes before everything else for whoever was given one, the first time and later', async () => {
    const administrator = await buildStaff(api.db);
    const { roleId } = await buildStaff(api.db, { permissions: { programmes: ['read'] } });
    const password = 'given over the desk';
    const made = await api.call('POST /api/admin/staff', {
      token: administrator.token,
      body: { username: 'park.newcomer', name: 'Park', role_id: roleId, password },
    });
    const who = { username: 'park.newcomer', password };
    const begun = (await signIn(who)).body.data;
    expect(begun).toMatchObject({ password_given: true, permissions: {} });
    const programmes = async (token: string) =>
      (await api.call('GET /api/admin/programmes', { token })).status;
    expect(await programmes(begun.token)).toBe(403);
    expect((await change(begun.token, { password })).body.errors).toHaveProperty('password');
    expect((await change(begun.token, { password: 'chosen by myself' })).status).toBe(200);
    expect(await programmes(begun.token)).toBe(200);
    expect((await signIn({ ...who, password: 'chosen by myself' })).body.data).toMatchObject({
      password_given: false,
      permissions: { programmes: ['read'] },
    });
    // From now on the current password is required.
    expect((await change(begun.token, { password: 'another of mine' })).body.errors).toEqual({
      current_password: ['The password is incorrect.'],
    });

    const set = (id: string) =>
      api.call('PATCH /api/admin/staff/{id}', {
        token: administrator.token,
        params: { id },
        body: { password: 'set by somebody else' },
      });
    await set(made.body.data.id);
    expect(await look(begun.token)).toBe(401);
    expect((await signIn({ ...who, password: 'set by somebody else' })).body.data.password_given).toBe(true);
    // One's own password is changed by another call, which requires the current one.
    const own = await set(administrator.id);
    expect(own.body.errors).toEqual({ password: ['내 비밀번호는 ‘로그인과 보안’에서 바꿔 주세요.'] });
    expect((await signIn(administrator)).status).toBe(200);
  });

  test('of two that are set at once, by its owner and by somebody else, the first one counts', async () => {
    const administrator = await buildStaff(api.db);
    const staff = await buildStaff(api.db);
    const [own, given] = await Promise.all([
      change(staff.token, { current_password: staff.password, password: 'chosen by myself' }),
      api.call('PATCH /api/admin/staff/{id}', {
        token: administrator.token,
        params: { id: staff.id },
        body: { password: 'set by somebody else' },
      }),
    ]);
    expect(given.status).toBe(200);
    expect([200, 401, 409]).toContain(own.status);
    // The later change does not bypass the password that the administrator has set.
    expect((await signIn({ ...staff, password: 'set by somebody else' })).body.data.password_given).toBe(
      true,
    );
    expect((await signIn({ ...staff, password: 'chosen by myself' })).body.code).toBe('credentials');
  });
});

test('nobody slips in with the old password while a new one is set, or once the account is switched off', async () => {
  for (const change of ["password_hash = 'another'", 'active = false']) {
    const staff = await buildStaff(api.db);
    const other = await api.pool.connect();
    await other.query('begin');
    await other.query(`update staff_users set ${change} where id = $1`, [staff.id]);
    // The old password is still found correct; then the sign-in waits for the lock on the account.
    const late = signIn(staff);
    await expect.poll(() => countWaiting(api.pool), untilWaiting).toBe(1);
    await other.query('commit');
    other.release();
    expect((await late).body.code, change).toBe('credentials');
    const { rows } = await api.pool.query('select from staff_sessions where staff_id = $1', [staff.id]);
    expect(rows, change).toHaveLength(1);
  }
});

describe('signing in', () => {
  const logins = async (token: string, id?: string) => {
    const { status, body } = id
      ? await api.call('GET /api/admin/staff/{id}/logins', { token, params: { id } })
      : await api.call('GET /api/admin/me/logins', { token });
    return { status, meta: body.meta, data: body.data };
  };

  test('is written down, right and wrong, for whoever it was and for who may read staff', async () => {
    const staff = await buildStaff(api.db, { permissions: { programmes: ['read'] } });
    const administrator = await buildStaff(api.db);
    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
    };
    await signIn({ ...staff, password: 'not this one' }, { headers });
    const { token } = (await signIn({ ...staff, username: staff.username.toUpperCase() }, { headers })).body
      .data;
    const own = await logins(token);
    expect(own.meta).toMatchObject({ total: 2, current_page: 1 });
    expect(own.data.map(({ id: _, created_at: __, ...rest }) => rest)).toEqual([
      { outcome: 'signed_in', device: 'Chrome · Windows', address: '127.0.0.1', country: 'US' },
      { outcome: 'wrong_password', device: 'Chrome · Windows', address: '127.0.0.1', country: 'US' },
    ]);
    expect(await logins(administrator.token, staff.id)).toEqual(own);
    expect((await logins(token, administrator.id)).status).toBe(403);
    expect((await logins(administrator.token, staff.roleId)).status).toBe(404);
  });

  test('with the right password and a wrong code is another thing than a wrong password', async () => {
    const staff = await buildStaff(api.db);
    const begun = await api.call('POST /api/admin/two-step', {
      token: staff.token,
      body: { password: staff.password },
    });
    const app = new TOTP({ secret: Secret.fromBase32(begun.body.data.secret) });
    await api.call('POST /api/admin/two-step/confirm', {
      token: staff.token,
      body: { code: app.generate() },
    });
    await signIn(staff);
    await signIn(staff, { code: '000000' });
    // Being asked for the code does not count as an attempt.
    expect((await logins(staff.token)).data.map(({ outcome }) => outcome)).toEqual(['wrong_code']);
  });

  test('of somebody who works here no longer is refused, and written down', async () => {
    const staff = await buildStaff(api.db, { active: false });
    const administrator = await buildStaff(api.db);
    expect((await signIn(staff)).body.code).toBe('credentials');
    expect((await logins(administrator.token, staff.id)).data).toMatchObject([{ outcome: 'wrong_password' }]);
  });

  test('keeps no name that nobody has, and nothing for longer than a year', async () => {
    const staff = await buildStaff(api.db);
    const secret = 'typed-into-the-wrong-field';
    await signIn({ username: secret, password: 'x' });
    await signIn({ ...staff, password: 'not this one' });
    const kept = async () => (await api.pool.query('select * from staff_logins')).rows;
    const rows = await kept();
    expect(rows.filter(({ staff_id }) => staff_id === null).length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    api.setNow(new Date(Date.now() + 366 * 86_400_000));
    const later = (await signIn(staff)).body.data.token;
    expect((await logins(later)).data.map(({ outcome }) => outcome)).toEqual(['signed_in']);
    await purgeStaffLogins(api.context);
    expect(await kept()).toHaveLength(1);
  });
});
