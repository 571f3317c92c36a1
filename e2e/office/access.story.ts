/** Access of roles to pages of the office, and checks of every page. */
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { staffModules } from '../../src/contract/admin/permissions.ts';
import { readConfig } from '../../src/server/config.ts';
import { writeMail } from '../../src/server/modules/mail/mail.service.ts';
import {
  buildAsset,
  buildCategory,
  buildCoupon,
  buildCustomRow,
  buildEpisode,
  buildGenre,
  buildMail,
  buildPerson,
  buildPlan,
  buildProgramme,
  buildRole,
  buildStaff,
} from '../../test/build.ts';
import { expectAccessible, expectStill } from '../axe.ts';
import { openStory, picture } from '../fixtures.ts';
import { cutTexts, setTextSpacing } from '../text-spacing.ts';
import { menuNames, openOffice, rememberStaff, walkTo } from './office.ts';

const story = openStory();

test('wrong credentials are said in the language of the page', async () => {
  for (const [locale, username, password, login, said] of [
    ['ko', '아이디', '비밀번호', '로그인', '아이디 또는 비밀번호가 맞지 않아요.'],
    ['en', 'Username', 'Password', 'Log in', 'These credentials do not match our records.'],
  ] as const) {
    const page = await story.open('/office', { locale, expected: [/422/] });
    await page.getByLabel(username).fill('nobody');
    await page.getByLabel(password).fill('wrong');
    await page.getByRole('button', { name: login }).click();
    await page.getByRole('alert').filter({ hasText: said }).waitFor();
  }
});

test('a session that has ended leads to the login page once, and says so', async () => {
  const page = await openOffice(story, '/office/genres', { expected: [/401/] });
  await page.getByRole('heading', { level: 1, name: '장르' }).waitFor();
  await page.waitForLoadState('networkidle');
  await story.pool.query('update staff_sessions set ended_at = now() where ended_at is null');
  const visited = await page.evaluate(() => window.history.length);
  await page.getByRole('menuitem', { name: '카테고리', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: '오피스 로그인' }).waitFor();
  await page.getByText('로그인이 만료됐어요. 다시 로그인해 주세요.').waitFor();
  expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(visited + 2);
});

test('a role sees only its modules, and may only read what it may not change', async () => {
  const page = await openOffice(story, '/office', { locale: 'en', permissions: { genres: ['read'] } });
  const genre = await buildGenre(story.db, { nameKo: '가락', nameEn: 'Melody' });
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem', { name: 'Genres' }).click();
  expect(await menuNames(page)).toEqual(['Overview', 'Genres']);
  await page.getByRole('row').filter({ hasText: genre.nameEn }).click();
  await page.getByText('You can view this but not change it.').waitFor();
  expect(await menu.getByRole('menuitem', { name: 'Genres' }).getAttribute('aria-current')).toBe('page');
  // The page sends no request that the role may not make.
  await page.keyboard.press('Control+k');
  await page.getByRole('option').filter({ hasText: 'Genres' }).waitFor();
  expect(await page.getByRole('option').count()).toBe(1);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await page.getByLabel('Name (Korean)').getAttribute('readonly')).not.toBeNull();
  await page.goto(`${story.url}/office/staff`);
  await page.getByText('You cannot see this page').waitFor();
});

