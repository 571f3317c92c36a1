import { eq, inArray } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildAsset, buildProfile, buildProgramme, buildStaff, buildUser } from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import type { Job } from '../../jobs/queue.ts';
import { runJobs } from '../../jobs/worker.ts';
import { events } from '../../resource/event-log.tables.ts';
import { filesOf } from '../inquiries/attachments.service.ts';
import { removeHouseholdFilesJob } from '../inquiries/jobs/inquiries.jobs.ts';
import { sendMail } from '../mail/mail.service.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { logins, sessions, users } from './accounts.tables.ts';
import { eraseAccountsJob, tidyAccountsJob } from './jobs/accounts.jobs.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

type Built = Awaited<ReturnType<typeof buildUser>>;
const dayMs = 86_400_000;
const request = (user: Built, password = user.password) =>
  api.call('POST /api/account/deletion', { token: user.token, body: { password }, locale: 'en' });
const passDays = async (days: number) => {
  api.setNow(new Date(Date.now() + days * dayMs));
  await tidyAccountsJob.run({}, api.context, new AbortController().signal);
};
const isThere = async ({ id }: Built) =>
  (await api.db.select().from(users).where(eq(users.id, id))).length > 0;

/** Every row of the database that contains one of these words, by table. */
async function tracesOf(words: string[]): Promise<string[]> {
  const { rows } = await api.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await api.pool.query<{ text: string }>(
      `select t::text as text from ${name} t where ${words.map((_, index) => `t::text like $${index + 1}`).join(' or ')}`,
      words.map((word) => `%${word}%`),
    );
    found.push(...hits.map(({ text }) => `${name}: ${text}`));
  }
  return found;
}

