import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAsset, buildEpisode, buildProgramme, buildSeason } from '../../test/build.ts';
import { openStory, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
/** A series of one season with more episodes than are shown after two steps. */
let long: Awaited<ReturnType<typeof buildProgramme>>;
beforeAll(async () => {
  shop = await stockShop(story, 'details');
  long = await buildProgramme(story.db, { kind: 'series' });
  const season = await buildSeason(story.db, { programmeId: long.id });
  const asset = await buildAsset(story.db);
  for (let number = 1; number <= 30; number += 1) {
    await buildEpisode(story.db, {
      season,
      number,
      titleKo: words.ko.episode(number),
      titleEn: words.en.episode(number),
      assetId: asset.id,
    });
  }
});

const words = {
  ko: {
    crumbs: '현재 위치',
    genres: '로맨스, 미스터리',
    more: '회차 더 보기',
    season: '시즌',
    newest: '최신순',
    oldest: '첫 화부터',
    episode: (number: number) => `${number}번째 파도`,
    wind: (number: number) => `${number}번째 바람`,
    cast: '출연진과 제작진',
    role: '은하 역',
    similar: '비슷한 콘텐츠',
    add: '찜하기',
    remove: '찜한 목록에서 빼기',
    added: '찜한 목록에 담았어요.',
    like: '좋아요',
    play: '재생',
    plan: '이용권이 필요해요',
    back: '돌아가기',
    lost: '찾으시는 페이지가 없어요',
    goHome: '홈으로 가기',
  },
  en: {
    crumbs: 'Breadcrumb',
    genres: 'Romance, Mystery',
    more: 'Load More',
    season: 'Season',
    newest: 'New',
    oldest: 'Old',
    episode: (number: number) => `Wave ${number}`,
    wind: (number: number) => `Wind ${number}`,
    cast: 'Cast & Crew',
    role: 'Eunha',
    similar: 'More Like This',
    add: 'Add to My List',
    remove: 'Remove from My List',
    added: 'Added to My List.',
    like: 'Like',
    play: 'Play',
    plan: 'You need a plan',
    back: 'Go back',
    lost: "Sorry, we can't find that page...",
    goHome: 'Go Home Page',
  },
};

describe.each(toldIn('ko'))('the details of a title, in %s', (locale) => {
  const say = words[locale];
  const nameOf = (row: { nameKo: string; nameEn: string }) => (locale === 'ko' ? row.nameKo : row.nameEn);
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;
  const series = () => `/view/s/${shop.series.slug}`;

  test('the breadcrumb leads to the category, and each genre is named once', async () => {
    const page = await story.open(series(), { locale });
    await page.getByRole('heading', { level: 1, name: titleOf(shop.series) }).waitFor();
    await expect.poll(() => page.title()).toContain(titleOf(shop.series));
    await page.getByRole('definition').getByText(say.genres, { exact: true }).waitFor();
    const crumbs = page.getByRole('navigation', { name: say.crumbs });
    expect(await crumbs.locator('[aria-current=page]').textContent()).toBe(titleOf(shop.series));
    await crumbs.getByRole('link', { name: nameOf(shop.drama) }).click();
    await arrive(page, `/category/${shop.drama.slug}`);
    await page.getByRole('heading', { level: 1, name: nameOf(shop.drama) }).waitFor();
    await expect.poll(() => page.title()).toContain(shop.drama.nameEn);
  });

  test('episodes come newest or oldest first, by season, and twelve at a time', async () => {
    const page = await story.open(series(), { locale });
    const list = page.locator('section[aria-labelledby=episodes-title]');
    const items = list.getByRole('listitem');
    const firstIs = (text: string) => items.first().getByText(text, { exact: true }).waitFor();
    // Who has not begun sees the newest season.
    await firstIs(say.wind(2));
    await list.getByRole('combobox', { name: say.season }).selectOption('1');
    await firstIs(say.episode(14));
    await expect.poll(() => items.count()).toBe(12);
    await list.getByRole('button', { name: say.more }).click();
    await expect.poll(() => items.count()).toBe(14);
    await expect.poll(() => list.getByRole('button', { name: say.more }).count()).toBe(0);
    await list.getByRole('button', { name: say.oldest }).click();
    await firstIs(say.episode(1));
    await list.getByRole('combobox', { name: say.season }).selectOption('2');
    await firstIs(say.wind(1));
    await expect.poll(() => items.count()).toBe(2);
    await list.getByRole('button', { name: say.newest }).click();
    await firstIs(say.wind(2));
  });

  test('another order of the episodes shows as many as before, and goes on from there', async () => {
    const page = await story.open(`/view/s/${long.slug}`, { locale });
    const list = page.locator('section[aria-labelledby=episodes-title]');
    const items = list.getByRole('listitem');
    const firstIs = (number: number) =>
      items.first().getByText(say.episode(number), { exact: true }).waitFor();
    await firstIs(30);
    await list.getByRole('button', { name: say.more }).click();
    await expect.poll(() => items.count()).toBe(24);
    await list.getByRole('button', { name: say.oldest }).click();
    await firstIs(1);
    await expect.poll(() => items.count()).toBe(24);
    await list.getByRole('button', { name: say.more }).click();
    await expect.poll(() => items.count()).toBe(30);
    await items.last().getByText(say.episode(30), { exact: true }).waitFor();
    await expect.poll(() => list.getByRole('button', { name: say.more }).count()).toBe(0);
  });

  test('names the cast and shows what is like it', async () => {
    const page = await story.open(series(), { locale });
    const cast = page.getByRole('list', { name: say.cast });
    await cast.getByText(nameOf(shop.lead)).waitFor();
    await cast.getByText(say.role).waitFor();
    await cast.scrollIntoViewIfNeeded();
    const similar = page.getByRole('list', { name: say.similar });
    await similar.getByRole('link').first().waitFor();
    await similar.scrollIntoViewIfNeeded();
    await expect.poll(() => similar.getByRole('link').count()).toBe(12);
    await expect.poll(() => similar.getByRole('link', { name: titleOf(shop.series) }).count()).toBe(0);
  });

  test('My List and the like are still there after a reload', async () => {
    const page = await openAs(story, await buildViewer(story), series(), { locale });
    const like = page.getByRole('main').getByRole('button', { name: say.like, exact: true });
    await page.getByRole('button', { name: say.add, exact: true }).click();
    await page.getByText(say.added).waitFor();
    const rated = page.waitForResponse((response) => response.url().includes('/api/ratings/'));
    await like.click();
    expect((await rated).status()).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: say.remove, exact: true }).waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('true');
  });

  test('a premium title without a plan leads to the plans, which say why and lead back', async () => {
    const page = await openAs(story, await buildViewer(story), `/view/m/${shop.premium.slug}`, { locale });
    await page.getByRole('button', { name: say.play, exact: true }).click();
    await arrive(page, '/plans');
    const why = page.getByRole('region', { name: say.plan });
    await why.getByText(titleOf(shop.premium)).waitFor();
    await why.getByRole('button', { name: say.back }).click();
    await arrive(page, `/view/m/${shop.premium.slug}`);
  });

  test('an unknown title has an error page that leads home', async () => {
    const page = await story.open('/view/m/no-such-title', { locale, expected: [/status of 404.*program/] });
    await page.getByRole('heading', { level: 1, name: say.lost }).waitFor();
    await page.getByRole('link', { name: say.goHome }).click();
    await arrive(page, '/');
  });

  test('an address that leads nowhere has the same error page', async () => {
    const page = await story.open('/no/such/place', { locale });
    await page.getByRole('heading', { level: 1, name: say.lost }).waitFor();
    await page.getByRole('link', { name: say.goHome }).click();
    await arrive(page, '/');
    await page.getByRole('heading', { level: 1, name: titleOf(shop.series) }).waitFor();
  });
});

