/** What the office's stories share: signing in as staff, with the words of the language. */
import type { Page } from 'playwright-core';
import type { Permissions } from '../../src/contract/admin/permissions.ts';
import { buildStaff } from '../../test/build.ts';
import type { OpenOptions, Story } from '../fixtures.ts';

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

/** The words of opening personal data. */
export const personalWords = {
  ko: { open: '이유를 적고 보기', reason: '보는 이유', show: '보기', until: /개인 정보가 .+까지 보여요/ },
  en: {
    open: 'Show with a reason',
    reason: 'Reason',
    show: 'Show',
    until: /Personal data is shown until/,
  },
};

/** Opens the personal data of what is on the screen, saying what for. */
export async function showPersonalData(page: Page, locale: 'ko' | 'en'): Promise<void> {
  const say = personalWords[locale];
  await page.getByRole('button', { name: say.open }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say.reason).fill(locale === 'ko' ? '고객이 전화했어요' : 'The customer called');
  await dialog.getByRole('button', { name: say.show, exact: true }).click();
  await page.getByText(say.until).waitFor();
}
