/** Templates of schedules: written two weeks ahead, by wall-clock time, around the entries of staff. */
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildEpisode,
  buildProgramme,
  buildSeason,
  buildStaff,
  buildTimeline,
} from '../../../../test/build.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import { wallClock } from '../../../contract/zone.ts';
import { applyTemplatesJob } from './jobs/live.jobs.ts';
import { liveChannels, liveItems, livePlayouts, liveSlotTimes, liveTemplates } from './live.tables.ts';
import { refreshChannels } from './playout.service.ts';
import { applyTemplates, slotTimesBetween } from './templates.service.ts';

const api = await openTestApi();
const { db, call } = api;
const who = { token: (await buildStaff(db)).token };
/** Wednesday, twenty past ten in the morning in Los Angeles. */
const start = new Date('2026-06-10T17:20:00Z');
const zone = 'America/Los_Angeles';
const dayMs = 86_400_000;
beforeEach(async () => {
  await db.delete(livePlayouts);
  await db.delete(liveChannels);
  await db.delete(liveTemplates);
  api.setNow(start);
});

const minute = 60_000;

async function video(durationMs = 30 * minute) {
  const { id } = await buildAsset(db, { durationMs });
  await buildTimeline(db, id, durationMs);
  return id;
}
const movie = async (titleKo: string, durationMs?: number) =>
  buildProgramme(db, { titleKo, assetId: await video(durationMs), availableFrom: new Date(0) });

const createTemplate = async (fields: object = {}) =>
  (await call('POST /api/admin/live-templates', { ...who, body: { name: '평일', ...fields } })).body.data;
const createSlot = (template_id: string, fields: object) =>
  call('POST /api/admin/template-slots', { ...who, body: { template_id, ...fields } as never });
const createChannel = async (fields: object = {}) =>
  (
    await call('POST /api/admin/channels', {
      ...who,
      body: {
        ...{ number: 701, slug: 'hill', name_ko: '산 채널', name_en: 'Hill TV', active: true, loops: false },
        ...fields,
      },
    })
  ).body.data;
const createEntry = (channel_id: string, fields: object) =>
  call('POST /api/admin/schedule-entries', { ...who, body: { channel_id, ...fields } });
const entries = async (channel_id: string) =>
  (
    await call('GET /api/admin/schedule-entries', {
      ...who,
      query: { channel_id, sort: 'starts_at', per_page: 1000 } as never,
    })
  ).body.data;
/** The entries of a channel by their wall-clock time and name. */
const schedule = async (channelId: string, timeZone = zone) =>
  (await entries(channelId)).map(
    ({ starts_at, name_ko }) => `${wallClock(new Date(starts_at ?? 0), timeZone)} ${name_ko}`,
  );

/** A series with episodes of 30 minutes. */
async function series(titleKo: string, count: number) {
  const programme = await buildProgramme(db, { kind: 'series', titleKo, availableFrom: new Date(0) });
  const season = await buildSeason(db, { programmeId: programme.id });
  for (let number = 1; number <= count; number += 1)
    await buildEpisode(db, { season, number, assetId: await video() });
  return programme;
}

test('a weekly template fills the schedule two weeks ahead, once, and the channel plays it', async () => {
  const template = await createTemplate();
  const film = await movie('산');
  await createSlot(template.id, { weekday: 'wed', start_time: '11:00', programme_id: film.id });
  await createSlot(template.id, { weekday: 'fri', start_time: '20:30:15', programme_id: film.id });
  const channel = await createChannel({ template_id: template.id });
  expect(await applyTemplates(api.context)).toBe(1);
  const expected = ['06-10T11:00', '06-12T20:30', '06-17T11:00', '06-19T20:30'];
  expect(await schedule(channel.id)).toEqual(expected.map((at) => `2026-${at} 산`));
  const [, second] = await entries(channel.id);
  expect(second).toMatchObject({ starts_at: '2026-06-13T03:30:15.000Z', origin: 'template' });
  expect(await applyTemplates(api.context)).toBe(0);
  await refreshChannels(api.context);
  const guide = (await call('GET /api/live/guide', { query: { hours: 2 } as never })).body.data;
  expect(guide.channels.map(({ airings }) => airings.map(({ starts_at }) => starts_at))).toEqual([
    ['2026-06-10T18:00:00.000Z'],
  ]);

  // The next day writes one more day.
  api.setNow(new Date(start.getTime() + dayMs));
  expect(await applyTemplates(api.context)).toBe(1);
  expect((await schedule(channel.id)).at(-1)).toBe('2026-06-24T11:00 산');
  const listed = (await call('GET /api/admin/live-templates', who)).body.data;
  expect(listed).toMatchObject([{ slot_count: 2, channel_count: 1 }]);
});