describe('deleting an account', () => {
  test('is asked for by the password, told by mail, and seen by whoever signs in meanwhile', async () => {
    const user = await buildUser(api.db);
    expect((await request(user, 'not the password')).body.errors).toEqual({
      password: ['The password is incorrect.'],
    });
    const asked = await request(user);
    const inDays = (Date.parse(asked.body.data.deletion_at) - Date.now()) / dayMs;
    expect(inDays).toBeCloseTo(90, 2);
    expect((await request(user)).body.data).toEqual(asked.body.data);
    const login = await api.call('POST /api/login', {
      body: { username: user.username, password: user.password },
    });
    expect(login.body.data.deletion_at).toBe(asked.body.data.deletion_at);
    const mails = await api.db
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.toAddress, `${user.username}@example.com`));
    expect(mails.map(({ template }) => template)).toEqual(['deletion_requested']);
  });

  test('is in the log: requested, cancelled and carried out, once each', async () => {
    const user = await buildUser(api.db);
    const warn = vi.spyOn(api.context.log, 'warn');
    const said = () =>
      warn.mock.calls
        .filter(([facts]) => (facts as unknown as { userId?: string }).userId === user.id)
        .map(([, what]) => what);
    const cancel = () => api.call('POST /api/account/deletion/cancel', { token: user.token });
    await cancel();
    await request(user);
    await request(user);
    await cancel();
    await cancel();
    await request(user);
    await passDays(91);
    await passDays(92);
    expect(said()).toEqual([
      'account deletion requested',
      'account deletion cancelled',
      'account deletion requested',
      'account erased',
    ]);
    warn.mockRestore();
  });

  test('is not asked for by a session that merely lies open', async () => {
    const user = await buildUser(api.db);
    api.setNow(new Date(Date.now() + 11 * 60_000));
    const asked = await api.call('POST /api/account/delete-request', { token: user.token });
    expect([asked.status, asked.body.code]).toEqual([403, 'identity_required']);
    expect((await api.call('GET /api/user', { token: user.token })).body.data.deletion_at).toBeNull();
  });

  test('is not asked for by a session that another device or service has just begun, without re-authentication', async () => {
    const user = await buildUser(api.db);
    const { householdId } = user;
    const [session] = await api.db.select().from(sessions).where(eq(sessions.userId, user.id));
    const ask = () => api.call('POST /api/account/delete-request', { token: user.token });
    const sessionId = session?.id ?? '';
    for (const method of ['tv', 'passkey', 'kakao'] as const) {
      await api.db.delete(logins).where(eq(logins.userId, user.id));
      const row = { userId: user.id, householdId, sessionId, method, succeeded: true, deviceName: '' };
      await api.db.insert(logins).values(row);
      expect((await ask()).body.code, method).toBe('identity_required');
    }
    await api.db.update(sessions).set({ reauthenticatedAt: new Date() }).where(eq(sessions.id, sessionId));
    expect((await ask()).status).toBe(200);
  });

  test('is cancelled by signing in within 90 days', async () => {
    const user = await buildUser(api.db);
    await request(user);
    await passDays(89);
    expect(await isThere(user)).toBe(true);
    const { token } = (
      await api.call('POST /api/login', { body: { username: user.username, password: user.password } })
    ).body.data;
    expect((await api.call('POST /api/account/deletion/cancel', { token })).status).toBe(200);
    expect((await api.call('GET /api/user', { token })).body.data.deletion_at).toBeNull();
    await passDays(200);
    expect(await isThere(user)).toBe(true);
  });

  test('erases everything of the household after 90 days, and nothing of any other', async () => {
    const [user, neighbour] = [await buildUser(api.db, { plan: 5 }), await buildUser(api.db, { plan: 5 })];
    const film = await buildProgramme(api.db, { assetId: (await buildAsset(api.db)).id });
    const profileIds: string[] = [];
    for (const who of [user, neighbour]) {
      const profile = await buildProfile(api.db, { householdId: who.householdId });
      profileIds.push(profile.id);
      const as = { token: who.token };
      await api.call('POST /api/login', { body: { username: who.username, password: who.password } });
      await api
        .call(
          'PUT /api/my-list/{id}' as never,
          { ...as, params: { id: film.id }, body: { profile_id: profile.id } } as never,
        )
        .catch(() => {});
      const play = await api.call('POST /api/playback/sessions', {
        ...as,
        body: { profile_id: profile.id, type: 'm', id: film.id } as never,
      });
      await api.call('POST /api/playback/sessions/{id}/heartbeat', {
        ...as,
        params: { id: (play.body.data as { id: string }).id },
        body: { position_seconds: 30 },
      });
      await api.call('POST /api/video/search/save', {
        ...as,
        body: { profile_id: profile.id, user_id: who.id, q: '등대' } as never,
      });
      await api.call('POST /api/session-action', {
        ...as,
        body: {
          action: 'sign_out',
          username: '',
          household_id: who.householdId,
          email: '',
          user_type: 'PLUS',
        },
      });
      await api.call('POST /api/account/identity/send', as);
      await api.context.storage.put(`${filesOf(who.householdId)}a-file`, Buffer.from('what they sent us'));
    }
    // What staff did for them, in the staff event log.
    const { token: staff } = await buildStaff(api.db);
    for (const { id } of [user, neighbour])
      await api.call('POST /api/admin/customers/{id}/verify-email', { token: staff, params: { id } });
    const inquiryId = newId();
    await api.call('POST /api/account/inquiries', {
      token: user.token,
      body: { id: inquiryId, type: 'other', title: '등대지기의 물음', body: '자막이 안 보여요.' },
    });
    const { updated_at } = (
      await api.call('GET /api/admin/inquiries/{id}', { token: staff, params: { id: inquiryId } })
    ).body.data;
    await api.call('POST /api/admin/inquiries/{id}/answer', {
      token: staff,
      params: { id: inquiryId },
      body: { answer: '다시 켜 보세요.', updated_at },
    });
    const of = (table: string) =>
      api.pool.query<{ id: string }>(`select id from ${table} where user_id = $1 limit 1`, [user.id]);
    for (const [resource, table] of [
      ['logins', 'accounts_logins'],
      ['mail', 'mail_messages'],
    ] as const)
      for (const { id } of (await of(table)).rows) {
        const body = { resource, id, reason: `${user.username} called` };
        const opened = await api.call('POST /api/admin/personal-data-openings', { token: staff, body });
        expect(opened.status, resource).toBe(200);
      }
    const logged = () => api.db.$count(events, inArray(events.entityId, [user.id, inquiryId]));
    expect(await logged(), 'read, answered, suspended').toBe(3);
    const words = [
      user.householdId,
      user.username,
      profileIds[0] as string,
      '등대지기의 물음',
      '다시 켜 보세요.',
    ];
    expect((await tracesOf(words)).length).toBeGreaterThan(10);
    expect((await tracesOf([user.id])).length).toBeGreaterThan(5);
    const others = [neighbour.id, neighbour.householdId, neighbour.username, profileIds[1] as string];
    const before = await tracesOf(others);
    await request(user);
    await passDays(91);
    expect(await isThere(user)).toBe(false);
    expect((await api.call('GET /api/user', { token: user.token })).status).toBe(401);
    const [last] = await api.db
      .select()
      .from(mailMessages)
      .where(eq(mailMessages.toAddress, `${user.username}@example.com`));
    expect(last?.template).toBe('account_erased');
    await sendMail(api.context, last?.id ?? '');
    const runner = await runJobs(api.context, [removeHouseholdFilesJob] as unknown as Job<never>[]);
    await expect.poll(() => tracesOf(words), { timeout: 15_000 }).toEqual([]);
    // The log entries stay.
    expect(await logged()).toBe(3);
    expect((await tracesOf([user.id])).filter((trace) => !trace.startsWith('public.event_log'))).toEqual([]);
    await runner.stop();
    const fileOf = (who: Built) => api.context.storage.open(`${filesOf(who.householdId)}a-file`);
    expect(await fileOf(user)).toBeUndefined();
    const kept = await fileOf(neighbour);
    kept?.stream.destroy();
    expect(kept?.sizeBytes).toBeGreaterThan(0);
    expect((await tracesOf(others)).length).toBeGreaterThanOrEqual(before.length - 2);
    expect((await tracesOf([neighbour.householdId, profileIds[1] as string])).length).toBeGreaterThan(4);
  });

  test('has a job for the instant at which the days are over, which names nobody', async () => {
    const user = await buildUser(api.db);
    const at = new Date((await request(user)).body.data.deletion_at);
    const { rows } = await api.pool.query<{ at: Date; payload: unknown }>(
      `select jobs.run_at as at, jobs.payload from graphile_worker._private_jobs jobs
       join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
       where tasks.identifier = $1 and jobs.run_at = $2`,
      [eraseAccountsJob.name, at],
    );
    expect(rows).toEqual([{ at, payload: {} }]);
    api.setNow(new Date(at.getTime() - 1000));
    await eraseAccountsJob.run({}, api.context, new AbortController().signal);
    expect(await isThere(user)).toBe(true);
    api.setNow(at);
    await eraseAccountsJob.run({}, api.context, new AbortController().signal);
    expect(await isThere(user)).toBe(false);
  });

  test('erases mail to addresses that the account or a profile once had', async () => {
    const user = await buildUser(api.db);
    const who = { token: user.token };
    const profile = await buildProfile(api.db, { householdId: user.householdId });
    const [former, later, own] = ['@example.com', '-later@example.com', '-own@example.com'].map(
      (end) => user.username + end,
    ) as [string, string, string];
    await api.call('POST /api/account/profiles/{id}/email', {
      ...who,
      params: { id: profile.id },
      body: { email: own },
    });
    // Mail of a sign-up, sent before any account had that address.
    const words = { subject: '', text: '', html: '' };
    await api.db
      .insert(mailMessages)
      .values({ ...words, toAddress: former, locale: 'ko', template: 'sign_up_code' });
    await api.db.update(sessions).set({ reauthenticatedAt: new Date() }).where(eq(sessions.userId, user.id));
    await api.call('POST /api/account/email', { ...who, body: { email: later } });
    const asked = await api.db.select().from(mailMessages).where(eq(mailMessages.toAddress, later));
    const code = /\b\d{6}\b/.exec(asked[0]?.text ?? '')?.[0] ?? '';
    expect((await api.call('POST /api/account/email/verify', { ...who, body: { code } })).status).toBe(200);
    const mailTo = (address: string) => api.db.$count(mailMessages, eq(mailMessages.toAddress, address));
    expect([await mailTo(former), await mailTo(own)]).toEqual([2, 1]);
    await request(user);
    await passDays(91);
    expect([await mailTo(former), await mailTo(own)]).toEqual([0, 0]);
  });

  test('of one of two people in a household leaves the other everything', async () => {
    const user = await buildUser(api.db);
    const other = await buildUser(api.db, { householdId: user.householdId });
    const profile = await buildProfile(api.db, { householdId: user.householdId });
    await request(user);
    await passDays(91);
    expect([await isThere(user), await isThere(other)]).toEqual([false, true]);
    expect(await tracesOf([user.id])).toEqual([]);
    expect((await tracesOf([profile.id])).length).toBeGreaterThan(0);
  });

  test('runs twice without harm, and takes all that are due', async () => {
    const [first, second] = [await buildUser(api.db), await buildUser(api.db)];
    await request(first);
    await request(second);
    await Promise.all([passDays(91), passDays(91)]);
    expect([await isThere(first), await isThere(second)]).toEqual([false, false]);
    const { rows } = await api.pool.query(
      `select count(*)::int as mails from mail_messages where template = 'account_erased' and to_address = any($1)`,
      [[`${first.username}@example.com`, `${second.username}@example.com`]],
    );
    expect(rows[0].mails).toBe(2);
  });
});
