import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorTable } from '../../src/contract/errors.ts';
import { fieldText } from '../../src/contract/messages.ts';
import { openStorage } from '../../src/server/adapters/storage/open.ts';
import { storeArtwork } from '../../src/server/modules/catalog/artworks.service.ts';
import { buildAvatar, buildProfile } from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import {
  arrive,
  buildViewer,
  codeTo,
  expectFocus,
  expectProblem,
  openAs,
  type Shop,
  stockShop,
} from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'house');
  const storage = openStorage({ s3: undefined, dataDir: story.dataDir });
  for (const [position, [nameKo, nameEn, background]] of (
    [
      ['감', 'Persimmon', '#e8743b'],
      ['고래', 'Whale', '#3b6fe8'],
    ] as const
  ).entries()) {
    const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
    const { id } = await storeArtwork({ storage }, story.db, 'avatar', bytes);
    await buildAvatar(story.db, { artworkId: id, nameKo, nameEn, position });
  }
});

const words = {
  ko: {
    add: '프로필 추가',
    manage: '프로필 관리',
    name: '프로필 이름',
    needed: '이 칸의 입력은 필수입니다.',
    taken: '같은 이름의 프로필이 있어요.',
    kids: '키즈 프로필',
    age: '아이 나이',
    eight: '만 8세',
    ceiling: '7 등급(TV-Y7)까지 볼 수 있어요. 시청 제한에서 바꿀 수 있어요.',
    go: '계속하기',
    choose: '프로필 사진 선택',
    whale: '고래',
    changePicture: '사진 바꾸기',
    pictureChanged: '프로필 사진을 바꿨어요.',
    cancel: '취소',
    editOf: (name: string) => `${name} 편집`,
    save: '저장하기',
    saved: '프로필을 저장했어요.',
    remove: '프로필 삭제',
    gone: /영원히 사라져요/,
    delete: '삭제하기',
    password: '계정 비밀번호',
    done: '완료',
    newPin: 'PIN (숫자 네 자리)',
    setPin: 'PIN 정하기',
    anotherPin: '새 PIN (숫자 네 자리)',
    renewPin: 'PIN 바꾸기',
    removePin: 'PIN 없애기',
    open: '아직 잠그지 않았어요.',
    locked: 'PIN으로 잠겨 있어요.',
    isLocked: '프로필을 PIN으로 잠갔어요.',
    unlocked: '프로필 잠금을 풀었어요.',
    wrong: '비밀번호가 올바르지 않습니다.',
    parentSet: '보호자 PIN을 쓰고 있어요.',
    limitsOf: (name: string) => `${name} 시청 제한 바꾸기`,
    weekdays: '평일 시간 정하기',
    find: '막을 콘텐츠 찾기',
    block: (name: string) => `${name} 막기`,
    parentPin: '보호자 PIN',
    oneBlocked: '1편',
    closed: '어른과 함께 열어 주세요',
    change: '프로필 바꾸기',
    digits: 'PIN 네 자리',
    enterParent: '보호자 PIN을 입력해 주세요',
    wrongPin: 'PIN이 맞지 않아요.',
    menu: (name: string) => `${name} 프로필 메뉴`,
    guessed: 'PIN을 여러 번 잘못 입력했어요',
    confirmAndEnter: '확인하고 들어가기',
    forgot: 'PIN을 잊었어요',
    newOne: '새 PIN',
    newOneTitle: '새 PIN을 정해 주세요',
    changePin: 'PIN 바꾸고 들어가기',
    first: '먼저 본인인지 확인할게요',
    code: '인증 번호',
    byMail: /‘비밀번호를 잊으셨나요\?’에서 비밀번호를 만들어/,
    outside: '지금은 시청 시간이 아니에요',
    like: (title: string) => `${title} 좋아요`,
    dislike: (title: string) => `${title} 별로예요`,
    takenBack: '평가를 지웠어요',
    notRated: '아직 평가한 콘텐츠가 없어요',
    address: '이메일 주소',
    sendCode: '인증 번호 받기',
    again: '인증 번호 다시 보내기',
    soon: /초 뒤에 다시 보낼 수 있어요/,
    sentAgain: '인증 번호를 다시 보냈어요.',
    confirm: '확인하기',
  },
  en: {
    add: 'Add profile',
    manage: 'Manage profiles',
    name: 'Profile name',
    needed: 'Name is required.',
    taken: 'Another profile has this name.',
    kids: 'Kids profile',
    age: 'Child’s age',
    eight: '8 years old',
    ceiling: 'They can watch up to 7+ (TV-Y7). You can change this under Viewing limits.',
    go: 'Continue',
    choose: 'Choose a picture',
    whale: 'Whale',
    changePicture: 'Change picture',
    pictureChanged: 'The picture has been changed.',
    cancel: 'Cancel',
    editOf: (name: string) => `Edit ${name}`,
    save: 'Save',
    saved: 'The profile has been saved.',
    remove: 'Delete profile',
    gone: /gone forever/,
    delete: 'Delete',
    password: 'Account password',
    done: 'Done',
    newPin: 'PIN (4 digits)',
    setPin: 'Set PIN',
    anotherPin: 'New PIN (4 digits)',
    renewPin: 'Change PIN',
    removePin: 'Remove PIN',
    open: 'Not locked.',
    locked: 'Locked with a PIN.',
    isLocked: 'The profile is locked with a PIN.',
    unlocked: 'The profile is no longer locked.',
    wrong: 'The password is incorrect.',
    parentSet: 'A parent PIN is set.',
    limitsOf: (name: string) => `Change viewing limits for ${name}`,
    weekdays: 'Set weekday hours',
    find: 'Find a title to block',
    block: (name: string) => `Block ${name}`,
    parentPin: 'Parent PIN',
    oneBlocked: '1 title',
    closed: 'Ask a grown-up to open this',
    change: 'Switch profile',
    digits: 'Four-digit PIN',
    enterParent: 'Enter the parent PIN',
    wrongPin: 'That PIN is not right.',
    menu: (name: string) => `${name}’s profile menu`,
    guessed: 'Too many wrong PINs',
    confirmAndEnter: 'Confirm and continue',
    forgot: 'Forgot PIN?',
    newOne: 'New PIN',
    newOneTitle: 'Choose a new PIN',
    changePin: 'Change PIN and continue',
    first: 'First, confirm that it is you',
    code: 'Code',
    byMail: /make a password with “Forgot your password\?”/,
    outside: 'It’s outside viewing hours',
    like: (title: string) => `Like ${title}`,
    dislike: (title: string) => `Not for me: ${title}`,
    takenBack: 'Rating removed',
    notRated: 'You haven’t rated anything yet',
    address: 'Email address',
    sendCode: 'Send the code',
    again: 'Send another code',
    soon: /^Send again in \d+ seconds$/,
    sentAgain: 'We have sent another code.',
    confirm: 'Confirm',
  },
};

