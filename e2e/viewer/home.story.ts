import { beforeAll, describe, expect, test } from 'vitest';
import { openBlank, openStory, toldIn } from '../fixtures.ts';
import { arrive, expectFocus, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'home');
});

const words = {
  ko: {
    play: '재생',
    tabs: '새로 나온 콘텐츠 분류',
    strip: '새로 나온 콘텐츠',
    all: '전체',
    login: '로그인',
    mustLogin: '영상을 보려면 로그인해 주세요.',
    title: '홈 | 마루',
  },
  en: {
    play: 'Play',
    tabs: 'New releases by category',
    strip: 'New releases',
    all: 'All',
    login: 'Log in',
    mustLogin: 'Please login to watch video.',
    title: 'Maru',
  },
};

describe.each(toldIn('en'))('home as a guest in %s', (locale) => {
  const say = words[locale];
  const nameOf = (row: { nameKo: string; nameEn: string }) => (locale === 'ko' ? row.nameKo : row.nameEn);
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;

  test('shows the banner, and its Play button leads to the login', async () => {
    const page = await story.open('/', { locale });
    await page.getByRole('heading', { level: 1, name: titleOf(shop.series) }).waitFor();
    expect(await page.title()).toContain(locale === 'ko' ? '마루' : 'Maru');
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await page.getByRole('button', { name: say.play, exact: true }).click();
    await arrive(page, '/login');
    await page.getByText(say.mustLogin).waitFor();
  });

  test('filters the newest titles by the tab of a category', async () => {
    const page = await story.open('/', { locale });
    const tabs = page.getByRole('tablist', { name: say.tabs });
    const strip = page.getByRole('list', { name: say.strip, exact: true });
    await strip.getByRole('link', { name: titleOf(shop.premium) }).waitFor();
    expect(await tabs.getByRole('tab', { name: say.all, exact: true }).getAttribute('aria-selected')).toBe(
      'true',
    );
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/api\/videos\/new-release\?.*category_id=/, async (route) => {
      await asked;
      await route.continue();
    });
    const film = tabs.getByRole('tab', { name: nameOf(shop.film), exact: true });
    await film.click();
    // The tab names the panel that it controls, and the panel is named by the tab.
    const panel = page.getByRole('tabpanel', { name: nameOf(shop.film), exact: true });
    expect(await film.getAttribute('aria-controls')).toBe(await panel.first().getAttribute('id'));
    // The earlier cards stay, marked as busy, until the response arrives.
    await page.locator('[aria-busy=true]', { has: strip }).waitFor();
    await strip.getByRole('link', { name: titleOf(shop.premium) }).waitFor();
    answer();
    await strip
      .getByRole('link', { name: titleOf(shop.films[0]!), exact: false })
      .first()
      .waitFor();
    await strip.getByRole('link', { name: titleOf(shop.premium) }).waitFor({ state: 'detached' });
    await expect.poll(() => strip.getByRole('listitem').count()).toBe(shop.films.length);
    expect(await page.locator('[aria-busy=true]', { has: strip }).count()).toBe(0);
  });

  test('has a row for each category, which the arrow keys scroll', async () => {
    const page = await story.open('/', { locale });
    const row = page.getByRole('list', {
      name: locale === 'ko' ? 'home 영화 모음' : 'home Film Picks',
    });
    const cards = row.getByRole('link');
    await cards.first().waitFor();
    // Cards outside the screen are rendered once their row is on the screen.
    expect(await cards.count()).toBe(9);
    await row.scrollIntoViewIfNeeded();
    await expect.poll(() => cards.count()).toBe(14);
    const scrolled = () => row.evaluate((list) => list.scrollLeft);
    expect(await scrolled()).toBe(0);
    await cards.first().focus();
    for (let step = 1; step <= 8; step += 1) {
      await page.keyboard.press('ArrowRight');
      await expectFocus(cards.nth(step));
    }
    await expect.poll(scrolled).toBeGreaterThan(100);
    await page.keyboard.press('Home');
    await expectFocus(cards.first());
    await expect.poll(scrolled).toBe(0);
  });
});

test('the header waits for categories and genres, and comes even when both fail', async () => {
  const page = await openBlank(story, { shell: true, expected: [/\/api\/(categories|genres)/] });
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  for (const path of ['categories', 'genres']) {
    await page.route(`**/api/${path}?**`, async (route) => {
      await held;
      await route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"message":"","code":"internal"}',
      });
    });
  }
  await page.goto(`${story.url}/`);
  await page.getByRole('heading', { level: 1, name: shop.series.titleKo }).waitFor();
  expect(await page.locator('header').isVisible()).toBe(false);
  fail();
  await page.getByRole('banner').getByRole('link', { name: '로그인' }).waitFor();
});

test.each([
  ['ko', '지금은 볼 수 있는 콘텐츠가 없어요. 나중에 다시 찾아와 주세요.'],
  ['en', 'There is nothing to watch right now. Please come back later.'],
] as const)('a service that has nothing yet says so, in %s', async (locale, said) => {
  const visit = async (...empty: string[]) => {
    const page = await openBlank(story, { shell: true, locale });
    for (const call of empty)
      await page.route(`**/api/${call}?**`, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), data: [] } });
      });
    const rows = page.waitForResponse(/api\/home-sections\?/);
    await page.goto(`${story.url}/`);
    await rows;
    return page;
  };
  // Home is not arranged yet, but it has titles to watch.
  const unarranged = await visit('home/main-content', 'home-sections');
  const strip = unarranged.getByRole('list', { name: words[locale].strip, exact: true });
  await strip.getByRole('link').first().waitFor();
  expect(await unarranged.getByText(said).count()).toBe(0);
  const page = await visit('home/main-content', 'home-sections', 'videos/new-release');
  await page.getByText(said).waitFor();
});

test('the footer stays away while the page loads', async () => {
  const page = await openBlank(story, { shell: true });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/home/main-content?**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${story.url}/`);
  await page.locator('[aria-busy=true]').first().waitFor();
  await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0);
  answer();
  await page.getByRole('contentinfo').waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
});

test('choosing English saves it and renders the page anew in English, for good', async () => {
  const page = await story.open('/');
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/set-locale'));
  await page.getByRole('banner').getByRole('button', { name: 'English' }).click();
  expect((await saved).status()).toBe(200);
  await page.getByRole('heading', { level: 1, name: shop.series.titleEn }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: shop.series.titleEn }).waitFor();
  const flags = page.getByRole('banner').getByRole('group', { name: 'Language' });
  expect(await flags.getByRole('button', { name: 'English' }).getAttribute('aria-pressed')).toBe('true');
});
