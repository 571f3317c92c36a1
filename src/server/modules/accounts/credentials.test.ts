import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildUser, unique } from '../../../../test/build.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { users } from './accounts.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

type Built = Awaited<ReturnType<typeof buildUser>>;
const mailOf = (user: Built) => `${user.username}@example.com`;
const mailTo = (to: string) =>
  api.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.toAddress, to))
    .orderBy(mailMessages.createdAt, mailMessages.id);
const codeTo = async (to: string) => /\b\d{6}\b/.exec((await mailTo(to)).at(-1)?.text ?? '')?.[0] ?? '';
const rowOf = async ({ id }: Built) => (await api.db.select().from(users).where(eq(users.id, id)))[0];

/** A user whose session is re-authenticated. */
async function provedUser(): Promise<Built> {
  const user = await buildUser(api.db);
  const who = { token: user.token };
  expect((await api.call('POST /api/account/identity/send', who)).body.data.email).toBe(mailOf(user));
  const code = await codeTo(mailOf(user));
  expect((await api.call('POST /api/account/identity/verify', { ...who, body: { code } })).status).toBe(200);
  return user;
}
const password = (
  user: Built,
  body = { password: 'the tide comes in', password_confirmation: 'the tide comes in' },
) => api.call('POST /api/account/password', { token: user.token, body, locale: 'en' });
const email = (user: Built, to: string) =>
  api.call('POST /api/account/email', { token: user.token, body: { email: to }, locale: 'en' });
const verifyEmail = (user: Built, code: string) =>
  api.call('POST /api/account/email/verify', { token: user.token, body: { code }, locale: 'en' });
const phone = (user: Built, to: string | null) =>
  api.call('POST /api/account/phone', { token: user.token, body: { phone: to }, locale: 'en' });

describe('birth date and gender', () => {
  const tell = (user: Built, body: object) =>
    api.call('POST /api/account/details', { token: user.token, body: body as never, locale: 'en' });
  const told = async (user: Built) =>
    (await api.call('GET /api/account/details', { token: user.token })).body.data;

  test('are told and taken back by whoever wants to, without a code', async () => {
    const user = await buildUser(api.db);
    expect(await told(user)).toMatchObject({ birth_date: null, gender: null });
    expect((await tell(user, { birth_date: '1948-02-29', gender: 'male' })).status).toBe(200);
    expect(await told(user)).toMatchObject({ birth_date: '1948-02-29', gender: 'male' });
    expect((await tell(user, { birth_date: null, gender: null })).status).toBe(200);
    expect(await told(user)).toMatchObject({ birth_date: null, gender: null });
  });

  test('are refused where they cannot be, with the field', async () => {
    const user = await buildUser(api.db);
    const now = new Date();
    const tomorrow = new Date(now.getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const birth_date of ['1948-02-30', '1899-12-31', '48-02-01', '', tomorrow])
      expect(
        Object.keys((await tell(user, { birth_date, gender: null })).body.errors ?? {}),
        birth_date,
      ).toEqual(['birth_date']);
    expect((await tell(user, { birth_date: tomorrow, gender: null })).body.errors?.birth_date?.[0]).toMatch(
      /^Birth date must be earlier than \d{4}-\d\d-\d\d\.$/,
    );
    const wrong = await tell(user, { birth_date: null, gender: 'unknown' });
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(['gender']);
    expect(await told(user)).toMatchObject({ birth_date: null, gender: null });
  });
});

describe('re-authentication by a code from the mailbox', () => {
  test('comes before anything that an account could be taken over with, and counts a quarter of an hour here only', async () => {
    const user = await buildUser(api.db);
    for (const refused of [
      await password(user),
      await email(user, 'new@example.com'),
      await phone(user, null),
      await verifyEmail(user, '123456'),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'identity_required']);
    const proved = await provedUser();
    expect((await phone(proved, null)).status).toBe(200);
    const details = await api.call('GET /api/account/details', { token: proved.token });
    expect(details.body.data).toMatchObject({ username: proved.username, phone: null, mail_locale: 'ko' });
    expect(Date.parse(details.body.data.reauthenticated_until ?? '')).toBeGreaterThan(Date.now());
    // Another session of the same user is not re-authenticated.
    const other = await api.call('POST /api/login', {
      body: { username: proved.username, password: proved.password },
    });
    expect((await phone({ ...proved, token: other.body.data.token }, null)).status).toBe(403);
    api.setNow(new Date(Date.now() + 16 * 60_000));
    expect((await phone(proved, null)).status).toBe(403);
    api.setNow(undefined);
  });

  test('is not guessed, and not had by another session’s code', async () => {
    const [user, stranger] = [await buildUser(api.db), await buildUser(api.db)];
    await api.call('POST /api/account/identity/send', { token: user.token });
    const code = await codeTo(mailOf(user));
    const prove = (token: string, given: string) =>
      api.call('POST /api/account/identity/verify', { token, body: { code: given }, locale: 'en' });
    expect((await prove(stranger.token, code)).status).toBe(422);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let guess = 0; guess < 5; guess += 1)
      expect((await prove(user.token, wrong)).body.errors?.code).toEqual(['That code is not right.']);
    expect((await prove(user.token, code)).body.errors?.code?.[0]).toContain('no longer works');
    const again = await api.call('POST /api/account/identity/send', { token: user.token, locale: 'en' });
    expect([again.status, again.body.message]).toEqual([429, 'Please wait before retrying.']);
  });
});

