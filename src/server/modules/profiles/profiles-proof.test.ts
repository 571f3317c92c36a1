import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { type BuiltUser, buildProfile, buildUser } from '../../../../test/build.ts';
import { hashPassword } from '../../http/passwords.ts';
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
type Way = (typeof loginsTable.$inferSelect)['way'];

/** A household with a grown-up, a child and a parent PIN, in a session that began in a way. */
async function household(way: Way, { hasParentPin = true } = {}) {
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
    way,
    succeeded: true,
    deviceName: '',
  });
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
  api.db.update(sessions).set({ provedAt: new Date() }).where(eq(sessions.userId, user.id));
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
    async (way) => {
      const { user, profile, kid } = await household(way);
      const refused = await enter(user, profile);
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { parent_pin: ['The parent PIN field is required.'] },
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

  test('enters a grown-up’s with a proof by the mailbox', async () => {
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

test('a proof stays with whoever gave it: another profile has none', async () => {
  const { user, profile } = await household('password', { hasParentPin: false });
  const teen = await buildProfile(api.db, { householdId: user.householdId, name: '누나', maturity: 12 });
  await dropPassword(user);
  await enter(user, profile);
  await prove(user);
  expect((await enter(user, profile)).status).toBe(200);
  const provedUntil = async () =>
    (await api.call('GET /api/account/details', { token: user.token })).body.data.proved_until;
  expect(await provedUntil(), 'the same profile again').not.toBeNull();
  await enter(user, teen);
  expect(await provedUntil()).toBeNull();
  expect((await remove(user, teen)).body.code).toBe('identity_required');
});

test('without a password the parent PIN is asked for at its field, until there is a proof', async () => {
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
