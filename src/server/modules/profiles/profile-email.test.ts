import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { type BuiltUser, buildProfile, buildUser } from '../../../../test/build.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

/** A household with a profile. */
async function household() {
  const user = await buildUser(api.db);
  return { user, profile: await buildProfile(api.db, { householdId: user.householdId }) };
}

const ask = (user: BuiltUser, id: string, email: string) =>
  api.call('POST /api/account/profiles/{id}/email', {
    token: user.token,
    params: { id },
    body: { email },
    locale: 'en',
  });
const prove = (user: BuiltUser, id: string, code: string) =>
  api.call('PUT /api/account/profiles/{id}/email', {
    token: user.token,
    params: { id },
    body: { code },
    locale: 'en',
  });
const emailOf = async (user: BuiltUser, id: string) =>
  (await api.call('GET /api/account/profiles', { token: user.token })).body.data.profiles.find(
    (profile) => profile.id === id,
  )?.email;
const codeTo = async (address: string) => {
  const { rows } = await api.db.execute(
    sql`select text from mail_messages where to_address = ${address} order by created_at desc, id desc limit 1`,
  );
  return /\b\d{6}\b/.exec((rows[0] as { text: string }).text)?.[0] as string;
};

test('a profile’s address is its own once the code that went there is entered, and the old one stays until then', async () => {
  const { user, profile } = await household();
  expect((await ask(user, profile.id, 'not an address')).body.errors?.email).toHaveLength(1);
  expect((await ask(user, profile.id, 'first@example.com')).body.data).toEqual({
    email: 'first@example.com',
    resend_seconds: 60,
  });
  expect(await emailOf(user, profile.id)).toBeNull();
  const code = await codeTo('first@example.com');
  expect((await prove(user, profile.id, code)).body.data).toEqual({ email: 'first@example.com' });
  expect(await emailOf(user, profile.id)).toBe('first@example.com');
  // A code is valid once.
  expect((await prove(user, profile.id, code)).body.errors?.code).toHaveLength(1);

  const soon = await ask(user, profile.id, 'second@example.com');
  expect([soon.status, soon.body.code]).toEqual([429, 'wait']);
  expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
  api.setNow(new Date(Date.now() + 61_000));
  expect((await ask(user, profile.id, 'second@example.com')).status).toBe(200);
  expect(await emailOf(user, profile.id)).toBe('first@example.com');
  const late = await codeTo('second@example.com');
  api.setNow(new Date(Date.now() + 12 * 60_000));
  expect((await prove(user, profile.id, late)).body.errors?.code).toEqual([
    'This code no longer works. Please ask for a new one.',
  ]);
  api.setNow(undefined);
  const removed = await api.call('DELETE /api/account/profiles/{id}/email', {
    token: user.token,
    params: { id: profile.id },
  });
  expect(removed.status).toBe(200);
  expect(await emailOf(user, profile.id)).toBeNull();
});

test('it is not found by guessing the code, not sent for without end, and not another household’s', async () => {
  const { user, profile } = await household();
  const { user: stranger } = await household();
  await ask(user, profile.id, 'guessed@example.com');
  const code = await codeTo('guessed@example.com');
  expect((await prove(stranger, profile.id, code)).status).toBe(404);
  expect((await ask(stranger, profile.id, 'mine@example.com')).status).toBe(404);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await Promise.all(Array.from({ length: 5 }, () => prove(user, profile.id, wrong)));
  expect((await prove(user, profile.id, code)).body.errors?.code).toHaveLength(1);
  const start = Date.now();
  const codes = [];
  for (let minute = 2; minute < 12; minute += 2) {
    api.setNow(new Date(start + minute * 60_000));
    codes.push((await ask(user, profile.id, `guessed-${minute}@example.com`)).body.code);
  }
  api.setNow(undefined);
  expect(codes).toEqual([undefined, undefined, undefined, undefined, 'too_many_tries']);
});

test('it is not asked for in a mailbox without end either by one profile after the other', async () => {
  const { user } = await household();
  const askAnew = async (email: string) => {
    const { id } = await buildProfile(api.db, { householdId: user.householdId });
    const { status } = await ask(user, id, email);
    await api.call('DELETE /api/account/profiles/{id}', { token: user.token, params: { id }, body: {} });
    return status;
  };
  const statuses = [];
  for (let time = 0; time < 6; time += 1)
    statuses.push(await askAnew(time % 2 ? 'bombed@example.com' : 'Bombed@Example.com'));
  for (let time = 0; time < 6; time += 1) statuses.push(await askAnew(`bombed-${time}@example.com`));
  // Ten messages are sent in an hour, five of them to one mailbox.
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 200, 200, 200, 200, 429]);
});
