import { eq } from 'drizzle-orm';
import * as oauth from 'oauth4webapi';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildProfile, buildUser } from '../../../../test/build.ts';
import { activationCalls } from '../../../contract/account/activations.ts';
import type { CallDefinition } from '../../../contract/call.ts';
import { errorTable } from '../../../contract/errors.ts';
import { commonErrors } from '../../http/bind.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { users } from './accounts.tables.ts';
import { activations } from './activations.tables.ts';
import { tidyAccountsJob } from './jobs/accounts.jobs.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ trustProxy: 1, countryHeader: 'x-country' });
});
let now = Date.now();
const pass = (seconds: number) => {
  now += seconds * 1000;
  api.setNow(new Date(now));
};
afterEach(() => {
  api.setNow(undefined);
  now = Date.now();
});

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
const television =
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36';
let host = 0;
const from = (country = 'US') => {
  host += 1;
  return {
    'x-forwarded-for': `10.4.${host >> 8}.${host & 255}`,
    'user-agent': television,
    'x-country': country,
  };
};
type Built = Awaited<ReturnType<typeof buildUser>>;

const ask = async (headers = from()) =>
  (await api.call('POST /api/device/authorization', { body: { client_id: 'tv' }, headers })).body;
const poll = (device_code: string, headers = from()) =>
  api.call('POST /api/device/token', { body: { grant_type, device_code, client_id: 'tv' }, headers });
const code = async (answer: ReturnType<typeof poll>) => (await answer).body.code;
const look = (token: string | undefined, user_code: string, headers = from()) =>
  api.call('GET /api/account/activations/{user_code}', { token, params: { user_code }, headers });
const approve = (token: string, user_code: string) =>
  api.call('POST /api/account/activations/{user_code}/approve', {
    token,
    params: { user_code },
    headers: from(),
  });
const deny = (token: string, user_code: string) =>
  api.call('POST /api/account/activations/{user_code}/deny', {
    token,
    params: { user_code },
    headers: from(),
  });
const nameOf = async (token: string | undefined) =>
  (await api.call('GET /api/user', { token })).body.data?.username;
const activate = async (user: Built) => {
  const asked = await ask();
  await approve(user.token, asked.user_code);
  return (await poll(asked.device_code)).body.access_token;
};

