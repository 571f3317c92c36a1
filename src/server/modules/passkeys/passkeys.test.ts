import { generateKeyPairSync } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { type Key, makeAuthenticator } from '../../../../test/authenticator.ts';
import { type BuiltUser, buildProfile, buildUser } from '../../../../test/build.ts';
import { logins, sessions, users } from '../accounts/accounts.tables.ts';
import { eraseDueAccounts } from '../accounts/erasure.service.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { purgeChallengesJob } from './jobs/passkeys.jobs.ts';
import { challenges, passkeys } from './passkeys.tables.ts';

const origin = 'https://maru.test';
const authenticator = makeAuthenticator(origin);
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ trustProxy: 1, origin });
});
afterEach(() => api.setNow(undefined));

let host = 0;
const from = (userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36') => {
  host += 1;
  return { 'x-forwarded-for': `10.7.${Math.floor(host / 250)}.${(host % 250) + 1}`, 'user-agent': userAgent };
};
/** A user whose session was re-authenticated a moment ago. */
async function proved(values: Parameters<typeof buildUser>[1] = {}): Promise<BuiltUser> {
  const user = await buildUser(api.db, values);
  await prove(user);
  return user;
}
const prove = (user: BuiltUser) =>
  api.db.update(sessions).set({ reauthenticatedAt: new Date() }).where(eq(sessions.userId, user.id));
const creation = async ({ token }: BuiltUser) =>
  (await api.call('POST /api/account/passkeys/options', { token })).body.data;
const addOf = (user: BuiltUser, made: ReturnType<typeof authenticator.create>, name?: string) =>
  api.call('POST /api/account/passkeys', {
    token: user.token,
    body: { credential: made.credential, ...(name === undefined ? {} : { name }) },
    headers: from(),
    locale: 'en',
  });
async function added(user: BuiltUser, more: Parameters<typeof authenticator.create>[1] = {}): Promise<Key> {
  const made = authenticator.create(await creation(user), more);
  expect((await addOf(user, made, '내 노트북')).status).toBe(200);
  return made.key;
}
const asked = async () => (await api.call('POST /api/passkey-login/options', { headers: from() })).body.data;
const login = (credential: ReturnType<typeof authenticator.sign>, headers = from()) =>
  api.call('POST /api/passkey-login', { body: { credential }, headers, locale: 'en' });
const mailTo = async (user: BuiltUser) =>
  (
    await api.db
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.toAddress, `${user.username}@example.com`))
      .orderBy(asc(mailMessages.id))
  ).map(({ template }) => template);

