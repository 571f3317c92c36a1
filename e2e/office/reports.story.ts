/** Reports: a figure, what it says, its chart, and the way from it to its rows, by an address that can be sent to somebody. */
import { expect, test } from 'vitest';
import { buildAsset, buildPlaybackSession, buildProfile, buildProgramme, unique } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

/** Copies and counts what has happened, as the service does every few minutes. */
async function count(): Promise<void> {
  await story.pool.query(`select graphile_worker.add_job('reports_count', job_key := 'reports_count')`);
  const waiting = async () =>
    (await story.pool.query(`select from graphile_worker.jobs where task_identifier = 'reports_count'`))
      .rowCount;
  await expect.poll(waiting).toBe(0);
}

test('a viewing is in its report within the next count, and a press leads to its row', async () => {
  await count();
  const titleKo = unique('바다의 노래');
  const programme = await buildProgramme(story.db, { titleKo });
  const other = await buildProgramme(story.db, { titleKo: unique('다른 노래') });
  const profile = await buildProfile(story.db);
  const now = new Date();
  for (const [{ id }, device] of [
    [programme, 'web'],
    [programme, 'web'],
    [programme, 'stb'],
    [other, 'web'],
  ] as const)
    await buildPlaybackSession(story.db, {
      assetId: (await buildAsset(story.db)).id,
      programmeId: id,
      device,
      profileId: profile.id,
      householdId: profile.householdId,
      // A viewing belongs to the day on which it began: this one to today, also just after midnight.
      startedAt: now,
      heartbeatAt: now,
      endedAt: now,
      watchedSeconds: 600,
      positionSeconds: 99,
      durationSeconds: 100,
    });
  await count();

  const page = await openOffice(story, '/office/reports/video', { expected: [/status of 422/] });
  await page.getByRole('menuitem', { name: '시청 시간대' }).waitFor();
  await page.getByRole('heading', { level: 1, name: '영상' }).waitFor();
  await page.getByLabel('기간', { exact: true }).click();
  await page.getByRole('option', { name: '오늘' }).click();
  await expect.poll(() => page.url()).toContain('period=today');
  const row = page.getByRole('row', { name: new RegExp(titleKo) });
  await expect.poll(() => row.getByRole('cell').nth(3).innerText()).toBe('3');
  await page
    .getByRole('img', { name: /조회: .*가장 큰 항목/ })
    .locator('svg')
    .waitFor();
  await expectAccessible(page, 'the report of videos');
  await picture(page, 'office-report-video');

  // Its filters are in the address, and what finds nothing says what to do.
  await page.getByLabel('기기').click();
  await page.getByRole('option', { name: '태블릿' }).click();
  await page.getByText('이 기간에는 기록이 없어요').waitFor();
  expect(page.url()).toContain('device=tablet');
  await page.reload();
  await page.getByText('이 기간에는 기록이 없어요').waitFor();
  await page.getByRole('button', { name: '조건 지우기' }).first().click();

  // By the keyboard, from a figure to its rows: those that its filters leave.
  await page.getByLabel('기기').click();
  await page.getByRole('option', { name: 'PC 웹' }).click();
  await expect.poll(() => row.getByRole('cell').nth(3).innerText()).toBe('2');
  await row.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '시청 기록' }).waitFor();
  await expect.poll(() => page.getByRole('row', { name: new RegExp(titleKo) }).count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('device')).toBe('web');
  expect(await page.getByText(profile.id).count()).toBe(0);

  // A long period with a filter says what to do instead, and leads to its rows without one.
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await page.goto(
    `${story.url}/office/reports/video?period=custom&from=${day(-200)}&to=${day(1)}&device=web&sort=views`,
  );
  const refusal = page.getByRole('alert').filter({ hasText: '조건을 걸면 한 번에 92일까지 볼 수 있어요' });
  await refusal.getByRole('button', { name: '조건 지우기' }).click();
  await row.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: '시청 기록' }).waitFor();
  await expect.poll(() => page.getByRole('row', { name: new RegExp(titleKo) }).count()).toBe(3);
  await page.getByRole('button', { name: '시청 시간' }).click();
  await page.getByRole('alert').getByRole('button', { name: '일시순으로 보기' }).click();
  await expect.poll(() => page.getByRole('row', { name: new RegExp(titleKo) }).count()).toBe(3);

  // On a phone the table scrolls, the page does not.
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${story.url}/office/reports/video?period=today`);
  await row.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('a figure of households that watched leads to one viewing of each', async () => {
  const now = new Date();
  for (let home = 0; home < 2; home += 1) {
    const profile = await buildProfile(story.db);
    for (const watchedSeconds of [60, 120])
      await buildPlaybackSession(story.db, {
        assetId: (await buildAsset(story.db)).id,
        programmeId: (await buildProgramme(story.db)).id,
        profileId: profile.id,
        householdId: profile.householdId,
        startedAt: now,
        heartbeatAt: now,
        endedAt: now,
        watchedSeconds,
        positionSeconds: 99,
        durationSeconds: 100,
      });
  }
  await count();
  const page = await openOffice(story, '/office/reports/customers?period=today');
  const figure = page.getByRole('link', { name: /시청한 가구: \d+의 기록 보기/ });
  const homes = Number(await figure.innerText());
  expect(homes).toBeGreaterThanOrEqual(2);
  await figure.click();
  await page.getByRole('heading', { level: 1, name: '시청 기록' }).waitFor();
  await page.getByText(`1–${homes} / ${homes}`).waitFor();
  // What it is narrowed to says why there is one of each.
  await page.getByRole('button', { name: /그날 본 가구마다 첫 기록/ }).waitFor();
  await expectAccessible(page, 'the rows behind a figure');
});