test('codes for one account are ten an hour, however many sessions ask', async () => {
  const user = await buildUser(api.db);
  const statuses = [];
  for (let session = 0; session < 11; session += 1) {
    const body = { username: user.username, password: user.password };
    const { token } = (await api.call('POST /api/login', { body })).body.data;
    statuses.push((await api.call('POST /api/account/identity/send', { token })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

describe('the password', () => {
  test('is changed; other sessions end, this one stays, and the owner is told', async () => {
    const user = await provedUser();
    const login = (given: string) =>
      api.call('POST /api/login', { body: { username: user.username, password: given } });
    const other = (await login(user.password)).body.data.token;
    expect((await password(user)).status).toBe(200);
    expect((await api.call('GET /api/user', { token: user.token })).status).toBe(200);
    expect((await api.call('GET /api/user', { token: other })).status).toBe(401);
    expect((await login(user.password)).status).toBe(422);
    expect((await login('the tide comes in')).status).toBe(200);
    expect((await mailTo(mailOf(user))).map(({ template }) => template)).toContain('password_changed');
  });

  test('has to be a good one, written twice alike', async () => {
    const user = await provedUser();
    const said = async (given: string, confirmation = given) =>
      (await password(user, { password: given, password_confirmation: confirmation })).body.errors;
    expect(await said('the tide comes in', 'the tide goes out')).toEqual({
      password_confirmation: ['Password confirmation does not match.'],
    });
    expect(Object.keys((await said('password123')) ?? {})).toEqual(['password']);
    expect(Object.keys((await said(user.username)) ?? {})).toEqual(['password']);
  });
});

describe('the e-mail address', () => {
  test('is changed once the new mailbox has answered, and the old one is told, without the whole of the new', async () => {
    const user = await provedUser();
    const fresh = `${unique('fresh')}@example.com`;
    expect((await email(user, fresh.toUpperCase())).body.data).toEqual({ email: fresh, resend_seconds: 60 });
    expect((await rowOf(user))?.email).toBe(mailOf(user));
    expect((await verifyEmail(user, await codeTo(fresh))).status).toBe(200);
    expect((await rowOf(user))?.email).toBe(fresh);
    const notice = (await mailTo(mailOf(user))).at(-1);
    expect(notice?.template).toBe('email_changed');
    expect(notice?.text).not.toContain(fresh);
    expect(notice?.text).toContain('f•••@example.com');
    const login = await api.call('POST /api/login', { body: { username: fresh, password: user.password } });
    expect(login.status).toBe(200);
  });

  test('takes with it what the old mailbox has proved or could prove in other sessions', async () => {
    const user = await provedUser();
    const body = { username: user.username, password: user.password };
    const [waiting, proved] = [
      (await api.call('POST /api/login', { body })).body.data.token,
      (await api.call('POST /api/login', { body })).body.data.token,
    ];
    const prove = (token: string, code: string) =>
      api.call('POST /api/account/identity/verify', { token, body: { code } });
    await api.call('POST /api/account/identity/send', { token: proved });
    expect((await prove(proved, await codeTo(mailOf(user)))).status).toBe(200);
    await api.call('POST /api/account/identity/send', { token: waiting });
    const unused = await codeTo(mailOf(user));
    const fresh = `${unique('fresh')}@example.com`;
    await email(user, fresh);
    expect((await verifyEmail(user, await codeTo(fresh))).status).toBe(200);
    expect((await phone({ ...user, token: proved }, null)).body.code).toBe('identity_required');
    expect((await prove(waiting, unused)).status).toBe(422);
    expect((await phone(user, null)).status, 'the session that changed it has proved itself').toBe(200);
  });

  test('of somebody else is refused, and of two who want one at once, one gets it', async () => {
    const [first, second] = [await provedUser(), await provedUser()];
    expect((await email(first, mailOf(second))).body.errors).toEqual({ email: ['Email already in use.'] });
    const fresh = `${unique('wanted')}@example.com`;
    await email(first, fresh);
    const firstCode = await codeTo(fresh);
    await email(second, fresh);
    const secondCode = await codeTo(fresh);
    const both = await Promise.all([verifyEmail(first, firstCode), verifyEmail(second, secondCode)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 422)?.body.errors).toEqual({
      email: ['Email already in use.'],
    });
  });
});

test('the telephone number is kept as E.164, and can be removed', async () => {
  const user = await provedUser();
  expect((await phone(user, '+82 10-1234-5678')).status).toBe(200);
  expect((await rowOf(user))?.phone).toBe('+821012345678');
  expect(Object.keys((await phone(user, '12345')).body.errors ?? {})).toEqual(['phone']);
  expect((await phone(user, null)).status).toBe(200);
  expect((await rowOf(user))?.phone).toBeNull();
});

test('a first password is told as one that was set, not changed', async () => {
  const user = await provedUser();
  await api.db.update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
  expect((await password(user)).status).toBe(200);
  expect((await mailTo(mailOf(user))).at(-1)?.template).toBe('password_set');
});

test('wrong passwords count together, whichever call asks for it again', async () => {
  const user = await buildUser(api.db);
  const wrong = { token: user.token, body: { password: 'not the password' } };
  for (let guess = 0; guess < 3; guess += 1) await api.call('POST /api/account/deletion', wrong);
  for (let guess = 0; guess < 2; guess += 1) await api.call('POST /api/account/sign-out-all', wrong);
  const next = await api.call('PUT /api/account/parent-pin', {
    token: user.token,
    body: { pin: '1234', password: user.password },
  });
  expect([next.status, next.body.code]).toEqual([429, 'too_many_tries']);
});

test('mail comes in the language that was chosen', async () => {
  const user = await provedUser();
  await api.call('POST /api/account/language', { token: user.token, body: { mail_locale: 'en' } });
  await password(user);
  expect((await mailTo(mailOf(user))).at(-1)).toMatchObject({ template: 'password_changed', locale: 'en' });
});
