/** Lists of the office: filters and views, bulk changes, order, undo, deleted records, and keys. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  buildAsset,
  buildCategory,
  buildEpisode,
  buildGenre,
  buildInquiry,
  buildNotice,
  buildPerson,
  buildPlan,
  buildProgramme,
  buildRole,
  buildSeason,
  buildStaff,
  buildUser,
} from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { menuNames, openOffice, rememberStaff } from './office.ts';

const story = openStory();

test('a list is filtered by any field, its view is saved and opened by its address on another browser', async () => {
  const category = await buildCategory(story.db, { nameKo: '보기 시험', nameEn: 'View trial' });
  await buildCategory(story.db, { nameKo: '둘째 보기' });
  for (const [titleKo, releaseYear] of [
    ['오래된 길', 1999],
    ['새로운 길', 2025],
    ['해가 없는 길', null],
  ] as const)
    await buildProgramme(story.db, { titleKo, releaseYear, categoryId: category.id });
  const staff = await buildStaff(story.db);
  const page = await openOffice(
    story,
    `/office/programmes?filter=${encodeURIComponent(JSON.stringify({ category_id: category.id }))}`,
    { as: staff },
  );
  const rows = page.locator('main tbody .RaDataTable-row');
  await expect.poll(() => rows.count()).toBe(3);
  // The filter names the category, and offers categories.
  const byCategory = page.getByRole('combobox', { name: '카테고리' });
  await expect.poll(() => byCategory.inputValue()).toBe('보기 시험');
  await byCategory.fill('둘째 보기');
  await page.getByRole('option', { name: '둘째 보기' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '필터 추가' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('항목', { exact: true }).click();
  await page.getByRole('option', { name: '제작 연도' }).click();
  await dialog.getByLabel('제작 연도 이상').fill('2020');
  await expectAccessible(page, 'adding a filter');
  await dialog.getByRole('button', { name: '적용' }).click();
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('새로운 길')]);
  await page.getByText('제작 연도 이상: 2020').waitFor();
  await picture(page, 'office-filtered');

  await page.getByRole('button', { name: '저장한 보기', exact: true }).click();
  await page.getByRole('menuitem', { name: '현재 보기 저장' }).click();
  await page.getByLabel('보기 이름').fill('새 작품');
  await page.getByRole('dialog').getByRole('button', { name: '저장' }).dblclick();
  await page.getByText('보기를 저장했어요.').waitFor();
  const { rows: saved } = await story.pool.query<{ id: string }>(
    'select id from staff_views where staff_id = $1',
    [staff.id],
  );
  const view = saved[0];
  // Its address is at hand, and it is called otherwise, shared, and made what the list shows now.
  await page.getByRole('button', { name: '저장한 보기', exact: true }).click();
  await page.getByRole('menuitem', { name: '보기 관리' }).click();
  const manage = page.getByRole('dialog', { name: '보기 관리' });
  expect(await manage.getByRole('listitem').count()).toBe(1);
  await expectAccessible(page, 'managing views');
  await picture(page, 'office-views');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await manage.getByRole('button', { name: '새 작품: 주소 복사' }).click();
  await page.getByText('주소를 복사했어요.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${story.url}/office/programmes?view=${view?.id}`);
  await manage.getByRole('button', { name: '새 작품: 이름과 공유' }).click();
  await page.getByLabel('보기 이름').fill('최근 작품');
  await page.getByLabel('같은 역할의 직원과 함께 쓰기').check();
  await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
  await manage.getByText('같은 역할의 직원과 함께 써요.').waitFor();
  await manage.getByRole('button', { name: '최근 작품: 현재 보기로 바꾸기' }).click();
  await manage.getByRole('button', { name: '닫기' }).click();
  const elsewhere = await openOffice(story, `/office/programmes?view=${view?.id}`, {
    as: staff,
  });
  await elsewhere.getByText('제작 연도 이상: 2020').waitFor();
  await expect
    .poll(() => elsewhere.locator('main tbody .RaDataTable-row').allInnerTexts())
    .toEqual([expect.stringContaining('새로운 길')]);
  // It is opened once, so that later filters stay.
  const search = elsewhere.getByRole('textbox', { name: '검색' });
  await search.fill('없는 작품');
  await elsewhere.getByText('조건에 맞는 항목이 없어요.').waitFor();
  await elsewhere.reload();
  await elsewhere.getByText('조건에 맞는 항목이 없어요.').waitFor();
  expect(await search.inputValue()).toBe('없는 작품');
  expect(new URL(elsewhere.url()).searchParams.has('view')).toBe(false);
});

test('what the rows of a list name is asked for in one call for each kind', async () => {
  const category = await buildCategory(story.db);
  for (const name of ['하나', '둘'])
    await buildProgramme(
      story.db,
      { titleKo: name, categoryId: category.id },
      {
        genreIds: [(await buildGenre(story.db, { nameKo: `갈래 ${name}` })).id],
        cast: [{ personId: (await buildPerson(story.db, { nameKo: `배우 ${name}` })).id }],
      },
    );
  const page = await rememberStaff(story, { width: 1920 });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.has('ids')) asked.push(`${pathname} ${searchParams.get('ids')?.split(',').length}`);
  });
  await page.goto(
    `${story.url}/office/programmes?filter=${encodeURIComponent(JSON.stringify({ category_id: category.id }))}`,
  );
  for (const name of ['갈래 하나', '갈래 둘', '배우 하나', '배우 둘'])
    await page.getByRole('cell', { name }).waitFor();
  for (const call of ['/api/admin/genres 2', '/api/admin/people 2'])
    expect(asked.filter((path) => path.startsWith(call.split(' ')[0] ?? ''))).toEqual([call]);
});

test('many records are changed at once: who cannot be is said first, the rest is changed and undone in one go', async () => {
  const category = await buildCategory(story.db, { nameEn: 'Bulk trial' });
  const [first] = [
    await buildProgramme(story.db, { titleEn: 'Bulk one', categoryId: category.id }),
    await buildProgramme(story.db, { titleEn: 'Bulk two', categoryId: category.id }),
    // A movie keeps its video, which a series may not have.
  ];
  const bare = await buildProgramme(story.db, {
    titleEn: 'Bulk bare',
    categoryId: category.id,
    assetId: null,
  });
  const page = await openOffice(
    story,
    `/office/programmes?filter=${encodeURIComponent(JSON.stringify({ category_id: category.id }))}`,
    { locale: 'en' },
  );
  await page.getByRole('row').filter({ hasText: 'Bulk one' }).waitFor();
  await page.locator('thead').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Change a field' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type').last().click();
  await page.getByRole('option', { name: 'Series' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await page.getByText('2 cannot be changed').waitFor();
  await page.getByText('Programs: 1 will change.').waitFor();
  await expectAccessible(page, 'a change of many');
  await picture(page, 'office-bulk-refused');
  await page.getByRole('button', { name: 'Change the rest' }).click();
  await page.getByText('1 record has been changed.').waitFor();
  const kindOf = async (id: string) =>
    (await story.pool.query<{ kind: string }>('select kind from catalog_programmes where id = $1', [id]))
      .rows[0]?.kind;
  expect([await kindOf(bare.id), await kindOf(first?.id ?? '')]).toEqual(['series', 'movie']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  expect(await kindOf(bare.id)).toBe('movie');
});

test('one end of many windows is changed, and the other ends stay as they were', async () => {
  const category = await buildCategory(story.db, { nameKo: '기간 시험' });
  const until = new Date('2031-05-01T07:00:00Z');
  await buildProgramme(story.db, { titleKo: '끝이 있는 길', categoryId: category.id, availableUntil: until });
  await buildProgramme(story.db, { titleKo: '끝이 없는 길', categoryId: category.id });
  const page = await openOffice(
    story,
    `/office/programmes?filter=${encodeURIComponent(JSON.stringify({ category_id: category.id }))}`,
  );
  const windows = async () =>
    (
      await story.pool.query(
        `select available_from as from, available_until as until from catalog_programmes
          where category_id = $1 order by available_until`,
        [category.id],
      )
    ).rows;
  await page.getByRole('row').filter({ hasText: '끝이 있는 길' }).waitFor();
  const change = async (field: string, enter: () => Promise<void>) => {
    await page.locator('thead').getByRole('checkbox').check();
    await page.getByRole('button', { name: '항목 바꾸기' }).click();
    await page.getByRole('dialog').getByLabel('바꿀 항목').click();
    await page.getByRole('option', { name: field, exact: true }).click();
    await enter();
    await picture(page, `office-bulk-${field}`);
    await page.getByRole('dialog').getByRole('button', { name: '다음' }).click();
    await page.getByRole('button', { name: '바꾸기', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await change('공개 시작', () =>
    page.getByRole('dialog').getByLabel('공개 시작').last().fill('2030-01-01T00:00'),
  );
  const from = new Date('2030-01-01T08:00:00Z');
  expect(await windows()).toEqual([
    { from, until },
    { from, until: null },
  ]);
  // Left empty, an end is taken away.
  await change('공개 종료', async () => {});
  expect(await windows()).toEqual([
    { from, until: null },
    { from, until: null },
  ]);
});

test('undo is offered for what can be undone, and an entry of several records says how many', async () => {
  const owner = await buildStaff(story.db, { name: '바꾼 사람' });
  const genres = [await buildGenre(story.db, { nameKo: '첫 갈래' }), await buildGenre(story.db)];
  const asset = await buildAsset(story.db, { fileName: '지울 영상.mp4' });
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${story.url}/api/admin/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${owner.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.status, path).toBe(200);
  };
  await send('POST', 'changes', {
    resource: 'genres',
    ids: genres.map(({ id }) => id),
    change: { action: 'delete' },
  });
  await send('DELETE', `assets/${asset.id}`);
  await send('POST', 'exports', {
    resource: 'genres',
    format: 'csv',
    query: {},
    columns: [{ field: 'name_ko', label: '이름' }],
  });
  const page = await openOffice(story, '/office');
  const changes = page.getByRole('region', { name: '최근 변경' });
  await changes.getByRole('listitem').first().waitFor();
  await picture(page, 'office-latest-changes');
  const links = await changes
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.filter((link) => link?.includes('null'))).toEqual([]);
  await changes.getByText('2개를 한 번에').first().waitFor();

  await page.goto(
    `${story.url}/office/events?filter=${encodeURIComponent(JSON.stringify({ staff_id: owner.id }))}`,
  );
  for (const [action, entity, undoes] of [
    ['내보내기', '장르', 0],
    ['삭제', '영상 파일', 0],
    ['삭제', '장르', 1],
  ] as const) {
    const row = page
      .locator('tbody .RaDataTable-row')
      .filter({ hasText: action })
      .filter({ hasText: entity });
    await row.getByRole('button', { name: '펼치기' }).click();
    const details = row.locator('xpath=following-sibling::tr[1]');
    await details.getByText(undoes ? '변경 내용 보기' : /없어요|이전/).waitFor();
    await expect.poll(() => details.getByRole('button', { name: '되돌리기' }).count()).toBe(undoes);
    await picture(page, `office-event-${action}-${entity}`);
  }
  await page.goto(`${story.url}/office/staff`);
  await page.getByRole('button', { name: '내보내기' }).waitFor();
  expect(await page.getByRole('button', { name: '삭제한 항목' }).count()).toBe(0);
});

test('whoever has no card on the start page is led to the menus of the role', async () => {
  const page = await openOffice(story, '/office', { permissions: { notices: ['read'], faqs: ['read'] } });
  const menus = page.getByRole('region', { name: '볼 수 있는 메뉴' });
  await expect
    .poll(() => menus.getByRole('link').allInnerTexts())
    .toEqual(['공지사항', '자주 묻는 질문', '질문 분류']);
  await picture(page, 'office-menus');
  const nobody = await openOffice(story, '/office', { permissions: {} });
  await nobody.getByText('볼 수 있는 모듈이 없어요.').waitFor();
});

test('reports are menus like all others: a role names, moves, groups and leaves them out', async () => {
  const placed = { name_ko: '', name_en: '', group_ko: '', group_en: '', hidden: false };
  const role = await buildRole(story.db, { nameKo: '순서가 있는 역할' });
  const page = await openOffice(story, `/office/roles/${role.id}`);
  const report = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch', { name: '키워드 보이기' }) });
  await report.getByRole('button', { name: '키워드 · 보고서' }).click();
  await report.getByLabel('이름 (한국어)').fill('무엇을 찾았나');
  await report.getByLabel('묶음 (한국어)').fill('매일 보는 것');
  await report.getByRole('button', { name: '무엇을 찾았나 · 매일 보는 것' }).waitFor();
  const handle = report.getByRole('button', { name: '키워드 옮기기' });
  const placeOf = async () =>
    (
      await page
        .getByRole('listitem')
        .getByRole('switch')
        .evaluateAll((all) => all.map((own) => own.ariaLabel))
    ).indexOf('키워드 보이기');
  const place = await placeOf();
  await handle.focus();
  await page.keyboard.press('Space');
  await page.getByText(`키워드를 들었어요. ${place + 1}번째예요.`).waitFor({ state: 'attached' });
  // The library listens to arrows from the next task on. Its text may stand there before.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press('ArrowUp');
  await page.getByText(`${place}번째로 옮겨요.`).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(placeOf).toBe(place - 1);
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByText('수정했어요.').waitFor();
  const { rows } = await story.pool.query<{ menus: { resource: string; name_ko: string }[] }>(
    'select menus from staff_roles where id = $1',
    [role.id],
  );
  expect(rows[0]?.menus.find(({ name_ko }) => name_ko === '무엇을 찾았나')?.resource).toBe('report-keywords');
  await story.pool.query('update staff_roles set menus = $2 where id = $1', [
    role.id,
    JSON.stringify([
      { ...placed, resource: 'report-keywords', name_ko: '무엇을 찾았나', group_ko: '매일 보는 것' },
      { ...placed, resource: 'genres', group_ko: '매일 보는 것' },
      { ...placed, resource: 'report-retention', hidden: true },
    ]),
  ]);
  const owner = await buildStaff(story.db, { roleId: role.id });
  const own = await openOffice(story, '/office', { as: owner });
  await own.getByRole('menuitem', { name: '무엇을 찾았나' }).waitFor();
  const names = await menuNames(own);
  expect(names.slice(1, 3)).toEqual(['무엇을 찾았나', '장르']);
  expect(names).not.toContain('유지율');
  await own.getByRole('menuitem', { name: '무엇을 찾았나' }).click();
  await own.waitForURL(/\/office\/reports\/keywords/);
});

test('a list is narrowed by what its records list, and shows a column that it did not', async () => {
  const genre = await buildGenre(story.db, { nameKo: '겨울 장르' });
  const { id: categoryId } = await buildCategory(story.db, { nameKo: '목록 시험' });
  const found = { titleKo: '겨울 나라', slug: 'winter-land', regions: ['CA'], categoryId };
  await buildProgramme(story.db, found, { genreIds: [genre.id] });
  await buildProgramme(story.db, { titleKo: '여름 나라', regions: ['US'], categoryId });
  const page = await openOffice(
    story,
    `/office/programmes?filter=${encodeURIComponent(JSON.stringify({ category_id: categoryId }))}`,
  );
  const rows = page.locator('main tbody .RaDataTable-row');
  await expect.poll(() => rows.count()).toBe(2);
  const ask = async (field: string, choose: (dialog: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: '필터 추가' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('항목', { exact: true }).click();
    await page.getByRole('option', { name: field, exact: true }).click();
    await choose(dialog);
    await expectAccessible(page, `a filter by ${field}`);
    await dialog.getByRole('button', { name: '적용' }).click();
  };
  const pick = (field: string, name: string) => async (dialog: Locator) => {
    await dialog.getByRole('combobox', { name: field, exact: true }).fill(name);
    await page.getByRole('option', { name }).click();
  };
  await ask('장르', pick('장르', '겨울 장르'));
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('겨울 나라')]);
  const chip = page.getByText('장르: 겨울 장르');
  await chip.waitFor();
  await ask('볼 수 있는 국가', pick('볼 수 있는 국가', '캐나다'));
  await page.getByText('볼 수 있는 국가: 캐나다').waitFor();
  await expect.poll(() => rows.count()).toBe(1);

  const heading = page.getByRole('columnheader', { name: '볼 수 있는 국가' });
  expect(await heading.count()).toBe(0);
  await page.getByRole('button', { name: '열 선택' }).click();
  await page.getByRole('switch', { name: '볼 수 있는 국가' }).check();
  await page.keyboard.press('Escape');
  await heading.waitFor();
  await rows.getByRole('cell', { name: '캐나다' }).waitFor();
  await picture(page, 'office-lists-of-records');
});

/** Notes each order that a list shows from now on. */
function watchOrder(list: HTMLElement | SVGElement): string[] {
  const orders: string[] = [];
  const note = () => {
    const order = [...list.children].map((row) => row.textContent ?? '').join(' ');
    if (orders.at(-1) !== order) orders.push(order);
  };
  note();
  new MutationObserver(note).observe(list, { childList: true, subtree: true, characterData: true });
  return orders;
}

