import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildEpisode,
  buildNotice,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildUser,
} from '../../../../test/build.ts';
import { runDueJobs, waitingJobs } from '../../../../test/jobs.ts';
import type { NotificationChannel, NotificationKind } from '../../../contract/account/notifications.ts';
import { newId } from '../../db/columns.ts';
import type { Job } from '../../jobs/queue.ts';
import { households } from '../accounts/accounts.tables.ts';
import { announceEpisodeJob } from '../catalog/jobs/announce-episode.ts';
import { sendMailJob } from '../mail/jobs/mail.jobs.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { blockedTitles, profiles } from '../profiles/profiles.tables.ts';
import { announceNoticesJob } from '../support/jobs/announce-notices.ts';
import { notices } from '../support/support.tables.ts';
import { myList } from '../viewing/viewing.tables.ts';
import { fanOutJob, tidyNotificationsJob } from './jobs/notifications.jobs.ts';
import { fanOut, notify } from './notifications.service.ts';
import { notificationEvents, notifications } from './notifications.tables.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

type Built = Awaited<ReturnType<typeof buildUser>>;
type BuiltProfile = Awaited<ReturnType<typeof buildProfile>>;
const dayMs = 86_400_000;
const crowdJobs = [announceEpisodeJob, announceNoticesJob, fanOutJob] as Job<never>[];

const listOf = async (user: Built, profile: BuiltProfile, locale: 'ko' | 'en' = 'ko') =>
  (
    await api.call('GET /api/account/notifications', {
      token: user.token,
      query: { profile_id: profile.id },
      locale,
    })
  ).body.data;
const unreadOf = async (user: Built, profile: BuiltProfile) =>
  (
    await api.call('GET /api/account/notifications/unread', {
      token: user.token,
      query: { profile_id: profile.id },
    })
  ).body.data;
const choose = (user: Built, kind: NotificationKind, channel: NotificationChannel, wanted: boolean) =>
  api.call('PUT /api/account/notification-settings', { token: user.token, body: { kind, channel, wanted } });
const mailsTo = (address: string) =>
  api.db.select().from(mailMessages).where(eq(mailMessages.toAddress, address));
const addressOf = (user: Built) => `${user.username}@example.com`;

async function newViewer(values: Parameters<typeof buildProfile>[1] = {}) {
  const user = await buildUser(api.db);
  return { user, profile: await buildProfile(api.db, { ...values, householdId: user.householdId }) };
}

/** Notifies a user of an answer: on the same channel as inquiries do. */
const answerTo = (user: Built, subjectId = newId()) =>
  api.db.transaction((tx) =>
    notify(tx, api.context, {
      cause: 'inquiry_answered',
      subjectId,
      values: { id: newId(), title: '소리가 안 나와요' },
      audience: { userId: user.id },
    }),
  );

async function newSeries(values: Parameters<typeof buildProgramme>[1] = {}) {
  const series = await buildProgramme(api.db, { kind: 'series', ...values });
  return { series, season: await buildSeason(api.db, { programmeId: series.id }) };
}
const follow = (profile: BuiltProfile, programmeId: string) =>
  api.db.insert(myList).values({ profileId: profile.id, householdId: profile.householdId, programmeId });

