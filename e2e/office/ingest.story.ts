/** One title, from a master file to a viewer's screen. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import {
  buildAsset,
  buildCategory,
  buildProfile,
  buildProgramme,
  buildSection,
  buildUser,
} from '../../test/build.ts';
import { makeMaster } from '../../test/masters.ts';
import { expectAccessible } from '../axe.ts';
import { firstPosition, openStory, picture, toldIn } from '../fixtures.ts';
import { openOffice, rememberStaff } from './office.ts';

const story = openStory();
const folder = mkdtempSync(join(tmpdir(), 'maru-master-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The player's clock has passed a second. */
const playedTo = (page: Page, seconds: number) =>
  page.waitForFunction((at) => (document.querySelector('video')?.currentTime ?? 0) > at, seconds, {
    timeout: 60_000,
  });

test('staff make a series from a master file, and a viewer watches it, leaves and comes back', async () => {
  const { db } = story;
  const category = await buildCategory(db, { nameKo: '이야기 마당', nameEn: 'Story Yard', position: -1 });
  await buildSection(db, {
    categoryId: category.id,
    nameKo: '이야기 마당',
    nameEn: 'Story Yard',
    position: firstPosition(),
  });
  const master = await makeMaster(join(folder, '달빛 골목 1화.mp4'), {
    seconds: 24,
    width: 640,
    height: 360,
  });

  // The office: upload the master, and watch its five steps.
  const office = await openOffice(story, '/office/assets');
  await office.getByTestId('upload-files').setInputFiles(master);
  const uploads = office.getByRole('list', { name: '올리는 파일' });
  await uploads.getByRole('link', { name: '영상 보기' }).click();
  const steps = office.getByRole('list', { name: '처리 단계' });
  await steps.locator('li').nth(4).waitFor();
  await picture(office, 'office-steps');
  for (const step of ['kcp_ingest', 'transcoding', 'distribute', 'drm', 'storage']) {
    await steps.locator(`li[data-step="${step}"][data-state="done"]`).waitFor({ timeout: 240_000 });
  }
  await office.getByText('준비됨', { exact: true }).waitFor();
  await picture(office, 'office-asset-ready');

  // A series, with a season and an episode that plays the file.
  await office.getByRole('menuitem', { name: '프로그램', exact: true }).click();
  await office.getByRole('link', { name: '새로 만들기' }).click();
  await office.getByRole('heading', { level: 1, name: '새 프로그램' }).waitFor();
  await office.getByRole('combobox', { name: '카테고리', exact: true }).fill('이야기 마당');
  await office.getByRole('option', { name: '이야기 마당' }).click();
  await office.getByLabel('제목 (한국어)').fill('달빛 골목');
  await office.getByLabel('제목 (영어)').fill('Moonlit Alley');
  await expect.poll(() => office.getByLabel('주소 이름').inputValue()).toBe('moonlit-alley');
  await office.getByLabel('줄거리 (한국어)').fill('골목 끝 사진관에 불이 켜지면 이야기가 시작돼요.');
  await office.getByRole('tab', { name: '공개', exact: true }).click();
  await office.getByRole('switch', { name: '공개' }).click();
  await office.getByRole('button', { name: '저장' }).click();
  await office.getByText('등록했어요.').waitFor();
  await office.getByRole('button', { name: '시즌 추가' }).click();
  await office.getByRole('group', { name: '시즌 추가' }).getByRole('button', { name: '저장' }).click();
  const episode = office.getByRole('group', { name: '새 회차' });
  await episode.getByLabel('제목 (한국어)').fill('첫 번째 밤');
  await episode.getByLabel('제목 (영어)').fill('The First Night');
  await episode.getByRole('combobox', { name: '영상 파일' }).fill('달빛');
  await office.getByRole('option', { name: /달빛 골목 1화\.mp4/ }).click();
  await episode.getByRole('switch', { name: '공개' }).click();
  await episode.getByRole('button', { name: '저장' }).click();
  await episode.waitFor({ state: 'detached' });
  const row = office.getByRole('listitem').filter({ hasText: '첫 번째 밤' });
  await row.getByText('준비됨').waitFor();
  await row.getByText('공개', { exact: true }).waitFor();
  await picture(office, 'office-episode-published');

  // The viewer: log in, find it on home, play.
  const user = await buildUser(db, { plan: 30 });
  await buildProfile(db, { householdId: user.householdId, name: '하늘' });
  const viewer = await story.open('/login');
  await viewer.getByLabel('아이디 또는 이메일').fill(user.username);
  await viewer.getByLabel('비밀번호', { exact: true }).fill(user.password);
  await viewer.getByRole('button', { name: '로그인', exact: true }).click();
  await viewer.getByRole('button', { name: '하늘' }).click();
  // The browser is busy: half of the frames are dropped. Every quality stays on offer.
  await viewer.evaluate(() => {
    let totalVideoFrames = 0;
    HTMLVideoElement.prototype.getVideoPlaybackQuality = () => {
      totalVideoFrames += 100;
      return {
        creationTime: performance.now(),
        corruptedVideoFrames: 0,
        droppedVideoFrames: totalVideoFrames / 2,
        totalVideoFrames,
      };
    };
  });
  const shelf = viewer.getByRole('list', { name: '이야기 마당', exact: true });
  await shelf
    .getByRole('link', { name: /달빛 골목/ })
    .first()
    .click();
  await viewer.getByRole('heading', { level: 1, name: '달빛 골목' }).waitFor();
  await picture(viewer, 'viewer-details');
  await viewer.getByRole('button', { name: '재생', exact: true }).first().click();
  await playedTo(viewer, 5);
  await picture(viewer, 'viewer-playing');

  // At another quality: the picture itself changes its height.
  for (const height of [240, 360]) {
    // From the beginning: on a busy machine the film could be over before the other quality has come. The player's own seek is repeated
    // if a segment of the earlier position arrives late, which can move the playhead to the end otherwise.
    await viewer.keyboard.press('Home');
    await viewer.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 9) < 4);
    await viewer.mouse.move(400 + height, 300);
    await viewer.getByRole('button', { name: '재생 설정' }).click();
    await viewer.getByRole('radio', { name: `${height}p`, exact: true }).click();
    await viewer.keyboard.press('Escape');
    // On a busy machine the film may be over before the first segment of the other quality has come. It begins again then.
    const isThere = async () => {
      const { at, shown } = await viewer.evaluate(() => {
        const video = document.querySelector('video');
        return { at: video?.currentTime ?? 0, shown: video?.videoHeight };
      });
      if (at > 18) await viewer.keyboard.press('Home');
      return shown === height;
    };
    await vi.waitUntil(isThere, { timeout: 90_000, interval: 500 });
    await playedTo(
      viewer,
      (await viewer.evaluate(() => document.querySelector('video')?.currentTime ?? 0)) + 1,
    );
  }
  // Half way, so that going on there is something else than beginning again.
  await viewer.evaluate(() => {
    const video = document.querySelector('video');
    if (video) video.currentTime = 12;
  });
  await playedTo(viewer, 12.5);
  const left = await viewer.evaluate(() => document.querySelector('video')?.currentTime ?? 0);

  // Leave, come back: it goes on there.
  await viewer.mouse.move(300, 300);
  await viewer.getByRole('button', { name: '뒤로 가기' }).click();
  await viewer.getByRole('button', { name: '이어보기' }).click();
  await viewer.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2, undefined, {
    timeout: 60_000,
  });
  const resumed = await viewer.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  expect(resumed).toBeGreaterThan(left - 4);
  await playedTo(viewer, resumed + 1);

  // Back in the office, the log knows all of it.
  await office.getByRole('menuitem', { name: '활동 기록' }).click();
  await office.getByRole('row').filter({ hasText: '1-1 첫 번째 밤' }).first().waitFor();
});

