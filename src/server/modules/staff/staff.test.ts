import { afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildStaff } from '../../../../test/build.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

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

test('a session of staff ends after twelve hours, used or not, and at once with signing out', async () => {
  const staff = await buildStaff(api.db);
  const begun = Date.now();
  const signIn = async () =>
    (
      await api.call('POST /api/admin/login', {
        body: { username: staff.username, password: staff.password },
      })
    ).body.data.token;
  const look = async (token: string) => (await api.call('GET /api/admin/me', { token })).status;
  const token = await signIn();
  for (const hours of [4, 8, 11.9]) {
    api.setNow(new Date(begun + hours * 3_600_000));
    expect(await look(token), `${hours} hours`).toBe(200);
  }
  api.setNow(new Date(begun + 12.1 * 3_600_000));
  expect(await look(token)).toBe(401);

  const next = await signIn();
  expect(await look(next)).toBe(200);
  await api.call('POST /api/admin/logout', { token: next });
  expect(await look(next)).toBe(401);
});
