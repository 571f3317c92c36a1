/** Passkeys in a real browser, with an authenticator that the browser itself plays. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, codeTo, openAs } from './shop.ts';

const story = openStory();
const words = {
  ko: {
    passkeys: '패스키',
    add: '패스키 만들기',
    here: '이 기기로 만들기',
    there: '이 기기에는 이미 이 계정의 패스키가 있어요.',
    brokenOff: '패스키로 로그인하지 않았어요. 다시 시도하거나 다른 방법으로 로그인해 주세요.',
    refused: '이 패스키는 쓸 수 없어요. 다른 방법으로 시도해 주세요.',
    rename: (name: string) => `${name} 이름 바꾸기`,
    remove: (name: string) => `${name} 지우기`,
    sure: '지우기',
    none: '아직 패스키가 없어요.',
    name: '이름',
    save: '저장하기',
    cancel: '취소',
    send: '인증 번호 받기',
    code: '인증 번호',
    confirm: '확인하기',
    login: '패스키로 로그인',
    who: '누가 보나요?',
    own: '서연의 휴대폰',
  },
  en: {
    passkeys: 'Passkeys',
    add: 'Add a passkey',
    here: 'Make one on this device',
    there: 'This device already has a passkey for this account.',
    brokenOff: 'You were not logged in with a passkey. Try again, or log in another way.',
    refused: 'This passkey can’t be used. Please try another way.',
    rename: (name: string) => `Rename ${name}`,
    remove: (name: string) => `Remove ${name}`,
    sure: 'Remove',
    none: 'You have no passkeys yet.',
    name: 'Name',
    save: 'Save',
    cancel: 'Cancel',
    send: 'Send the code',
    code: 'Code',
    confirm: 'Confirm',
    login: 'Log in with a passkey',
    who: 'Who’s watching?',
    own: 'Seoyeon’s phone',
  },
};

/** A device with a lock that its owner opens. */
async function plugIn(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Whether its owner opens the lock. */
    open: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether it answers by itself. */
    answering: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    adopt: (credential: Awaited<ReturnType<typeof cdp.send<'WebAuthn.getCredentials'>>>['credentials'][0]) =>
      cdp.send('WebAuthn.addCredential', { authenticatorId, credential }),
  };
}

describe.each(toldIn('ko'))('passkeys, in %s', (locale) => {
  const say = words[locale];

  test('are made after re-authentication, renamed, sign in without a password, and are removed', async () => {
    const user = await buildViewer(story);
    const page = await openAs(story, user, '/account', {
      locale,
      width: 360,
      expected: [/status of 422.*passkey-login/],
    });
    const device = await plugIn(page);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: say.passkeys, exact: true }).click();
    await main.getByText(say.none).waitFor();
    await main.getByRole('button', { name: say.add }).click();
    await main.getByRole('button', { name: say.send }).click();
    await page
      .getByLabel(say.code, { exact: true })
      .fill(await codeTo(story, `${user.username}@example.com`, 'identity_code'));
    await main.getByRole('button', { name: say.confirm, exact: true }).click();
    await picture(page, `passkey-add-360-${locale}`);
    await main.getByRole('button', { name: say.here }).click();
    await main
      .getByRole('button', { name: /Chrome · Linux/ })
      .first()
      .waitFor();
    const [key] = await device.keys();
    expect(key?.isResidentCredential).toBe(true);

    // The same device makes no second one.
    await main.getByRole('button', { name: say.add }).click();
    await main.getByRole('button', { name: say.here }).click();
    await page.getByRole('alert').getByText(say.there).waitFor();
    await main.getByRole('button', { name: say.cancel }).click();

    await main.getByRole('button', { name: say.rename('Chrome · Linux') }).click();
    await page.getByRole('dialog').getByLabel(say.name).fill(say.own);
    await page.getByRole('dialog').getByRole('button', { name: say.save }).click();
    await main.getByText(say.own, { exact: true }).waitFor();
    await picture(page, `passkeys-360-${locale}`);

    const other = await story.open('/favicon.svg', { locale, expected: [/status of 422.*passkey-login/] });
    const phone = await plugIn(other);
    if (key) await phone.adopt(key);
    await phone.answering(false);
    await other.goto(`${story.url}/login`);
    await phone.answering(true);
    // The browser offers it in the field or the button asks for it: either way it signs in, and then the button is gone.
    const pressed = other
      .getByRole('button', { name: say.login })
      .click()
      .catch(() => undefined);
    const arrived = other.getByRole('heading', { name: say.who }).waitFor();
    await Promise.race([pressed, arrived]);
    await arrived;
    await arrive(other, '/profiles');

    await main.getByRole('button', { name: say.remove(say.own) }).click();
    await main.getByRole('button', { name: say.sure, exact: true }).click();
    await main.getByText(say.none).waitFor();
    const late = await story.open('/favicon.svg', { locale, expected: [/status of 422.*passkey-login/] });
    const lost = await plugIn(late);
    if (key) await lost.adopt(key);
    await lost.answering(false);
    await late.goto(`${story.url}/login`);
    await lost.answering(true);
    await late.getByRole('button', { name: say.login }).click();
    await late.getByRole('alert').getByText(say.refused).waitFor();
    await picture(late, `passkey-refused-1280-${locale}`);
  });

  test('that do not sign are answered in words', async () => {
    const page = await story.open('/favicon.svg', { locale });
    await plugIn(page);
    await page.goto(`${story.url}/login`);
    await page.getByRole('button', { name: say.login }).click();
    await page.getByRole('alert').getByText(say.brokenOff).waitFor();
  });
});

test('a passkey is offered where the name is typed', async () => {
  const user = await buildViewer(story);
  const page = await openAs(story, user, '/account/passkeys');
  const device = await plugIn(page);
  await story.pool.query('update accounts_sessions set reauthenticated_at = now() where user_id = $1', [
    user.id,
  ]);
  await page.getByRole('button', { name: words.ko.add }).click();
  await page.getByRole('button', { name: words.ko.here }).click();
  await page
    .getByRole('button', { name: /Chrome · Linux/ })
    .first()
    .waitFor();
  const [key] = await device.keys();
  const other = await story.open('/favicon.svg');
  const phone = await plugIn(other);
  if (key) await phone.adopt(key);
  await other.goto(`${story.url}/login`);
  // Nothing is pressed: the virtual device chooses what is offered in the field.
  await other.getByRole('heading', { name: words.ko.who }).waitFor();
});