test('a slot plays the next episode of its series each time, and begins again after the last', async () => {
  const template = await createTemplate({ period: 'daily' });
  const drama = await series('바다', 3);
  for (const start_time of ['12:00', '18:00'])
    await createSlot(template.id, { start_time, programme_id: drama.id, next_episode: true });
  const channel = await createChannel({ template_id: template.id });
  await applyTemplates(api.context);
  const names = async () => (await entries(channel.id)).map(({ name_ko }) => name_ko?.slice(-2));
  const first = ['1회', '2회', '3회', '1회', '2회', '3회', '1회'];
  expect((await names()).slice(0, 7)).toEqual(first);
  const count = (await names()).length;
  expect(count).toBe(28);
  // Two days later the order goes on, although the first entries are over.
  api.setNow(new Date(start.getTime() + 2 * dayMs));
  await applyTemplates(api.context);
  expect((await names()).slice(0, 7)).toEqual(first);
  expect((await names()).slice(count - 1, count + 2)).toEqual(['1회', '2회', '3회']);
});

describe('entries of staff', () => {
  async function filled() {
    const template = await createTemplate({ period: 'daily' });
    const slot = await createSlot(template.id, {
      start_time: '20:00',
      programme_id: (await movie('저녁')).id,
    });
    const channel = await createChannel({ template_id: template.id });
    return { template, slot: slot.body.data, channel };
  }

  test('that are in the place of a slot stay, and the template returns afterwards', async () => {
    const { channel } = await filled();
    const special = await movie('특집', 90 * minute);
    await createEntry(channel.id, { programme_id: special.id, starts_at: '2026-06-13T02:30:00Z' });
    await applyTemplates(api.context);
    const week = (await schedule(channel.id)).slice(0, 5);
    expect(week).toEqual([
      '2026-06-10T20:00 저녁',
      '2026-06-11T20:00 저녁',
      '2026-06-12T19:30 특집',
      '2026-06-13T20:00 저녁',
      '2026-06-14T20:00 저녁',
    ]);
    // Without the special, the slot has its time back.
    const entry = (await entries(channel.id)).find(({ name_ko }) => name_ko === '특집');
    const params = { id: entry?.id ?? '' };
    await call('DELETE /api/admin/schedule-entries/{id}', { ...who, params });
    await applyTemplates(api.context);
    expect((await schedule(channel.id))[2]).toBe('2026-06-12T20:00 저녁');
  });

  test('that they changed or deleted are not written again, also when the slot changes', async () => {
    const { channel, slot } = await filled();
    await applyTemplates(api.context);
    const [first, second, third] = await entries(channel.id);
    const body = { repeats: 2 };
    await call('PATCH /api/admin/schedule-entries/{id}', {
      ...who,
      params: { id: first?.id ?? '' },
      body,
    });
    await call('DELETE /api/admin/schedule-entries/{id}', { ...who, params: { id: second?.id ?? '' } });
    const other = await movie('아침');
    const params = { id: slot?.id ?? '' };
    const changed = await call('PATCH /api/admin/template-slots/{id}', {
      ...who,
      params,
      body: { programme_id: other.id },
    });
    expect(changed.status).toBe(200);
    expect(await applyTemplates(api.context)).toBe(1);
    const after = await entries(channel.id);
    expect(after.slice(0, 2)).toMatchObject([
      { id: first?.id, name_ko: '저녁', repeats: 2, origin: 'changed' },
      { starts_at: third?.starts_at, name_ko: '아침', origin: 'template' },
    ]);
    expect(after.slice(1).every(({ name_ko }) => name_ko === '아침')).toBe(true);
  });

  test('stay when the channel loses its template or plays a loop, and the rest goes', async () => {
    const { channel, template } = await filled();
    await applyTemplates(api.context);
    const [first] = await entries(channel.id);
    await call('PATCH /api/admin/schedule-entries/{id}', {
      ...who,
      params: { id: first?.id ?? '' },
      body: { repeats: 2 },
    });
    const change = async (body: object) => {
      await call('PATCH /api/admin/channels/{id}', { ...who, params: { id: channel.id }, body });
      await applyTemplates(api.context);
      return (await entries(channel.id)).length;
    };
    expect(await change({ loops: true })).toBe(1);
    expect(await change({ loops: false })).toBe(14);
    expect(await change({ template_id: null })).toBe(1);
    await change({ template_id: template.id });
    // A deleted template goes as well, and comes back with its slots.
    const params = { id: template.id };
    const removed = await call('DELETE /api/admin/live-templates/{id}', { ...who, params });
    await applyTemplates(api.context);
    expect(await entries(channel.id)).toHaveLength(1);
    const event_id = removed.body.event_id ?? '';
    expect((await call('POST /api/admin/undo', { ...who, body: { event_id } })).status).toBe(200);
    await applyTemplates(api.context);
    expect((await entries(channel.id)).length).toBe(14);
  });
});

