import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import type { Queryable } from '../../src/server/db/client.ts';
import { sections } from '../../src/server/modules/home/home.tables.ts';
import { liveChannels, radioGroups } from '../../src/server/modules/live/live.tables.ts';
import { buildArtwork, buildChannel, buildLiveItem, buildSection } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { firstPosition, openStory, picture } from '../fixtures.ts';
import { goOnAir, ingestSound, ingestVideo } from './broadcast.ts';
import { arrive, buildViewer, expectFocus, openAs, pathOf } from './shop.ts';

const story = openStory();

/** Two stations of sound in a group, one with a picture, a premium one, one that has nothing yet. */
async function broadcast() {
  const files = { sound: await ingestSound(story, 12), film: await ingestVideo(story, 8) };
  await story.db.transaction((db) => plan(db, files));
  await announceChange(story.db, 'catalog');
  await goOnAir(story, '물결 아침 노래', '/api/radio');
}

async function plan(db: Queryable, { sound, film }: { sound: string; film: string }) {
  const station = async (
    number: number,
    nameKo: string,
    titleKo: string | null,
    values: Parameters<typeof buildChannel>[1] = {},
  ) => {
    const slug = `wave-${number}`;
    const radio = { medium: 'radio', fileType: 'audio', ...values } as const;
    const channel = await buildChannel(db, { number, slug, nameKo, nameEn: slug, ...radio });
    const assetId = values.fileType === 'video' ? film : sound;
    if (titleKo)
      await buildLiveItem(db, { channelId: channel.id, assetId, titleKo, titleEn: slug, repeats: 150 });
    return channel;
  };
  const song = await station(801, '물결 노래', '물결 아침 노래', {
    broadcastName: 'Wave FM',
    broadcastUrl: 'https://example.com/wave',
  });
  const talk = await station(802, '물결 이야기', '물결 옛날이야기');
  await station(803, '물결 무대', '물결 작은 무대', { fileType: 'video' });
  await station(804, '물결 황금', '물결 금빛', { premium: true });
  await station(805, '물결 빈자리', null);
  const group = { nameKo: '물결 음악', nameEn: 'Wave Music', channelIds: [talk.id, song.id] };
  await db.insert(radioGroups).values({ ...group, published: true });
}
beforeAll(broadcast, 300_000);

/** Waits until a second has been heard. */
async function playing(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { heard: { at: 0, seconds: 0 } }));
  await page.waitForFunction(
    () => {
      const { heard } = window as unknown as { heard: { at: number; seconds: number } };
      const video = document.querySelector('video');
      if (!video || video.readyState < 3 || video.paused) return false;
      const step = video.currentTime - heard.at;
      heard.seconds = step >= 0 && step < 2 ? heard.seconds + step : 0;
      heard.at = video.currentTime;
      return heard.seconds > 1;
    },
    undefined,
    { timeout: 90_000 },
  );
}

