/** Masters that other products failed on, taken through the whole ingest. `test/cases/masters` has them, by the kind of fault. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import { ingestSteps } from '../../../contract/admin/ingest.ts';
import { findPrograms } from '../../adapters/programs.ts';
import { must } from '../../must.ts';
import * as repo from './ingest.repo.ts';
import { importMaster } from './ingest.service.ts';
import { runStep } from './jobs/run-step.ts';
import { packagePrefix } from './package-files.service.ts';

const cases = join(import.meta.dirname, '../../../../test/cases/masters');
const run = promisify(execFile);
const { ffmpeg, ffprobe } = findPrograms();
const never = new AbortController().signal;
let api: TestApi;
let folder: string;

beforeAll(async () => {
  api = await openTestApi();
  folder = mkdtempSync(join(tmpdir(), 'maru-cases-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Takes a master through all steps, without encryption so that its files can be decoded. */
async function ingest(path: string) {
  const file = { path, fileName: 'film.mp4', sizeBytes: statSync(path).size };
  const id = await importMaster(api.context, file, {}, { encrypted: false });
  for (const step of ingestSteps) {
    const outcome = await runStep(api.context, id, step, never);
    if (outcome === 'done') continue;
    const failed = (await repo.listSteps(api.db, [id])).find(({ state }) => state === 'failed');
    throw new Error(`${path}: ${step} ${failed?.errorCode} ${failed?.errorTail}`);
  }
  const asset = must(await repo.findAsset(api.db, id), 'asset');
  const tracks = await repo.listTracks(api.db, id);
  const captions = await repo.listCaptions(api.db, [id]);
  return {
    asset,
    tracks,
    captions,
    audio: tracks.flatMap((track) => (track.kind === 'audio' ? [track] : [])),
    video: tracks.flatMap((track) => (track.kind === 'video' ? [track] : [])),
    at: (name: string) => join(api.context.config.dataDir, 'media', packagePrefix(id), name),
  };
}
const ingestCase = (name: string) => ingest(join(cases, name));
type Ingested = Awaited<ReturnType<typeof ingest>>;

const lengthOf = ({ timescale, segments }: Ingested['tracks'][number]) =>
  segments.reduce((sum, [ticks, count]) => sum + ticks * count, 0) / timescale;

/** The mean color of a part of a picture. */
async function colorAt(file: string, area?: { left: number; top: number; width: number; height: number }) {
  const picture = area ? sharp(file).extract(area) : sharp(file);
  const { channels } = await sharp(await picture.png().toBuffer()).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}

