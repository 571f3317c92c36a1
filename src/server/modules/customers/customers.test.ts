import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openData, openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildAddressed } from '../../../../test/billing.ts';
import {
  buildEpisode,
  buildPlan,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildStaff,
  buildUser,
  buildViewing,
} from '../../../../test/build.ts';
import type { Job } from '../../jobs/queue.ts';
import { runJobs } from '../../jobs/worker.ts';
import { must } from '../../must.ts';
import { logins } from '../accounts/accounts.tables.ts';
import { findsUsers } from '../accounts/find-users.service.ts';
import { sendResetJob } from '../accounts/jobs/accounts.jobs.ts';

let api: TestApi;
let staff: string;
beforeAll(async () => {
  api = await openTestApi();
  staff = (await buildStaff(api.db)).token;
});

const list = async (query: object) =>
  (await api.call('GET /api/admin/customers', { token: staff, query })).body;
const read = async (id: string) =>
  (await api.call('GET /api/admin/customers/{id}', { token: staff, params: { id } })).body.data;
type Action = 'sign-out' | 'reset-password' | 'verify-email' | 'suspend' | 'unsuspend';
const act = (name: Action, id: string, token = staff) =>
  api.call(`POST /api/admin/customers/{id}/${name}`, { token, params: { id } });
const historyOf = async (
  id: string,
  query: { page?: number; per_page?: number } = {},
  locale: 'ko' | 'en' = 'ko',
) =>
  (await api.call('GET /api/admin/customers/{id}/history', { token: staff, params: { id }, query, locale }))
    .body;
const login = (username: string, password: string) =>
  api.call('POST /api/login', { body: { username, password, device: 'web' }, locale: 'en' });
const eventsOf = async (id: string) =>
  (
    await api.call('GET /api/admin/events', {
      token: staff,
      query: { entity: 'customers', entity_id: id, order: 'asc' },
    })
  ).body.data.filter(({ action }) => action !== 'read');

describe('finding a customer', () => {
  test('by a part of the username, by its beginning when that is short, by either id, and by a whole e-mail address or telephone number', async () => {
    const user = await buildUser(api.db, { username: 'nabi.kim' });
    await buildUser(api.db, { username: 'other.person' });
    await api.db.execute(sql`update accounts_users set phone = '+821029384756' where id = ${user.id}`);
    const email = 'Nabi.Kim@example.com';
    for (const q of [
      'abi.k',
      'NABI',
      'na',
      user.id,
      user.householdId,
      email,
      '010-2938-4756',
      '+82 10 2938 4756',
    ]) {
      const { data, meta } = await list({ q });
      expect([data.map(({ id }) => id), meta.total], q).toEqual([[user.id], 1]);
    }
    for (const query of [{ email }, { phone: '01029384756' }])
      expect((await list(query)).data.map(({ id }) => id)).toEqual([user.id]);
    for (const q of ['%', '_abi', 'ab', '0189', email.slice(2), '2938-4756'])
      expect(
        (await list({ q })).data.map(({ id }) => id),
        q,
      ).not.toContain(user.id);
    const found = await api.call('GET /api/admin/find', { token: staff, query: { q: email } });
    expect(found.body.data).toContainEqual({
      resource: 'customers',
      id: user.id,
      label: 'nabi.kim',
      exact: false,
    });
  });

  test('among many: counted to ten thousand, paged by key, and looked up in an index', async () => {
    await api.db.execute(sql`
      with made as (insert into accounts_households (id) select gen_random_uuid() from generate_series(1, 12000) returning id),
      numbered as (select id, row_number() over () as n from made)
      insert into accounts_users (id, household_id, username, email, password_hash, created_at)
      select gen_random_uuid(), id, 'many.' || md5(n::text), md5(n::text) || '@many.example', '', now() - make_interval(secs => n)
      from numbered`);
    await api.db.execute(sql`analyze accounts_users`);
    const q = 'c4ca4238a0b923820dcc509a6f75849b'.slice(3, 14);
    expect((await list({ q })).meta.total).toBe(1);
    const page = await list({ per_page: 50, order: 'desc' });
    expect([page.meta.total, page.meta.more]).toEqual([10_000, true]);
    const next = await list({ per_page: 50, order: 'desc', after: page.meta.next });
    expect(next.data).toHaveLength(50);
    expect((await list({ q: 'many.', count: 'exact' })).meta.total).toBe(12_000);
    const planOf = async (where: SQL) => {
      // So few rows are read one by one sooner; the question is whether an index could answer.
      const plan = await api.db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return tx.execute(sql`explain select id from accounts_users where ${where} limit 10000`);
      });
      return JSON.stringify(plan.rows);
    };
    expect(await planOf(must(findsUsers.username(q), 'a condition'))).toContain('accounts_users_search');
    expect(await planOf(must(findsUsers.email('a@b.example'), 'a condition'))).toContain(
      'accounts_users_email',
    );
    expect(await planOf(must(findsUsers.phone('010-1234-5678'), 'a condition'))).toContain(
      'accounts_users_phone',
    );
  });
});

