import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import HLS from 'hls-parser';
import { parse as parseDash } from 'mpd-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebVTTParser } from 'webvtt-parser';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { buildAsset, buildProgramme, buildStaff } from '../../../../test/build.ts';
import { decomposedName, makeMasters } from '../../../../test/masters.ts';
import { startS3Server } from '../../../../test/s3-server.ts';
import { ingestSteps } from '../../../contract/admin/ingest.ts';
import type { PackageTrack } from '../../../media/manifest.ts';
import { findPrograms } from '../../adapters/programs.ts';
import { S3Storage } from '../../adapters/storage/s3.ts';
import { must } from '../../must.ts';
import { isDiskLow } from './disk.service.ts';
import * as repo from './ingest.repo.ts';
import {
  type AssetKind,
  abandonStaleUploads,
  cleanFileName,
  importMaster,
  partBytesFor,
} from './ingest.service.ts';
import { removeFilesJob, requeueAbandonedSteps } from './jobs/ingest.jobs.ts';
import { newLeaseOwner } from './jobs/lease.ts';
import { runStep, type StepOptions, workFolder } from './jobs/run-step.ts';
import { composeManifests } from './manifests.service.ts';
import { packagePrefix } from './package-files.service.ts';

let api: TestApi;
let folder: string;
let masters: Awaited<ReturnType<typeof makeMasters>>;
let token: string;
const never = new AbortController().signal;

beforeAll(async () => {
  api = await openTestApi();
  folder = mkdtempSync(join(tmpdir(), 'maru-masters-'));
  masters = await makeMasters(folder);
  token = (await buildStaff(api.db)).token;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// The tests run the steps themselves; jobs would only accumulate.
beforeEach(() =>
  api.pool.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs'),
);

const jobKeys = async () =>
  (await api.pool.query<{ key: string }>('select key from graphile_worker.jobs order by id')).rows.map(
    ({ key }) => key,
  );
const record = async (id: string, locale: 'ko' | 'en' = 'ko') =>
  (await api.call('GET /api/admin/assets/{id}', { params: { id }, token, locale })).body.data;
const take = (path: string, fileName = 'film.mp4', captions = {}) =>
  importMaster(api.context, { path, fileName, sizeBytes: readFileSync(path).length }, captions);

/** Runs the steps in order until one fails. */
async function runAll(id: string, options: StepOptions = {}) {
  for (const step of ingestSteps) {
    const outcome = await runStep(api.context, id, step, never, options);
    if (outcome !== 'done') return outcome;
  }
  return 'done';
}

/** A script in place of a real program. */
function script(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

async function stored(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of api.context.storage.list(prefix)) keys.push(key.slice(prefix.length));
  return keys.sort();
}

describe('an ordinary master', () => {
  let id: string;
  beforeAll(async () => {
    id = await take(masters.ordinary, decomposedName, { ko: '1\n00:00:01,000 --> 00:00:02,000\n안녕\n' });
    expect(await runAll(id)).toBe('done');
  });

  test('is ready, with everything known about it', async () => {
    const asset = await record(id);
    expect(asset).toMatchObject({
      state: 'ready',
      file_name: '우리의 여름 1화 최종.mp4'.normalize('NFC'),
      width: 320,
      height: 180,
      video_codec: 'h264',
      audio_codec: 'aac',
      audio_channels: 2,
      renditions: [180],
      captions: [{ language: 'ko', label: '한국어' }],
      notices: ['해상도가 낮은 원본이에요(720p 미만).'],
    });
    expect(asset.duration_ms).toBeGreaterThan(2900);
    expect(asset.loudness_lufs).toBeLessThan(-10);
    expect(asset.loudness_lufs).toBeGreaterThan(-40);
    expect(asset.steps.map(({ step, state, attempt, progress }) => [step, state, attempt, progress])).toEqual(
      ingestSteps.map((step) => [step, 'done', 1, 1]),
    );
    const row = await repo.findAsset(api.db, id);
    expect(row?.sha256).toBe(createHash('sha256').update(readFileSync(masters.ordinary)).digest('hex'));
  });

  test('has one package with both manifests, storyboard, poster frame, preview and captions', async () => {
    const files = await stored(`${packagePrefix(id)}/`);
    expect(files).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^manifest-[0-9a-f]{12}\.mpd$/),
        expect.stringMatching(/^master-[0-9a-f]{12}\.m3u8$/),
        'v180/init.mp4',
        'v180/1.m4s',
        'audio/init.mp4',
        'audio/1.m4s',
        'storyboard.vtt',
        'storyboard/001.jpg',
        'poster.jpg',
        'preview.mp4',
      ]),
    );
    expect(files.filter((file) => /^captions\/ko-.*\.vtt$/.test(file))).toHaveLength(1);
    expect(files.filter((file) => /result|\.tmp/.test(file))).toEqual([]);
    const text = async (file: string) =>
      (await api.context.storage.read(`${packagePrefix(id)}/${file}`))?.toString() ?? '';
    const named = await repo.findAsset(api.db, id);
    const master = HLS.parse(await text(named?.hlsManifest ?? ''));
    expect(master.isMasterPlaylist).toBe(true);
    const media = HLS.parse(await text('v180.m3u8'));
    if (!('segments' in media)) throw new Error('not a media playlist');
    for (const { uri } of media.segments) expect(files).toContain(uri);
    expect(await text(named?.dashManifest ?? '')).toContain('cbcs');
    const board = new WebVTTParser().parse(await text('storyboard.vtt'), 'metadata');
    expect(board.errors).toEqual([]);
    expect(board.cues).toHaveLength(2);
  });

  test('leaves no work files, and its key only in the table of keys', async () => {
    expect(existsSync(workFolder(api.context, id))).toBe(false);
    const key = await repo.findKey(api.db, id);
    expect(key?.contentKey).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(await record(id))).not.toContain(key?.contentKey);
    for (const file of await stored(`${packagePrefix(id)}/`)) {
      const bytes = await api.context.storage.read(`${packagePrefix(id)}/${file}`);
      expect(bytes?.includes(key?.contentKey ?? '')).toBe(false);
      expect(bytes?.includes(Buffer.from(key?.contentKey ?? '', 'hex'))).toBe(false);
    }
  });

  test('is not run again: no step, no retry', async () => {
    for (const step of ingestSteps) expect(await runStep(api.context, id, step, never)).toBe('not_mine');
    const retried = await api.call('POST /api/admin/assets/{id}/retry', { params: { id }, token });
    expect(retried.body.code).toBe('conflict');
    expect(await requeueAbandonedSteps(api.context)).toBe(0);
  });
});

