import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildStaff } from '../../test/build.ts';
import { openBlank, openStory, picture, toldIn } from '../fixtures.ts';
import { arrive, buildViewer, expectFocus, expectProblem, openAs, pathOf } from './shop.ts';

const story = openStory();

const words = {
  ko: {
    board: '1:1 문의',
    empty: '아직 문의한 내용이 없어요',
    ask: '문의하기',
    type: '문의 유형',
    technical: '기술 지원',
    title: '제목',
    body: '문의 내용',
    choose: '파일 선택',
    send: '문의 보내기',
    noTitle: '이 칸의 입력은 필수입니다.',
    failed: '보내지 못했어요. 적은 내용은 그대로 있으니 잠시 뒤에 다시 보내 주세요.',
    wrongFile: '가짜.png: 올바르지 않은 파일이에요. JPEG, PNG, WebP, PDF만 보낼 수 있어요.',
    received: '접수됨',
    answered: '답변 완료',
    pushed: '문의에 답변이 도착했어요: 화면이 까매요 🎬',
    see: '보기',
    again: '이어서 문의하기',
    sendAgain: '보내기',
    keep: '화면.png 받기',
    list: '문의 목록',
  },
  en: {
    board: 'My inquiries',
    empty: 'No inquiries yet',
    ask: 'Contact us',
    type: 'Inquiry type',
    technical: 'Technical support',
    title: 'Title',
    body: 'Your inquiry',
    choose: 'Choose files',
    send: 'Send inquiry',
    noTitle: 'Title is required.',
    failed: 'It couldn’t be sent. What you wrote is still here, so please try again in a moment.',
    wrongFile: '가짜.png: Invalid File. Only JPEG, PNG, WebP and PDF can be sent.',
    received: 'Received',
    answered: 'Answered',
    pushed: 'We’ve answered your inquiry: 화면이 까매요 🎬',
    see: 'View',
    again: 'Write again',
    sendAgain: 'Send',
    keep: 'Download 화면.png',
    list: 'All inquiries',
  },
};

describe.each(toldIn('ko'))('inquiries, in %s', (locale) => {
  const say = words[locale];

  test('the board below a page leads there, a question with a file goes out though it fails at first, and the answer arrives by itself', async () => {
    const viewer = await buildViewer(story);
    const page = await openAs(story, viewer, '/my-list', {
      locale,
      width: 390,
      expected: [/status of 415/, /status of 503/, /^503 /],
    });
    // It is rendered when it comes near.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: say.board, exact: true }).click();
    await arrive(page, '/account/inquiries');
    const main = page.getByRole('main');
    await main.getByText(say.empty).waitFor();
    await main.getByRole('link', { name: say.ask }).click();
    await arrive(page, '/account/inquiries/new');

    await main.getByLabel(say.type).selectOption({ label: say.technical });
    const title = main.getByRole('textbox', { name: say.title });
    const body = main.locator('textarea');
    await body.fill('영화를 틀면 소리만 나요.\n<b>어제부터요</b>');
    await main.getByRole('button', { name: say.send }).click();
    await expectProblem(title, say.noTitle);
    await expectFocus(title);
    await title.fill('화면이 까매요 🎬');
    const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2ec4a6' } })
      .png()
      .toBuffer();
    const files = main.locator('input[type=file]');
    await files.setInputFiles({ name: '가짜.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
    await main.getByText(say.wrongFile).waitFor();
    await files.setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: image });
    await main.getByText('화면.png').waitFor();
    await picture(page, `inquiry-new-${locale}`);

    let failures = 1;
    await page.route('**/api/account/inquiries', (route) =>
      route.request().method() === 'POST' && failures-- > 0
        ? route.fulfill({ status: 503, json: { code: 'unavailable', message: '' } })
        : route.fallback(),
    );
    await main.getByRole('button', { name: say.send }).click();
    await main.getByText(say.failed).waitFor();
    await main.getByRole('button', { name: say.send }).click();
    await main.getByRole('heading', { level: 2, name: '화면이 까매요 🎬' }).waitFor();
    expect(pathOf(page)).toMatch(/^\/account\/inquiry-history\/[0-9a-f-]{36}$/);
    await main.getByText('<b>어제부터요</b>').waitFor();
    await main.getByText(say.received).waitFor();
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: say.keep }).click();
    expect((await download).suggestedFilename()).toBe('화면.png');

    // The answer reaches an open page by push.
    await main.getByRole('link', { name: say.list }).click();
    await arrive(page, '/account/inquiries');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/broadcasting/auth')),
    );
    const found = await story.db.execute(
      sql`select id, updated_at from inquiries where household_id = ${viewer.householdId}`,
    );
    const { id, updated_at } = found.rows[0] as { id: string; updated_at: string };
    const staff = await buildStaff(story.db);
    const answered = await fetch(`${story.url}/api/admin/inquiries/${id}/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        answer: '셋톱박스를 다시 켜 주세요.',
        updated_at: new Date(updated_at).toISOString(),
      }),
    });
    expect(answered.status).toBe(200);
    await page.getByText(say.pushed).waitFor();
    await page.getByRole('button', { name: say.see, exact: true }).click();
    await main.getByText('셋톱박스를 다시 켜 주세요.').waitFor();
    await main.getByText(say.answered).waitFor();
    await picture(page, `inquiry-${locale}`);

    await main.getByRole('textbox', { name: say.again }).fill('이제 돼요!');
    await main.getByRole('button', { name: say.sendAgain, exact: true }).click();
    await main.getByText('이제 돼요!').waitFor();
    await main.getByText(say.received).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await picture(page, `inquiry-1280-${locale}`);
  });
});

test('a guest who wants to ask logs in first and comes back to the question', async () => {
  const viewer = await buildViewer(story);
  const page = await openBlank(story);
  await page.goto(`${story.url}/faqs`);
  await page.getByRole('link', { name: '1:1 문의하기' }).click();
  await arrive(page, '/login');
  await page.getByLabel('아이디 또는 이메일').fill(viewer.username);
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByRole('button', { name: '가족' }).click();
  await arrive(page, '/account/inquiries/new');
});
