/** Unsaved input returns after a reload, except passwords. Forms within the page of another record do the same. */
import { expect, test } from 'vitest';
import {
  buildEpisode,
  buildInquiry,
  buildPerson,
  buildProgramme,
  buildSeason,
  buildStaff,
  buildUser,
} from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openBlank, openStory, picture } from '../fixtures.ts';
import { openOffice } from './office.ts';

const story = openStory();

const restored = '저장하지 않은 내용을 되살렸어요.';

test('seasons and episodes within their programme’s page survive a reload, are kept for later, and say what a delete takes', async () => {
  const series = await buildProgramme(story.db, { kind: 'series', titleKo: '두 철의 집' });
  const season = await buildSeason(story.db, { programmeId: series.id, number: 1 });
  const episode = await buildEpisode(story.db, { season, number: 1, titleKo: '첫 회' });
  const other = await buildProgramme(story.db, { kind: 'series' });
  const page = await openOffice(story, `/office/programmes/${series.id}?tab=episodes`);

  // Input for one program does not appear on the page of another.
  await page.getByRole('button', { name: '시즌 추가' }).click();
  await page.getByLabel('이름 (한국어)').fill('둘째 철');
  await page.goto(`${story.url}/office/programmes/${other.id}?tab=episodes`);
  await page.getByRole('button', { name: '시즌 추가' }).click();
  expect(await page.getByLabel('이름 (한국어)').inputValue()).toBe('');
  await page.goto(`${story.url}/office/programmes/${series.id}?tab=episodes`);
  await page.getByText(restored).waitFor();
  expect(await page.getByLabel('이름 (한국어)').inputValue()).toBe('둘째 철');
  await page.getByRole('button', { name: '취소' }).click();

  await page.getByRole('button', { name: '회차 수정: 첫 회' }).click();
  const title = page.getByLabel('제목 (한국어)').last();
  await title.fill('나중 제목');
  await page.reload();
  await page.getByText(restored).waitFor();
  await expect.poll(() => title.inputValue()).toBe('나중 제목');
  await page.getByRole('button', { name: '나중에 적용' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '예약', exact: true }).click();
  await page.getByText('예약된 변경이 있어요').waitFor();
  expect(await title.inputValue()).toBe('첫 회');
  const { rows: planned } = await story.pool.query(
    'select entity, fields from releases_changes where entity_id = $1',
    [episode.id],
  );
  expect(planned).toEqual([{ entity: 'episodes', fields: { title_ko: '나중 제목' } }]);
  await page.getByRole('button', { name: '취소' }).click();

  await page.getByRole('button', { name: '시즌 삭제: 시즌 1' }).click();
  await dialog.getByText('함께 삭제: 회차 1개').waitFor();
  await dialog.getByRole('button', { name: '확인' }).click();
  const count = async () =>
    (await story.pool.query('select from catalog_episodes where id = $1', [episode.id])).rowCount;
  await expect.poll(count).toBe(0);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await page.getByText('되돌렸어요.').waitFor();
  expect(await count()).toBe(1);
  await page.getByText('첫 회', { exact: true }).first().waitFor();
});