describe('masters of other kinds', () => {
  test.each([
    ['portrait', { renditions: [322], notices: ['This is a portrait video.'] }],
    ['surround', { audio_channels: 6, notices: [] }],
    ['noSound', { audio_codec: null, loudness_lufs: null, notices: ['This video has no sound track.'] }],
    ['silent', { notices: ['There is a sound track, but it is silent.'] }],
  ] as const)('%s plays, with a notice', async (kind, expected) => {
    const id = await take(masters[kind]);
    expect(await runAll(id)).toBe('done');
    const asset = await record(id, 'en');
    const low = 'The master’s resolution is low (below 720p).';
    const { notices, ...rest } = expected;
    expect(asset).toMatchObject({ state: 'ready', ...rest });
    expect([...asset.notices].sort()).toEqual([...notices, low].sort());
    const files = await stored(`${packagePrefix(id)}/`);
    expect(files.includes('audio/init.mp4')).toBe(kind !== 'noSound');
    expect(files.includes('audio-surround/init.mp4')).toBe(kind === 'surround');
  });

  test.each([
    ['notVideo', '동영상 파일이 아니에요. 다른 파일을 올려 주세요.'],
    ['picture', '동영상 파일이 아니에요. 다른 파일을 올려 주세요.'],
    ['playlist', '동영상 파일이 아니에요. 다른 파일을 올려 주세요.'],
    ['cutBeforeIndex', '파일이 끝까지 들어 있지 않아요. 원본을 확인하고 다시 올려 주세요.'],
    ['cutAfterIndex', '파일이 끝까지 들어 있지 않아요. 원본을 확인하고 다시 올려 주세요.'],
    [
      'soundOnly',
      '파일에 화면이 없고 소리만 있어요. 라디오 프로그램이라면 MP3, M4A, WAV, FLAC 같은 오디오 파일로 올려 주세요.',
    ],
    ['tooShort', '영상이 너무 짧아요. 1초보다 길어야 해요.'],
  ] as const)('%s is refused with a reason', async (kind, error) => {
    const id = await take(masters[kind]);
    expect(await runAll(id)).toBe('failed');
    const asset = await record(id);
    expect(asset.state).toBe('failed');
    expect(asset.steps.map(({ state }) => state)).toEqual([
      'failed',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect(asset.steps[0]).toMatchObject({ error, attempt: 1 });
    expect(asset.steps[0]?.error_tail).not.toContain(api.context.config.dataDir);
    expect(await stored(`${packagePrefix(id)}/`)).toEqual([]);
  });
});

test('captions inside a master are taken out, but never over those that staff set', async () => {
  const ours = { ko: '1\n00:00:01,000 --> 00:00:02,000\n우리가 넣은 자막\n' };
  const id = await take(masters.captioned, 'film.mp4', ours);
  expect(await runAll(id)).toBe('done');
  const [ko, en] = await repo.listCaptions(api.db, [id]);
  expect([ko?.language, ko?.vtt.includes('우리가 넣은 자막')]).toEqual(['ko', true]);
  expect([en?.language, en?.vtt.includes('Hello')]).toEqual(['en', true]);
  const texts = await stored(`${packagePrefix(id)}/captions/`);
  expect(texts.filter((file) => file.endsWith('.vtt'))).toHaveLength(2);
});

test('with masters and packages in a bucket, ingest works alike', async () => {
  const s3 = await startS3Server();
  const { storage } = api.context;
  const { endpoint } = s3;
  api.context.storage = new S3Storage({
    bucket: 'maru',
    region: 'us-east-1',
    endpoint,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  try {
    const id = await take(masters.ordinary);
    expect(await runAll(id)).toBe('done');
    expect(await stored(`${packagePrefix(id)}/`)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^manifest-.*\.mpd$/), 'v180/1.m4s']),
    );
    expect(existsSync(workFolder(api.context, id))).toBe(false);
  } finally {
    api.context.storage = storage;
    await s3.close();
  }
});

describe('a step that fails', () => {
  test('can be retried and goes on from there; what was done stays done', async () => {
    const id = await take(masters.ordinary);
    const broken = { programs: { ffmpeg: '/bin/false', ffprobe: '/bin/false', packager: '/bin/false' } };
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('done');
    expect(await runStep(api.context, id, 'transcoding', never, broken)).toBe('failed');
    expect((await record(id)).steps[1]).toMatchObject({ state: 'failed', attempt: 1 });
    expect(await runStep(api.context, id, 'transcoding', never)).toBe('not_mine');
    const retried = await api.call('POST /api/admin/assets/{id}/retry', { params: { id }, token });
    expect(retried.body.data).toMatchObject({ state: 'processing' });
    expect(await jobKeys()).toContain(`ingest:${id}:transcoding`);
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('not_mine');
    for (const step of ingestSteps.slice(1)) expect(await runStep(api.context, id, step, never)).toBe('done');
    expect((await record(id)).steps.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 1, 1]);
  });

  test('says when a program is not there, and when the master has gone', async () => {
    const id = await take(masters.ordinary);
    const absent = {
      programs: { ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe', packager: '/nowhere/packager' },
    };
    expect(await runStep(api.context, id, 'kcp_ingest', never, absent)).toBe('failed');
    expect((await record(id, 'en')).steps[0]?.error).toContain('not installed');
    const other = await take(masters.ordinary);
    const row = await repo.findAsset(api.db, other);
    await api.context.storage.remove(row?.masterKey ?? '');
    expect(await runStep(api.context, other, 'kcp_ingest', never)).toBe('failed');
    expect((await record(other, 'en')).steps[0]?.error).toContain('no longer in storage');
  });

  test('says when the disk is full', async () => {
    const id = await take(masters.ordinary);
    const full = script(
      'full.sh',
      'echo "av_interleaved_write_frame(): No space left on device" >&2; exit 228',
    );
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('done');
    expect(
      await runStep(api.context, id, 'transcoding', never, {
        programs: { ffmpeg: full, ffprobe: full, packager: full },
      }),
    ).toBe('failed');
    const [, step] = (await record(id, 'en')).steps;
    expect(step?.error).toContain('disk is full');
    expect(step?.error_tail).toContain('No space left on device');
  });

  test('runs again once when a program is killed from outside', async () => {
    const id = await take(masters.ordinary);
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('done');
    const real = findPrograms();
    const before = join(folder, 'was-killed');
    const once = script(
      'killed-once.sh',
      `test -e '${before}' || { touch '${before}'; kill -9 $$; }; exec '${real.ffmpeg}' "$@"`,
    );
    expect(
      await runStep(api.context, id, 'transcoding', never, { programs: { ...real, ffmpeg: once } }),
    ).toBe('done');
    const always = script('killed.sh', 'kill -9 $$');
    const programs = { ffmpeg: always, ffprobe: always, packager: always };
    expect(await runStep(api.context, id, 'distribute', never, { programs })).toBe('failed');
    expect((await record(id, 'en')).steps[2]?.error).toContain('was killed twice');
  });

  test('is stopped when nothing moves', async () => {
    const id = await take(masters.ordinary);
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('done');
    const stuck = script('stuck.sh', 'exec sleep 60');
    const options = { programs: { ffmpeg: stuck, ffprobe: stuck, packager: stuck }, stallMs: 100 };
    expect(await runStep(api.context, id, 'transcoding', never, options)).toBe('failed');
    expect((await record(id, 'en')).steps[1]?.error).toContain('Nothing had moved');
  });
});

test('the office is told how much space the disk has', async () => {
  const { body } = await api.call('GET /api/admin/disk', { token });
  const { free_bytes: free, total_bytes: total } = body.data;
  expect(total).toBeGreaterThan(free);
  expect(body.data.is_low).toBe(isDiskLow(free, total));
  const gigabyte = 10 ** 9;
  expect(isDiskLow(1.9 * gigabyte, 20 * gigabyte)).toBe(true);
  expect(isDiskLow(40 * gigabyte, 1000 * gigabyte)).toBe(true);
  expect(isDiskLow(60 * gigabyte, 1000 * gigabyte)).toBe(false);
});

describe('a lease', () => {
  test('keeps a second run out while the first lives', async () => {
    const id = await take(masters.ordinary);
    await repo.setStepRunning(api.db, id, 'kcp_ingest', newLeaseOwner(), new Date());
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('not_mine');
    expect(await requeueAbandonedSteps(api.context)).toBe(0);
  });
  test('is free at once when its process is gone, and after a while when its machine is', async () => {
    const id = await take(masters.ordinary);
    const [machine, , run] = newLeaseOwner().split('/');
    await repo.setStepRunning(api.db, id, 'kcp_ingest', `${machine}/999999:1/${run}`, new Date());
    expect(await requeueAbandonedSteps(api.context)).toBeGreaterThan(0);
    const silent = new Date(Date.now() - 60_000);
    await repo.setStepRunning(api.db, id, 'kcp_ingest', `elsewhere:x/1:1/${run}`, new Date());
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('not_mine');
    await repo.setStepRunning(api.db, id, 'kcp_ingest', `elsewhere:x/1:1/${run}`, silent);
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('done');
  });
  test('is given back on shutdown', async () => {
    const id = await take(masters.ordinary);
    const shutdown = new AbortController();
    const running = runStep(api.context, id, 'kcp_ingest', shutdown.signal);
    shutdown.abort();
    expect(await running).toBe('given_back');
    expect((await record(id)).steps[0]).toMatchObject({ state: 'waiting', error: '' });
  });
  test('is not needed twice: a lost work folder is made again', async () => {
    const id = await take(masters.ordinary);
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('done');
    expect(await runStep(api.context, id, 'transcoding', never)).toBe('done');
    rmSync(workFolder(api.context, id), { recursive: true });
    expect(await runStep(api.context, id, 'distribute', never)).toBe('not_mine');
    expect((await record(id)).steps.map(({ state }) => state)).toEqual(Array(5).fill('waiting'));
    expect(await runAll(id)).toBe('done');
  });
});

describe('an upload', () => {
  const size = 20 * 2 ** 20;
  const whole = Buffer.alloc(size, 7);
  const begin = (file_name = decomposedName, size_bytes = size, fingerprint = 'a') =>
    api.call('POST /api/admin/uploads', { body: { file_name, size_bytes, fingerprint }, token });
  const put = (id: string, number: number, body: Buffer) =>
    api.call('PUT /api/admin/uploads/{id}/parts/{number}', { params: { id, number }, body, token });

  test('comes in parts, resumes after a pause, and becomes an asset once', async () => {
    const { id, part_bytes, parts_received } = (await begin()).body.data;
    expect([part_bytes, parts_received]).toEqual([8 * 2 ** 20, []]);
    expect((await put(id, 1, whole.subarray(0, part_bytes))).status).toBe(200);
    const early = await api.call('POST /api/admin/uploads/{id}/complete', { params: { id }, token });
    expect(early.body.code).toBe('upload_incomplete');
    const resumed = (await begin('우리의 여름 1화 최종.mp4')).body.data;
    expect(resumed).toMatchObject({
      id,
      parts_received: [1],
      file_name: '우리의 여름 1화 최종.mp4'.normalize('NFC'),
    });
    expect((await put(id, 3, whole.subarray(2 * part_bytes))).status).toBe(200);
    expect((await put(id, 2, whole.subarray(part_bytes, 2 * part_bytes))).status).toBe(200);
    const [first, second] = await Promise.all([
      api.call('POST /api/admin/uploads/{id}/complete', { params: { id }, token }),
      api.call('POST /api/admin/uploads/{id}/complete', { params: { id }, token }),
    ]);
    expect(first.body.data.asset_id).toBe(second.body.data.asset_id);
    expect(await jobKeys()).toEqual([`ingest:${first.body.data.asset_id}:kcp_ingest`]);
    const row = await repo.findAsset(api.db, first.body.data.asset_id);
    expect(await api.context.storage.find(row?.masterKey ?? '')).toMatchObject({ sizeBytes: size });
    const after = await api.call('GET /api/admin/uploads/{id}', { params: { id }, token });
    expect(after.body.data.parts_received).toEqual([1, 2, 3]);
    const { rows } = await api.pool.query(
      "select action from event_log where entity = 'assets' and entity_id = $1",
      [row?.id],
    );
    expect(rows).toEqual([{ action: 'create' }]);
  });

  test('does not continue that of another file with the same name and size', async () => {
    const { id, part_bytes } = (await begin('same.mp4')).body.data;
    await put(id, 1, whole.subarray(0, part_bytes));
    const other = (await begin('same.mp4', size, 'b')).body.data;
    expect(other.id).not.toBe(id);
    expect(other.parts_received).toEqual([]);
    expect((await begin('same.mp4')).body.data).toMatchObject({ id, parts_received: [1] });
    const without = await api.call('POST /api/admin/uploads', {
      body: { file_name: 'same.mp4', size_bytes: size } as never,
      token,
    });
    expect([without.status, Object.keys(without.body.errors ?? {})]).toEqual([422, ['fingerprint']]);
  });

  test('is answered when the disk is full, also to a client that sends the whole part first', async () => {
    const { id, part_bytes } = (await begin('full.mp4')).body.data;
    const { storage } = api.context;
    const failing = Object.create(storage) as typeof storage;
    failing.putPart = async (_handle, _number, body) => {
      for await (const _chunk of body.iterator({ destroyOnReturn: false }))
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    api.context.storage = failing;
    try {
      await api.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = api.app.server.address() as { port: number };
      const asked = request({
        port,
        method: 'PUT',
        path: `/api/admin/uploads/${id}/parts/1`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/octet-stream',
          'content-length': part_bytes,
          'accept-language': 'en',
        },
      });
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        asked.once('response', resolve).once('error', reject);
      });
      await new Promise<void>((resolve) => asked.end(whole.subarray(0, part_bytes), resolve));
      const response = await answered;
      expect(response.statusCode).toBe(507);
      expect(JSON.parse(await readText(response))).toMatchObject({
        code: 'disk_full',
        message: 'The server’s disk is full. Free some space, then try again.',
      });
    } finally {
      api.context.storage = storage;
    }
  });

  test('refuses parts of a wrong size or number', async () => {
    const { id, part_bytes } = (await begin('b.mp4')).body.data;
    expect((await put(id, 1, whole.subarray(0, part_bytes - 1))).body.code).toBe('too_large');
    expect((await put(id, 3, whole.subarray(0, part_bytes))).body.code).toBe('too_large');
    expect((await put(id, 4, Buffer.from('x'))).body.code).toBe('too_large');
    expect(
      (await api.call('GET /api/admin/uploads/{id}', { params: { id }, token })).body.data.parts_received,
    ).toEqual([]);
  });

  test('can be given up, which the event log tells', async () => {
    const { id } = (await begin('c.mp4')).body.data;
    expect((await api.call('DELETE /api/admin/uploads/{id}', { params: { id }, token })).status).toBe(200);
    expect((await api.call('GET /api/admin/uploads/{id}', { params: { id }, token })).body.code).toBe(
      'not_found',
    );
    expect((await put(id, 1, Buffer.from('x'))).body.code).toBe('not_found');
    const { rows } = await api.pool.query(
      "select action, label from event_log where entity = 'uploads' and entity_id = $1",
      [id],
    );
    expect(rows).toEqual([{ action: 'delete', label: 'c.mp4' }]);
  });

  test('that is given up while it is completed ends one way or the other', async () => {
    const small = Buffer.alloc(1000, 1);
    for (let round = 0; round < 5; round += 1) {
      const { id } = (await begin(`race-${round}.mp4`, small.length)).body.data;
      await put(id, 1, small);
      const [completed, given] = await Promise.all([
        api.call('POST /api/admin/uploads/{id}/complete', { params: { id }, token }),
        api.call('DELETE /api/admin/uploads/{id}', { params: { id }, token }),
      ]);
      expect([completed.status, given.status].sort()).toEqual([200, 404]);
    }
  });

  test('that nobody completed is given up after two weeks', async () => {
    const { id } = (await begin('d.mp4')).body.data;
    await put(id, 3, whole.subarray(16 * 2 ** 20));
    api.setNow(new Date(Date.now() + 15 * 86_400_000));
    expect(await abandonStaleUploads(api.context)).toBeGreaterThan(0);
    api.setNow(undefined);
    expect((await api.call('GET /api/admin/uploads/{id}', { params: { id }, token })).body.code).toBe(
      'not_found',
    );
  });

  test('has parts large enough for ten thousand, and a clean name', () => {
    expect(partBytesFor(1)).toBe(8 * 2 ** 20);
    expect(Math.ceil((200 * 2 ** 30) / partBytesFor(200 * 2 ** 30))).toBeLessThanOrEqual(10_000);
    expect(cleanFileName('C:\\영화\\a\u202Eb\n.mp4')).toBe('ab.mp4');
    expect(cleanFileName('///')).toBe('video');
  });
});

