/** Masters of several colors and audio tracks, as viewers see and hear them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPrograms } from '../../src/server/adapters/programs.ts';
import { buildProgramme } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { ingestMaster } from './broadcast.ts';
import { buildViewer, openAs } from './shop.ts';

const story = openStory();
const cases = join(import.meta.dirname, '../../test/cases/masters');
const ffmpeg = (args: string[]) => promisify(execFile)(findPrograms().ffmpeg, ['-v', 'error', '-y', ...args]);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-story-masters-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function pathOf(master: string, seconds: number): Promise<string> {
  const assetId = await ingestMaster(story, master, seconds, { encrypted: false });
  const { id } = await buildProgramme(story.db, { kind: 'movie', assetId });
  return `/watch/m/${id}`;
}

test('a flat color looks the same, whatever color space and range the master has', async () => {
  const fullRange = join(folder, 'full-range.mp4');
  await ffmpeg([
    ...['-f', 'lavfi', '-i', 'color=0x00C020:s=320x180:r=25:d=3,format=gbrp', '-vf'],
    'scale=in_range=pc:out_color_matrix=bt709:out_range=pc,format=yuvj420p',
    ...['-c:v', 'libx264', '-color_range', 'pc', '-colorspace', 'bt709', fullRange],
  ]);
  const viewer = await buildViewer(story);
  for (const master of [fullRange, join(cases, '43-rgb.mov'), join(cases, '43-tv709.mp4')]) {
    const page = await openAs(story, viewer, await pathOf(master, 3));
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);
    const color = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [16, 9];
      const drawing = canvas.getContext('2d');
      drawing?.drawImage(document.querySelector('video') as HTMLVideoElement, 0, 0, 16, 9);
      return [...(drawing?.getImageData(8, 4, 1, 1).data ?? [])].slice(0, 3);
    });
    const off = color.map((value, channel) => Math.abs(value - ([0, 192, 32][channel] ?? 0)));
    expect(Math.max(...off), `${master}: ${color}`).toBeLessThanOrEqual(6);
  }
}, 180_000);

test('viewers choose an audio track, and the next film starts with that choice', async () => {
  const master = join(folder, 'dubbed.mp4');
  await ffmpeg([
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=6'],
    ...['-f', 'lavfi', '-i', 'sine=440:d=6,aformat=channel_layouts=5.1', '-f', 'lavfi', '-i', 'sine=880:d=6'],
    ...['-map', '0', '-map', '1', '-map', '2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    ...['-metadata:s:a:0', 'language=kor', '-metadata:s:a:1', 'language=eng', '-disposition:a:1', 'dub'],
    master,
  ]);
  const path = await pathOf(master, 6);
  const page = await openAs(story, await buildViewer(story), path);
  const open = () => page.getByRole('button', { name: '음성과 자막' }).click();
  const choice = (name: string) =>
    page.getByRole('group', { name: '음성' }).getByRole('radio', { name, exact: true });
  await open();
  await expect.poll(() => choice('한국어').isChecked()).toBe(true);
  // Stereo and surround are one choice.
  expect(await page.getByRole('group', { name: '음성' }).getByRole('radio').count()).toBe(2);
  await choice('영어 (더빙)').check();
  await expect.poll(() => choice('영어 (더빙)').isChecked()).toBe(true);
  await page.goto(story.url + path);
  await open();
  await expect.poll(() => choice('영어 (더빙)').isChecked()).toBe(true);
}, 120_000);
