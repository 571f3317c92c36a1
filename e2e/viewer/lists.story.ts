import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openStory, toldIn } from '../fixtures.ts';
import { plainTitles, type Shelves, stockShelves } from './shelves.ts';
import { arrive, buildViewer, expectFocus, openAs } from './shop.ts';

const story = openStory();
let shelves: Shelves;
beforeAll(async () => {
  shelves = await stockShelves(story, 'lists');
});

const words = {
  ko: {
    all: '전체',
    etc: '기타',
    twins: 'ㅅ',
    series: 'ㄴ',
    plain: 'ㄱ',
    none: 'ㅋ',
    letters: '첫 글자로 찾기',
    releases: '새로 나온 콘텐츠',
    releasesTitle: '새로 나온 작품',
    free: '무료 콘텐츠',
    leaving: '곧 종료되는 작품',
    leavingRow: 'lists 곧 종료',
    lastDay: /까지$/,
    freeTabs: '무료 콘텐츠 분류',
    premium: '프리미엄',
    newTitle: '신작',
    newEpisode: '새 회차',
    nothing: '찾는 콘텐츠가 없어요',
    showAll: '전체 보기',
    mustLogin: '영상을 보려면 로그인해 주세요.',
    plan: '이용권이 필요해요',
    crumbs: '현재 위치',
    newIn: '새로 나온 lists 추리',
    episode: '30화 · 30번째 단서',
    counted: '30 / 40화 · 30번째 단서',
    strip: '새로 나온 콘텐츠 분류',
    shows: '출연작',
    born: '1990년 2월 3일',
    age: /만 3\d세/,
    dislike: '별로예요',
    cast: '출연진과 제작진',
    lost: '찾으시는 페이지가 없어요',
    genreNew: '새로 나온 콘텐츠',
  },
  en: {
    all: 'All',
    etc: 'Etc',
    twins: 'Z',
    series: 'N',
    plain: 'A',
    none: 'X',
    letters: 'Filter by first letter',
    releases: 'New releases',
    releasesTitle: 'New Releases',
    free: 'Free videos',
    leaving: 'Leaving soon',
    leavingRow: 'lists Leaving',
    lastDay: /^Until /,
    freeTabs: 'Free videos by category',
    premium: 'Premium',
    newTitle: 'New',
    newEpisode: 'New episode',
    nothing: 'No Videos found!',
    showAll: 'Show all',
    mustLogin: 'Please login to watch video.',
    plan: 'You need a plan',
    crumbs: 'Breadcrumb',
    newIn: 'New in lists Mystery',
    episode: 'Episode 30 · Clue 30',
    counted: 'Clue 30',
    strip: 'New releases by category',
    shows: 'Shows',
    born: 'February 3, 1990',
    age: /^3\d$/,
    dislike: 'Not for me',
    cast: 'Cast & Crew',
    lost: "Sorry, we can't find that page...",
    genreNew: 'New releases',
  },
};

const scrollToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

