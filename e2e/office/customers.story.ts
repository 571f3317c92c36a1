import { describe, expect, test } from 'vitest';
import {
  buildEpisode,
  buildInquiry,
  buildProfile,
  buildProgramme,
  buildSeason,
  buildUser,
  buildViewing,
} from '../../test/build.ts';
import { openStory, picture, toldIn } from '../fixtures.ts';
import { expectProblem } from '../viewer/shop.ts';
import { openOffice, personalWords, rememberStaff, showPersonalData } from './office.ts';

const story = openStory();

const words = {
  ko: {
    search: '검색',
    required: '이 칸의 입력은 필수입니다.',
    female: '여성',
    devices: '기기',
    signedIn: '로그인됨',
    signedOut: '로그아웃됨',
    inquiries: '문의',
    reset: '비밀번호 재설정 링크 보내기',
    sent: '재설정 링크를 보냈어요.',
    log: '활동 기록',
    suspend: '이용 정지',
    confirm: '확인',
    done: '이용을 정지했어요.',
    lift: '정지 풀기',
    lifted: '정지를 풀었어요.',
    refused: '이용이 정지된 계정이에요. 고객센터로 연락해 주세요.',
    history: '시청 기록',
    noHistory: '시청 기록이 없어요.',
    episode: '봄의 언덕 시즌 1 1화 · 마중',
    reached: '본 시간 11:40 · 20:00 중 15:00까지 (75%)',
    more: '더 보기',
    signOut: '모든 기기에서 로그아웃',
    allOut: '모든 기기에서 로그아웃했어요.',
    verify: '이메일 확인 처리',
    notVerified: '아직 확인되지 않음',
    verified: '이메일을 확인된 것으로 처리했어요.',
  },
  en: {
    search: 'Search',
    required: 'Reason is required.',
    female: 'Female',
    devices: 'Devices',
    signedIn: 'Logged in',
    signedOut: 'Logged out',
    inquiries: 'Inquiries',
    reset: 'Send a password link',
    sent: 'The link is on its way.',
    log: 'Event log',
    suspend: 'Suspend',
    confirm: 'Confirm',
    done: 'Suspended.',
    lift: 'Lift suspension',
    lifted: 'Suspension lifted.',
    refused: 'This account is suspended. Please contact us.',
    history: 'Watch history',
    noHistory: 'No History Found',
    episode: 'The Hill S1 E1 · First snow',
    reached: 'Watched 11:40 · Up to 15:00 of 20:00 (75%)',
    more: 'Show more',
    signOut: 'Log out everywhere',
    allOut: 'Logged out everywhere.',
    verify: 'Mark email as verified',
    notVerified: 'Not yet',
    verified: 'The email is marked as verified.',
  },
};

