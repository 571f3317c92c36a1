import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { errorTable } from '../../src/contract/errors.ts';
import { buildProfile, buildUser } from '../../test/build.ts';
import { openBlank, openStory, toldIn } from '../fixtures.ts';
import {
  arrive,
  buildViewer,
  expectFocus,
  expectProblem,
  openAs,
  remember,
  type Shop,
  stockShop,
} from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'login');
});

const words = {
  ko: {
    username: '아이디 또는 이메일',
    password: '비밀번호',
    login: '로그인',
    needUsername: '이 칸의 입력은 필수입니다.',
    needPassword: '이 칸의 입력은 필수입니다.',
    who: '누가 보나요?',
    pin: 'PIN 네 자리',
    pinWrong: 'PIN이 맞지 않아요.',
    mustLogin: '영상을 보려면 로그인해 주세요.',
    ended: '로그인이 풀렸어요. 다시 로그인해 주세요.',
    plan: '이용권이 필요해요',
    menu: '가족 프로필 메뉴',
    logout: '로그아웃',
    like: '좋아요',
    add: '찜하기',
    remove: '찜한 목록에서 빼기',
  },
  en: {
    username: 'Username or email',
    password: 'Password',
    login: 'Log in',
    needUsername: 'Username is required.',
    needPassword: 'Password is required.',
    who: 'Who’s watching?',
    pin: 'Four-digit PIN',
    pinWrong: 'That PIN is not right.',
    mustLogin: 'Please login to watch video.',
    ended: 'You have been logged out. Please log in again.',
    plan: 'You need a plan',
    menu: '가족’s profile menu',
    logout: 'Log out',
    like: 'Like',
    add: 'Add to My List',
    remove: 'Remove from My List',
  },
};

