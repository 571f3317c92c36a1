/** Live channels and their schedules, as staff edit them: viewers see each change without a break. */
import { beforeEach, expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildEpisode,
  buildLiveItem,
  buildProgramme,
  buildSeason,
  buildStaff,
  buildTimeline,
} from '../../../../test/build.ts';
import { newId } from '../../db/columns.ts';
import { liveChannels, livePlayouts } from './live.tables.ts';
import { refreshChannels } from './playout.service.ts';

const api = await openTestApi();
const { db, call } = api;
const who = { token: (await buildStaff(db)).token };
/** Twenty past ten in the morning in Los Angeles. */
const start = new Date('2026-06-10T17:20:00Z');
beforeEach(async () => {
  await db.delete(livePlayouts);
  await db.delete(liveChannels);
  api.setNow(start);
});

const minute = 60_000;

async function video(durationMs = minute) {
  const { id } = await buildAsset(db, { durationMs });
  await buildTimeline(db, id, durationMs);
  return id;
}
const movie = async (titleKo: string, durationMs = minute) =>
  buildProgramme(db, { titleKo, assetId: await video(durationMs), availableFrom: new Date(0) });

const names = { name_ko: '산 채널', name_en: 'Hill TV' };
const createChannel = (fields: object = {}) =>
  call('POST /api/admin/channels', {
    ...who,
    body: { number: 701, slug: 'hill', ...names, active: true, ...fields },
  });
const createEntry = (channel_id: string, fields: object) =>
  call('POST /api/admin/schedule-entries', { ...who, body: { channel_id, ...fields } });
const airings = async (hours = 1) =>
  (await call('GET /api/live/guide', { query: { hours } as never })).body.data.channels.map((channel) => [
    channel.number,
    channel.airings.map(({ title }) => title),
  ]);

test('a channel is on the air once it is active and has an entry whose video is ready', async () => {
  const channel = (await createChannel({ active: false })).body.data;
  expect(channel).toMatchObject({ loops: true, entry_count: 0, language: 'ko' });
  await createEntry(channel.id, { programme_id: (await movie('산')).id, repeats: 30 });
  await refreshChannels(api.context);
  expect(await airings()).toEqual([]);
  await call('PATCH /api/admin/channels/{id}', {
    ...who,
    params: { id: channel.id },
    body: { active: true },
  });
  await refreshChannels(api.context);
  expect(await airings()).toEqual([[701, ['산', '산']]]);
});

test('a number and a slug belong to one channel, and a country is one of the service', async () => {
  await createChannel();
  expect((await createChannel({ slug: 'other' })).body.errors).toHaveProperty('number');
  expect((await createChannel({ number: 702 })).body.errors).toHaveProperty('slug');
  expect((await createChannel({ number: 0, slug: 'zero' })).body.errors).toHaveProperty('number');
  const abroad = await createChannel({ number: 703, slug: 'far', regions: ['AQ'] });
  expect(abroad.body.errors).toHaveProperty('regions');
});

test('an entry names what it plays, and an episode of its own program', async () => {
  const { id } = (await createChannel()).body.data;
  const series = await buildProgramme(db, { kind: 'series' });
  const season = await buildSeason(db, { programmeId: series.id });
  const episode = await buildEpisode(db, { season, assetId: await video() });
  const other = await buildProgramme(db, { kind: 'series' });
  const refused = async (fields: object) => Object.keys((await createEntry(id, fields)).body.errors ?? {});
  expect(await refused({})).toEqual(['programme_id']);
  expect(await refused({ programme_id: series.id })).toEqual(['episode_id']);
  expect(await refused({ programme_id: other.id, episode_id: episode.id })).toEqual(['episode_id']);
  expect(await refused({ programme_id: episode.id, episode_id: episode.id })).toEqual(['programme_id']);
  expect(await refused({ asset_id: await video() })).toEqual(['title_ko']);
  expect(await refused({ programme_id: series.id, episode_id: episode.id, repeats: 0 })).toEqual(['repeats']);
  const made = await createEntry(id, { programme_id: series.id, episode_id: episode.id, repeats: 3 });
  expect(made.body.data).toMatchObject({ state: 'ready', duration_ms: 3 * minute, ends_at: null });
});

test('an entry tells why it is not shown', async () => {
  const { id } = (await createChannel()).body.data;
  const closed = await buildProgramme(db, { published: false, assetId: await video() });
  const without = await buildProgramme(db, { assetId: null });
  const states = [];
  for (const programme of [closed, without]) {
    states.push((await createEntry(id, { programme_id: programme.id })).body.data.state);
  }
  expect(states).toEqual(['closed', 'no_video']);
});

