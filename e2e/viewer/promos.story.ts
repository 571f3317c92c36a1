import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildAd, buildNews, buildPopup, buildSection } from '../../test/build.ts';
import { firstPosition, openBlank, openStory, toldIn } from '../fixtures.ts';
import { dot } from './pictures.ts';
import { arrive, stockShop } from './shop.ts';

const story = openStory();
let smallAds: string[];
let mainAd: string;

beforeAll(async () => {
  await stockShop(story, 'promos');
  const { db } = story;
  const position = firstPosition();
  smallAds = [];
  for (let number = 1; number <= 3; number += 1) {
    const names = { titleKo: `동네 빵집 ${number}`, titleEn: `Corner bakery ${number}` };
    smallAds.push((await buildAd(db, { ...names, position, link: 'bakery.example/bread' })).id);
  }
  const values = { titleKo: '단풍 여행', titleEn: 'Maple tours', placement: 'main-slider' as const };
  mainAd = (await buildAd(db, { ...values, position })).id;
  await buildSection(db, { type: 'ad', position });
  await buildNews(db, { textKo: '오늘 밤 새 드라마가 시작해요.', textEn: 'A new series starts tonight.' });
  await buildPopup(db, { titleKo: '어서 오세요', titleEn: 'Come on in', link: '/notice' });
  await announceChange(db, 'ads');
  await announceChange(db, 'support');
  const has = async (path: string, text: string) =>
    (await (await fetch(story.url + path)).text()).includes(text);
  await vi.waitUntil(
    async () =>
      (await has('/api/home/main-content', mainAd)) &&
      (await has('/api/home-sections?per_page=200', '"type":"ad"')) &&
      (await has('/api/popup', '어서 오세요')) &&
      (await has('/api/breaking-news', '오늘 밤')),
    { timeout: 30_000 },
  );
});

// Every other story's home would have them too.
afterAll(async () => {
  for (const table of ['ads_ads', 'support_popups', 'support_news'])
    await story.pool.query(`delete from ${table}`);
  await story.pool.query(`delete from home_sections where type = 'ad'`);
  await announceChange(story.db, 'ads');
  await announceChange(story.db, 'support');
});

const words = {
  ko: {
    popup: '어서 오세요',
    hide: '오늘은 그만 보기',
    close: '닫기',
    news: '속보',
    line: '오늘 밤 새 드라마가 시작해요.',
    pause: '속보 자동 넘김 멈춤',
    ads: '광고',
    ad: /광고: 동네 빵집/,
    mainAd: '단풍 여행',
    more: '더 보기',
    next: '다음 광고',
  },
  en: {
    popup: 'Come on in',
    hide: 'Don’t show today',
    close: 'Close',
    news: 'News',
    line: 'A new series starts tonight.',
    pause: 'Pause the news',
    ads: 'Ad',
    ad: /Ad: Corner bakery/,
    mainAd: 'Maple tours',
    more: 'View more',
    next: 'Next ad',
  },
};

const countOf = async (table: string, adId: string) =>
  (await story.pool.query(`select count(*)::int as n from ${table} where ad_id = $1`, [adId])).rows[0]
    .n as number;

describe.each(toldIn('en'))('home in %s', (locale) => {
  const say = words[locale];
  const visit = async (): Promise<Page> => {
    const page = await openBlank(story, { locale });
    await page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/png', body: dot }));
    await page.goto(`${story.url}/`);
    return page;
  };

  const welcome = (page: Page) => page.getByRole('complementary', { name: say.popup });

  test('the welcome notice leads to its page without taking the focus, and stays away for a day on request', async () => {
    const page = await visit();
    const popup = welcome(page);
    await popup.waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await popup.getByRole('link').click();
    await arrive(page, '/notice');
    await page.goBack();
    await arrive(page, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // No document was loaded again.
    expect(asked).not.toContain('/notice');
    expect(asked).not.toContain('/');
    await page.reload();
    await popup.getByRole('button', { name: say.hide }).click();
    await popup.waitFor({ state: 'hidden' });
    asked.length = 0;
    await page.clock.install();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.clock.runFor(10_000);
    expect(asked).not.toContain('/api/popup');
    await page.clock.setSystemTime(Date.now() + 86_400_000 + 60_000);
    await page.reload();
    await page.clock.runFor(10_000);
    await popup.waitFor();
    // The story's pictures end with it, so it waits for this one.
    await expect
      .poll(() => popup.locator('img').evaluate((image: HTMLImageElement) => image.complete))
      .toBe(true);
  });

  test('the news passes by until the viewer stops it', async () => {
    const page = await visit();
    const news = page.getByRole('region', { name: say.news });
    await news.getByText(say.line).waitFor();
    const list = news.getByRole('list');
    const moves = () =>
      list.evaluate((element) => element.getAnimations().some((own) => own.playState === 'running'));
    await expect.poll(moves).toBe(true);
    await welcome(page).getByRole('button', { name: say.close }).click();
    await news.getByRole('button', { name: say.pause }).click();
    await expect.poll(moves).toBe(false);
    await news.getByText(say.line).waitFor();
  });

  test('the small slider is reported once as it comes into view, and each ad that is followed', async () => {
    const page = await visit();
    await welcome(page).getByRole('button', { name: say.close }).click();
    const [first] = smallAds as [string];
    const seenBefore = await countOf('ads_impressions', first);
    const followedBefore = await countOf('ads_clicks', first);
    const slider = page.getByRole('region', { name: say.ads, exact: true });
    const ads = slider.getByRole('link', { name: say.ad });
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 400);
        return ads.count();
      })
      .toBe(3);
    await slider.scrollIntoViewIfNeeded();
    await expect.poll(() => countOf('ads_impressions', first)).toBe(seenBefore + 1);
    await page.evaluate(() => window.scrollTo(0, 0));
    await slider.scrollIntoViewIfNeeded();
    await slider.getByRole('button', { name: say.next }).click();
    expect(await ads.first().getAttribute('href')).toBe('http://bakery.example/bread');
    await page.context().route('http://bakery.example/**', (route) => route.fulfill({ body: 'bread' }));
    const [opened] = await Promise.all([page.context().waitForEvent('page'), ads.first().click()]);
    await opened.waitForURL('http://bakery.example/bread');
    await expect.poll(() => countOf('ads_clicks', first)).toBe(followedBefore + 1);
    expect(await countOf('ads_impressions', first)).toBe(seenBefore + 1);
  });

  test('an ad in the main banner says that it is one, and is reported when it shows and when it is followed', async () => {
    const page = await visit();
    await welcome(page).getByRole('button', { name: say.close }).click();
    const seenBefore = await countOf('ads_impressions', mainAd);
    const slides = (await (await fetch(`${story.url}/api/home/main-content`)).json()) as {
      data: { id: string }[];
    };
    const place = slides.data.findIndex((slide) => slide.id === mainAd);
    const banner = page.locator('section.banner-box');
    await banner.getByRole('listitem').nth(place).getByRole('button').click();
    await banner.getByRole('heading', { level: 1, name: say.mainAd }).waitFor();
    await banner.getByText(say.ads, { exact: true }).waitFor();
    await expect.poll(() => countOf('ads_impressions', mainAd)).toBe(seenBefore + 1);
    const followedBefore = await countOf('ads_clicks', mainAd);
    await page.context().route('https://bakery.example/**', (route) => route.fulfill({ body: 'bread' }));
    await banner.getByRole('link', { name: say.more }).click();
    await expect.poll(() => countOf('ads_clicks', mainAd)).toBe(followedBefore + 1);
  });
});
