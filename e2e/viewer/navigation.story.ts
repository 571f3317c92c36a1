import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openBlank, openStory } from '../fixtures.ts';
import { arrive, buildViewer, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'way');
});

/** A page, not yet opened, whose calls to these addresses wait until they are released; and those of them that it gives up. */
async function openHeld(paths: string[]) {
  const page = await openBlank(story, { shell: true });
  const ended: string[] = [];
  page.on('requestfailed', (request) => {
    const { pathname } = new URL(request.url());
    if (paths.includes(pathname)) ended.push(`${pathname} ${request.failure()?.errorText}`);
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: string[] = [];
  for (const path of paths) {
    await page.route(`**${path}?**`, async (route) => {
      asked.push(path);
      await held;
      await route.abort().catch(() => undefined);
    });
  }
  return { page, ended, asked, release };
}

test('leaving a page cancels what it still waits for', async () => {
  const paths = ['/api/home-sections', '/api/videos/new-release'];
  const { page, ended, asked, release } = await openHeld(paths);
  await page.goto(`${story.url}/`);
  await expect.poll(() => [...asked].sort()).toEqual(paths);
  await page.getByRole('contentinfo').waitFor();
  expect(ended).toEqual([]);
  await page.getByRole('link', { name: '자세히 보기' }).click();
  await expect.poll(() => [...ended].sort()).toEqual(paths.map((path) => `${path} net::ERR_ABORTED`));
  await page.getByRole('heading', { level: 1, name: shop.series.titleKo }).waitFor();
  release();
});

test('a page that is left for another before it stands is waited for no longer', async () => {
  const details = '/api/program/details';
  const { page, ended, asked, release } = await openHeld([details]);
  await page.goto(`${story.url}/`);
  await page.getByRole('link', { name: '자세히 보기' }).click();
  await expect.poll(() => asked).toEqual([details]);
  expect(ended).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: '편성표' }).click();
  await page.getByRole('heading', { level: 1, name: '편성표' }).waitFor();
  await expect.poll(() => ended).toEqual([`${details} net::ERR_ABORTED`]);
  release();
  // A return to the page requests it again.
  await page.unroute(`**${details}?**`);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: shop.series.titleKo }).waitFor();
});

test('a new page begins at its top, and going back returns to the place that was left', async () => {
  const page = await story.open('/', { height: 500 });
  const row = page.getByRole('list', { name: 'way 영화 모음' });
  const first = row.getByRole('link').first();
  await first.scrollIntoViewIfNeeded();
  const href = await first.getAttribute('href');
  const left = await page.evaluate(() => window.scrollY);
  expect(left).toBeGreaterThan(100);
  await first.click();
  await arrive(page, href!);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await row.waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
});

/** Counts loads of whole documents from now on. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

test('a page of the account whose script does not come says so, and comes when one tries again', async () => {
  const viewer = await buildViewer(story);
  const page = await openAs(story, viewer, '/account', { expected: [/login-history-page/] });
  let asked = 0;
  await page.route('**/assets/login-history-page-*.js*', async (route) => {
    asked += 1;
    await route.abort();
  });
  await page.getByRole('link', { name: '로그인 기록' }).first().click();
  const failed = page.getByRole('alert').filter({ hasText: '페이지를 불러오지 못했어요' });
  await failed.waitFor();
  // A page that asks for it again and again never comes to say so.
  expect(asked).toBeLessThan(6);
  expect(await page.getByRole('main').count()).toBe(1);
  await page.getByRole('banner').getByRole('button', { name: '검색' }).waitFor();
  await page.unroute('**/assets/login-history-page-*.js*');
  const documents = countDocuments(page);
  await failed.getByRole('button', { name: '다시 시도하기' }).click();
  await page.getByRole('heading', { level: 1, name: '로그인 기록' }).waitFor();
  expect(documents()).toBe(0);
});

test('without a connection, a page whose script or texts were never fetched keeps its header and comes by itself', async () => {
  const page = await story.open('/', { expected: [/ERR_INTERNET_DISCONNECTED/] });
  const documents = countDocuments(page);
  const header = page.getByRole('banner');
  await page.context().setOffline(true);
  await header.getByRole('link', { name: '편성표' }).click();
  const failed = page.getByRole('heading', { level: 1, name: '인터넷에 연결되지 않았어요' });
  await failed.waitFor();
  expect(await page.getByRole('main').count()).toBe(1);
  await header.getByRole('button', { name: '검색' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: '편성표' }).waitFor();

  expect(documents()).toBe(0);

  // The texts of all pages are there now; this page's own script is not.
  await page.context().setOffline(true);
  await header.getByRole('link', { name: shop.drama.nameKo }).click();
  await failed.waitFor();
  expect(await page.getByRole('main').count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: shop.drama.nameKo }).waitFor();
});

