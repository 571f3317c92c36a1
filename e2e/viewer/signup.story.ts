/** From no account to the profiles, and a new password for one that was forgotten. */
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { buildAvatar, unique } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { dot } from './pictures.ts';
import { arrive, buildViewer, openAs } from './shop.ts';

const story = openStory();
const words = {
  ko: {
    join: '가입하기',
    username: '아이디',
    either: '아이디 또는 이메일',
    email: '이메일',
    password: '비밀번호',
    phone: '전화번호 (선택)',
    terms: /동의해요/,
    send: '인증 메일 받기',
    needTerms: '동의해야 계속할 수 있어요.',
    taken: '이미 사용 중인 아이디예요.',
    strong: '안전한 비밀번호예요.',
    code: '인증 번호',
    codeWrong: '인증 번호가 맞지 않아요.',
    finish: '가입 마치기',
    welcome: '환영해요!',
    profileName: '프로필 이름',
    pictures: '프로필 사진',
    free: '무료로 시작하기',
    required: /필수입니다/,
    who: '누가 보나요?',
    login: '로그인',
    forgotten: '비밀번호를 잊으셨나요?',
    link: '링크 받기',
    sent: '비밀번호를 바꿀 수 있는 링크를 이메일로 보냈어요.',
    newPassword: '새 비밀번호',
    confirm: '새 비밀번호 확인',
    change: '비밀번호 바꾸기',
    differ: '두 번 입력한 내용이 서로 달라요.',
    changed: '비밀번호를 바꿨어요.',
    over: '비밀번호를 바꿀 수 있는 링크가 아니에요. 새 링크를 받아 주세요.',
  },
  en: {
    join: 'Sign up',
    username: 'Username',
    either: 'Username or email',
    email: 'Email',
    password: 'Password',
    phone: 'Phone number (optional)',
    terms: /I agree/,
    send: 'Send the code',
    needTerms: 'You need to accept the terms to continue.',
    taken: 'ID already taken.',
    strong: 'A strong password.',
    code: 'Code',
    codeWrong: 'That code is not right.',
    finish: 'Finish signing up',
    welcome: 'Welcome!',
    profileName: 'Profile name',
    pictures: 'Profile picture',
    free: 'Start for free',
    required: /is required/,
    who: 'Who’s watching?',
    login: 'Log in',
    forgotten: 'Forgot your password?',
    link: 'Send the link',
    sent: 'We have emailed your password reset link!',
    newPassword: 'New password',
    confirm: 'Confirm new password',
    change: 'Change password',
    differ: 'Password confirmation does not match.',
    changed: 'Your password has been reset!',
    over: 'This password reset token is invalid.',
  },
};

/** The text of the last message to an address, once there is one. */
const mailTo = (email: string, template: string) =>
  vi.waitUntil(
    async () => {
      const { rows } = await story.pool.query<{ text: string | null }>(
        'select text from mail_messages where to_address = $1 and template = $2 order by id desc limit 1',
        [email, template],
      );
      return rows[0]?.text;
    },
    { timeout: 30_000, interval: 100 },
  );
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

