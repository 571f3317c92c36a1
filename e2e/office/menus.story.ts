/** Staff make a record in each content menu by its form, and viewers see it. Then what staff set for themselves and for each other. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceZone, wallClock } from '../../src/contract/zone.ts';
import { buildContentPartner, buildPlan, buildProgramme, buildRole, buildStaff } from '../../test/build.ts';
import { expectAccessible } from '../axe.ts';
import { openStory } from '../fixtures.ts';
import { openOffice, walkTo } from './office.ts';

const story = openStory();
let staff: Awaited<ReturnType<typeof buildStaff>>;
/** All forms are filled in one page. */
let page: Page;
/** What forms refer to, by what it is: what the menus made last, and what was there before. */
const made: Record<string, string> = {};
const records: [menu: string, id: string][] = [];

beforeAll(async () => {
  const { db } = story;
  staff = await buildStaff(db, { email: 'menus@example.com' });
  made.partners = (await buildContentPartner(db, { nameKo: '가을 제휴사' })).id;
  const programme = { titleKo: '가을 등대', titleEn: 'Autumn lighthouse', contentPartnerId: made.partners };
  made.programmes = (await buildProgramme(db, programme)).id;
  made.plans = (await buildPlan(db, { nameKo: '가을 이용권' })).id;
  // Another story may have left a page at this address.
  await story.pool.query(`delete from support_pages where slug = 'events'`);
  page = await openOffice(story, '/office', { as: staff, keep: true });
});

// The pages of other stories would have them too.
afterAll(async () => {
  // Where the test of modules failed midway.
  await story.pool.query('delete from staff_modules_off');
  for (const [menu, id] of records) {
    // What is in force stays as it is.
    if (menu === 'page-versions')
      await story.pool.query('delete from support_page_versions where id = $1', [id]);
    else expect((await ask('DELETE', `${menu}/${id}`)).status, menu).toBe(200);
  }
});

