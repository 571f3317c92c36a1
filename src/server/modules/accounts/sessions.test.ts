import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { type BuiltUser, buildUser } from '../../../../test/build.ts';
import { countWaiting, untilWaiting } from '../../../../test/locks.ts';
import type { Transaction } from '../../db/client.ts';
import { hashPassword } from '../../security/passwords.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { logins, users } from './accounts.tables.ts';
import { purgeLogins } from './devices.service.ts';
import { endSessions } from './sessions.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ trustProxy: 1, countryHeader: 'x-country' });
});
afterEach(() => api.setNow(undefined));

const dayMs = 86_400_000;
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
const television = 'Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/94.0.4606.128 Safari/537.36';
const login = (user: BuiltUser, country = 'US') =>
  api.call('POST /api/login', {
    body: { username: user.username, password: user.password },
    headers: { 'x-country': country, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0' },
  });
const isSignedIn = async (token: string) => (await api.call('GET /api/user', { token })).status === 200;
/** A television that was confirmed and has not fetched its token yet. */
async function confirmedTelevision(user: BuiltUser) {
  const headers = { 'user-agent': television };
  const { device_code, user_code } = (
    await api.call('POST /api/device/authorization', { body: { client_id: 'tv' }, headers })
  ).body;
  await api.call('POST /api/account/activations/{user_code}/approve', {
    token: user.token,
    params: { user_code },
  });
  return () =>
    api.call('POST /api/device/token', { body: { grant_type, device_code, client_id: 'tv' }, headers });
}
/** Starts a call during a transaction that makes it wait; returns the call's response. */
async function during<T>(work: (tx: Transaction) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  await api.db.transaction(async (tx) => {
    await work(tx);
    begun = call();
    await expect.poll(() => countWaiting(api.pool), untilWaiting).toBeGreaterThan(0);
  });
  return begun as Promise<T>;
}

describe('signing out everywhere', () => {
  test('lets no television in that fetches its token at the same time', async () => {
    const user = await buildUser(api.db);
    const fetchToken = await confirmedTelevision(user);
    const answer = await during(
      (tx) => endSessions(tx, api.context, { householdId: user.householdId }, 'all'),
      fetchToken,
    );
    expect(answer.body.code).toBe('access_denied');
  });

  test('with a new password lets nobody in who is just signing in by the old one', async () => {
    const user = await buildUser(api.db);
    const passwordHash = await hashPassword('another-1234!');
    const answer = await during(
      async (tx) => {
        await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
        await endSessions(tx, api.context, { userId: user.id }, 'all');
      },
      () => login(user),
    );
    expect(answer.body.code).toBe('credentials');
    expect(await isSignedIn(user.token)).toBe(false);
  });

  test('by a suspension lets nobody in who is just signing in', async () => {
    const user = await buildUser(api.db);
    const answer = await during(
      async (tx) => {
        await tx.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, user.id));
        await endSessions(tx, api.context, { userId: user.id }, 'all');
      },
      () => login(user),
    );
    expect(answer.body.code).toBe('account_suspended');
    await api.db.update(users).set({ suspendedAt: null }).where(eq(users.id, user.id));
    expect((await login(user)).status).toBe(200);
  });
});

describe('a login somewhere new', () => {
  const mailsTo = (user: BuiltUser) =>
    api.db
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.toAddress, `${user.username}@example.com`));

  test('is told also where the history is too old to be kept, but not the first of all', async () => {
    const user = await buildUser(api.db);
    await login(user);
    expect(await mailsTo(user)).toEqual([]);
    api.setNow(new Date(Date.now() + 366 * dayMs));
    await purgeLogins(api.context);
    expect(await api.db.$count(logins, eq(logins.userId, user.id))).toBe(0);
    await login(user, 'CA');
    expect((await mailsTo(user)).map(({ template }) => template)).toEqual(['new_sign_in']);
  });

  test('is told with its method and what helps against that', async () => {
    const user = await buildUser(api.db);
    await login(user);
    await (await confirmedTelevision(user))();
    const [byCode] = await mailsTo(user);
    expect(byCode?.text).toContain('로그인 방법: TV 코드');
    expect(byCode?.text).toContain('그 기기를 로그아웃하고');
    expect(byCode?.text).not.toContain('비밀번호를 바꾸');
    await login(user, 'CA');
    const byPassword = (await mailsTo(user)).find(({ id }) => id !== byCode?.id);
    expect(byPassword?.text).toContain('비밀번호를 바꾸');
  });
});
