import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildUser, unique } from '../../../../test/build.ts';
import { households, users } from '../accounts/accounts.tables.ts';
import { tidyAccountsJob } from '../accounts/jobs/accounts.jobs.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { purgeSignUpsJob } from './jobs/sign-in.jobs.ts';
import { signUps } from './sign-in.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ trustProxy: 1 });
});

/** Every test uses its own address, so that rate limits do not carry over. */
let host = 0;
const from = () => {
  host += 1;
  return { 'x-forwarded-for': `10.1.${Math.floor(host / 250)}.${(host % 250) + 1}` };
};
const wanted = (more: Partial<Record<string, unknown>> = {}) => {
  const username = unique('new').replaceAll('-', '.');
  return {
    username,
    email: `${username}@example.com`,
    password: 'a long way home',
    terms: true as const,
    ...more,
  };
};
const begin = (body: ReturnType<typeof wanted>, locale: 'ko' | 'en' = 'ko') =>
  api.call('POST /api/signup', { body: body as never, locale, headers: from() });
const mailTo = (to: string) =>
  api.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.toAddress, to))
    .orderBy(mailMessages.createdAt, mailMessages.id);
const codeTo = async (to: string) => /\b\d{6}\b/.exec((await mailTo(to)).at(-1)?.text ?? '')?.[0] ?? '';
const verify = (id: string, code: string, locale: 'ko' | 'en' = 'en') =>
  api.call('POST /api/signup/{id}/verify', {
    params: { id },
    body: { code },
    locale,
    headers: { ...from(), 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36' },
  });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('signing up', () => {
  test('makes nothing until the code has come back, then household, user and profile, signed in', async () => {
    const body = wanted({ username: '별하늘🌟', phone: '+1 (213) 555-0142' });
    const { status, body: answer } = await begin(body);
    expect(status).toBe(200);
    expect(answer.data).toMatchObject({ email: body.email, resend_seconds: 60 });
    expect(await api.db.select().from(users).where(eq(users.email, body.email))).toEqual([]);
    const code = await codeTo(body.email);
    expect(code).toMatch(/^\d{6}$/);
    const made = await verify(answer.data.id, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(made.status).toBe(200);
    expect(made.body.data).toMatchObject({
      username: '별하늘🌟',
      email: body.email,
      has_active_plan: false,
      profiles: [{ name: '별하늘🌟', is_kid: false, has_pin: false }],
    });
    const me = await api.call('GET /api/user', { token: made.body.data.token });
    expect(me.body.data.id).toBe(made.body.data.id);
    const [row] = await api.db.select().from(users).where(eq(users.email, body.email));
    expect(row).toMatchObject({ phone: '+12135550142', locale: 'ko' });
    expect(row?.emailVerifiedAt).not.toBeNull();
    expect(row?.passwordHash).toContain('$argon2id$');
    // The code is valid once.
    expect((await verify(answer.data.id, code)).status).toBe(404);
    const login = await api.call('POST /api/login', {
      body: { username: '별하늘🌟', password: body.password },
      headers: from(),
    });
    expect(login.status).toBe(200);
  });

  test('keeps no code and no password that anybody could read', async () => {
    const body = wanted();
    await begin(body);
    const code = await codeTo(body.email);
    const { rows } = await api.pool.query('select * from accounts_codes');
    expect(JSON.stringify(rows)).not.toContain(code);
    const kept = await api.db.select().from(signUps).where(eq(signUps.email, body.email));
    expect(JSON.stringify(kept)).not.toContain(body.password);
  });

  test('says the same of an e-mail address that has an account, and writes to its owner alone', async () => {
    const owner = await buildUser(api.db);
    const taken = await begin(wanted({ email: `${owner.username}@example.com`.toUpperCase() }), 'en');
    const free = await begin(wanted(), 'en');
    expect(taken.status).toBe(free.status);
    expect(Object.keys(taken.body.data)).toEqual(Object.keys(free.body.data));
    const [mail] = await mailTo(`${owner.username}@example.com`);
    expect(mail).toMatchObject({ template: 'sign_up_taken', locale: 'en' });
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
    for (const step of [taken, free]) {
      const guess = await verify(step.body.data.id, '000000');
      expect([guess.status, guess.body.errors]).toEqual([422, { code: ['That code is not right.'] }]);
      const resend = await api.call('POST /api/signup/{id}/resend', {
        params: { id: step.body.data.id },
        headers: from(),
        locale: 'en',
      });
      expect([resend.status, resend.body.message]).toEqual([429, 'Please wait before retrying.']);
    }
  });

  test('names every field that is wrong, in the language of the request', async () => {
    const user = await buildUser(api.db);
    const said = async (more: object, locale: 'ko' | 'en' = 'en') =>
      (await begin(wanted(more), locale)).body.errors;
    expect(await said({ username: user.username })).toEqual({ username: ['ID already taken.'] });
    expect(await said({ username: user.username.toUpperCase() }, 'ko')).toEqual({
      username: ['이미 사용 중인 아이디예요.'],
    });
    expect(await said({ email: 'nobody' })).toEqual({ email: ['Email is not a valid email address.'] });
    expect(await said({ password: 'short' })).toEqual({
      password: ['Password must be at least 8 characters.'],
    });
    expect(Object.keys((await said({ password: 'Qwer1234!' })) ?? {})).toEqual(['password']);
    expect(Object.keys((await said({ password: 'ㅋㅋㅋㅋㅋㅋㅋㅋㅋ' })) ?? {})).toEqual(['password']);
    for (const password of ['MoonLight', 'moonlight77'])
      expect(await said({ username: 'moonlight', password })).toEqual({
        password: ['The password cannot be the username or email, with or without digits after it.'],
      });
    expect(Object.keys((await said({ terms: false })) ?? {})).toEqual(['terms']);
    for (const phone of ['12', '213-555-0142', '+1 111 555 0142', '+999 12345678'])
      expect(Object.keys((await said({ phone })) ?? {}), phone).toEqual(['phone']);
    for (const username of ['a b', 'a@b.c', 'xy', 'line\nbreak', 'a\u200bbcd', 'zero\u200dwidth'])
      expect(Object.keys((await said({ username })) ?? {}), JSON.stringify(username)).toEqual(['username']);
  });

  test.each(['+82 10-1234-5678', '+82 2 123 4567', '+1 604 555 0199', '+52 55 1234 5678'])(
    'takes the phone number %s',
    async (phone) => {
      expect((await begin(wanted({ phone }))).status).toBe(200);
    },
  );

  test('takes a name full of markup as text', async () => {
    const username = `<b>${unique('x')}"&</b>`;
    const body = wanted({ username });
    const { body: begun } = await begin({ ...body, email: `${unique('markup')}@example.com` });
    const made = await verify(begun.data.id, await codeTo(begun.data.email));
    expect(made.body.data.username).toBe(username);
    expect((await mailTo(begun.data.email))[0]?.html).not.toContain('<b>x');
  });

  test('takes nothing that it was not asked for', async () => {
    const extra = {
      household_id: newHousehold,
      has_active_plan: true,
      email_verified_at: '2020-01-01',
      role: 'admin',
    };
    const body = wanted(extra);
    const { body: begun } = await begin(body);
    const made = await verify(begun.data.id, await codeTo(body.email));
    expect(made.body.data.household_id).not.toBe(newHousehold);
    expect(made.body.data.has_active_plan).toBe(false);
  });

  test('gives five tries for a code, also when they come all at once, and ten minutes', async () => {
    const body = wanted();
    const { body: begun } = await begin(body);
    const code = await codeTo(body.email);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => verify(begun.data.id, wrongOf(code))));
    const said = guesses.map(({ body: { errors } }) => errors?.code?.[0]).sort();
    expect(said).toEqual([
      ...Array(5).fill('That code is not right.'),
      ...Array(7).fill('This code no longer works. Please ask for a new one.'),
    ]);
    expect((await verify(begun.data.id, code)).status).toBe(422);

    const late = wanted();
    const { body: slow } = await begin(late);
    const old = await codeTo(late.email);
    api.setNow(new Date(Date.now() + 11 * 60_000));
    expect((await verify(slow.data.id, old)).body.errors?.code?.[0]).toContain('no longer works');
    const resent = await api.call('POST /api/signup/{id}/resend', {
      params: { id: slow.data.id },
      headers: from(),
    });
    expect(resent.status).toBe(200);
    const fresh = await codeTo(late.email);
    expect((await verify(slow.data.id, fresh)).status).toBe(200);
    api.setNow(undefined);
  });

  test('sends at most five codes in an hour for one sign-up', async () => {
    const body = wanted();
    const { body: begun } = await begin(body);
    const statuses: number[] = [];
    for (let minute = 1; minute <= 5; minute += 1) {
      api.setNow(new Date(Date.now() + minute * 61_000));
      const again = await api.call('POST /api/signup/{id}/resend', {
        params: { id: begun.data.id },
        headers: from(),
      });
      statuses.push(again.status);
    }
    api.setNow(undefined);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(await mailTo(body.email)).toHaveLength(5);
  });

  test('writes to one mailbox five times in an hour, whoever asks', async () => {
    const email = `${unique('bombed')}@example.com`;
    const statuses = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await begin(wanted({ email }))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await mailTo(email)).toHaveLength(5);
  });

  test('of two who want one name or one mailbox at once, one gets it', async () => {
    const name = unique('same');
    const both = [wanted({ username: name }), wanted({ username: name })];
    const begun = await Promise.all(both.map((body) => begin(body)));
    const codes = await Promise.all(both.map(({ email }) => codeTo(email)));
    const ends = await Promise.all(begun.map(({ body }, index) => verify(body.data.id, codes[index] ?? '')));
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(ends.find(({ status }) => status === 422)?.body.errors).toEqual({
      username: ['ID already taken.'],
    });

    const email = `${unique('mailbox')}@example.com`;
    const first = await begin(wanted({ email }));
    const firstCode = await codeTo(email);
    const second = await begin(wanted({ email }));
    const secondCode = await codeTo(email);
    const done = await Promise.all([
      verify(first.body.data.id, firstCode),
      verify(second.body.data.id, secondCode),
    ]);
    expect(done.map(({ status }) => status).sort()).toEqual([200, 422]);
    const { rows } = await api.pool.query(
      'select count(*)::int as alone from accounts_households h where not exists (select from accounts_users u where u.household_id = h.id)',
    );
    expect(rows[0].alone, 'households without anybody').toBe(0);
  });

  test('of one code sent twice at once, one makes the account', async () => {
    const body = wanted();
    const { body: begun } = await begin(body);
    const code = await codeTo(body.email);
    const both = await Promise.all([verify(begun.data.id, code), verify(begun.data.id, code)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [user] = await api.db.select().from(users).where(eq(users.email, body.email));
    expect(
      await api.db
        .select()
        .from(profiles)
        .where(eq(profiles.householdId, user?.householdId ?? '')),
    ).toHaveLength(1);
  });

  test('is forgotten after a day', async () => {
    const body = wanted();
    const { body: begun } = await begin(body);
    api.setNow(new Date(Date.now() + 25 * 3_600_000));
    expect((await verify(begun.data.id, '000000')).status).toBe(404);
    for (const job of [purgeSignUpsJob, tidyAccountsJob])
      await job.run({}, api.context, new AbortController().signal);
    api.setNow(undefined);
    expect(await api.db.select().from(signUps)).toEqual([]);
    const { rows } = await api.pool.query('select count(*)::int as left from accounts_codes');
    expect(rows[0].left).toBe(0);
  });
});

const newHousehold = '01890000-0000-7000-8000-0000000000ff';
test('nobody was put into a household of a sender’s choosing', async () => {
  expect(await api.db.select().from(households).where(eq(households.id, newHousehold))).toEqual([]);
});
