/** Asking for an account to be deleted, from outside of it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openStory, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, expectProblem, openAs } from './shop.ts';

const story = openStory();
const words = {
  ko: {
    username: '아이디 또는 이메일',
    password: '비밀번호',
    send: '계정 삭제 신청',
    needUsername: '이 칸의 입력은 필수입니다.',
    needPassword: '이 칸의 입력은 필수입니다.',
    sure: '이 계정을 정말 삭제할까요?',
    yes: '삭제하기',
    no: '취소',
    wrong: '아이디나 비밀번호가 맞지 않아요.',
    done: '계정 삭제를 신청했어요. 계정에 담긴 모든 정보는 90일 안에 지워져요.',
    map: '계정 삭제',
    renewal: '이용권의 자동 결제가 바로 끝나요',
    bills: '청구서와 결제 기록은 이름과 주소를 지운 채로 7년 동안 보관해요.',
  },
  en: {
    username: 'Username or email',
    password: 'Password',
    send: 'Request deletion',
    needUsername: 'Username is required.',
    needPassword: 'Password is required.',
    sure: 'Are you sure want to delete this account?',
    yes: 'Delete',
    no: 'Cancel',
    wrong: 'Invalid credentials.',
    done: 'Successfully requested to delete account... All your data associated with your account will be vanished within 90 days!',
    map: 'Delete account',
    renewal: 'Your plan stops renewing as soon as you ask.',
    bills: 'We keep invoices and payments for 7 years, with your name and address removed.',
  },
};

const requested = async (userId: string) => {
  const { rows } = await story.pool.query('select deletion_requested_at from accounts_users where id = $1', [
    userId,
  ]);
  return rows[0].deletion_requested_at !== null;
};
const openSessions = async (userId: string) => {
  const { rows } = await story.pool.query(
    'select count(*)::int as open from accounts_sessions where user_id = $1 and ended_at is null',
    [userId],
  );
  return rows[0].open as number;
};

describe.each(toldIn('en'))('deleting an account, in %s', (locale) => {
  const say = words[locale];
  const fill = async (page: Page, username: string, password: string) => {
    await page.getByLabel(say.username).fill(username);
    await page.getByLabel(say.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: say.send }).click();
  };

  test('asks for both fields, then whether it is meant, and does nothing when it is not', async () => {
    const user = await buildViewer(story);
    const page = await story.open('/sitemap', { locale });
    await page.getByRole('main').getByRole('link', { name: say.map, exact: true }).click();
    await arrive(page, '/account-delete');
    for (const text of [say.renewal, say.bills]) await page.getByText(text, { exact: false }).waitFor();
    await page.getByRole('button', { name: say.send }).click();
    await expectProblem(page.getByLabel(say.username), say.needUsername);
    await expectProblem(page.getByLabel(say.password, { exact: true }), say.needPassword);
    await fill(page, user.username, user.password);
    const sure = page.getByRole('dialog', { name: say.sure });
    await sure.getByRole('button', { name: say.no }).click();
    await sure.waitFor({ state: 'hidden' });
    expect(await page.getByLabel(say.username).inputValue()).toBe(user.username);
    expect(await requested(user.id)).toBe(false);
  });

  test('says so when they are wrong, and requests the deletion when they are right', async () => {
    const user = await buildViewer(story);
    const page = await story.open('/account-delete', { locale, expected: [/status of 422.*\/api\/login/] });
    await fill(page, user.username, 'wrong-password');
    await page.getByRole('dialog', { name: say.sure }).getByRole('button', { name: say.yes }).click();
    await page.getByRole('alert').getByText(say.wrong, { exact: true }).waitFor();
    expect(await requested(user.id)).toBe(false);
    await fill(page, user.username, user.password);
    await page.getByRole('dialog', { name: say.sure }).getByRole('button', { name: say.yes }).click();
    await page.getByRole('alert').getByText(say.done, { exact: true }).waitFor();
    expect(await requested(user.id)).toBe(true);
    // The login that it took is over; the one the person has elsewhere is not.
    expect(await openSessions(user.id)).toBe(1);
    for (const name of [say.username, say.password])
      expect(await page.getByLabel(name, { exact: true }).inputValue()).toBe('');
    expect(await page.evaluate(() => localStorage.getItem('maru.session'))).toBeNull();
  });

  test('leaves alone whoever is signed in here', async () => {
    const here = await buildViewer(story);
    const other = await buildViewer(story);
    const page = await openAs(story, here, '/account-delete', { locale });
    // The rest of it is refreshed whenever the app asks who this is.
    const token = () => page.evaluate(() => JSON.parse(localStorage.getItem('maru.session') ?? '{}').token);
    const before = await token();
    expect(before).toBeTruthy();
    await fill(page, other.username, other.password);
    await page.getByRole('dialog', { name: say.sure }).getByRole('button', { name: say.yes }).click();
    await page.getByRole('alert').getByText(say.done, { exact: true }).waitFor();
    expect([await requested(here.id), await requested(other.id)]).toEqual([false, true]);
    expect(await token()).toBe(before);
    await page.goto(`${story.url}/my-list`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await arrive(page, '/my-list');
  });
});
