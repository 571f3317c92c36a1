/** The player's page on a slow connection, while its code is on its way. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buildProgramme } from '../../test/build.ts';
import { holdRequests, openStory } from '../fixtures.ts';
import { ingestVideo } from './broadcast.ts';
import { arrive, buildViewer, openAs } from './shop.ts';

const story = openStory();
let id: string;
let path: string;
beforeAll(async () => {
  const assetId = await ingestVideo(story, 4);
  const film = await buildProgramme(story.db, { kind: 'movie', titleKo: '느린 밤', assetId });
  id = film.id;
  path = `/view/m/${film.slug}`;
}, 120_000);

const streamingCode = /\/assets\/shaka-player/;
const pageCode = /\/assets\/player-page/;
const moves = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);
const streams = async (householdId: string) =>
  (
    await story.pool.query<{ open: number }>(
      'select count(*)::int as open from playback_sessions where household_id = $1 and ended_at is null',
      [householdId],
    )
  ).rows[0]?.open;

test('the title page requests the player’s code before the press', async () => {
  const page = await openAs(story, await buildViewer(story), '/notice');
  const code = await holdRequests(page, streamingCode);
  await page.goto(story.url + path);
  await code.requested;
  await page.getByRole('button', { name: '재생', exact: true }).click();
  // The code is still held back.
  await page.getByRole('status').getByText('불러오는 중').waitFor();
  await page.getByRole('heading', { name: '느린 밤', level: 1 }).waitFor();
  await code.release();
  await moves(page);
});

test('the press draws the title and opens a session while the code of the page is held back', async () => {
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, '/notice');
  const code = await holdRequests(page, pageCode);
  await page.goto(story.url + path);
  const opened = page.waitForResponse((response) => response.url().endsWith('/api/playback/sessions'));
  await page.getByRole('button', { name: '재생', exact: true }).click();
  await arrive(page, `/watch/m/${id}`);
  await page.getByRole('status').getByText('불러오는 중').waitFor();
  await page.getByRole('heading', { name: '느린 밤', level: 1 }).waitFor();
  expect((await opened).status()).toBe(200);
  expect(await page.locator('video').count()).toBe(0);

  // Leaving gives the stream back. Another press takes one again.
  await page.getByRole('button', { name: '뒤로 가기' }).click();
  await arrive(page, path);
  await expect.poll(() => streams(viewer.householdId)).toBe(0);
  await page.getByRole('button', { name: '재생', exact: true }).click();
  await code.release();
  await moves(page);
  expect(await streams(viewer.householdId)).toBe(1);
});

test('guests, and devices that save data, fetch none of the player’s code', async () => {
  const guest = await story.open(path);
  const code = await holdRequests(guest, streamingCode);
  await guest.getByRole('button', { name: '재생', exact: true }).hover();
  await guest.waitForLoadState('networkidle');
  expect(code.isRequested()).toBe(false);

  const page = await openAs(story, await buildViewer(story), '/notice');
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const saving = await holdRequests(page, streamingCode);
  await page.goto(story.url + path);
  await page.waitForLoadState('networkidle');
  expect(saving.isRequested()).toBe(false);
  await page.getByRole('button', { name: '재생', exact: true }).click();
  await saving.requested;
  await saving.release();
  await moves(page);
});
