import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  type BuiltUser,
  buildAsset,
  buildProfile,
  buildProgramme,
  buildUser,
} from '../../../../test/build.ts';
import { hashPassword } from '../../security/passwords.ts';
import {
  households,
  logins,
  type logins as loginsTable,
  sessions,
  users,
} from '../accounts/accounts.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

const parentPin = '7391';
type Method = (typeof loginsTable.$inferSelect)['method'];

/** A household with an adult, a child and a parent PIN, in a session that began by the given method. */
async function household(method: Method, { hasParentPin = true } = {}) {
  const user = await buildUser(api.db);
  const { householdId } = user;
  const profile = await buildProfile(api.db, { householdId, name: '엄마' });
  const kid = await buildProfile(api.db, { householdId, name: '아이', isKid: true, maturity: 12 });
  if (hasParentPin)
    await api.db
      .update(households)
      .set({ parentPinHash: await hashPassword(parentPin) })
      .where(eq(households.id, householdId));
  const [session] = await api.db.select().from(sessions).where(eq(sessions.userId, user.id));
  await api.db.insert(logins).values({
    userId: user.id,
    householdId,
    sessionId: session?.id ?? null,
    method,
    succeeded: true,
    deviceName: '',
  });
  await api.db
    .update(sessions)
    .set({ withoutSecret: method !== 'password' })
    .where(eq(sessions.userId, user.id));
  return { user, profile, kid };
}
const enter = (user: BuiltUser, { id }: { id: string }, body: { parent_pin?: string } = {}) =>
  api.call('POST /api/account/profiles/{id}/enter', {
    token: user.token,
    params: { id },
    body,
    locale: 'en',
  });
const prove = (user: BuiltUser) =>
  api.db.update(sessions).set({ reauthenticatedAt: new Date() }).where(eq(sessions.userId, user.id));
const dropPassword = (user: BuiltUser) =>
  api.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
const remove = (user: BuiltUser, { id }: { id: string }) =>
  api.call('DELETE /api/account/profiles/{id}', {
    token: user.token,
    params: { id },
    body: {},
    locale: 'en',
  });

describe('a session that no secret began', () => {
  test.each(['kakao', 'passkey', 'tv'] as const)(
    'but %s enters a grown-up’s profile first by the parent PIN',
    async (method) => {
      const { user, profile, kid } = await household(method);
      const refused = await enter(user, profile);
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { parent_pin: ['Parent PIN is required.'] },
      ]);
      expect((await enter(user, profile, { parent_pin: parentPin })).status).toBe(200);
      const second = await buildProfile(api.db, { householdId: user.householdId, name: '아빠' });
      expect((await enter(user, second)).status).toBe(200);
      expect((await enter(user, kid)).status).toBe(200);
    },
  );

  test('enters a child’s profile as it is, and leaves it by the parent PIN', async () => {
    const { user, profile, kid } = await household('google');
    expect((await enter(user, kid)).status).toBe(200);
    expect((await enter(user, profile)).body.errors?.parent_pin).toBeDefined();
  });

  test('enters a grown-up’s with re-authentication by the mailbox', async () => {
    const { user, profile } = await household('google');
    await prove(user);
    expect((await enter(user, profile)).status).toBe(200);
  });

  test('is asked for nothing where there is no parent PIN, and neither is one that the password began', async () => {
    const without = await household('google', { hasParentPin: false });
    expect((await enter(without.user, without.profile)).status).toBe(200);
    const byPassword = await household('password');
    expect((await enter(byPassword.user, byPassword.profile)).status).toBe(200);
  });
});