test('who may not publish is told so at the switch, saves the rest, and is offered to undo what they could', async () => {
  const shown = await buildProgramme(story.db, { titleKo: '공개된 이야기' });
  const hidden = await buildProgramme(story.db, { titleKo: '감춘 이야기', published: false });
  const inRow = await buildProgramme(story.db, { titleKo: '모음의 이야기', published: false });
  await buildCustomRow(story.db, {}, [inRow.id]);
  const page = await openOffice(story, `/office/programmes/${shown.id}`, {
    permissions: { programmes: ['read', 'create', 'update', 'delete'], events: ['read'] },
  });
  await page.getByLabel('제목 (한국어)').fill('고친 이야기');
  await page.getByRole('tab', { name: '공개' }).click();
  await page.getByText('공개 권한이 있는 직원만 바꿀 수 있어요.').waitFor();
  const published = page.getByRole('tabpanel').getByLabel('공개', { exact: true });
  expect([await published.isDisabled(), await published.isChecked()]).toEqual([true, true]);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByText('수정했어요.').waitFor();

  const undo = page.getByRole('button', { name: '되돌리기' });
  for (const [{ id }, offered] of [
    [shown, 0],
    [hidden, 1],
    // The row that it leaves is another menu's.
    [inRow, 0],
  ] as const) {
    await page.goto(`${story.url}/office/programmes/${id}`);
    await page.getByRole('button', { name: '삭제' }).click();
    if (id === inRow.id) {
      await page.getByText('함께 변경: 모음 1개').waitFor();
      expect(await page.getByText('함께 지워지는 것').count()).toBe(0);
    }
    await page.getByRole('button', { name: '확인' }).click();
    await page.getByText('삭제했어요.').waitFor();
    expect(await undo.count()).toBe(offered);
  }
  await page.goto(`${story.url}/office/events`);
  for (const [title, offered] of [
    ['고친 이야기', 0],
    ['감춘 이야기', 1],
  ] as const) {
    const row = page.getByRole('row').filter({ hasText: title }).filter({ hasText: '삭제' });
    await row.getByRole('button').first().click();
    await page.getByRole('cell', { name: title, exact: true }).last().waitFor();
    expect(await undo.count(), title).toBe(offered);
  }
});

test('amounts that are hidden from a role are not in the list, the page, the form or the file', async () => {
  const coupon = await buildCoupon(story.db, { name: '가린 쿠폰', amountOffCents: 777 });
  const role = await buildRole(story.db, {
    permissions: { coupons: ['read', 'update', 'export'], plans: ['read'] },
    hiddenGroups: ['amounts'],
  });
  const plan = await buildPlan(story.db, { priceCents: 77700 });
  const page = await openOffice(story, '/office/coupons', {
    as: await buildStaff(story.db, { roleId: role.id }),
  });
  const row = page.getByRole('row').filter({ hasText: coupon.code });
  await row.waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).not.toContain('할인 금액');
  expect(await row.innerText()).not.toMatch(/7\.77|NaN|undefined/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: '내보내기' })
      .click()
      .then(() => page.getByRole('menuitem', { name: /CSV/ }).click()),
  ]);
  const file = await text(await download.createReadStream());
  expect(file).toContain(coupon.code);
  expect(file).not.toMatch(/할인 금액|7\.77/);
  await row.getByText(coupon.code).click();
  const name = page.getByRole('textbox', { name: '이름' });
  await expect.poll(() => name.inputValue()).toBe('가린 쿠폰');
  expect(await page.getByLabel('할인 금액').count()).toBe(0);
  await name.fill('고친 쿠폰');
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByText('수정했어요.').waitFor();
  const { rows } = await story.pool.query(
    'select name, amount_off_cents from billing_coupons where id = $1',
    [coupon.id],
  );
  expect(rows).toEqual([{ name: '고친 쿠폰', amount_off_cents: 777 }]);
  await page.goto(`${story.url}/office/plans/${plan.id}/show`);
  await page.getByRole('heading', { name: '가격' }).waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/777|NaN|undefined/);
  await picture(page, 'office-hidden-amounts');
});

test('a field the server refuses is marked, and somebody else’s change is noticed', async () => {
  const taken = await buildGenre(story.db, { slug: 'slow-songs' });
  const own = await buildGenre(story.db, { nameKo: '느린 노래', nameEn: 'Slow songs' });
  const page = await openOffice(story, `/office/genres/${own.id}`, { expected: [/422/, /409/] });
  await page.getByLabel('주소 이름').fill(taken.slug);
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByText('이미 사용 중입니다.').waitFor();
  await page.getByLabel('주소 이름').fill(own.slug);
  await page.getByLabel('이름 (한국어)').fill('느긋한 노래');
  const other = await buildStaff(story.db);
  const changed = await fetch(`${story.url}/api/admin/genres/${own.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${other.token}` },
    body: JSON.stringify({ name_ko: '먼저 바꾼 이름' }),
  });
  expect(changed.status).toBe(200);
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByRole('button', { name: '다시 불러오기' }).click();
  await expect.poll(() => page.getByLabel('이름 (한국어)').inputValue()).toBe('먼저 바꾼 이름');
  await page.getByLabel('이름 (한국어)').fill('느긋한 노래');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByText('수정했어요.').waitFor();
  await page.getByRole('button', { name: '활동 기록' }).click();
  await page.getByRole('cell', { name: '먼저 바꾼 이름' }).first().waitFor();
});

