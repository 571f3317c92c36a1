import type { Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buildEpisode, buildProgramme, buildSeason } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { ingestVideo } from './broadcast.ts';
import { arrive, buildViewer, expectFocus, openAs } from './shop.ts';

const story = openStory();
const episodes: { id: string }[] = [];
beforeAll(async () => {
  const assetId = await ingestVideo(story, 8);
  const series = await buildProgramme(story.db, { kind: 'series', titleKo: '짧은 이야기' });
  const season = await buildSeason(story.db, { programmeId: series.id });
  for (const number of [1, 2]) episodes.push(await buildEpisode(story.db, { season, number, assetId }));
}, 120_000);

const pathTo = (place: number) => `/watch/e/${episodes[place]?.id}`;

test('the next episode is announced with a countdown, and starts by itself unless that is canceled', async () => {
  const page = await openAs(story, await buildViewer(story), pathTo(0));
  const next = page.getByRole('region', { name: '다음 회차' });
  await next.getByText(/^\d초 뒤에 다음 회차가 시작돼요$/).waitFor();
  await arrive(page, pathTo(1));

  await page.goto(`${story.url}${pathTo(0)}`);
  const setPlaying = (wanted: boolean) =>
    page.evaluate((plays) => {
      const video = document.querySelector('video');
      if (plays) void video?.play();
      else video?.pause();
    }, wanted);
  await next.waitFor();
  await setPlaying(false);
  await next.getByRole('button', { name: '취소' }).focus();
  await page.keyboard.press('Enter');
  await next.waitFor({ state: 'detached' });
  // The keys act without the card that had the focus.
  await expectFocus(page.getByRole('region', { name: '플레이어' }));
  await page.keyboard.press('m');
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.muted)).toBe(true);
  await setPlaying(true);
  await page.waitForFunction(() => document.querySelector('video')?.ended);
  await arrive(page, pathTo(0));
});

test('a profile without autoplay is offered the next episode, which waits to be pressed', async () => {
  const viewer = await buildViewer(story, { autoplayNext: false });
  const page = await openAs(story, viewer, pathTo(0));
  await page.waitForFunction(() => document.querySelector('video')?.ended);
  const next = page.getByRole('region', { name: '다음 회차' });
  await next.getByRole('status').getByText('다음 회차', { exact: true }).waitFor({ state: 'attached' });
  await expect.poll(() => next.getByText(/초 뒤에/).count()).toBe(0);
  await arrive(page, pathTo(0));
  expect(await page.evaluate(() => document.querySelector('video')?.ended)).toBe(true);
  await next.getByRole('button', { name: '지금 보기' }).click();
  await arrive(page, pathTo(1));
});

test('the focus stays in the player, its menus follow their buttons, and letters can be switched off', async () => {
  const page = await openAs(story, await buildViewer(story, { autoplayNext: false }), pathTo(0));
  const player = page.getByRole('region', { name: '플레이어' });
  const isMuted = () => page.evaluate(() => document.querySelector('video')?.muted);
  await expectFocus(player);
  const before = await isMuted();
  await page.keyboard.press('m');
  await expect.poll(isMuted).toBe(!before);
  await page.keyboard.press('m');

  await page.getByRole('button', { name: '자막', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '자막' }).getByRole('radio', { checked: true }).first().waitFor();
  // Captions, nine choices of their look, and the reset.
  for (let control = 0; control < 11; control += 1) await page.keyboard.press('Tab');
  const settings = page.getByRole('button', { name: '재생 설정' });
  await expectFocus(settings);
  await page.keyboard.press('Enter');
  const letters = page
    .getByRole('dialog', { name: '재생 설정' })
    .getByRole('group', { name: '한 글자 단축키' });
  await letters.getByRole('radio', { name: '끄기' }).check();
  await page.keyboard.press('Escape');
  await expectFocus(settings);
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowUp');
  expect(await isMuted()).toBe(before);

  await page.getByRole('button', { name: '다음 회차', exact: true }).focus();
  await page.keyboard.press('Enter');
  await arrive(page, pathTo(1));
  await expectFocus(player);
});

test('the look of captions is seen at once, kept with the profile, and reset', async () => {
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, pathTo(0));
  const look = (name: string) =>
    page.locator('.player').evaluate((player, of) => getComputedStyle(player).getPropertyValue(of), name);
  const open = () => page.getByRole('button', { name: '자막', exact: true }).click();
  // The first request to save is slow: the later choices must not be overwritten by it.
  const isSlowSaved = new Promise<void>((resolve) => {
    const pass = async (route: Route) => {
      await new Promise((wake) => setTimeout(wake, 1500));
      await route.fulfill({ response: await route.fetch() });
      resolve();
    };
    void page.route('**/api/account/profiles/*', pass, { times: 1 });
  });
  // The film is short: at its end the next episode starts, and its player has no open menu.
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  await page.evaluate(() => document.querySelector('video')?.pause());
  await open();
  await page.getByLabel('글자 색').selectOption('노랑');
  await page.getByLabel('글자 크기').selectOption('200%');
  await page.getByLabel('창 불투명도').selectOption('75%');
  expect(await look('--caption-color')).toBe('rgb(255 255 0 / 1)');
  const preview = page.locator('.caption-preview');
  expect(await preview.evaluate((box) => getComputedStyle(box).color)).toBe('rgb(255, 255, 0)');
  const stored = async () =>
    (
      await story.pool.query<{ caption_style: object | null }>(
        'select caption_style from profiles where id = $1',
        [viewer.profile?.id],
      )
    ).rows[0]?.caption_style;
  await isSlowSaved;
  await expect.poll(stored).toMatchObject({ color: 'yellow', size: 200, window_opacity: 75 });

  // Another device of the same profile.
  const other = await openAs(story, viewer, pathTo(0));
  await other.getByRole('region', { name: '플레이어' }).waitFor();
  const size = () =>
    other
      .locator('.player')
      .evaluate((player) => getComputedStyle(player).getPropertyValue('--caption-scale'));
  expect(await size()).toBe('2');
  await page.getByRole('button', { name: '처음 모양으로' }).click();
  expect(await look('--caption-scale')).toBe('1');
  await expect.poll(stored).toMatchObject({ color: 'white', size: 100 });
});
