/** What a change to a profile does to the household's other devices. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  type BuiltUser,
  buildAsset,
  buildProfile,
  buildProgramme,
  buildUser,
} from '../../../../test/build.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

/** A household with two devices, both in the same profile. */
async function twoDevices(values: Parameters<typeof buildProfile>[1] = {}) {
  const user = await buildUser(api.db, { plan: 10 });
  const profile = await buildProfile(api.db, { ...values, householdId: user.householdId });
  const { body } = await api.call('POST /api/login', {
    body: { username: user.username, password: user.password },
  });
  const there = body.data.token;
  for (const token of [user.token, there]) await enter(token, profile.id);
  return { user, there, profile };
}
const enter = (token: string, id: string, pin?: string) =>
  api.call('POST /api/account/profiles/{id}/enter', { token, params: { id }, body: pin ? { pin } : {} });
const lock = (user: BuiltUser, id: string, pin: string | null) =>
  api.call('PUT /api/account/profiles/{id}/pin', {
    token: user.token,
    params: { id },
    body: { pin, password: user.password },
  });
const enteredOn = async (token: string) =>
  (await api.call('GET /api/user', { token })).body.data.entered_profile_id;
const listOn = async (token: string, profile_id: string) =>
  (await api.call('GET /api/my-list', { token, query: { profile_id } })).status;

describe('a PIN', () => {
  test('closes the profile on other devices, with what they play; the one that sets it stays inside', async () => {
    const { user, there, profile } = await twoDevices();
    const film = await buildProgramme(api.db, { assetId: (await buildAsset(api.db)).id });
    const played = await api.call('POST /api/playback/sessions', {
      token: there,
      body: { profile_id: profile.id, type: 'm', id: film.id } as never,
    });
    const beat = () =>
      api.call('POST /api/playback/sessions/{id}/heartbeat', {
        token: there,
        params: { id: (played.body.data as { id: string }).id },
        body: { position_seconds: 1 },
      });
    expect((await beat()).status).toBe(200);
    expect((await lock(user, profile.id, '4821')).status).toBe(200);
    expect([await enteredOn(user.token), await enteredOn(there)]).toEqual([profile.id, null]);
    expect([await listOn(user.token, profile.id), await listOn(there, profile.id)]).toEqual([200, 404]);
    expect((await beat()).status).not.toBe(200);
    expect((await enter(there, profile.id)).status).toBe(422);
    expect((await enter(there, profile.id, '4821')).status).toBe(200);
    // Another PIN closes it again; removing the PIN does not.
    await lock(user, profile.id, '1111');
    expect(await enteredOn(there)).toBeNull();
    await enter(there, profile.id, '1111');
    await lock(user, profile.id, null);
    expect(await enteredOn(there)).toBe(profile.id);
  });

  test('leaves a child’s device with the child: it is not let into the account', async () => {
    const { there, profile, user } = await twoDevices({ isKid: true, age: 8, maturity: 7 });
    const parent = await buildProfile(api.db, { householdId: user.householdId });
    await enter(user.token, parent.id);
    expect((await lock(user, profile.id, '4821')).status).toBe(200);
    expect(await enteredOn(there)).toBe(profile.id);
    const devices = await api.call('GET /api/account/devices', { token: there });
    expect([devices.status, devices.body.code]).toEqual([403, 'kids_profile']);
  });
});

test('every change is told to the household’s open pages, and to nobody else’s', async () => {
  const { user, profile } = await twoDevices();
  const { token } = user;
  const params = { id: profile.id };
  const broadcast = vi.spyOn(api.context.push, 'broadcast');
  const limits = { is_kid: false, age: null, maturity: 15 as const, zone: 'Asia/Seoul', blocked: [] };
  const changes: Record<string, () => Promise<{ status: number }>> = {
    name: () => api.call('PATCH /api/account/profiles/{id}', { token, params, body: { name: '새 이름' } }),
    PIN: () => lock(user, profile.id, '4821'),
    limits: () =>
      api.call('PUT /api/account/profiles/{id}/restrictions', {
        token,
        params,
        body: { ...limits, hours: { weekdays: null, weekends: null }, password: user.password },
      }),
    'parent PIN': () =>
      api.call('PUT /api/account/parent-pin', { token, body: { pin: '1234', password: user.password } }),
    another: () =>
      api.call('POST /api/account/profiles', {
        token,
        body: { name: '둘째', is_kid: false, password: user.password } as never,
      }),
    deletion: () =>
      api.call('DELETE /api/account/profiles/{id}', { token, params, body: { password: user.password } }),
  };
  for (const [name, change] of Object.entries(changes)) {
    broadcast.mockClear();
    expect((await change()).status, name).toBe(200);
    expect(broadcast.mock.calls, name).toEqual([
      [{ channel: `private-household.${user.householdId}`, event: 'App\\Events\\ProfilesChanged', data: {} }],
    ]);
  }
  broadcast.mockRestore();
});