test('records are put in order by the keyboard, and a deleted one comes back', async () => {
  const parent = await buildCategory(story.db, { nameKo: '순서 시험' });
  await buildCategory(story.db, { nameKo: '다른 분류' });
  for (const [position, nameKo] of [
    [1, '첫째'],
    [2, '둘째'],
    [3, '셋째'],
  ] as const)
    await buildCategory(story.db, { nameKo, parentId: parent.id, position });
  const page = await openOffice(
    story,
    `/office/categories?filter=${encodeURIComponent(JSON.stringify({ parent_id: parent.id }))}`,
  );
  await page.getByRole('button', { name: '순서' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: '순서 시험' }).waitFor();
  const handle = page.getByRole('button', { name: '셋째 옮기기' });
  await handle.focus();
  await page.keyboard.press('Space');
  await page.getByText('셋째를 들었어요. 3번째예요.').waitFor({ state: 'attached' });
  // The library listens to arrows from the next task on. Its text may stand there before.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press('ArrowUp');
  await page.getByText('2번째로 옮겨요.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  const names = async () =>
    (
      await story.pool.query<{ name_ko: string }>(
        'select name_ko from catalog_categories where parent_id = $1 order by position',
        [parent.id],
      )
    ).rows.map(({ name_ko }) => name_ko);
  await expect.poll(names).toEqual(['첫째', '셋째', '둘째']);
  await page.getByText('순서를 바꿨어요.').waitFor();
  await expectAccessible(page, 'putting records in order');
  // The keyboard goes on where it was, and takes the move back.
  await expect.poll(() => handle.evaluate((own) => own === document.activeElement)).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: '되돌리기' }).press('Enter');
  await expect.poll(names).toEqual(['첫째', '둘째', '셋째']);
  await page.getByRole('dialog').getByRole('button', { name: '되돌리기' }).waitFor({ state: 'detached' });
  // Moved twice, while each answer with the list arrives late. No old order is shown in between.
  const isList = (answer: { url(): string }) => answer.url().includes('/api/admin/categories?');
  await page.route('**/api/admin/categories?*', async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  const orders = await page.getByRole('dialog').getByRole('list').first().evaluateHandle(watchOrder);
  for (const place of [3, 2]) {
    await handle.focus();
    await page.keyboard.press('Space');
    await page.getByText(`셋째를 들었어요. ${place}번째예요.`).waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await page.keyboard.press('ArrowUp');
    await page.getByText(`${place - 1}번째로 옮겨요.`).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.waitForResponse(isList);
  }
  await expect.poll(names).toEqual(['셋째', '첫째', '둘째']);
  expect(await orders.jsonValue()).toEqual(['1첫째 2둘째 3셋째', '1첫째 2셋째 3둘째', '1셋째 2첫째 3둘째']);
  await page.unroute('**/api/admin/categories?*');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // A group stays where it is when a record of another one moves.
  await page.goto(`${story.url}/office/categories?filter={}`);
  await page.getByRole('button', { name: '순서' }).click();
  const titles = page.getByRole('dialog').getByRole('heading', { level: 3 });
  await expect.poll(() => titles.first().textContent()).toBe('맨 위 단계');
  const first = page.getByRole('dialog').getByRole('listitem').first();
  const title = await first.textContent();
  await first.getByRole('button').focus();
  await page.keyboard.press('Space');
  await page.getByText(/들었어요. 1번째예요.$/).waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press('ArrowDown');
  await page.getByText('2번째로 옮겨요.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.getByText('순서를 바꿨어요.').waitFor();
  await expect.poll(() => first.textContent()).not.toBe(title);
  expect(await titles.first().textContent()).toBe('맨 위 단계');
  await page.goto(
    `${story.url}/office/categories?filter=${encodeURIComponent(JSON.stringify({ parent_id: parent.id }))}`,
  );

  // More than are fetched at a time.
  await story.pool.query(
    `insert into catalog_categories (id, slug, parent_id, name_ko, name_en, position)
      select gen_random_uuid(), 'more-' || n || '-' || left($1, 8), $1::uuid, n || '번', 'Number ' || n, n from generate_series(4, 203) n`,
    [parent.id],
  );
  await page.reload();
  await page.getByRole('button', { name: '순서' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '더 보기' }).click();
  await page.getByRole('button', { name: '203번 옮기기' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('203번을 들었어요. 203번째예요.').waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press('ArrowUp');
  await page.getByText('202번째로 옮겨요.').waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await expect.poll(async () => (await names()).slice(-2)).toEqual(['203번', '202번']);
  await page.keyboard.press('Escape');

  const genre = await buildGenre(story.db, { nameKo: '지울 장르' });
  await page.goto(`${story.url}/office/genres/${genre.id}`);
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click();
  await page.getByRole('heading', { level: 1, name: '장르' }).waitFor();
  await page.getByRole('button', { name: '삭제한 항목' }).click();
  const deleted = page.getByRole('listitem').filter({ hasText: '지울 장르' });
  await deleted.getByRole('button', { name: '복원' }).click();
  await page.getByText('복원했어요.').waitFor();
  const { rows: back } = await story.pool.query('select id from catalog_genres where id = $1', [genre.id]);
  expect(back).toHaveLength(1);
});

test('a program’s log says that its category was moved, and what that changed of it', async () => {
  const staff = await buildStaff(story.db);
  const [from, to] = [
    await buildCategory(story.db, { nameKo: '옮기기 전' }),
    await buildCategory(story.db, { nameKo: '옮긴 뒤' }),
  ];
  const sub = await buildCategory(story.db, { parentId: from.id });
  const programme = await buildProgramme(story.db, { categoryId: from.id, subCategoryId: sub.id });
  await buildProgramme(story.db, { categoryId: from.id, subCategoryId: sub.id });
  const moved = await fetch(`${story.url}/api/admin/categories/${sub.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parent_id: to.id }),
  });
  expect(moved.status).toBe(200);
  const page = await openOffice(story, `/office/programmes/${programme.id}?tab=log`, { as: staff });
  const entry = page.getByRole('listitem').filter({ hasText: '3개를 한 번에' });
  await entry.getByRole('cell', { name: '카테고리', exact: true }).waitFor();
  expect(await entry.getByRole('row').count()).toBe(2);
  await picture(page, 'office-log-of-moved');
  await entry.getByRole('button', { name: '변경 내용 보기' }).click();
  await expect.poll(() => entry.getByRole('row').count()).toBe(6);
  await entry.getByRole('button', { name: '되돌리기' }).click();
  await page.getByText('되돌렸어요.').waitFor();
  const { rows } = await story.pool.query(
    'select category_id from catalog_programmes where sub_category_id = $1',
    [sub.id],
  );
  expect(rows).toEqual([{ category_id: from.id }, { category_id: from.id }]);
});

test('what was deleted is listed page by page, says what comes back with it, and brings it back', async () => {
  const staff = await buildStaff(story.db);
  const series = await buildProgramme(story.db, { kind: 'series', titleKo: '지운 시리즈' });
  const season = await buildSeason(story.db, { programmeId: series.id, number: 1 });
  for (const number of [1, 2]) await buildEpisode(story.db, { season, number });
  const ids = [series.id];
  for (let at = 0; at < 25; at += 1) ids.push((await buildProgramme(story.db)).id);
  for (const own of [ids.slice(0, 1), ids.slice(1)]) {
    const answer = await fetch(`${story.url}/api/admin/changes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ resource: 'programmes', ids: own, change: { action: 'delete' } }),
    });
    expect(answer.status).toBe(200);
  }
  const page = await openOffice(story, '/office/programmes', { as: staff });
  await page.getByRole('button', { name: '삭제한 항목' }).click();
  const dialog = page.getByRole('dialog');
  const items = dialog.getByRole('listitem');
  await expect.poll(() => items.count()).toBe(25);
  await dialog.getByRole('button', { name: '더 보기' }).click();
  const deleted = items.filter({ hasText: '지운 시리즈' });
  await deleted.getByText('함께 복원돼요: 시즌 1개, 회차 2개').waitFor();
  await picture(page, 'office-deleted');
  await expectAccessible(page, 'what was deleted');
  await deleted.getByRole('button', { name: '복원' }).click();
  await page.getByText('복원했어요.').waitFor();
  const { rows } = await story.pool.query('select id from catalog_episodes where season_id = $1', [
    season.id,
  ]);
  expect(rows).toHaveLength(2);
});

