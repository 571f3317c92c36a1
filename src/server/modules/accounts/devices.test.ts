import { eq } from 'drizzle-orm';
import type Pusher from 'pusher-js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildAsset, buildProfile, buildProgramme, buildUser } from '../../../../test/build.ts';
import { openPusher } from '../../../../test/pusher.ts';
import type { BuiltInPush } from '../../adapters/push/built-in.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { logins, sessionActions, sessions } from './accounts.tables.ts';
import { tidyAccountsJob } from './jobs/accounts.jobs.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ trustProxy: 1, countryHeader: 'x-country' });
});

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
let host = 0;
const from = (userAgent = windows, country = 'US') => {
  host += 1;
  return { 'x-forwarded-for': `10.3.0.${host}`, 'user-agent': userAgent, 'x-country': country };
};
type Built = Awaited<ReturnType<typeof buildUser>>;
const login = async (user: Built, headers = from()) =>
  (await api.call('POST /api/login', { body: { username: user.username, password: user.password }, headers }))
    .body.data.token;
const devices = async (token: string) => (await api.call('GET /api/account/devices', { token })).body.data;
const end = (token: string, id: string) =>
  api.call('DELETE /api/account/devices/{id}', { token, params: { id } });
const statusOf = async (token: string) => (await api.call('GET /api/user', { token })).status;

describe('devices', () => {
  test('are named after what they say they are, with where they signed in; this one is marked', async () => {
    const user = await buildUser(api.db);
    const token = await login(user, from(phone, 'CA'));
    const list = await devices(token);
    expect(list).toHaveLength(2);
    expect(list.find(({ current }) => current)).toMatchObject({ name: 'Safari · iPhone', country: 'CA' });
    expect(list.find(({ current }) => current)?.address).toMatch(/^10\.3\.0\./);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
  });

  test('are signed out one by one: the token is worthless at once, and the others stay', async () => {
    const user = await buildUser(api.db);
    const [here, there] = [await login(user), await login(user, from(phone))];
    const other = (await devices(here)).find(({ name }) => name === 'Safari · iPhone');
    expect((await end(here, other?.id ?? '')).status).toBe(200);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    expect((await end(here, other?.id ?? '')).status).toBe(404);
  });

  test('of another household are not there', async () => {
    const [user, stranger] = [await buildUser(api.db), await buildUser(api.db)];
    const [own] = await devices(user.token);
    expect((await end(stranger.token, own?.id ?? '')).status).toBe(404);
    expect(await statusOf(user.token)).toBe(200);
    expect((await devices(stranger.token)).map(({ id }) => id)).not.toContain(own?.id);
  });

  test('are all signed out by the password only', async () => {
    const user = await buildUser(api.db);
    const there = await login(user);
    const all = (password: string) =>
      api.call('POST /api/account/sign-out-all', { token: user.token, body: { password }, locale: 'en' });
    const wrong = await all('not the password');
    expect(wrong.body.errors).toEqual({ password: ['The password is incorrect.'] });
    expect(await statusOf(there)).toBe(200);
    for (let guess = 0; guess < 4; guess += 1) await all('not the password');
    expect((await all(user.password)).status).toBe(429);
    api.setNow(new Date(Date.now() + 61_000));
    expect((await all(user.password)).status).toBe(200);
    api.setNow(undefined);
    expect([await statusOf(user.token), await statusOf(there)]).toEqual([401, 401]);
  });

  test('that are signed out play no more', async () => {
    const user = await buildUser(api.db, { plan: 5 });
    const profile = await buildProfile(api.db, { householdId: user.householdId });
    const film = await buildProgramme(api.db, { assetId: (await buildAsset(api.db)).id });
    const there = await login(user, from(phone));
    const play = await api.call('POST /api/playback/sessions', {
      token: there,
      body: { profile_id: profile.id, type: 'm', id: film.id } as never,
    });
    expect(play.status).toBe(200);
    const streams = async () =>
      (await api.call('GET /api/account/streaming-devices', { token: user.token, locale: 'en' })).body.data;
    expect(await streams()).toMatchObject([
      { name: 'Safari · iPhone', title: film.titleEn, profile_name: profile.name, watching: true },
    ]);
    const other = (await devices(user.token)).find(({ name }) => name === 'Safari · iPhone');
    await end(user.token, other?.id ?? '');
    expect(await streams()).toMatchObject([{ watching: false }]);
    const stranger = await buildUser(api.db);
    const theirs = await api.call('GET /api/account/streaming-devices', { token: stranger.token });
    expect(theirs.body.data).toEqual([]);
  });

  test('open pages of the household hear of it, and have to show anew that they may listen', async () => {
    const user = await buildUser(api.db);
    const there = await login(user, from(phone));
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const push = api.context.push as BuiltInPush;
    await push.attach(api.app.server);
    const { port } = api.app.server.address() as { port: number };
    const heard: string[] = [];
    const refused: string[] = [];
    const clients = [1, 2].map(() => openPusher(port, { token: there, key: push.key }));
    const channels = ['private', 'presence'].map((kind, index) => {
      const channel = (clients[index] as Pusher).subscribe(`${kind}-household.${user.householdId}`);
      return channel.bind('pusher:subscription_error', () => refused.push(kind));
    });
    channels[0]?.bind('App\\Events\\SessionsEnded', () => heard.push('ended'));
    try {
      await vi.waitUntil(() => channels.every(({ subscribed }) => subscribed), { timeout: 10_000 });
      const other = (await devices(user.token)).find(({ name }) => name === 'Safari · iPhone');
      await end(user.token, other?.id ?? '');
      await vi.waitUntil(() => heard.length > 0, { timeout: 10_000 });
      // Disconnected clients reconnect and are refused: their token is invalid.
      await vi.waitUntil(() => new Set(refused).size === 2, { timeout: 10_000 });
      expect(channels.map(({ subscribed }) => subscribed)).toEqual([false, false]);
    } finally {
      for (const client of clients) client.disconnect();
      await push.close();
    }
  });
});

