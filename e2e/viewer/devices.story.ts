/** Where a household is signed in: seen and ended from elsewhere, at once. */
import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, openAs } from './shop.ts';

const story = openStory();
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const words = {
  ko: {
    devices: '로그인한 기기',
    streaming: '최근 재생한 기기',
    history: '로그인 기록',
    all: '모든 기기에서 로그아웃',
    end: 'Safari · iPhone 로그아웃',
    here: '이 기기',
    ended: '다른 기기에서 로그아웃했어요.',
    failed: '로그인 실패',
    nothing: '최근 90일 동안 재생한 기기가 없어요.',
    password: '비밀번호',
    wrong: '비밀번호가 올바르지 않습니다.',
    login: '로그인',
  },
  en: {
    devices: 'Logged-in devices',
    streaming: 'Recent streaming devices',
    history: 'Login history',
    all: 'Log out of all devices',
    end: 'Log out Safari · iPhone',
    here: 'This device',
    ended: 'You were logged out from another device.',
    failed: 'Failed login',
    nothing: 'Nothing has been played in the last 90 days.',
    password: 'Password',
    wrong: 'The password is incorrect.',
    login: 'Log in',
  },
};

/** Resolves once the page has joined the channel. */
const joined = (page: Page, channel: string) =>
  new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload);
        if (text.includes('subscription_succeeded') && text.includes(channel)) resolve();
      }),
    );
  });

describe.each(toldIn('en'))('devices, in %s', (locale) => {
  const say = words[locale];

  test('one is signed out from another, where it is said at once; then all, by the password', async () => {
    const user = await buildViewer(story);
    const login = async (password: string) => {
      const response = await fetch(`${story.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': phone },
        body: JSON.stringify({ username: user.username, password }),
      });
      return ((await response.json()) as { data?: { token: string } }).data?.token ?? '';
    };
    await login('not the password');
    const there = { ...user, token: await login(user.password) };
    const away = await openAs(story, there, '/favicon.svg', {
      locale,
      width: 360,
      userAgent: phone,
      // It may leave the channel just as the server closes the connection.
      expected: [/status of 401/, /favicon\.ico/, /already in CLOSING/],
    });
    const ready = joined(away, 'private-household');
    await away.goto(`${story.url}/my-list`);
    await ready;

    const page = await openAs(story, user, '/account', {
      locale,
      expected: [/status of 422.*\/sign-out-all/, /status of 401/, /already in CLOSING/],
    });
    const menu = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
    await menu(say.devices).click();
    await page.getByText(say.here, { exact: true }).waitFor();
    await picture(page, `devices-1280-${locale}`);
    await page.getByRole('button', { name: say.end }).click();
    await page.getByRole('button', { name: say.end }).waitFor({ state: 'detached' });
    await away.getByText(say.ended).waitFor();
    await arrive(away, '/login');
    await picture(away, `devices-ended-360-${locale}`);

    const aside = page.getByRole('navigation', { name: locale === 'ko' ? '계정' : 'Account' });
    await aside.getByRole('link', { name: say.history }).click();
    await page.getByText(say.failed).waitFor();
    await picture(page, `logins-1280-${locale}`);
    await aside.getByRole('link', { name: say.streaming }).click();
    await page.getByText(say.nothing).waitFor();
    await aside.getByRole('link', { name: say.all }).click();
    await page.getByLabel(say.password, { exact: true }).fill('not the password');
    await page.getByRole('main').getByRole('button', { name: say.all }).click();
    await page.getByText(say.wrong).waitFor();
    await picture(page, `sign-out-all-1280-${locale}`);
    await page.getByLabel(say.password, { exact: true }).fill(user.password);
    await page.getByRole('main').getByRole('button', { name: say.all }).click();
    await arrive(page, '/login');
    await page.getByRole('heading', { name: say.login }).waitFor();
  });
});
