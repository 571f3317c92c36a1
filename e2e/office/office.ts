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
