import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Airing } from '../../src/contract/viewer/live.ts';
import { announceChange } from '../../src/server/cache/changes.ts';
import type { Queryable } from '../../src/server/db/client.ts';
import { liveChannels, livePlayouts } from '../../src/server/modules/live/live.tables.ts';
import { blockedTitles } from '../../src/server/modules/profiles/profiles.tables.ts';
import {
  buildChannel,
  buildEpisode,
  buildLiveItem,
  buildPlan,
  buildProgramme,
  buildSeason,
  buildSection,
} from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { firstPosition, openBlank, openStory, picture, toldIn } from '../fixtures.ts';
import { cutTexts, setTextSpacing } from '../text-spacing.ts';
import { goOnAir, ingestVideo } from './broadcast.ts';
import { arrive, buildViewer, expectFocus, openAs, pathOf } from './shop.ts';

const story = openStory();

const words = {
  ko: {
    live: '실시간 TV',
    guide: '채널 편성표',
    channels: '채널',
    login: '영상을 보려면 로그인해 주세요.',
    atEdge: '실시간으로 보고 있어요',
    toEdge: '실시간으로 가기',
    list: '채널 목록',
    captions: '자막',
    close: '닫기',
    details: '자세히 보기',
    hidden: '이 프로필로는 볼 수 없는 프로그램이에요',
    preparing: '준비 중',
    caption: '방송 자막이에요',
    startOver: '처음부터 보기',
    again: '다시보기',
    earlier: '오늘 지난 방송',
    noCatchUp: '다시보기를 제공하지 않는 채널이에요.',
    row: '지금 방송 중 이야기',
    plan: '이용권이 필요해요',
  },
  en: {
    live: 'Live TV',
    guide: 'Guide',
    channels: 'Channels',
    login: 'Please login to watch video.',
    atEdge: 'You’re watching live',
    toEdge: 'Go to live',
    list: 'Channel list',
    captions: 'Captions',
    close: 'Close',
    details: 'More info',
    hidden: 'This program isn’t available on this profile',
    preparing: 'Coming soon',
    caption: 'A broadcast caption',
    startOver: 'Start over',
    again: 'Watch again',
    earlier: 'Earlier today',
    noCatchUp: 'This channel doesn’t offer past programs.',
    row: 'On Now, a Story',
    plan: 'You need a plan',
  },
};

/** A channel of two films in turn, one with a film, a premium one, one that has nothing yet. */
async function broadcast() {
  const videos = { long: await ingestVideo(story, 12), short: await ingestVideo(story, 8) };
  // At once: the service's own watch over plans may look at any moment.
  const planned = await story.db.transaction((db) => plan(db, videos));
  await goOnAir(story, '방송 강나루');
  // The channel of half-hour programs has been on the air since yesterday.
  await story.db
    .update(livePlayouts)
    .set({ startsAt: sql`${livePlayouts.startsAt} - interval '1 day'` })
    .where(eq(livePlayouts.channelId, planned.year.id));
  await announceChange(story.db, 'live');
  return planned;
}

async function plan(db: Queryable, { long, short }: { long: string; short: string }) {
  const film = (titleKo: string, titleEn: string, assetId: string) =>
    buildProgramme(db, { titleKo, titleEn, assetId, availableFrom: new Date(0) });
  const first = await film('방송 산마루', 'On Air Ridge', long);
  const second = await film('방송 강나루', 'On Air Ferry', short);
  const series = await buildProgramme(db, {
    kind: 'series',
    titleKo: '방송 열두 달',
    titleEn: 'On Air Year',
  });
  const season = await buildSeason(db, { programmeId: series.id });
  const episode = await buildEpisode(db, { season, titleKo: '첫 달', titleEn: 'Month One', assetId: long });
  const channel = (number: number, name: string, values: Parameters<typeof buildChannel>[1] = {}) =>
    buildChannel(db, {
      number,
      slug: `story-${name}`,
      nameKo: `이야기 ${name}`,
      nameEn: `Story ${name}`,
      ...values,
    });
  const turns = await channel(701, 'turns');
  for (const { id } of [first, second]) await buildLiveItem(db, { channelId: turns.id, programmeId: id });
  const year = await channel(702, 'year', { catchUp: true });
  await buildLiveItem(db, {
    channelId: year.id,
    programmeId: series.id,
    episodeId: episode.id,
    repeats: 150,
  });
  const premium = await channel(703, 'premium', {
    premium: true,
    nameKo: '이야기 저녁마다 새로운 영화를 처음부터 끝까지 방송하는 채널',
    nameEn: 'Story of a documentary channel with a new film each night',
  });
  await buildLiveItem(db, { channelId: premium.id, programmeId: first.id });
  const empty = await channel(704, 'empty');
  await buildSection(db, {
    type: 'tv',
    nameKo: words.ko.row,
    nameEn: words.en.row,
    position: firstPosition(),
  });
  await announceChange(db, 'catalog');
  return { first, second, series, turns, year, premium, empty };
}
let air: Awaited<ReturnType<typeof broadcast>>;
beforeAll(async () => {
  air = await broadcast();
}, 300_000);