test('lists are gone through without a mouse: a name leads to its record, a button opens what was changed', async () => {
  const genre = await buildGenre(story.db, { nameKo: '손끝의 노래' });
  const page = await openOffice(story, `/office/genres?filter=${encodeURIComponent('{"q":"손끝"}')}`);
  const presses = async (key: string) => page.keyboard.press(key);
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );
  const reach = async (name: string) => {
    for (let steps = 0; steps < 200 && (await focused()) !== name; steps += 1) await presses('Tab');
    expect(await focused()).toBe(name);
  };
  await page.getByRole('link', { name: genre.nameKo }).waitFor();
  await reach(genre.nameKo);
  await presses('Enter');
  await expect.poll(() => page.getByLabel('이름 (한국어)').inputValue()).toBe(genre.nameKo);
  await page.getByLabel('이름 (한국어)').fill('손끝의 큰 노래');
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByText('수정했어요.').waitFor();

  await page.goto(`${story.url}/office/events?filter=${encodeURIComponent('{"q":"손끝"}')}`);
  await page.getByRole('button', { name: '펼치기' }).first().waitFor();
  await reach('펼치기');
  await presses('Enter');
  await page.getByRole('cell', { name: genre.nameKo, exact: true }).waitFor();
  await presses('Space');
  await page.getByRole('cell', { name: genre.nameKo, exact: true }).waitFor({ state: 'detached' });
});