/** The mean color of the last picture that the storyboard's cues name. */
async function lastCell({ at }: Ingested) {
  const text = (await api.context.storage.read(at('storyboard.vtt').split('/media/')[1] ?? ''))?.toString();
  const cells = [...(text ?? '').matchAll(/(storyboard\/\d+\.jpg)#xywh=(\d+),(\d+),(\d+),(\d+)/g)];
  const [, sheet = '', ...numbers] = must(cells.at(-1), 'cell');
  const [left = 0, top = 0, width = 0, height = 0] = numbers.map(Number);
  return { count: cells.length, color: await colorAt(at(sheet), { left, top, width, height }) };
}

const isNear = (color: readonly number[], expected: readonly number[]) =>
  color.every((value, channel) => Math.abs(value - (expected[channel] ?? 0)) <= 6);

test('a language tag of BCP 47 names the language of its sound', async () => {
  const { audio } = await ingestCase('01-bcp47.mkv');
  expect(audio.map(({ language }) => language)).toEqual(['ko']);
}, 120_000);

test('a broadcast with two languages in one track keeps its sound', async () => {
  const { asset, audio } = await ingestCase('02-dualmono.m2t');
  expect(asset.audioCodec).not.toBeNull();
  expect(audio.length).toBeGreaterThan(0);
  expect(asset.loudnessLufs).toBeGreaterThan(-60);
}, 120_000);

test('a language tag of BCP 47 names the language of captions', async () => {
  const { captions } = await ingestCase('47-subbcp.mkv');
  expect(captions.map(({ language }) => language)).toEqual(['ko']);
}, 120_000);

test('text in a title that looks like a field changes nothing', async () => {
  const { asset } = await ingestCase('50-comment.mkv');
  expect(must(asset.width ?? undefined, 'width')).toBeGreaterThan(asset.height ?? 0);
}, 120_000);

test('nine channels are mixed down to two, and said to be', async () => {
  const { asset, audio } = await ingestCase('65-9ch.mkv');
  expect(audio.map(({ channels }) => channels)).toEqual([2]);
  expect(asset.notices).toContain('surround_mixed_down');
  expect(asset.loudnessLufs).toBeGreaterThan(-60);
}, 120_000);

test.each([
  ['03-latesub.mkv', 4],
  ['45-movtextlong.mp4', 5],
  ['41-1.2.mp4', 1.2],
  ['18-longaudio.mp4', 20],
])(
  'the package of %s has one length: the picture’s, or the sound’s with the last frame held',
  async (name, seconds) => {
    const ingested = await ingestCase(name);
    expect(Math.abs((ingested.asset.durationMs ?? 0) / 1000 - seconds)).toBeLessThan(0.2);
    for (const track of ingested.tracks)
      expect(Math.abs(lengthOf(track) - seconds), track.name).toBeLessThan(0.25);
    expect(ingested.asset.notices.includes('picture_held')).toBe(name === '18-longaudio.mp4');
    expect((await lastCell(ingested)).count).toBe(Math.ceil((ingested.asset.durationMs ?? 0) / 2000));
  },
  120_000,
);

/** A green film with all values of a byte, which is 0 to 255. */
async function makeFullRange(): Promise<string> {
  const path = join(folder, 'full-range.mp4');
  await run(ffmpeg, [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=0x00C020:s=320x180:r=25:d=2,format=gbrp', '-vf'],
    'scale=in_range=pc:out_color_matrix=bt709:out_range=pc,format=yuvj420p',
    ...['-c:v', 'libx264', '-color_range', 'pc', '-colorspace', 'bt709', path],
  ]);
  return path;
}

test.each(['full range', '43-rgb.mov', '43-tv709.mp4', '04-hdr-trconly.mp4'])(
  'the colors of %s stay what they are in renditions, posters and storyboards',
  async (name) => {
    const green = [0, 192, 32];
    const ingested = name === 'full range' ? await ingest(await makeFullRange()) : await ingestCase(name);
    const rendition = ingested.at(`${ingested.video[0]?.name}.m3u8`);
    const { stdout } = await run(ffprobe, [
      ...['-v', 'error', '-of', 'json', '-select_streams', 'v', '-allowed_extensions', 'ALL'],
      ...['-show_entries', 'stream=color_space,color_primaries,color_transfer,color_range', rendition],
    ]);
    expect(JSON.parse(stdout).streams[0]).toEqual({
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    });
    if (name.startsWith('04')) {
      expect(ingested.asset.notices).toContain('hdr_tone_mapped');
      return;
    }
    const frame = join(folder, `${name}.png`);
    await run(ffmpeg, [
      ...['-v', 'error', '-y', '-allowed_extensions', 'ALL', '-i', rendition, '-frames:v', '1'],
      ...['-vf', 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=rgb24', frame],
    ]);
    for (const color of [
      await colorAt(frame),
      await colorAt(ingested.at('poster.jpg')),
      (await lastCell(ingested)).color,
    ])
      expect(isNear(color, green), String(color)).toBe(true);
  },
  120_000,
);

test.each(['20-mono.mp4', '25-1fps.mp4', '19-vfr.mp4'])(
  'the last frame of %s is a frame, and no motion of an uneven rate is lost',
  async (name) => {
    const ingested = await ingestCase(name);
    const { color } = await lastCell(ingested);
    expect(Math.max(...color), String(color)).toBeGreaterThan(40);
    if (name === '19-vfr.mp4')
      expect(ingested.video.map(({ frameRate }) => roundedRate(frameRate))).toContain(30);
  },
  120_000,
);

/** A frame rate such as `15360/512` as a number. */
function roundedRate(frameRate: string): number {
  const [numerator = 0, denominator = 1] = frameRate.split('/').map(Number);
  return Math.round(numerator / denominator);
}

test('two mono tracks of a broadcast master become left and right', async () => {
  const path = join(folder, 'broadcast.mxf');
  await run(ffmpeg, [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2'],
    ...['-f', 'lavfi', '-i', 'sine=440:r=48000:d=2', '-f', 'lavfi', '-i', 'anullsrc=cl=mono:r=48000'],
    ...['-map', '0:v', '-map', '1:a', '-map', '2:a', '-t', '2', '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'],
    path,
  ]);
  const { audio, at } = await ingest(path);
  expect(audio.map(({ name, channels }) => [name, channels])).toEqual([['audio', 2]]);
  const { stdout } = await run(
    ffmpeg,
    ['-v', 'error', '-allowed_extensions', 'ALL', '-i', at('audio.m3u8'), '-f', 's16le', '-ac', '2', '-'],
    { encoding: 'buffer', maxBuffer: 8 * 2 ** 20 },
  );
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 2));
  const loudest = (side: 0 | 1) =>
    samples.reduce((most, sample, n) => (n % 2 === side ? Math.max(most, Math.abs(sample)) : most), 0);
  expect(loudest(0)).toBeGreaterThan(1000);
  expect(loudest(1)).toBeLessThan(100);
}, 120_000);
