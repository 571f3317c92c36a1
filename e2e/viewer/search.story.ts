import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildEpisode, buildPerson, buildProgramme } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, expectFocus, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'find');
});

const words = {
  ko: {
    open: '검색',
    field: '검색어',
    clear: '검색어 지우기',
    recent: '최근 검색어',
    titles: '작품',
    people: '인물',
    episodes: '회차',
    clearAll: '모두 지우기',
    forget: (term: string) => `검색어 ‘${term}’ 지우기`,
    found: (q: string, count: number) => `‘${q}’ 검색 결과 ${count}개`,
    instead: (q: string, other: string) => `‘${q}’ 대신 ‘${other}’`,
    none: (q: string) => `‘${q}’ 검색 결과가 없어요.`,
    hint: '검색어를 줄여 보거나',
    recommended: '이런 작품은 어때요?',
  },
  en: {
    open: 'Search',
    field: 'Search for',
    clear: 'Clear the search box',
    recent: 'Recent searches',
    titles: 'Titles',
    people: 'People',
    episodes: 'Episodes',
    clearAll: 'Clear all',
    forget: (term: string) => `Remove “${term}” from your searches`,
    found: (q: string, count: number) =>
      count === 1 ? `1 result for “${q}”` : `${count} results for “${q}”`,
    instead: (q: string, other: string) => `Showing results for “${other}” instead of “${q}”.`,
    none: (q: string) => `No results for “${q}”.`,
    hint: 'Try fewer words',
    recommended: 'How about one of these?',
  },
};

/** The saves that a page sends, in order. */
function savesOf(page: Page): Record<string, unknown>[] {
  const saves: Record<string, unknown>[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/video/search/save')) saves.push(request.postDataJSON());
  });
  return saves;
}