describe('when clocks change', () => {
  const daily = async (fields: object, times: string[]) => {
    const template = await createTemplate({ period: 'daily', ...fields });
    const film = await movie('밤');
    for (const start_time of times) await createSlot(template.id, { start_time, programme_id: film.id });
    return createChannel({ template_id: template.id });
  };

  test('a time that is skipped in March is left out, and all others keep their wall-clock time', async () => {
    api.setNow(new Date('2026-03-07T20:00:00Z'));
    const channel = await daily({}, ['01:30', '02:30', '20:00']);
    await applyTemplates(api.context);
    expect((await schedule(channel.id)).slice(0, 6)).toEqual([
      '2026-03-07T20:00 밤',
      '2026-03-08T01:30 밤',
      '2026-03-08T20:00 밤',
      '2026-03-09T01:30 밤',
      '2026-03-09T02:30 밤',
      '2026-03-09T20:00 밤',
    ]);
  });

  test.each([
    ['once', 1],
    ['twice', 2],
  ])('a time that comes twice in November is used %s', async (doubled_hour, count) => {
    api.setNow(new Date('2026-10-31T20:00:00Z'));
    const channel = await daily({ doubled_hour }, ['01:30', '20:00']);
    await applyTemplates(api.context);
    const twice = (await schedule(channel.id)).filter((line) => line.startsWith('2026-11-01T01:30'));
    expect(twice).toHaveLength(count);
    expect((await schedule(channel.id)).filter((line) => line.includes('T20:00'))).toHaveLength(14);
  });

  test('the days are those of the template’s zone', async () => {
    const channel = await daily({ zone: 'Asia/Seoul' }, ['09:00']);
    await applyTemplates(api.context);
    expect((await schedule(channel.id, 'Asia/Seoul'))[0]).toBe('2026-06-11T09:00 밤');
    expect((await schedule(channel.id))[0]).toBe('2026-06-10T17:00 밤');
  });
});