describe('one customer', () => {
  test('is shown with profiles, devices, plan and what was watched, and without any secret', async () => {
    const user = await buildUser(api.db, { plan: 30 });
    const profile = await buildProfile(api.db, {
      householdId: user.householdId,
      name: '나비 🦋',
      pin: '4321',
    });
    const title = await buildProgramme(api.db);
    await buildViewing(api.db, { profile, programmeId: title.id, watchedSeconds: 600 });
    await openData(api, staff, 'customers', user.id);
    const found = await read(user.id);
    expect(found).toMatchObject({
      username: user.username,
      suspended_at: null,
      plan_until: expect.stringMatching(/Z$/),
      profiles: [{ name: '나비 🦋', has_pin: true, is_kid: false, maturity: 19 }],
      sessions: [{ device: expect.any(String), ended_at: null }],
      watched: { seconds: 600, viewings: 1, last_at: expect.stringMatching(/Z$/) },
    });
    expect(JSON.stringify(found)).not.toMatch(/hash|token|argon/);
  });

  test('is listed with last login, plan, payment platform and, once opened, birth date and gender; found by each that can be asked', async () => {
    const plan = await buildPlan(api.db);
    const [own, other] = [await buildAddressed(api), await buildUser(api.db)];
    const told = await api.call('POST /api/account/details', {
      token: own.token,
      body: { birth_date: '1951-03-02', gender: 'female' },
    });
    expect(told.status).toBe(200);
    const subscribed = await api.call('POST /api/admin/customers/{id}/subscriptions', {
      token: staff,
      params: { id: own.id },
      body: {
        plan_id: plan.id,
        price_id: plan.priceId,
        charge_cents: plan.priceCents,
        method: 'cash',
        platform: 'in_app',
      },
    });
    expect(subscribed.status, JSON.stringify(subscribed.body)).toBe(200);
    const before = (await read(own.id)).last_login_at;
    await login(own.username, 'wrong');
    expect((await read(own.id)).last_login_at).toBe(before);
    await login(own.username, own.password);
    const masked = must((await list({ ids: own.id })).data[0], 'customer');
    expect(masked).toMatchObject({
      birth_date: '•••',
      gender: '•••',
      plan_id: plan.id,
      platform: 'in_app',
    });
    expect(Date.parse(String(masked.last_login_at))).toBeGreaterThan(Date.parse(String(before)));
    expect(must((await list({ ids: other.id })).data[0], 'customer')).toMatchObject({
      birth_date: null,
      gender: null,
      plan_id: null,
      platform: null,
    });
    const found = async (query: object) => (await list({ ...query, per_page: 100 })).data.map(({ id }) => id);
    expect(await found({ plan_id_in: plan.id })).toEqual([own.id]);
    expect(await found({ plan_id_empty: 'true', q: own.username })).toEqual([]);
    expect(await found({ plan_id_empty: 'true', q: other.username })).toEqual([other.id]);
    // A mask hides from filters too.
    const asked = () =>
      api.call('GET /api/admin/customers', {
        token: staff,
        query: { birth_date_until: '1951-12-31' } as object,
      });
    expect(Object.keys((await asked()).body.errors ?? {})).toEqual(['birth_date_until']);
    await openData(api, staff, 'customers', null);
    expect((await asked()).body.data).toMatchObject([
      { id: own.id, birth_date: '1951-03-02', gender: 'female' },
    ]);
    expect(await found({ gender_in: 'female' })).toEqual([own.id]);
  });

  test('is nobody’s business without the permission, and reading alone changes nothing', async () => {
    const user = await buildUser(api.db);
    const reader = (await buildStaff(api.db, { permissions: { customers: ['read'], inquiries: ['update'] } }))
      .token;
    const other = (await buildStaff(api.db, { permissions: { inquiries: ['read'] } })).token;
    const get = (token: string) =>
      api.call('GET /api/admin/customers/{id}', { token, params: { id: user.id } });
    expect((await get(reader)).status).toBe(200);
    expect((await get(other)).status).toBe(403);
    for (const name of ['sign-out', 'reset-password', 'verify-email', 'suspend', 'unsuspend'] as const)
      expect((await act(name, user.id, reader)).status).toBe(403);
    expect((await api.call('GET /api/user', { token: user.token })).status).toBe(200);
  });

  test('is signed out of every device, and it is written down once', async () => {
    const user = await buildUser(api.db);
    const second = (await login(user.username, user.password)).body.data.token;
    await act('sign-out', user.id);
    await act('sign-out', user.id);
    for (const token of [user.token, second])
      expect((await api.call('GET /api/user', { token })).status).toBe(401);
    expect(await eventsOf(user.id)).toMatchObject([{ action: 'sign_out', changes: { sessions: [2, 0] } }]);
    expect((await login(user.username, user.password)).status).toBe(200);
  });

  test('is sent a link for a new password, which nobody here sees; a mailbox is taken as proven once', async () => {
    const user = await buildUser(api.db);
    await api.db.execute(sql`update accounts_users set email_verified_at = null where id = ${user.id}`);
    await act('reset-password', user.id);
    const runner = await runJobs(api.context, [sendResetJob] as unknown as Job<never>[]);
    const mails = () =>
      api.pool.query(`select template from mail_messages where to_address = $1`, [
        `${user.username}@example.com`,
      ]);
    await expect.poll(async () => (await mails()).rows).toEqual([{ template: 'password_reset' }]);
    await runner.stop();
    expect((await read(user.id)).email_verified_at).toBeNull();
    await act('verify-email', user.id);
    await act('verify-email', user.id);
    expect((await read(user.id)).email_verified_at).not.toBeNull();
    expect((await eventsOf(user.id)).map(({ action }) => action)).toEqual(['reset_password', 'verify_email']);
    expect(JSON.stringify(await eventsOf(user.id))).not.toMatch(/token|link/);
  });

  test('is seen with how somebody tried to sign in, and whether they came in', async () => {
    const user = await buildUser(api.db);
    await login(user.username, 'wrong');
    await api.db.insert(logins).values({
      userId: user.id,
      method: 'naver',
      succeeded: true,
      deviceName: 'Chrome',
      createdAt: new Date(),
    });
    expect((await read(user.id)).logins).toMatchObject([
      { method: 'naver', succeeded: true },
      { method: 'password', succeeded: false },
    ]);
  });

  test('is suspended: sessions end at once, signing in says why, and it works again afterwards', async () => {
    const user = await buildUser(api.db);
    await act('suspend', user.id);
    await act('suspend', user.id);
    expect((await api.call('GET /api/user', { token: user.token })).status).toBe(401);
    const refused = await login(user.username, user.password);
    expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended']);
    // Whoever does not know the password learns nothing of it.
    expect((await login(user.username, 'wrong')).body.code).toBe('credentials');
    // A session that was made beside the login counts for nothing either.
    await api.db.execute(sql`update accounts_sessions set ended_at = null where user_id = ${user.id}`);
    expect((await api.call('GET /api/user', { token: user.token })).status).toBe(401);
    expect((await read(user.id)).suspended_at).not.toBeNull();
    await act('unsuspend', user.id);
    expect((await login(user.username, user.password)).status).toBe(200);
    expect((await eventsOf(user.id)).map(({ action }) => action)).toEqual(['suspend', 'unsuspend']);
  });
});

