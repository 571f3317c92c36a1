/** A season from Excel: its template filled in, tried with a wrong row, mended, imported with its pictures, and taken back. */
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { streamRows } from '../../src/server/modules/files/tables-of-rows.service.ts';
import { buildAsset, buildProgramme, buildSeason, unique } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

const words = {
  ko: {
    template: '빈 양식 내려받기',
    file: '파일',
    pictures: '그림 파일',
    sent: '올린 그림 1개',
    check: '미리 보기',
    refused: '거절 1',
    why: '영상 파일: ‘2화.mp4’ 항목을 찾을 수 없어요.',
    fresh: '새로 만듦 2',
    all: '2줄 가져오기',
    yes: '확인',
    done: '완료',
    undo: '되돌리기',
    undone: '되돌렸어요',
  },
  en: {
    template: 'Download a template',
    file: 'File',
    pictures: 'Pictures',
    sent: 'Pictures uploaded: 1',
    check: 'Preview',
    refused: 'Refused 1',
    why: 'Video asset: There is no “2화.mp4”.',
    fresh: 'New 2',
    all: 'Import 2 rows',
    yes: 'Confirm',
    done: 'Done',
    undo: 'Undo',
    undone: 'Undone',
  },
};

test.each(toldIn('ko'))('a season from Excel, in %s', async (locale) => {
  const say = words[locale];
  const series = await buildProgramme(story.db, { kind: 'series', assetId: null });
  await buildSeason(story.db, { programmeId: series.id, number: 1 });
  const video = (await buildAsset(story.db, { fileName: `${unique('episode')}.mp4` })).fileName;
  const page = await openOffice(story, '/office/imports/create?resource=episodes', { locale });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say.template }).click(),
  ]);
  const [headings = []] = await readSheet(await download.createReadStream());

  /** The template with the season's two episodes, the second one's video being this. */
  const fill = async (secondVideo: string): Promise<Buffer> => {
    const rows = [
      [series.slug, '1', '1', '첫 회', 'First', '', '', video, '첫 회.jpg', 'true'],
      [series.slug, '1', '2', '둘째 회', 'Second', '', '', secondVideo, '', 'true'],
    ];
    const columns = headings.map((label, at) => ({
      name: `${at}`,
      label: `${label}`,
      kind: 'text' as const,
    }));
    async function* lines() {
      for (const row of rows) yield Object.fromEntries(row.entries());
    }
    const chunks: Buffer[] = [];
    for await (const chunk of streamRows(columns, lines(), { format: 'xlsx' })) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const sendTable = async (buffer: Buffer) => {
    await page.goto(`${story.url}/office/imports/create?resource=episodes`);
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await page.getByLabel(say.file, { exact: true }).setInputFiles({ name: '시즌 1.xlsx', mimeType, buffer });
    await sendStill(page);
    await page.getByText(say.sent).waitFor();
    await page.getByRole('button', { name: say.check }).click();
  };
  const sendStill = async (on: Page) =>
    on.getByLabel(say.pictures).setInputFiles({
      name: '첫 회.JPG'.normalize('NFD'),
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 800, height: 450, channels: 3, background: '#356' } })
        .jpeg()
        .toBuffer(),
    });
  const titles = async () =>
    (
      await story.pool.query(
        `select title_ko, landscape_id is not null as pictured from catalog_episodes where programme_id = $1 order by number`,
        [series.id],
      )
    ).rows;

  await sendTable(await fill('2화.mp4'));
  await page.getByRole('button', { name: say.refused }).waitFor();
  await page.getByText(say.why).waitFor();
  // The bar with the page's heading stays when the page is scrolled.
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 5000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expectAccessible(page, 'import, a season');
  await picture(page, 'office-import-season');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await titles()).toEqual([]);

  await sendTable(await fill(''));
  await page.getByRole('button', { name: say.fresh }).waitFor();
  await page.getByRole('button', { name: say.all, exact: true }).click();
  await page.getByRole('button', { name: say.yes }).click();
  await page.getByText(say.done, { exact: true }).waitFor();
  expect(await titles()).toEqual([
    { title_ko: '첫 회', pictured: true },
    { title_ko: '둘째 회', pictured: false },
  ]);
  await page.getByRole('button', { name: say.undo }).click();
  await page.getByRole('button', { name: say.yes }).click();
  await page.getByText(say.undone).waitFor();
  expect(await titles()).toEqual([]);
});