describe('captions', () => {
  test('are read, kept and shown; unreadable ones name the line', async () => {
    const id = await take(masters.ordinary);
    const put = (text: string) =>
      api.call('PUT /api/admin/assets/{id}/captions/{language}', {
        params: { id, language: 'en' },
        body: { text },
        token,
        locale: 'en',
      });
    expect((await put('1\n00:00:01,000 --> nonsense\nHi\n')).body.errors?.text?.[0]).toContain('line 2');
    expect((await put('1\n00:00:01,000 --> 00:00:02,000\nHi\n')).body.data.captions).toEqual([
      { language: 'en', label: 'English' },
    ]);
    await put('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n');
    const texts = await stored(`${packagePrefix(id)}/captions/`);
    expect(texts.filter((file) => file.endsWith('.vtt'))).toHaveLength(2);
    expect(await repo.listCaptions(api.db, [id])).toMatchObject([
      { language: 'en', vtt: expect.stringContaining('Hello') },
    ]);
  });
});

describe('a caption file', () => {
  const stored = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../../test/cases/captions', name));
  const put = (id: string, body: { text?: string; file?: string }) =>
    api.call('PUT /api/admin/assets/{id}/captions/{language}', {
      params: { id, language: 'en' },
      body,
      token,
      locale: 'en',
    });

  test('is read in its encoding and format, and each of its languages is set', async () => {
    const { id } = await buildAsset(api.db);
    const set = async (name: string) =>
      (await put(id, { file: stored(name).toString('base64') })).body.captions;
    expect(await set('05-cp949.smi')).toEqual({
      tracks: [{ language: 'ko', cues: 1 }],
      ignored: [],
      ignored_count: 0,
    });
    expect(await set('40-win1252.srt')).toMatchObject({ tracks: [{ language: 'en', cues: 1 }] });
    const [ko, en] = await repo.listCaptions(api.db, [id]);
    expect(ko?.vtt).toContain('00:00:01.000 --> 00:00:02.500\n안녕하세요\n');
    expect(en?.vtt).toContain('I don’t know, it’s “fine” – café');
    await set('02-utf16le.srt');
    expect((await repo.listCaptions(api.db, [id])).map(({ vtt }) => vtt)).toEqual(
      expect.arrayContaining([expect.stringContaining('안녕하세요')]),
    );
  });

  test('is answered with the lines that were not read', async () => {
    const { id } = await buildAsset(api.db);
    const { captions } = (await put(id, { text: `Made by me\n\n1\n00:00:01,000 --> 00:00:02,000\nHi\n` }))
      .body;
    expect(captions).toMatchObject({ ignored: [{ line: 1, text: 'Made by me' }], ignored_count: 1 });
    const refused = async (body: object) => (await put(id, body)).body.errors;
    expect(await refused({})).toEqual({ file: [expect.stringContaining('required')] });
    expect(await refused({ file: Buffer.from([0x81, 0x20, 0x8d, 0x01]).toString('base64') })).toEqual({
      file: [expect.stringContaining('encoding')],
    });
    const french = '<SAMI>.FRCC {lang:fr-FR;}<BODY><SYNC Start=1000><P Class=FRCC>Bonjour';
    expect(await refused({ text: french })).toEqual({
      text: [expect.stringContaining('no Korean or English')],
    });
  });
});