test('input that is typed while a save runs stays, and is saved by the next save', async () => {
  const person = await buildPerson(story.db, { nameKo: '먼저', nameEn: 'First' });
  const page = await openOffice(story, `/office/people/${person.id}`);
  const name = page.getByLabel('이름 (한국어)');
  const english = page.getByLabel('이름 (영어)');
  const save = page.getByRole('button', { name: '저장', exact: true });
  const saved = async () =>
    (await story.pool.query('select name_ko, name_en from catalog_people where id = $1', [person.id]))
      .rows[0];
  let answer = () => {};
  const typed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/people/*', async (route) => {
    if (route.request().method() === 'PATCH') await typed;
    await route.continue();
  });
  await name.fill('보낸 이름');
  await save.click();
  await name.fill('더 쓴 이름');
  await english.fill('More');
  answer();
  await page.getByRole('button', { name: '되돌리기' }).waitFor();
  expect(await saved()).toEqual({ name_ko: '보낸 이름', name_en: 'First' });
  expect([await name.inputValue(), await english.inputValue()]).toEqual(['더 쓴 이름', 'More']);
  await save.click();
  await expect.poll(saved).toEqual({ name_ko: '더 쓴 이름', name_en: 'More' });
  // The form has nothing left to save.
  await expect.poll(() => save.isDisabled()).toBe(true);
  expect([await name.inputValue(), await english.inputValue()]).toEqual(['더 쓴 이름', 'More']);
});

test('a draft that comes back after somebody else has saved overwrites nothing unless its author says so', async () => {
  const person = await buildPerson(story.db, { nameKo: '처음 이름', nameEn: 'First' });
  const other = await buildStaff(story.db);
  const saveAsOther = async (body: object) => {
    const answer = await fetch(`${story.url}/api/admin/people/${person.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  const saved = async () => {
    const { rows } = await story.pool.query<{ name_ko: string; name_en: string }>(
      'select name_ko, name_en from catalog_people where id = $1',
      [person.id],
    );
    return [rows[0]?.name_ko, rows[0]?.name_en];
  };
  const page = await openOffice(story, `/office/people/${person.id}`, { expected: [/status of 409/] });
  const name = page.getByLabel('이름 (한국어)');
  const save = page.getByRole('button', { name: '저장', exact: true });
  const told = page.getByText('그사이 다른 사람이 이 항목을 저장했어요. 다시 불러오면');
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')));

  await name.fill('내 이름');
  await saveAsOther({ name_ko: '남의 이름', name_en: 'Theirs' });
  await page.reload();
  // The page shows the conflict at once, with the fields that both changed.
  await page.getByText('저장할 때 어느 쪽을 남길지 물어봐요.').waitFor();
  await page.getByText('둘 다 바꾼 항목: 이름 (한국어)', { exact: true }).waitFor();
  expect(await page.getByLabel('이름 (영어)').inputValue()).toBe('Theirs');
  await expectAccessible(page, 'a draft that is older than its record');
  await save.click();
  await told.waitFor();
  expect(await saved()).toEqual(['남의 이름', 'Theirs']);
  await picture(page, 'office-conflict');
  // A staff member who does not choose loses nothing.
  await page.reload();
  await page.getByText(restored).waitFor();
  await expect.poll(() => name.inputValue()).toBe('내 이름');
  await save.click();
  await told.waitFor();
  await page.getByText('둘 다 바꾼 항목: 이름 (한국어)', { exact: true }).last().waitFor();
  await page.getByRole('button', { name: '내 변경 저장' }).click();
  await expect.poll(saved).toEqual(['내 이름', 'Theirs']);
  await page.getByText(restored).waitFor({ state: 'detached' });
  await expect.poll(drafts).toEqual([]);
  expect(await name.inputValue()).toBe('내 이름');

  // Without a reload, and theirs is kept.
  await name.fill('또 내 이름');
  await saveAsOther({ name_ko: '또 남의 이름' });
  await save.click();
  await told.waitFor();
  await page.getByRole('button', { name: '다시 불러오기' }).click();
  await expect.poll(() => name.inputValue()).toBe('또 남의 이름');
  await expect.poll(drafts).toEqual([]);
  expect(await saved()).toEqual(['또 남의 이름', 'Theirs']);
  // The same for a restored draft. The next input is based on the other staff member's version.
  await name.fill('셋째 이름');
  await saveAsOther({ name_ko: '남의 셋째' });
  await page.reload();
  await page.getByText(restored).waitFor();
  await save.click();
  await told.waitFor();
  await page.getByRole('button', { name: '다시 불러오기' }).click();
  await expect.poll(() => name.inputValue()).toBe('남의 셋째');
  await name.fill('마지막 이름');
  await save.click();
  await expect.poll(saved).toEqual(['마지막 이름', 'Theirs']);
  // The page has the answer once it offers to undo the change.
  await page.getByRole('button', { name: '되돌리기' }).waitFor();
  // Undoing would discard the input since the save, so it is refused.
  await name.fill('아직 아닌 이름');
  await expect.poll(drafts).toHaveLength(1);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await page.getByText('저장하지 않은 내용이 있어 되돌리지 않았어요.').waitFor();
  expect([await name.inputValue(), (await saved())[0]]).toEqual(['아직 아닌 이름', '마지막 이름']);

  // A planned change asks the same question as a save.
  await name.fill('나중 이름');
  await saveAsOther({ name_ko: '남의 넷째' });
  await page.getByRole('button', { name: '나중에 적용' }).click();
  const dialog = page.getByRole('dialog');
  const plan = dialog.getByRole('button', { name: '예약', exact: true });
  await plan.click();
  await dialog.getByText('그대로 예약하려면 한 번 더 눌러 주세요.').waitFor();
  await dialog.getByText('둘 다 바꾼 항목: 이름 (한국어)', { exact: true }).waitFor();
  await expectAccessible(page, 'a plan over what somebody else has saved');
  const planned = async () =>
    (await story.pool.query('select fields, before from releases_changes where entity_id = $1', [person.id]))
      .rows;
  expect(await planned()).toEqual([]);
  await plan.click();
  await page.getByText('예약된 변경이 있어요').waitFor();
  expect(await planned()).toEqual([{ fields: { name_ko: '나중 이름' }, before: { name_ko: '남의 넷째' } }]);
  await expect.poll(() => name.inputValue()).toBe('남의 넷째');
});

test('an answer to an inquiry survives a reload, and is forgotten once it is sent', async () => {
  const inquiry = await buildInquiry(story.db, { user: await buildUser(story.db) });
  const page = await openOffice(story, `/office/inquiries/${inquiry.id}/show`);
  const answer = page.getByRole('textbox', { name: '답변', exact: true });
  await answer.fill('확인하고 있어요.');
  await page.reload();
  await expect.poll(() => answer.inputValue()).toBe('확인하고 있어요.');
  await page.getByRole('button', { name: '답변 보내기' }).click();
  await page.getByText(/답변을 보냈어요/).waitFor();
  await page.reload();
  await answer.waitFor();
  expect(await answer.inputValue()).toBe('');
});

test('a password that was entered is not stored in the browser', async () => {
  const page = await openOffice(story, '/office/staff/create');
  await page.getByLabel('이름').first().fill('새 직원');
  const password = page.getByLabel('비밀번호');
  await password.fill('a long secret phrase');
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  await expect.poll(stored).toContain('새 직원');
  expect(await stored()).not.toContain('a long secret phrase');
  await page.reload();
  await page.getByText(restored).waitFor();
  expect(await password.inputValue()).toBe('');
});

test('a form that was only opened, or put back to what it was, leaves nothing to restore; what was entered asks before it is left', async () => {
  const person = await buildPerson(story.db, { nameKo: '그대로' });
  const page = await openOffice(story, '/office/tax-rates/create');
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')));
  for (const [path, label, initially] of [
    ['tax-rates/create', '세금 이름', ''],
    ['clips/create', '제목 (한국어)', ''],
    ['programmes/create', '제목 (한국어)', ''],
    [`people/${person.id}`, '이름 (한국어)', '그대로'],
  ] as const) {
    await page.goto(`${story.url}/office/${path}`);
    const input = page.getByLabel(label).first();
    const expectUntouched = async () => {
      await input.waitFor();
      await page.reload();
      await expect.poll(() => input.inputValue()).toBe(initially);
      expect([path, await page.getByText(restored).count(), await drafts()]).toEqual([path, 0, []]);
    };
    await expectUntouched();
    await input.fill('무엇');
    await expect.poll(drafts).toHaveLength(1);
    await input.fill(initially);
    await expect.poll(drafts).toEqual([]);
    await expectUntouched();
  }

  await page.getByLabel('이름 (한국어)').fill('다른 이름');
  await page.reload();
  await page.getByText(restored).waitFor();
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
  await page.getByRole('link', { name: '목록' }).click();
  await asked;
  await page.waitForURL(/\/people$/);
  expect(await drafts()).toEqual([]);
});

test('what was entered when a session ends is there again for whoever signs in, and for nobody else', async () => {
  const person = await buildPerson(story.db, { nameKo: '세션 이름' });
  const [author, other] = [await buildStaff(story.db), await buildStaff(story.db)];
  const address = `/office/people/${person.id}`;
  const page = await openOffice(story, address, { as: author, expected: [/status of 401/] });
  const name = page.getByLabel('이름 (한국어)');
  const signIn = async ({ username, password }: typeof author) => {
    await page.getByLabel('아이디').fill(username);
    await page.getByLabel('비밀번호').fill(password);
    await page.getByRole('button', { name: '로그인' }).click();
    await page.getByLabel('비밀번호').waitFor({ state: 'detached' });
    await page.goto(story.url + address);
    await name.waitFor();
  };
  await name.fill('쓰다 만 이름');
  await story.pool.query('delete from staff_sessions where staff_id = $1', [author.id]);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByLabel('비밀번호').waitFor();
  await signIn(other);
  expect(await name.inputValue()).toBe('세션 이름');
  await story.pool.query('delete from staff_sessions where staff_id = $1', [other.id]);
  await page.reload();
  await page.getByLabel('비밀번호').waitFor();
  await signIn(author);
  await page.getByText(restored).waitFor();
  await expect.poll(() => name.inputValue()).toBe('쓰다 만 이름');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect
    .poll(
      async () =>
        (await story.pool.query('select name_ko from catalog_people where id = $1', [person.id])).rows[0]
          .name_ko,
    )
    .toBe('쓰다 만 이름');
});

test('a part whose script does not come says so, keeps the form, and comes when the connection is back', async () => {
  const page = await openOffice(story, '/office/notices/create', {
    expected: [/rich-text/, /ERR_INTERNET_DISCONNECTED/],
  });
  await page.route('**/assets/rich-text-*.js*', (route) => route.abort());
  await page.reload();
  await page.getByLabel('제목 (한국어)').fill('새 공지');
  const failed = page.getByRole('alert').filter({ hasText: '페이지의 일부를 불러오지 못했어요.' });
  await expect.poll(() => failed.count()).toBe(2);
  await page.unroute('**/assets/rich-text-*.js*');
  await failed.first().getByRole('button', { name: '다시 시도' }).click();
  await page.getByRole('toolbar').first().waitFor();
  // The other language's editor has the same script.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect.poll(() => failed.count()).toBe(0);
  expect(await page.getByLabel('제목 (한국어)').inputValue()).toBe('새 공지');
});

test('without scripts, and when they do not come, the office says what to do in both languages', async () => {
  const html = await (await fetch(`${story.url}/office`)).text();
  const withoutScripts = /<noscript>(.*?)<\/noscript>/s.exec(html)?.[1];
  expect(withoutScripts).toMatch(/자바스크립트.*needs JavaScript/s);
  const page = await openBlank(story, { expected: [/assets/] });
  await page.route('**/office/assets/*.js', (route) => route.abort());
  await page.goto(`${story.url}/office`);
  await page.getByRole('heading', { name: '오피스를 아직 불러오지 못했어요' }).waitFor();
  await page.unroute('**/office/assets/*.js');
  await page.getByRole('link', { name: '새로고침' }).click();
  await page.getByLabel('아이디').waitFor();
});
