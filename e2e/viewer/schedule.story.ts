import { beforeAll, describe, expect, test, vi } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { addDays, dayIn, startOfDay } from '../../src/server/zone.ts';
import { buildCategory, buildEpisode, buildProgramme, buildSeason } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { arrive, expectFocus } from './shop.ts';

const story = openStory();
const zone = 'America/Los_Angeles';
const today = dayIn(new Date(), zone);
const noonOf = (days: number) => new Date(startOfDay(addDays(today, days), zone).getTime() + 12 * 3_600_000);

const words = {
  ko: { title: '편성표', today: '오늘', empty: '이날 공개되는 콘텐츠가 없어요', coming: '공개 예정' },
  en: { title: 'Schedule', today: 'Today', empty: 'No Videos found!', coming: 'Coming soon' },
};

async function announce() {
  const { db } = story;
  const category = await buildCategory(db, { nameKo: '편성 마당', nameEn: 'Schedule Yard', position: -3 });
  const series = await buildProgramme(db, {
    kind: 'series',
    titleKo: '편성 달빛',
    titleEn: 'Schedule Moon',
    categoryId: category.id,
    availableFrom: new Date(0),
  });
  const season = await buildSeason(db, { programmeId: series.id });
  await buildEpisode(db, {
    season,
    number: 1,
    titleKo: '첫눈',
    titleEn: 'First Snow',
    availableFrom: new Date(Date.now() - 60_000),
  });
  await buildEpisode(db, {
    season,
    number: 2,
    titleKo: '봄비',
    titleEn: 'Spring Rain',
    availableFrom: noonOf(3),
  });
  const premiere = await buildProgramme(db, {
    titleKo: '편성 첫 공개',
    titleEn: 'Schedule Premiere',
    categoryId: category.id,
    availableFrom: noonOf(3),
  });
  await announceChange(db, 'catalog');
  await vi.waitUntil(
    async () => (await (await fetch(`${story.url}/api/schedule`)).text()).includes('편성 첫 공개'),
    { timeout: 30_000 },
  );
  return { series, premiere };
}
let shop: Awaited<ReturnType<typeof announce>>;
beforeAll(async () => {
  shop = await announce();
});

describe.each(toldIn('ko'))('the schedule in %s', (locale) => {
  const say = words[locale];
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;

  test('opens on today, and leads to the page of what has come out', async () => {
    const page = await story.open('/schedule', { locale });
    await page.getByRole('heading', { level: 1, name: say.title }).waitFor();
    expect(await page.title()).toContain(say.title);
    const tab = page.getByRole('tab', { selected: true });
    expect(await tab.textContent()).toBe(`${say.today}${Number(today.slice(8))}`);
    const panel = page.getByRole('tabpanel');
    await panel
      .getByRole('heading', { level: 2, name: locale === 'ko' ? '편성 마당' : 'Schedule Yard' })
      .waitFor();
    const card = panel.getByRole('link', { name: new RegExp(`^${titleOf(shop.series)}`) });
    await expect.poll(() => card.getByText(say.coming).count()).toBe(0);
    await card.getByText(locale === 'ko' ? '시즌 1 1화 · 첫눈' : 'S1 E1 · First Snow').waitFor();
    await picture(page, `schedule-${locale}`);
    await card.click();
    await arrive(page, `/view/s/${shop.series.slug}`);
  });

  test('says what is coming, with a placeholder for what has not opened yet', async () => {
    const page = await story.open('/schedule', { locale });
    const tabs = page.getByRole('tab');
    const at = await tabs.evaluateAll((all) =>
      all.findIndex((each) => each.getAttribute('aria-selected') === 'true'),
    );
    // By the keys: the third day from today.
    await tabs.nth(at).focus();
    for (let step = 1; step <= 3; step += 1) {
      await page.keyboard.press('ArrowRight');
      await expectFocus(tabs.nth(at + step));
    }
    const panel = page.getByRole('tabpanel');
    const card = panel.getByRole('link', { name: new RegExp(`^${titleOf(shop.series)}`) });
    await card.getByText(say.coming).waitFor();
    await card.getByText(locale === 'ko' ? /^한국 / : /^Korea /).waitFor();
    const premiere = panel.getByRole('listitem').filter({ hasText: titleOf(shop.premiere) });
    await premiere.getByText(say.coming).waitFor();
    await premiere.locator('[data-schedule-placeholder]').waitFor();
    await expect.poll(() => premiere.getByRole('link').count()).toBe(0);
  });

  test('says so when nothing comes out on a day', async () => {
    const page = await story.open('/schedule', { locale });
    // A week from today nothing of any story comes out.
    await page.getByRole('tab').last().click();
    await page.getByText(say.empty, { exact: true }).waitFor();
  });
});