describe.each(toldIn('en'))('search, in %s', (locale) => {
  const say = words[locale];
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;
  const field = (page: Page) => page.getByRole('combobox', { name: say.field, exact: true });
  const opener = (page: Page) => page.getByRole('button', { name: say.open, exact: true });
  const chips = (page: Page) => page.getByRole('region', { name: say.recent }).getByRole('link');

  test('the box opens on a press or a slash, and closes on a press elsewhere while it is empty', async () => {
    const page = await story.open('/', { locale });
    await opener(page).click();
    await expectFocus(field(page));
    await page.mouse.click(640, 500);
    await opener(page).waitFor();
    await page.keyboard.press('/');
    await expectFocus(field(page));
    await field(page).fill('find');
    await page.mouse.click(20, 780);
    expect(await field(page).inputValue()).toBe('find');
    await page.getByRole('button', { name: say.clear }).click();
    await expectFocus(field(page));
    expect(await field(page).inputValue()).toBe('');
    // With nothing in it Enter does not search.
    await page.keyboard.press('Enter');
    await opener(page).waitFor();
    await arrive(page, '/');
  });

  test('suggests while typing, by keys and for screen readers, and opens what is chosen', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/', { locale });
    const saves = savesOf(page);
    await opener(page).click();
    await field(page).pressSequentially(locale === 'ko' ? 'find 등ㄷ' : 'find lighth', { delay: 20 });
    const option = page.getByRole('option', { name: new RegExp(titleOf(shop.series)) });
    await option.waitFor();
    await picture(page, `search-suggestions-${locale}`);
    expect(await field(page).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => option.getAttribute('aria-selected')).toBe('true');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    await page.keyboard.press('Enter');
    await arrive(page, `/view/s/${shop.series.slug}`);
    expect(saves).toEqual([
      {
        user_id: viewer.id,
        profile_id: viewer.profile.id,
        q: titleOf(shop.series),
        video_id: shop.series.id,
        type: 's',
        searchId: null,
      },
    ]);
  });

  test('saves a find that is opened from the panel over its card too', async () => {
    const viewer = await buildViewer(story);
    const q = locale === 'ko' ? 'find 밤바다' : 'find night sea';
    const page = await openAs(story, viewer, '/', { locale });
    const saves = savesOf(page);
    await page.goto(`${story.url}/search?q=${encodeURIComponent(q)}`);
    const [film] = shop.films;
    const grid = page.getByRole('list', { name: say.titles });
    // A panel that still grows would be missed by a pointer, and close.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await grid.getByRole('link', { name: new RegExp(`${titleOf(film!)}(,|$)`) }).hover();
    await page.locator('[data-quick-panel] a').last().click();
    await arrive(page, `/view/m/${film!.slug}`);
    await expect.poll(() => saves.at(-1)).toMatchObject({ q, video_id: film!.id, type: 'm' });
  });

  test('saves a search, and once more with the first find that is opened', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/', { locale });
    const saves = savesOf(page);
    const q = locale === 'ko' ? 'find 밤바다' : 'find night sea';
    await opener(page).click();
    await field(page).fill(q);
    const saved = page.waitForResponse('**/api/video/search/save');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: say.found(q, 14) }).waitFor();
    await picture(page, `search-results-${locale}`);
    const { search_id } = (await (await saved).json()) as { search_id: string };
    const person = { user_id: viewer.id, profile_id: viewer.profile.id };
    expect(saves).toEqual([{ ...person, q, video_id: null, type: null, searchId: null }]);

    const [first, second] = shop.films;
    const grid = page.getByRole('list', { name: say.titles });
    await grid.getByRole('link', { name: new RegExp(`${titleOf(first!)}(,|$)`) }).click();
    await arrive(page, `/view/m/${first!.slug}`);
    await expect.poll(() => saves.length).toBe(2);
    expect(saves[1]).toEqual({ ...person, q, video_id: first!.id, type: 'm', searchId: search_id });

    // The id is cleared: what is opened after coming back belongs to no new search.
    await page.goBack();
    await grid.getByRole('link', { name: new RegExp(`${titleOf(second!)}(,|$)`) }).click();
    await arrive(page, `/view/m/${second!.slug}`);
    await page.getByRole('heading', { level: 1, name: titleOf(second!) }).waitFor();
    expect(saves).toHaveLength(2);
  });

  test('a new search cancels what the one before still waits for, and clears its results', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/my-list', { locale });
    const ended: string[] = [];
    page.on('requestfailed', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/video/search')) ended.push(`${pathname} ${request.failure()?.errorText}`);
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    let holding = true;
    for (const path of ['video/search', 'video/search/history']) {
      await page.route(`**/api/${path}?**`, async (route) => {
        if (!holding) return route.continue();
        asked += 1;
        await held;
        await route.abort().catch(() => undefined);
      });
    }
    await page.goto(`${story.url}/search?q=find+first`);
    await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
    holding = false;
    await field(page).fill(titleOf(shop.premium));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: say.found(titleOf(shop.premium), 1) }).waitFor();
    await expect
      .poll(() => [...new Set(ended)].sort())
      .toEqual(['/api/video/search net::ERR_ABORTED', '/api/video/search/history net::ERR_ABORTED']);
    const cards = page.getByRole('list', { name: say.titles }).getByRole('link');
    await expect.poll(() => cards.count()).toBe(1);
    release();
  });

  test('keeps what was searched: each leads there again, one can be taken out, or all', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/', { locale });
    // The header comes once it knows the categories; before, nobody hears the key.
    await opener(page).waitFor();
    for (const q of [titleOf(shop.premium), titleOf(shop.adult)]) {
      await page.keyboard.press('/');
      await field(page).fill(q);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: say.found(q, 1) }).waitFor();
    }
    await expect
      .poll(() => chips(page).allTextContents())
      .toEqual([titleOf(shop.adult), titleOf(shop.premium)]);
    await chips(page).last().click();
    await page.getByRole('heading', { level: 1, name: say.found(titleOf(shop.premium), 1) }).waitFor();
    await expect
      .poll(() => chips(page).allTextContents())
      .toEqual([titleOf(shop.premium), titleOf(shop.adult)]);
    await page.getByRole('button', { name: say.forget(titleOf(shop.premium)) }).click();
    await expect.poll(() => chips(page).allTextContents()).toEqual([titleOf(shop.adult)]);
    await page.reload();
    await expect.poll(() => chips(page).allTextContents()).toContain(titleOf(shop.adult));
    await page.getByRole('button', { name: say.clearAll }).click();
    await expect.poll(() => chips(page).count()).toBe(0);
    await page.goto(`${story.url}/search`);
    await page.getByRole('heading', { level: 1, name: say.open }).waitFor();
    await expect.poll(() => chips(page).count()).toBe(0);
  });

  test('an empty search returns to the last page that was none', async () => {
    const page = await story.open(`/view/s/${shop.series.slug}`, { locale });
    await page.getByRole('heading', { level: 1, name: titleOf(shop.series) }).waitFor();
    for (const q of [titleOf(shop.premium), titleOf(shop.adult)]) {
      await page.keyboard.press('/');
      await field(page).fill(q);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: say.found(q, 1) }).waitFor();
    }
    await page.getByRole('button', { name: say.clear }).click();
    await page.keyboard.press('Enter');
    await arrive(page, `/view/s/${shop.series.slug}`);
    await opener(page).waitFor();
  });

  test('says what it searched instead, and what to do when there is nothing', async () => {
    const page = await story.open(locale === 'ko' ? '/search?q=emdeodml' : '/search?q=ㅣㅑ호쇄ㅕㄴㄷ', {
      locale,
    });
    await page
      .getByRole('heading', {
        level: 1,
        name:
          locale === 'ko' ? say.instead('emdeodml', '등대의') : say.instead('ㅣㅑ호쇄ㅕㄴㄷ', 'lighthouse'),
      })
      .waitFor();
    await page.getByRole('link', { name: new RegExp(titleOf(shop.series)) }).waitFor();
    await page.goto(`${story.url}/search?q=${encodeURIComponent('뷁 zzz')}`);
    await page.getByRole('heading', { level: 1, name: say.none('뷁 zzz') }).waitFor();
    await page.getByText(say.hint).waitFor();
    await page.getByRole('list', { name: say.recommended }).getByRole('link').first().waitFor();
  });

  test('shows people and episodes beside titles, and on a phone lets go of the header', async () => {
    const name = locale === 'ko' ? '탐색 나루터 ko' : 'Naru Search en';
    const actor = await buildPerson(story.db, {
      nameKo: '나루해',
      nameEn: `Naruhae ${locale}`,
      slug: `naru-${locale}`,
    });
    const series = await buildProgramme(
      story.db,
      { kind: 'series', titleKo: `탐색 나루터 ${locale}`, titleEn: `Naru Search ${locale}` },
      { cast: [{ personId: actor.id }] },
    );
    await buildEpisode(story.db, { programmeId: series.id, titleKo: '나루의 아침', titleEn: 'Naru Morning' });
    const page = await story.open(`/search?q=${locale === 'ko' ? '나루' : 'naru'}`, { locale, width: 360 });
    await page.getByRole('list', { name: say.titles }).getByRole('link').first().waitFor();
    await page.getByRole('list', { name: say.episodes }).getByRole('link').first().waitFor();
    // The header's own controls are there until the box is opened over them.
    await opener(page).click();
    await expectFocus(field(page));
    await field(page).fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: say.found(name, 1) }).waitFor();
    await opener(page).waitFor();
    await page.goto(
      `${story.url}/search?q=${encodeURIComponent(locale === 'ko' ? '나루해' : `Naruhae ${locale}`)}`,
    );
    await page.getByRole('list', { name: say.people }).getByRole('link').click();
    await arrive(page, `/cast/naru-${locale}`);
  });
});

