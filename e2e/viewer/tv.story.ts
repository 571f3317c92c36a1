/** A television that signs in by a code and is worked with arrow keys, Enter and Back alone; a phone confirms. */
import { eq } from 'drizzle-orm';
import readQr from 'jsqr';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { errorTable } from '../../src/contract/errors.ts';
import { announceChange } from '../../src/server/cache/changes.ts';
import { activations } from '../../src/server/modules/accounts/activations.tables.ts';
import { buildProfile, buildProgramme } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openBlank, openStory, picture, toldIn } from '../fixtures.ts';
import { ingestVideo } from './broadcast.ts';
import { arrive, buildViewer, expectFocus, openAs, stockShop } from './shop.ts';

const story = openStory();
const film = { slug: 'tv-lantern', titleKo: 'tv 등불', titleEn: 'tv Lantern' };
beforeAll(async () => {
  const shop = await stockShop(story, 'tv');
  const assetId = await ingestVideo(story, 40);
  await buildProgramme(story.db, { ...film, categoryId: shop.film.id, assetId, listedAt: new Date() });
  await announceChange(story.db, 'catalog');
  await vi.waitUntil(
    async () =>
      (await (await fetch(`${story.url}/api/home-sections?per_page=200`)).text()).includes(film.slug),
    { timeout: 30_000 },
  );
});

const words = {
  ko: {
    title: 'TV에서 로그인하기',
    confirm: '이 TV에서 로그인할까요?',
    approve: '이 TV에서 로그인',
    deny: '거절하기',
    approved: 'TV에서 로그인했어요. 이제 TV에서 프로필을 골라 주세요.',
    denied: '거절했어요. 그 기기는 로그인하지 못해요.',
    refused: '이 TV의 로그인을 거절했어요. 다시 로그인하려면 새 코드를 받아 주세요.',
    again: '새 코드 받기',
    field: 'TV에 보이는 코드',
    next: '계속',
    wrong: '이 코드로 기다리는 TV가 없어요. TV에 보이는 코드를 다시 확인해 주세요.',
    short: 'TV에 보이는 영문 여덟 자를 입력해 주세요.',
    deletion: '계정 삭제를 신청했어요.',
    keep: '삭제 취소하기',
    kept: '계정 삭제를 취소했어요. 계속 이용할 수 있어요.',
    grownUps: '어른과 함께 열어 주세요',
    username: '아이디 또는 이메일',
    password: '비밀번호',
    login: '로그인',
    all: '모든 기기에서 로그아웃',
    row: 'tv 영화 모음',
    pause: '일시정지',
    captions: '자막',
    textSize: '글자 크기',
    windowOpacity: '창 불투명도',
    reset: '처음 모양으로',
    retry: '다시 재생하기',
    search: '검색',
    searchField: '검색어',
    found: /‘등불’ 검색 결과 \d+개/,
    none: '‘ㅋㅋㅋㅋㅋ’ 검색 결과가 없어요',
  },
  en: {
    title: 'Log in on this TV',
    confirm: 'Is this your TV?',
    approve: 'Log in on this TV',
    deny: 'Don’t allow',
    approved: 'Your TV is logged in. Now choose a profile on it.',
    denied: 'Not allowed. That device can’t log in.',
    refused: 'Logging in on this TV was not allowed. To try again, get a new code.',
    again: 'Get a new code',
    field: 'Code on your TV',
    next: 'Continue',
    wrong: 'No TV is waiting with this code. Please check the code on your TV.',
    short: 'Enter the eight letters on your TV.',
    deletion: 'You asked for this account to be deleted.',
    keep: 'Keep the account',
    kept: 'Your account will not be deleted. Carry on as before.',
    grownUps: 'Ask a grown-up to open this',
    username: 'Username or email',
    password: 'Password',
    login: 'Log in',
    all: 'Log out of all devices',
    row: 'tv Film Picks',
    pause: 'Pause',
    captions: 'Captions',
    textSize: 'Text size',
    windowOpacity: 'Window opacity',
    reset: 'Reset',
    retry: 'Play again',
    search: 'Search',
    searchField: 'Search for',
    found: /\d+ results? for “등불”/,
    none: 'No results for “ㅋㅋㅋㅋㅋ”',
  },
};

