/** Signing in with another service: a real OpenID provider on this machine, and a real browser between it and us. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { unique } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, codeTo, openAs } from './shop.ts';

const story = openStory();
const words = {
  ko: {
    google: 'Google로 계속하기',
    kakao: '카카오로 계속하기',
    signUp: '가입하기',
    username: '아이디',
    terms: /동의해요/,
    finish: '가입 마치기',
    agree: '동의해야 계속할 수 있어요.',
    who: '누가 보나요?',
    already: '이미 가입하셨어요',
    password: '비밀번호',
    wrong: '비밀번호가 올바르지 않습니다.',
    connect: '연결하고 로그인',
    cancelled: '로그인을 취소했어요. 다른 방법으로도 로그인할 수 있어요.',
    prove: '이메일을 확인해 주세요',
    email: '이메일',
    send: '인증 번호 받기',
    code: '인증 번호',
    confirm: '확인하기',
    linked: '연결된 계정',
    link: 'Google 연결하기',
    unlink: 'Google 연결 끊기',
    go: 'Google 계정 고르러 가기',
    connected: 'Google 계정을 연결했어요.',
    unlinkSure: '연결 끊기',
    disconnected: 'Google 연결을 끊었어요.',
    history: '로그인 기록',
    none: '없음',
    deletion: '계정 삭제 신청',
    first: '먼저 본인인지 확인할게요',
  },
  en: {
    google: 'Continue with Google',
    kakao: 'Continue with Kakao',
    signUp: 'Sign up',
    username: 'Username',
    terms: /agree/,
    finish: 'Finish signing up',
    agree: 'You need to accept the terms to continue.',
    who: 'Who’s watching?',
    already: 'You already have an account',
    password: 'Password',
    wrong: 'The password is incorrect.',
    connect: 'Connect and log in',
    cancelled: 'You canceled the login. You can also log in another way.',
    prove: 'Confirm your email',
    email: 'Email',
    send: 'Send the code',
    code: 'Code',
    confirm: 'Confirm',
    linked: 'Linked accounts',
    link: 'Connect Google',
    unlink: 'Disconnect Google',
    go: 'Continue to Google',
    connected: 'Your Google account is connected.',
    unlinkSure: 'Disconnect',
    disconnected: 'Google is disconnected.',
    history: 'Login history',
    none: 'None',
    deletion: 'Request deletion',
    first: 'First, confirm that it is you',
  },
};

/** At the service: says who one is, or that one would rather not. */
async function sayWho(page: Page, person: { name: string; email: string; unproven?: boolean } | undefined) {
  await page.waitForURL(/\/choose\//);
  if (!person) return page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByLabel('Person').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  if (person.unproven) await page.getByLabel('Unproven').check();
  await page.getByRole('button', { name: 'Continue' }).click();
}
const newPerson = () => {
  const name = unique('guest').replaceAll('-', '.');
  return { name, email: `${name}@example.com` };
};

describe.each(toldIn('ko'))('signing in with a service, in %s', (locale) => {
  const say = words[locale];
  const expected = [/status of 409.*\/api\/social-login/, /status of 422/];

  test('leads somebody new by the terms to an account, and the next time straight in', async () => {
    const person = newPerson();
    const page = await story.open('/login', { locale, width: 360, expected });
    await picture(page, `login-ways-360-${locale}`);
    await page.getByRole('link', { name: say.google }).click();
    await sayWho(page, person);
    await page.getByRole('heading', { name: say.signUp }).waitFor();
    // What came along is in the address no longer.
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    await picture(page, `social-signup-360-${locale}`);
    expect(await page.getByLabel(say.username).inputValue()).toBe(person.name);
    await page.getByRole('button', { name: say.finish }).click();
    await page.getByText(say.agree).waitFor();
    // A page that was loaded again is where it was.
    await page.reload();
    await page.getByRole('checkbox', { name: say.terms }).check();
    await page.getByRole('button', { name: say.finish }).click();
    await page.getByRole('heading', { name: say.who }).waitFor();

    const again = await story.open('/signup', { locale });
    await again.getByRole('link', { name: say.google }).click();
    await sayWho(again, person);
    await again.getByRole('heading', { name: say.who }).waitFor();
    await again.getByRole('button', { name: person.name }).click();
    await arrive(again, '/');
    await again.goto(`${story.url}/account/login-history`);
    await again.getByRole('main').getByText('Google').first().waitFor();
    // Where others are asked for the password, a code from the mailbox does.
    await again.goto(`${story.url}/account/delete`);
    await again.getByRole('heading', { name: say.first }).waitFor();
    await again.getByRole('button', { name: say.send }).click();
    await again
      .getByLabel(say.code, { exact: true })
      .fill(await codeTo(story, person.email, 'identity_code'));
    await again.getByRole('button', { name: say.confirm, exact: true }).click();
    await again.getByRole('button', { name: say.deletion }).waitFor();
    expect(await again.getByLabel(say.password, { exact: true }).count()).toBe(0);
  });

  test('asks whoever has an account for its password, once', async () => {
    const user = await buildViewer(story);
    const person = { name: unique('known'), email: `${user.username}@example.com` };
    const page = await story.open('/login', { locale, expected });
    await page.getByRole('link', { name: say.google }).click();
    await sayWho(page, person);
    await page.getByRole('heading', { name: say.already }).waitFor();
    await picture(page, `social-link-1280-${locale}`);
    await page.getByLabel(say.password, { exact: true }).fill('not the password');
    await page.getByRole('button', { name: say.connect }).click();
    await page.getByText(say.wrong).waitFor();
    await page.getByLabel(say.password, { exact: true }).fill(user.password);
    await page.getByRole('button', { name: say.connect }).click();
    await page.getByRole('heading', { name: say.who }).waitFor();
  });

  test('has an address proven that the service does not vouch for', async () => {
    const person = newPerson();
    const page = await story.open('/login', { locale, expected });
    await page.getByRole('link', { name: say.kakao }).click();
    await sayWho(page, { ...person, unproven: true });
    await page.getByRole('heading', { name: say.prove }).waitFor();
    await picture(page, `social-email-1280-${locale}`);
    await page.getByLabel(say.email, { exact: true }).fill(person.email);
    await page.getByRole('button', { name: say.send }).click();
    await page.getByLabel(say.code, { exact: true }).fill(await codeTo(story, person.email, 'sign_up_code'));
    await page.getByRole('button', { name: say.confirm, exact: true }).click();
    await page.getByRole('heading', { name: say.signUp }).waitFor();
  });

  test('that was broken off there ends at the login, which says so', async () => {
    const page = await story.open('/login', { locale });
    await page.getByRole('link', { name: say.kakao }).click();
    await sayWho(page, undefined);
    await arrive(page, '/login');
    await page.getByRole('status').getByText(say.cancelled).waitFor();
  });

  test('is connected with an account, and disconnected', async () => {
    const user = await buildViewer(story);
    const person = newPerson();
    const page = await openAs(story, user, '/account', { locale, width: 768, expected });
    const main = page.getByRole('main');
    await main.getByRole('link', { name: say.linked }).click();
    await main.getByRole('button', { name: say.link }).click();
    await main.getByRole('button', { name: say.send }).click();
    await page
      .getByLabel(say.code, { exact: true })
      .fill(await codeTo(story, `${user.username}@example.com`, 'identity_code'));
    await main.getByRole('button', { name: say.confirm, exact: true }).click();
    await main.getByRole('button', { name: say.go }).click();
    // However slow the list's answer is, it is one from after the connection.
    const connected = page.waitForResponse(/\/linked-accounts\/finish$/);
    await page.route('**/api/account/linked-accounts', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      await connected;
      await route.fulfill({ response });
    });
    await sayWho(page, person);
    await arrive(page, '/account/linked-accounts');
    await page.getByText(say.connected).waitFor();
    await main.getByText(person.email).waitFor();
    await picture(page, `linked-768-${locale}`);
    await main.getByRole('button', { name: say.unlink }).click();
    await main.getByRole('button', { name: say.unlinkSure, exact: true }).click();
    await page.getByText(say.disconnected).waitFor();
    await main.getByRole('button', { name: say.link }).waitFor();
  });
});