test('a page without a layout keeps a header and main when it does not come', async () => {
  const page = await story.open('/live-tv', { expected: [/ERR_INTERNET_DISCONNECTED/] });
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: '로그인' }).click();
  const failed = page.getByRole('heading', { level: 1, name: '인터넷에 연결되지 않았어요' });
  await failed.waitFor();
  expect([await page.getByRole('main').count(), await page.getByRole('banner').count()]).toEqual([1, 1]);
  await page.context().setOffline(false);
  await failed.waitFor({ state: 'detached' });
  await page.getByLabel('비밀번호', { exact: true }).waitFor();
});

test('a page stands without a part whose script does not come', async () => {
  const page = await story.open('/', { expected: [/event-board/] });
  const board = page.waitForEvent('requestfailed', (request) => request.url().includes('event-board'));
  await page.route('**/assets/event-board-*.js', (route) => route.abort());
  await page.goto(`${story.url}/live-tv`);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await board;
  // Rendered with or without it, the page is rendered: nothing says that it failed, and its header answers.
  await page.getByRole('button', { name: '검색' }).click();
  await page.getByRole('combobox').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
});

test('a part whose script did not come is fetched again when it is next wanted', async () => {
  const page = await story.open('/live-tv', { expected: [/suggestions/] });
  const box = page.getByRole('combobox', { name: '검색어', exact: true });
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('suggestions-'));
  await page.route('**/assets/suggestions-*.js', (route) => route.abort());
  await page.getByRole('button', { name: '검색', exact: true }).click();
  await failed;
  await page.unroute('**/assets/suggestions-*.js');
  const suggestion = page.getByRole('option', { name: new RegExp(shop.series.titleKo) });
  // Closed before it is known that the script does not come, the box has one more time without it.
  await expect
    .poll(
      async () => {
        await box.press('Escape');
        await page.getByRole('button', { name: '검색', exact: true }).click();
        await box.fill(shop.series.titleKo);
        await suggestion.waitFor({ timeout: 3000 }).catch(() => box.fill(''));
        return suggestion.count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
});

test('who opens the menu is told when its script does not come', async () => {
  const page = await story.open('/live-tv', { width: 360, height: 720, expected: [/mobile-menu/] });
  await page.route('**/assets/mobile-menu-*.js*', (route) => route.abort());
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  const told = page.getByRole('alert').filter({ hasText: '페이지의 일부를 불러오지 못했어요' });
  await told.waitFor();
  expect(await page.getByRole('contentinfo').count()).toBe(1);
  // On the next page it is closed, as the menu would be.
  await page.getByRole('contentinfo').getByRole('link', { name: '사이트맵' }).click();
  await page.getByRole('heading', { level: 1, name: '사이트맵' }).waitFor();
  await told.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await told.waitFor();
  await page.unroute('**/assets/mobile-menu-*.js*');
  await told.getByRole('button', { name: '다시 시도하기' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await told.count()).toBe(0);
});

test.each([
  ['/login', true],
  ['/signup', true],
  ['/forgot', false],
  ['/reset', false],
  ['/comn/region', false],
  ['/no/such/place', false],
])(
  '%s has no header; signing in and signing up have a background of their own: %s',
  async (path, hasBackground) => {
    const page = await story.open(path, { expected: [/404.*such/] });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.body.classList.contains('login-background')))
      .toBe(hasBackground);
    expect(await page.getByRole('button', { name: '검색' }).count()).toBe(0);
    expect(await page.getByRole('navigation', { name: '주 메뉴' }).count()).toBe(0);
  },
);

test('without a connection a page says so instead of loading for ever, and comes once there is one', async () => {
  const page = await story.open('/', { expected: [/ERR_INTERNET_DISCONNECTED/] });
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: shop.drama.nameKo }).click();
  await page.getByRole('heading', { level: 1, name: shop.drama.nameKo }).waitFor();
  await page.context().setOffline(true);
  await header.getByRole('link', { name: shop.film.nameKo }).click();
  await page.getByRole('heading', { level: 1, name: '인터넷에 연결되지 않았어요' }).waitFor();
  await page.getByRole('button', { name: '다시 시도하기' }).click();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: shop.film.nameKo }).waitFor();

  // A part of a page comes by itself.
  await page.goto(`${story.url}/search?q=way`);
  await page.context().setOffline(true);
  await page.evaluate(() => {
    history.pushState(null, '', '/search?q=zzz');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const failed = page.getByRole('alert').getByText('검색하지 못했어요');
  await failed.waitFor();
  await page.context().setOffline(false);
  await failed.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).getByText('zzz').waitFor();
});
