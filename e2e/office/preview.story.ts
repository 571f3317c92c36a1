/** The viewer's app as somebody else sees it, from a record of the office. */
import { expect, test } from 'vitest';
import {
  buildCategory,
  buildChannel,
  buildLiveItem,
  buildNotice,
  buildProgramme,
  buildUser,
} from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { goOnAir, ingestVideo } from '../viewer/broadcast.ts';
import { openOffice } from './office.ts';

const story = openStory();

test('from a programme’s form its page is seen as a child and in the future, and nothing of it stays', async () => {
  const category = await buildCategory(story.db);
  const grownUp = await buildProgramme(story.db, { categoryId: category.id, maturity: 19 });
  const coming = await buildProgramme(story.db, {
    categoryId: category.id,
    maturity: 0,
    premium: true,
    availableFrom: new Date(Date.now() + 2 * 86_400_000),
  });
  const users = async () =>
    (await story.pool.query('select count(*)::int as all from accounts_users')).rows[0].all;
  await buildUser(story.db);
  const before = await users();

  // What may not be seen is refused by the calls of the page.
  const page = await openOffice(story, `/office/programmes/${grownUp.id}`, {
    expected: [/status of 40[34]/],
  });
  await page.getByRole('link', { name: '시청자 화면 미리보기' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: grownUp.titleKo }).waitFor();
  await frame.getByText('로그인하지 않은 손님').waitFor();
  // What is no country does not stay beside the preview of another.
  const country = page.getByRole('combobox', { name: '국가' });
  await country.fill('나라');
  await country.press('Tab');
  expect(await country.inputValue()).toBe('미국 (US)');

  await page.getByLabel('누구로 볼까요').click();
  await page.getByRole('option', { name: '어린이' }).click();
  await frame.getByText('어린이 7세').waitFor();
  await frame.getByText('이용권 없음').waitFor();
  await frame
    .getByRole('link', { name: /홈으로|홈/ })
    .first()
    .waitFor();
  await expect.poll(() => frame.getByRole('heading', { name: grownUp.titleKo }).count()).toBe(0);

  const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const address = new URLSearchParams({ path: `/view/m/${coming.slug}`, who: 'child', plan: '1', at: later });
  await page.goto(`${story.url}/office/previews?${address}`);
  await frame.getByRole('heading', { level: 1, name: coming.titleKo }).waitFor();
  await frame.getByText('이용권 있음').waitFor();
  await page.getByRole('button', { name: '지금으로' }).click();
  await frame.locator('.preview-bar', { hasText: '지금' }).waitFor();
  await expect.poll(() => frame.getByRole('heading', { name: coming.titleKo }).count()).toBe(0);
  expect(await users()).toBe(before);

  const sessions = async () =>
    (await story.pool.query('select count(*)::int as all from playback_sessions')).rows[0].all;
  const sessionsBefore = await sessions();
  // A channel plays what it shows then, as time goes on from there; no stream of anybody's is taken.
  const assetId = await ingestVideo(story, 8);
  const film = await buildProgramme(story.db, { assetId, maturity: 0, availableFrom: new Date(0) });
  const channel = await buildChannel(story.db, { slug: 'preview-channel', nameKo: '미리보기 채널' });
  await buildLiveItem(story.db, { channelId: channel.id, programmeId: film.id });
  await goOnAir(story, channel.nameKo);
  address.set('path', `/watch/t/${channel.slug}`);
  await page.goto(`${story.url}/office/previews?${address}`);
  await frame.getByRole('heading', { level: 1, name: film.titleKo }).waitFor();
  const shown = () =>
    frame.locator('.player').evaluate((player) => Number((player as HTMLElement).dataset.instant));
  await expect.poll(async () => (await shown()) > Date.parse(later), { timeout: 60_000 }).toBe(true);
  expect(await shown()).toBeLessThan(Date.parse(later) + 120_000);
  expect(await sessions()).toBe(sessionsBefore);

  // The member of staff stays a guest in the service's own pages.
  const own = await page.context().newPage();
  await own.goto(`${story.url}/view/m/${grownUp.slug}`);
  await own.getByRole('heading', { level: 1, name: grownUp.titleKo }).waitFor();
  expect(
    await own.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('session'))),
  ).not.toContain('maru.session');
});

test('staff of notices alone preview one that is still to come', async () => {
  const notice = await buildNotice(story.db, {
    titleKo: '모레 알려 드릴 소식',
    availableFrom: new Date(Date.now() + 2 * 86_400_000),
  });
  const page = await openOffice(story, `/office/notices/${notice.id}`, {
    permissions: { notices: ['read', 'update'] },
  });
  await page.getByRole('link', { name: '시청자 화면 미리보기' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1, name: notice.titleKo }).waitFor();
});
