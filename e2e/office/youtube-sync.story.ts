/** Staff see what is different at YouTube, take it over, and undo it. */
import { eq, inArray } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clips,
  partnerCategories,
  playlists,
  sourcePlaylists,
  sourceVideos,
} from '../../src/server/modules/partner-video/partner-video.tables.ts';
import { buildStaff } from '../../test/build.ts';
import { buildClip, buildPartnerCategory, buildPlaylist } from '../../test/build-partner-video.ts';
import { openStory, picture } from '../fixtures.ts';
import { youtubePlaylist, youtubeVideos } from '../youtube.ts';
import { askOffice, openOffice } from './office.ts';

const story = openStory();
const { fresh, renamed, gone } = youtubeVideos;
const oldTitle = '옛 골목 찌개';
let staff: Awaited<ReturnType<typeof buildStaff>>;
let categoryId: string;

beforeAll(async () => {
  const { db } = story;
  staff = await buildStaff(db, { name: '한지우' });
  categoryId = (await buildPartnerCategory(db, { nameKo: '골목', nameEn: 'Alley' })).id;
  const known = [];
  for (const { id, title, titleEn } of [renamed, gone]) {
    const titleKo = id === renamed.id ? oldTitle : title;
    const said = { titleKo, titleEn, descriptionKo: '', descriptionEn: '', durationMs: 60_000 };
    known.push(await buildClip(db, { youtubeId: id, titleKo, titleEn, durationMs: 60_000, categoryId }));
    // What YouTube said when it was asked last.
    await db.insert(sourceVideos).values({ ...said, youtubeId: id, withdrawn: false });
  }
  const { id: playListId, title: titleKo, titleEn } = youtubePlaylist;
  await buildPlaylist(
    db,
    { playListId, titleKo, titleEn, synced: true, categoryId, publishNew: true },
    known.map(({ id }) => id),
  );
  await db.insert(sourcePlaylists).values({
    playListId,
    titleKo,
    titleEn,
    descriptionKo: '',
    descriptionEn: '',
    youtubeIds: [renamed.id, gone.id],
  });
});

// The pages of other stories would have them too.
afterAll(async () => {
  const { db } = story;
  const ids = [fresh.id, renamed.id, gone.id];
  await db.delete(playlists).where(eq(playlists.playListId, youtubePlaylist.id));
  await db.delete(clips).where(inArray(clips.youtubeId, ids));
  await db.delete(partnerCategories).where(eq(partnerCategories.id, categoryId));
  await db.delete(sourceVideos).where(inArray(sourceVideos.youtubeId, ids));
  await db.delete(sourcePlaylists).where(eq(sourcePlaylists.playListId, youtubePlaylist.id));
});

/** What viewers see of the playlist, in its order. */
async function shownToViewers(): Promise<string[]> {
  const answered = await fetch(`${story.url}/api/youtube-playlist-videos?playListId=${youtubePlaylist.id}`, {
    headers: { 'x-locale': 'ko' },
  });
  const { data } = (await answered.json()) as { data: { title: string }[] };
  return data.map(({ title }) => title);
}

/** The quota that was used today, as the server says. */
async function unitsUsed(): Promise<number> {
  const answered = await askOffice(story, staff, 'GET', 'youtube-status');
  return ((await answered.json()) as { data: { units_used: number } }).data.units_used;
}

const quota = (page: Page) => page.getByRole('heading', { name: /^오늘 쓴 할당량/ }).textContent();
const entry = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });

test('a check says what is different at YouTube, a sync takes it over for viewers, and its undo brings all back', async () => {
  const before = [oldTitle, gone.title];
  expect(await shownToViewers()).toEqual(before);
  const page = await openOffice(story, '/office/youtube-syncs', { as: staff });
  await page.getByText('API 키가 없어서 연습용 유튜브를 읽어요.').waitFor();
  const usedBefore = await unitsUsed();
  expect(await quota(page)).toBe(`오늘 쓴 할당량 ${usedBefore} / 10,000`);
  await page.getByRole('link', { name: '골목 밥상 · 영상 2개' }).waitFor();
  await page.getByRole('button', { name: '변경 사항 확인' }).click();

  // The difference, record by record; nothing of it is there yet.
  await page.getByRole('heading', { name: '반영하면 이렇게 바뀌어요' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/office\/youtube-syncs\/[\da-f-]{36}\/show$/);
  const added = page.getByRole('main').getByRole('listitem').filter({ hasText: fresh.title });
  await added.getByText('새로 생김').waitFor();
  await added.getByText('바로 공개').waitFor();
  const changed = entry(page, oldTitle);
  await changed.getByText('바뀜', { exact: true }).waitFor();
  expect(await changed.locator('del').textContent()).toBe(oldTitle);
  expect(await changed.locator('ins').textContent()).toBe(renamed.title);
  const withdrawn = entry(page, gone.title);
  await withdrawn.getByText('내려감').waitFor();
  expect(await withdrawn.locator('del').textContent()).toBe('공개');
  await picture(page, 'youtube-check');
  expect(await shownToViewers()).toEqual(before);
  const usedByCheck = await unitsUsed();
  expect(usedByCheck).toBeGreaterThan(usedBefore);

  await page.getByRole('button', { name: '반영하기', exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByText('유튜브를 다시 읽고').waitFor();
  await question.getByRole('button', { name: '확인' }).click();
  await page.getByRole('heading', { name: '이렇게 바뀌었어요' }).waitFor();
  await expect.poll(shownToViewers).toEqual([fresh.title, renamed.title]);
  await picture(page, 'youtube-sync');

  // What is withdrawn is hidden: its own page says so, and leads back.
  await entry(page, gone.title).getByRole('link', { name: gone.title, exact: true }).click();
  const isPublished = page.getByRole('switch', { name: '공개', exact: true });
  await isPublished.waitFor();
  expect(await isPublished.isChecked()).toBe(false);
  await page.goBack();
  await page.getByRole('heading', { name: '이렇게 바뀌었어요' }).waitFor();

  await page.getByRole('button', { name: '되돌리기', exact: true }).click();
  await page.getByText('되돌렸어요').first().waitFor();
  // The page says so, and does not offer it again.
  await page.getByRole('main').getByText('되돌림', { exact: true }).waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: '되돌리기' }).count()).toBe(0);
  await expect.poll(shownToViewers).toEqual(before);

  // Both readings are listed, and the quota has what they took.
  await page.goto(`${story.url}/office/youtube-syncs`);
  const used = await unitsUsed();
  expect(used - usedByCheck).toBe(usedByCheck - usedBefore);
  await expect.poll(() => quota(page)).toBe(`오늘 쓴 할당량 ${used} / 10,000`);
  const rows = page.getByRole('row').filter({ hasText: '한지우' });
  await expect.poll(() => rows.count()).toBe(2);
  await picture(page, 'youtube-syncs');
});
