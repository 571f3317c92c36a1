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
import { openTestPushService } from '../../../../test/push-service.ts';
import { readConfig } from '../../config.ts';
import { newId } from '../../db/columns.ts';
import type { Job } from '../../jobs/queue.ts';
import { users } from '../accounts/accounts.tables.ts';
import { announceEpisodeJob } from '../catalog/jobs/announce-episode.ts';
import { profiles } from '../profiles/profiles.tables.ts';
import { announceNoticesJob } from '../support/jobs/announce-notices.ts';
import { notices } from '../support/support.tables.ts';
import { myList } from '../viewing/viewing.tables.ts';
import { fanOutJob, webPushJob } from './jobs/notifications.jobs.ts';
import { notify } from './notifications.service.ts';
import { pushSubscriptions } from './notifications.tables.ts';
import { sendWebPush } from './web-push.service.ts';

const service = await openTestPushService();
let api: TestApi;
beforeAll(async () => {
  const { webPush } = readConfig({ MARU_SECRET: 'x'.repeat(32), MARU_PUSH_HOSTS: '127.0.0.1' });
  api = await openTestApi({ webPush });
});
afterEach(() => {
  api.setNow(undefined);
  service.taken.length = 0;
  service.status = 201;
});

type Built = Awaited<ReturnType<typeof buildUser>>;
const jobs = [announceEpisodeJob, fanOutJob, webPushJob] as Job<never>[];
const titles = () => service.taken.map(({ payload }) => payload.title);
const pathOf = ({ endpoint }: { endpoint: string }) => new URL(endpoint).pathname;

/** A household with one device, which is in a profile and gets web push. */
async function newDevice(values: Parameters<typeof buildProfile>[1] = {}) {
  const user = await buildUser(api.db);
  const profile = await buildProfile(api.db, { ...values, householdId: user.householdId });
  await enter(user, profile.id);
  const device = service.subscribe();
  expect((await subscribe(user, device)).status).toBe(200);
  return { user, profile, device };
}
const enter = (user: Built, id: string) =>
  api.call('POST /api/account/profiles/{id}/enter', { token: user.token, params: { id }, body: {} });
const subscribe = (user: Built, device: ReturnType<typeof service.subscribe>) =>
  api.call('PUT /api/account/push-subscription', { token: user.token, body: device });
const isSubscribed = async (user: Built) =>
  (await api.call('GET /api/account/notification-settings', { token: user.token })).body.data.push.subscribed;
const answerTo = (user: Built) =>
  api.db.transaction((tx) =>
    notify(tx, api.context, {
      cause: 'inquiry_answered',
      subjectId: newId(),
      values: { id: newId(), title: '소리가 안 나와요' },
      audience: { userId: user.id },
    }),
  );