test('while a syllable is put together, suggestions follow it and Enter takes the whole of it', async () => {
  const page = await story.open('/', {});
  await page.getByRole('button', { name: '검색', exact: true }).click();
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/search/suggestions') asked.push(url.searchParams.get('q') ?? '');
  });
  // 등 and 대, letter by letter as an input method reports them.
  for (const text of ['ㄷ', '드', '등']) await compose(text);
  await keyboard.send('Input.insertText', { text: '등' });
  for (const text of ['ㄷ', '대']) await compose(text);
  await page.getByRole('option', { name: new RegExp(shop.series.titleKo) }).waitFor();
  await expect.poll(() => asked.at(-1)).toBe('등대');
  // Half a syllable that could become another one still finds what begins with it.
  await compose('댕');
  await expect.poll(() => asked.at(-1)).toBe('등댕');
  await compose('대');
  await keyboard.send('Input.insertText', { text: '대' });
  await page.keyboard.press('Enter');
  await arrive(page, '/search?q=%EB%93%B1%EB%8C%80');
});

test('a child is not shown what is above its grade', async () => {
  const viewer = await buildViewer(story, { isKid: true, maturity: 7 });
  const page = await openAs(story, viewer, `/search?q=${encodeURIComponent('find 검은')}`);
  await page.getByRole('heading', { level: 1, name: '‘find 검은’ 검색 결과가 없어요.' }).waitFor();
  await page.getByRole('combobox', { name: '검색어', exact: true }).fill('find 밤');
  await page.getByRole('option').first().waitFor();
  await page.getByRole('combobox', { name: '검색어', exact: true }).fill('find 검은 ');
  await expect.poll(() => page.getByRole('option', { name: /검은/ }).count()).toBe(0);
});
