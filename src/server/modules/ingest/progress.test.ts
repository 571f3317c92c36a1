/** The list of program progress through HTTP: rows, filters, orders, retry, addresses and permission. */
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openData, openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildAsset, buildEpisode, buildProgramme, buildSeason, buildStaff } from '../../../../test/build.ts';
import { readCsv } from '../../../../test/csv.ts';
import { ingestSteps } from '../../../contract/admin/ingest.ts';
import type { ProgressRecord } from '../../../contract/admin/programme-progress.ts';
import { newId } from '../../db/columns.ts';
import { ingestAssets, ingestStepRows } from './ingest.tables.ts';
import { forgetUploaderAddressesJob } from './jobs/ingest.jobs.ts';

let api: TestApi;
let token: string;
let seriesId: string;
let movieId: string;
const ids: Record<'episode' | 'movie' | 'orphan' | 'running' | 'failed', string> = {
  episode: '',
  movie: '',
  orphan: '',
  running: '',
  failed: '',
};
const at = (hour: number) => new Date(Date.UTC(2026, 2, 8, hour));

type State = (typeof ingestStepRows.$inferInsert)['state'];

/** An asset whose steps are in these states. Steps end at hours that count from 10. */
async function buildSteps(
  values: Partial<typeof ingestAssets.$inferInsert>,
  states: readonly State[],
  failure: Partial<typeof ingestStepRows.$inferInsert> = {},
): Promise<string> {
  const { id: assetId } = await buildAsset(api.db, values);
  await api.db.insert(ingestStepRows).values(
    ingestSteps.map((step, position) => {
      const state = states[position] ?? 'waiting';
      return {
        assetId,
        step,
        position,
        state,
        ...(state === 'done' ? { finishedAt: at(10 + position) } : {}),
        ...(state === 'failed' ? failure : {}),
      };
    }),
  );
  return assetId;
}

const allDone = ingestSteps.map(() => 'done' as const);

const list = async (query: object = {}, locale: 'ko' | 'en' = 'en'): Promise<ProgressRecord[]> => {
  const { status, body } = await api.call('GET /api/admin/programme-progress', {
    token,
    query: { order: 'desc', ...query },
    locale,
  });
  expect(status).toBe(200);
  return body.data as ProgressRecord[];
};
const find = async (query: object) => (await list(query)).map(({ id }) => id);
const read = async (id: string) =>
  (await api.call('GET /api/admin/programme-progress/{id}', { token, params: { id }, locale: 'en' })).body
    .data;

beforeAll(async () => {
  api = await openTestApi();
  token = (await buildStaff(api.db)).token;
  ids.episode = await buildSteps(
    { fileName: '달빛 3화.mp4', sizeBytes: 3_000_000, durationMs: 60_000, createdAt: at(1) },
    allDone,
  );
  const series = await buildProgramme(api.db, {
    kind: 'series',
    titleKo: '달빛 골목',
    titleEn: 'Moonlit Alley',
  });
  seriesId = series.id;
  const season = await buildSeason(api.db, { programmeId: series.id, number: 2 });
  await buildEpisode(api.db, {
    season,
    number: 3,
    titleKo: '첫 번째 밤',
    titleEn: 'The First Night',
    assetId: ids.episode,
  });
  ids.movie = await buildSteps(
    { fileName: 'winter.mp4', sizeBytes: 500, state: 'processing', durationMs: null, createdAt: at(2) },
    ['done'],
  );
  movieId = (
    await buildProgramme(api.db, { titleKo: '겨울 바다', titleEn: 'Winter Sea', assetId: ids.movie })
  ).id;
  ids.orphan = await buildSteps({ fileName: 'orphan.mp4', state: 'processing', createdAt: at(3) }, []);
  ids.running = await buildSteps({ fileName: 'running.mp4', state: 'processing', createdAt: at(4) }, [
    'done',
    'running',
  ]);
  ids.failed = await buildSteps(
    { fileName: 'failed.mp4', state: 'failed', createdAt: at(5) },
    ['done', 'done', 'done', 'failed'],
    { errorCode: 'disk_full', errorTail: 'no space left' },
  );
});