describe.each(toldIn('ko'))('customers in the office, in %s', (locale) => {
  const say = words[locale];

  test('one is found by a part of the name, looked at, suspended and let in again', async () => {
    const user = await buildUser(story.db, { birthDate: '1951-03-02', gender: 'female', plan: 30 });
    // Without anybody else the list would look the same before it is filtered.
    await buildUser(story.db);
    await buildProfile(story.db, {
      householdId: user.householdId,
      name: '나비 🦋',
      isKid: true,
      maturity: 7,
    });
    await buildInquiry(story.db, { user, title: '결제가 두 번 됐어요' });
    const login = async () => {
      const response = await fetch(`${story.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-locale': locale },
        body: JSON.stringify({ username: user.username, password: user.password, device: 'web' }),
      });
      return { status: response.status, body: (await response.json()) as { message?: string } };
    };

    const page = await openOffice(story, '/office/customers', { locale });
    await page.getByLabel(say.search).fill(user.username.slice(2));
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('cell', { name: user.username, exact: true }).click();
    await page.getByRole('heading', { level: 2, name: user.username }).waitFor();
    await page.getByText('나•••').waitFor();
    expect(await page.getByText(`${user.username}@example.com`).count()).toBe(0);
    // Nothing is opened without a reason, and the field says so.
    const why = personalWords[locale];
    await page.getByRole('button', { name: why.open }).click();
    const opening = page.getByRole('dialog');
    await opening.getByRole('button', { name: why.show, exact: true }).click();
    await expectProblem(opening.getByLabel(why.reason), say.required);
    await page.keyboard.press('Escape');
    await opening.waitFor({ state: 'detached' });
    await showPersonalData(page, locale);
    await page.getByText('나비 🦋').waitFor();
    await page.getByText(`${user.username}@example.com`).waitFor();
    await page.getByText('1951-03-02').waitFor();
    await page.getByText(say.female, { exact: true }).waitFor();
    await picture(page, `office-customer-${locale}`);
    await page.getByRole('tab', { name: say.devices }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByText(say.signedIn, { exact: true }).waitFor();
    await page.getByRole('button', { name: say.reset }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.confirm }).click();
    await page.getByText(say.sent, { exact: true }).waitFor();
    await page.getByRole('tab', { name: say.inquiries }).click();
    await panel.getByRole('link', { name: '결제가 두 번 됐어요' }).waitFor();

    await page.getByRole('button', { name: say.suspend, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.confirm }).click();
    await page.getByText(say.done, { exact: true }).waitFor();
    await page.getByRole('button', { name: say.lift }).waitFor();
    await page.getByRole('tab', { name: say.devices }).click();
    await panel.getByText(say.signedOut, { exact: true }).waitFor();
    expect(await login()).toMatchObject({ status: 403, body: { message: say.refused } });

    await page.getByRole('button', { name: say.lift }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.confirm }).click();
    await page.getByText(say.lifted, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: say.suspend, exact: true }).waitFor();
    expect((await login()).status).toBe(200);
    await page.getByRole('tab', { name: say.log }).click();
    // Read, personal data shown, sent a link, suspended, let in again.
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(5);
    await picture(page, `office-customer-log-${locale}`);
  });

  test('one is signed out everywhere, and has an email marked as verified, each once it has been asked', async () => {
    const user = await buildUser(story.db, { emailVerifiedAt: null });
    const page = await openOffice(story, `/office/customers/${user.id}/show`, { locale });
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      const question = page.getByRole('dialog').getByText(user.username);
      await question.waitFor();
      await page.getByRole('dialog').getByRole('button', { name: say.confirm }).click();
      await question.waitFor({ state: 'detached' });
    };
    await page.getByText(say.notVerified, { exact: true }).waitFor();
    await press(say.verify);
    await page.getByText(say.verified, { exact: true }).waitFor();
    await page.getByText(say.notVerified, { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: say.verify, exact: true }).count()).toBe(0);
    const { rows } = await story.pool.query('select email_verified_at from accounts_users where id = $1', [
      user.id,
    ]);
    expect(rows[0].email_verified_at).not.toBeNull();

    const asViewer = () =>
      fetch(`${story.url}/api/user`, { headers: { authorization: `Bearer ${user.token}` } });
    expect((await asViewer()).status).toBe(200);
    await press(say.signOut);
    await page.getByText(say.allOut, { exact: true }).waitFor();
    expect((await asViewer()).status).toBe(401);
    await page.getByRole('tab', { name: say.devices }).click();
    await page.getByRole('tabpanel').getByText(say.signedOut, { exact: true }).waitFor();
  });

  test('what the household has watched is there, the newest first, with who watched it and how far', async () => {
    const user = await buildUser(story.db);
    const newcomer = await buildUser(story.db);
    const profile = await buildProfile(story.db, { householdId: user.householdId, name: '나비 🦋' });
    const movie = await buildProgramme(story.db, {
      kind: 'movie',
      titleKo: '달빛 정원',
      titleEn: 'Moonlit Garden',
    });
    const series = await buildProgramme(story.db, {
      kind: 'series',
      titleKo: '봄의 언덕',
      titleEn: 'The Hill',
    });
    const season = await buildSeason(story.db, { programmeId: series.id });
    const episode = await buildEpisode(story.db, {
      season,
      number: 1,
      titleKo: '마중',
      titleEn: 'First snow',
    });
    await buildViewing(story.db, {
      profile,
      programmeId: series.id,
      episodeId: episode.id,
      watchedSeconds: 700,
      positionSeconds: 900,
      durationSeconds: 1200,
    });
    for (let days = 1; days <= 20; days += 1)
      await buildViewing(story.db, {
        profile,
        programmeId: movie.id,
        startedAt: new Date(Date.now() - days * 86_400_000),
      });

    const page = await openOffice(story, `/office/customers/${user.id}/show`, {
      locale,
      permissions: { customers: ['read'] },
    });
    await page.getByRole('tab', { name: say.history }).click();
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(20);
    const newest = rows.first();
    await newest.getByText(say.episode).waitFor();
    // Whoever may not open it sees a mask, and no way to open it.
    await newest.getByText('나•••').waitFor();
    expect(await page.getByRole('button', { name: personalWords[locale].open }).count()).toBe(0);
    await newest.getByText(say.reached).waitFor();
    await picture(page, `office-customer-history-${locale}`);
    await page.getByRole('button', { name: say.more }).click();
    await expect.poll(() => rows.count()).toBe(21);
    await expect.poll(() => page.getByRole('button', { name: say.more }).count()).toBe(0);

    await page.goto(`${story.url}/office/customers/${newcomer.id}/show`);
    await page.getByRole('tab', { name: say.history }).click();
    await page.getByText(say.noHistory).waitFor();
  });

  test('a message is there for three seconds, longer while the pointer is on it, and not after a press', async () => {
    const user = await buildUser(story.db);
    const page = await rememberStaff(story, { locale });
    await page.clock.install();
    await page.goto(`${story.url}/office/customers/${user.id}/show`);
    const message = page.getByRole('alert').filter({ hasText: say.sent });
    const send = async () => {
      await page.getByRole('button', { name: say.reset }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.confirm }).click();
      await message.waitFor();
    };
    await send();
    await message.hover();
    await page.clock.fastForward(60_000);
    const [box, width] = [await message.boundingBox(), page.viewportSize()?.width ?? 0];
    expect(box?.y).toBeLessThan(40);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 40);
    await expect.poll(() => message.getByRole('button').count()).toBe(0);
    await message.click();
    await message.waitFor({ state: 'detached' });

    await send();
    await page.clock.fastForward(3000);
    await message.waitFor({ state: 'detached' });
  });
});