test('staff set the language and kind of an audio track, and players see them in new manifests', async () => {
  const id = await take(masters.surround);
  expect(await runAll(id)).toBe('done');
  const set = (name: string, language: string | null, kind: 'main' | 'description') =>
    api.call('PUT /api/admin/assets/{id}/audio-tracks/{name}', {
      params: { id, name },
      body: { language, kind },
      token,
    });
  const before = must(await repo.findAsset(api.db, id), 'asset');
  const { body } = await set('audio', 'kor', 'description');
  expect(body.data.audio_tracks).toEqual([
    { name: 'audio', language: 'ko', kind: 'description', channels: [2, 6] },
  ]);
  const after = must(await repo.findAsset(api.db, id), 'asset');
  expect(after.hlsManifest).not.toBe(before.hlsManifest);
  const text = await api.context.storage.read(`${packagePrefix(id)}/${after.hlsManifest}`);
  expect(text?.toString().match(/NAME="한국어 \(화면 해설\)"/g)).toHaveLength(2);
  expect((await set('audio-surround', 'ko', 'main')).status).toBe(404);
  expect(Object.keys((await set('audio', 'not a language', 'main')).body.errors ?? {})).toEqual(['language']);
});

describe('deleting an asset', () => {
  test('is refused while a title plays it; else everything of it goes', async () => {
    const id = await take(masters.ordinary);
    expect(await runAll(id)).toBe('done');
    const programme = await buildProgramme(api.db, { assetId: id });
    const refused = await api.call('DELETE /api/admin/assets/{id}', { params: { id }, token });
    expect(refused.body.code).toBe('in_use');
    await api.pool.query('update catalog_programmes set asset_id = null where id = $1', [programme.id]);
    const row = await repo.findAsset(api.db, id);
    expect((await api.call('DELETE /api/admin/assets/{id}', { params: { id }, token })).status).toBe(200);
    expect(await jobKeys()).toContain(`ingest:${id}:remove`);
    await removeFilesJob.run({ assetId: id, masterKey: row?.masterKey ?? '' }, api.context, never);
    expect(await stored(`${packagePrefix(id)}/`)).toEqual([]);
    expect(await api.context.storage.find(row?.masterKey ?? '')).toBeUndefined();
    expect(await repo.listSteps(api.db, [id])).toEqual([]);
  });
  test('is not undone, and a deleted one does not wait to come back', async () => {
    const { id } = await buildAsset(api.db);
    const { body } = await api.call('DELETE /api/admin/assets/{id}', { params: { id }, token });
    const undone = await api.call('POST /api/admin/undo', {
      body: { event_id: body.event_id ?? '' },
      token,
    });
    expect(undone.body.code).toBe('cannot_undo');
    const deleted = await api.call('GET /api/admin/deleted', { query: { resource: 'assets' }, token });
    expect(deleted.body.data).toEqual([]);
  });
  test('stops a run in progress, which leaves nothing', async () => {
    const id = await take(masters.ordinary);
    expect(await runStep(api.context, id, 'kcp_ingest', never)).toBe('done');
    const slow = script('slow.sh', 'exec sleep 60');
    const running = runStep(api.context, id, 'transcoding', never, {
      programs: { ffmpeg: slow, ffprobe: slow, packager: slow },
    });
    await expect.poll(async () => (await record(id)).steps[1]?.state).toBe('running');
    expect((await api.call('DELETE /api/admin/assets/{id}', { params: { id }, token })).status).toBe(200);
    expect(await running).toBe('not_mine');
    expect(existsSync(workFolder(api.context, id))).toBe(false);
  });
});

