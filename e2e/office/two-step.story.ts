/** Two-step sign-in of staff, with an authenticator app as other people write them. */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { staffSessions } from '../../src/server/modules/staff/staff.tables.ts';
import { buildStaff } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { signIn } from './office.ts';

const story = openStory();

/** The app that has been given the key on the page. */
async function connect(page: Page): Promise<TOTP> {
  const key = (await page.locator('code').innerText()).replace(/\s/g, '');
  return new TOTP({ secret: Secret.fromBase32(key) });
}
/** The code of the step after the one that has been used, which the server takes too. */
const nextCode = (app: TOTP) => app.generate({ timestamp: Date.now() + 30_000 });

const words = {
  ko: {
    title: '2단계 인증',
    security: '로그인과 보안',
    qr: '인증 앱에 연결하는 QR 코드',
    code: '6자리 코드',
    connect: '연결하기',
    wrong: '코드가 맞지 않아요. 새 코드로 다시 입력해 주세요.',
    keep: '복구 코드를 보관해 주세요',
    kept: '복구 코드를 안전한 곳에 보관했어요',
    done: '완료',
    overview: '현황',
    eitherCode: '6자리 코드나 복구 코드',
    login: '로그인',
    account: '내 계정',
    logout: '로그아웃',
    username: '아이디',
    password: '비밀번호',
    askedForCode: '인증 앱에 보이는 코드를 입력해 주세요.',
    begin: '인증 앱 연결하기',
    left: '남은 복구 코드는 10개예요.',
    off: '2단계 인증 끄기',
    wrongPassword: '비밀번호가 올바르지 않습니다.',
    yes: '예',
  },
  en: {
    title: 'Two-step verification',
    security: 'Security',
    qr: 'QR code for your authenticator app',
    code: '6-digit code',
    connect: 'Connect',
    wrong: 'That code is not right. Try the newest one.',
    keep: 'Keep your recovery codes',
    kept: 'I have kept the codes somewhere safe',
    done: 'Done',
    overview: 'Overview',
    eitherCode: '6-digit code or recovery code',
    login: 'Log in',
    account: 'My account',
    logout: 'Log out',
    username: 'Username',
    password: 'Password',
    askedForCode: 'Enter the code that your authenticator app shows.',
    begin: 'Connect an app',
    left: 'Recovery codes left: 10.',
    off: 'Turn two-step verification off',
    wrongPassword: 'The password is incorrect.',
    yes: 'Yes',
  },
};

describe.each(toldIn('en'))('two-step sign-in, in %s', (locale) => {
  const say = words[locale];

  test('an administrator sets it up before anything else, and signs in with it from then on', async () => {
    const staff = await buildStaff(story.db);
    const page = await signIn(story, { as: staff, locale, expected: [/status of 422/, /status of 403/] });
    await story.db
      .update(staffSessions)
      .set({ twoStepLacking: true })
      .where(eq(staffSessions.staffId, staff.id));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: say.title }).waitFor();
    await page.getByRole('img', { name: say.qr }).waitFor();
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0);
    const app = await connect(page);
    await page.getByLabel(say.code).fill('000000');
    await page.getByRole('button', { name: say.connect, exact: true }).click();
    await page.getByText(say.wrong).waitFor();
    await picture(page, `office-two-step-setup-${locale}`);
    await page.getByLabel(say.code).fill(app.generate());
    await page.getByRole('button', { name: say.connect, exact: true }).click();
    await page.getByRole('heading', { name: say.keep }).waitFor();
    const recovery = await page.locator('main li').allInnerTexts();
    expect(recovery).toHaveLength(10);
    await picture(page, `office-two-step-recovery-${locale}`);
    await page.getByLabel(say.kept).check();
    await page.getByRole('button', { name: say.done }).click();
    await page.getByRole('heading', { level: 1, name: say.overview }).waitFor();

    await page.goto(`${story.url}/office/events`);
    const change = page.getByRole('row').filter({ hasText: staff.username }).first();
    await change.getByRole('cell', { name: say.title }).waitFor();
    await change.getByRole('button').first().click();
    await page.getByRole('cell', { name: say.yes, exact: true }).waitFor();

    const enter = async (code: string) => {
      await page.getByLabel(say.eitherCode).fill(code);
      await page.getByRole('button', { name: say.login }).click();
    };
    const leave = async () => {
      await page.getByRole('button', { name: say.account }).click();
      await page.getByRole('menuitem', { name: say.logout }).click();
      await page.getByLabel(say.username).fill(staff.username);
      await page.getByLabel(say.password).fill(staff.password);
      await page.getByRole('button', { name: say.login }).click();
      await page.getByText(say.askedForCode).waitFor();
    };
    await leave();
    await enter('000000');
    await page.getByText(say.wrong).waitFor();
    await picture(page, `office-login-code-${locale}`);
    await enter(nextCode(app));
    await page.getByRole('heading', { level: 1, name: say.overview }).waitFor();
    await leave();
    await enter(recovery[0] as string);
    await page.getByRole('heading', { level: 1, name: say.overview }).waitFor();
  });

  test('somebody else turns it on and off by their own menu, with the password', async () => {
    const staff = await buildStaff(story.db, { permissions: { programmes: ['read'] } });
    const page = await signIn(story, { as: staff, locale, expected: [/status of 422/] });
    await page.getByRole('button', { name: say.account }).click();
    await page.getByRole('menuitem', { name: say.security }).click();
    const part = page.getByRole('region', { name: say.title });
    await part.getByLabel(say.password).fill(staff.password);
    await part.getByRole('button', { name: say.begin }).click();
    await page.getByRole('img', { name: say.qr }).waitFor();
    const app = await connect(page);
    await part.getByLabel(say.code).fill(app.generate());
    await page.getByRole('button', { name: say.connect, exact: true }).click();
    await part.getByLabel(say.kept).check();
    await page.getByRole('button', { name: say.done }).click();
    await page.getByText(say.left).waitFor();
    await picture(page, `office-two-step-on-${locale}`);
    await part.getByLabel(say.password).fill('not the password');
    await part.getByLabel(say.eitherCode).fill(nextCode(app));
    await page.getByRole('button', { name: say.off }).click();
    await page.getByText(say.wrongPassword).waitFor();
    await part.getByLabel(say.password).fill(staff.password);
    await page.getByRole('button', { name: say.off }).click();
    await part.getByRole('button', { name: say.begin }).waitFor();
  });
});
