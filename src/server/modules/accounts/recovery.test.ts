import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildUser, unique } from '../../../../test/build.ts';
import type { Job } from '../../jobs/queue.ts';
import { type JobRunner, runJobs } from '../../jobs/worker.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { sendResetJob, tidyAccountsJob } from './jobs/accounts.jobs.ts';

/** A mail is sent by a job, behind whatever else the machine does. */
const patient = { timeout: 10_000 };

let api: TestApi;
let runner: JobRunner;
beforeAll(async () => {
  api = await openTestApi({ trustProxy: 1 });
  runner = await runJobs(api.context, [sendResetJob] as Job<never>[]);
});
afterAll(() => runner.stop());
afterEach(() => api.setNow(undefined));

let host = 0;
const from = () => {
  host += 1;
  return { 'x-forwarded-for': `10.2.0.${host}` };
};
const forgot = (email: string, headers: Record<string, string> = {}) =>
  api.call('POST /api/password/forgot', {
    body: { email },
    locale: 'en',
    headers: { ...from(), ...headers },
  });
const mailTo = (to: string) =>
  api.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.toAddress, to))
    .orderBy(mailMessages.createdAt, mailMessages.id);
const tokenTo = async (email: string, count = 1) => {
  await vi.waitUntil(async () => (await mailTo(email)).length >= count, { timeout: 15_000 });
  return /token=([\w-]+)/.exec((await mailTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
};
const reset = (token: string, password = 'a brand new way', confirmation = password) =>
  api.call('POST /api/password/reset', {
    body: { token, password, password_confirmation: confirmation },
    locale: 'en',
    headers: from(),
  });

describe('a forgotten password', () => {
  test('is replaced by a link from the mailbox; every session ends and the owner is told', async () => {
    const user = await buildUser(api.db);
    const email = `${user.username}@example.com`;
    const asked = await forgot(email.toUpperCase());
    expect(asked.body.message).toBe('We have emailed your password reset link!');
    const token = await tokenTo(email);
    const { rows } = await api.pool.query('select token_hash from accounts_resets');
    expect(JSON.stringify(rows)).not.toContain(token);
    const done = await reset(token);
    expect([done.status, done.body.message]).toEqual([200, 'Your password has been reset!']);
    expect((await api.call('GET /api/user', { token: user.token })).status).toBe(401);
    const login = (password: string) =>
      api.call('POST /api/login', { body: { username: user.username, password }, headers: from() });
    expect((await login(user.password)).status).toBe(422);
    expect((await login('a brand new way')).status).toBe(200);
    expect((await mailTo(email)).map(({ template }) => template)).toEqual([
      'password_reset',
      'password_changed',
    ]);
    const again = await reset(token, 'yet another way');
    expect(again.body.errors).toEqual({ token: ['This password reset token is invalid.'] });
  });

  test('is answered the same for an address that nobody has', async () => {
    const user = await buildUser(api.db);
    const known = await forgot(`${user.username}@example.com`);
    const unknown = await forgot(`${unique('nobody')}@example.com`);
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    // Both requests enqueued the same job, which looks the account up.
    const { rows } = await api.pool.query(
      `select count(*)::int as mails from mail_messages where to_address like 'nobody%'`,
    );
    expect(rows[0].mails).toBe(0);
  });

  test('asks to wait a minute before another link, whether or not there is an account', async () => {
    const user = await buildUser(api.db);
    for (const email of [`${user.username}@example.com`, `${unique('nobody')}@example.com`]) {
      expect((await forgot(email)).status).toBe(200);
      const again = await forgot(email);
      expect([again.status, again.body.message]).toEqual([429, 'Please wait before retrying.']);
    }
  });

  test('leads where the service is; a request that names another host is refused', async () => {
    const user = await buildUser(api.db);
    const email = `${user.username}@example.com`;
    expect((await forgot(email, { 'x-forwarded-host': 'evil.example' })).status).toBe(421);
    await forgot(email);
    await tokenTo(email);
    const [mail] = await mailTo(email);
    expect(`${mail?.text} ${mail?.html}`).not.toContain('evil.example');
  });

  test('has several links at a time, so that nobody makes another’s worthless; one that is used ends them all', async () => {
    const user = await buildUser(api.db);
    const email = `${user.username}@example.com`;
    const tokens: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      api.setNow(new Date(Date.now() + n * 61_000));
      await forgot(email);
      tokens.push(await tokenTo(email, n + 1));
    }
    const [oldest, first, , , , last] = tokens as [string, string, string, string, string, string];
    expect((await reset(oldest)).status).toBe(422);
    expect((await reset(first)).status).toBe(200);
    expect((await reset(last, 'yet another way')).status).toBe(422);
  });

  test('fills no mailbox: eight messages an hour, by whatever door, and nobody is told', async () => {
    const user = await buildUser(api.db);
    const email = `${user.username}@example.com`;
    const signUp = () =>
      api.call('POST /api/signup', {
        body: {
          username: unique('full').replaceAll('-', '.'),
          email,
          password: 'a long way home',
          terms: true,
        },
        headers: from(),
      });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await signUp();
      expect(status).toBe(200);
      ids.push(body.data.id);
    }
    const waited = new Date(Date.now() + 61_000);
    api.setNow(waited);
    for (const id of ids) {
      const { status } = await api.call('POST /api/signup/{id}/resend', { params: { id }, headers: from() });
      expect(status).toBe(200);
    }
    expect((await forgot(email)).status).toBe(200);
    const links = async () =>
      (
        await api.pool.query('select count(*)::int as links from accounts_resets where user_id = $1', [
          user.id,
        ])
      ).rows[0].links;
    await vi.waitUntil(async () => (await links()) === 1, patient);
    expect(await mailTo(email)).toHaveLength(8);
    // An hour later the limit allows requests again.
    api.setNow(new Date(waited.getTime() + 70 * 60_000));
    expect((await forgot(email)).status).toBe(200);
    await vi.waitUntil(async () => (await mailTo(email)).length === 9, patient);
  });

  test('is over after an hour', async () => {
    const user = await buildUser(api.db);
    const email = `${user.username}@example.com`;
    await forgot(email);
    const first = await tokenTo(email);
    api.setNow(new Date(Date.now() + 61_000));
    await forgot(email);
    const second = await tokenTo(email, 2);
    expect(second).not.toBe(first);
    api.setNow(new Date(Date.now() + 63 * 60_000));
    expect((await reset(second)).body.errors?.token).toBeDefined();
    await tidyAccountsJob.run({}, api.context, new AbortController().signal);
    api.setNow(undefined);
    const { rows } = await api.pool.query(
      'select count(*)::int as left from accounts_resets where user_id = $1',
      [user.id],
    );
    expect(rows[0].left).toBe(0);
  });

  test('takes a good password only, written twice alike, and the link stays good meanwhile', async () => {
    const user = await buildUser(api.db);
    const email = `${user.username}@example.com`;
    await forgot(email);
    const token = await tokenTo(email);
    expect((await reset(token, 'password123')).body.errors?.password).toBeDefined();
    expect((await reset(token, 'short')).body.errors?.password).toBeDefined();
    expect((await reset(token, 'a brand new way', 'another way')).body.errors).toEqual({
      password_confirmation: ['Password confirmation does not match.'],
    });
    expect((await reset(token)).status).toBe(200);
  });

  test('of two that use one link at once, one sets the password', async () => {
    const user = await buildUser(api.db);
    const email = `${user.username}@example.com`;
    await forgot(email);
    const token = await tokenTo(email);
    const both = await Promise.all([reset(token, 'first of the two'), reset(token, 'second of the two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('cannot be guessed', async () => {
    const headers = from();
    const statuses = [];
    for (let index = 0; index < 32; index += 1) {
      const { status } = await api.call('POST /api/password/reset', {
        body: {
          token: `guess-${index}`,
          password: 'a brand new way',
          password_confirmation: 'a brand new way',
        },
        headers,
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429, 429]);
  });
});