describe('a device', () => {
  test('gets what its user is told, in their language, with a page of ours to open', async () => {
    const { user, device } = await newDevice();
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.id, user.id));
    await answerTo(user);
    await runDueJobs(api, jobs);
    expect(service.taken).toMatchObject([
      {
        path: pathOf(device),
        urgency: 'normal',
        ttl: 2 * 86_400,
        payload: { title: 'We’ve answered your inquiry', text: '소리가 안 나와요', lang: 'en' },
      },
    ]);
    expect(service.taken[0]?.payload.path).toMatch(/^\/account\/inquiry-history\//);
  });

  test('gets it again under the same topic and id when it was not certain that it had it', async () => {
    const { user } = await newDevice();
    await answerTo(user);
    const [job] = await waitingJobs(api, webPushJob);
    await sendWebPush(api.context, job?.payload as never);
    await runDueJobs(api, jobs);
    const [first, second, ...more] = service.taken;
    expect(more).toEqual([]);
    expect(second?.topic).toBe(first?.topic);
    expect(second?.payload.id).toBe(first?.payload.id);
  });

  test('gets nothing any more once it is signed out, from here or elsewhere', async () => {
    const { user } = await newDevice();
    expect(await isSubscribed(user)).toBe(true);
    await answerTo(user);
    await api.call('POST /api/user/logout', { token: user.token });
    await answerTo(user);
    await runDueJobs(api, jobs);
    expect(service.taken).toEqual([]);
    expect(
      await api.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, user.id)),
    ).toEqual([]);
  });

  test('gets nothing that was read, or turned off, before it was sent', async () => {
    const { user, profile } = await newDevice();
    await answerTo(user);
    await api.call('POST /api/account/notifications/read', {
      token: user.token,
      body: { profile_id: profile.id },
    });
    await answerTo(user);
    await api.call('PUT /api/account/notification-settings', {
      token: user.token,
      body: { kind: 'inquiry_answered', channel: 'web_push', wanted: false },
    });
    await runDueJobs(api, jobs);
    expect(service.taken).toEqual([]);
  });

  test('that its push service does not know any more is forgotten', async () => {
    const { user } = await newDevice();
    service.status = 410;
    await answerTo(user);
    await runDueJobs(api, jobs);
    expect(await isSubscribed(user)).toBe(false);
  });

  test('waits for the end of quiet hours', async () => {
    const { user } = await newDevice();
    await api.call('PUT /api/account/quiet-hours', {
      token: user.token,
      body: { quiet_hours: { from: '22:00', until: '08:00' } },
    });
    api.setNow(new Date('2036-06-11T06:00:00Z'));
    await api.pool.query(`update accounts_sessions set last_seen_at = '2036-06-10' where user_id = $1`, [
      user.id,
    ]);
    await answerTo(user);
    const waiting = await waitingJobs(api, webPushJob);
    expect(waiting.at(-1)?.runAt.toISOString()).toBe('2036-06-11T15:00:00.000Z');
  });

  test('of whoever used the browser before gets nothing of theirs any more', async () => {
    const { user: before, device } = await newDevice();
    const { user: after } = await newDevice();
    await subscribe(after, device);
    expect([await isSubscribed(before), await isSubscribed(after)]).toEqual([false, true]);
  });

  test('has to be at a push service that we know', async () => {
    const user = await buildUser(api.db);
    const { keys } = service.subscribe();
    for (const endpoint of ['https://10.0.0.1/push', 'http://localhost:5432/', 'https://example.com/push']) {
      const refused = await subscribe(user, { endpoint, keys });
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['endpoint']]);
    }
  });
});

test('a notice that was taken back is not sent any more', async () => {
  const { user } = await newDevice();
  await api.call('PUT /api/account/notification-settings', {
    token: user.token,
    body: { kind: 'notice', channel: 'web_push', wanted: true },
  });
  const notice = await buildNotice(api.db, { announcedAt: null, listedAt: new Date(Date.now() - 1000) });
  const before = await waitingJobs(api, webPushJob);
  await announceNoticesJob.run({}, api.context, new AbortController().signal);
  await runDueJobs(api, [fanOutJob] as Job<never>[]);
  expect(await waitingJobs(api, webPushJob)).toHaveLength(before.length + 1);
  await api.db.update(notices).set({ published: false }).where(eq(notices.id, notice.id));
  await runDueJobs(api, jobs);
  expect(service.taken).toEqual([]);
});

describe('a new episode', () => {
  test('goes to the devices that are in the profile, and never to one where a child is', async () => {
    const series = await buildProgramme(api.db, { kind: 'series', maturity: 15 });
    const season = await buildSeason(api.db, { programmeId: series.id });
    const inside = await newDevice();
    const outside = await newDevice();
    const child = await buildProfile(api.db, {
      householdId: outside.user.householdId,
      isKid: true,
      age: 8,
      maturity: 7,
    });
    await enter(outside.user, child.id);
    for (const { profile } of [inside, outside])
      await api.db
        .insert(myList)
        .values({ profileId: profile.id, householdId: profile.householdId, programmeId: series.id });
    await buildEpisode(api.db, { season, number: 2 });
    await answerTo(outside.user);
    await runDueJobs(api, jobs);
    expect(titles()).toEqual([`${series.titleKo} 2화가 올라왔어요`]);
    expect(service.taken[0]?.path).toBe(pathOf(inside.device));
  });

  test('is not sent when the profile may not see it any more by then', async () => {
    const series = await buildProgramme(api.db, { kind: 'series', maturity: 15 });
    const season = await buildSeason(api.db, { programmeId: series.id });
    const { profile } = await newDevice();
    await api.db
      .insert(myList)
      .values({ profileId: profile.id, householdId: profile.householdId, programmeId: series.id });
    await buildEpisode(api.db, { season, number: 2 });
    await runDueJobs(api, [announceEpisodeJob, fanOutJob] as Job<never>[]);
    await api.db.update(profiles).set({ maturity: 12 }).where(eq(profiles.id, profile.id));
    await runDueJobs(api, jobs);
    expect(service.taken).toEqual([]);
  });
});