test('a channel plays its loop or its dated entries, and keeps both', async () => {
  const { id } = (await createChannel()).body.data;
  await createEntry(id, { programme_id: (await movie('반복')).id, repeats: 60 });
  const dated = await createEntry(id, {
    programme_id: (await movie('정오')).id,
    starts_at: '2026-06-10T19:00:00Z',
    repeats: 30,
  });
  expect(dated.body.data).toMatchObject({ ends_at: '2026-06-10T19:30:00.000Z' });
  await refreshChannels(api.context);
  expect(await airings(2)).toEqual([[701, ['반복', '반복']]]);
  await db.delete(livePlayouts);
  await call('PATCH /api/admin/channels/{id}', { ...who, params: { id }, body: { loops: false } });
  await refreshChannels(api.context);
  expect(await airings(3)).toEqual([[701, ['정오']]]);
});

test('dated entries are shown in the order of their times, not of their creation', async () => {
  const { id } = (await createChannel({ loops: false })).body.data;
  for (const [title, starts_at] of [
    ['저녁', '2026-06-10T20:00:00Z'],
    ['점심', '2026-06-10T18:00:00Z'],
  ] as const)
    await createEntry(id, { programme_id: (await movie(title)).id, starts_at });
  await refreshChannels(api.context);
  expect(await airings(6)).toEqual([[701, ['점심', '저녁']]]);
});

test('a deleted channel comes back with its entries', async () => {
  const { id } = (await createChannel()).body.data;
  await buildLiveItem(db, { channelId: id, programmeId: (await movie('산')).id });
  const deleted = await call('DELETE /api/admin/channels/{id}', { ...who, params: { id } });
  expect(deleted.status).toBe(200);
  const undone = await call('POST /api/admin/undo', {
    ...who,
    body: { event_id: deleted.body.event_id ?? '' },
  });
  expect(undone.status).toBe(200);
  const back = await call('GET /api/admin/channels/{id}', { ...who, params: { id } });
  expect(back.body.data).toMatchObject({ entry_count: 1, active: true });
});

/** A channel with dated entries of one-minute videos. Each is `[title, start, repeats]`, with the time of 10 June in UTC. */
async function dated(entries: [title: string, time: string, repeats: number][], fields: object = {}) {
  const channel = (await createChannel({ loops: false, ...fields })).body.data;
  const ids: string[] = [];
  for (const [title, time, repeats] of entries) {
    const { id } = await buildLiveItem(db, {
      channelId: channel.id,
      programmeId: (await movie(title)).id,
      startsAt: at(time),
      repeats,
    });
    ids.push(id);
  }
  return { id: channel.id, ids };
}
const at = (time: string) => new Date(`2026-06-10T${time}:00Z`);
const times = async (channelId: string) =>
  (
    await call('GET /api/admin/schedule-entries', {
      ...who,
      query: { channel_id: channelId, sort: 'starts_at', order: 'asc', per_page: 100 } as never,
    })
  ).body.data.map(
    ({ name_ko, starts_at, ends_at }) => `${name_ko} ${starts_at?.slice(11, 16)}-${ends_at?.slice(11, 16)}`,
  );
const problems = async (id: string) =>
  (await call('GET /api/admin/channels/{id}/schedule-problems', { ...who, params: { id } })).body.data;
const repair = (id: string, ids: string[], name: 'fill' | 'trim' | 'shift') =>
  call('POST /api/admin/channels/{id}/schedule-repairs', {
    ...who,
    params: { id },
    body: { before_id: ids[0] ?? '', after_id: ids[1] ?? '', repair: name },
  });
const undo = (event_id: string | null) =>
  call('POST /api/admin/undo', { ...who, body: { event_id: event_id ?? '' } });

test('an entry starts in the future and is alone on its channel', async () => {
  const { id, ids } = await dated([['점심', '18:00', 30]]);
  const programme_id = (await movie('산')).id;
  const refused = async (starts_at: string) =>
    (await createEntry(id, { programme_id, starts_at, repeats: 10 })).body.errors;
  expect(await refused('2026-06-10T17:00:00Z')).toHaveProperty('starts_at', ['지금보다 나중을 골라 주세요.']);
  for (const start of ['17:55', '18:00', '18:29'])
    expect(await refused(`2026-06-10T${start}:00Z`)).toEqual({
      starts_at: ['2026-06-10 11:00부터 2026-06-10 11:30까지 방송하는 ‘점심’ 항목과 겹쳐요.'],
    });
  expect(await refused('2026-06-10T17:50:00Z')).toBeUndefined();
  expect(await refused('2026-06-10T18:30:00Z')).toBeUndefined();
  const longer = await call('PATCH /api/admin/schedule-entries/{id}', {
    ...who,
    params: { id: ids[0] ?? '' },
    body: { repeats: 31 },
  });
  expect(longer.body.errors).toHaveProperty('starts_at');
  expect(await times(id)).toEqual(['산 17:50-18:00', '점심 18:00-18:30', '산 18:30-18:40']);
});

