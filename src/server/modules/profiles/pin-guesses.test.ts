import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { type BuiltUser, buildProfile, buildUser } from '../../../../test/build.ts';
import { hashPassword } from '../../security/passwords.ts';
import { households, sessions, users } from '../accounts/accounts.tables.ts';
import { profiles } from './profiles.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

const pin = '7391';
const minuteMs = 60_000;
interface Asked {
  pin?: string;
  parent_pin?: string;
  password?: string;
}

/**
 * A household with a device that has to enter a PIN: that of a profile, or the parent PIN that is required to leave a kids
 * profile. `guess` tries a PIN there.
 */
async function at(door: 'pin' | 'parent_pin') {
  const user = await buildUser(api.db, { plan: 30 });
  const { householdId } = user;
  const locked = await buildProfile(api.db, {
    householdId,
    name: '엄마',
    ...(door === 'pin' ? { pin } : {}),
  });
  const kid = await buildProfile(api.db, { householdId, name: '아이', isKid: true, age: 8, maturity: 7 });
  if (door === 'parent_pin') {
    await api.db
      .update(households)
      .set({ parentPinHash: await hashPassword(pin) })
      .where(eq(households.id, householdId));
    await api.db.update(sessions).set({ profileId: kid.id }).where(eq(sessions.householdId, householdId));
  }
  const enter = (body: Asked, { token }: { token: string } = user) =>
    api.call('POST /api/account/profiles/{id}/enter', {
      token,
      params: { id: locked.id },
      body,
      locale: 'en',
    });
  /** Sets the number of failed attempts since the last correct one, the last of them now. */
  const fail = async (times: number) => {
    if (door === 'pin')
      await api.db
        .update(profiles)
        .set({ pinFailures: times, pinFailedAt: api.context.now() })
        .where(eq(profiles.id, locked.id));
    else
      await api.db
        .update(households)
        .set({ parentPinFailures: times, parentPinFailedAt: api.context.now() })
        .where(eq(households.id, householdId));
  };
  const failures = async () => {
    const [own] = await api.db.select().from(profiles).where(eq(profiles.id, locked.id));
    const [house] = await api.db.select().from(households).where(eq(households.id, householdId));
    return door === 'pin' ? own?.pinFailures : house?.parentPinFailures;
  };
  const guess = (digits = '0000', body: Asked = {}, who = user) => enter({ [door]: digits, ...body }, who);
  return { user, locked, kid, enter, guess, fail, failures };
}
const told = async ({ id }: BuiltUser) =>
  (
    await api.pool.query(
      `select n.id, e."values", (select count(*)::int from mail_messages m where m.user_id = $1 and m.template = e.cause) as mails
       from notifications n join notifications_events e on e.id = n.event_id
       where n.user_id = $1 and e.cause = 'pin_guessed'`,
      [id],
    )
  ).rows;