describe('where the parent PIN would be asked', () => {
  const film = async () =>
    (await buildProgramme(api.db, { maturity: 15, assetId: (await buildAsset(api.db)).id })).id;
  const play = async (user: BuiltUser, { id: profile_id }: { id: string }) => {
    const { status } = await api.call('POST /api/playback/sessions', {
      token: user.token,
      body: { profile_id, type: 'm', id: await film(), device: 'web' },
    });
    return status;
  };
  const listed = async (user: BuiltUser, { id: profile_id }: { id: string }) =>
    (await api.call('GET /api/my-list', { token: user.token, query: { profile_id } })).status;
  const add = (user: BuiltUser, reauthentication: { password?: string; parent_pin?: string } = {}) =>
    api.call('POST /api/account/profiles', {
      token: user.token,
      body: { name: '형', is_kid: false, ...reauthentication },
    });

  test.each(['kakao', 'passkey', 'tv'] as const)(
    'a session by %s may name no grown-up’s profile that it has not entered',
    async (method) => {
      const { user, profile, kid } = await household(method);
      expect([await play(user, profile), await listed(user, profile)]).toEqual([404, 404]);
      expect([await play(user, kid), await listed(user, kid)]).toEqual([403, 200]);
      expect((await enter(user, profile, { parent_pin: parentPin })).status).toBe(200);
      expect([await play(user, profile), await listed(user, profile)]).toEqual([200, 200]);
    },
  );

  test('a profile is added and deleted by a grown-up only', async () => {
    const { user, kid } = await household('tv');
    const second = await buildProfile(api.db, { householdId: user.householdId, name: '아빠' });
    for (const refused of [await add(user), await remove(user, second)]) {
      expect(refused.status).toBe(422);
      expect(refused.body.errors?.password).toBeDefined();
    }
    expect((await add(user, { parent_pin: '0000' })).status).toBe(422);
    expect((await add(user, { parent_pin: parentPin })).status).toBe(200);
    expect((await enter(user, kid)).status).toBe(200);
  });

  test('it is so as well on a device that a new PIN has put out of its profile, or whose profile is gone', async () => {
    for (const method of ['lock', 'delete'] as const) {
      const { user, profile } = await household('password');
      const second = await buildProfile(api.db, { householdId: user.householdId, name: '아빠' });
      expect((await enter(user, second)).status).toBe(200);
      const { body } = await api.call('POST /api/login', {
        body: { username: user.username, password: user.password },
      });
      const { token } = body.data;
      const there = { token, params: { id: second.id } };
      if (method === 'lock')
        await api.call('PUT /api/account/profiles/{id}/pin', {
          ...there,
          body: { pin: '4821', password: user.password },
        });
      else await api.call('DELETE /api/account/profiles/{id}', { ...there, body: {} });
      expect([await play(user, profile), await listed(user, profile), (await add(user)).status]).toEqual([
        404, 404, 422,
      ]);
      expect((await enter(user, profile)).body.errors?.parent_pin).toBeDefined();
      expect((await enter(user, profile, { parent_pin: parentPin })).status).toBe(200);
      expect(await listed(user, profile)).toBe(200);
    }
  });

  test('re-authentication by the mailbox does as well, and nothing is asked in a session that the password began', async () => {
    const { user, profile } = await household('google');
    await prove(user);
    expect(await play(user, profile)).toBe(200);
    const byPassword = await household('password');
    expect(await play(byPassword.user, byPassword.profile)).toBe(200);
    expect((await add(byPassword.user)).status).toBe(200);
  });
});

test('re-authentication stays with whoever gave it: another profile has none', async () => {
  const { user, profile } = await household('password', { hasParentPin: false });
  const teen = await buildProfile(api.db, { householdId: user.householdId, name: '누나', maturity: 12 });
  await dropPassword(user);
  await enter(user, profile);
  await prove(user);
  expect((await enter(user, profile)).status).toBe(200);
  const provedUntil = async () =>
    (await api.call('GET /api/account/details', { token: user.token })).body.data.reauthenticated_until;
  expect(await provedUntil(), 'the same profile again').not.toBeNull();
  await enter(user, teen);
  expect(await provedUntil()).toBeNull();
  expect((await remove(user, teen)).body.code).toBe('identity_required');
});

test('without a password the parent PIN is asked for at its field, until there is re-authentication', async () => {
  const { user, profile } = await household('password');
  const teen = await buildProfile(api.db, { householdId: user.householdId, name: '누나', maturity: 12 });
  await enter(user, profile);
  await dropPassword(user);
  const refused = await remove(user, teen);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { parent_pin: ['Please confirm with the account password or the parent PIN.'] },
  ]);
  await prove(user);
  expect((await remove(user, teen)).status).toBe(200);
});
