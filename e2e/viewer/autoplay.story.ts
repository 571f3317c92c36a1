import { beforeAll, expect, test } from 'vitest';
import { buildEpisode, buildProgramme, buildSeason } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { ingestVideo } from './broadcast.ts';
import { arrive, buildViewer, openAs } from './shop.ts';

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
  await next.getByRole('button', { name: '취소' }).click();
  await next.waitFor({ state: 'detached' });
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
