/** Two-step sign-in of staff, with an authenticator app as other people write them. */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { staffSessions } from '../../src/server/modules/staff/staff.tables.ts';
import { buildStaff } from '../../test/build.ts';
import { openStory, picture } from '../fixtures.ts';
import { signIn } from './office.ts';

const story = openStory();

/** The app that has been given the key on the page. */
async function connect(page: Page): Promise<TOTP> {
  const key = (await page.locator('code').innerText()).replace(/\s/g, '');
  return new TOTP({ secret: Secret.fromBase32(key) });
}
/** The code of the step after the one that has been used, which the server takes too. */
const nextCode = (app: TOTP) => app.generate({ timestamp: Date.now() + 30_000 });

test('an administrator sets it up before anything else, and signs in with it from then on', async () => {
  const staff = await buildStaff(story.db);
  const page = await signIn(story, { as: staff, expected: [/status of 422/, /status of 403/] });
  await story.db
    .update(staffSessions)
    .set({ twoStepLacking: true })
    .where(eq(staffSessions.staffId, staff.id));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: '2단계 인증' }).waitFor();
  await page.getByRole('img', { name: '인증 앱에 연결하는 QR 코드' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(0);
  const app = await connect(page);
  await page.getByLabel('6자리 코드').fill('000000');
  await page.getByRole('button', { name: '연결하기' }).click();
  await page.getByText('코드가 맞지 않아요. 새 코드로 다시 입력해 주세요.').waitFor();
  await picture(page, 'office-two-step-setup');
  await page.getByLabel('6자리 코드').fill(app.generate());
  await page.getByRole('button', { name: '연결하기' }).click();
  await page.getByRole('heading', { name: '복구 코드를 보관해 주세요' }).waitFor();
  const recovery = await page.locator('main li').allInnerTexts();
  expect(recovery).toHaveLength(10);
  await picture(page, 'office-two-step-recovery');
  await page.getByLabel('복구 코드를 안전한 곳에 보관했어요').check();
  await page.getByRole('button', { name: '완료' }).click();
  await page.getByRole('heading', { level: 1, name: '현황' }).waitFor();

  const enter = async (code: string) => {
    await page.getByLabel('6자리 코드나 복구 코드').fill(code);
    await page.getByRole('button', { name: '로그인' }).click();
  };
  const leave = async () => {
    await page.getByRole('button', { name: '내 계정' }).click();
    await page.getByRole('menuitem', { name: '로그아웃' }).click();
    await page.getByLabel('아이디').fill(staff.username);
    await page.getByLabel('비밀번호').fill(staff.password);
    await page.getByRole('button', { name: '로그인' }).click();
    await page.getByText('인증 앱에 보이는 코드를 입력해 주세요.').waitFor();
  };
  await leave();
  await enter('000000');
  await page.getByText('코드가 맞지 않아요. 새 코드로 다시 입력해 주세요.').waitFor();
  await picture(page, 'office-login-code');
  await enter(nextCode(app));
  await page.getByRole('heading', { level: 1, name: '현황' }).waitFor();
  await leave();
  await enter(recovery[0] as string);
  await page.getByRole('heading', { level: 1, name: '현황' }).waitFor();
});

test('somebody else turns it on and off by their own menu, with the password', async () => {
  const staff = await buildStaff(story.db, { permissions: { programmes: ['read'] } });
  const page = await signIn(story, { as: staff, locale: 'en', expected: [/status of 422/] });
  const open = async () => {
    await page.getByRole('button', { name: 'My account' }).click();
    await page.getByRole('menuitem', { name: 'Two-step sign-in' }).click();
  };
  await open();
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Connect an app' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const app = await connect(page);
  await page.getByLabel('6-digit code').fill(app.generate());
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByLabel('I have kept the codes somewhere safe').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Recovery codes left: 10.').waitFor();
  await picture(page, 'office-two-step-on-en');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Turn two-step sign-in off' }).click();
  await page.getByText('The password is incorrect.').waitFor();
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Turn two-step sign-in off' }).click();
  await page.getByRole('button', { name: 'Connect an app' }).waitFor();
});
