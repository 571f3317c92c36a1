/** Settings of staff for themselves (columns, mails of reports) and for others (modules, exceptions), and the list of keys. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildNews, buildRole, buildStaff } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory } from '../fixtures.ts';
import { askOffice, menuNames, openOffice, walkTo } from './office.ts';

const story = openStory();
let staff: Awaited<ReturnType<typeof buildStaff>>;
/** All of it is set in one page. */
let page: Page;
beforeAll(async () => {
  staff = await buildStaff(story.db, { email: 'settings@example.com' });
  page = await openOffice(story, '/office', { as: staff, keep: true });
});
// Where the test of modules failed midway.
afterAll(async () => {
  await story.pool.query('delete from staff_modules_off');
});

const ask = (method: string, path: string, as: { token: string } = staff) =>
  askOffice(story, as, method, path);

test('a column that was hidden and one that was moved are so after a reload', async () => {
  await buildNews(story.db);
  await walkTo(page, 'news');
  const headings = page.locator('main thead').getByRole('columnheader');
  const names = async () => (await headings.allInnerTexts()).filter(Boolean);
  await expect.poll(names).toEqual(['소식 (한국어)', '소식 (영어)', '지나가는 시간(초)', '공개', '수정']);
  await page.getByRole('button', { name: '열 선택' }).click();
  await page.getByRole('switch', { name: '지나가는 시간(초)' }).uncheck();
  await page.getByRole('button', { name: '공개 옮기기' }).focus();
  const lift = async () => {
    await page.keyboard.press('Space');
    await page.getByText('공개를 들었어요. 4번째예요.').waitFor({ state: 'attached' });
    // The library listens to other keys from the next task on; its announcement may appear before.
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
  };
  await lift();
  // Put back, and the dialog stays.
  await page.keyboard.press('Escape');
  await page.getByText('옮기지 않았어요.').waitFor({ state: 'attached' });
  await lift();
  for (const place of [3, 2]) {
    await page.keyboard.press('ArrowUp');
    await page.getByText(`${place}번째로 옮겨요.`).waitFor({ state: 'attached' });
  }
  await page.keyboard.press('Space');
  await expectAccessible(page, 'choosing columns');
  await page.keyboard.press('Escape');
  const others = ['소식 (한국어)', '공개', '소식 (영어)', '수정'];
  await expect.poll(names).toEqual(others);
  await page.reload();
  await expect.poll(names).toEqual(others);
});

test('the list of shortcuts is opened and closed by the keyboard', async () => {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: '단축키' });
  await help.getByText('이 도움말', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
});

test('a report is mailed every week to whoever asks for it, until they end that', async () => {
  const mailings = async () =>
    (await story.pool.query('select report, every from reports_mailings where staff_id = $1', [staff.id]))
      .rows;
  await walkTo(page, 'reports/video');
  await page.getByRole('button', { name: '메일', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '영상 보고서를 메일로 받기' });
  await dialog.getByText('settings@example.com', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: '메일로 받기', exact: true }).click();
  const own = dialog.getByRole('list', { name: '받고 있는 메일' });
  await own.getByText('매주, 지난 월요일부터 일요일까지', { exact: true }).waitFor();
  expect(await mailings()).toEqual([{ report: 'video', every: 'week' }]);
  await own.getByRole('button', { name: '그만 받기: 매주, 지난 월요일부터 일요일까지' }).click();
  await own.waitFor({ state: 'detached' });
  expect(await mailings()).toEqual([]);
  await dialog.getByRole('button', { name: '닫기' }).click();
});

test('a module that is switched off is no menu for anybody until it is on again', async () => {
  const other = await buildStaff(story.db, { permissions: { news: ['read'], faqs: ['read'] } });
  const theirs = await openOffice(story, '/office', { as: other });
  const menus = async () => (await menuNames(theirs)).slice(1);
  await walkTo(page, 'modules');
  const news = page.getByRole('switch', { name: '속보' });
  const ownMenu = page.getByRole('menu').getByRole('menuitem', { name: '속보' });
  for (const [isOn, status, others] of [
    [false, 403, ['자주 묻는 질문', '질문 분류']],
    [true, 200, ['속보', '자주 묻는 질문', '질문 분류']],
  ] as const) {
    await news.click();
    await ownMenu.waitFor({ state: isOn ? 'visible' : 'detached' });
    await theirs.reload();
    await expect.poll(menus).toEqual(others);
    expect((await ask('GET', 'news', other)).status).toBe(status);
  }
});

test('what one person may do beside their role, and what they may not, is saved and holds', async () => {
  const role = await buildRole(story.db, {
    nameKo: '예외 시험',
    permissions: { genres: ['read', 'create'], faqs: ['read'] },
  });
  const person = await buildStaff(story.db, { roleId: role.id });
  await walkTo(page, `staff/${person.id}`);
  for (const [name, option] of [
    ['추가 권한', '공지사항: 보기'],
    ['제외 권한', '장르: 등록'],
  ] as const) {
    await page.getByRole('combobox', { name }).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await page.getByRole('button', { name: '저장', exact: true }).click();
  const exceptions = async () => (await (await ask('GET', `staff/${person.id}`)).json()).data.exceptions;
  await expect.poll(exceptions).toEqual({ notices: { give: ['read'] }, genres: { take: ['create'] } });
  const theirs = await openOffice(story, '/office/genres', { as: person });
  await theirs.getByRole('menuitem', { name: '공지사항' }).waitFor();
  await theirs.getByRole('button', { name: '열 선택' }).waitFor();
  expect(await theirs.getByRole('link', { name: '등록' }).count()).toBe(0);
  const body = { name_ko: '가락', name_en: 'Melody', slug: 'exception-melody' };
  expect((await askOffice(story, person, 'POST', 'genres', body)).status).toBe(403);
  expect((await ask('GET', 'notices', person)).status).toBe(200);
});
