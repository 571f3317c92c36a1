/** The main banner of home as time passes. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Banner, BannerSlide } from '../../src/contract/viewer/home.ts';
import { openBlank, openStory } from '../fixtures.ts';
import { dot } from './pictures.ts';
import { arrive, stockShop } from './shop.ts';

const story = openStory();
/** Two slides with a picture each; the second has a preview of twelve seconds. */
let slides: BannerSlide[];
let preview: Buffer;

beforeAll(async () => {
  const shop = await stockShop(story, 'banner');
  const answer = await fetch(`${story.url}/api/home/main-content`);
  const { data } = (await answer.json()) as { data: BannerSlide[] };
  const own = data.find(({ title }) => title === shop.series.titleKo) as Banner;
  const image = { url: '/images/banner', color: '#123456' };
  slides = [
    { ...own, id: 'first', title: '첫째', banner_thumbs: image, auto_preview: '0' },
    {
      ...own,
      id: 'second',
      title: '둘째',
      banner_thumbs: image,
      auto_preview: '1',
      preview_video: '/preview.mp4',
    },
  ];
  const folder = await mkdtemp(join(tmpdir(), 'maru-preview-'));
  const file = join(folder, 'preview.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=12'];
  const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '10', '-movflags', '+faststart', file];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, ...output]);
  preview = await readFile(file);
  await rm(folder, { recursive: true });
});

/** Home with the two slides, its clock standing still. */
async function visit(): Promise<Page> {
  const page = await openBlank(story, { shell: true });
  await page.route('**/api/home/main-content?*', (route) => route.fulfill({ json: { data: slides } }));
  await page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/png', body: dot }));
  // In parts, as files of the service come: a video that comes as a whole cannot begin in its middle.
  await page.route('**/preview.mp4', async (route) => {
    const range = await route.request().headerValue('range');
    const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    const headers = {
      'accept-ranges': 'bytes',
      'content-range': `bytes ${start}-${preview.length - 1}/${preview.length}`,
    };
    await route.fulfill({
      status: 206,
      headers,
      contentType: 'video/mp4',
      body: preview.subarray(start),
    });
  });
  await page.clock.install();
  await page.goto(`${story.url}/`);
  await title(page, '첫째').waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  return page;
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const show = (page: Page, at: number) =>
  page.getByRole('button', { name: new RegExp(`^${at}번째 추천`) }).click();
const video = (page: Page) => page.locator('section.banner-box video');
const playedTo = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);

/** The preview plays, three seconds after the slide's picture has come. */
async function watchPreview(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page
        .locator('section.banner-box img')
        .first()
        .evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0),
    )
    .toBe(true);
  await page.clock.runFor(2_900);
  expect(await video(page).count()).toBe(0);
  await page.clock.runFor(200);
  await video(page).waitFor({ state: 'attached' });
}

test('a picture that does not come leaves a drawn one in its place', async () => {
  const page = await openBlank(story, { shell: true, expected: [/404/] });
  await page.route('**/api/home/main-content?*', (route) => route.fulfill({ json: { data: slides } }));
  await page.route('**/images/banner/**', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${story.url}/`);
  await title(page, '첫째').waitFor();
  await page.locator('section.banner-box [data-placeholder]').waitFor();
});

test('a slide stays for ten seconds, and the first comes after the last', async () => {
  const page = await visit();
  await show(page, 1);
  // The button holds the banner while it has the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(9_900);
  expect(await title(page, '첫째').count()).toBe(1);
  await page.clock.runFor(200);
  await title(page, '둘째').waitFor();
});

test('a preview starts without sound three seconds after its picture, and its slide stays until it has ended', async () => {
  const page = await visit();
  await show(page, 2);
  await title(page, '둘째').waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await watchPreview(page);
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
  await page.getByRole('button', { name: '소리 켜기' }).click();
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.muted)).toBe(false);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(60_000);
  expect(await title(page, '둘째').count()).toBe(1);
  await video(page).evaluate((element: HTMLVideoElement) => {
    element.currentTime = 11.5;
  });
  await title(page, '첫째').waitFor();
});

test('who comes back finds the slide, its place and its sound as they were; a new start knows nothing of it', async () => {
  const page = await visit();
  await show(page, 2);
  await title(page, '둘째').waitFor();
  await watchPreview(page);
  await page.getByRole('button', { name: '소리 켜기' }).click();
  // The place is stored four times a second.
  await expect.poll(() => playedTo(page)).toBeGreaterThan(1.5);
  await page.getByRole('link', { name: '새로 나왔어요' }).click();
  await arrive(page, '/new-releases');
  await video(page).waitFor({ state: 'detached' });
  await page.goBack();
  await title(page, '둘째').waitFor();
  await watchPreview(page);
  await page.getByRole('button', { name: '소리 끄기' }).waitFor();
  expect(await playedTo(page)).toBeGreaterThan(1);
  await page.clock.resume();
  await page.reload();
  await page.locator('section.banner-box button[aria-current=true][aria-label^="1번째"]').waitFor();
});
