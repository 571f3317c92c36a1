/** A change that is kept for later: where it is seen in the office, and that viewers have it from its instant on. */
import pino from 'pino';
import { expect, test } from 'vitest';
import { serviceZone, wallClock } from '../../src/contract/zone.ts';
import { buildApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config.ts';
import { makeContext } from '../../src/server/make-context.ts';
import { applyDueReleases } from '../../src/server/modules/releases/apply.service.ts';
import { buildNotice, buildProgramme, buildStaff } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture, type Story } from '../fixtures.ts';
import { askOffice, openOffice } from './office.ts';

const story = openStory();
const dayMs = 86_400_000;

/** What a worker does whose clock is further on. */
async function workAt(at: Date, { pool, db, dataDir }: Story): Promise<void> {
  const config = readConfig({ MARU_DATA_DIR: dataDir, MARU_DEMO: 'false' });
  const context = makeContext({ config, pool, db, log: pino({ level: 'error' }), now: () => at });
  // The office's resources are declared by the application.
  const app = await buildApp(context);
  await applyDueReleases(context);
  await app.close();
  await context.mail.close();
}

test('a title that is kept for later stands above its form and in the calendar, is previewed as a child, and is live once its time has come', async () => {
  const programme = await buildProgramme(story.db, {
    titleKo: '옛 이름의 극장',
    slug: 'renamed-theatre',
    maturity: 0,
  });
  const tomorrow = new Date(Date.now() + dayMs);
  const wall = `${wallClock(tomorrow, serviceZone).slice(0, 10)}T09:00`;
  const viewer = await story.open('/view/m/renamed-theatre');
  await viewer.getByRole('heading', { level: 1, name: '옛 이름의 극장' }).waitFor();

  const page = await openOffice(story, `/office/programmes/${programme.id}`);
  await page.getByLabel('제목 (한국어)').fill('새 이름의 극장');
  await page.getByRole('button', { name: '나중에 적용' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('적용 일시').fill(wall);
  await dialog.getByText('한국', { exact: false }).waitFor();
  await dialog.getByLabel('예약 이름').fill('극장 새 단장');
  await dialog.getByRole('button', { name: '예약', exact: true }).click();
  await page.getByText('예약된 변경이 있어요').waitFor();
  expect(await page.getByLabel('제목 (한국어)').inputValue()).toBe('옛 이름의 극장');

  await page.goto(`${story.url}/office/calendar?day=${wall.slice(0, 10)}`);
  await page.getByRole('link', { name: /09:00 극장 새 단장/ }).click();
  await page.getByRole('heading', { level: 2, name: '극장 새 단장' }).waitFor();
  await page.getByRole('cell', { name: '새 이름의 극장' }).waitFor();
  await picture(page, 'office-release');
  await expectAccessible(page, 'a release');
  const release = page.url();
  await page.getByRole('link', { name: '시청자 화면 미리보기' }).click();
  await page.waitForURL(/previews/);
  const preview = new URL(page.url());
  preview.searchParams.set('path', '/view/m/renamed-theatre');
  preview.searchParams.set('who', 'child');
  await page.goto(preview.href);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: '새 이름의 극장' }).waitFor();
  await frame.getByText('어린이 7세').waitFor();
  // Viewers have it as it was.
  await viewer.reload();
  await viewer.getByRole('heading', { level: 1, name: '옛 이름의 극장' }).waitFor();
  await page.goto(release);
  await page.getByRole('heading', { level: 2, name: '극장 새 단장' }).waitFor();

  await workAt(new Date(tomorrow.getTime() + dayMs), story);
  await expect
    .poll(async () => {
      await viewer.reload();
      return viewer.getByRole('heading', { level: 1 }).first().innerText();
    })
    .toBe('새 이름의 극장');
  await page.reload();
  await page.getByText('적용됨').first().waitFor();
  await page.getByRole('button', { name: '되돌리기' }).click();
  await page.getByText('되돌렸어요.').waitFor();
  await viewer.reload();
  await viewer.getByRole('heading', { level: 1, name: '옛 이름의 극장' }).waitFor();
});

test('a planned release is moved to another time from its page, and cancelled there', async () => {
  const staff = await buildStaff(story.db);
  const notice = await buildNotice(story.db, { titleKo: '봄 점검' });
  const ask = (method: string, path: string, body?: object) => askOffice(story, staff, method, path, body);
  const day = wallClock(new Date(Date.now() + 86_400_000), serviceZone).slice(0, 10);
  const planned = await ask('POST', 'planned-changes', {
    entity: 'notices',
    id: notice.id,
    action: 'update',
    fields: { title_ko: '겨울 점검' },
    applies_at: new Date(Date.now() + 3_600_000).toISOString(),
    name: '점검 이름',
  });
  const { release_id: id } = (await planned.json()).data;
  const release = async () => (await (await ask('GET', `releases/${id}`)).json()).data;
  const page = await openOffice(story, `/office/releases/${id}/show`, {
    as: staff,
    expected: [/status of 422/],
  });
  await page.getByRole('button', { name: '시각 변경' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('적용 일시').fill('2020-01-02T09:00');
  await dialog.getByRole('button', { name: '예약', exact: true }).click();
  const isPast = dialog.getByText('지금보다 나중을 골라 주세요.');
  await isPast.waitFor();
  // It goes with the time that it was said of.
  await dialog.getByLabel('적용 일시').fill(`${day}T09:00`);
  expect(await isPast.count()).toBe(0);
  await dialog.getByRole('button', { name: '예약', exact: true }).click();
  await page.getByText('예약했어요. 지금 모습은 그대로예요.').waitFor();
  expect(wallClock(new Date((await release()).applies_at), serviceZone)).toBe(`${day}T09:00`);

  await page.getByRole('button', { name: '예약 취소' }).click();
  await dialog.getByRole('button', { name: '확인' }).click();
  await page.getByText('예약을 취소했어요.').waitFor();
  await page.getByText('취소됨', { exact: true }).waitFor();
  expect((await release()).status).toBe('cancelled');
  await page.getByRole('button', { name: '다시 예약' }).waitFor();
});
