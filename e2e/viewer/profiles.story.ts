import { beforeAll, describe, expect, test } from 'vitest';
import { errorTable } from '../../src/contract/errors.ts';
import { openStory, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'kids');
});

const words = {
  ko: { blocked: '이 프로필로는 볼 수 없어요', other: '다른 프로필로 보기', row: 'kids 드라마 모음' },
  en: { blocked: 'This profile can’t watch this', other: 'Choose another profile', row: 'kids Drama Picks' },
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
