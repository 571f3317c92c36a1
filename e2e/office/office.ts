/** Helpers for the office's stories: staff sign in, with the texts of the language. */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { Permissions } from '../../src/contract/admin/permissions.ts';
import { buildStaff } from '../../test/build.ts';
import { type OpenOptions, openBlank, type Story } from '../fixtures.ts';

const words = {
  ko: { username: '아이디', password: '비밀번호', login: '로그인', dashboard: '현황' },
  en: { username: 'Username', password: 'Password', login: 'Log in', dashboard: 'Overview' },
};

interface Account {
  username: string;
  password: string;
}

/** Signs a member of staff in through the login page, a new one unless said, and waits for the overview. */
export async function signIn(
  story: Story,
  { permissions, as, ...options }: OpenOptions & { permissions?: Permissions; as?: Account } = {},
): Promise<Page> {
  const say = words[options.locale ?? 'ko'];
  const staff = as ?? (await buildStaff(story.db, permissions ? { permissions } : {}));
  const page = await story.open('/office', options);
  await page.getByLabel(say.username).fill(staff.username);
  await page.getByLabel(say.password).fill(staff.password);
  await page.getByRole('button', { name: say.login }).click();
  await page.getByRole('heading', { level: 1, name: say.dashboard }).waitFor();
  return page;
}

type StaffOptions = OpenOptions & { permissions?: Permissions; as?: { token: string } };

/** A page on the site's address whose browser remembers a member of staff, a new one unless said; nothing of the office is loaded yet. */
export async function rememberStaff(
  story: Story,
  { permissions, as, ...options }: StaffOptions = {},
): Promise<Page> {
  const { token } = as ?? (await buildStaff(story.db, permissions ? { permissions } : {}));
  const page = await openBlank(story, options);
  await page.evaluate((text) => localStorage.setItem('maru.office.token', text), token);
  return page;
}

/** Opens a page of the office as a member of staff whose browser remembers them. */
export async function openOffice(story: Story, path: string, options: StaffOptions = {}): Promise<Page> {
  const page = await rememberStaff(story, options);
  await page.goto(story.url + path);
  // Empty until the page is there.
  await page.locator('header h1').waitFor();
  return page;
}

/** Names of the menu's entries, without the titles of its groups. */
export const menuNames = (page: Page): Promise<string[]> =>
  page.locator('[role=menuitem]:not([aria-expanded])').allInnerTexts();

/** The words of opening personal data. */
export const personalWords = {
  ko: { open: '가려진 정보 보기…', reason: '보는 이유', show: '보기', until: /개인정보가 .+까지 보여요/ },
  en: {
    open: 'Show hidden details…',
    reason: 'Reason',
    show: 'Show',
    until: /Personal data is shown until/,
  },
};

/** Opens the personal data of the page, with a reason. */
export async function showPersonalData(page: Page, locale: 'ko' | 'en'): Promise<void> {
  const say = personalWords[locale];
  await page.getByRole('button', { name: say.open }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say.reason).fill(locale === 'ko' ? '고객이 전화했어요' : 'The customer called');
  await dialog.getByRole('button', { name: say.show, exact: true }).click();
  await page.getByText(say.until).waitFor();
}

/** Goes to another page within the app, as the browser's Back does, and waits until it has all that it asks for. */
export async function walkTo(page: Page, path: string): Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  const asked = (request: Request) => open.add(request);
  const answered = (request: Request) => {
    open.delete(request);
    last = Date.now();
  };
  page.on('request', asked).on('requestfinished', answered).on('requestfailed', answered);
  const title = page.locator('header h1');
  const before = await title.textContent();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/office/${path}`);
  // Pages that follow each other have other titles.
  await expect.poll(async () => (await title.textContent()) || before, { message: path }).not.toBe(before);
  await expect.poll(() => open.size === 0 && Date.now() - last > 250).toBe(true);
  page.off('request', asked).off('requestfinished', answered).off('requestfailed', answered);
}

/** Asks the office's server as a member of staff. */
export const askOffice = (
  { url }: Story,
  { token }: { token: string },
  method: string,
  path: string,
  body?: object,
): Promise<Response> =>
  fetch(`${url}/api/admin/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
