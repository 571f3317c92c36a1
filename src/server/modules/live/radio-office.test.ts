/** Radio channels, their groups and their programs, as staff edit them. */
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildChannel,
  buildLiveItem,
  buildStaff,
  buildTimeline,
} from '../../../../test/build.ts';
import { liveChannels, livePlayouts, radioGroups } from './live.tables.ts';
import { refreshChannels } from './playout.service.ts';

const api = await openTestApi();
const { db, call } = api;
const who = { token: (await buildStaff(db)).token };
const start = new Date('2026-06-10T17:20:00Z');
beforeEach(async () => {
  await db.delete(livePlayouts);
  await db.delete(liveChannels);
  await db.delete(radioGroups);
  api.context.responseCache.clear();
  api.setNow(start);
});

const minute = 60_000;

async function program() {
  const { id } = await buildAsset(db, { durationMs: minute, media: 'audio' });
  await buildTimeline(db, id, minute, []);
  return id;
}

const createChannel = (fields: object = {}) =>
  call('POST /api/admin/radio-channels', {
    ...who,
    body: { number: 1, slug: 'gayo', name_ko: '마루 가요', name_en: 'Maru Gayo', active: true, ...fields },
  });
const createEntry = (channel_id: string, fields: object) =>
  call('POST /api/admin/radio-entries', {
    ...who,
    body: { channel_id, title_ko: '노래', title_en: 'Songs', ...fields },
  });
const radio = async () => (await call('GET /api/radio', { locale: 'en' })).body.data;

test('a radio channel is on the air with its programs, and apart from live TV', async () => {
  const tv = await buildChannel(db, { number: 1, slug: 'gayo' });
  await buildLiveItem(db, { channelId: tv.id, assetId: await program(), titleKo: '산', titleEn: 'Hill' });
  const made = await createChannel({ broadcast_name: '마루 FM', broadcast_url: 'fm.maru.example' });
  expect(made.body.data).toMatchObject({ file_type: 'audio', broadcast_url: 'http://fm.maru.example' });
  const { id } = made.body.data;
  expect((await createEntry(id, { asset_id: await program() })).status).toBe(200);
  await refreshChannels(api.context);
  expect((await radio()).channels).toMatchObject([
    { id, name: 'Maru Gayo', broadcast: { name: '마루 FM' }, now: { title: 'Songs' } },
  ]);

  const list = async (name: 'channels' | 'radio-channels' | 'schedule-entries' | 'radio-entries') =>
    (await call(`GET /api/admin/${name}`, who)).body;
  for (const name of ['channels', 'schedule-entries'] as const) {
    const { data, meta } = await list(name);
    expect(meta.total).toBe(1);
    expect(JSON.stringify(data)).toContain(tv.id);
  }
  for (const name of ['radio-channels', 'radio-entries'] as const) {
    const { data, meta } = await list(name);
    expect(meta.total).toBe(1);
    expect(JSON.stringify(data)).toContain(id);
  }
  const read = (name: 'channels' | 'radio-channels', id: string) =>
    call(`GET /api/admin/${name}/{id}`, { ...who, params: { id } });
  expect((await read('channels', id)).status).toBe(404);
  expect((await read('radio-channels', tv.id)).status).toBe(404);
  for (const [name, foreign] of [
    ['channels', id],
    ['radio-channels', tv.id],
  ] as const) {
    const params = { id: foreign };
    expect(
      (await call(`PATCH /api/admin/${name}/{id}`, { ...who, params, body: { name_ko: '남' } })).status,
    ).toBe(404);
    expect((await call(`DELETE /api/admin/${name}/{id}`, { ...who, params })).status).toBe(404);
  }
  const entry = await createEntry(tv.id, { asset_id: await program() });
  expect(entry.body.errors).toHaveProperty('channel_id');
});

test('numbers are unique within radio, and a deleted channel comes back with its programs', async () => {
  const { id } = (await createChannel()).body.data;
  await createEntry(id, { asset_id: await program() });
  expect((await createChannel({ slug: 'other' })).body.errors).toHaveProperty('number');
  const removed = await call('DELETE /api/admin/radio-channels/{id}', { ...who, params: { id } });
  expect((await radio()).channels).toEqual([]);
  const { event_id } = removed.body;
  const undone = await call('POST /api/admin/undo', { ...who, body: { event_id: event_id ?? '' } });
  expect(undone.status).toBe(200);
  const { data } = (await call('GET /api/admin/radio-channels', who)).body;
  expect(data).toMatchObject([{ id, entry_count: 1 }]);
});

test('dated programs are copied, and gaps between them are repaired as on live TV', async () => {
  const { id } = (await createChannel({ loops: false })).body.data;
  const asset_id = await program();
  await createEntry(id, { asset_id, starts_at: '2026-06-11T17:00:00Z' });
  const second = (await createEntry(id, { asset_id, starts_at: '2026-06-11T17:03:00Z' })).body.data;
  const params = { id };
  const problems = async () =>
    (await call('GET /api/admin/channels/{id}/schedule-problems', { ...who, params })).body.data;
  const [gap] = await problems();
  expect(gap).toMatchObject({ kind: 'gap', repairs: ['shift'] });
  const repaired = await call('POST /api/admin/channels/{id}/schedule-repairs', {
    ...who,
    params,
    body: { before_id: gap?.before.id ?? '', after_id: second.id, repair: 'shift' },
  });
  expect(repaired.status).toBe(200);
  expect(await problems()).toEqual([]);
  const copied = await call('POST /api/admin/channels/{id}/day-copies', {
    ...who,
    params,
    body: { from_day: '2026-06-11', to_day: '2026-06-12' },
  });
  expect(copied.status).toBe(200);
  expect((await call('GET /api/admin/radio-entries', who)).body.meta.total).toBe(4);
});

test('a logo has exactly 350 × 197 pixels, and another picture is no logo', async () => {
  const upload = async (kind: 'logo' | 'landscape', width: number) => {
    const body = await sharp({ create: { width, height: 197, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    return call('POST /api/admin/artworks', { ...who, query: { kind }, body, locale: 'en' });
  };
  const refused = await upload('logo', 351);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({ logo: ['Logo must be 350 × 197 pixels.'] });
  const garbage = { ...who, query: { kind: 'logo' as const }, body: Buffer.from('<svg/>') };
  expect((await call('POST /api/admin/artworks', garbage)).status).toBe(415);
  const landscape = (await upload('landscape', 350)).body.data.id;
  expect((await createChannel({ landscape_id: landscape })).body.errors).toHaveProperty('landscape_id');
  const logo = (await upload('logo', 350)).body.data.id;
  expect((await createChannel({ landscape_id: logo })).body.data.landscape_id).toBe(logo);
});

test('a group names its channels in order; viewers see it once it is published', async () => {
  const first = (await createChannel()).body.data.id;
  const second = (await createChannel({ number: 2, slug: 'talk' })).body.data.id;
  const group = (
    await call('POST /api/admin/radio-groups', {
      ...who,
      body: { name_ko: '음악', name_en: 'Music', channel_ids: [second, first] },
    })
  ).body.data;
  expect((await radio()).groups).toEqual([]);
  await call('PATCH /api/admin/radio-groups/{id}', {
    ...who,
    params: { id: group.id },
    body: { published: true },
  });
  expect((await radio()).groups).toEqual([{ id: group.id, name: 'Music', channel_ids: [second, first] }]);
});