test('choosing a language changes every text at once and stays for the next visit', async () => {
  const page = await openOffice(story, '/office');
  await page.getByRole('button', { name: 'EN' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

test('what is under way is said', async () => {
  for (const [locale, said] of [
    ['ko', '불러오는 중'],
    ['en', 'Loading'],
  ] as const) {
    const page = await rememberStaff(story, { locale });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/api\/admin\/genres/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${story.url}/office/genres`);
    const progress = page.getByRole('progressbar', { name: said });
    await progress.waitFor();
    await expectAccessible(page, locale);
    // The outline of a table comes after a second.
    await page.locator('[inert] table').waitFor();
    await expectAccessible(page, `${locale}, with an outline`);
    answer();
    await progress.waitFor({ state: 'detached' });
  }
});

test('at 400 % zoom the button for a new record covers no filter', async () => {
  const page = await openOffice(story, '/office/programmes', { width: 320, height: 256 });
  const create = page.getByRole('link', { name: '새로 만들기' });
  await create.waitFor();
  const filters = page.locator('form .MuiFormControl-root');
  expect(await filters.count()).toBeGreaterThan(1);
  for (const filter of await filters.all()) {
    await filter.scrollIntoViewIfNeeded();
    const [over, under] = await Promise.all([create.boundingBox(), filter.boundingBox()]);
    const overlaps =
      over &&
      under &&
      over.x < under.x + under.width &&
      under.x < over.x + over.width &&
      over.y < under.y + under.height &&
      under.y < over.y + over.height;
    expect(overlaps).toBe(false);
  }
  await picture(page, 'office-320-256');
});

test('the permissions of a role lose no text when the text is spaced out', async () => {
  const page = await openOffice(story, '/office/roles/create', { locale: 'en', width: 1280 });
  await page.getByRole('checkbox').first().waitFor();
  await setTextSpacing(page);
  expect(await page.locator('table th').count()).toBeGreaterThan(10);
  expect(await cutTexts(page, 'table th, table td, [aria-expanded] p')).toEqual([]);
  await picture(page, 'roles-spaced');
});

test.each(['ko', 'en'] as const)(
  'the menu beside the page loses no name in %s when the text is spaced out',
  async (locale) => {
    const page = await openOffice(story, '/office/roles', { locale, width: 1280 });
    await page.locator('table').waitFor();
    await setTextSpacing(page);
    const names = '.RaSidebar-fixed [role=menuitem], .RaSidebar-fixed [role=menuitem] > .MuiTypography-root';
    expect(await page.locator(names).count()).toBeGreaterThan(20);
    expect(await cutTexts(page, names)).toEqual([]);
    // The space of paragraphs would leave a gap below each name.
    expect(await page.locator('[role=menuitem] p').count()).toBe(0);
    await page.getByRole('button', { name: locale === 'ko' ? '내 계정' : 'My account' }).click();
    await page.locator('.MuiMenu-list').waitFor();
    expect(await page.locator('[role=menuitem] p').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('.MuiMenu-list').waitFor({ state: 'detached' });
    await picture(page, `menu-spaced-${locale}`);
  },
);

// Axe judges a page on a desktop in the light, in Korean, and on a phone in the dark, in English. That a page can be loaded, other stories show.
test.each(['ko', 'en'] as const)(
  'every page is in order in %s from 360 to 1920 px: no error, nothing wider than the screen, axe finds nothing',
  async (locale) => {
    await buildPerson(story.db);
    const episode = await buildEpisode(story.db);
    await buildAsset(story.db, { state: 'failed' });
    const category = await buildCategory(story.db);
    const movie = await buildProgramme(
      story.db,
      {},
      { cast: [{ personId: (await buildPerson(story.db)).id }] },
    );
    const used = await buildAsset(story.db);
    await buildProgramme(story.db, { assetId: used.id });
    const mail = await buildMail(
      story.db,
      writeMail(
        { config: readConfig({ MARU_SECRET: 'x'.repeat(32) }) },
        {
          template: 'new_sign_in',
          locale: 'ko',
          values: {
            at: new Date(),
            device: 'Chrome · Windows',
            address: '203.0.113.7',
            country: 'US',
            method: 'password',
          },
        },
      ),
    );
    // A module of several menus has no page of its own name.
    const modules = Object.keys(staffModules).filter(
      (name) => !['home', 'terms', 'partner-video', 'reports'].includes(name),
    );
    const paths = [
      '',
      ...modules,
      'seasons',
      'episodes',
      `episodes/${episode.id}`,
      'home-sections',
      'calendar',
      'home-banners',
      'custom-rows',
      'faq-categories',
      'page-versions',
      'partner-categories',
      'playlists',
      'clips',
      'untaxed-sales',
      'youtube-syncs',
      'plan-prices',
      'failed-payments',
      'plans/create',
      'plan-prices/create',
      'coupons/create',
      'tax-rates/create',
      'notices/create',
      'news/create',
      'custom-rows/create',
      'page-versions/create',
      'clips/create',
      'security',
      'previews?who=child&age=7',
      'modules',
      'reports/video',
      'no-such-page',
      'programmes/create',
      'roles/create',
      'imports/create?resource=people',
      `categories/${category.id}`,
      `programmes/${movie.id}`,
      `assets/${used.id}/show`,
      `mail/${mail.id}/show`,
    ];
    // The stories' service takes no cards, which the page of the plan sync says.
    const page = await openOffice(story, '/office', {
      locale,
      width: 360,
      expected: [/409.*plan-sync/],
    });
    if (locale === 'en') {
      await page.getByRole('button', { name: /My account$/ }).click();
      await page.getByRole('menuitem', { name: 'Dark theme' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem', { name: 'Light theme' }).waitFor({ state: 'detached' });
      // An element under the pointer or with the focus shows its tooltip, which stands outside of landmarks.
      await page.mouse.move(0, 0);
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
    }
    // A list, a form, a report and the calendar on a large screen too, in both themes.
    const large = ['programmes', `programmes/${movie.id}`, 'reports/video', 'calendar'];
    for (const path of paths) {
      await page.setViewportSize({ width: 360, height: 800 });
      if (path !== '') await walkTo(page, path);
      for (const width of [
        360,
        ...(locale === 'ko' ? [1280] : []),
        ...(large.includes(path) ? [1920] : []),
      ]) {
        await page.setViewportSize({ width, height: 800 });
        // Drawers slide, and charts are drawn anew.
        await expectStill(page);
        await picture(page, `office-${path.replaceAll('/', '-') || 'overview'}-${width}-${locale}`);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wider, `${path} at ${width}, ${locale}`).toBeLessThanOrEqual(0);
        if (locale === 'ko' && width === 360) continue;
        // The menu, which is most of a page's elements, is the same on all.
        const menu = path === '' ? undefined : '[role=menu]';
        await expectAccessible(page, `${path} at ${width}, ${locale}`, menu);
      }
    }
  },
  // Some hundred judgements.
  600_000,
);