test.each(toldIn('ko'))(
  'a failed asset is processed again once that was confirmed, in %s',
  async (locale) => {
    const say =
      locale === 'ko'
        ? { retry: '다시 시도', cancel: '취소', confirm: '확인' }
        : { retry: 'Retry', cancel: 'Cancel', confirm: 'Confirm' };
    const asset = await buildAsset(story.db, { state: 'failed' });
    // This asset has no failed step, so the server refuses the retry. The test is about the request.
    const page = await rememberStaff(story, { locale, expected: [/status of 409/] });
    const asked: string[] = [];
    page.on(
      'request',
      (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname),
    );
    await page.goto(`${story.url}/office/assets/${asset.id}/show`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: say.retry }).click();
    await dialog.getByRole('button', { name: say.cancel }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(asked.filter((path) => path.endsWith('/retry'))).toEqual([]);
    await page.getByRole('button', { name: say.retry }).click();
    await dialog.getByRole('button', { name: say.confirm }).click();
    await expect.poll(() => asked.at(-1)).toBe(`/api/admin/assets/${asset.id}/retry`);
    await dialog.waitFor({ state: 'detached' });
  },
);

test('staff find a failed video in the progress of programs and retry it', async () => {
  const asset = await buildAsset(story.db, { fileName: '등대.mp4', state: 'failed' });
  await story.pool.query(
    `insert into ingest_steps (asset_id, step, position, state, error_code)
      select $1, step, place - 1, case place when 1 then 'failed' else 'waiting' end, case place when 1 then 'disk_full' end
      from unnest(array['kcp_ingest', 'transcoding', 'distribute', 'drm', 'storage']) with ordinality steps(step, place)`,
    [asset.id],
  );
  await buildProgramme(story.db, { titleKo: '밤의 등대', titleEn: 'Night Lighthouse', assetId: asset.id });
  const page = await openOffice(story, '/office/programme-progress');
  await page.getByRole('combobox', { name: '상태' }).click();
  await page.getByRole('option', { name: '실패' }).click();
  const row = page.getByRole('row').filter({ hasText: '밤의 등대' });
  await row.getByText('디스크에 남은 공간이 없어요').waitFor();
  await expectAccessible(page, 'the progress of programs');
  await picture(page, 'office-programme-progress');
  await row.getByRole('button', { name: '다시 시도' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click();
  // The new run finds no master.
  await row.getByText('올린 원본 파일이 저장소에 없어요').waitFor();
});