describe('somebody who is told', () => {
  test('finds it in the list in their language, unread until it is read', async () => {
    const { user, profile } = await newViewer();
    await answerTo(user);
    await answerTo(user);
    expect(await unreadOf(user, profile)).toMatchObject({ unread: 2 });
    const [newest] = await listOf(user, profile);
    expect(newest).toMatchObject({
      kind: 'inquiry_answered',
      title: '문의에 답변이 도착했어요',
      text: '소리가 안 나와요',
      read: false,
    });
    expect(newest?.path).toMatch(/^\/account\/inquiry-history\//);
    expect((await listOf(user, profile, 'en'))[0]?.title).toBe('We’ve answered your inquiry');
    const read = (id?: string) =>
      api.call('POST /api/account/notifications/read', {
        token: user.token,
        body: { profile_id: profile.id, ...(id ? { id } : {}) },
      });
    await read(newest?.id);
    expect((await unreadOf(user, profile)).unread).toBe(1);
    await read();
    expect((await unreadOf(user, profile)).unread).toBe(0);
    expect((await listOf(user, profile)).map((own) => own.read)).toEqual([true, true]);
  });

  test('is told once, however often it is said', async () => {
    const { user, profile } = await newViewer();
    const subjectId = newId();
    await Promise.all([answerTo(user, subjectId), answerTo(user, subjectId)]);
    await answerTo(user, subjectId);
    expect(await listOf(user, profile)).toHaveLength(1);
    expect(await mailsTo(addressOf(user))).toHaveLength(1);
  });

  test('is not told what its transaction takes back', async () => {
    const { user, profile } = await newViewer();
    const failing = api.db.transaction(async (tx) => {
      await notify(tx, api.context, {
        cause: 'password_changed',
        subjectId: newId(),
        values: { at: new Date() },
        audience: { userId: user.id },
      });
      throw new Error('after all not');
    });
    await expect(failing).rejects.toThrow('after all not');
    expect(await listOf(user, profile)).toEqual([]);
    expect(await mailsTo(addressOf(user))).toEqual([]);
  });

  test('hears nothing of others, and marks nothing of others as read', async () => {
    const [one, other] = [await newViewer(), await newViewer()];
    await answerTo(one.user);
    expect(await listOf(other.user, other.profile)).toEqual([]);
    const [own] = await listOf(one.user, one.profile);
    await api.call('POST /api/account/notifications/read', {
      token: other.user.token,
      body: { profile_id: other.profile.id, id: own?.id as string },
    });
    expect((await unreadOf(one.user, one.profile)).unread).toBe(1);
    const foreign = await api.call('GET /api/account/notifications', {
      token: other.user.token,
      query: { profile_id: one.profile.id },
    });
    expect(foreign.status).toBe(404);
  });

  test('forgets it after 90 days', async () => {
    const { user } = await newViewer();
    await answerTo(user);
    api.setNow(new Date(Date.now() + 91 * dayMs));
    await tidyNotificationsJob.run({}, api.context, new AbortController().signal);
    const left = await api.db.select().from(notifications).where(eq(notifications.userId, user.id));
    const events = await api.db
      .select()
      .from(notificationEvents)
      .where(eq(notificationEvents.userId, user.id));
    expect([left, events]).toEqual([[], []]);
  });

  test('of a new device finds it in the list beside the mail', async () => {
    const { user, profile } = await newViewer();
    const login = (agent: string) =>
      api.call('POST /api/login', {
        body: { username: user.username, password: user.password },
        headers: { 'user-agent': agent },
      });
    await login('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0');
    await login('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1');
    expect(await listOf(user, profile)).toMatchObject([
      { kind: 'security', title: '새 기기에서 로그인했어요', path: '/account/devices' },
    ]);
    expect((await mailsTo(addressOf(user))).map((mail) => mail.template)).toEqual(['new_sign_in']);
  });
});

describe('a new episode', () => {
  test('is told to the profiles that have the series in their list and may see it, and to no other', async () => {
    const { series, season } = await newSeries({ maturity: 15 });
    const { user, profile } = await newViewer();
    const child = await buildProfile(api.db, {
      householdId: user.householdId,
      isKid: true,
      age: 8,
      maturity: 7,
    });
    const blocker = await buildProfile(api.db, { householdId: user.householdId });
    await api.db.insert(blockedTitles).values({ profileId: blocker.id, programmeId: series.id });
    const stranger = await newViewer();
    for (const own of [profile, child, blocker]) await follow(own, series.id);
    await buildEpisode(api.db, { season, number: 3 });
    await runDueJobs(api, crowdJobs);
    expect(await listOf(user, profile)).toMatchObject([
      {
        kind: 'new_episode',
        title: `${series.titleKo} 3화가 올라왔어요`,
        path: `/view/s/${series.slug}`,
      },
    ]);
    expect((await listOf(user, profile, 'en'))[0]?.title).toBe(`${series.titleEn}: episode 3 is out`);
    expect(await listOf(user, child)).toEqual([]);
    expect(await listOf(user, blocker)).toEqual([]);
    expect(await listOf(stranger.user, stranger.profile)).toEqual([]);
    const rows = await api.db
      .select()
      .from(notifications)
      .where(eq(notifications.householdId, user.householdId));
    expect(rows.map((row) => row.profileId)).toEqual([profile.id]);
  });

  test('is not listed any more once the profile may not see it', async () => {
    const { series, season } = await newSeries({ maturity: 15 });
    const { user, profile } = await newViewer();
    await follow(profile, series.id);
    await buildEpisode(api.db, { season, number: 1 });
    await runDueJobs(api, crowdJobs);
    expect((await unreadOf(user, profile)).unread).toBe(1);
    await api.db.update(profiles).set({ maturity: 12 }).where(eq(profiles.id, profile.id));
    expect(await listOf(user, profile)).toEqual([]);
    expect((await unreadOf(user, profile)).unread).toBe(0);
  });

  test('is told to a region where one of the household’s devices has signed in', async () => {
    const { series, season } = await newSeries({ regions: ['CA'] });
    const { user, profile } = await newViewer();
    await follow(profile, series.id);
    await buildEpisode(api.db, { season, number: 1 });
    await runDueJobs(api, crowdJobs);
    expect(await api.db.select().from(notifications).where(eq(notifications.profileId, profile.id))).toEqual(
      [],
    );
    await api.pool.query(`update accounts_sessions set country = 'CA' where user_id = $1`, [user.id]);
    await buildEpisode(api.db, { season, number: 2 });
    await runDueJobs(api, crowdJobs);
    expect(
      await api.db.select().from(notifications).where(eq(notifications.profileId, profile.id)),
    ).toHaveLength(1);
  });

  test('is all that a child hears of: nothing of the account', async () => {
    const { series, season } = await newSeries({ maturity: 0 });
    const { user } = await newViewer();
    const child = await buildProfile(api.db, {
      householdId: user.householdId,
      isKid: true,
      age: 8,
      maturity: 7,
    });
    await follow(child, series.id);
    await answerTo(user);
    await buildEpisode(api.db, { season, number: 1 });
    await runDueJobs(api, crowdJobs);
    expect((await listOf(user, child)).map(({ kind }) => kind)).toEqual(['new_episode']);
    await api.call('POST /api/account/profiles/{id}/enter', {
      token: user.token,
      params: { id: child.id },
      body: {},
    });
    expect((await listOf(user, child)).map(({ kind }) => kind)).toEqual(['new_episode']);
    const settings = await api.call('GET /api/account/notification-settings', { token: user.token });
    expect([settings.status, settings.body.code]).toEqual([403, 'kids_profile']);
    expect(await mailsTo(addressOf(user))).toMatchObject([{ template: 'inquiry_answered' }]);
  });

  test('goes by mail to who asks for it: to the profile’s own address, in its language, with a channel to stop it', async () => {
    const { series, season } = await newSeries();
    const { user, profile } = await newViewer({ email: `own-${newId()}@example.com`, language: 'en' });
    const silent = await newViewer();
    await follow(profile, series.id);
    await follow(silent.profile, series.id);
    expect((await choose(user, 'new_episode', 'email', true)).status).toBe(200);
    await buildEpisode(api.db, { season, number: 7 });
    await runDueJobs(api, crowdJobs);
    expect(await mailsTo(addressOf(user))).toEqual([]);
    expect(await mailsTo(addressOf(silent.user))).toEqual([]);
    const [mail] = await mailsTo(profile.email as string);
    expect(mail).toMatchObject({ subject: `${series.titleEn}: episode 7 is out`, locale: 'en' });
    expect(mail?.unsubscribeUrl).toContain('/unsubscribe?token=');
    expect(mail?.text).toContain(mail?.unsubscribeUrl as string);
  });

  test('reaches every follower once when batches are cut short and run again', async () => {
    const { series, season } = await newSeries();
    const count = 2500;
    // Many followers at once, who differ in nothing else.
    await api.pool.query(
      `with h as (insert into accounts_households (id) select gen_random_uuid() from generate_series(1, $2) returning id),
       p as (insert into profiles (id, household_id, name) select gen_random_uuid(), id, '가족' from h returning id, household_id)
       insert into viewing_my_list (profile_id, household_id, programme_id) select id, household_id, $1 from p`,
      [series.id, count],
    );
    await buildEpisode(api.db, { season, number: 1 });
    await runDueJobs(api, [announceEpisodeJob] as Job<never>[]);
    const [first] = await waitingJobs(api, fanOutJob);
    const payload = first?.payload as never;
    await Promise.all([fanOut(api.context, payload), fanOut(api.context, payload)]);
    await runDueJobs(api, crowdJobs);
    const { rows } = await api.pool.query(
      `select count(*)::int as told, count(distinct profile_id)::int as profiles from notifications n
       join notifications_events e on e.id = n.event_id
       join catalog_episodes c on c.id = e.subject_id where c.programme_id = $1`,
      [series.id],
    );
    expect(rows).toEqual([{ told: count, profiles: count }]);
    expect(await waitingJobs(api, fanOutJob)).toEqual([]);
  });
});

describe('a notice', () => {
  const announce = async () => {
    await announceNoticesJob.run({}, api.context, new AbortController().signal);
    await runDueJobs(api, [fanOutJob] as Job<never>[]);
  };

  test('is told to everyone once, when it comes out', async () => {
    const { user, profile } = await newViewer();
    const values = { announcedAt: null, listedAt: new Date(Date.now() + 3_600_000) };
    const notice = await buildNotice(api.db, values);
    await announce();
    expect(await listOf(user, profile)).toEqual([]);
    api.setNow(new Date(Date.now() + 3_700_000));
    await announce();
    await announce();
    expect(await listOf(user, profile)).toMatchObject([
      { kind: 'notice', title: notice.titleKo, path: `/notice/${notice.id}` },
    ]);
    await api.db.update(notices).set({ published: false }).where(eq(notices.id, notice.id));
    expect(await listOf(user, profile)).toEqual([]);
  });

  test('that was entered late is no news', async () => {
    const { user, profile } = await newViewer();
    await buildNotice(api.db, { announcedAt: null, listedAt: new Date(Date.now() - 2 * 3_600_000) });
    await announce();
    expect(await listOf(user, profile)).toEqual([]);
  });
});

describe('settings', () => {
  test('are sensible before they are chosen, and hold for one user alone', async () => {
    const { user, profile } = await newViewer();
    const settings = async (who: Built) =>
      (await api.call('GET /api/account/notification-settings', { token: who.token })).body.data;
    const before = await settings(user);
    expect(before.kinds).toEqual([
      { kind: 'new_episode', in_app: true, email: false, web_push: true, locked: [] },
      { kind: 'notice', in_app: true, email: false, web_push: false, locked: [] },
      { kind: 'inquiry_answered', in_app: true, email: true, web_push: true, locked: [] },
      { kind: 'security', in_app: true, email: true, web_push: true, locked: ['email'] },
      { kind: 'billing', in_app: true, email: true, web_push: true, locked: ['email'] },
    ]);
    expect(before).toMatchObject({ quiet_hours: null, zone: 'America/Los_Angeles' });
    expect(before.push.public_key).toMatch(/^[\w-]{87}$/);
    await choose(user, 'inquiry_answered', 'in_app', false);
    await choose(user, 'inquiry_answered', 'email', false);
    await answerTo(user);
    expect(await listOf(user, profile)).toEqual([]);
    expect(await unreadOf(user, profile)).toEqual({
      unread: 0,
      aloud: ['new_episode', 'notice', 'security', 'billing'],
    });
    expect(await mailsTo(addressOf(user))).toEqual([]);
    const other = await buildUser(api.db, { householdId: user.householdId });
    expect((await settings(other)).kinds).toEqual(before.kinds);
  });

  test.each(['security', 'billing'] as const)('keep mail about %s, whatever is asked for', async (kind) => {
    const { user } = await newViewer();
    const refused = await choose(user, kind, 'email', false);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['channel']]);
    expect((await choose(user, kind, 'web_push', false)).status).toBe(200);
  });

  test('keep quiet hours, which have to begin and end at different quarters', async () => {
    const { user } = await newViewer();
    const set = (quiet_hours: { from: string; until: string } | null) =>
      api.call('PUT /api/account/quiet-hours', { token: user.token, body: { quiet_hours } });
    expect((await set({ from: '22:00', until: '22:00' })).body.errors).toEqual({
      'quiet_hours.until': ['시작과 끝을 다르게 골라 주세요.'],
    });
    expect((await set({ from: '22:10', until: '24:00' })).status).toBe(422);
    for (const hours of [{ from: '22:00', until: '08:00' }, { from: '23:15', until: '07:30' }, null]) {
      expect((await set(hours)).status).toBe(200);
      const { body } = await api.call('GET /api/account/notification-settings', { token: user.token });
      expect(body.data.quiet_hours).toEqual(hours);
    }
  });

  test('have mail wait for the end of quiet hours by the household’s clocks, but not mail about security', async () => {
    const { user, profile } = await newViewer();
    await api.db.update(households).set({ zone: 'Asia/Seoul' }).where(eq(households.id, user.householdId));
    await api.call('PUT /api/account/quiet-hours', {
      token: user.token,
      body: { quiet_hours: { from: '22:00', until: '08:00' } },
    });
    // Half past eleven at night in Seoul, years ahead: the queue uses the database's clock.
    api.setNow(new Date('2036-06-10T14:30:00Z'));
    await api.pool.query(`update accounts_sessions set last_seen_at = '2036-06-10' where user_id = $1`, [
      user.id,
    ]);
    await answerTo(user);
    await api.db.transaction((tx) =>
      notify(tx, api.context, {
        cause: 'password_changed',
        subjectId: newId(),
        values: { at: api.context.now() },
        audience: { userId: user.id },
      }),
    );
    const mails = await mailsTo(addressOf(user));
    const idOf = (template: string) => mails.find((mail) => mail.template === template)?.id;
    const waiting = await waitingJobs(api, sendMailJob);
    const runAt = (template: string) =>
      waiting.find(({ payload }) => payload.id === idOf(template))?.runAt.toISOString();
    expect(runAt('inquiry_answered')).toBe('2036-06-10T23:00:00.000Z');
    expect(Date.parse(runAt('password_changed') ?? '')).toBeLessThan(Date.now() + 60_000);
    expect(await unreadOf(user, profile)).toEqual({ unread: 2, aloud: [] });
  });
});

