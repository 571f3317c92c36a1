import { expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import { buildStaff } from '../../../../test/build.ts';
import { ensureAdministrator } from './first-administrator.service.ts';

test('a new service says how its first administrator signs in, until that person has chosen a password', async () => {
  const api = await openTestApi({ staffTwoStep: 'administrators' });
  const ensure = (secret = api.context.config.secret) =>
    ensureAdministrator({ ...api.context, config: { ...api.context.config, secret } });
  // Nodes that start simultaneously, and one that starts again.
  const said = [...(await Promise.all([ensure(), ensure(), ensure()])), await ensure()];
  expect(new Set(said.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(said[0]).toMatchObject({
    username: 'admin',
    password: expect.stringMatching(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/),
  });
  // The secret may have been set since.
  const other = await ensure('another secret, of thirty-two characters');
  expect(other?.password).not.toBe(said[0]?.password);
  const { rows } = await api.pool.query('select username from staff_users');
  expect(rows).toEqual([{ username: 'admin' }]);

  const login = (password = '') =>
    api.call('POST /api/admin/login', { body: { username: 'admin', password } });
  expect((await login(said[0]?.password)).status).toBe(422);
  const { token, ...identity } = (await login(other?.password)).body.data;
  expect(identity).toMatchObject({ password_given: true, permissions: {} });
  const password = 'three boats and a bridge';
  await api.call('POST /api/admin/password', { token, body: { password, password_confirmation: password } });
  expect(await ensure()).toBeUndefined();
  expect((await login(password)).status).toBe(200);
  // Only the second step remains to be set up before anything else.
  const me = await api.call('GET /api/admin/me', { token });
  expect(me.body.data).toMatchObject({ password_given: false, two_step: { needed: true } });
});

test('where there is staff already, nobody is added', async () => {
  const api = await openTestApi();
  await buildStaff(api.db, { username: 'lee.office', passwordGiven: true });
  expect(await ensureAdministrator(api.context)).toBeUndefined();
  const { rows } = await api.pool.query('select username from staff_users');
  expect(rows).toEqual([{ username: 'lee.office' }]);
});