test('a slot names its field when it cannot be', async () => {
  const weekly = await createTemplate();
  const daily = await createTemplate({ period: 'daily' });
  const film = await movie('산');
  const drama = await series('바다', 1);
  const wrong = async (template: { id?: string | undefined }, fields: object) => {
    const { status, body } = await createSlot(template.id ?? '', {
      start_time: '09:00',
      programme_id: film.id,
      ...fields,
    });
    expect(status).toBe(422);
    return Object.keys(body.errors ?? {});
  };
  expect(await wrong(weekly, {})).toEqual(['weekday']);
  expect(await wrong(daily, { weekday: 'mon' })).toEqual(['weekday']);
  expect(await wrong(daily, { start_time: '24:00' })).toEqual(['start_time']);
  expect(await wrong(daily, { next_episode: true })).toEqual(['next_episode']);
  expect(await wrong(daily, { programme_id: drama.id })).toEqual(['episode_id']);
  expect(await wrong(daily, { programme_id: null })).toEqual(['programme_id']);
  expect(await wrong(daily, { programme_id: null, next_episode: true, asset_id: await video() })).toContain(
    'title_ko',
  );
  await createSlot(daily.id, { start_time: '09:00', programme_id: film.id });
  const params = { id: daily.id };
  const changed = await call('PATCH /api/admin/live-templates/{id}', {
    ...who,
    params,
    body: { period: 'weekly' },
  });
  expect(Object.keys(changed.body.errors ?? {})).toEqual(['period']);
});

test('a change of a channel writes its own template alone, and one of a slot those of all channels', async () => {
  const template = await createTemplate({ period: 'daily' });
  const film = await movie('저녁');
  const { body } = await createSlot(template.id, { start_time: '20:00', programme_id: film.id });
  const first = await createChannel({ template_id: template.id });
  const second = await createChannel({ number: 702, slug: 'river', template_id: template.id });
  await runDueJobs(api, [applyTemplatesJob]);
  const counts = async () => [(await entries(first.id)).length, (await entries(second.id)).length];
  expect(await counts()).toEqual([14, 14]);
  await db.delete(liveItems);
  await db.delete(liveSlotTimes);
  const params = { id: first.id };
  await call('PATCH /api/admin/channels/{id}', { ...who, params, body: { description_ko: '산' } });
  await runDueJobs(api, [applyTemplatesJob]);
  expect(await counts()).toEqual([14, 0]);
  await call('PATCH /api/admin/template-slots/{id}', {
    ...who,
    params: { id: body.data.id },
    body: { repeats: 2 },
  });
  await runDueJobs(api, [applyTemplatesJob]);
  expect(await counts()).toEqual([14, 14]);
});

test('old entries of a template are forgotten after a month, and those of staff are not', async () => {
  const template = await createTemplate({ period: 'daily' });
  await createSlot(template.id, { start_time: '20:00', programme_id: (await movie('저녁')).id });
  const channel = await createChannel({ template_id: template.id });
  await createEntry(channel.id, {
    programme_id: (await movie('특집')).id,
    starts_at: '2026-06-10T20:00:00Z',
  });
  await applyTemplates(api.context);
  api.setNow(new Date(start.getTime() + 45 * dayMs));
  await applyTemplates(api.context);
  const kept = await db
    .select()
    .from(liveItems)
    .where(eq(liveItems.channelId, channel.id))
    .orderBy(asc(liveItems.startsAt));
  expect(kept[0]?.startsAt?.toISOString()).toBe('2026-06-10T20:00:00.000Z');
  expect(kept[1]?.startsAt?.getTime()).toBeGreaterThan(start.getTime() + 14 * dayMs);
  expect(await db.$count(liveSlotTimes)).toBeGreaterThan(kept.length);
});

test('times of slots are in order, however many days are asked for', () => {
  const slots = [
    { weekday: 'sun', startTime: '23:30:00' },
    { weekday: 'mon', startTime: '00:15:30' },
  ] as const;
  const template = { zone, period: 'weekly', doubledHour: 'once', slots: [...slots] } as const;
  const times = slotTimesBetween(
    { ...template, slots: [...slots] },
    new Date('2026-01-01T00:00:00Z'),
    new Date('2027-01-01T00:00:00Z'),
  );
  expect(times).toHaveLength(104);
  expect(times.every(({ startsAt }, at) => at === 0 || startsAt > (times[at - 1]?.startsAt ?? 0))).toBe(true);
});