/** Which picture is shown, whatever its size. */
const pictureOf = async (image: Locator) =>
  /[0-9a-f-]{36}/.exec((await image.getAttribute('src')) ?? '')?.[0];

describe.each(toldIn('ko'))('a household, in %s', (locale) => {
  const say = words[locale];
  const titleOf = (row: { titleKo: string; titleEn: string }) =>
    locale === 'ko' ? row.titleKo : row.titleEn;

  test('adds a child’s profile, gives it a picture, renames it and deletes it, without having chosen one', async () => {
    const user = await buildViewer(story, { name: '엄마' });
    const page = await openAs(story, { ...user, profile: undefined }, '/profiles', {
      locale,
      expected: [/status of 422/],
    });
    await page.getByRole('link', { name: say.manage }).click();
    await arrive(page, '/profiles/manage');
    await page.getByRole('link', { name: say.add }).waitFor();
    await picture(page, `manage-${locale}`);
    await page.getByRole('link', { name: say.add }).click();
    await arrive(page, '/add-profile');
    await page.getByRole('button', { name: say.go }).click();
    await page.getByText(say.needed).waitFor();
    await expectFocus(page.getByLabel(say.name));
    await page.getByLabel(say.name).fill('하늘이 🐯');
    await page.getByRole('switch', { name: say.kids }).check();
    await page.getByLabel(say.age).selectOption({ label: say.eight });
    await page.getByText(say.ceiling).waitFor();
    await picture(page, `add-${locale}`);
    await page.getByRole('button', { name: say.go }).click();

    await page.getByRole('heading', { name: say.choose }).waitFor();
    await picture(page, `avatar-${locale}`);
    await page.getByRole('button', { name: say.whale }).click();
    await arrive(page, '/profiles/manage');
    const edit = page.getByRole('link', { name: say.editOf('하늘이 🐯') });
    await edit.locator('img').waitFor();

    await edit.click();
    await page.getByLabel(say.name).fill('엄마');
    await page.getByRole('button', { name: say.save }).click();
    await page.getByText(say.taken).waitFor();
    await expectFocus(page.getByLabel(say.name));
    await page.getByLabel(say.name).fill('<b>하늘</b>');
    await picture(page, `edit-${locale}`);
    await page.getByRole('button', { name: say.save }).click();
    await page.getByText(say.saved).waitFor();
    await page.getByRole('link', { name: say.editOf('<b>하늘</b>') }).click();
    await page.getByRole('link', { name: say.remove }).click();
    await page.getByText(say.gone).waitFor();
    await picture(page, `delete-${locale}`);
    await page.getByLabel(say.password).fill(user.password);
    await page.getByRole('button', { name: say.delete, exact: true }).click();
    await arrive(page, '/profiles/manage');
    await page.getByRole('link', { name: say.editOf('엄마') }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: say.editOf('<b>하늘</b>') }).count()).toBe(0);
    await page.getByRole('link', { name: say.done }).click();
    await arrive(page, '/profiles');
  });

  test('changes a profile’s picture from where it is edited', async () => {
    const viewer = await buildViewer(story, { name: '엄마' });
    const page = await openAs(story, viewer, `/profiles/edit/${viewer.profile.id}`, { locale });
    await page.getByRole('link', { name: say.changePicture }).click();
    await arrive(page, `/user/change-avatar/${viewer.profile.id}`);
    await page.getByRole('heading', { level: 1, name: say.choose }).waitFor();
    const whale = page.getByRole('button', { name: say.whale });
    expect(await whale.getAttribute('aria-pressed')).toBe('false');
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    await picture(page, `change-avatar-1280-${locale}`);
    await page.getByRole('link', { name: say.cancel }).click();
    await arrive(page, `/profiles/edit/${viewer.profile.id}`);
    await expect.poll(() => page.getByRole('main').locator('img').count()).toBe(0);

    // By its address, on a phone.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${story.url}/user/change-avatar/${viewer.profile.id}`);
    const chosen = await pictureOf(whale.locator('img'));
    expect(chosen).toBeDefined();
    await whale.click();
    await page.getByText(say.pictureChanged).waitFor();
    await arrive(page, `/profiles/edit/${viewer.profile.id}`);
    const worn = page.getByRole('main').locator('img');
    const shown = () => worn.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    await expect.poll(shown).toBe(true);
    expect(await pictureOf(worn)).toBe(chosen);
    await page.getByRole('link', { name: say.changePicture }).click();
    await expect.poll(() => whale.getAttribute('aria-pressed')).toBe('true');
    await picture(page, `change-avatar-360-${locale}`);
    await page.goto(`${story.url}/profiles`);
    expect(await pictureOf(page.getByRole('button', { name: '엄마' }).locator('img'))).toBe(chosen);
  });

  test('limits a child, who finds the account closed and the way out behind the parent PIN', async () => {
    const viewer = await buildViewer(story, { name: '엄마' });
    await buildProfile(story.db, {
      householdId: viewer.householdId,
      name: '하늘이',
      isKid: true,
      age: 8,
      maturity: 7,
    });
    const page = await openAs(story, viewer, '/account/parent-pin', { locale, expected: [/status of 422/] });
    await page.getByLabel(say.newPin).fill('7391');
    await page.getByLabel(say.password).fill('wrong');
    await page.getByRole('button', { name: say.setPin }).click();
    await page.getByText(say.wrong).waitFor();
    await expectFocus(page.getByLabel(say.password));
    await picture(page, `parent-pin-${locale}`);
    await page.getByLabel(say.password).fill(viewer.password);
    await page.getByRole('button', { name: say.setPin }).click();
    await page.getByText(say.parentSet).waitFor();

    await page.goto(`${story.url}/account/view-restriction`);
    await page.getByRole('link', { name: say.limitsOf('하늘이') }).click();
    await page.getByRole('switch', { name: say.weekdays }).check();
    await page.getByLabel(say.find).fill(titleOf(shop.premium));
    await page.getByRole('button', { name: say.block(titleOf(shop.premium)) }).click();
    await page.getByLabel(say.parentPin, { exact: true }).fill('7391');
    await picture(page, `restriction-${locale}`);
    await page.getByRole('button', { name: say.save }).click();
    await arrive(page, '/account/view-restriction');
    await page.getByRole('region', { name: '하늘이' }).getByText(say.oneBlocked).waitFor();
    await picture(page, `limits-${locale}`);

    // Into the child's profile by the menu, and from there nowhere.
    await page.getByRole('button', { name: say.menu('엄마') }).click();
    await page.getByRole('button', { name: '하늘이' }).click();
    await arrive(page, '/');
    await page.getByRole('button', { name: say.menu('하늘이') }).waitFor();
    for (const path of ['/account', '/account/view-restriction', '/profiles/manage']) {
      await page.goto(story.url + path);
      await page.getByRole('heading', { name: say.closed }).waitFor();
    }
    await picture(page, `kids-${locale}`);
    await page.getByRole('link', { name: say.change }).click();
    await page.getByRole('button', { name: '엄마' }).click();
    await page.getByRole('heading', { name: say.enterParent }).waitFor();
    await page.getByLabel(say.digits).fill('0000');
    await page.getByText(say.wrongPin).waitFor();
    await picture(page, `leave-${locale}`);
    await page.getByLabel(say.digits).fill('7391');
    await arrive(page, '/');
    await page.getByRole('button', { name: say.menu('엄마') }).waitFor();
  });

  test('locks a profile with a PIN, changes it and takes it away', async () => {
    const viewer = await buildViewer(story, { name: '엄마' });
    const page = await openAs(story, viewer, '/account/profile-lock', {
      locale,
      width: 360,
      expected: [/status of 422.*\/enter/],
    });
    const main = page.getByRole('main');
    const press = async (name: string, pin?: string) => {
      if (pin) await main.getByLabel(name === say.setPin ? say.newPin : say.anotherPin).fill(pin);
      await main.getByLabel(say.password).fill(viewer.password);
      await main.getByRole('button', { name, exact: true }).click();
    };
    const enters = (pin?: string) => async () => {
      const answer = await fetch(`${story.url}/api/account/profiles/${viewer.profile.id}/enter`, {
        method: 'POST',
        headers: { authorization: `Bearer ${viewer.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pin }),
      });
      return answer.status;
    };
    await main.getByRole('link', { name: '엄마' }).click();
    await arrive(page, `/account/profile-lock/${viewer.profile.id}`);
    await main.getByText(say.open).waitFor();
    await press(say.setPin);
    await expectProblem(main.getByLabel(say.newPin), fieldText('pin', 'required', locale));
    await press(say.setPin, '4821');
    await page.getByText(say.isLocked).waitFor();
    await main.getByText(say.locked).waitFor();
    await expect.poll(enters('0000')).toBe(422);
    expect(await enters('4821')()).toBe(200);

    await press(say.renewPin, '1111');
    await expect.poll(enters('1111')).toBe(200);
    expect(await enters('4821')()).toBe(422);
    await picture(page, `profile-lock-360-${locale}`);

    await press(say.removePin);
    await page.getByText(say.unlocked).waitFor();
    await main.getByText(say.open).waitFor();
    expect(await enters()()).toBe(200);
  });

  test('gets into a profile whose PIN is forgotten by the password', async () => {
    const viewer = await buildViewer(story, { name: '아빠', pin: '4821' });
    const page = await openAs(story, { ...viewer, profile: undefined }, '/profiles', { locale });
    await page.getByRole('button', { name: '아빠' }).click();
    await page.getByRole('button', { name: say.forgot }).click();
    await page.getByRole('textbox', { name: say.newOne, exact: true }).fill('1111');
    await page.getByLabel(say.password).fill(viewer.password);
    await picture(page, `forgotten-${locale}`);
    await page.getByRole('button', { name: say.changePin }).click();
    await arrive(page, '/');
    await page.getByRole('button', { name: say.menu('아빠') }).waitFor();
    await page.goto(`${story.url}/account/profile-lock/${viewer.profile.id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await picture(page, `lock-${locale}`);
  });

  test('gets into a profile whose PIN was wrong too often by the password, and the PIN counts again', async () => {
    const viewer = await buildViewer(story, { name: '아빠', pin: '4821' });
    await story.pool.query('update profiles set pin_failures = 20, pin_failed_at = now() where id = $1', [
      viewer.profile.id,
    ]);
    const page = await openAs(story, { ...viewer, profile: undefined }, '/profiles', {
      locale,
      width: 360,
      expected: [/status of 422.*\/enter/],
    });
    await page.getByRole('button', { name: '아빠' }).click();
    await page.getByLabel(say.digits).fill('4821');
    const dialog = page.getByRole('dialog', { name: say.guessed });
    const password = dialog.getByLabel(say.password);
    await expectFocus(password);
    await picture(page, `guessed-${locale}`);
    await password.fill('not it');
    await dialog.getByRole('button', { name: say.confirmAndEnter }).click();
    await expectProblem(password, fieldText('password', 'password', locale));
    await password.fill(viewer.password);
    await dialog.getByRole('button', { name: say.confirmAndEnter }).click();
    await arrive(page, '/');
    await page.getByRole('button', { name: say.menu('아빠') }).waitFor();
    const { rows } = await story.pool.query('select pin_failures from profiles where id = $1', [
      viewer.profile.id,
    ]);
    expect(rows).toEqual([{ pin_failures: 0 }]);
  });

  test('without a password gets into a profile whose PIN is forgotten by a code from the mailbox', async () => {
    const viewer = await buildViewer(story, { name: '아빠', pin: '4821' });
    await buildProfile(story.db, {
      householdId: viewer.householdId,
      name: '하늘이',
      isKid: true,
      age: 8,
      maturity: 7,
    });
    await story.pool.query('update accounts_users set password_hash = null where id = $1', [viewer.id]);
    const page = await openAs(story, { ...viewer, profile: undefined }, '/profiles', { locale, width: 360 });
    const dialog = page.getByRole('dialog', { name: say.newOneTitle });
    await page.getByRole('button', { name: '아빠' }).click();
    await page.getByRole('button', { name: say.forgot }).click();
    await dialog.getByRole('heading', { name: say.first }).waitFor();
    await picture(page, `forgotten-mail-${locale}`);
    await dialog.getByRole('button', { name: say.sendCode }).click();
    await dialog
      .getByLabel(say.code, { exact: true })
      .fill(await codeTo(story, `${viewer.username}@example.com`, 'identity_code'));
    await dialog.getByRole('button', { name: say.confirm, exact: true }).click();
    await dialog.getByLabel(say.newOne, { exact: true }).fill('1111');
    expect(await dialog.getByLabel(say.password).count()).toBe(0);
    await dialog.getByRole('button', { name: say.changePin }).click();
    await arrive(page, '/');
    await page.getByRole('button', { name: say.menu('아빠') }).waitFor();

    // Forgotten too, the parent PIN has another way out than the account's password.
    await story.pool.query("update accounts_households set parent_pin_hash = 'forgotten' where id = $1", [
      viewer.householdId,
    ]);
    await page.goto(`${story.url}/profiles`);
    await page.getByRole('button', { name: '하늘이' }).click();
    await arrive(page, '/');
    await page.goto(`${story.url}/profiles`);
    await page.getByRole('button', { name: '아빠' }).click();
    await page.getByRole('heading', { name: say.enterParent }).waitFor();
    await page.getByRole('dialog').getByText(say.byMail).waitFor();
    await picture(page, `leave-mail-${locale}`);
  });

  test('gives a profile an address of its own by the code that goes there', async () => {
    const viewer = await buildViewer(story);
    const path = `/account/add-profile-email/${viewer.profile.id}`;
    const page = await openAs(story, viewer, path, { locale, expected: [/status of 422/] });
    const address = `${viewer.username}@notices.example`;
    await page.clock.install();
    await page.getByLabel(say.address).fill('nowhere');
    await page.getByRole('button', { name: say.sendCode }).click();
    await page.getByText(fieldText('email', 'email', locale)).waitFor();
    await page.getByLabel(say.address).fill(address);
    await page.getByRole('button', { name: say.sendCode }).click();
    const code = page.getByLabel(say.code, { exact: true });
    await code.waitFor();
    await page.getByRole('button', { name: say.soon, disabled: true }).waitFor();
    await picture(page, `email-${locale}`);
    await story.pool.query(
      "update accounts_codes set sent_at = sent_at - interval '61 seconds' where target = $1",
      [address],
    );
    const again = page.getByRole('button', { name: say.again });
    const countDown = async () => {
      await page.clock.runFor(10_000);
      return again.count();
    };
    await expect.poll(countDown).toBe(1);
    await again.click();
    await page.getByText(say.sentAgain).waitFor();
    // Pasted with what stood around it.
    const digits = await codeTo(story, address, 'profile_email_code');
    await code.focus();
    await page.keyboard.insertText(
      `${digits.slice(0, 2)}a${digits.slice(2, 3)} ${digits.slice(3, 5)} ${digits.slice(5)}`,
    );
    await expect.poll(() => code.inputValue()).toBe(digits);
    await page.getByRole('button', { name: say.confirm, exact: true }).click();
    await page.getByRole('status').getByText(address, { exact: true }).waitFor();
  });

  test('speaks a profile’s language once it is entered', async () => {
    const language = locale === 'ko' ? 'en' : 'ko';
    const viewer = await buildViewer(story, { name: '이모', language });
    const page = await openAs(story, { ...viewer, profile: undefined }, '/profiles', { locale });
    await page.getByRole('button', { name: '이모' }).click();
    await page.getByRole('button', { name: words[language].menu('이모') }).waitFor();
    await arrive(page, '/');
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
  });

  test('is told kindly that it is not the time to watch', async () => {
    const never = { from: '00:00', until: '00:01' };
    const viewer = await buildViewer(story, { hours: { weekdays: never, weekends: never } });
    const page = await openAs(story, viewer, `/watch/m/${shop.films[0]?.slug}`, {
      locale,
      expected: [/status of 403/],
    });
    await page.getByRole('heading', { name: say.outside }).waitFor();
    await page.getByText(errorTable.outside_hours[locale]).waitFor();
    await picture(page, `hours-${locale}`);
  });

  test('reads its ratings and changes them', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/account/profile-rating', { locale });
    await page.getByText(say.notRated).waitFor();
    const title = shop.films[1]!;
    const rated = await fetch(`${story.url}/api/ratings/${title.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${viewer.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ profile_id: viewer.profile.id, like: 2 }),
    });
    expect(rated.status).toBe(200);
    await page.reload();
    const [like, dislike] = [
      page.getByRole('button', { name: say.like(titleOf(title)) }),
      page.getByRole('button', { name: say.dislike(titleOf(title)) }),
    ];
    await expect.poll(() => dislike.getAttribute('aria-pressed')).toBe('true');
    await picture(page, `ratings-${locale}`);
    await like.click();
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
    const saved = page.waitForResponse((response) => response.url().includes('/api/ratings/'));
    await like.click();
    await page.getByText(say.takenBack).waitFor();
    await saved;
    await page.reload();
    await page.getByText(say.notRated).waitFor();
  });
});