describe.each(['pin', 'parent_pin'] as const)('guesses of a %s', (door) => {
  test('are slowed down more and more, on whatever node, and what is waited for is no guess', async () => {
    const { user, guess, failures } = await at(door);
    const begun = Date.now();
    let minutes = 0;
    const now = (seconds = 0) => api.setNow(new Date(begun + minutes * minuteMs + seconds * 1000));
    now();
    for (let n = 1; n <= 5; n += 1) expect((await guess()).status, `free try ${n}`).toBe(422);
    for (const wait of [1, 5, 15, 60, 60]) {
      const refused = await guess(pin);
      expect([refused.status, refused.body.code], `before ${wait} minutes`).toEqual([429, 'too_many_tries']);
      expect(Number(refused.headers['retry-after'])).toBe(wait * 60);
      minutes += wait;
      now(-1);
      expect((await guess(pin)).status, `just before ${wait} minutes`).toBe(429);
      now();
      expect((await guess()).status, `after ${wait} minutes`).toBe(422);
    }
    expect(await failures()).toBe(10);
    expect(await told(user)).toEqual([]);
    minutes += 60;
    now();
    expect((await guess(pin)).status).toBe(200);
    expect(await failures()).toBe(0);
  });

  test('count one by one, also when they come at once', async () => {
    const { guess, failures } = await at(door);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => guess()));
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await failures()).toBe(5);
  });

  test('are over after twenty: the PIN alone counts no longer, and the owner is told once', async () => {
    const { user, enter, guess, fail, failures } = await at(door);
    await fail(19);
    api.setNow(new Date(Date.now() + 61 * minuteMs));
    expect((await guess()).status).toBe(422);
    const [notice, ...more] = await told(user);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ mails: 1, values: { profile: door === 'pin' ? '엄마' : null } });
    api.setNow(new Date(Date.now() + 600 * minuteMs));
    for (const asked of [await guess(pin), await guess(), await enter({})]) {
      expect([asked.status, asked.body.errors]).toEqual([
        422,
        { password: ['Too many wrong PINs. Please confirm with the account password.'] },
      ]);
    }
    expect((await guess(pin, { password: 'not it' })).body.errors?.password).toEqual([
      'The password is incorrect.',
    ]);
    expect(await failures()).toBe(20);
    expect(await told(user)).toHaveLength(1);
    expect((await enter({ password: user.password })).status).toBe(200);
    expect(await failures()).toBe(0);
  });

  test('are over by a new PIN as well', async () => {
    const { user, locked, guess, fail, failures } = await at(door);
    await fail(20);
    const { body } = await api.call('POST /api/login', {
      body: { username: user.username, password: user.password },
    });
    const token = body.data.token;
    const set = { pin: '2580', password: user.password };
    const answer =
      door === 'pin'
        ? await api.call('PUT /api/account/profiles/{id}/pin', {
            token,
            params: { id: locked.id },
            body: set,
          })
        : await api.call('PUT /api/account/parent-pin', { token, body: set });
    expect(answer.status).toBe(200);
    expect(await failures()).toBe(0);
    expect((await guess('2580')).status).toBe(200);
  });
});

test('an account without a password gets in by re-authentication from its mailbox', async () => {
  const { user, guess, enter, fail, failures } = await at('pin');
  await api.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
  await fail(20);
  const refused = await guess(pin);
  expect([refused.status, refused.body.code]).toEqual([403, 'identity_required']);
  await api.db.update(sessions).set({ reauthenticatedAt: new Date() }).where(eq(sessions.userId, user.id));
  expect((await enter({})).status).toBe(200);
  expect(await failures()).toBe(0);
});

test('a parent PIN that was guessed too often counts nowhere: limits take the password', async () => {
  const { user, kid, fail, failures } = await at('parent_pin');
  await api.db.update(sessions).set({ profileId: null }).where(eq(sessions.userId, user.id));
  const remove = (body: Asked) =>
    api.call('DELETE /api/account/profiles/{id}', {
      token: user.token,
      params: { id: kid.id },
      body,
      locale: 'en',
    });
  await fail(4);
  expect((await remove({ parent_pin: '0000' })).body.errors?.parent_pin).toBeDefined();
  expect(await failures()).toBe(5);
  expect((await remove({ parent_pin: pin })).status).toBe(429);
  await fail(20);
  expect((await remove({ parent_pin: pin })).body.errors?.password).toBeDefined();
  expect((await remove({ parent_pin: pin, password: user.password })).status).toBe(200);
  expect(await failures()).toBe(0);
});

test('a profile keeps its guesses to itself: another one and its own details are as they were', async () => {
  const { user, locked, guess, fail, failures } = await at('pin');
  const other = await buildProfile(api.db, { householdId: user.householdId, name: '아빠', pin: '1111' });
  const changedAt = async () =>
    (await api.db.select().from(profiles).where(eq(profiles.id, locked.id)))[0]?.updatedAt;
  const before = await changedAt();
  expect((await guess()).status).toBe(422);
  expect(await failures()).toBe(1);
  expect(await changedAt(), 'cached answers of the profile stay').toEqual(before);
  await fail(20);
  const entered = await api.call('POST /api/account/profiles/{id}/enter', {
    token: user.token,
    params: { id: other.id },
    body: { pin: '1111' },
  });
  expect(entered.status).toBe(200);
});