describe('signing in', () => {
  test('is kept, right and wrong, newest first, for the account’s own eyes', async () => {
    const user = await buildUser(api.db);
    const wrong = await api.call('POST /api/login', {
      body: { username: user.username, password: 'not it' },
      headers: from(phone, 'MX'),
    });
    expect(wrong.status).toBe(422);
    await login(user);
    const history = await api.call('GET /api/account/logins', { token: user.token });
    expect(history.body.data).toMatchObject([
      { name: 'Chrome · Windows', country: 'US', succeeded: true },
      { name: 'Safari · iPhone', country: 'MX', succeeded: false },
    ]);
    expect(history.body.meta.total).toBe(2);
    const stranger = await buildUser(api.db);
    const theirs = await api.call('GET /api/account/logins', { token: stranger.token });
    expect(theirs.body.data).toEqual([]);
  });

  test('under a name that nobody has leaves the same work behind, and no name', async () => {
    const before = (await api.db.select().from(logins)).length;
    await api.call('POST /api/login', {
      body: { username: 'hunter2-typed-here', password: 'x' },
      headers: from(),
    });
    const rows = await api.db.select().from(logins);
    expect(rows.length).toBe(before + 1);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  test('gives a token of its own each time, and leaves the one sent along alone', async () => {
    const user = await buildUser(api.db);
    const fixed = 'a-token-of-the-attackers-choosing-0123456789';
    const { body } = await api.call('POST /api/login', {
      body: { username: user.username, password: user.password },
      token: fixed,
      headers: from(),
    });
    expect(body.data.token).not.toBe(fixed);
    expect(await statusOf(fixed)).toBe(401);
    expect(await login(user)).not.toBe(body.data.token);
    const kept = await api.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(JSON.stringify(kept)).not.toContain(body.data.token);
  });

  test('on a new device or from another country is told by mail, and not again', async () => {
    const user = await buildUser(api.db);
    const mails = async () =>
      (
        await api.db
          .select()
          .from(mailMessages)
          .where(eq(mailMessages.toAddress, `${user.username}@example.com`))
      ).length;
    await login(user);
    expect(await mails(), 'the first of all').toBe(0);
    await login(user);
    expect(await mails(), 'the same').toBe(0);
    await login(user, from(phone));
    expect(await mails(), 'a new device').toBe(1);
    await login(user, from(phone));
    await login(user, from(windows, 'CA'));
    expect(await mails(), 'another country').toBe(2);
  });

  test('is forgotten after a year', async () => {
    const user = await buildUser(api.db);
    await login(user);
    api.setNow(new Date(Date.now() + 366 * 86_400_000));
    await tidyAccountsJob.run({}, api.context, new AbortController().signal);
    api.setNow(undefined);
    expect(await api.db.select().from(logins).where(eq(logins.userId, user.id))).toEqual([]);
  });
});

describe('the sign-out session update', () => {
  const update = (user: Built, token: string | undefined, householdId = user.householdId) =>
    api.call('POST /api/session-action', {
      token,
      body: {
        action: 'sign_out',
        username: 'somebody',
        household_id: householdId,
        email: '',
        user_type: 'PLUS',
      },
    });

  test('is kept once, with what the service knows itself, right after the session has ended', async () => {
    const user = await buildUser(api.db, { plan: 3 });
    await api.call('POST /api/user/logout', { token: user.token });
    expect((await update(user, user.token)).status).toBe(200);
    expect((await update(user, user.token)).status).toBe(200);
    const kept = await api.db
      .select()
      .from(sessionActions)
      .where(eq(sessionActions.householdId, user.householdId));
    expect(kept).toMatchObject([
      {
        username: user.username,
        email: `${user.username}@example.com`,
        userType: 'PLUS',
        action: 'sign_out',
      },
    ]);
    const free = await buildUser(api.db);
    await update(free, free.token);
    const [row] = await api.db
      .select()
      .from(sessionActions)
      .where(eq(sessionActions.householdId, free.householdId));
    expect(row?.userType).toBe('FREE');
  });

  test('is refused for others, without a token, and when it comes late', async () => {
    const [user, stranger] = [await buildUser(api.db), await buildUser(api.db)];
    expect((await update(user, stranger.token)).status).toBe(404);
    expect((await update(user, undefined)).status).toBe(401);
    await api.call('POST /api/user/logout', { token: user.token });
    api.setNow(new Date(Date.now() + 5 * 60_000));
    expect((await update(user, user.token)).status).toBe(401);
    api.setNow(undefined);
  });
});