describe.each(toldIn('ko'))('the catalogue’s lists, in %s', (locale) => {
  const say = words[locale];
  const nameOf = (row: { nameKo: string; nameEn: string }) => (locale === 'ko' ? row.nameKo : row.nameEn);
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;
  const cardsOf = (page: Page, label: string) =>
    page.getByRole('list', { name: label, exact: true }).getByRole('listitem');
  const letter = (page: Page, name: string) =>
    page.getByRole('radiogroup', { name: say.letters }).getByRole('radio', { name, exact: true });

  test('a category’s row leads to its sub-category, which has all of it by first letter', async () => {
    const page = await story.open(`/category/${shelves.category.slug}`, { locale });
    await page.getByRole('heading', { level: 1, name: nameOf(shelves.category) }).waitFor();
    const row = page.getByRole('list', { name: nameOf(shelves.sub), exact: true });
    await row.getByRole('link').first().waitFor();
    // Six came with the page; the rest follows because they do not fill the row.
    await expect.poll(() => row.getByRole('listitem').count()).toBeGreaterThan(plainTitles);
    await page
      .getByRole('heading', { level: 2 })
      .getByRole('link', { name: nameOf(shelves.sub) })
      .click();
    await arrive(page, `/category/${shelves.category.slug}/${shelves.sub.slug}`);
    await page.getByRole('heading', { level: 1, name: nameOf(shelves.sub) }).waitFor();
    await expect
      .poll(() => page.title())
      .toContain(locale === 'ko' ? shelves.sub.metaTitleKo : shelves.sub.metaTitleEn);
    const cards = cardsOf(page, nameOf(shelves.sub));
    await expect.poll(() => cards.count()).toBe(24);
    await scrollToEnd(page);
    await expect.poll(() => cards.count()).toBe(plainTitles + 4);
    await expect.poll(() => page.getByText('Private video').count()).toBe(0);
    await letter(page, say.series).click();
    await expect.poll(() => cards.count()).toBe(1);
    // The accessible name includes the marks of the picture.
    const named = (...parts: string[]) =>
      cards.getByRole('link', { name: parts.join(', '), exact: true }).waitFor();
    await named(titleOf(shelves.series), say.newEpisode);
    await letter(page, say.etc).click();
    await named(titleOf(shelves.year), say.newTitle, say.premium);
    await expect.poll(() => cards.count()).toBe(1);
    await letter(page, say.none).click();
    await page.getByText(say.nothing).waitFor();
    await page.getByRole('button', { name: say.showAll }).click();
    await expect.poll(() => cards.count()).toBe(24);
    const crumbs = page.getByRole('navigation', { name: say.crumbs });
    await crumbs.getByRole('link', { name: nameOf(shelves.category) }).click();
    await arrive(page, `/category/${shelves.category.slug}`);
  });

  test('the new-release strip of a category is filtered by its sub-categories', async () => {
    const page = await story.open(`/category/${shelves.category.slug}`, { locale });
    const strip = page.getByRole('list', { name: say.releases, exact: true });
    await strip.getByRole('listitem').first().waitFor();
    await expect.poll(() => strip.getByRole('listitem').count()).toBe(16);
    const tabs = page.getByRole('tablist', { name: say.strip });
    await tabs.getByRole('tab', { name: nameOf(shelves.other) }).click();
    await strip.waitFor({ state: 'detached' });
    await tabs.getByRole('tab', { name: nameOf(shelves.sub) }).click();
    await strip.getByRole('listitem').first().waitFor();
  });

  test('new releases play from their picture and lead to details by their title', async () => {
    const page = await story.open(`/new-releases/${shelves.category.slug}`, { locale });
    await page.getByRole('heading', { level: 1, name: say.releasesTitle }).waitFor();
    await expect.poll(() => page.title()).toContain(say.releasesTitle);
    const cards = cardsOf(page, say.releases);
    await expect.poll(() => cards.count()).toBe(24);
    await letter(page, say.series).click();
    await expect.poll(() => cards.count()).toBe(1);
    await cards.getByRole('link', { name: titleOf(shelves.series), exact: true }).click();
    await arrive(page, `/view/s/${shelves.series.slug}`);
    // Going back finds the letter that was chosen.
    await page.goBack();
    await expect.poll(() => letter(page, say.series).getAttribute('aria-checked')).toBe('true');
    await expect.poll(() => cards.count()).toBe(1);
    await cards.getByRole('link').first().click();
    await arrive(page, '/login');
    await page.getByText(say.mustLogin).waitFor();
  });

  test('a premium picture leads those without a plan to the plans', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, `/new-releases/${shelves.category.slug}`, { locale });
    await letter(page, say.etc).click();
    const cards = cardsOf(page, say.releases);
    await expect.poll(() => cards.count()).toBe(1);
    await cards.getByText(say.premium, { exact: true }).waitFor();
    await cards.getByRole('link').first().click();
    await page.getByRole('region', { name: say.plan }).getByText(titleOf(shelves.year)).waitFor();
    await arrive(page, '/plans');
  });

  test('free videos are one of each title: its picture plays it, its title leads to the series', async () => {
    const page = await story.open('/free-videos', { locale });
    await letter(page, say.series).click();
    const card = cardsOf(page, say.free).filter({ hasText: titleOf(shelves.series) });
    await card.getByText(say.episode, { exact: true }).waitFor();
    await expect.poll(() => card.count()).toBe(1);
    expect(await card.getByRole('link').first().getAttribute('href')).toMatch(/^\/watch\/e\//);
    await card.getByRole('link', { name: titleOf(shelves.series), exact: true }).click();
    await arrive(page, `/view/s/${shelves.series.slug}`);
  });

  test('what leaves soon says its last day, on home and on the page that it leads to', async () => {
    const page = await story.open('/', { locale });
    const section = page.getByRole('heading', { name: say.leavingRow });
    // Home is long: rows come as they are scrolled to.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 800);
        return section.count();
      })
      .toBe(1);
    await section.getByRole('link').click();
    await arrive(page, '/leaving-soon');
    const card = cardsOf(page, say.leaving).filter({ hasText: titleOf(shelves.leaving) });
    await card.getByText(say.lastDay).waitFor();
    await card.getByRole('link').click();
    await arrive(page, `/view/m/${shelves.leaving.slug}`);
  });

  test('home has the free section and the custom row for a guest, and no free section with a plan', async () => {
    const page = await story.open('/', { locale });
    const free = locale === 'ko' ? 'lists 오늘의 무료' : 'lists Free Today';
    const rowTitle = titleOf(shelves.row);
    const shelf = page.getByRole('list', { name: free, exact: true });
    await shelf.getByRole('listitem').first().waitFor();
    const tabs = page.getByRole('tablist', { name: say.freeTabs }).first();
    await tabs.getByRole('tab', { name: nameOf(shelves.category), exact: true }).click();
    await shelf.getByText(say.episode, { exact: true }).waitFor();
    // Sixteen at a time, three times at most; there are 43 free titles here.
    // The last card may change once the row is rendered whole.
    const cards = shelf.getByRole('listitem');
    const goToEnd = async () => {
      // From the start each time, so that every attempt comes near the end anew.
      await cards.first().scrollIntoViewIfNeeded();
      await cards.last().scrollIntoViewIfNeeded();
      return cards.count();
    };
    await expect.poll(goToEnd).toBeGreaterThan(16);
    const member = await openAs(story, await buildViewer(story, {}, { plan: 10 }), '/', { locale });
    await member.getByRole('list', { name: rowTitle, exact: true }).waitFor();
    await expect.poll(() => member.getByRole('heading', { level: 2, name: free }).count()).toBe(0);
    await member.getByRole('heading', { level: 2 }).getByRole('link', { name: rowTitle }).click();
    await arrive(member, `/content/${shelves.row.slug}`);
  });

  test('a custom row is a page of its own, in its own order', async () => {
    const page = await story.open(`/content/${shelves.row.slug}`, { locale });
    const title = titleOf(shelves.row);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const cards = cardsOf(page, title);
    await expect.poll(() => cards.count()).toBe(3);
    await cards
      .first()
      .getByRole('link', { name: titleOf(shelves.twins) })
      .click();
    await arrive(page, `/view/s/${shelves.twins.slug}`);
    await page.getByRole('heading', { level: 1, name: titleOf(shelves.twins) }).waitFor();
  });

  test('a genre is fetched to its last page, shown bit by bit, and filtered after a pause', async () => {
    const pages: string[] = [];
    const page = await story.open('/favicon.svg', { locale, shell: true, expected: [/favicon\.ico/] });
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/genre/video-items')
        pages.push(`${searchParams.get('page')} of ${searchParams.get('per_page')}`);
    });
    await page.goto(`${story.url}/genre/${shelves.genre.slug}`);
    const cards = cardsOf(page, nameOf(shelves.genre));
    await cards.first().waitFor();
    await expect.poll(() => pages).toEqual(['1 of 30', '2 of 30']);
    await expect.poll(() => cards.count()).toBe(30);
    const from = Date.now();
    await scrollToEnd(page);
    await expect.poll(() => cards.count()).toBe(plainTitles + 4);
    expect(Date.now() - from).toBeGreaterThan(1400);
    const chosen = Date.now();
    await letter(page, say.etc).click();
    await expect.poll(() => cards.count()).toBe(plainTitles + 4);
    await expect.poll(() => cards.count()).toBe(1);
    expect(Date.now() - chosen).toBeGreaterThan(600);
    await cards.getByText(titleOf(shelves.year), { exact: true }).waitFor();
  });

  test('on a small screen a genre comes and is shown twelve at a time', async () => {
    const page = await story.open('/favicon.svg', {
      locale,
      shell: true,
      width: 360,
      height: 740,
      expected: [/favicon\.ico/],
    });
    await page.goto(`${story.url}/genre/${shelves.genre.slug}`);
    const cards = cardsOf(page, nameOf(shelves.genre));
    await cards.first().waitFor();
    await expect.poll(() => cards.count()).toBe(12);
    // Not to the page's end: the part below the list may be taller than the screen.
    await cards.last().scrollIntoViewIfNeeded();
    await expect.poll(() => cards.count()).toBe(24);
  });

  test('the partner’s page has its titles under the same letters', async () => {
    const page = await story.open('/kocowa', { locale });
    const name = locale === 'ko' ? '코코와' : 'Kocowa';
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await letter(page, say.series).click();
    await cardsOf(page, name).getByText(titleOf(shelves.series), { exact: true }).waitFor();
  });

  test('what is new in a genre counts episodes, names premium and greys out what was disliked', async () => {
    const viewer = await buildViewer(story, {}, { plan: 10 });
    const page = await openAs(story, viewer, `/view/s/${shelves.series.slug}`, { locale });
    const rated = page.waitForResponse((response) => response.url().includes('/api/ratings/'));
    await page.getByRole('main').getByRole('button', { name: say.dislike, exact: true }).click();
    expect((await rated).status()).toBe(200);
    await page.goto(`${story.url}/genre/${shelves.genre.slug}`);
    await page.getByRole('main').getByRole('link', { name: say.genreNew, exact: true }).click();
    await arrive(page, `/genre-new-releases/${shelves.genre.slug}`);
    const cards = cardsOf(page, say.newIn);
    await cards.first().waitFor();
    await expect.poll(() => page.getByText('Private video').count()).toBe(0);
    const series = cards.filter({ hasText: titleOf(shelves.series) });
    await series.getByText(say.counted).waitFor();
    await expect.poll(() => series.locator('.grayscale').count()).toBe(1);
    const premium = cards.filter({ hasText: titleOf(shelves.year) });
    await premium.getByText(say.premium, { exact: true }).waitFor();
    await expect.poll(() => premium.locator('.grayscale').count()).toBe(0);
  });

  test('a sub-genre stands under its genre', async () => {
    const page = await story.open(`/genre/${shelves.genre.slug}`, { locale });
    await page
      .getByRole('main')
      .getByRole('link', { name: nameOf(shelves.subGenre) })
      .click();
    await arrive(page, `/genre/${shelves.genre.slug}/${shelves.subGenre.slug}`);
    const cards = cardsOf(page, nameOf(shelves.subGenre));
    await cards.first().waitFor();
    await expect.poll(() => cards.count()).toBe(4);
    await cards
      .filter({ hasText: titleOf(shelves.year) })
      .getByText(say.premium, { exact: true })
      .waitFor();
    const crumbs = page.getByRole('navigation', { name: say.crumbs });
    await crumbs.getByRole('link', { name: nameOf(shelves.genre) }).click();
    await arrive(page, `/genre/${shelves.genre.slug}`);
  });

  test('a title’s cast leads to a person, and the person’s shows back to titles', async () => {
    const page = await story.open(`/view/s/${shelves.series.slug}`, { locale });
    const name = nameOf(shelves.person);
    await page.getByRole('definition').getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('list', { name: say.cast }).getByRole('link', { name }).click();
    await arrive(page, `/cast/${shelves.person.slug}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText(say.born, { exact: true }).waitFor();
    await page.getByRole('definition').getByText(say.age).waitFor();
    const shows = cardsOf(page, say.shows);
    await shows.getByRole('link', { name: titleOf(shelves.twins) }).click();
    await arrive(page, `/view/m/${shelves.twins.slug}`);
    await page
      .getByRole('definition')
      .getByRole('link', { name: nameOf(shelves.genre), exact: true })
      .click();
    await arrive(page, `/genre/${shelves.genre.slug}`);
  });

  test('a child’s profile is shown nothing above its grade on any of them', async () => {
    const child = await buildViewer(story, { maturity: 7, isKid: true });
    const { category, sub, genre, subGenre, person, row } = shelves;
    const page = await openAs(story, child, `/content/${row.slug}`, { locale });
    const title = titleOf(shelves.adult);
    for (const [path, label] of [
      [`/content/${row.slug}`, titleOf(row)],
      [`/category/${category.slug}/${sub.slug}`, nameOf(sub)],
      [`/new-releases/${category.slug}`, say.releases],
      ['/free-videos', say.free],
      [`/genre/${genre.slug}`, nameOf(genre)],
      [`/genre-new-releases/${genre.slug}`, say.newIn],
      [`/genre/${genre.slug}/${subGenre.slug}`, nameOf(subGenre)],
      [`/cast/${person.slug}`, say.shows],
    ] as const) {
      await page.goto(story.url + path);
      const cards = cardsOf(page, label);
      await cards.first().waitFor();
      // Where there are letters, the grown-up title stands under the same one.
      if ((await letter(page, say.twins).count()) > 0) await letter(page, say.twins).click();
      await cards
        .filter({ hasText: titleOf(shelves.twins) })
        .first()
        .waitFor();
      expect(await page.getByText(title, { exact: true }).count(), path).toBe(0);
    }
  });

  test.each([
    '/view',
    '/view/s',
    '/view/x/lists-series',
    '/genre/nothing',
    '/cast/nobody',
    '/content/nothing',
  ])('%s has the error page', async (path) => {
    const page = await story.open(path, { locale, expected: [/status of 404/] });
    await page.getByRole('heading', { level: 1, name: say.lost }).waitFor();
  });
});

test('arrow keys move from the letters into the grid, through it and out again', async () => {
  const page = await story.open(`/category/${shelves.category.slug}/${shelves.sub.slug}`);
  const links = page.getByRole('list', { name: shelves.sub.nameKo }).getByRole('link');
  await links.first().waitFor();
  const all = page.getByRole('radio', { name: '전체' });
  await all.focus();
  const isFirst = () => links.first().evaluate((link) => link === document.activeElement);
  // The remote's keys are fetched with the first that is pressed.
  await expect
    .poll(
      async () => {
        if (!(await isFirst())) await page.keyboard.press('ArrowDown');
        return isFirst();
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await page.keyboard.press('ArrowRight');
  await expectFocus(links.nth(1));
  // At 1280 px a row has six.
  await page.keyboard.press('ArrowDown');
  await expectFocus(links.nth(7));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expectFocus(links.first());
  await page.keyboard.press('ArrowUp');
  await expectFocus(all);
  await page.keyboard.press('ArrowRight');
  await expectFocus(page.getByRole('radio', { name: 'ㄱ', exact: true }));
  expect(await page.getByRole('radio', { name: 'ㄱ', exact: true }).getAttribute('aria-checked')).toBe(
    'true',
  );
});
