/** Staff build a day for a channel on its time line: they drag entries, add content, and undo. */
import { expect, test } from 'vitest';
import { serviceZone } from '../../src/contract/zone.ts';
import { dayIn } from '../../src/server/zone.ts';
import { buildAsset, buildChannel, buildLiveItem, buildProgramme } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

const hourMs = 3_600_000;
const stepMs = 5 * 60_000;

test('an entry is dragged to another time and back by undo, and content is added', async () => {
  const channel = await buildChannel(story.db, { number: 871, nameEn: 'Ocean Time', loops: false });
  const { id: assetId } = await buildAsset(story.db, { state: 'ready', durationMs: hourMs });
  await buildProgramme(story.db, { kind: 'movie', titleEn: 'Blue Lighthouse', assetId });
  // Eleven in the morning in Los Angeles on a day that is not over yet anywhere.
  const day = new Date(Date.now() + 24 * hourMs).toISOString().slice(0, 10);
  const startsAt = new Date(`${day}T19:00:00Z`);
  await buildLiveItem(story.db, {
    channelId: channel.id,
    assetId,
    titleKo: '바다의 시간',
    titleEn: 'Hour of the Sea',
    startsAt,
  });
  const starts = async () => {
    const { rows } = await story.pool.query(
      'select starts_at from live_items where channel_id = $1 order by starts_at',
      [channel.id],
    );
    return rows.map(({ starts_at }) => (starts_at as Date).getTime());
  };

  const page = await openOffice(story, `/office/channels/${channel.id}`, { locale: 'en' });
  await page.getByRole('button', { name: 'Edit on a timeline' }).click();
  const timeline = page.getByRole('region', { name: 'Schedule timeline' });
  const entry = timeline.getByText('Hour of the Sea').first();
  await timeline.getByText('11am').waitFor();
  const today = new Date(`${dayIn(new Date(), serviceZone)}T00:00:00Z`);
  const days = (Date.parse(day) - today.getTime()) / (24 * hourMs);
  // The day can be in the next week. A week begins on Sunday.
  if (today.getUTCDay() + days > 6) await timeline.getByRole('button', { name: /next/i }).click();
  await entry.waitFor();
  await expectAccessible(page, 'the time line of a channel');
  await entry.scrollIntoViewIfNeeded();
  await picture(page, 'office-timeline');

  const box = await entry.boundingBox();
  const [eleven, twelve] = [
    await timeline.getByText('11am').boundingBox(),
    await timeline.getByText('12pm').boundingBox(),
  ];
  const hourHeight = (twelve?.y ?? 0) - (eleven?.y ?? 0);
  const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + hourHeight / 2, { steps: 5 });
  await page.mouse.move(x, y + hourHeight, { steps: 5 });
  await page.mouse.up();
  await page.getByText('The start was changed.').waitFor();
  const [moved = 0] = await starts();
  // The pointer falls on the border of two steps.
  expect(Math.abs(moved - startsAt.getTime() - hourMs)).toBeLessThanOrEqual(stepMs);
  expect(moved % stepMs).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(starts).toEqual([startsAt.getTime()]);

  await page.getByLabel('Find content to schedule').fill('Blue Lighthouse');
  await page.getByRole('button', { name: 'Add “Blue Lighthouse” at the end' }).click();
  await page.getByText('The entry was scheduled.').waitFor();
  expect(await starts()).toEqual([startsAt.getTime(), startsAt.getTime() + hourMs]);
  await timeline.getByText('Blue Lighthouse').first().waitFor();
});
