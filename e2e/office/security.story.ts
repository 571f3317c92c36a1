/** The way into the office: a password that was given, one's own, and who tried to come in. */
import { describe, expect, test } from 'vitest';
import { buildStaff } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { signIn } from './office.ts';

const story = openStory();

const words = {
  ko: {
    username: '아이디',
    password: '비밀번호',
    login: '로그인',
    choose: '새 비밀번호를 정해 주세요',
    current: '현재 비밀번호',
    own: '새 비밀번호',
    again: '새 비밀번호 확인',
    change: '비밀번호 바꾸기',
    differs: '두 번 입력한 내용이 서로 달라요.',
    wrong: '비밀번호가 올바르지 않습니다.',
    changed: '비밀번호를 바꿨어요. 다른 곳에서는 로그아웃됐어요.',
    overview: '현황',
    account: '내 계정',
    security: '로그인과 보안',
    logins: '로그인 기록',
    right: '성공',
    log: '활동 기록',
    wrongPassword: '틀린 비밀번호',
    logout: '로그아웃',
  },
  en: {
    username: 'Username',
    password: 'Password',
    login: 'Log in',
    choose: 'Choose your own password',
    current: 'Current password',
    own: 'New password',
    again: 'New password again',
    change: 'Change password',
    differs: 'Password confirmation does not match.',
    wrong: 'The password is incorrect.',
    changed: 'Your password has been changed. You have been logged out everywhere else.',
    overview: 'Overview',
    account: 'My account',
    security: 'Security',
    logins: 'Logins',
    right: 'Logged in',
    log: 'Event log',
    wrongPassword: 'Wrong password',
    logout: 'Log out',
  },
};
const sizes = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

describe.each(toldIn('ko'))('one’s own sign-in, in %s', (locale) => {
  const say = words[locale];

  test('whoever was given a password chooses their own before anything else', async () => {
    const staff = await buildStaff(story.db, {
      permissions: { programmes: ['read'] },
      passwordGiven: true,
    });
    const page = await story.open('/office', { locale, expected: [/status of 422/] });
    const enter = async (password: string) => {
      await page.getByLabel(say.username).fill(staff.username);
      await page.getByLabel(say.password).fill(password);
      await page.getByRole('button', { name: say.login }).click();
    };
    await enter(staff.password);
    await page.getByRole('heading', { level: 1, name: say.choose }).waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(0);
    expect(await page.getByLabel(say.current).count()).toBe(0);
    const choose = async (password: string, again: string) => {
      await page.getByLabel(say.own, { exact: true }).fill(password);
      await page.getByLabel(say.again).fill(again);
      await page.getByRole('button', { name: say.change }).click();
    };
    await choose('five lanterns', 'four lanterns');
    await page.getByText(say.differs).waitFor();
    await expectAccessible(page, `given password, ${locale}`);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await picture(page, `office-password-given-${size.width}-${locale}`);
    }
    await choose('five lanterns', 'five lanterns');
    await page.getByRole('heading', { level: 1, name: say.overview }).waitFor();

    await page.getByRole('button', { name: say.account }).click();
    await page.getByRole('menuitem', { name: say.logout }).click();
    await enter(staff.password);
    await page.getByRole('alert').waitFor();
    await enter('five lanterns');
    await page.getByRole('heading', { level: 1, name: say.overview }).waitFor();
  });

  test('a password is changed, and whoever tried to come in is seen', async () => {
    const staff = await buildStaff(story.db);
    const page = await signIn(story, { as: staff, locale, expected: [/status of 422/] });
    await page.getByRole('button', { name: say.account }).click();
    await page.getByRole('menuitem', { name: say.security }).click();
    await page.getByRole('heading', { level: 1, name: say.security }).waitFor();
    const part = page.getByRole('region', { name: say.password, exact: true });
    const change = async (current: string) => {
      await part.getByLabel(say.current).fill(current);
      await part.getByLabel(say.own, { exact: true }).fill('five lanterns');
      await part.getByLabel(say.again).fill('five lanterns');
      await part.getByRole('button', { name: say.change }).click();
    };
    await change('not this one');
    await part.getByText(say.wrong).waitFor();
    // What was wrong can be typed over.
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(
      'current_password',
    );
    await expectAccessible(page, `security, ${locale}`);
    await change(staff.password);
    await page.getByText(say.changed).waitFor();
    expect(await part.getByLabel(say.current).inputValue()).toBe('');

    const guess = { username: staff.username, password: 'a guess' };
    await fetch(`${story.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(guess),
    });
    await page.reload();
    const logins = page.getByRole('region', { name: say.logins });
    await logins.getByRole('listitem').first().waitFor();
    const lines = await logins.getByRole('listitem').allInnerTexts();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(say.wrongPassword);
    expect(lines[1]).toContain(say.right);
    expect(lines[1]).toContain('127.0.0.1');
    for (const size of sizes) {
      await page.setViewportSize(size);
      await picture(page, `office-security-${size.width}-${locale}`);
    }
    await page.goto(`${story.url}/office/staff/${staff.id}`);
    await page.getByRole('group', { name: say.logins }).getByText(say.wrongPassword).waitFor();
    await picture(page, `office-staff-logins-${locale}`);
    // What was changed is told in words, whoever changed it.
    await page.getByRole('button', { name: say.log, exact: true }).click();
    await page.getByRole('cell', { name: say.password, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expectAccessible(page, `staff with logins, ${locale}`);
  });
});