describe('a row', () => {
  test('of an episode has its program, its numbers, its package and the times of its steps', async () => {
    const row = await read(ids.episode);
    expect(row).toMatchObject({
      id: ids.episode,
      programme_id: seriesId,
      programme: 'Moonlit Alley',
      season_number: 2,
      episode_number: 3,
      episode: 'The First Night',
      other_titles: 0,
      status: 'ready',
      queued: false,
      error: '',
      file_name: '달빛 3화.mp4',
      size_bytes: 3_000_000,
      bitrate_kbps: 400,
      uploader_address: null,
      vod_id: `packages/${ids.episode}`,
      drm_synced_at: at(13).toISOString(),
      transferred_at: at(14).toISOString(),
    });
    expect(row.episode_id).not.toBeNull();
    const [korean] = await list({ ids: ids.episode }, 'ko');
    expect(korean).toMatchObject({ programme: '달빛 골목', episode: '첫 번째 밤' });
  });

  test('of a movie has no episode', async () => {
    expect(await read(ids.movie)).toMatchObject({
      programme_id: movieId,
      programme: 'Winter Sea',
      episode_id: null,
      season_number: null,
      episode: '',
      status: 'transcoding',
      queued: true,
      bitrate_kbps: null,
      vod_id: null,
      transferred_at: null,
    });
  });

  test('without a title is listed too, the newest first', async () => {
    expect(await find({})).toEqual([ids.failed, ids.running, ids.orphan, ids.movie, ids.episode]);
    expect(await read(ids.orphan)).toMatchObject({
      programme_id: null,
      programme: '',
      status: 'kcp_ingest',
      queued: true,
    });
  });

  test('of a running step is not queued', async () => {
    const row = await read(ids.running);
    expect(row).toMatchObject({ status: 'transcoding', queued: false });
    expect(row.steps?.map(({ state }) => state)).toEqual([
      'done',
      'running',
      'waiting',
      'waiting',
      'waiting',
    ]);
  });

  test('of a failure has its reason in the language of the request', async () => {
    expect(await read(ids.failed)).toMatchObject({
      status: 'failed',
      queued: false,
      error: 'The disk is full. Free some space, then retry.',
    });
    const [korean] = await list({ ids: ids.failed }, 'ko');
    expect(korean?.error).toMatch(/디스크에 남은 공간이 없어요/);
  });

  test('of a video with several titles has the oldest one and their number', async () => {
    const asset = await buildAsset(api.db, { fileName: 'shared.mp4', createdAt: at(0) });
    const first = await buildProgramme(api.db, { titleEn: 'First', assetId: asset.id, createdAt: at(1) });
    const second = await buildProgramme(api.db, { titleEn: 'Second', assetId: asset.id, createdAt: at(2) });
    expect(await read(asset.id)).toMatchObject({
      programme: 'First',
      other_titles: 1,
      status: 'ready',
      steps: [],
    });
    for (const { id } of [first, second]) expect(await find({ programme_id: id })).toEqual([asset.id]);
    await api.pool.query('delete from catalog_programmes where id = any($1)', [[first.id, second.id]]);
    await api.pool.query('delete from ingest_assets where id = $1', [asset.id]);
  });
});

test.each<[object, (keyof typeof ids)[]]>([
  [{ q: 'moonlit' }, ['episode']],
  [{ q: '달빛' }, ['episode']],
  [{ q: 'first night' }, ['episode']],
  [{ q: '겨울' }, ['movie']],
  [{ q: 'orphan' }, ['orphan']],
  [{ q: 'nothing of it' }, []],
  [{ status: 'ready' }, ['episode']],
  [{ status: 'failed' }, ['failed']],
  [{ status: 'kcp_ingest' }, ['orphan']],
  [{ status: 'transcoding' }, ['running', 'movie']],
  [{ status: 'drm' }, []],
  [{ queued: true }, ['orphan', 'movie']],
  [{ queued: false }, ['failed', 'running', 'episode']],
  [{ queued: true, status: 'transcoding' }, ['movie']],
  [{ q: 'mp4', status: 'transcoding' }, ['running', 'movie']],
  [{ file_name_like: 'winter' }, ['movie']],
  [{ size_bytes_max: 600 }, ['movie']],
  [{ created_at_from: at(4).toISOString() }, ['failed', 'running']],
  [{ sort: 'size_bytes', size_bytes_max: 1_000, order: 'asc', status: 'transcoding' }, ['movie', 'running']],
  [{ sort: 'file_name', order: 'asc', queued: true }, ['orphan', 'movie']],
])('the list is filtered by %o', async (query, names) => {
  expect(await find(query)).toEqual(names.map((name) => ids[name]));
});