describe('the link that stops mail', () => {
  const linkOf = async (user: Built) => {
    await answerTo(user);
    const [mail] = await mailsTo(addressOf(user));
    return new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
  };
  const press = (token: string, body = '', type = 'application/x-www-form-urlencoded') =>
    api.app.inject({
      method: 'POST',
      url: `/unsubscribe?token=${encodeURIComponent(token)}`,
      headers: { 'content-type': type },
      payload: body,
    });

  test('stops that kind with one click of a mail program, without signing in, again and again', async () => {
    const { user } = await newViewer();
    const token = await linkOf(user);
    const first = await press(token, 'List-Unsubscribe=One-Click');
    expect([first.statusCode, first.json()]).toEqual([200, { data: { kind: 'inquiry_answered' } }]);
    const form =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await press(token, form, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
    await answerTo(user);
    expect(await mailsTo(addressOf(user))).toHaveLength(1);
  });

  test('cannot be guessed, and stops nothing else', async () => {
    const { user } = await newViewer();
    const token = await linkOf(user);
    const [owner, , signature] = token.split('.');
    for (const wrong of [
      '',
      'x',
      `${owner}.notice.${signature}`,
      `${owner}.security.${signature}`,
      token.slice(0, -1),
      `${token}.x`,
    ])
      expect((await press(wrong)).statusCode, wrong).toBe(404);
    await answerTo(user);
    expect(await mailsTo(addressOf(user))).toHaveLength(2);
  });

  test('is in no mail about security', async () => {
    const { user } = await newViewer();
    await api.db.transaction((tx) =>
      notify(tx, api.context, {
        cause: 'password_changed',
        subjectId: newId(),
        values: { at: new Date() },
        audience: { userId: user.id },
      }),
    );
    const [mail] = await mailsTo(addressOf(user));
    expect(mail).toMatchObject({ template: 'password_changed', unsubscribeUrl: null });
    expect(mail?.text).not.toContain('unsubscribe');
  });
});