describe('what a household has watched', () => {
  test('is there in pages, the newest first, of all its profiles and of no other household', async () => {
    const [user, stranger] = [await buildUser(api.db), await buildUser(api.db)];
    const [own, kid, other] = [
      await buildProfile(api.db, { householdId: user.householdId, name: '나비 🦋' }),
      await buildProfile(api.db, {
        householdId: user.householdId,
        name: '하늘',
        isKid: true,
        maturity: 7,
        pin: '4321',
      }),
      await buildProfile(api.db, { householdId: stranger.householdId }),
    ];
    const movie = await buildProgramme(api.db, { kind: 'movie', titleKo: '달빛 정원' });
    // Whoever watched it may no longer see it, and staff are asked about it all the same.
    const series = await buildProgramme(api.db, {
      kind: 'series',
      titleKo: '봄',
      titleEn: 'Spring',
      published: false,
    });
    const season = await buildSeason(api.db, { programmeId: series.id });
    const episode = await buildEpisode(api.db, { season, number: 1, titleEn: 'Snow' });
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await buildViewing(api.db, { profile: own, programmeId: movie.id, startedAt: ago(3) });
    await buildViewing(api.db, {
      profile: kid,
      programmeId: series.id,
      episodeId: episode.id,
      startedAt: ago(2),
      watchedSeconds: 700,
      positionSeconds: 900,
      durationSeconds: 1200,
    });
    await buildViewing(api.db, { profile: own, programmeId: movie.id, startedAt: ago(1) });
    await buildViewing(api.db, { profile: other, programmeId: movie.id, startedAt: ago(0) });
    await openData(api, staff, 'customers', user.id);
    const first = await historyOf(user.id, { per_page: 2 }, 'en');
    expect(first.meta).toEqual({ current_page: 1, last_page: 2, per_page: 2, total: 3 });
    expect(first.data).toMatchObject([
      { program_id: movie.id, type: 'm', profile_name: '나비 🦋', subtitle: '' },
      {
        program_id: series.id,
        play_id: episode.id,
        type: 'e',
        title: 'Spring',
        subtitle: 'S1 E1 · Snow',
        profile_id: kid.id,
        profile_name: '하늘',
        watched_seconds: 700,
        position_seconds: 900,
        duration_seconds: 1200,
        percentage: 75,
      },
    ]);
    const second = await historyOf(user.id, { per_page: 2, page: 2 });
    expect(second.data).toMatchObject([{ title: '달빛 정원' }]);
    expect((await historyOf(stranger.id)).data).toMatchObject([{ profile_id: other.id }]);
  });

  test('keeps a viewing whose title is gone', async () => {
    const user = await buildUser(api.db);
    const profile = await buildProfile(api.db, { householdId: user.householdId });
    await buildViewing(api.db, { profile, programmeId: '01890000-0000-7000-8000-000000000000' });
    expect((await historyOf(user.id)).data).toMatchObject([
      { type: 'm', title: '', subtitle: '', image: null },
    ]);
  });

  test('is nothing for somebody new, and nobody’s business without the permission', async () => {
    const user = await buildUser(api.db);
    expect(await historyOf(user.id)).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } });
    const { token } = await buildStaff(api.db, { permissions: { inquiries: ['read', 'update'] } });
    const get = (id: string, by: string) =>
      api.call('GET /api/admin/customers/{id}/history', { token: by, params: { id } });
    expect((await get(user.id, token)).status).toBe(403);
    expect((await get('01890000-0000-7000-8000-000000000000', staff)).status).toBe(404);
  });
});