describe.each(toldIn('ko'))('logging in, in %s', (locale) => {
  const say = words[locale];

  const logIn = async (page: Page, username: string, password: string) => {
    await page.getByLabel(say.username).fill(username);
    await page.getByLabel(say.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: say.login, exact: true }).click();
  };

  test('a wrong password is answered in words; the right one leads to the profiles and home', async () => {
    const user = await buildViewer(story);
    const page = await story.open('/login', { locale, expected: [/status of 422.*\/api\/login/] });
    await page.getByRole('button', { name: say.login, exact: true }).click();
    await expectProblem(page.getByLabel(say.username), say.needUsername);
    await expectProblem(page.getByLabel(say.password, { exact: true }), say.needPassword);
    await expectFocus(page.getByLabel(say.username));
    await logIn(page, user.username, 'wrong-password');
    await page.getByRole('alert').getByText(errorTable.credentials[locale]).waitFor();
    await logIn(page, user.username, user.password);
    await page.getByRole('heading', { name: say.who }).waitFor();
    await arrive(page, '/profiles');
    await page.getByRole('button', { name: '가족', exact: true }).click();
    await page.getByRole('button', { name: say.menu }).waitFor();
    await arrive(page, '/');
  });

  test('a profile with a PIN opens with the right one only', async () => {
    const user = await buildUser(story.db);
    await buildProfile(story.db, { householdId: user.householdId, name: '어른', pin: '4321' });
    const page = await openAs(story, user, '/', {
      locale,
      expected: [/status of 422.*\/enter/],
    });
    await arrive(page, '/profiles');
    await page.getByRole('button', { name: /어른/ }).click();
    await page.getByRole('dialog').getByLabel(say.pin).fill('1111');
    await page.getByText(say.pinWrong).waitFor();
    await page.getByRole('dialog').getByLabel(say.pin).fill('4321');
    await arrive(page, '/');
    await page.getByRole('banner').getByRole('button', { name: /어른/ }).waitFor();
  });

  test('a guest who opens the player is asked to log in, and goes on from there', async () => {
    const user = await buildViewer(story);
    const wanted = `/watch/m/${shop.premium.slug}`;
    const page = await story.open(wanted, { locale, expected: [/status of 403.*\/playback\/sessions/] });
    await arrive(page, '/login');
    await page.getByRole('status').getByText(say.mustLogin).waitFor();
    await logIn(page, user.username, user.password);
    await page.getByRole('button', { name: '가족', exact: true }).click();
    // Without a plan, a premium title leads to the plans.
    await arrive(page, '/plans');
    await page.getByRole('heading', { name: say.plan }).waitFor();
  });

  test('a session that has ended signs the viewer out and says so', async () => {
    const user = await buildViewer(story);
    const page = await openBlank(story, { locale, expected: [/status of 401/] });
    const profile = {
      id: user.profile.id,
      name: '가족',
      avatar: '',
      is_kid: false,
      maturity: 19,
      has_pin: false,
    };
    await remember(page, {
      token: 'ended',
      user: {
        id: user.id,
        household_id: user.householdId,
        username: user.username,
        email: '',
        has_active_plan: false,
        profiles: [profile],
      },
      profile,
    });
    await page.goto(`${story.url}/my-list`);
    await arrive(page, '/login');
    await page.getByRole('status').getByText(say.ended).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('maru.session'))).toBeNull();
  });

  test.each([
    ['answers with an error', (route: Route) => route.fulfill({ status: 500, json: { message: '' } })],
    ['does not answer', (route: Route) => route.abort('connectionreset')],
  ])('a stored session is forgotten when the server %s at the start', async (_, answer) => {
    const page = await openAs(story, await buildViewer(story), '/favicon.svg', {
      locale,
      expected: [/favicon\.ico/, /status of 500.*\/api\/user/, /^500 .*\/api\/user$/, /ERR_CONNECTION_RESET/],
    });
    await page.route('**/api/user', answer);
    await page.goto(`${story.url}/my-list`);
    await arrive(page, '/login');
    await page.getByRole('button', { name: say.login, exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('maru.session'))).toBeNull();
  });

  test.each(['no', 'half an'])('a page that is left after %s answer signs nobody out', async (answer) => {
    const page = await openAs(story, await buildViewer(story), '/favicon.svg', { locale });
    const server = createServer((_, response) => {
      if (answer === 'no') return;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"data":');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    let asked = 0;
    await page.route('**/api/user', (route) => {
      asked += 1;
      // The first never ends: the browser cancels it when the page is left.
      void route.continue(asked === 1 ? { url: `http://127.0.0.1:${port}/api/user` } : {});
    });
    const begun = answer === 'no' ? once(server, 'request') : page.waitForResponse('**/api/user');
    await page.goto(`${story.url}/my-list`);
    await begun;
    const answered = page.waitForResponse('**/api/user');
    await page.goto(`${story.url}/notifications`);
    await answered;
    await arrive(page, '/notifications');
    expect(await page.evaluate(() => localStorage.getItem('maru.session'))).not.toBeNull();
  });

  test('logging out unmarks what was liked and listed', async () => {
    const path = `/view/s/${shop.series.slug}`;
    const page = await openAs(story, await buildViewer(story), path, { locale });
    const main = page.getByRole('main');
    const like = main.getByRole('button', { name: say.like, exact: true });
    const saved = page.waitForResponse((response) => response.url().includes('/api/ratings/'));
    await like.click();
    await saved;
    await main.getByRole('button', { name: say.add, exact: true }).click();
    await main.getByRole('button', { name: say.remove, exact: true }).waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: say.menu }).click();
    await page.locator('#profile-menu').getByRole('button', { name: say.logout }).click();
    await arrive(page, '/');
    await page.getByRole('banner').getByRole('link', { name: say.login }).waitFor();
    // Back within the page's memory: the document is not loaded again.
    await page.goBack();
    await arrive(page, path);
    await main.getByRole('button', { name: say.add, exact: true }).waitFor();
    expect(await like.getAttribute('aria-pressed')).toBe('false');
  });

  test('logging out leads home as a guest', async () => {
    const user = await buildViewer(story);
    const page = await openAs(story, user, '/favicon.svg', { locale });
    const ended = page.waitForResponse('**/api/user/logout');
    // A page that starts to listen only now would use an ended token, so the story waits until it listens.
    const listens = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framesent', ({ payload }) => payload.includes('"channel":"notices"')),
      );
    await page.route('**/assets/pusher-*.js', async (route) => {
      await ended;
      await route.continue();
    });
    await page.route('**/api/session-action', async (route) => {
      await listens;
      await route.continue();
    });
    await page.goto(`${story.url}/my-list`);
    await page.getByRole('button', { name: say.menu }).click();
    await page.locator('#profile-menu').getByRole('button', { name: say.logout }).click();
    await arrive(page, '/');
    await page.getByRole('banner').getByRole('link', { name: say.login }).waitFor();
    const answer = await fetch(`${story.url}/api/user`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(answer.status).toBe(401);
    const { rows } = await story.pool.query(
      'select username, user_type, action from accounts_session_actions where household_id = $1',
      [user.householdId],
    );
    expect(rows).toEqual([{ username: user.username, user_type: 'FREE', action: 'sign_out' }]);
  });
});

test('someone signed in who opens the login is sent home', async () => {
  const page = await openAs(story, await buildViewer(story), '/login');
  await arrive(page, '/');
});

test.each([
  '/my-list',
  '/notifications',
  '/account',
  '/account/devices',
  '/account/profile-lock/1',
  '/activate',
  '/activate?code=WDJB-MJHT',
  '/profiles',
  '/profiles/manage',
  '/profiles/edit/1',
  '/profiles/delete/1',
  '/profiles/change',
  '/add-profile',
  '/welcome',
  '/user/avatar/1',
  '/user/change-avatar/1',
  '/watch/m/1',
  '/watch/m/1/1',
])('a guest who opens %s is sent to the login', async (path) => {
  const page = await story.open(path);
  await arrive(page, '/login');
  await page.getByRole('heading', { name: '로그인' }).waitFor();
});