test('at 1024 px and below episodes come six at a time', async () => {
  const page = await story.open(`/view/s/${shop.series.slug}`, { width: 1024 });
  const list = page.locator('section[aria-labelledby=episodes-title]');
  const items = list.getByRole('listitem');
  await list.getByRole('combobox', { name: words.ko.season }).selectOption('1');
  await expect.poll(() => items.count()).toBe(6);
  await list.getByRole('button', { name: words.ko.more }).click();
  await expect.poll(() => items.count()).toBe(12);
});

test('the episodes are those of the season that one is in', async () => {
  const viewer = await buildViewer(story);
  await story.db.execute(sql`insert into viewing_progress
    (profile_id, item_id, household_id, programme_id, episode_id, position_seconds, duration_seconds, updated_at)
    select ${viewer.profile.id}, id, ${viewer.householdId}, programme_id, id, 20, 60, now() from catalog_episodes
    where programme_id = ${shop.series.id} and season_number = 1 and number = 3`);
  const page = await openAs(story, viewer, `/view/s/${shop.series.slug}`);
  const list = page.locator('section[aria-labelledby=episodes-title]');
  await list.getByText(words.ko.episode(14), { exact: true }).waitFor();
  expect(await list.getByRole('combobox', { name: words.ko.season }).inputValue()).toBe('1');
});
