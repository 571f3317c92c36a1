import { beforeAll, expect, test } from 'vitest';
import { buildEpisode, buildProgramme, buildSeason } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { ingestVideo } from './broadcast.ts';
import { arrive, buildViewer, openAs } from './shop.ts';

const story = openStory();
const episodes: { id: string }[] = [];
beforeAll(async () => {
  const assetId = await ingestVideo(story, 4);
  const series = await buildProgramme(story.db, { kind: 'series', titleKo: '짧은 이야기' });
  const season = await buildSeason(story.db, { programmeId: series.id });
  for (const number of [1, 2]) episodes.push(await buildEpisode(story.db, { season, number, assetId }));
}, 120_000);

const pathTo = (place: number) => `/watch/e/${episodes[place]?.id}`;

test('the next episode begins by itself', async () => {
  const page = await openAs(story, await buildViewer(story), pathTo(0));
  await arrive(page, pathTo(1));
});

test('a profile without autoplay is offered the next episode, which waits to be pressed', async () => {
  const viewer = await buildViewer(story, { autoplayNext: false });
  const page = await openAs(story, viewer, pathTo(0));
  await page.waitForFunction(() => document.querySelector('video')?.ended);
  const next = page.getByRole('region', { name: '다음 회차' });
  await next.getByRole('status').getByText('다음 회차', { exact: true }).waitFor();
  await arrive(page, pathTo(0));
  expect(await page.evaluate(() => document.querySelector('video')?.ended)).toBe(true);
  await next.getByRole('button', { name: '지금 보기' }).click();
  await arrive(page, pathTo(1));
});