describe('signing in with a passkey', () => {
  test('takes nothing but the passkey, and is a sign-in like any other', async () => {
    const user = await proved();
    const key = await added(user, { counter: 1 });
    const { status, body } = await login(authenticator.sign(key, await asked()));
    expect([status, body.data.id]).toEqual([200, user.id]);
    expect((await api.call('GET /api/user', { token: body.data.token })).status).toBe(200);
    const [record] = (await api.call('GET /api/account/logins', { token: user.token })).body.data;
    expect(record).toMatchObject({ method: 'passkey', succeeded: true, name: 'Chrome · Windows' });
    const [listed] = (await api.call('GET /api/account/passkeys', { token: user.token })).body.data;
    expect(listed?.last_used_at).not.toBeNull();
    // A sign-in from another kind of device is notified to the owner.
    await login(
      authenticator.sign(key, await asked()),
      from('Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1'),
    );
    expect(await mailTo(user)).toContain('new_sign_in');
  });

  test('is asked for in the same way of everybody', async () => {
    const [one, other] = [await asked(), await asked()];
    expect({ ...one, challenge: '' }).toEqual({
      challenge: '',
      rpId: 'maru.test',
      timeout: 300_000,
      userVerification: 'required',
    });
    expect(one.challenge).not.toBe(other.challenge);
    expect(Buffer.from(one.challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
  });

  test('is refused in the same words whatever is wrong, and a failure stands in the history', async () => {
    const [user, other] = [await proved(), await proved()];
    const [key, others] = [await added(user), await added(other)];
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const wrong: [string, (challenge: { challenge: string }) => ReturnType<typeof authenticator.sign>][] = [
      ['another origin', (c) => authenticator.sign(key, c, { origin: 'https://maru.test.evil.example' })],
      ['another host', (c) => authenticator.sign(key, c, { rpId: 'evil.example' })],
      ['a challenge of somebody’s own', (c) => authenticator.sign(key, c, { challenge: 'AAAA' })],
      ['a signature for making one', (c) => authenticator.sign(key, c, { type: 'webauthn.create' })],
      ['another key', (c) => authenticator.sign(key, c, { signedBy: stranger })],
      ['a lock that was not opened', (c) => authenticator.sign(key, c, { verified: false })],
      ['another’s name', (c) => authenticator.sign(key, c, { userHandle: others.userHandle })],
      ['no name', (c) => authenticator.sign({ ...key, userHandle: 'AAAA' }, c)],
      ['an id that is another’s', (c) => authenticator.sign({ ...key, id: others.id }, c)],
      ['an id that nobody has', (c) => authenticator.sign({ ...key, id: Buffer.from('nobody') }, c)],
    ];
    for (const [what, sign] of wrong) {
      const { status, body } = await login(sign(await asked()));
      expect([status, body.code, body.message], what).toEqual([
        422,
        'passkey_refused',
        'This passkey can’t be used. Please try another way.',
      ]);
    }
    const history = await api.db.select().from(logins).where(eq(logins.userId, user.id));
    expect(history.filter(({ succeeded, method }) => !succeeded && method === 'passkey').length).toBe(8);
  });

  test('takes a challenge once, in its time, and for what it was made', async () => {
    const user = await proved();
    const key = await added(user);
    const challenge = await asked();
    const good = authenticator.sign(key, challenge);
    expect((await login(good)).status).toBe(200);
    expect((await login(good)).status).toBe(422);
    expect((await login(authenticator.sign(key, challenge))).status).toBe(422);
    const forAdding = await creation(user);
    expect((await login(authenticator.sign(key, forAdding))).status).toBe(422);
    const late = await asked();
    api.setNow(new Date(Date.now() + 5 * 60_000 + 1000));
    expect((await login(authenticator.sign(key, late))).status).toBe(422);
  });

  test('of two at once with one challenge lets one in', async () => {
    const user = await proved();
    const key = await added(user);
    const good = authenticator.sign(key, await asked());
    const answers = await Promise.all([login(good), login(good), login(good)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('refuses a copy: a counter that goes back, or stands still', async () => {
    const user = await proved();
    const key = await added(user, { counter: 5 });
    const copy = { ...key };
    expect((await login(authenticator.sign(key, await asked()))).status).toBe(200);
    expect((await login(authenticator.sign(copy, await asked()))).status).toBe(422);
    expect((await login(authenticator.sign(key, await asked()))).status).toBe(200);
    // Of those that count, none.
    const synced = await added(user, { synced: true });
    for (let time = 0; time < 2; time += 1)
      expect((await login(authenticator.sign(synced, await asked()))).status).toBe(200);
    const [row] = await api.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.credentialId, synced.id.toString('base64url')));
    expect(row).toMatchObject({ backupEligible: true, counter: 0 });
  });

  test('keeps a suspended account out, and makes a guesser wait', async () => {
    const user = await proved();
    const key = await added(user);
    await api.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, user.id));
    expect((await login(authenticator.sign(key, await asked()))).body.code).toBe('account_suspended');
    const headers = from();
    const challenge = await asked();
    const guess = () => login(authenticator.sign({ ...key, id: Buffer.from('nobody') }, challenge), headers);
    for (let time = 0; time < 30; time += 1) expect((await guess()).status).toBe(422);
    expect((await guess()).body.code).toBe('too_many_logins');
  });
});

describe('the passkeys of an account', () => {
  test('are added after re-authentication, told by mail, listed, renamed and removed', async () => {
    const user = await buildUser(api.db);
    const { token } = user;
    expect((await api.call('POST /api/account/passkeys/options', { token })).body.code).toBe(
      'identity_required',
    );
    await prove(user);
    const options = await creation(user);
    expect(options).toMatchObject({
      rp: { id: 'maru.test' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toContain(-7);
    const made = await addOf(user, authenticator.create(options));
    expect(made.body.data).toMatchObject({ name: 'Chrome · Windows', last_used_at: null });
    const { id } = made.body.data;
    const renamed = await api.call('PATCH /api/account/passkeys/{id}', {
      token,
      params: { id },
      body: { name: '  서연의\u0007 휴대폰 ' },
    });
    expect(renamed.body.data.name).toBe('서연의 휴대폰');
    expect((await creation(user)).excludeCredentials).toHaveLength(1);
    expect((await api.call('DELETE /api/account/passkeys/{id}', { token, params: { id } })).status).toBe(200);
    expect((await api.call('GET /api/account/passkeys', { token })).body.data).toEqual([]);
    expect(await mailTo(user)).toEqual(['sign_in_method_added', 'sign_in_method_removed']);
    expect((await api.call('DELETE /api/account/passkeys/{id}', { token, params: { id } })).status).toBe(404);
  });

  test('are not made elsewhere, without the lock, by another session, or twice', async () => {
    const [user, other] = [await proved(), await proved()];
    const attempts: [string, Parameters<typeof authenticator.create>[1]][] = [
      ['elsewhere', { origin: 'https://evil.example' }],
      ['for another host', { rpId: 'evil.example' }],
      ['by a challenge of its own', { challenge: 'AAAA' }],
      ['with the lock closed', { verified: false }],
      ['by a sign-in', { type: 'webauthn.get' }],
    ];
    for (const [what, deviation] of attempts) {
      const { body } = await addOf(user, authenticator.create(await creation(user), deviation));
      expect(body.code, what).toBe('passkey_refused');
    }
    const others = authenticator.create(await creation(other));
    expect((await addOf(user, others)).body.code).toBe('passkey_refused');
    const forLogin = await asked();
    const signedIn = authenticator.create({ ...(await creation(user)), challenge: forLogin.challenge });
    expect((await addOf(user, signedIn)).body.code).toBe('passkey_refused');
    const { username, password } = user;
    const there = await api.call('POST /api/login', { body: { username, password }, headers: from() });
    await prove(user);
    const elsewhere = authenticator.create(await creation({ ...user, token: there.body.data.token }));
    expect((await addOf(user, elsewhere)).body.code).toBe('passkey_refused');
    const good = authenticator.create(await creation(user));
    expect((await addOf(user, good)).status).toBe(200);
    expect((await addOf(user, good)).body.code).toBe('passkey_refused');
    const taken = authenticator.create(await creation(other), { id: good.key.id });
    expect((await addOf(other, taken)).body.code).toBe('passkey_refused');
  });

  test('of another household are not there', async () => {
    const [user, stranger] = [await proved(), await proved()];
    await added(user);
    const [own] = (await api.call('GET /api/account/passkeys', { token: user.token })).body.data;
    const params = { id: own?.id ?? '' };
    const { token } = stranger;
    expect((await api.call('GET /api/account/passkeys', { token })).body.data).toEqual([]);
    const rename = await api.call('PATCH /api/account/passkeys/{id}', { token, params, body: { name: 'x' } });
    const remove = await api.call('DELETE /api/account/passkeys/{id}', { token, params });
    expect([rename.status, remove.status]).toEqual([404, 404]);
  });

  test('stay out of a kids profile’s reach', async () => {
    const user = await proved();
    const kid = await buildProfile(api.db, { householdId: user.householdId, isKid: true, maturity: 7 });
    await api.db.update(sessions).set({ profileId: kid.id }).where(eq(sessions.userId, user.id));
    for (const name of ['GET /api/account/passkeys', 'POST /api/account/passkeys/options'] as const)
      expect((await api.call(name, { token: user.token })).body.code).toBe('kids_profile');
  });

  test('stop at twenty, also when they come at once', async () => {
    const user = await proved();
    const made = [];
    for (let number = 0; number < 22; number += 1) made.push(authenticator.create(await creation(user)));
    const answers = await Promise.all(made.map((each) => addOf(user, each)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect((await api.call('POST /api/account/passkeys/options', { token: user.token })).body.code).toBe(
      'passkey_limit',
    );
  });

  test('are not taken away where nothing else signs in, also not two at once', async () => {
    const user = await proved();
    await added(user);
    await added(user);
    await api.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
    const { token } = user;
    const list = (await api.call('GET /api/account/passkeys', { token })).body.data;
    const answers = await Promise.all(
      list.map(({ id }) => api.call('DELETE /api/account/passkeys/{id}', { token, params: { id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await api.call('GET /api/account/passkeys', { token })).body.data).toHaveLength(1);
  });

  test('are forgotten with their challenges when the account is erased, and old challenges every day', async () => {
    const user = await proved();
    await added(user);
    await creation(user);
    await asked();
    await api.db
      .update(users)
      .set({ deletionRequestedAt: new Date(Date.now() - 91 * 86_400_000) })
      .where(eq(users.id, user.id));
    await eraseDueAccounts(api.context);
    expect(await api.db.select().from(passkeys).where(eq(passkeys.userId, user.id))).toEqual([]);
    expect(await api.db.select().from(challenges).where(eq(challenges.userId, user.id))).toEqual([]);
    api.setNow(new Date(Date.now() + 86_400_000));
    await purgeChallengesJob.run({}, api.context, new AbortController().signal);
    expect(await api.db.select().from(challenges)).toEqual([]);
  });
});
