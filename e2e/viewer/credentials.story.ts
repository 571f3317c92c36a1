/** Changing what an account is known by, and deleting it from inside. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { unique } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, codeTo, expectFocus, openAs } from './shop.ts';

const story = openStory();
const words = {
  ko: {
    information: '내 정보',
    change: (what: string) => `${what} 바꾸기`,
    phone: '전화번호',
    email: '이메일',
    password: '비밀번호',
    details: '생년월일과 성별',
    born: '생년월일',
    gender: '성별',
    female: '여성',
    language: '메일 언어',
    first: '먼저 본인인지 확인할게요',
    send: '인증 번호 받기',
    code: '인증 번호',
    codeWrong: '인증 번호가 맞지 않아요.',
    confirm: '확인하기',
    proven: '본인 확인을 마쳤어요. 15분 동안 계정 정보를 바꿀 수 있어요.',
    newPhone: '새 전화번호',
    savePhone: '전화번호 바꾸기',
    newEmail: '새 이메일',
    taken: '이미 사용 중인 이메일 주소예요.',
    saveEmail: '이메일 바꾸기',
    newPassword: '새 비밀번호',
    again: '새 비밀번호 확인',
    savePassword: '비밀번호 바꾸기',
    save: '저장하기',
    other: 'English',
    otherHeading: 'Change language',
    delete: '계정 삭제',
    request: '계정 삭제 신청',
    sure: '이 계정을 정말 삭제할까요?',
    yes: '삭제하기',
    pending: '계정 삭제를 신청했어요.',
    keep: '삭제 취소하기',
    kept: '계정 삭제를 취소했어요. 계속 이용할 수 있어요.',
    close: '닫기',
    login: '로그인',
    either: '아이디 또는 이메일',
    list: '찜한 콘텐츠',
    wrong: '비밀번호가 올바르지 않습니다.',
  },
  en: {
    information: 'Personal information',
    change: (what: string) => `Change ${what}`,
    phone: 'Phone number',
    email: 'Email',
    password: 'Password',
    details: 'Birth date and gender',
    born: 'Date of birth',
    gender: 'Gender',
    female: 'Female',
    language: 'Email language',
    first: 'First, confirm that it is you',
    send: 'Send the code',
    code: 'Code',
    codeWrong: 'That code is not right.',
    confirm: 'Confirm',
    proven: 'You’re confirmed. You can change your account details for the next 15 minutes.',
    newPhone: 'New phone number',
    savePhone: 'Change phone number',
    newEmail: 'New email',
    taken: 'Email already in use.',
    saveEmail: 'Change email',
    newPassword: 'New password',
    again: 'Confirm new password',
    savePassword: 'Change password',
    save: 'Save',
    other: '한국어',
    otherHeading: '언어 바꾸기',
    delete: 'Delete account',
    request: 'Request deletion',
    sure: 'Are you sure want to delete this account?',
    yes: 'Delete',
    pending: 'You asked for this account to be deleted.',
    keep: 'Keep the account',
    kept: 'Your account will not be deleted. Carry on as before.',
    close: 'Close',
    login: 'Log in',
    either: 'Username or email',
    list: 'My List',
    wrong: 'The password is incorrect.',
  },
};

describe.each(toldIn('ko'))('the account, in %s', (locale) => {
  const say = words[locale];
  /** Presses what keeps the account, and sees that it is kept. */
  const keep = async (page: Page, userId: string) => {
    const main = page.getByRole('main');
    await main.getByRole('button', { name: say.keep }).click();
    await page.getByText(say.kept).waitFor();
    await main.getByText(say.pending).waitFor({ state: 'detached' });
    const { rows } = await story.pool.query(
      'select deletion_requested_at from accounts_users where id = $1',
      [userId],
    );
    expect(rows[0].deletion_requested_at).toBeNull();
  };

  test('is changed: number, address and password after a code from the mailbox, birth date, gender and language without', async () => {
    const user = await buildViewer(story);
    const other = await buildViewer(story);
    const own = `${user.username}@example.com`;
    const fresh = `${unique('fresh')}@example.com`;
    const page = await openAs(story, user, '/account', {
      locale,
      width: 360,
      expected: [/status of 422/],
    });
    const main = page.getByRole('main');
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const change = async (what: string) => {
      await main.getByRole('link', { name: say.change(what), exact: true }).click();
    };
    await picture(page, `account-360-${locale}`);
    await main.getByRole('link', { name: say.information, exact: true }).click();
    await change(say.phone);
    await main.getByRole('heading', { name: say.first }).waitFor();
    await picture(page, `identity-360-${locale}`);
    await main.getByRole('button', { name: say.send }).click();
    const code = await codeTo(story, own, 'identity_code');
    await field(say.code).fill(code === '111111' ? '222222' : '111111');
    await main.getByRole('button', { name: say.confirm, exact: true }).click();
    await page.getByText(say.codeWrong).waitFor();
    await field(say.code).fill(code);
    await main.getByRole('button', { name: say.confirm, exact: true }).click();
    await arrive(page, '/account/user-new-number');
    await field(say.newPhone).pressSequentially('2135550142');
    await picture(page, `phone-360-${locale}`);
    await main.getByRole('button', { name: say.savePhone }).click();
    await arrive(page, '/account/information');
    await main.getByText('+1 (213) 555-0142').waitFor();
    await picture(page, `information-360-${locale}`);

    await change(say.email);
    await field(say.newEmail).fill(`${other.username}@example.com`);
    await main.getByRole('button', { name: say.send }).click();
    await page.getByText(say.taken).waitFor();
    await field(say.newEmail).fill(fresh);
    await main.getByRole('button', { name: say.send }).click();
    await field(say.code).fill(await codeTo(story, fresh, 'email_code'));
    await main.getByRole('button', { name: say.saveEmail }).click();
    await arrive(page, '/account/information');
    await main.getByText(fresh).waitFor();

    await change(say.password);
    await field(say.newPassword).fill('the tide comes in');
    await field(say.again).fill('the tide comes in');
    await main.getByRole('button', { name: say.savePassword }).click();
    await arrive(page, '/account/information');
    const login = await fetch(`${story.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: fresh, password: 'the tide comes in' }),
    });
    expect(login.status).toBe(200);

    await change(say.details);
    await field(say.born).fill('1951-03-02');
    await field(say.gender).selectOption(say.female);
    await picture(page, `details-360-${locale}`);
    await main.getByRole('button', { name: say.save }).click();
    await main.getByText(`1951-03-02 · ${say.female}`).waitFor();

    await change(say.language);
    await page.getByRole('radio', { name: say.other }).check();
    await picture(page, `language-360-${locale}`);
    await main.getByRole('button', { name: say.save }).click();
    await page.getByRole('heading', { name: say.otherHeading }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale === 'ko' ? 'en' : 'ko');
  });

  test('is proven to be theirs by itself, and then leads to what may be changed', async () => {
    const user = await buildViewer(story);
    const page = await openAs(story, user, '/account/email-verification-code', { locale, width: 360 });
    const main = page.getByRole('main');
    await main.getByRole('button', { name: say.send }).click();
    await page
      .getByLabel(say.code, { exact: true })
      .fill(await codeTo(story, `${user.username}@example.com`, 'identity_code'));
    await main.getByRole('button', { name: say.confirm, exact: true }).click();
    await main.getByText(say.proven).waitFor();
    await picture(page, `proven-360-${locale}`);
    await main.getByRole('link', { name: say.savePassword, exact: true }).click();
    await arrive(page, '/account/change-password');
    await page.getByLabel(say.newPassword, { exact: true }).waitFor();
  });

  test('is deleted by its password, and kept after all by who chooses a profile', async () => {
    const user = await buildViewer(story);
    const page = await openAs(story, user, '/account/delete', {
      locale,
      expected: [/status of 422.*\/account\/deletion/],
    });
    const main = page.getByRole('main');
    const request = async (password: string) => {
      await page.getByLabel(say.password, { exact: true }).fill(password);
      await main.getByRole('button', { name: say.request }).click();
      await page.getByRole('dialog', { name: say.sure }).getByRole('button', { name: say.yes }).click();
    };
    await request('not the password');
    await page.getByText(say.wrong).waitFor();
    await picture(page, `delete-1280-${locale}`);
    await request(user.password);
    await main.getByText(say.pending).waitFor();
    await picture(page, `delete-pending-1280-${locale}`);
    await page.goto(`${story.url}/profiles`);
    await main.getByText(say.pending).waitFor();
    await picture(page, `profiles-pending-1280-${locale}`);
    await keep(page, user.id);
  });

  test('that is going to be deleted is told so once on whatever page comes after signing in, and may be kept there', async () => {
    const user = await buildViewer(story, {}, { deletionRequestedAt: new Date() });
    const page = await story.open('/my-list', { locale, width: 360 });
    const main = page.getByRole('main');
    const logIn = async () => {
      await arrive(page, '/login');
      await page.getByLabel(say.either).fill(user.username);
      await page.getByLabel(say.password, { exact: true }).fill(user.password);
      await page.getByRole('button', { name: say.login, exact: true }).click();
      await arrive(page, '/profiles');
      await page.getByRole('button', { name: user.profile.name, exact: true }).click();
      await arrive(page, '/my-list');
      await main.getByRole('heading', { level: 1, name: say.list }).waitFor();
    };
    await logIn();
    await main.getByText(say.pending).waitFor();
    await picture(page, `deletion-bar-360-${locale}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // Home has its banner below it, and a page of the account that says it says it once.
    await page.goto(story.url);
    await main.getByText(say.pending).waitFor();
    await picture(page, `deletion-bar-home-360-${locale}`);
    await page.goto(`${story.url}/account`);
    await main.getByText(say.pending).waitFor();
    expect(await main.getByText(say.pending).count()).toBe(1);

    // Read, it does not come again; whoever signs in anew meets it anew.
    await page.goto(`${story.url}/my-list`);
    await main.getByRole('button', { name: say.close }).click();
    await main.getByText(say.pending).waitFor({ state: 'detached' });
    await expectFocus(main);
    await page.reload();
    await main.getByRole('heading', { level: 1, name: say.list }).waitFor();
    expect(await main.getByText(say.pending).count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem('maru.session'));
    await page.goto(`${story.url}/my-list`);
    await logIn();
    await main.getByText(say.pending).waitFor();
    await keep(page, user.id);
  });

  test('that is going to be deleted says nothing of it to a child', async () => {
    const user = await buildViewer(
      story,
      { name: '하늘이', isKid: true, age: 8, maturity: 7 },
      { deletionRequestedAt: new Date() },
    );
    const page = await openAs(story, user, '/my-list', { locale });
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: say.list }).waitFor();
    expect(await main.getByText(say.pending).count()).toBe(0);
  });
});