/** While it waits, the answers to its questions are refusals. */
const waits = [/status of 400/];

const openTv = (locale: 'ko' | 'en', expected: RegExp[] = []) =>
  story.open('/tv', { locale, width: 1920, height: 1080, expected: [...waits, ...expected] });

const codeOn = async (tv: Page) => (await tv.locator('[data-user-code]').textContent()) ?? '';

/** The text that a phone's camera reads from the screen. */
async function scan(tv: Page): Promise<string> {
  const shot = await tv
    .getByRole('img')
    .filter({ has: tv.locator('path') })
    .last()
    .screenshot();
  const { data, info } = await sharp(shot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return readQr(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
}

/** Whether an element lies on the screen with its whole height. */
const isInView = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

/** Moves until an element has the focus. */
async function press(tv: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await tv.keyboard.press(key);
}

/** Moves by arrows to a key of the keyboard on the screen, and presses it. */
async function typeKeys(tv: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    const target = tv.locator(`[data-key="${key}"]`);
    const nextArrow = () =>
      target.evaluate((element) => {
        const from = document.activeElement?.getBoundingClientRect();
        const to = element.getBoundingClientRect();
        if (!from || element === document.activeElement) return null;
        if (Math.abs(from.top - to.top) > 4) return from.top < to.top ? 'ArrowDown' : 'ArrowUp';
        return from.left < to.left ? 'ArrowRight' : 'ArrowLeft';
      });
    for (let steps = 0, arrow = await nextArrow(); arrow; steps += 1, arrow = await nextArrow()) {
      expect(steps, `steps to ${key}`).toBeLessThan(20);
      await press(tv, arrow);
    }
    await press(tv, 'Enter');
  }
}

describe.each(toldIn('ko'))('a television, in %s', (locale) => {
  const say = words[locale];
  const title = locale === 'ko' ? film.titleKo : film.titleEn;

  test('shows a code, is confirmed on a phone, and by arrows alone picks a locked profile and plays; signing out everywhere ends it at once', async () => {
    const viewer = await buildViewer(story);
    await buildProfile(story.db, { householdId: viewer.householdId, name: '잠긴 방', pin: '1234' });
    const tv = await openTv(locale, [/status of 401/, /already in CLOSING/]);
    await tv.getByRole('heading', { name: say.title }).waitFor();
    const code = await tv.locator('[data-user-code]').textContent();
    await picture(tv, `tv-code-${locale}`);
    const address = await scan(tv);
    expect(address).toBe(`${story.url}/activate?code=${code}`);

    // Not signed in: the way to the login page and back keeps the code.
    const phone = await openBlank(story, {
      locale,
      width: 360,
      expected: [/already in CLOSING/, /status of 401/],
    });
    await phone.goto(address);
    await arrive(phone, '/login');
    await phone.getByLabel(say.username).fill(viewer.username);
    await phone.getByLabel(say.password, { exact: true }).fill(viewer.password);
    await phone.getByRole('button', { name: say.login, exact: true }).click();
    await arrive(phone, '/profiles');
    await phone.getByRole('button', { name: viewer.profile.name, exact: true }).click();
    await arrive(phone, `/activate?code=${code}`);
    await phone.getByRole('heading', { name: say.confirm }).waitFor();
    await phone.getByText(code ?? '', { exact: true }).waitFor();
    await phone.getByText('Chrome · TV', { exact: true }).waitFor();
    await picture(phone, `tv-confirm-360-${locale}`);
    await phone.getByRole('button', { name: say.approve, exact: true }).click();
    await phone.getByText(say.approved).waitFor();

    // By itself, the television goes on.
    const own = tv.getByRole('button', { name: viewer.profile.name, exact: true });
    await own.waitFor();
    await expectFocus(own);
    await picture(tv, `tv-profiles-${locale}`);
    await press(tv, 'ArrowRight', 'Enter');
    await expectFocus(tv.getByRole('button', { name: '5', exact: true }));
    await picture(tv, `tv-pin-${locale}`);
    await press(tv, 'ArrowUp', 'ArrowLeft', 'Enter', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter');
    await press(tv, 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'Enter');

    const row = tv.getByRole('list', { name: say.row });
    const card = row.getByRole('link', { name: title, exact: true });
    await card.waitFor();
    await expect.poll(() => tv.evaluate(() => document.activeElement?.hasAttribute('data-place'))).toBe(true);
    await picture(tv, `tv-home-${locale}`);
    const inRow = () => row.evaluate((list) => list.contains(document.activeElement));
    for (let step = 0; step < 40 && !(await inRow()); step += 1) await press(tv, 'ArrowDown');
    await press(tv, 'ArrowRight', 'ArrowLeft', 'Home');
    await expectFocus(card);
    await press(tv, 'Enter');
    const time = () => tv.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(time).toBeGreaterThan(1);
    await picture(tv, `tv-player-${locale}`);

    // Down leads to the controls, Enter presses, Back leaves the controls and then the player.
    await press(tv, 'ArrowDown');
    await expectFocus(tv.getByRole('button', { name: say.pause }).last());
    await press(tv, 'Enter');
    const paused = () => tv.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
    await expect.poll(paused).toBe(true);
    await press(tv, 'Escape');
    await press(tv, 'Enter');
    await expect.poll(paused).toBe(false);

    // Left and right go through the whole menu of captions.
    await press(tv, 'ArrowDown');
    await tv.getByRole('button', { name: say.captions, exact: true }).focus();
    await press(tv, 'Enter', 'ArrowRight');
    await expectFocus(tv.getByLabel(say.textSize));
    for (let choice = 0; choice < 8; choice += 1) await press(tv, 'ArrowRight');
    await expectFocus(tv.getByLabel(say.windowOpacity));
    await press(tv, 'ArrowRight');
    await expectFocus(tv.getByRole('button', { name: say.reset }));
    await press(tv, 'ArrowLeft', 'Escape', 'Escape');
    await press(tv, 'Escape');
    await arrive(tv, '/tv');
    await expectFocus(card);
    await expect.poll(() => isInView(card)).toBe(true);

    await press(tv, 'Enter');
    await expect.poll(time).toBeGreaterThan(0);
    await phone.goto(`${story.url}/account/devices`);
    await phone.getByText('Chrome · TV', { exact: true }).waitFor();
    await phone.goto(`${story.url}/account/sign-out-all`);
    await phone.getByLabel(say.password, { exact: true }).fill(viewer.password);
    await phone.getByRole('main').getByRole('button', { name: say.all }).click();
    await arrive(tv, '/tv');
    await tv.getByRole('heading', { name: say.title }).waitFor();
    await expect.poll(() => tv.locator('[data-user-code]').count()).toBe(1);
    expect(await codeOn(tv)).not.toBe(code);
  });

  test('searches by arrows alone: writes Hangul, plays a result and comes back to it; a keyboard works as well', async () => {
    const viewer = await buildViewer(story);
    const tv = await openAs(story, viewer, '/tv', { locale, width: 1280, height: 720 });
    await tv.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => tv.evaluate(() => document.activeElement?.hasAttribute('data-place'))).toBe(true);
    const entry = tv.getByRole('link', { name: say.search, exact: true });
    const isOnEntry = () => entry.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < 10 && !(await isOnEntry()); step += 1)
      await press(tv, step % 2 === 0 ? 'ArrowUp' : 'ArrowLeft');
    await press(tv, 'Enter');
    await arrive(tv, '/tv/search');
    await expectFocus(tv.locator(`[data-key="${locale === 'ko' ? 'ㄱ' : 'a'}"]`));
    await tv.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await picture(tv, `tv-search-1280-${locale}`);
    await expectAccessible(tv, `search, ${locale}`);

    if (locale === 'en') await typeKeys(tv, 'switch');
    const field = tv.getByRole('textbox', { name: say.searchField });
    await typeKeys(tv, 'ㄷ', 'ㅡ', 'ㅇ', 'ㅂ', 'ㅜ', 'ㄹ', 'delete');
    expect(await field.inputValue()).toBe('등부');
    await typeKeys(tv, 'ㄹ');
    expect(await field.inputValue()).toBe('등불');
    await tv.getByRole('status').filter({ hasText: say.found }).waitFor();
    const card = tv.getByRole('main').getByRole('link', { name: title, exact: true });
    await card.waitFor();
    // From the key in the fourth of seven columns.
    await press(tv, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expectFocus(card);
    await press(tv, 'ArrowLeft');
    await expectFocus(tv.locator('[data-key="ㅅ"]'));
    await tv.setViewportSize({ width: 1920, height: 1080 });
    await press(tv, 'ArrowRight');
    await expectFocus(card);
    await picture(tv, `tv-search-found-1920-${locale}`);
    await expectAccessible(tv, `found, ${locale}`);
    await press(tv, 'Enter');
    const time = () => tv.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(time).toBeGreaterThan(0);
    await press(tv, 'Escape');
    await expect.poll(() => decodeURIComponent(tv.url())).toBe(`${story.url}/tv/search?q=등불`);
    await expectFocus(card);
    expect(await field.inputValue()).toBe('등불');

    await press(tv, 'ArrowLeft');
    await typeKeys(tv, 'clear', 'ㅋ', 'ㅋ', 'ㅋ', 'ㅋ', 'ㅋ');
    await tv.getByRole('status').filter({ hasText: say.none }).waitFor();
    await tv.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await picture(tv, `tv-search-none-1920-${locale}`);
    await press(tv, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expect.poll(() => tv.evaluate(() => document.activeElement?.hasAttribute('data-place'))).toBe(true);
    await press(tv, 'ArrowLeft');
    await typeKeys(tv, 'clear');
    expect(await field.inputValue()).toBe('');

    // A keyboard types into the field, where Backspace deletes. Elsewhere Back leaves.
    await press(tv, 'a', 'b', 'Backspace');
    await expectFocus(field);
    expect(await field.inputValue()).toBe('a');
    await press(tv, 'ArrowDown', 'ArrowDown', 'ArrowUp');
    await expect.poll(() => tv.evaluate(() => document.activeElement?.hasAttribute('data-key'))).toBe(true);
    await press(tv, 'Backspace');
    await arrive(tv, '/tv');
    await expectFocus(entry);
  });

  test('says that the account is going to be deleted, which arrow keys reach and Enter calls off', async () => {
    const viewer = await buildViewer(story, {}, { deletionRequestedAt: new Date() });
    const tv = await openAs(story, { ...viewer, profile: undefined }, '/tv', {
      locale,
      width: 1920,
      height: 1080,
    });
    const own = tv.getByRole('button', { name: viewer.profile.name, exact: true });
    await expectFocus(own);
    await tv.getByText(say.deletion).waitFor();
    await picture(tv, `tv-deletion-${locale}`);
    const keep = tv.getByRole('button', { name: say.keep });
    await press(tv, 'Enter');
    await expect.poll(() => tv.evaluate(() => document.activeElement?.hasAttribute('data-place'))).toBe(true);
    const onKeep = () => keep.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < 40 && !(await onKeep()); step += 1) await press(tv, 'ArrowUp');
    await expectFocus(keep);
    await picture(tv, `tv-deletion-home-${locale}`);
    await press(tv, 'Enter');
    await tv.getByText(say.kept).waitFor();
    await tv.getByText(say.deletion).waitFor({ state: 'detached' });
    // The remote control is back where it was.
    await expect.poll(() => tv.evaluate(() => document.activeElement?.hasAttribute('data-place'))).toBe(true);
    const { rows } = await story.pool.query(
      'select deletion_requested_at from accounts_users where id = $1',
      [viewer.id],
    );
    expect(rows[0].deletion_requested_at).toBeNull();
  });

  test('says so when it is refused, and gets another code; an expired one it renews by itself', async () => {
    const viewer = await buildViewer(story);
    const tv = await openTv(locale);
    const first = await codeOn(tv);
    const phone = await openAs(story, viewer, `/activate?code=${first}`, {
      locale,
      width: 768,
      expected: [/status of 404/],
    });
    await phone.getByRole('button', { name: say.deny, exact: true }).click();
    await phone.getByText(say.denied).waitFor();
    await tv.getByText(say.refused).waitFor();
    await expectFocus(tv.getByRole('button', { name: say.again }));
    await press(tv, 'Enter');
    const second = await codeOn(tv);
    expect(second).not.toBe(first);

    await story.db.update(activations).set({ expiresAt: new Date() }).where(eq(activations.state, 'pending'));
    await expect.poll(() => codeOn(tv)).not.toBe(second);

    // The old code is invalid: the field shows an error and keeps the typed code.
    await phone.goto(`${story.url}/activate?code=${second}`);
    await phone.getByText(say.wrong).waitFor();
    await expectFocus(phone.getByLabel(say.field));
    await expect.poll(() => phone.getByLabel(say.field).inputValue()).toBe(second);
    await picture(phone, `tv-wrong-768-${locale}`);
    await phone.getByLabel(say.field).fill('');
    await phone.getByLabel(say.field).pressSequentially('wdj b');
    await expect.poll(() => phone.getByLabel(say.field).inputValue()).toBe('WDJB');
    await phone.getByRole('button', { name: say.next }).click();
    await phone.getByText(say.short).waitFor();
    await phone.getByLabel(say.field).fill((await codeOn(tv)).toLowerCase().replace('-', ''));
    await phone.getByRole('button', { name: say.next }).click();
    await phone.getByRole('heading', { name: say.confirm }).waitFor();
  });

  test('is let in by the code that is typed in the account', async () => {
    const viewer = await buildViewer(story);
    const tv = await openTv(locale);
    const code = await codeOn(tv);
    const page = await openAs(story, viewer, '/account/activate', { locale, width: 360 });
    const main = page.getByRole('main');
    await main.getByLabel(say.field).pressSequentially(code.toLowerCase().replace('-', ' '));
    expect(await main.getByLabel(say.field).inputValue()).toBe(code);
    await picture(page, `activate-360-${locale}`);
    await main.getByRole('button', { name: say.next, exact: true }).click();
    await main.getByRole('heading', { name: say.confirm }).waitFor();
    await main.getByText(code, { exact: true }).waitFor();
    await main.getByRole('button', { name: say.approve, exact: true }).click();
    await main.getByText(say.approved).waitFor();
    await tv.getByRole('button', { name: viewer.profile.name, exact: true }).waitFor();
  });

  test('says why something does not play, with the way on and the way back under the keys', async () => {
    const viewer = await buildViewer(story);
    const tv = await openAs(story, viewer, '/favicon.svg', {
      locale,
      width: 1280,
      height: 720,
      expected: [/favicon\.ico/, /status of 409/],
    });
    await tv.route('**/api/playback/sessions', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'stream_limit', message: errorTable.stream_limit[locale] },
      }),
    );
    await tv.goto(`${story.url}/tv`);
    const focused = tv.locator('[data-place]:focus');
    await focused.waitFor();
    const place = await focused.getAttribute('data-place');
    await press(tv, 'Enter');
    await tv.getByText(errorTable.stream_limit[locale]).waitFor();
    await expectFocus(tv.getByRole('button', { name: say.retry }));
    await picture(tv, `tv-failed-1280-${locale}`);
    await press(tv, 'Escape');
    await arrive(tv, '/tv');
    await expect.poll(() => focused.getAttribute('data-place')).toBe(place);
    await picture(tv, `tv-home-1280-${locale}`);
  });

  test('is not let in from a kids profile', async () => {
    const child = await buildViewer(story, { name: '꼬마', isKid: true, maturity: 7 });
    const phone = await openAs(story, child, '/activate?code=WDJB-MJHT', { locale });
    await phone.getByRole('heading', { name: say.grownUps }).waitFor();
  });
});
