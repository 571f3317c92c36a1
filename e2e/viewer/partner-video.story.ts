import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildSection } from '../../test/build.ts';
import { buildClip, buildPartnerCategory, buildPlaylist } from '../../test/build-partner-video.ts';
import { firstPosition, openStory, picture, toldIn } from '../fixtures.ts';
import { ingestVideo } from './broadcast.ts';
import { arrive, buildViewer, expectFocus, openAs, pathOf } from './shop.ts';

const story = openStory();

const words = {
  ko: {
    youtube: '유튜브',
    nav: '주 메뉴',
    chips: '유튜브 메뉴',
    arrivals: '새로 올라온 영상',
    playlists: '재생목록',
    more: '영상 더 보기',
    playAll: '처음부터 재생',
    next: '다음 영상',
    dislike: '별로예요',
    premium: '프리미엄',
    plan: '이용권이 필요해요',
    login: '영상을 보려면 로그인해 주세요.',
    all: '이야기 요리 전체',
    everything: '모든 영상',
    row: '이야기 유튜브',
    results: '유튜브',
    back: '뒤로 가기',
    lost: '찾으시는 페이지가 없어요',
  },
  en: {
    youtube: 'YouTube',
    nav: 'Main menu',
    chips: 'YouTube sections',
    arrivals: 'New arrivals',
    playlists: 'Playlists',
    more: 'Load More',
    playAll: 'Play all',
    next: 'Next video',
    dislike: 'Not for me',
    premium: 'Premium',
    plan: 'You need a plan',
    login: 'Please login to watch video.',
    all: 'Everything in Story Cooking',
    everything: 'All Videos',
    row: 'Story YouTube',
    results: 'YouTube',
    back: 'Back',
    lost: "Sorry, we can't find that page...",
  },
};

/** A category with two sub-categories; a playlist of ours of 24 clips, and one of the partner's own. */
async function stockClips() {
  const { db } = story;
  const position = firstPosition();
  const asset = { assetId: await ingestVideo(story, 8) };
  const cooking = await buildPartnerCategory(db, {
    slug: 'story-cooking',
    nameKo: '이야기 요리',
    nameEn: 'Story Cooking',
    position,
  });
  const sub = (slug: string, nameKo: string, nameEn: string) =>
    buildPartnerCategory(db, { slug, nameKo, nameEn, parentId: cooking.id });
  const soups = await sub('story-soups', '이야기 국물', 'Story Soups');
  const noodles = await sub('story-noodles', '이야기 국수', 'Story Noodles');
  const common = { categoryId: cooking.id, subCategoryId: soups.id };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const broth = await buildClip(db, {
    ...common,
    ...asset,
    titleKo: '멸치 육수 내기',
    titleEn: 'Making Anchovy Broth',
    listedAt: minutesAgo(1),
  });
  const soup = await buildClip(db, {
    ...common,
    ...asset,
    titleKo: '맑은 무국',
    titleEn: 'Clear Radish Soup',
    listedAt: minutesAgo(2),
  });
  const paid = await buildClip(db, {
    ...common,
    ...asset,
    titleKo: '궁중 전골 수업',
    titleEn: 'A Royal Hot Pot Class',
    premium: true,
    listedAt: minutesAgo(3),
  });
  const withdrawn = await buildClip(db, { ...common, titleKo: 'Private video', titleEn: 'Private video' });
  const many = [];
  for (let number = 1; number <= 20; number += 1) {
    many.push(
      await buildClip(db, {
        ...common,
        ...asset,
        titleKo: `국물 수업 ${number}`,
        titleEn: `Soup Class ${number}`,
        listedAt: minutesAgo(10 + number),
      }),
    );
  }
  const own = await buildPlaylist(
    db,
    {
      playListId: 'story-soup-class',
      titleKo: '국물의 모든 것',
      titleEn: 'All About Soup',
      descriptionKo: '불을 켜기 전부터 차근차근.',
      descriptionEn: 'From before the stove is lit.',
      clipsPlanned: 30,
      position,
    },
    [broth, soup, paid, withdrawn, ...many].map(({ id }) => id),
  );
  const framed = [];
  for (const [index, youtubeId] of ['aaaaaaaaaa1', 'bbbbbbbbbb2', 'cccccccccc3'].entries()) {
    framed.push(
      await buildClip(db, {
        ...common,
        subCategoryId: noodles.id,
        youtubeId,
        durationMs: 75_000,
        titleKo: `면 뽑기 ${index + 1}부`,
        titleEn: `Pulling Noodles, Part ${index + 1}`,
        descriptionKo: '반죽을 쉬게 하고, 늘이고, 접어요.',
        descriptionEn: 'Rest the dough, stretch it, fold it.',
      }),
    );
  }
  const partners = await buildPlaylist(
    db,
    { playListId: 'PLstory_noodles-1', titleKo: '면 뽑는 날', titleEn: 'Noodle Day', position: position + 1 },
    framed.map(({ id }) => id),
  );
  await buildSection(db, { type: 'youtube', nameKo: words.ko.row, nameEn: words.en.row, position });
  await announceChange(db, 'partner_video');
  await vi.waitUntil(
    async () => (await (await fetch(`${story.url}/api/youtube-home`)).text()).includes('story-soup-class'),
    { timeout: 30_000 },
  );
  return { cooking, soups, noodles, broth, soup, paid, own, framed, partners };
}
let stock: Awaited<ReturnType<typeof stockClips>>;
beforeAll(async () => {
  stock = await stockClips();
}, 300_000);

