/** An upload that is interrupted, and a file that cannot be a film. */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStory, picture } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();
const folder = mkdtempSync(join(tmpdir(), 'maru-upload-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an upload goes on where it stopped after the page was reloaded, and a failed file says why', async () => {
  const file = join(folder, '기획안.mp4');
  await writeFile(file, Buffer.alloc(20 * 2 ** 20, 'this is a plan, not a film '));
  const page = await openOffice(story, '/office/assets');
  const sent: string[] = [];
  await page.route(/\/api\/admin\/uploads\/.*\/parts\/\d+$/, async (route) => {
    const part = route.request().url().split('/').at(-1) as string;
    sent.push(part);
    // The second part never arrives while this page is open.
    if (part !== '2') await route.continue();
  });
  await page.getByTestId('upload-files').setInputFiles(file);
  const row = page.getByRole('list', { name: '올리는 파일' }).getByRole('listitem');
  await expect.poll(() => sent, { timeout: 30_000 }).toEqual(['1', '2']);
  await row.getByRole('button', { name: /^일시 정지/ }).click();
  await row.getByText('일시 정지 · 8.4 MB / 21.0 MB').waitFor();
  await picture(page, 'office-upload-paused');

  await page.unroute(/\/api\/admin\/uploads\/.*\/parts\/\d+$/);
  const again: string[] = [];
  page.on('request', (request) => {
    const part = /\/parts\/(\d+)$/.exec(request.url())?.[1];
    if (part) again.push(part);
  });
  await page.reload();
  await row.getByText('같은 파일을 다시 고르면 이어서 올려요.').waitFor();
  await page.getByTestId('upload-files').setInputFiles(file);
  await row.getByRole('link', { name: '영상 보기' }).click();
  expect(again).toEqual(['2', '3']);

  await page.getByText('실패', { exact: true }).first().waitFor({ timeout: 60_000 });
  await page.getByText('동영상 파일이 아니에요. 다른 파일을 올려 주세요.').waitFor();
  await picture(page, 'office-asset-failed');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: '다시 시도' }).click();
  await dialog.getByRole('button', { name: '확인' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('실패한 단계부터 다시 시작했어요.').waitFor();
  await page.getByText('2번째 시도').waitFor({ timeout: 60_000 });
  // The answer takes longer than the page waits between two looks at a file under way: it must not look again.
  await page.route(/\/api\/admin\/assets\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    if (route.request().method() === 'DELETE') await new Promise((done) => setTimeout(done, 1500));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: '삭제' }).click();
  await dialog.getByRole('button', { name: '확인' }).click();
  await page.getByText('삭제했어요.').waitFor();
  await page.getByText('아직 등록된 항목이 없어요').or(page.getByRole('table')).first().waitFor();
  await expect.poll(() => page.getByRole('cell', { name: '기획안.mp4' }).count()).toBe(0);
});