test('the list is filtered by a program', async () => {
  expect(await find({ programme_id: seriesId })).toEqual([ids.episode]);
  expect(await find({ programme_id: movieId })).toEqual([ids.movie]);
  expect(await find({ programme_id: newId() })).toEqual([]);
});

test('pages follow each other by each order', async () => {
  for (const sort of ['created_at', 'size_bytes', 'file_name']) {
    const whole = await find({ sort });
    const pages = [await find({ sort, per_page: 3 }), await find({ sort, per_page: 3, page: 2 })];
    expect(pages.flat()).toEqual(whole);
  }
});

test('the list is exported with names, ids and masked addresses', async () => {
  await api.db
    .update(ingestAssets)
    .set({ uploaderAddress: '203.0.113.7' })
    .where(eq(ingestAssets.id, ids.episode));
  const columns = ['programme', 'episode', 'season_number', 'status', 'id', 'vod_id', 'uploader_address'];
  const { body } = await api.call('POST /api/admin/exports', {
    token,
    body: {
      resource: 'programme-progress',
      format: 'csv',
      query: { status: 'ready' },
      columns: columns.map((field) => ({
        field,
        label: field,
        ...(field === 'status' ? { values: { ready: 'Ready' } } : {}),
      })),
    },
    locale: 'en',
  });
  const file = await api.app.inject({
    method: 'GET',
    url: `/api/admin/exports/${body.data.id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(readCsv(file.rawPayload.toString()).slice(1)).toEqual([
    [
      'Moonlit Alley',
      'The First Night',
      '2',
      'Ready',
      ids.episode,
      `packages/${ids.episode}`,
      expect.stringMatching(/^203\.\D+$/),
    ],
  ]);
});

test('a failed row is queued again by the retry of its asset', async () => {
  const id = await buildSteps({ state: 'failed', createdAt: at(0) }, ['done', 'failed'], {
    errorCode: 'stalled',
  });
  const retried = await api.call('POST /api/admin/assets/{id}/retry', { token, params: { id } });
  expect(retried.status).toBe(200);
  expect(await read(id)).toMatchObject({ status: 'transcoding', queued: true, error: '' });
  await api.pool.query('delete from ingest_assets where id = $1', [id]);
});

describe('the address of an upload', () => {
  async function upload(): Promise<string> {
    const begun = await api.call('POST /api/admin/uploads', {
      token,
      body: { file_name: 'film.mp4', size_bytes: 4, fingerprint: newId() },
    });
    const params = { id: begun.body.data.id };
    await api.call('PUT /api/admin/uploads/{id}/parts/{number}', {
      token,
      params: { ...params, number: 1 },
      body: Buffer.from('film'),
    });
    const { body } = await api.call('POST /api/admin/uploads/{id}/complete', { token, params });
    return body.data.asset_id;
  }

  test('is masked until it is opened with a reason, and each record that is read is logged', async () => {
    const id = await upload();
    expect((await read(id)).uploader_address).toBe('127.•••');
    const log = await api.call('GET /api/admin/events', { token, query: { entity_id: id } });
    expect(log.body.data).toContainEqual(
      expect.objectContaining({ action: 'read', entity: 'programme-progress', label: 'film.mp4' }),
    );
    const { token: opener } = await buildStaff(api.db);
    await openData(api, opener, 'programme-progress', null);
    const opened = await api.call('GET /api/admin/programme-progress', { token: opener, query: { ids: id } });
    expect(opened.body.data).toMatchObject([{ uploader_address: '127.0.0.1' }]);
  });

  test('is removed after a year', async () => {
    const id = await upload();
    const run = () => forgetUploaderAddressesJob.run({}, api.context, new AbortController().signal);
    await run();
    expect((await read(id)).uploader_address).not.toBeNull();
    api.setNow(new Date(Date.now() + 366 * 86_400_000));
    await run();
    api.setNow(undefined);
    expect((await read(id)).uploader_address).toBeNull();
  });
});

test('only staff who may read assets read the list', async () => {
  const refused = await buildStaff(api.db, { permissions: { programmes: ['read'] } });
  const allowed = await buildStaff(api.db, { permissions: { assets: ['read'] } });
  const statusOf = async (caller: string) =>
    (await api.call('GET /api/admin/programme-progress', { token: caller })).status;
  expect(await statusOf(refused.token)).toBe(403);
  expect(await statusOf(allowed.token)).toBe(200);
  const retried = await api.call('POST /api/admin/assets/{id}/retry', {
    token: allowed.token,
    params: { id: ids.failed },
  });
  expect(retried.status).toBe(403);
});