const bar = (page: Page) => page.getByRole('region', { name: '라디오 플레이어' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** Waits until the household has so many open playback sessions. */
const openSessions = (householdId: string, count: number) =>
  vi.waitUntil(
    async () => {
      const { rows } = await story.pool.query(
        'select count(*)::int as open from playback_sessions where household_id = $1 and ended_at is null',
        [householdId],
      );
      return rows[0].open === count;
    },
    { timeout: 30_000 },
  );

describe('radio', () => {
  test('shows guests the stations in their groups, finds them, and asks for a login to play', async () => {
    const page = await story.open('/radio', { width: 360 });
    await page.getByRole('heading', { level: 1, name: '라디오' }).waitFor();
    const group = page.getByRole('list', { name: '물결 음악' });
    await expect.poll(() => group.getByRole('link').count()).toBe(2);
    await group.getByText('물결 아침 노래', { exact: true }).waitFor();
    const empty = page.locator('[data-channel=wave-805]');
    await empty.getByText('준비 중').waitFor();
    expect(await empty.getByRole('link').count()).toBe(0);
    await picture(page, 'radio-360');
    await expectAccessible(page, 'radio, 360 px');
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture(page, 'radio-1280');
    await expectAccessible(page, 'radio, 1280 px', 'footer');
    await page.getByRole('searchbox', { name: '방송 찾기' }).fill('ㅇㄴㅇㅇㄱ');
    await page.getByText('방송 1개').waitFor();
    await page
      .getByRole('list', { name: '찾은 방송' })
      .getByText('물결 옛날이야기', { exact: true })
      .waitFor();
    await button(page, '물결 이야기 듣기').click();
    await arrive(page, '/login');
  });

  test('stands on home, and leads to the station and to all of them', async () => {
    const { id } = await buildSection(story.db, {
      type: 'radio',
      nameKo: '물결 라디오',
      nameEn: 'Wave radio',
      position: firstPosition(),
    });
    await announceChange(story.db, 'home');
    const logo = await buildArtwork(story.db, { kind: 'logo' });
    const isFirst = eq(liveChannels.slug, 'wave-801');
    await story.db.update(liveChannels).set({ landscapeId: logo.id }).where(isFirst);
    await announceChange(story.db, 'live');
    try {
      const viewer = await buildViewer(story);
      const page = await openAs(story, viewer, '/favicon.svg');
      const logos = new Set<string>();
      await page.route(`**/${logo.id}/*`, (route) => {
        logos.add(route.request().url().split('/').at(-1) ?? '');
        return route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        });
      });
      await page.goto(story.url);
      const shelf = page.getByRole('heading', { level: 2, name: '물결 라디오' });
      await shelf.scrollIntoViewIfNeeded();
      await page.getByRole('link', { name: /^801 물결 노래/ }).click();
      await arrive(page, '/watch/r/wave-801');
      await page.goBack();
      await shelf.getByRole('link').click();
      await arrive(page, '/radio');
      // The search has the logo in its suggestions and in its results. It has no other widths.
      await page.goto(`${story.url}/search?q=물결 노래`);
      await page.getByRole('link', { name: /^801 물결 노래/ }).waitFor();
      await page.getByRole('combobox').first().fill('물결 노');
      await page
        .getByRole('option', { name: /물결 노래/ })
        .first()
        .waitFor();
      await expect.poll(() => [...logos].every((file) => /^(175|350)\.(avif|webp)$/.test(file))).toBe(true);
      expect(logos.size).toBeGreaterThan(0);
    } finally {
      await story.db.update(liveChannels).set({ landscapeId: null }).where(isFirst);
      await announceChange(story.db, 'live');
      await story.db.delete(sections).where(eq(sections.id, id));
      await announceChange(story.db, 'home');
    }
  });

  test('plays while the viewer browses, changes stations and obeys the device’s keys', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/favicon.svg');
    await page.addInitScript(() => {
      const keys: Record<string, () => void> = {};
      navigator.mediaSession.setActionHandler = (name, handler) => {
        keys[name] = () => handler?.({ action: name });
      };
      Object.assign(window, { keys });
    });
    const pressKey = (name: MediaSessionAction) =>
      page.evaluate((key) => (window as unknown as { keys: Record<string, () => void> }).keys[key]?.(), name);
    await page.goto(`${story.url}/radio`);
    await button(page, '물결 노래 듣기').click();
    await bar(page).waitFor();
    await playing(page);
    const metadata = () =>
      page.evaluate(() => {
        const { title, artist } = navigator.mediaSession.metadata ?? {};
        return [title, artist];
      });
    await expect.poll(metadata).toEqual(['물결 아침 노래', '물결 노래']);
    // Two other pages: the element is the same one, and plays on.
    await page.evaluate(() => Object.assign(document.querySelector('video')!, { isFirst: true }));
    for (const path of ['/live-tv', '/schedule']) {
      await page.getByRole('navigation', { name: '주 메뉴' }).locator(`a[href="${path}"]`).click();
      await arrive(page, path);
      await playing(page);
    }
    expect(await page.evaluate(() => 'isFirst' in document.querySelector('video')!)).toBe(true);
    expect(pathOf(page)).toBe('/schedule');
    await openSessions(viewer.householdId, 1);
    await picture(page, 'radio-bar-1280');
    await expectAccessible(page, 'the bar, 1280 px', 'footer');

    // The end of the page stays above the bar on a phone too.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const covered = await page.evaluate(() => {
      const end = document.querySelector('footer')?.getBoundingClientRect().bottom ?? Infinity;
      return end - (document.querySelector('.radio-bar')?.getBoundingClientRect().top ?? 0);
    });
    expect(covered).toBeLessThanOrEqual(1);
    const sizes = await bar(page)
      .locator('button, select')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height]),
      );
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.min(...sizes.flat())).toBeGreaterThanOrEqual(44);
    await picture(page, 'radio-bar-360');
    await expectAccessible(page, 'the bar, 360 px', 'footer');

    const pause = bar(page).getByRole('button', { name: '멈추기' });
    await pause.focus();
    await page.keyboard.press('Enter');
    const play = bar(page).getByRole('button', { name: '듣기' });
    await expectFocus(play);
    expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
    await page.keyboard.press('Enter');
    await playing(page);
    const next = bar(page).getByRole('button', { name: '다음 방송' });
    await next.focus();
    await page.keyboard.press('Enter');
    await bar(page)
      .getByRole('status')
      .getByText('802 물결 이야기, 물결 옛날이야기')
      .waitFor({ state: 'attached' });
    await expectFocus(next);
    await playing(page);
    await expect.poll(metadata).toEqual(['물결 옛날이야기', '물결 이야기']);
    await pressKey('pause');
    await play.waitFor();
    await pressKey('previoustrack');
    await expect.poll(metadata).toEqual(['물결 아침 노래', '물결 노래']);
    await playing(page);
    await bar(page).getByRole('combobox', { name: '취침 타이머' }).selectOption('30');
    await bar(page)
      .getByText(/^(30:00|29:\d\d)$/)
      .waitFor();
    // Closing gives the stream back, and the focus goes to the page.
    await bar(page).getByRole('button', { name: '라디오 끄기' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await openSessions(viewer.householdId, 0);
    await expectFocus(page.locator('main'));
  });

  test('plays a station in its page, with its picture, and as sound after leaving it', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/watch/r/wave-801', { expected: [/404.*playback/] });
    await page.getByRole('heading', { level: 1, name: '물결 노래' }).waitFor();
    await playing(page);
    const link = page.getByRole('link', { name: 'Wave FM' });
    expect(await link.getAttribute('rel')).toBe('noopener');
    await expectAccessible(page, 'a station, 1280 px', 'footer');
    // The next station but one has a picture.
    await bar(page).getByRole('button', { name: '다음 방송' }).click();
    await arrive(page, '/watch/r/wave-802');
    await bar(page).getByRole('button', { name: '다음 방송' }).click();
    await arrive(page, '/watch/r/wave-803');
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0, undefined, {
      timeout: 60_000,
    });
    await playing(page);
    await picture(page, 'radio-station-1280');
    await page.setViewportSize({ width: 360, height: 740 });
    await picture(page, 'radio-station-360');
    await expectAccessible(page, 'a station, 360 px', 'footer');
    await page.getByRole('link', { name: '모든 라디오' }).click();
    await arrive(page, '/radio');
    await page.waitForFunction(() => document.querySelector('video')?.videoWidth === 0);
    await playing(page);
    await bar(page).getByText('물결 작은 무대').first().waitFor();
    // A player of another kind ends the radio.
    await page.evaluate(() => {
      history.pushState(null, '', '/watch/m/no-such-film');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await bar(page).waitFor({ state: 'detached' });
    await openSessions(viewer.householdId, 0);
  });

  test('resumes when the connection returns, and says so meanwhile', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/radio', { expected: [/ERR_INTERNET_DISCONNECTED/] });
    await button(page, '물결 이야기 듣기').click();
    await playing(page);
    await page.context().setOffline(true);
    await bar(page).getByText('다시 연결하는 중이에요').waitFor({ timeout: 120_000 });
    await page.context().setOffline(false);
    await playing(page);
    await expect.poll(() => bar(page).getByText('다시 연결하는 중이에요').count()).toBe(0);
  });

  test('stops by the sleep timer, plays again, and ends with the login', async () => {
    const viewer = await buildViewer(story);
    // The jump of the clock sends a heartbeat and the stop together, and either may arrive first.
    const page = await openAs(story, viewer, '/favicon.svg', { expected: [/status of 409.*heartbeat/] });
    await page.clock.install();
    await page.goto(`${story.url}/watch/r/wave-802`);
    await playing(page);
    await bar(page).getByRole('combobox', { name: '취침 타이머' }).selectOption('15');
    await page.clock.fastForward(15 * 60_000);
    await bar(page).getByText('취침 타이머가 라디오를 껐어요').first().waitFor();
    await openSessions(viewer.householdId, 0);
    expect(await page.evaluate(() => document.querySelector('video')?.paused)).toBe(true);
    await bar(page).getByRole('button', { name: '듣기' }).click();
    await playing(page);
    // The end of the login, in this tab or another one, ends the radio.
    await page.getByRole('link', { name: '모든 라디오' }).click();
    await page.evaluate(() => {
      localStorage.removeItem('maru.session');
      dispatchEvent(new StorageEvent('storage', { key: 'maru.session' }));
    });
    await bar(page).waitFor({ state: 'detached' });
  });

  test('keeps favorites first, also after a reload, and takes a refused one back', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/radio', { expected: [/favorite-channels/] });
    const star = page.locator('[data-channel=wave-801]').getByRole('button', { name: '물결 노래 즐겨찾기' });
    await star.first().click();
    await page.getByRole('list', { name: '즐겨찾기' }).getByText('물결 노래').first().waitFor();
    await page.reload();
    const favorites = page.getByRole('list', { name: '즐겨찾기' });
    await favorites.getByText('물결 노래').first().waitFor();
    await expect.poll(() => star.first().getAttribute('aria-pressed')).toBe('true');
    await picture(page, 'radio-favorites');
    await page.route('**/api/favorite-channels/**', (route) =>
      route.fulfill({ status: 409, json: { message: '', code: 'not_found' } }),
    );
    await star.first().click();
    await page.getByText('저장하지 못했어요').waitFor();
    await expect.poll(() => star.first().getAttribute('aria-pressed')).toBe('true');
  });

  test('is found by the search, and shows an error page for a station that does not exist', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/search?q=물결 노래', { expected: [/status of 404/] });
    const found = page.getByRole('link', { name: /^801 물결 노래/ });
    await expect.poll(() => found.getAttribute('href')).toBe('/watch/r/wave-801');
    const box = page.getByRole('combobox').first();
    await box.fill('물결 이야');
    await page.getByRole('option', { name: /물결 이야기/ }).click();
    await arrive(page, '/watch/r/wave-802');
    await playing(page);
    await page.goto(`${story.url}/watch/r/no-such-station`);
    await page.getByRole('heading', { name: '찾으시는 페이지가 없어요' }).waitFor();
  });

  test('says why a premium station does not play, and what helps', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/watch/r/wave-804', { expected: [/status of 403/] });
    await page.getByRole('alert').getByRole('link', { name: '이용권 보기' }).waitFor();
  });
});