test('assets are listed, searched and filtered', async () => {
  const list = await api.call('GET /api/admin/assets', {
    query: { q: '여름 1화', sort: 'file_name' },
    token,
  });
  expect(list.body.data.length).toBeGreaterThan(0);
  for (const asset of list.body.data) expect(asset.file_name).toContain('여름');
  const failed = await api.call('GET /api/admin/assets', { query: { state: 'failed' }, token });
  for (const asset of failed.body.data) expect(asset.state).toBe('failed');
  expect(await readdir(api.context.config.dataDir)).toContain('media');
});

describe('a package', () => {
  HLS.setOptions({ strictMode: true });
  const captions = {
    ko: '1\n00:00:00,500 --> 00:00:01,500\n안녕하세요\n',
    en: '1\n00:00:00,500 --> 00:00:01,500\nHello\n',
  };
  const folderOf = (id: string) => join(api.context.config.dataDir, 'media', packagePrefix(id));
  const textOf = (id: string, file: string | null) => readFileSync(join(folderOf(id), file ?? ''), 'utf8');
  const readHls = (id: string, file: string | null) => {
    const playlist = HLS.parse(textOf(id, file));
    if (!playlist.isMasterPlaylist) throw new Error('not a multivariant playlist');
    return (playlist as HLS.types.MasterPlaylist).variants;
  };
  const readDash = (id: string, file: string | null) =>
    parseDash(textOf(id, file), { manifestUri: 'https://maru.example/manifest.mpd' });
  const make = async (
    path: string,
    kind: AssetKind,
    texts: Partial<typeof captions> = captions,
    fileName = 'film.mp4',
  ) => {
    const id = await importMaster(
      api.context,
      { path, fileName, sizeBytes: readFileSync(path).length },
      texts,
      kind,
    );
    expect(await runAll(id)).toBe('done');
    return must(await repo.findAsset(api.db, id), 'asset');
  };
  /** The streams that ffprobe finds behind a manifest. */
  const probe = async (id: string, manifest: string | null) => {
    const { stdout } = await promisify(execFile)('ffprobe', [
      ...['-v', 'error', '-allowed_extensions', 'ALL', '-show_streams', '-of', 'json'],
      join(folderOf(id), manifest ?? ''),
    ]);
    const { streams } = JSON.parse(stdout) as { streams: { codec_type: string }[] };
    const count = (kind: string) => streams.filter(({ codec_type }) => codec_type === kind).length;
    return { video: count('video'), audio: count('audio') };
  };

  test.each([true, false])(
    'has two audio and two text tracks in both manifests, encrypted: %s',
    async (encrypted) => {
      const { id, hlsManifest, dashManifest } = await make(masters.dubbed, { encrypted });
      const [variant] = readHls(id, hlsManifest).filter(({ isIFrameOnly }) => !isIFrameOnly);
      expect(variant?.audio.map(({ language, uri }) => [language, uri])).toEqual([
        ['ko', 'audio.m3u8'],
        ['en', 'audio-2.m3u8'],
      ]);
      expect(variant?.subtitles.map(({ language }) => language)).toEqual(['ko', 'en']);
      for (const { uri } of variant?.subtitles ?? []) {
        const playlist = HLS.parse(textOf(id, uri ?? '')) as HLS.types.MediaPlaylist;
        expect(textOf(id, join('captions', playlist.segments[0]?.uri ?? ''))).toContain('WEBVTT');
      }
      const dash = readDash(id, dashManifest);
      expect(dash.playlists).toHaveLength(1);
      expect(Object.keys(dash.mediaGroups.AUDIO.audio ?? {})).toEqual(['한국어', 'English']);
      expect(Object.keys(dash.mediaGroups.SUBTITLES.subs ?? {})).toEqual(['한국어', 'English']);
      expect(textOf(id, dashManifest).includes('cenc:default_KID')).toBe(encrypted);
      expect(textOf(id, 'audio-2.m3u8').includes('#EXT-X-KEY:METHOD=SAMPLE-AES')).toBe(encrypted);
      expect(await repo.findKey(api.db, id)).toEqual(encrypted ? expect.anything() : undefined);
      if (encrypted) return;
      expect(await probe(id, hlsManifest)).toEqual({ video: 1, audio: 2 });
      expect(await probe(id, dashManifest)).toEqual({ video: 1, audio: 2 });
    },
  );

  test('has no picture and no encryption if the master is named as an audio file', async () => {
    const made = await make(masters.soundOnly, {}, {}, '아침의 노래.MP3');
    const { id, hlsManifest, dashManifest } = made;
    expect(made).toMatchObject({
      state: 'ready',
      media: 'audio',
      encrypted: false,
      width: null,
      videoCodec: null,
      audioCodec: 'aac',
      renditions: [],
    });
    expect(readHls(id, hlsManifest).map(({ uri }) => uri)).toEqual(['audio.m3u8']);
    expect(readDash(id, dashManifest).playlists).toEqual([]);
    expect(await probe(id, hlsManifest)).toEqual({ video: 0, audio: 1 });
    expect(await probe(id, dashManifest)).toEqual({ video: 0, audio: 1 });
    expect(
      (await stored(`${packagePrefix(id)}/`)).filter((file) => /jpg|preview|storyboard/.test(file)),
    ).toEqual([]);
  });

  test.each([
    ['notVideo', '소리 파일이 아니에요. 다른 파일을 올려 주세요.'],
    ['noSound', '파일에 소리가 없어요.'],
  ] as const)('without a picture is refused for the master %s', async (kind, error) => {
    const path = masters[kind];
    const file = { path, fileName: 'radio.mp3', sizeBytes: readFileSync(path).length };
    const id = await importMaster(api.context, file, {}, { media: 'audio' });
    expect(await runAll(id)).toBe('failed');
    expect((await record(id)).steps[0]).toMatchObject({ error });
  });

  test('gets a caption or an audio track by other manifests, and its earlier addresses stay as they are', async () => {
    const first = await make(masters.ordinary, { encrypted: false }, {});
    const { id } = first;
    const before = textOf(id, first.hlsManifest);
    const put = (text: string) =>
      api.call('PUT /api/admin/assets/{id}/captions/{language}', {
        params: { id, language: 'ko' },
        body: { text },
        token,
      });
    expect((await put(captions.ko)).status).toBe(200);
    const second = must(await repo.findAsset(api.db, id), 'asset');
    expect(second.hlsManifest).not.toBe(first.hlsManifest);
    expect(readHls(id, second.hlsManifest)[0]?.subtitles.map(({ language }) => language)).toEqual(['ko']);
    expect(textOf(id, first.hlsManifest)).toBe(before);
    // The same captions again are the same version.
    expect((await put(captions.ko)).status).toBe(200);
    expect(await repo.findAsset(api.db, id)).toMatchObject({ hlsManifest: second.hlsManifest });

    const [sound] = await repo.listTracks(api.db, id).then((tracks) => tracks.slice(-1));
    await cp(join(folderOf(id), 'audio'), join(folderOf(id), 'audio-2'), { recursive: true });
    const playlist = textOf(id, 'audio.m3u8').replaceAll('audio/', 'audio-2/');
    writeFileSync(join(folderOf(id), 'audio-2.m3u8'), playlist);
    const added = {
      ...must(sound, 'audio track'),
      name: 'audio-2',
      language: 'en',
      role: 'dub',
    } as PackageTrack;
    const third = await api.db.transaction(async (tx) => {
      await repo.addTracks(tx, id, [added]);
      return composeManifests(tx, api.context, second);
    });
    expect(readHls(id, third.hlsManifest)[0]?.audio.map(({ name, uri }) => [name, uri])).toEqual([
      ['Audio', 'audio.m3u8'],
      ['English (dubbed)', 'audio-2.m3u8'],
    ]);
    expect(await probe(id, third.hlsManifest)).toEqual({ video: 1, audio: 2 });
    expect(await probe(id, second.hlsManifest)).toEqual({ video: 1, audio: 1 });
  });
});