describe.each(toldIn('en'))('without an account, in %s', (locale) => {
  const say = words[locale];

  test('one is made with a code from the mailbox, and leads to the profiles', async () => {
    const username = unique('별').replaceAll('-', '');
    const email = `${unique('story')}@example.com`;
    const other = await buildViewer(story);
    const page = await story.open('/login', {
      locale,
      width: 360,
      expected: [/status of 422.*\/api\/signup/],
    });
    await buildAvatar(story.db);
    await page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/png', body: dot }));
    await page.getByRole('link', { name: say.join }).click();
    await arrive(page, '/signup');
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await field(say.username).fill(other.username);
    await field(say.email).fill(email);
    await field(say.password).fill('a long way home to Busan');
    await page.getByText(say.strong).waitFor();
    await field(say.phone).pressSequentially('01012345678');
    expect(await field(say.phone).inputValue()).toBe('010-1234-5678');
    await page.getByRole('button', { name: say.send }).click();
    await page.getByText(say.needTerms).waitFor();
    await expect.poll(() => focused(page)).toBe('terms');
    await picture(page, `signup-360-${locale}`);
    await page.getByRole('checkbox', { name: say.terms }).check();
    await page.getByRole('button', { name: say.send }).click();
    await page.getByText(say.taken).waitFor();
    await expect.poll(() => focused(page)).toBe('username');
    await field(say.username).fill(username);
    await page.getByRole('button', { name: say.send }).click();
    await field(say.code).waitFor();
    const code = /\b\d{6}\b/.exec((await mailTo(email, 'sign_up_code')) ?? '')?.[0] ?? '';
    // A phone may throw the page away meanwhile.
    await page.reload();
    await field(say.code).fill(code === '123456' ? '654321' : '123456');
    await page.getByRole('button', { name: say.finish }).click();
    await page.getByText(say.codeWrong).waitFor();
    await picture(page, `signup-code-360-${locale}`);
    await field(say.code).fill(code);
    await page.getByRole('button', { name: say.finish }).click();

    // The welcome: a name, a picture, the captions' language, then free titles.
    await page.getByRole('heading', { level: 1, name: say.welcome }).waitFor();
    expect(await field(say.profileName).inputValue()).toBe(username);
    await field(say.profileName).fill('');
    await page.getByRole('button', { name: say.free }).click();
    await page.getByText(say.required).waitFor();
    await field(say.profileName).fill('보름달');
    await page.getByRole('group', { name: say.pictures }).locator('label').first().click();
    await page.getByRole('radio', { name: 'English' }).check();
    await picture(page, `welcome-360-${locale}`);
    await page.getByRole('button', { name: say.free }).click();
    await arrive(page, '/');
    const { rows } = await story.pool.query(
      "select avatar_id is not null as pictured from profiles where name = '보름달'",
    );
    expect(rows).toEqual([{ pictured: true }]);
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('maru.player') ?? '{}').captions)).toBe(
      'en',
    );
  });

  test('a forgotten password is replaced by a link, once', async () => {
    const user = await buildViewer(story);
    const email = `${user.username}@example.com`;
    const page = await story.open('/login', { locale, expected: [/status of 422.*\/api\/password\/reset/] });
    await page.getByRole('link', { name: say.forgotten }).click();
    await arrive(page, '/forgot');
    await page.getByLabel(say.email, { exact: true }).fill(email);
    await page.getByRole('button', { name: say.link }).click();
    await page.getByRole('status').getByText(say.sent).waitFor();
    await picture(page, `forgot-1280-${locale}`);
    const token = /token=([\w-]+)/.exec((await mailTo(email, 'password_reset')) ?? '')?.[1] ?? '';
    const choose = async (password: string, confirm = password) => {
      await page.getByLabel(say.newPassword, { exact: true }).fill(password);
      await page.getByLabel(say.confirm, { exact: true }).fill(confirm);
      await page.getByRole('button', { name: say.change }).click();
    };
    await page.goto(`${story.url}/reset?token=${token}`);
    await choose('the tide comes in', 'the tide goes out');
    await page.getByText(say.differ).waitFor();
    await choose('the tide comes in');
    await page.getByRole('status').getByText(say.changed).waitFor();
    await picture(page, `reset-1280-${locale}`);
    await page.getByRole('link', { name: say.login, exact: true }).click();
    await arrive(page, '/login');
    await page.getByLabel(say.either).fill(user.username);
    await page.getByLabel(say.password, { exact: true }).fill('the tide comes in');
    await page.getByRole('button', { name: say.login, exact: true }).click();
    await page.getByRole('heading', { name: say.who }).waitFor();

    const again = await story.open(`/reset?token=${token}`, {
      locale,
      expected: [/status of 422.*\/api\/password\/reset/],
    });
    await again.getByLabel(say.newPassword, { exact: true }).fill('the tide comes in');
    await again.getByLabel(say.confirm, { exact: true }).fill('the tide comes in');
    await again.getByRole('button', { name: say.change }).click();
    await again.getByRole('alert').getByText(say.over).waitFor();
  });
});

test.each(['/signup', '/forgot', '/reset'])('someone signed in who opens %s is sent home', async (path) => {
  const page = await openAs(story, await buildViewer(story), path);
  await arrive(page, '/');
});