/** The instant on a player's screen against the clock, in milliseconds. */
const lag = (page: Page) =>
  page.evaluate(() => Number(document.querySelector<HTMLElement>('.player')?.dataset.instant) - Date.now());

/** Waits until the picture has moved for a second. Steps are summed, because the clock of a channel that follows may be behind. */
async function playing(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { played: { at: 0, seconds: 0 } });
  });
  await page.waitForFunction(
    () => {
      const { played } = window as unknown as { played: { at: number; seconds: number } };
      const video = document.querySelector('video');
      if (!video || video.readyState < 3 || video.paused) return false;
      const step = video.currentTime - played.at;
      played.seconds = step >= 0 && step < 2 ? played.seconds + step : 0;
      played.at = video.currentTime;
      return played.seconds > 1;
    },
    undefined,
    { timeout: 90_000 },
  );
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.player')?.dataset.instant);
}

describe.each(toldIn('en'))('live TV in %s', (locale) => {
  const say = words[locale];
  const nameOf = (row: { nameKo: string; nameEn: string }) => (locale === 'ko' ? row.nameKo : row.nameEn);
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;

  test('shows guests what is on, and asks them to log in to watch', async () => {
    const page = await story.open('/live-tv', { locale });
    await page.getByRole('heading', { level: 1, name: say.live }).waitFor();
    expect(await page.title()).toContain(say.live);
    const card = page.getByRole('link', { name: new RegExp(`^702 ${nameOf(air.year)}`) });
    await card.getByText(titleOf(air.series), { exact: true }).waitFor();
    const empty = page.locator('[data-channel=story-empty]');
    await empty.getByText(say.preparing).first().waitFor();
    await expect.poll(() => empty.getByRole('link').count()).toBe(0);
    await picture(page, `live-${locale}`);
    await card.click();
    await arrive(page, '/login');
    await page.getByText(say.login).waitFor();
  });

  test('plays a channel, at the same instant for everyone', async () => {
    const [one, two] = [await buildViewer(story), await buildViewer(story)];
    const page = await openAs(story, one, '/live-tv', { locale });
    await page.getByRole('link', { name: new RegExp(`^701 ${nameOf(air.turns)}`) }).click();
    await arrive(page, '/watch/t/story-turns');
    await playing(page);
    // The second viewer comes some seconds later.
    const other = await openAs(story, two, '/watch/t/story-turns', { locale });
    await playing(other);
    const [mine, theirs] = [await lag(page), await lag(other)];
    // The picture agrees with the clock, and so with the guide, to a segment. The attribute is a second old at most.
    for (const each of [mine, theirs]) expect(Math.abs(each)).toBeLessThan(5_500);
    expect(Math.abs(mine - theirs)).toBeLessThan(5_000);
    await page.getByRole('button', { name: say.atEdge }).waitFor({ state: 'attached' });
    await page.locator('.shaka-text-container').getByText(say.caption).first().waitFor();
    await picture(page, `live-player-${locale}`);

    // The names change with the items. One player is enough for that.
    await other.close();
    const heading = page.getByRole('heading', { level: 1 });
    const seen = new Set<string>();
    await vi.waitUntil(
      async () => {
        seen.add((await heading.textContent()) ?? '');
        return seen.has(titleOf(air.first)) && seen.has(titleOf(air.second));
      },
      { timeout: 120_000, interval: 250 },
    );
    await playing(page);
  });

  test('goes back within its window, and to the live edge again', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/watch/t/story-year', { locale });
    await playing(page);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const back = page.getByRole('button', { name: say.toEdge });
    await back.waitFor();
    await vi.waitUntil(async () => (await lag(page)) < -10_000, { timeout: 30_000 });
    await playing(page);
    await page.mouse.move(400, 300);
    await back.click();
    await page.getByRole('button', { name: say.atEdge }).waitFor();
    await vi.waitUntil(async () => Math.abs(await lag(page)) < 6_000, { timeout: 30_000 });
    // Far beyond the window there is nothing.
    await page.keyboard.press('Home');
    await playing(page);
    const earliest = await lag(page);
    expect(earliest).toBeGreaterThan(-121 * 60_000);
    expect(earliest).toBeLessThan(-118 * 60_000);
    // The player as it plays, its controls in sight.
    await page.mouse.move(420, 320);
    await page.getByRole('button', { name: say.toEdge }).waitFor();
    await expectAccessible(page, `the player, ${locale}`);
    // The menu of captions fits a small phone.
    await page.setViewportSize({ width: 360, height: 800 });
    await page.mouse.move(180, 320);
    await page.getByRole('button', { name: say.captions, exact: true }).click();
    const menu = page.getByRole('dialog', { name: say.captions });
    expect(await menu.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });

  test('starts the program on air over, and goes to live again', async () => {
    // The plan has one stream: the live one ends before the other begins.
    const { id: planId } = await buildPlan(story.db, { streams: 1 });
    const viewer = await buildViewer(story, {}, { plan: 30, planId });
    const page = await openAs(story, viewer, '/watch/t/story-year', {
      locale,
      expected: [/status of 409/],
    });
    await playing(page);
    await page.mouse.move(400, 300);
    await page.getByRole('button', { name: say.startOver }).click();
    await page.waitForURL(/from=\d+/);
    await page.locator('main[data-airing]').waitFor({ state: 'attached' });
    await playing(page);
    const from = Number(new URL(page.url()).searchParams.get('from'));
    const begun = await page.evaluate(() =>
      Number(document.querySelector<HTMLElement>('.player')?.dataset.instant),
    );
    expect(begun - from).toBeGreaterThanOrEqual(0);
    expect(begun - from).toBeLessThan(30_000);
    await page.getByRole('heading', { level: 1, name: titleOf(air.series) }).waitFor();
    await picture(page, `live-start-over-${locale}`);
    await page.mouse.move(420, 320);
    await expectAccessible(page, `an airing from its start, ${locale}`);
    await page.getByRole('button', { name: say.toEdge }).click();
    await page.waitForURL((url) => url.search === '');
    await page.locator('main[data-channel]:not([data-airing])').waitFor({ state: 'attached' });
    await playing(page);
    await vi.waitUntil(async () => Math.abs(await lag(page)) < 6_000, { timeout: 30_000 });
  });

  test('plays a program of yesterday again from the guide, and offers live at its end', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/live-tv/guide', { locale });
    const days = page.getByRole('group', { name: locale === 'ko' ? '날짜' : 'Date' }).getByRole('button');
    await days.filter({ hasText: say.earlier }).waitFor();
    const names = await days.allTextContents();
    await days.nth(names.indexOf(say.earlier) - 1).click();
    const row = page.getByRole('grid', { name: say.guide }).getByRole('row');
    const cells = row.filter({ hasText: nameOf(air.year) }).locator('[data-airing]');
    await row.nth(1).waitFor();
    // The last program of yesterday.
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ left: grid.scrollWidth }));
    await cells.last().waitFor();
    await cells.last().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await picture(page, `guide-yesterday-${locale}`);
    await expectFocus(dialog.getByRole('link', { name: say.again }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/story-year\?from=\d+/);
    await playing(page);
    expect(await lag(page)).toBeLessThan(-30 * 60_000);
    await page.keyboard.press('End');
    const offer = page.getByRole('region', { name: say.live });
    await offer.getByRole('button', { name: say.toEdge }).click();
    await page.waitForURL((url) => url.search === '');
    await playing(page);
    await vi.waitUntil(async () => Math.abs(await lag(page)) < 6_000, { timeout: 30_000 });
  });

  test('states on a phone that a channel has no past programs, and plays those of another', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/live-tv/guide', { locale, width: 360, height: 740 });
    await page.getByRole('button', { name: say.earlier }).click();
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const ended = (name: string, title: string) =>
      item(name).getByRole('button').filter({ hasText: title }).last();
    const dialog = page.getByRole('dialog');
    await ended(nameOf(air.turns), titleOf(air.first)).click();
    await dialog.getByText(say.noCatchUp).waitFor();
    await expect.poll(() => dialog.getByRole('link', { name: say.again }).count()).toBe(0);
    await dialog.getByRole('button', { name: say.close }).click();
    await dialog.waitFor({ state: 'detached' });
    await ended(nameOf(air.year), titleOf(air.series)).click();
    await picture(page, `guide-earlier-360-${locale}`);
    await dialog.getByRole('link', { name: say.again }).click();
    await page.waitForURL(/story-year\?from=\d+/);
    await playing(page);
    await picture(page, `airing-360-${locale}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  test('changes channels by arrows, numbers and the list, and keeps one stream', async () => {
    const viewer = await buildViewer(story, {}, { plan: 30 });
    const page = await openAs(story, viewer, '/favicon.svg', { locale });
    const loads: string[] = [];
    page.on('request', (request) => {
      const [, id] = /\/live\/([^/]+)\/master\.m3u8$/.exec(request.url()) ?? [];
      if (id) loads.push(id);
    });
    await page.goto(`${story.url}/watch/t/story-turns`);
    await playing(page);
    await page.keyboard.press('ArrowUp');
    await page
      .getByRole('status')
      .getByText(`702 ${nameOf(air.year)}`)
      .waitFor();
    await arrive(page, '/watch/t/story-year');
    await page.getByRole('heading', { level: 1, name: titleOf(air.series) }).waitFor();
    await playing(page);
    for (const digit of '703') await page.keyboard.press(digit);
    await arrive(page, '/watch/t/story-premium');
    await playing(page);
    for (const digit of '99') await page.keyboard.press(digit);
    await page.getByText(locale === 'ko' ? '없는 채널 번호예요' : 'No channel has that number').waitFor();
    await page.mouse.move(300, 300);
    await page.getByRole('button', { name: say.list }).click();
    const list = page.getByRole('dialog', { name: say.list });
    await expectFocus(list.getByRole('button', { name: new RegExp(nameOf(air.premium)) }));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await arrive(page, '/watch/t/story-year');
    await playing(page);
    const { turns, year, premium } = air;
    expect(loads, 'one load for each channel').toEqual([turns.id, year.id, premium.id, year.id]);
    await vi.waitUntil(
      async () => {
        const { rows } = await story.pool.query(
          'select count(*)::int as open from playback_sessions where household_id = $1 and ended_at is null',
          [viewer.householdId],
        );
        return rows[0].open === 1;
      },
      { timeout: 30_000 },
    );
  });

  test('leads those without a plan to the plans instead of a premium channel', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/live-tv', { locale });
    await page.getByRole('link', { name: new RegExp(`^703 ${nameOf(air.premium)}`) }).click();
    await page.getByRole('heading', { name: say.plan }).waitFor();
    expect(pathOf(page)).toBe('/plans');
    await page.getByText(`${nameOf(air.premium)}`).waitFor();
  });

  test('hides a blocked title while it is on, and shows what comes after it', async () => {
    const viewer = await buildViewer(story);
    await story.db.insert(blockedTitles).values({ profileId: viewer.profile.id, programmeId: air.first.id });
    const page = await openAs(story, viewer, '/watch/t/story-turns', { locale });
    const hidden = page.getByRole('heading', { level: 1, name: say.hidden });
    const shown = page.getByRole('heading', { level: 1, name: titleOf(air.second) });
    for (let round = 0; round < 2; round += 1) {
      await hidden.waitFor();
      await expect.poll(() => page.locator('video').count()).toBe(0);
      await shown.waitFor();
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3, undefined, {
        timeout: 30_000,
      });
    }
    expect(await page.content()).not.toContain(titleOf(air.first));
  });

  test('has a guide that arrow keys go through as a remote would', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/live-tv/guide', { locale });
    const grid = page.getByRole('grid', { name: say.guide });
    const row = (name: string) => grid.getByRole('row').filter({ hasText: name });
    await row(nameOf(air.year)).getByRole('gridcell').first().waitFor();
    const start = row(nameOf(air.year)).locator('[data-airing]').first();
    await start.focus();
    const first = await start.getAttribute('aria-label');
    expect(first).toContain(titleOf(air.series));
    await page.keyboard.press('ArrowRight');
    const next = row(nameOf(air.year)).locator('[data-airing]').nth(1);
    await expectFocus(next);
    await page.keyboard.press('ArrowLeft');
    await expectFocus(start);
    await page.keyboard.press('ArrowUp');
    await expectFocus(row(nameOf(air.turns)).locator('[data-airing]:focus'));
    await page.keyboard.press('ArrowDown');
    await expectFocus(start);
    // Tab passes through in one step.
    await expect.poll(() => grid.locator('[data-airing][tabindex="0"]').count()).toBe(1);
    await picture(page, `guide-${locale}`);
    // An upcoming programme opens its details; the current one plays.
    await page.keyboard.press('ArrowRight');
    await expectFocus(next);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: titleOf(air.series) }).waitFor();
    await dialog.getByRole('button', { name: say.close }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await arrive(page, '/watch/t/story-year');
    await playing(page);
  });

  test('has the guide as a list on a phone', async () => {
    const page = await story.open('/live-tv/guide', { locale, width: 360, height: 740 });
    const item = page.getByRole('listitem').filter({ hasText: nameOf(air.year) });
    await item.getByText(titleOf(air.series)).first().waitFor();
    await item
      .getByRole('button')
      .filter({ hasText: titleOf(air.series) })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('link', { name: say.details }).click();
    await arrive(page, `/view/s/${air.series.slug}`);
  });

  test.each([
    { width: 768, height: 600 },
    { width: 1280, height: 800 },
  ])('shows the whole text of a cell in the guide at $width px when the text is spaced out', async (size) => {
    const page = await openBlank(story, { locale, ...size });
    // The films of the story last seconds. Here each has ten minutes, which is too narrow for its text.
    await page.route('**/api/live/guide?*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: { channels: { airings: Airing[] }[] } };
      const from = Date.parse(new URL(route.request().url()).searchParams.get('from') ?? '');
      const instant = (index: number) => new Date(from + index * 600_000).toISOString();
      for (const channel of json.data.channels)
        channel.airings = channel.airings
          .slice(0, 6)
          .map((airing, index) => ({ ...airing, starts_at: instant(index), ends_at: instant(index + 1) }));
      await route.fulfill({ response, json });
    });
    await page.goto(`${story.url}/live-tv/guide`);
    await page.locator('[data-airing]').first().waitFor();
    await setTextSpacing(page);
    const rows = page
      .getByRole('grid')
      .getByRole('row')
      .filter({ has: page.locator('[data-airing]') });
    expect(await rows.count()).toBeGreaterThan(2);
    for (const row of await rows.all()) {
      const cell = row.locator('[data-airing]').first();
      const opened = row.locator('[data-airing]:is(:hover, :focus)').locator('span');
      await cell.focus();
      expect(
        await cutTexts(page, '[data-airing]:focus span, [role=row]:focus-within [role=rowheader] span'),
      ).toEqual([]);
      expect(await opened.first().evaluate((text) => getComputedStyle(text).opacity)).toBe('1');
      await page.keyboard.press('ArrowRight');
      expect(await cutTexts(page, '[data-airing]:focus span')).toEqual([]);
    }
    await picture(page, `guide-spaced-${size.width}-${locale}`);
    // A pointer that rests on a cell opens it as well.
    const film = rows
      .filter({ hasText: nameOf(air.year) })
      .locator('[data-airing]')
      .nth(2);
    await film.hover();
    await expect.poll(() => cutTexts(page, '[data-airing]:hover span')).toEqual([]);
  });

  test('shows the whole text of the guide on a phone when the text is spaced out', async () => {
    const page = await story.open('/live-tv/guide', { locale, width: 320, height: 256 });
    const list = page.getByRole('list', { name: say.guide });
    await list.getByText(titleOf(air.series)).first().waitFor();
    await setTextSpacing(page);
    expect(await cutTexts(page, 'main li span, main li p, main li h2')).toEqual([]);
    await picture(page, `guide-spaced-320-${locale}`);
  });

  test('stands on home as a row that leads to the player', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/', { locale });
    const row = page.getByRole('list', { name: say.row });
    await row.getByRole('link', { name: new RegExp(`^702 ${nameOf(air.year)}`) }).click();
    await arrive(page, '/watch/t/story-year');
    await playing(page);
  });
});

test('a guide of a thousand channels renders what is seen, and goes to its end', async () => {
  const numbers = Array.from({ length: 1000 }, (_, index) => 2000 + index);
  await story.db.insert(liveChannels).values(
    numbers.map((number) => ({
      number,
      slug: `many-${number}`,
      nameKo: `많은 채널 ${number}`,
      nameEn: `Many ${number}`,
      position: 9,
    })),
  );
  try {
    await announceChange(story.db, 'live');
    await vi.waitUntil(
      async () => (await (await fetch(`${story.url}/api/live/guide?hours=6`)).text()).includes('many-2000'),
      { timeout: 30_000 },
    );
    const page = await story.open('/live-tv/guide');
    const grid = page.getByRole('grid');
    await vi.waitUntil(async () => Number(await grid.getAttribute('aria-rowcount')) > 1000, {
      timeout: 30_000,
    });
    await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(40);
    await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await grid.getByText('많은 채널 2999').waitFor();
    await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(40);
  } finally {
    await story.db.delete(liveChannels).where(eq(liveChannels.position, 9));
    await announceChange(story.db, 'live');
  }
});