test('the start page leads to what was changed in any menu, and to what lacks something of every kind', async () => {
  const staff = await buildStaff(story.db);
  const notice = await buildNotice(story.db, { titleKo: '점검 안내' });
  const person = await buildPerson(story.db, { nameKo: '사진 없는 이' });
  const changed = await fetch(`${story.url}/api/admin/notices/${notice.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title_ko: '점검을 미뤘어요' }),
  });
  expect(changed.status).toBe(200);
  const page = await openOffice(story, '/office', { as: staff });
  await page.getByRole('link', { name: /^출연진: 이미지 없음 / }).click();
  await page.getByRole('row').filter({ hasText: person.nameKo }).waitFor();
  await page.goto(`${story.url}/office`);
  await page.getByRole('link', { name: '점검을 미뤘어요' }).click();
  await page.waitForURL(`**/notices/${notice.id}`);
  await expect.poll(() => page.getByLabel('제목 (한국어)').inputValue()).toBe('점검을 미뤘어요');
});

test('the start page has what begins and ends this week, failed videos, imports with problems, inquiries and differing reports', async () => {
  const day = 86_400_000;
  const staff = await buildStaff(story.db);
  const asked = await buildInquiry(story.db, {
    user: await buildUser(story.db),
    title: '소리가 안 나와요',
    createdAt: new Date(Date.now() - 3 * day),
  });
  const failed = await buildAsset(story.db, { state: 'failed', fileName: '망가진 영상.mp4' });
  const leaving = await buildProgramme(story.db, {
    titleKo: '떠나는 이야기',
    availableUntil: new Date(Date.now() + 3 * day),
  });
  await story.pool.query(
    `insert into reports_differences (id, day, figure, counted, kept, found_at)
      values (gen_random_uuid(), current_date - 2, 'title_days.views', 12, 11, now())`,
  );
  const ask = async (path: string, body: Buffer | object) => {
    const isFile = Buffer.isBuffer(body);
    const response = await fetch(`${story.url}/api/admin/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${staff.token}`,
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
      },
      body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { data: { id: string } };
  };
  const { data: file } = await ask(
    'imports?resource=genres&file_name=genres.csv',
    Buffer.from('주소 이름,이름 (한국어),이름 (영어)\nwell-named,좋은 장르,Good\n나쁜 주소,나쁜 장르,Bad\n'),
  );
  await ask(`imports/${file.id}/run`, { dry_run: false, refused: 'skip' });
  await expect
    .poll(
      async () =>
        (await story.pool.query('select state from files_imports where id = $1', [file.id])).rows[0].state,
    )
    .toBe('done');

  const page = await openOffice(story, '/office', { as: staff });
  const card = (title: string) => page.getByRole('region', { name: title });
  await page.getByText('소리가 안 나와요').waitFor();
  await page.getByText('3일째 기다려요').waitFor();
  await page
    .getByText(/12.*11/)
    .first()
    .waitFor();
  await picture(page, 'office-start-waiting');
  await expectAccessible(page, 'the start page with what waits');
  for (const [title, name, path] of [
    ['답변을 기다리는 문의', asked.title, `/inquiries/${asked.id}/show`],
    ['실패한 영상', '망가진 영상.mp4', `/assets/${failed.id}/show`],
    ['문제가 있던 가져오기', 'genres.csv', `/imports/${file.id}/show`],
    ['이번 주 공개·종료 일정', leaving.titleKo, `/programmes/${leaving.id}`],
  ] as const) {
    await card(title).getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
    await page.goBack();
  }
});

test('a form survives a reload, Ctrl+S saves it, Ctrl+K finds any record, and keys walk a list', async () => {
  const person = await buildPerson(story.db, { nameKo: '열쇠말', nameEn: 'Key word' });
  await buildPerson(story.db, { nameKo: '딴사람말', nameEn: 'Somebody else' });
  await buildPlan(story.db, { nameKo: '열쇠 이용권', nameEn: 'Key plan', active: false });
  const page = await openOffice(story, '/office', { locale: 'en' });
  await page.keyboard.press('Control+k');
  const wanted = page.getByRole('combobox', { name: 'Find a menu or a record' });
  // Arrows keep the chosen entry in sight.
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('ArrowDown');
  await expect
    .poll(() =>
      page.getByRole('option', { selected: true }).evaluate((own) => {
        const { top, bottom } = own.getBoundingClientRect();
        const list = own.closest('[role=listbox]')?.getBoundingClientRect();
        return list !== undefined && top > list.top - 1 && bottom < list.bottom + 1;
      }),
    )
    .toBe(true);
  await wanted.fill('keyw');
  await page.getByRole('option').filter({ hasText: 'Keywords' }).filter({ hasText: 'Reports' }).waitFor();
  await wanted.fill('ㅇㅅㅁ');
  await page.getByRole('option', { name: 'Key word' }).waitFor();
  await expectAccessible(page, 'finding a record');
  // Enter before the answer opens a result of the present text, not of the earlier one.
  await wanted.fill('somebody else');
  await page.getByRole('option', { name: 'Somebody else' }).waitFor();
  let answer = () => {};
  const isEntered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/find?*', async (route) => {
    await isEntered;
    await route.continue();
  });
  await wanted.fill('열쇠말');
  await page.keyboard.press('Enter');
  answer();
  const name = page.getByLabel('Name (English)');
  await name.fill('Unsaved word');
  await page.reload();
  await page.getByText('Your unsaved changes have been brought back.').waitFor();
  await expect.poll(() => name.inputValue()).toBe('Unsaved word');
  await page.keyboard.press('Control+s');
  await page.getByText('Updated.').waitFor();
  const { rows } = await story.pool.query<{ name_en: string }>(
    'select name_en from catalog_people where id = $1',
    [person.id],
  );
  expect(rows[0]?.name_en).toBe('Unsaved word');

  await page.goto(`${story.url}/office/people`);
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('Unsaved');
  await page.getByRole('row').filter({ hasText: 'Unsaved word' }).waitFor();
  await expect.poll(() => page.locator('main tbody .RaDataTable-row').count()).toBe(1);
  await page.locator('main').getByRole('region').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('1 selected').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name (English)').waitFor();
  // Records without a name of their own as well.
  await page.goto(`${story.url}/office/plan-prices`);
  await page.getByRole('row').nth(1).waitFor();
  await page.locator('main').getByRole('region').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: 'Price', exact: true }).waitFor();
});

test('a list that could not be read says why and how to go on, not that nothing is there', async () => {
  const genre = await buildGenre(story.db);
  const page = await openOffice(
    story,
    `/office/payments?filter=${encodeURIComponent(JSON.stringify({ name_like: '김' }))}`,
    { expected: [/status of 422/, /net::ERR_FAILED/] },
  );
  // Personal data is masked until it is opened, and cannot be searched by.
  await page.getByText('이 조건으로는 찾을 수 없어요.').waitFor();
  expect(await page.getByText('조건에 맞는 항목이 없어요.').count()).toBe(0);
  await expectAccessible(page, 'a refused list');

  await page.route('**/api/admin/genres?*', (route) => route.abort());
  await page.goto(`${story.url}/office/genres`);
  const failed = page.getByRole('status').filter({ hasText: '서버에 연결하지 못했어요.' });
  await failed.waitFor();
  await page.unroute('**/api/admin/genres?*');
  await failed.getByRole('button', { name: '새로 고침' }).click();
  await page.getByText(genre.nameKo, { exact: true }).waitFor();
});
