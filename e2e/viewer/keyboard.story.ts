import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildPlan } from '../../test/build.ts';
import { openStory, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, expectFocus, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'keys');
});

const words = {
  ko: {
    skip: '본문으로 건너뛰기',
    home: '마루, 홈으로',
    play: '재생',
    open: '메뉴 열기',
    close: '메뉴 닫기',
    menu: '메뉴',
  },
  en: {
    skip: 'Skip to content',
    home: 'Maru, Home',
    play: 'Play',
    open: 'Open menu',
    close: 'Close menu',
    menu: 'Menu',
  },
};

/** The focused element: its name, and whether its outline is visible. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const place = element.closest('[data-shelf]')
      ? 'row'
      : (element.closest('header, section, footer, [data-skip-link]')?.tagName.toLowerCase() ?? 'page');
    return {
      name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
      place,
      ringed: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    };
  });
}

describe.each(toldIn('en'))('with the keyboard, in %s', (locale) => {
  const say = words[locale];
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;

  test('Tab goes through skip link, header, banner and rows, and always shows where it is', async () => {
    const page = await story.open('/', { locale });
    await page.getByRole('heading', { level: 1, name: titleOf(shop.series) }).waitFor();
    await page.getByRole('contentinfo').waitFor();
    const places: string[] = [];
    for (let step = 0; step < 300 && !places.includes('row'); step += 1) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      expect(now.ringed, `${now.place}: ${now.name}`).toBe(true);
      if (step === 0) expect(now.name).toBe(say.skip);
      if (step === 1) expect(now.name).toBe(say.home);
      if (places.at(-1) !== now.place) places.push(now.place);
    }
    expect(places).toEqual(['a', 'header', 'section', 'row']);
    await page.keyboard.press('Tab');
    expect((await focused(page)).name).not.toContain('이전');
  });

  test('the skip link leads to the page itself', async () => {
    const page = await story.open('/', { locale });
    await page.getByRole('heading', { level: 1, name: titleOf(shop.series) }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectFocus(page.getByRole('main'));
    await page.keyboard.press('Tab');
    expect((await focused(page)).name).toBe(say.play);
  });

  test('the mobile menu opens by its button and closes in every way it should', async () => {
    const page = await story.open('/', { locale, width: 360, height: 740 });
    const opener = page.getByRole('button', { name: say.open });
    const menu = page.getByRole('dialog', { name: say.menu });
    const reopen = async () => {
      await opener.click();
      await menu.waitFor();
    };
    const closed = () => menu.waitFor({ state: 'hidden' });
    await reopen();
    await page.keyboard.press('Escape');
    await closed();
    await expectFocus(opener);
    await reopen();
    await menu.getByRole('button', { name: say.close }).click();
    await closed();
    await reopen();
    await page.mouse.click(350, 400);
    await closed();
    await reopen();
    const category = locale === 'ko' ? shop.film.nameKo : shop.film.nameEn;
    await menu.getByRole('link', { name: category }).click();
    await closed();
    await arrive(page, `/category/${shop.film.slug}`);
  });
});

test('Escape closes a dialog and gives the focus back', async () => {
  const plan = await buildPlan(story.db, { nameKo: '키보드 이용권' });
  await announceChange(story.db, 'plans');
  const page = await openAs(story, await buildViewer(story), '/faqs');
  // Without card payments, the page gives a phone number for plans.
  await page.route('**/api/account/membership', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    await route.fulfill({ response: answer, json: { data: { ...data, takes_cards: false } } });
  });
  await page.goto(`${story.url}/plans`);
  const choose = page.getByRole('button', { name: `${plan.nameKo} 선택하기` });
  await choose.press('Enter');
  const dialog = page.getByRole('dialog', { name: '전화나 메일로 신청해 주세요' });
  await expectFocus(dialog.getByRole('link', { name: '전화하기' }));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(choose);
});

test('Escape closes the profile menu and gives the focus back', async () => {
  const page = await openAs(story, await buildViewer(story), '/');
  const opener = page.getByRole('button', { name: '가족 프로필 메뉴' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.locator('#profile-menu').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.locator('#profile-menu').waitFor({ state: 'detached' });
  await expectFocus(opener);
});

test('the focus never rests on the body after a control leads to another page', async () => {
  await buildPlan(story.db, { nameEn: 'Focus Plan' });
  await announceChange(story.db, 'plans');
  const user = await buildViewer(story);
  const page = await openAs(story, user, '/plans', { locale: 'en' });
  const holder = () =>
    page.evaluate(() => document.activeElement?.closest('main, header, dialog')?.tagName ?? 'BODY');
  await page.getByRole('button', { name: 'Choose Focus Plan' }).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/checkout\//);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(holder).toBe('MAIN');
  await page.goto(story.url);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.keyboard.type('drama');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/search');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(holder).not.toBe('BODY');
});
