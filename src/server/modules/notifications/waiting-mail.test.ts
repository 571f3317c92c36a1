import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  type BuiltUser,
  buildEpisode,
  buildNotice,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildUser,
} from '../../../../test/build.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import { newId } from '../../db/columns.ts';
import type { Job } from '../../jobs/queue.ts';
import { users } from '../accounts/accounts.tables.ts';
import { announceEpisodeJob } from '../catalog/jobs/announce-episode.ts';
import { sendMail } from '../mail/mail.service.ts';
import { mailMessages } from '../mail/mail.tables.ts';
import { blockedTitles } from '../profiles/profiles.tables.ts';
import { announceNoticesJob } from '../support/jobs/announce-notices.ts';
import { notices } from '../support/support.tables.ts';
import { myList } from '../viewing/viewing.tables.ts';
import { fanOutJob } from './jobs/notifications.jobs.ts';
import { notify } from './notifications.service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.setNow(undefined));

/** A user in their quiet hours, with mail that waits for the morning. */
async function quietReader() {
  const user = await buildUser(api.db);
  await api.call('PUT /api/account/quiet-hours', {
    token: user.token,
    body: { quiet_hours: { from: '00:00', until: '23:45' } },
  });
  api.setNow(new Date('2026-11-20T20:00:00Z'));
  return user;
}
const answer = (user: BuiltUser) =>
  api.db.transaction((tx) =>
    notify(tx, api.context, {
      cause: 'inquiry_answered',
      subjectId: newId(),
      values: { id: newId(), title: '결제가 두 번 됐어요' },
      audience: { userId: user.id },
    }),
  );
const want = (user: BuiltUser, kind: 'notice' | 'inquiry_answered' | 'new_episode', wanted: boolean) =>
  api.call('PUT /api/account/notification-settings', {
    token: user.token,
    body: { kind, channel: 'email', wanted },
  });
/** The mail that was sent to a user when it was due; empty when it was dropped. */
async function sent(user: BuiltUser): Promise<string[]> {
  const own = () => api.db.select().from(mailMessages).where(eq(mailMessages.userId, user.id));
  const waiting = await own();
  expect(waiting.map(({ state }) => state)).toEqual(['queued']);
  for (const { id } of waiting) await sendMail(api.context, id);
  return (await own()).map(({ state }) => state);
}

test('mail that waits goes when its time comes', async () => {
  const user = await quietReader();
  await answer(user);
  expect(await sent(user)).toEqual(['unsent']);
});

test('mail that waits does not go when its kind was turned off meanwhile', async () => {
  const user = await quietReader();
  await answer(user);
  await want(user, 'inquiry_answered', false);
  expect(await sent(user)).toEqual([]);
});

test('mail that waits does not go to an address that is not theirs any more', async () => {
  const user = await quietReader();
  await answer(user);
  await api.db
    .update(users)
    .set({ email: `new-${user.username}@example.com` })
    .where(eq(users.id, user.id));
  expect(await sent(user)).toEqual([]);
});

test('a notice that was taken back is not told by mail that waits', async () => {
  const [told, spared] = [await quietReader(), await quietReader()];
  for (const user of [told, spared]) await want(user, 'notice', true);
  const notice = await buildNotice(api.db, {
    announcedAt: null,
    listedAt: new Date(api.context.now().getTime() - 1000),
  });
  await announceNoticesJob.run({} as never, api.context, new AbortController().signal);
  await runDueJobs(api, [fanOutJob] as Job<never>[]);
  expect(await sent(told)).toEqual(['unsent']);
  await api.db.update(notices).set({ published: false }).where(eq(notices.id, notice.id));
  expect(await sent(spared)).toEqual([]);
});

test('a new episode is not told by mail that waits, once its reader may not see the series any more', async () => {
  const series = await buildProgramme(api.db, { kind: 'series' });
  const follower = async () => {
    const user = await quietReader();
    const { id: profileId } = await buildProfile(api.db, { householdId: user.householdId });
    await api.db.insert(myList).values({ profileId, householdId: user.householdId, programmeId: series.id });
    await want(user, 'new_episode', true);
    return { user, profileId };
  };
  const [told, spared] = [await follower(), await follower()];
  await buildEpisode(api.db, { season: await buildSeason(api.db, { programmeId: series.id }), number: 1 });
  await runDueJobs(api, [announceEpisodeJob, fanOutJob] as Job<never>[]);
  expect(await sent(told.user)).toEqual(['unsent']);
  await api.db.insert(blockedTitles).values({ profileId: spared.profileId, programmeId: series.id });
  expect(await sent(spared.user)).toEqual([]);
});