test('an entry of the past can be renamed, deleted and restored', async () => {
  const { id } = (await createChannel({ loops: false })).body.data;
  const made = await buildLiveItem(db, {
    channelId: id,
    assetId: await video(),
    titleKo: '어제',
    titleEn: 'Yesterday',
    startsAt: new Date('2026-06-09T18:00:00Z'),
  });
  const renamed = await call('PATCH /api/admin/schedule-entries/{id}', {
    ...who,
    params: { id: made.id },
    body: { title_ko: '그제' },
  });
  expect(renamed.body.data).toMatchObject({ name_ko: '그제' });
  const deleted = await call('DELETE /api/admin/schedule-entries/{id}', { ...who, params: { id: made.id } });
  expect((await undo(deleted.body.event_id ?? null)).body.data.refused).toEqual([]);
  expect(await times(id)).toEqual(['그제 18:00-18:01']);
});

test('gaps and overlaps are listed with the repairs that they have', async () => {
  const filler_id = await video(10 * minute);
  const { id, ids } = await dated(
    [
      ['지난', '16:00', 10],
      ['점심', '18:00', 30],
      ['짧은', '18:35', 5],
      ['저녁', '19:00', 30],
      ['밤', '19:20', 30],
      ['끝', '19:50', 1],
    ],
    { filler_id },
  );
  expect(
    (await problems(id)).map(({ kind, from, until, before, after, repairs }) => [
      kind,
      from.slice(11, 16),
      until.slice(11, 16),
      before.name_ko,
      after.name_ko,
      repairs,
    ]),
  ).toEqual([
    ['gap', '18:30', '18:35', '점심', '짧은', ['shift']],
    ['gap', '18:40', '19:00', '짧은', '저녁', ['fill', 'shift']],
    ['overlap', '19:20', '19:30', '저녁', '밤', ['trim', 'shift']],
  ]);
  const filled = await repair(id, ids.slice(2, 4), 'fill');
  expect(filled.body.data.changed).toEqual([{ resource: 'schedule-entries', action: 'create', count: 1 }]);
  expect((await repair(id, ids.slice(3, 5), 'trim')).body.data.refused).toEqual([]);
  expect((await repair(id, ids.slice(3, 5), 'trim')).status).toBe(409);
  const shifted = await repair(id, ids.slice(1, 3), 'shift');
  expect(shifted.body.data.changed).toEqual([{ resource: 'schedule-entries', action: 'update', count: 5 }]);
  expect(await problems(id)).toEqual([]);
  expect(await times(id)).toEqual([
    '지난 16:00-16:10',
    '점심 18:00-18:30',
    '짧은 18:30-18:35',
    '산 채널 18:35-18:55',
    '저녁 18:55-19:15',
    '밤 19:15-19:45',
    '끝 19:45-19:46',
  ]);
  expect((await undo(shifted.body.data.event_id)).body.data.refused).toEqual([]);
  expect(await problems(id)).toHaveLength(1);
});

test('an overlap is repaired by a shift, and a gap without a filler is not filled', async () => {
  const { id, ids } = await dated([
    ['점심', '18:00', 1],
    ['저녁', '18:00', 5],
    ['밤', '18:20', 5],
  ]);
  expect((await problems(id)).map(({ kind, repairs }) => [kind, repairs])).toEqual([
    ['overlap', ['shift']],
    ['gap', ['shift']],
  ]);
  const order = [ids[0] ?? '', ids[1] ?? ''];
  expect((await repair(id, order, 'fill')).status).toBe(409);
  expect((await repair(id, order, 'shift')).status).toBe(200);
  expect(await times(id)).toEqual(['점심 18:00-18:01', '저녁 18:01-18:06', '밤 18:21-18:26']);
});

