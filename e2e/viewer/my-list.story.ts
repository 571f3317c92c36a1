import { beforeAll, describe, expect, test } from 'vitest';
import { openStory, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'list');
});

const words = {
  ko: {
    heading: '찜한 콘텐츠',
    empty: '아직 찜한 콘텐츠가 없어요',
    hint: '보고 싶은 작품에서 + 버튼을 누르면 여기에 모아 둘게요.',
    find: '볼만한 콘텐츠 찾기',
    add: '찜하기',
    remove: '찜한 목록에서 빼기',
    added: '찜한 목록에 담았어요.',
    removed: '찜한 목록에서 뺐어요.',
  },
  en: {
    heading: 'My List',
    empty: 'Your list is empty',
    hint: 'Press + on anything you’d like to watch and we’ll keep it here.',
    find: 'Find something to watch',
    add: 'Add to My List',
    remove: 'Remove from My List',
    added: 'Added to My List.',
    removed: 'Removed from My List.',
  },
};

describe.each(toldIn('en'))('my list, in %s', (locale) => {
  const say = words[locale];
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;

  test('says what to do while it is empty, then shows what was added and loses what was taken off', async () => {
    const page = await openAs(story, await buildViewer(story), '/my-list', { locale });
    await page.getByRole('heading', { level: 1, name: say.heading }).waitFor();
    await page.getByText(say.empty).waitFor();
    await page.getByText(say.hint).waitFor();
    await page.getByRole('link', { name: say.find }).click();
    await arrive(page, '/');

    await page.goto(`${story.url}/view/s/${shop.series.slug}`);
    await page.getByRole('button', { name: say.add, exact: true }).click();
    await page.getByText(say.added).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: say.heading }).first().click();
    await arrive(page, '/my-list');
    const card = page.getByRole('main').getByRole('link', { name: titleOf(shop.series) });
    await card.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

    // The panel grows for a moment; a pointer sent to where a button was meanwhile would miss it, and close the panel.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // The pointer rests on the card until its panel opens.
    await card.hover();
    await page.locator('[data-quick-panel]').getByRole('button', { name: say.remove }).click();
    await page.getByText(say.removed).waitFor();
    await page.getByText(say.empty).waitFor();
    await page.reload();
    await page.getByText(say.empty).waitFor();
    await expect.poll(() => card.count()).toBe(0);
  });
});