/** Waits until the video on the page moves. */
async function playing(page: Page): Promise<void> {
  const time = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  await expect.poll(time).toBeGreaterThan(0);
  const before = await time();
  await expect.poll(time).toBeGreaterThan(before);
}

/**
 * Says where it is as the partner's player does, to a page that has asked: several times a second, with what has changed. Its button
 * pauses it and goes on.
 */
const player = `<!doctype html><title>player</title><button>Pause</button><script>
  const say = (event, info) => parent.postMessage(JSON.stringify({ event, id: 1, channel: 'widget', info }), '*');
  let at = 0;
  let playerState = 1;
  addEventListener('message', ({ data }) => {
    if (at > 0 || JSON.parse(data).event !== 'listening') return;
    say('initialDelivery', { currentTime: at, duration: 212, playerState: 3 });
    setInterval(() => {
      if (playerState === 1) at += 0.25;
      say('infoDelivery', { currentTime: at, playerState });
    }, 250);
  });
  document.querySelector('button').onclick = () => (playerState = 3 - playerState);
</script>`;

/** Nothing leaves this machine: here is another player at the partner's address. */
const playFrames = (page: Page) =>
  page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: player }),
  );

describe.each(toldIn('en'))('partner video, in %s', (locale) => {
  const say = words[locale];
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;
  const nameOf = (row: { nameKo: string; nameEn: string }) => (locale === 'ko' ? row.nameKo : row.nameEn);
  const cards = (page: Page, label: string) =>
    page.getByRole('list', { name: label, exact: true }).getByRole('listitem');

  test('a guest browses from the header to a playlist, loads more of it, and is asked to log in to watch', async () => {
    const page = await story.open('/', { locale });
    await page
      .getByRole('navigation', { name: say.nav })
      .getByRole('link', { name: say.youtube, exact: true })
      .click();
    await arrive(page, '/youtube');
    await page.getByRole('heading', { level: 1, name: say.youtube }).waitFor();
    const row = cards(page, titleOf(stock.own));
    await row.first().getByRole('link').waitFor();
    // Trimmed to twenty, the withdrawn one left out.
    await expect.poll(() => row.count()).toBe(20);
    await row
      .nth(1)
      .getByText(/^2 \/ 30 · /)
      .waitFor();
    await picture(page, `youtube-${locale}`);
    await page
      .getByRole('heading', { level: 2 })
      .getByRole('link', { name: titleOf(stock.own) })
      .click();
    await arrive(page, '/youtube/playlist/story-soup-class');
    await page.getByRole('heading', { level: 1, name: titleOf(stock.own) }).waitFor();
    await page.getByText(locale === 'ko' ? '23 / 30편' : '23 / 30 videos').waitFor();
    const grid = cards(page, titleOf(stock.own));
    await expect.poll(() => grid.count()).toBe(20);
    await page.getByRole('button', { name: say.more }).click();
    await expect.poll(() => grid.count()).toBe(23);
    await expect.poll(() => page.getByRole('button', { name: say.more }).count()).toBe(0);
    await expect.poll(() => page.getByText('Private video').count()).toBe(0);
    await grid.nth(2).getByText(say.premium, { exact: true }).waitFor();
    await grid.first().getByRole('link').click();
    await arrive(page, '/login');
    await page.getByText(say.login).waitFor();
  });

  test('the playlist’s document names its clips for search engines', async () => {
    const html = await (
      await fetch(`${story.url}/youtube/playlist/story-soup-class`, {
        headers: { cookie: `locale=${locale}` },
      })
    ).text();
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
    expect(data['@type']).toBe('ItemList');
    expect(data.itemListElement[0].item).toMatchObject({
      '@type': 'VideoObject',
      name: titleOf(stock.broth),
      duration: 'PT0M8S',
    });
    expect(html).toContain(`<h1`);
    expect(html).toContain(titleOf(stock.soup));
  });

  test('categories, sub-categories, new arrivals and all playlists lead to each other', async () => {
    const page = await story.open('/youtube/category/story-cooking', {
      locale,
      // The browser says itself that a playlist is not there.
      expected: [/status of 404.*youtube-playlist/],
    });
    await page.getByRole('heading', { level: 1, name: nameOf(stock.cooking) }).waitFor();
    await cards(page, nameOf(stock.noodles)).getByText(titleOf(stock.framed[0]!)).waitFor();
    await page
      .getByRole('heading', { level: 2 })
      .getByRole('link', { name: nameOf(stock.noodles) })
      .click();
    await arrive(page, '/youtube/category/story-cooking/story-noodles');
    await page.getByRole('heading', { level: 1, name: nameOf(stock.noodles) }).waitFor();
    await expect.poll(() => cards(page, nameOf(stock.noodles)).count()).toBe(3);
    await page.goto(`${story.url}/youtube/category/story-cooking/all`);
    await page.getByRole('heading', { level: 1, name: say.all }).waitFor();
    await expect.poll(() => cards(page, say.all).count()).toBe(26);
    await page.getByRole('navigation', { name: say.chips }).getByRole('link', { name: say.arrivals }).click();
    await arrive(page, '/youtube/new-arrival');
    await page.getByRole('heading', { level: 1, name: say.arrivals }).waitFor();
    await cards(page, say.arrivals).getByText(titleOf(stock.framed[2]!)).waitFor();
    await page
      .getByRole('navigation', { name: say.chips })
      .getByRole('link', { name: say.playlists })
      .click();
    await arrive(page, '/youtube/playlist');
    await page.getByRole('link', { name: new RegExp(`^${titleOf(stock.partners)}, 3 / 3`) }).click();
    await arrive(page, '/youtube/playlist/PLstory_noodles-1');
    await page.goto(`${story.url}/youtube/playlist/all`);
    await page.getByRole('heading', { level: 1, name: say.everything }).waitFor();
    await expect.poll(() => cards(page, say.everything).count()).toBe(20);
    await page.goto(`${story.url}/youtube/playlist/nowhere`);
    await page.getByText(say.lost).waitFor();
  });

  test('a member plays a playlist, goes to its next clip, and what they dislike is grey', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/youtube/playlist/story-soup-class', { locale });
    await page.getByRole('link', { name: say.playAll }).click();
    await arrive(page, `/watch/y/${stock.broth.id}/story-soup-class`);
    await page.getByRole('heading', { level: 1, name: titleOf(stock.broth) }).waitFor({ state: 'attached' });
    await playing(page);
    await expect.poll(() => page.title()).toBe(titleOf(stock.broth));
    await page.mouse.move(300, 300);
    await page.getByRole('button', { name: say.next }).click();
    await arrive(page, `/watch/y/${stock.soup.id}/story-soup-class`);
    await page.getByRole('heading', { level: 1, name: titleOf(stock.soup) }).waitFor({ state: 'attached' });
    await playing(page);
    await page.mouse.move(300, 310);
    const dislike = page.getByRole('button', { name: say.dislike });
    await dislike.click();
    expect(await dislike.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: say.back, exact: true }).click();
    await arrive(page, '/youtube/playlist/story-soup-class');
    const grey = () =>
      cards(page, titleOf(stock.own))
        .nth(1)
        .evaluate((item) =>
          [...item.querySelectorAll('*')].some((part) =>
            getComputedStyle(part).filter.includes('grayscale(1'),
          ),
        );
    await expect.poll(grey).toBe(true);
    // Another visit says the same, from the server.
    await page.reload();
    await cards(page, titleOf(stock.own)).nth(1).waitFor();
    await expect.poll(grey).toBe(true);
    await cards(page, titleOf(stock.own)).nth(2).getByRole('link').click();
    await page.getByRole('heading', { name: say.plan }).waitFor();
    expect(pathOf(page)).toBe('/plans');
  });

  test('the partner’s own clip plays in the partner’s frame, with its playlist beside it by keyboard', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/favicon.svg', { locale });
    await playFrames(page);
    const [first, second, third] = stock.framed as [
      (typeof stock.framed)[number],
      (typeof stock.framed)[number],
      (typeof stock.framed)[number],
    ];
    await page.goto(`${story.url}/watch/y/${first.id}/PLstory_noodles-1`);
    await page.getByRole('heading', { level: 1, name: titleOf(first) }).waitFor();
    const frame = () => page.locator('iframe').getAttribute('src');
    expect(await frame()).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/aaaaaaaaaa1\?/);
    expect(new URL((await frame()) ?? '').searchParams.get('hl')).toBe(locale);
    const watched = async (clipId: string) =>
      (
        await story.pool.query<{ watched: number; over: boolean }>(
          `select watched_seconds as watched, ended_at is not null as over from playback_sessions
           where clip_id = $1 and household_id = $2`,
          [clipId, viewer.householdId],
        )
      ).rows;
    // It has begun to play: the service hears of it at once.
    await expect.poll(async () => (await watched(first.id))[0]?.watched).toBeGreaterThan(0);
    expect(await watched(first.id)).toMatchObject([{ over: false }]);
    const list = page.getByRole('region', { name: titleOf(stock.partners) });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
    await picture(page, `youtube-frame-${locale}`);
    expect(await list.locator('[aria-current]').textContent()).toContain(titleOf(first));
    const next = page.getByRole('link', { name: say.next });
    await next.focus();
    await page.keyboard.press('Enter');
    await arrive(page, `/watch/y/${second.id}/PLstory_noodles-1`);
    await expect.poll(frame).toContain('/embed/bbbbbbbbbb2?');
    await expect.poll(() => watched(first.id)).toMatchObject([{ over: true }]);
    const last = list.getByRole('link', { name: new RegExp(titleOf(third)) });
    await last.focus();
    await expectFocus(last);
    await page.keyboard.press('Enter');
    await expect.poll(frame).toContain('/embed/cccccccccc3?');
    await expect.poll(() => page.getByRole('link', { name: say.next }).count()).toBe(0);
    // A phone has the list below.
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await picture(page, `youtube-frame-360-${locale}`);
  });

  test('a paused frame is left alone when its session ends, and takes another when it goes on', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/favicon.svg', {
      locale,
      // The browser says itself that the session has ended.
      expected: [/status of 409.*heartbeat/],
    });
    await playFrames(page);
    const clip = stock.framed[0]!;
    await page.goto(`${story.url}/watch/y/${clip.id}`);
    const sessions = async () =>
      (
        await story.pool.query<{ watched: number }>(
          'select watched_seconds as watched from playback_sessions where household_id = $1',
          [viewer.householdId],
        )
      ).rows;
    await expect.poll(async () => (await sessions())[0]?.watched).toBeGreaterThan(0);
    await story.pool.query('update playback_sessions set ended_at = now() where household_id = $1', [
      viewer.householdId,
    ]);
    const refused = () =>
      page.waitForResponse((answer) => answer.url().endsWith('/heartbeat') && answer.status() === 409);
    const button = page.frameLocator('iframe').getByRole('button', { name: 'Pause' });
    await Promise.all([refused(), button.click()]);
    expect(await sessions()).toHaveLength(1);
    await Promise.all([refused(), button.click()]);
    await expect.poll(async () => (await sessions()).length).toBe(2);
    await page.getByRole('heading', { level: 1, name: titleOf(clip) }).waitFor();
  });

  test('clips stand in a row of home and among what a search finds', async () => {
    const page = await story.open('/', { locale });
    const heading = page.getByRole('heading', { level: 2, name: say.row });
    await vi.waitUntil(
      async () => {
        await page.mouse.wheel(0, 600);
        return (await heading.count()) > 0;
      },
      { timeout: 30_000, interval: 200 },
    );
    const first = cards(page, say.row).getByText(titleOf(stock.framed[2]!));
    await first.waitFor();
    // The row is near now; its last cards are rendered once it is seen.
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => cards(page, say.row).count()).toBe(20);
    await heading.getByRole('link').click();
    await arrive(page, '/youtube');
    await page.goto(`${story.url}/search?q=${encodeURIComponent(titleOf(stock.soup))}`);
    const found = cards(page, say.results).getByRole('link', { name: new RegExp(`^${titleOf(stock.soup)}`) });
    await found.waitFor();
    await found.click();
    await arrive(page, '/login');
  });
});