test('a move takes along all that follows, and stops at an earlier entry', async () => {
  const { id, ids } = await dated([
    ['점심', '18:00', 30],
    ['저녁', '19:00', 30],
    ['밤', '20:00', 30],
  ]);
  const move = (time: string) =>
    call('POST /api/admin/schedule-entries/{id}/moves', {
      ...who,
      params: { id: ids[1] ?? '' },
      body: { starts_at: at(time).toISOString() },
    });
  expect((await move('18:20')).body.errors).toHaveProperty('starts_at');
  expect((await move('17:00')).body.errors).toEqual({ starts_at: ['지금보다 나중을 골라 주세요.'] });
  const moved = await move('19:10');
  expect(await times(id)).toEqual(['점심 18:00-18:30', '저녁 19:10-19:40', '밤 20:10-20:40']);
  expect((await undo(moved.body.data.event_id)).body.data.refused).toEqual([]);
  expect(await times(id)).toEqual(['점심 18:00-18:30', '저녁 19:00-19:30', '밤 20:00-20:30']);
  const looped = await createEntry(id, { programme_id: (await movie('산')).id });
  const refused = await call('POST /api/admin/schedule-entries/{id}/moves', {
    ...who,
    params: { id: looped.body.data.id },
    body: { starts_at: at('21:00').toISOString() },
  });
  expect(refused.status).toBe(409);
});

test('a day is copied at the same wall-clock times, all of it or nothing', async () => {
  const { id } = await dated([
    ['점심', '18:00', 30],
    ['저녁', '19:00', 30],
  ]);
  const copy = (from_day: string, to_day: string) =>
    call('POST /api/admin/channels/{id}/day-copies', { ...who, params: { id }, body: { from_day, to_day } });
  expect((await copy('2026-06-10', '2026-06-10')).body.errors).toEqual({
    to_day: ['복사할 날 칸과 달라야 해요.'],
  });
  expect((await copy('2026-06-11', '2026-06-12')).body.errors).toEqual({
    from_day: ['이 날짜에는 시작하는 항목이 없어요.'],
  });
  expect((await copy('2026-06-10', '2026-06-09')).body.errors).toEqual({
    to_day: ['지금보다 나중을 골라 주세요.'],
  });
  const copied = await copy('2026-06-10', '2026-12-10');
  expect(copied.body.data.changed).toEqual([{ resource: 'schedule-entries', action: 'create', count: 2 }]);
  // Los Angeles is on winter time in December, so eleven in the morning is an hour later in UTC.
  expect((await times(id)).slice(2)).toEqual(['점심 19:00-19:30', '저녁 20:00-20:30']);
  const again = await copy('2026-06-10', '2026-12-10');
  expect(again.body.errors).toEqual({
    to_day: ['2026-12-10 11:00부터 2026-12-10 11:30까지 방송하는 ‘점심’ 항목과 겹쳐요.'],
  });
  expect(await times(id)).toHaveLength(4);
  await undo(copied.body.data.event_id);
  expect(await times(id)).toHaveLength(2);
});

test('a copy leaves out the hour that clocks skip', async () => {
  const { id } = await dated([
    ['아침', '10:00', 5],
    ['오전', '09:30', 5],
  ]);
  await call('POST /api/admin/channels/{id}/day-copies', {
    ...who,
    params: { id },
    body: { from_day: '2026-06-10', to_day: '2027-03-14' },
  });
  expect((await times(id)).slice(2)).toEqual(['아침 10:00-10:05']);
});

test('a time line has the dated entries between two instants, with the one that is on at its start', async () => {
  const { id } = await dated([
    ['점심', '18:00', 30],
    ['저녁', '19:00', 30],
    ['밤', '23:00', 30],
  ]);
  const timeline = (from: Date, until: Date) =>
    call('GET /api/admin/channels/{id}/timeline', {
      ...who,
      params: { id },
      query: { from: from.toISOString(), until: until.toISOString() },
    });
  const { data } = (await timeline(at('18:10'), at('20:00'))).body;
  expect(data).toMatchObject([
    { name_ko: '점심', starts_at: at('18:00').toISOString(), ends_at: at('18:30').toISOString() },
    { name_ko: '저녁', repeats: expect.any(Number), play_ms: expect.any(Number) },
  ]);
  expect((await timeline(at('20:00'), at('18:00'))).status).toBe(422);
  const late = new Date(at('18:00').getTime() + 40 * 86_400_000);
  expect((await timeline(at('18:00'), late)).body.errors).toHaveProperty('until');
  const nobody = { ...who, params: { id: newId() } };
  const query = { from: at('18:00').toISOString(), until: at('19:00').toISOString() };
  expect((await call('GET /api/admin/channels/{id}/timeline', { ...nobody, query })).status).toBe(404);
});