describe('a television', () => {
  test('is signed in by a client of somebody else’s that keeps to the standard', async () => {
    const user = await buildUser(api.db);
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const server = {
      issuer: url,
      device_authorization_endpoint: `${url}/api/device/authorization`,
      token_endpoint: `${url}/api/device/token`,
    };
    const client = { client_id: 'tv' };
    const options = { [oauth.allowInsecureRequests]: true };
    const none = oauth.None();
    const begun = await oauth.processDeviceAuthorizationResponse(
      server,
      client,
      await oauth.deviceAuthorizationRequest(server, client, none, new URLSearchParams(), options),
    );
    expect(begun).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${url}/activate`,
      verification_uri_complete: `${url}/activate?code=${begun.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    const grant = async () =>
      oauth.processDeviceCodeResponse(
        server,
        client,
        await oauth.deviceCodeGrantRequest(server, client, none, begun.device_code, options),
      );
    const waiting = await grant().catch((error: unknown) => error);
    expect(waiting).toBeInstanceOf(oauth.ResponseBodyError);
    expect(waiting).toMatchObject({ error: 'authorization_pending', status: 400 });
    await approve(user.token, begun.user_code);
    const granted = await grant();
    expect(granted.token_type).toBe('bearer');
    expect(await nameOf(granted.access_token)).toBe(user.username);
    await expect(grant()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('hears the answer in OAuth’s words, whatever the language, kept nowhere', async () => {
    const { device_code } = await ask();
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/device/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-locale': 'ko', ...from() },
      payload: new URLSearchParams({ grant_type, device_code, client_id: 'tv' }).toString(),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({
      code: 'authorization_pending',
      error: 'authorization_pending',
      message: errorTable.authorization_pending.ko,
      error_description: errorTable.authorization_pending.en,
    });
    // The characters that RFC 6749 §5.2 allows.
    for (const definition of Object.values<CallDefinition>(activationCalls)) {
      if (!definition.oauth) continue;
      for (const name of [...commonErrors(definition), ...definition.errors])
        expect(errorTable[name].en, name).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  test('is told what is wrong with its question', async () => {
    const send = (body: Record<string, string>) =>
      api.call('POST /api/device/token', { body: body as never, headers: from() });
    const right = { grant_type, device_code: 'none such', client_id: 'tv' };
    expect(await code(send(right))).toBe('invalid_grant');
    expect(await code(send({ ...right, grant_type: 'password' }))).toBe('unsupported_grant_type');
    expect(await code(send({ ...right, client_id: 'other' }))).toBe('invalid_client');
    const missing = await send({ grant_type, client_id: 'tv' });
    expect([missing.status, missing.body.code]).toEqual([400, 'invalid_request']);
    expect(
      await code(
        api.call('POST /api/device/authorization', {
          body: { client_id: 'other' },
          headers: from(),
        }) as never,
      ),
    ).toBe('invalid_client');
  });

  test('that asks too often is told to wait five seconds longer, each time', async () => {
    const { device_code } = await ask();
    pass(0);
    expect(await code(poll(device_code))).toBe('authorization_pending');
    pass(2);
    expect(await code(poll(device_code))).toBe('slow_down');
    pass(6);
    expect(await code(poll(device_code)), 'five more are ten').toBe('slow_down');
    pass(15);
    expect(await code(poll(device_code))).toBe('authorization_pending');
    pass(12);
    expect(await code(poll(device_code)), 'and it stays so').toBe('slow_down');
  });

  test('has ten minutes', async () => {
    const user = await buildUser(api.db);
    const [asked, other] = [await ask(), await ask()];
    await approve(user.token, other.user_code);
    pass(601);
    expect(await code(poll(asked.device_code))).toBe('expired_token');
    expect(await code(poll(other.device_code)), 'approved, but never fetched').toBe('expired_token');
    expect((await look(user.token, asked.user_code)).status).toBe(404);
    expect((await approve(user.token, asked.user_code)).status).toBe(404);
  });

  test('gets one token, also when it asks twice at once, and never another', async () => {
    const user = await buildUser(api.db);
    const asked = await ask();
    await approve(user.token, asked.user_code);
    const answers = await Promise.all([1, 2, 3].map(() => poll(asked.device_code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await code(poll(asked.device_code))).toBe('invalid_grant');
  });

  test('is one of the account’s devices, with a mail and a line in the login history, and can be signed out', async () => {
    const user = await buildUser(api.db);
    await api.call('POST /api/login', {
      body: { username: user.username, password: user.password },
      headers: { ...from(), 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36' },
    });
    const token = await activate(user);
    const { data } = (await api.call('GET /api/account/devices', { token: user.token })).body;
    const own = data.find(({ name }) => name === 'Chrome · LG TV');
    expect(own).toMatchObject({ country: 'US', current: false });
    const history = (await api.call('GET /api/account/logins', { token: user.token })).body.data;
    expect(history[0]).toMatchObject({ name: 'Chrome · LG TV', succeeded: true });
    const mails = await api.db
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.toAddress, `${user.username}@example.com`));
    expect(mails.map(({ template }) => template)).toEqual(['new_sign_in']);
    await api.call('DELETE /api/account/devices/{id}', { token: user.token, params: { id: own?.id ?? '' } });
    expect(await nameOf(token)).toBeUndefined();
  });

  test('may ask for sixty codes an hour', async () => {
    const headers = from();
    for (let time = 0; time < 60; time += 1) await ask(headers);
    const refused = await api.call('POST /api/device/authorization', { body: { client_id: 'tv' }, headers });
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_tries']);
  });
});

describe('what a television shows', () => {
  test('leads whoever is signed in to what asks, from where and when, however it is typed', async () => {
    const user = await buildUser(api.db);
    const { user_code } = await ask(from('CA'));
    for (const typed of [user_code, user_code.toLowerCase(), user_code.replace('-', ''), ` ${user_code} `]) {
      const { data } = (await look(user.token, typed)).body;
      expect(data).toMatchObject({ user_code, name: 'Chrome · LG TV', country: 'CA' });
      expect(Date.parse(data.expires_at) - Date.parse(data.asked_at)).toBe(600_000);
    }
    expect((await look(undefined, user_code)).status).toBe(401);
  });

  test('is stored nowhere', async () => {
    const { user_code, device_code } = await ask();
    const rows = JSON.stringify(await api.db.select().from(activations));
    for (const secret of [user_code, user_code.replace('-', ''), device_code])
      expect(rows).not.toContain(secret);
  });

  test('is refused: the television hears it, and nobody can confirm it any more', async () => {
    const user = await buildUser(api.db);
    const asked = await ask();
    expect((await deny(user.token, asked.user_code)).status).toBe(200);
    expect((await deny(user.token, asked.user_code)).status, 'said twice').toBe(200);
    expect((await approve(user.token, asked.user_code)).status).toBe(404);
    expect(await code(poll(asked.device_code))).toBe('access_denied');
  });

  test('is confirmed once, by one household; saying so twice is fine', async () => {
    const [user, stranger] = [await buildUser(api.db), await buildUser(api.db)];
    const asked = await ask();
    expect((await approve(user.token, asked.user_code)).status).toBe(200);
    expect((await approve(user.token, asked.user_code)).status).toBe(200);
    expect((await look(stranger.token, asked.user_code)).status).toBe(404);
    expect((await approve(stranger.token, asked.user_code)).status).toBe(404);
    expect((await deny(stranger.token, asked.user_code)).status).toBe(404);
    const { body } = await poll(asked.device_code);
    expect(await nameOf(body.access_token)).toBe(user.username);
    expect((await approve(user.token, asked.user_code)).status).toBe(200);
    expect(await code(poll(asked.device_code))).toBe('invalid_grant');
  });

  test('of two households that confirm at once belongs to one', async () => {
    const [a, b] = [await buildUser(api.db), await buildUser(api.db)];
    const asked = await ask();
    const answers = await Promise.all([approve(a.token, asked.user_code), approve(b.token, asked.user_code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const owner = answers[0]?.status === 200 ? a : b;
    expect(await nameOf((await poll(asked.device_code)).body.access_token)).toBe(owner.username);
  });

  test('is not confirmed from a kids profile', async () => {
    const user = await buildUser(api.db);
    const child = await buildProfile(api.db, { householdId: user.householdId, isKid: true, maturity: 7 });
    await api.call('POST /api/account/profiles/{id}/enter', {
      token: user.token,
      params: { id: child.id },
      body: {},
    });
    const asked = await ask();
    for (const answer of [
      await look(user.token, asked.user_code),
      await approve(user.token, asked.user_code),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'kids_profile']);
    expect(await code(poll(asked.device_code))).toBe('authorization_pending');
  });

  test('opens nothing when who confirmed has been signed out or suspended meanwhile', async () => {
    const [out, suspended] = [await buildUser(api.db), await buildUser(api.db)];
    const [first, second] = [await ask(), await ask()];
    await approve(out.token, first.user_code);
    await approve(suspended.token, second.user_code);
    await api.call('POST /api/account/sign-out-all', { token: out.token, body: { password: out.password } });
    await api.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, suspended.id));
    expect(await code(poll(first.device_code))).toBe('access_denied');
    expect(await code(poll(second.device_code))).toBe('access_denied');
  });

  test('cannot be guessed: ten wrong ones of an account, thirty of an address, and it has to wait', async () => {
    const user = await buildUser(api.db);
    const guess = (token: string, headers?: Record<string, string>) =>
      look(token, 'BBBB-BBBB', headers as ReturnType<typeof from>);
    const { user_code } = await ask();
    for (let time = 0; time < 20; time += 1) await look(user.token, user_code);
    const all = await Promise.all(Array.from({ length: 14 }, () => guess(user.token)));
    expect(all.filter(({ status }) => status === 404)).toHaveLength(10);
    const late = await look(user.token, user_code);
    expect([late.status, late.body.code]).toEqual([429, 'too_many_tries']);

    const headers = from();
    const statuses = [];
    for (let number = 0; number < 4; number += 1) {
      const { token } = await buildUser(api.db);
      for (let time = 0; time < 9; time += 1) statuses.push((await guess(token, headers)).status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
  });

  test('is forgotten a day after it has expired', async () => {
    const asked = await ask();
    const tidy = () => tidyAccountsJob.run({}, api.context, new AbortController().signal);
    pass(3_600);
    await tidy();
    expect(await code(poll(asked.device_code))).toBe('expired_token');
    pass(2 * 86_400);
    await tidy();
    expect(await code(poll(asked.device_code))).toBe('invalid_grant');
  });

  test('is announced on a channel of its own as soon as somebody has decided', async () => {
    const user = await buildUser(api.db);
    const broadcast = vi.spyOn(api.context.push, 'broadcast');
    const asked = await ask();
    await approve(user.token, asked.user_code);
    expect(broadcast).toHaveBeenCalledWith({
      channel: asked.push_channel,
      event: 'App\\Events\\ActivationDecided',
      data: {},
    });
    broadcast.mockRestore();
  });
});
