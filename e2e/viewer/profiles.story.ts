import { beforeAll, describe, expect, test } from 'vitest';
import { errorTable } from '../../src/contract/errors.ts';
import { grownUpPages } from '../../src/contract/pages.ts';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildCategory, buildProgramme } from '../../test/build.ts';
import { openStory, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'kids');
});

const words = {
  ko: {
    blocked: '이 프로필로는 볼 수 없어요',
    other: '다른 프로필로 보기',
    row: 'kids 드라마 모음',
    sitemap: '사이트맵',
  },
  en: {
    blocked: 'This profile can’t watch this',
    other: 'Choose another profile',
    row: 'kids Drama Picks',
    sitemap: 'Sitemap',
  },
};

describe.each(toldIn('en'))('a kids profile, in %s', (locale) => {
  const say = words[locale];
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;
  const kid = () => buildViewer(story, { name: '꼬마', isKid: true, maturity: 7 }, { plan: 30 });

  test('sees no title above its grade on home', async () => {
    const page = await openAs(story, await kid(), '/', { locale });
    const row = page.getByRole('list', { name: say.row });
    await row.getByRole('link', { name: titleOf(shop.premium) }).waitFor();
    await page.getByRole('contentinfo').waitFor();
    await expect.poll(() => page.getByText(titleOf(shop.adult)).count()).toBe(0);
    await expect.poll(() => page.getByRole('link', { name: titleOf(shop.adult) }).count()).toBe(0);
    await expect.poll(() => page.getByText(titleOf(shop.series)).count()).toBe(0);
  });

  test('finds on the sitemap page only pages and categories of its menus', async () => {
    const empty = await buildCategory(story.db, { slug: 'kids-none', nameKo: '어른만', nameEn: 'Grown-ups' });
    await buildProgramme(story.db, { categoryId: empty.id, maturity: 19 });
    await announceChange(story.db, 'catalog');
    const page = await openAs(story, await kid(), '/sitemap', { locale });
    await page.getByRole('heading', { level: 1, name: say.sitemap }).waitFor();
    const main = page.getByRole('main');
    const hrefs = () =>
      main.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await expect.poll(hrefs).toContain('/category/kids-film');
    const found = await hrefs();
    expect(found).toContain('/faqs');
    for (const path of [...grownUpPages, '/category/kids-none']) expect(found).not.toContain(path);
  });

  test('is told why a link does not open, and may change to another profile', async () => {
    const page = await openAs(story, await kid(), `/view/m/${shop.adult.slug}`, {
      locale,
      expected: [/status of 403/],
    });
    await page.getByRole('heading', { name: say.blocked }).waitFor();
    await page.getByText(errorTable.maturity_blocked[locale]).waitFor();
    await expect.poll(() => page.getByText(titleOf(shop.adult)).count()).toBe(0);
    await page.getByRole('link', { name: say.other }).click();
    await arrive(page, '/profiles');
  });

  test('is told why the player does not open', async () => {
    const page = await openAs(story, await kid(), `/watch/m/${shop.adult.slug}`, {
      locale,
      expected: [/status of 403/],
    });
    await page.getByRole('heading', { name: say.blocked }).waitFor();
    await page.getByText(errorTable.maturity_blocked[locale]).waitFor();
  });
});