const ask = (method: string, path: string, { token = staff.token, body }: Asked = {}) =>
  fetch(`${story.url}/api/admin/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
interface Asked {
  token?: string;
  body?: object;
}

/** What somebody enters in a form, and what is stored then. */
interface Entry {
  enter(): Promise<void>;
  stored(): Record<string, unknown>;
}

/** A line, a number, a day or an instant. */
const typed = (field: string, name: string, words: string, stored: unknown = words): Entry => ({
  enter: () =>
    page
      .getByRole('textbox', { name, exact: true })
      .or(page.getByRole('spinbutton', { name, exact: true }))
      .fill(words),
  stored: () => ({ [field]: stored }),
});

/** Both languages of a line. */
const pair = (field: string, name: string, ko: string, en: string): Entry[] => [
  typed(`${field}_ko`, `${name} (한국어)`, ko),
  typed(`${field}_en`, `${name} (영어)`, en),
];

/** Both languages of rich text, each with words that are made bold. */
const rich = (field: string, name: string, ko: [string, string], en: [string, string]): Entry[] =>
  (
    [
      ['ko', '한국어', ko],
      ['en', '영어', en],
    ] as const
  ).map(([language, languageName, [plain, bold]]) => ({
    enter: async () => {
      const editor = page.getByRole('group', { name: `${name} (${languageName})`, exact: true });
      await editor.getByRole('textbox').click();
      await page.keyboard.type(`${plain} `);
      const isBold = editor.getByRole('button', { name: '굵게', exact: true });
      await isBold.click();
      // The button gives the focus back in the next frame.
      await expect.poll(() => isBold.getAttribute('aria-pressed')).toBe('true');
      await expect
        .poll(() => editor.getByRole('textbox').evaluate((own) => own === document.activeElement))
        .toBe(true);
      await page.keyboard.type(bold);
    },
    stored: () => ({ [`${field}_${language}`]: `<p>${plain} <strong>${bold}</strong></p>` }),
  }));

/** One of a few. */
const chosen = (field: string, name: string, initially: string, option: string, stored: string): Entry => ({
  enter: async () => {
    await page.getByRole('combobox', { name: `${name} ${initially}`, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  },
  stored: () => ({ [field]: stored }),
});

/** Another record, found by its name; of several, one of them. */
const found = (field: string, name: string, option: string, of: string, isMany = false): Entry => ({
  enter: async () => {
    const input = page.getByRole('combobox', { name, exact: true });
    await input.fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  },
  stored: () => ({ [field]: isMany ? [made[of]] : made[of] }),
});

const switched = (field: string, name: string): Entry => ({
  enter: () => page.getByRole('switch', { name, exact: true }).check(),
  stored: () => ({ [field]: true }),
});
const published = switched('published', '공개');

/** A picture of one colour. */
const uploaded = (field: string, name: string): Entry => ({
  enter: async () => {
    const buffer = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#2ec4a6' } })
      .png()
      .toBuffer();
    await page
      .getByLabel(name, { exact: true })
      .setInputFiles({ name: 'autumn.png', mimeType: 'image/png', buffer });
    await page.getByRole('img', { name, exact: true }).waitFor();
  },
  stored: () => ({ [field]: expect.stringMatching(/^[\da-f-]{36}$/) }),
});

/** Each menu with what is entered in its form. Later ones refer to what earlier ones made. */
const menus: [menu: string, entries: Entry[]][] = [
  [
    'notices',
    [
      ...pair('title', '제목', '가을 점검', 'Autumn work'),
      ...rich('body', '내용', ['오늘 밤', '점검'], ['Tonight:', 'work']),
      published,
    ],
  ],
  ['faq-categories', [...pair('title', '제목', '가을 질문', 'Autumn questions'), published]],
  [
    'faqs',
    [
      found('category_id', '카테고리', '가을 질문', 'faq-categories'),
      ...pair('question', '질문', '단풍은 언제인가요?', 'When do leaves turn?'),
      ...rich('answer', '답변', ['이번 달', '말'], ['At the', 'end']),
      published,
    ],
  ],
  [
    'news',
    [
      ...pair('text', '소식', '가을 특집이 시작돼요.', 'The autumn special begins.'),
      typed('background_color', '배경색', '#102030'),
      typed('text_color', '글자색', '#f0e0d0'),
      typed('speed_seconds', '지나가는 시간(초)', '24', 24),
      published,
    ],
  ],
  [
    'popups',
    [
      uploaded('image_id', '팝업 이미지 16:9'),
      ...pair('title', '제목', '가을 초대', 'Autumn invitation'),
      typed('link', '링크', '/notice'),
      published,
    ],
  ],
  [
    'pages',
    [
      ...pair('title', '제목', '가을 소식', 'Autumn events'),
      // The page that shows what is going on.
      typed('slug', '주소 이름', 'events'),
      ...rich('content', '내용', ['산에', '가요'], ['To the', 'hills']),
      ...pair('meta_title', '검색용 제목', '가을 산', 'Autumn hills'),
      ...pair('meta_description', '검색용 설명', '가을에 가는 산', 'Hills in autumn'),
      uploaded('thumbnail_id', '공유 이미지 16:9'),
      uploaded('banner_id', '배너 16:9'),
      published,
    ],
  ],
  [
    'pages',
    [
      ...pair('title', '제목', '가을 환불', 'Autumn refunds'),
      chosen('kind', '종류', '안내', '교환·환불', 'refund'),
      published,
    ],
  ],
  [
    'page-versions',
    [
      found('page_id', '페이지', '가을 환불', 'pages'),
      typed('effective_from', '시행일', '2024-01-02T09:00', '2024-01-02T17:00:00.000Z'),
      ...rich('content', '내용', ['모두', '돌려드려요'], ['All is', 'refunded']),
    ],
  ],
  [
    'board-events',
    [
      uploaded('image_id', '이벤트 이미지 16:9'),
      ...pair('title', '제목', '단풍 사진전', 'Photos of leaves'),
      ...rich('body', '내용', ['사진을', '보내요'], ['Send', 'pictures']),
      typed('link', '링크', 'leaves.example/photos', 'http://leaves.example/photos'),
      published,
    ],
  ],
  [
    'social-links',
    [
      ...pair('name', '이름', '가을 채널', 'Autumn channel'),
      chosen('icon', '아이콘', '유튜브', '인스타그램', 'instagram'),
      typed('url', '주소', 'https://social.example/autumn'),
      published,
    ],
  ],
  [
    'custom-rows',
    [
      ...pair('title', '제목', '가을 모음', 'Autumn row'),
      typed('slug', '주소 이름', 'autumn-row'),
      found('programme_ids', '이름으로 찾아 넣기', '가을 등대', 'programmes', true),
      published,
    ],
  ],
  [
    'home-sections',
    [
      ...pair('name', '이름', '가을 편성', 'Autumn section'),
      chosen('type', '종류', '카테고리', '모음', 'row'),
      found('custom_row_id', '모음', '가을 모음', 'custom-rows'),
      published,
    ],
  ],
  ['home-banners', [found('programme_id', '프로그램', '가을 등대', 'programmes'), published]],
  ['partner-categories', [...pair('name', '이름', '가을 영상', 'Autumn clips'), published]],
  [
    'clips',
    [
      uploaded('landscape_id', '가로 이미지 16:9'),
      ...pair('title', '제목', '단풍 길', 'Road of leaves'),
      ...pair('description', '설명', '첫 줄\n둘째 줄', 'First line\nsecond line'),
      found('category_id', '카테고리', '가을 영상', 'partner-categories'),
      typed('youtube_id', '유튜브 영상 ID', 'https://youtu.be/autumn_12345', 'autumn_12345'),
      typed('duration_ms', '길이', '95', 95_000),
      switched('premium', '프리미엄'),
      published,
    ],
  ],
  [
    'playlists',
    [
      ...pair('title', '제목', '가을 재생목록', 'Autumn playlist'),
      typed('play_list_id', '재생목록 ID', 'PL_autumn'),
      typed('clips_planned', '전체 영상 수', '12', 12),
      ...pair('description', '설명', '가을에 보는 영상', 'To watch in autumn'),
      found('category_id', '새 영상의 분류', '가을 영상', 'partner-categories'),
      switched('publish_new', '새 영상을 바로 공개'),
      found('clip_ids', '이름으로 찾아 넣기', '단풍 길', 'clips', true),
      published,
    ],
  ],
  [
    'stb-categories',
    [uploaded('icon_id', '아이콘 1:1'), ...pair('name', '이름', '가을 메뉴', 'Autumn menu'), published],
  ],
  [
    'canned-answers',
    [
      ...pair('name', '이름', '가을 인사', 'Autumn greeting'),
      ...pair('body', '내용', '고맙습니다.\n또 오세요.', 'Thank you.\nCome again.'),
    ],
  ],
  [
    'partner-terms',
    [
      found('content_partner_id', '제휴사(CP)', '가을 제휴사', 'partners'),
      typed('starts_on', '시작일', '2026-09-01'),
      typed('ends_on', '마지막 날', '2026-11-30'),
      typed('share_percent', '수익 배분(%)', '12.5', 12.5),
      found('programme_ids', '프로그램(비우면 전체)', '가을 등대', 'programmes', true),
    ],
  ],
  [
    'plan-prices',
    [
      found('plan_id', '이용권', '가을 이용권', 'plans'),
      typed('starts_at', '시행', '2031-01-02T09:00', '2031-01-02T17:00:00.000Z'),
      typed('regular_price_cents', '정가', '19.99', 1999),
      typed('price_cents', '할인 가격', '9.90', 990),
    ],
  ],
  [
    'tax-rates',
    [
      typed('name', '세금 이름', 'HST'),
      typed('jurisdiction', '과세 관할', 'CA-ON'),
      chosen('country', '국가', '미국', '캐나다', 'CA'),
      typed('region', '주', 'on', 'ON'),
      typed('postal_from', '우편번호(부터)', 'k1a', 'K1A'),
      typed('postal_to', '우편번호(까지)', 'k9z', 'K9Z'),
      chosen('kind', '과세 대상', '이용권', '한 번 내는 금액', 'once'),
      typed('rate_ppm', '세율(%)', '9.975', 99_750),
      typed('starts_on', '시작일', '2026-09-01'),
      typed('ends_on', '종료일(이날부터 없음)', '2027-09-01'),
      typed('notes', '메모', '가을부터'),
    ],
  ],
];

/** Fills the form of a menu and saves it; what the service has of it then is what was entered. */
async function save(menu: string, entries: Entry[]): Promise<void> {
  await walkTo(page, `${menu}/create`);
  for (const { enter } of entries) await enter();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  // Saving leads to the page of the new record.
  await page.waitForURL(new RegExp(`/office/${menu}/[\\da-f-]{36}$`));
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  made[menu] = id;
  records.unshift([menu, id]);
  const { data } = await (await ask('GET', `${menu}/${id}`)).json();
  expect(data).toMatchObject(Object.assign({}, ...entries.map(({ stored }) => stored())));
}

test.each(menus)('what staff enter in the form of %s is what is stored', save);

test('viewers see what staff have published', async () => {
  // Home has those of other stories too: these are moved to the front.
  for (const resource of ['popups', 'home-banners', 'home-sections']) {
    const body = { resource, id: made[resource], after: null };
    expect((await ask('POST', 'order', { body })).status).toBe(200);
  }
  const viewer = await story.open(`/notice/${made.notices}`);
  const heading = (name: string) => viewer.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const bold = (words: string) => viewer.getByRole('strong').filter({ hasText: words }).waitFor();
  await heading('가을 점검');
  await bold('점검');
  await viewer.goto(`${story.url}/faqs/${made.faqs}`);
  await heading('단풍은 언제인가요?');
  await bold('말');
  await viewer.goto(`${story.url}/events`);
  await heading('가을 소식');
  await bold('가요');
  await viewer.getByText('단풍 사진전', { exact: true }).waitFor();
  await bold('보내요');
  await viewer.goto(`${story.url}/autumn-refunds`);
  await heading('가을 환불');
  await bold('돌려드려요');
  await viewer.goto(`${story.url}/content/autumn-row`);
  await heading('가을 모음');
  await viewer
    .getByRole('link', { name: /가을 등대/ })
    .first()
    .waitFor();
  await viewer.goto(`${story.url}/youtube/category/autumn-clips`);
  await viewer
    .getByRole('link', { name: /단풍 길/ })
    .first()
    .waitFor();
  await viewer.goto(`${story.url}/youtube/playlist/${made.playlists}`);
  await heading('가을 재생목록');

  await viewer.goto(story.url);
  const popup = viewer.getByRole('dialog', { name: '가을 초대' });
  await popup.getByRole('button', { name: '닫기' }).click();
  await viewer
    .getByRole('region', { name: '속보' })
    .getByText('가을 특집이 시작돼요.', { exact: true })
    .waitFor();
  await heading('가을 등대');
  await viewer.getByRole('heading', { level: 2, name: '가을 편성' }).waitFor();
  const link = viewer.getByRole('contentinfo').getByRole('link', { name: /가을 채널/ });
  expect(await link.getAttribute('href')).toBe('https://social.example/autumn');
});

test('a column that was hidden and one that was moved are so after a reload', async () => {
  await walkTo(page, 'news');
  const headings = page.locator('main thead').getByRole('columnheader');
  const names = async () => (await headings.allInnerTexts()).filter(Boolean);
  await expect.poll(names).toEqual(['소식 (한국어)', '소식 (영어)', '지나가는 시간(초)', '공개', '수정']);
  await page.getByRole('button', { name: '열 선택' }).click();
  await page.getByRole('switch', { name: '지나가는 시간(초)' }).uncheck();
  await page.getByRole('button', { name: '공개 옮기기' }).focus();
  const lift = async () => {
    await page.keyboard.press('Space');
    await page.getByText('공개를 들었어요. 4번째예요.').waitFor({ state: 'attached' });
    // The library listens to other keys from the next task on; what it says may stand there before.
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
  };
  await lift();
  // Put back, and the dialog stays.
  await page.keyboard.press('Escape');
  await page.getByText('옮기지 않았어요.').waitFor({ state: 'attached' });
  await lift();
  for (const place of [3, 2]) {
    await page.keyboard.press('ArrowUp');
    await page.getByText(`${place}번째로 옮겨요.`).waitFor({ state: 'attached' });
  }
  await page.keyboard.press('Space');
  await expectAccessible(page, 'choosing columns');
  await page.keyboard.press('Escape');
  const others = ['소식 (한국어)', '공개', '소식 (영어)', '수정'];
  await expect.poll(names).toEqual(others);
  await page.reload();
  await expect.poll(names).toEqual(others);
});

test('the list of shortcuts is opened and closed by the keyboard', async () => {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: '단축키' });
  await help.getByText('이 도움말', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
});

test('a planned release is moved to another time from its page, and cancelled there', async () => {
  const day = wallClock(new Date(Date.now() + 86_400_000), serviceZone).slice(0, 10);
  const planned = await ask('POST', 'planned-changes', {
    body: {
      entity: 'notices',
      id: made.notices,
      action: 'update',
      fields: { title_ko: '겨울 점검' },
      applies_at: new Date(Date.now() + 3_600_000).toISOString(),
      name: '점검 이름',
    },
  });
  const { release_id: id } = (await planned.json()).data;
  const release = async () => (await (await ask('GET', `releases/${id}`)).json()).data;
  await walkTo(page, `releases/${id}/show`);
  await page.getByRole('button', { name: '시각 변경' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('적용 일시').fill(`${day}T09:00`);
  await dialog.getByRole('button', { name: '예약', exact: true }).click();
  await page.getByText('예약했어요. 지금 모습은 그대로예요.').waitFor();
  expect(wallClock(new Date((await release()).applies_at), serviceZone)).toBe(`${day}T09:00`);

  await page.getByRole('button', { name: '예약 취소' }).click();
  await dialog.getByRole('button', { name: '확인' }).click();
  await page.getByText('예약을 취소했어요.').waitFor();
  await page.getByText('취소됨', { exact: true }).waitFor();
  expect((await release()).status).toBe('cancelled');
  await page.getByRole('button', { name: '다시 예약' }).waitFor();
});

test('a report is mailed every week to whoever asks for it, until they end that', async () => {
  const mailings = async () =>
    (await story.pool.query('select report, every from reports_mailings where staff_id = $1', [staff.id]))
      .rows;
  await walkTo(page, 'reports/video');
  await page.getByRole('button', { name: '메일', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '영상 보고서를 메일로 받기' });
  await dialog.getByText('menus@example.com', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: '메일로 받기', exact: true }).click();
  const own = dialog.getByRole('list', { name: '받고 있는 메일' });
  await own.getByText('매주, 지난 월요일부터 일요일까지', { exact: true }).waitFor();
  expect(await mailings()).toEqual([{ report: 'video', every: 'week' }]);
  await own.getByRole('button', { name: '그만 받기: 매주, 지난 월요일부터 일요일까지' }).click();
  await own.waitFor({ state: 'detached' });
  expect(await mailings()).toEqual([]);
  await dialog.getByRole('button', { name: '닫기' }).click();
});

test('a module that is switched off is no menu for anybody until it is on again', async () => {
  const other = await buildStaff(story.db, { permissions: { news: ['read'], faqs: ['read'] } });
  const theirs = await openOffice(story, '/office', { as: other });
  const menus = async () => (await theirs.getByRole('menuitem').allInnerTexts()).slice(1);
  await walkTo(page, 'modules');
  const news = page.getByRole('switch', { name: '속보' });
  const ownMenu = page.getByRole('menu').getByRole('menuitem', { name: '속보' });
  for (const [isOn, status, others] of [
    [false, 403, ['자주 묻는 질문', '질문 분류']],
    [true, 200, ['속보', '자주 묻는 질문', '질문 분류']],
  ] as const) {
    await news.click();
    await ownMenu.waitFor({ state: isOn ? 'visible' : 'detached' });
    await theirs.reload();
    await expect.poll(menus).toEqual(others);
    expect((await ask('GET', 'news', { token: other.token })).status).toBe(status);
  }
});

test('what one person may do beside their role, and what they may not, is saved and holds', async () => {
  const role = await buildRole(story.db, {
    nameKo: '예외 시험',
    permissions: { genres: ['read', 'create'], faqs: ['read'] },
  });
  const person = await buildStaff(story.db, { roleId: role.id });
  await walkTo(page, `staff/${person.id}`);
  for (const [name, option] of [
    ['역할보다 더 할 수 있는 일', '공지사항: 보기'],
    ['역할에 있어도 할 수 없는 일', '장르: 등록'],
  ] as const) {
    await page.getByRole('combobox', { name }).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await page.getByRole('button', { name: '저장', exact: true }).click();
  const exceptions = async () => (await (await ask('GET', `staff/${person.id}`)).json()).data.exceptions;
  await expect.poll(exceptions).toEqual({ notices: { give: ['read'] }, genres: { take: ['create'] } });
  const theirs = await openOffice(story, '/office/genres', { as: person });
  await theirs.getByRole('menuitem', { name: '공지사항' }).waitFor();
  await theirs.getByRole('button', { name: '열 선택' }).waitFor();
  expect(await theirs.getByRole('link', { name: '등록' }).count()).toBe(0);
  const body = { name_ko: '가락', name_en: 'Melody', slug: 'exception-melody' };
  expect((await ask('POST', 'genres', { token: person.token, body })).status).toBe(403);
  expect((await ask('GET', 'notices', { token: person.token })).status).toBe(200);
});
