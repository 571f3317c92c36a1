/** Staff make a record in each content menu by its form, and viewers see it. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAsset, buildContentPartner, buildPlan, buildProgramme, buildStaff } from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { askOffice, openOffice, walkTo } from './office.ts';

const story = openStory();
let staff: Awaited<ReturnType<typeof buildStaff>>;
/** All forms are filled in one page. */
let page: Page;
/** Records that forms refer to, by name: the latest record of each menu, and the earlier ones. */
const made: Record<string, string> = {};
const records: [menu: string, id: string][] = [];

beforeAll(async () => {
  const { db } = story;
  staff = await buildStaff(db);
  made.partners = (await buildContentPartner(db, { nameKo: '가을 제휴사' })).id;
  const programme = { titleKo: '가을 등대', titleEn: 'Autumn lighthouse', contentPartnerId: made.partners };
  made.programmes = (await buildProgramme(db, programme)).id;
  made.plans = (await buildPlan(db, { nameKo: '가을 이용권' })).id;
  made.assets = (await buildAsset(db, { fileName: '가을 광고.mp3', media: 'audio' })).id;
  // Another story may have left a page at this address.
  await story.pool.query(`delete from support_pages where slug = 'events'`);
  page = await openOffice(story, '/office', { as: staff, keep: true });
});

// The pages of other stories would have them too.
afterAll(async () => {
  for (const [menu, id] of records) {
    // Records in force stay unchanged.
    if (menu === 'page-versions')
      await story.pool.query('delete from support_page_versions where id = $1', [id]);
    else expect((await ask('DELETE', `${menu}/${id}`)).status, menu).toBe(200);
  }
});

const ask = (method: string, path: string, body?: object) => askOffice(story, staff, method, path, body);

/** An entry in a form, and its stored value. */
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

/** A number that is too large is reported at its field, in the page's language, and stays as typed. */
const refused = (name: string, words: string, problem: string): Entry => ({
  enter: async () => {
    const input = page.getByRole('spinbutton', { name, exact: true });
    await input.fill(words);
    await page.getByRole('button', { name: '저장', exact: true }).click();
    await page.getByText(problem, { exact: true }).waitFor();
    expect(await input.inputValue()).toBe(words);
  },
  stored: () => ({}),
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

const ticked = (field: string, name: string, stored: string[]): Entry => ({
  enter: () => page.getByRole('checkbox', { name, exact: true }).check(),
  stored: () => ({ [field]: stored }),
});

const switched = (field: string, name: string): Entry => ({
  enter: () => page.getByRole('switch', { name, exact: true }).check(),
  stored: () => ({ [field]: true }),
});
const published = switched('published', '공개');

/** A picture of one colour. */
const uploaded = (field: string, name: string, size = { width: 1600, height: 900 }): Entry => ({
  enter: async () => {
    const buffer = await sharp({ create: { ...size, channels: 3, background: '#2ec4a6' } })
      .png()
      .toBuffer();
    await page
      .getByLabel(name, { exact: true })
      .setInputFiles({ name: 'autumn.png', mimeType: 'image/png', buffer });
    await page.getByRole('img', { name, exact: true }).waitFor();
  },
  stored: () => ({ [field]: expect.stringMatching(/^[\da-f-]{36}$/) }),
});

/** Each menu with the entries of its form. */
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
      refused('지나가는 시간(초)', '61', '60 이하여야 해요.'),
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
      // The page of background work.
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
      typed('duration_ms', '길이', '95.5', 95_500),
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
    'channels',
    [
      uploaded('landscape_id', '가로 이미지 16:9'),
      typed('number', '채널 번호', '811', 811),
      ...pair('name', '이름', '가을 채널', 'Autumn TV'),
      ...pair('description', '설명', '하루 종일 가을', 'Autumn all day'),
      chosen('language', '방송 언어', '한국어', '영어', 'en'),
      switched('premium', '프리미엄'),
      switched('active', '사용 중'),
    ],
  ],
  [
    'schedule-entries',
    [
      found('channel_id', '채널', '가을 채널', 'channels'),
      found('programme_id', '프로그램', '가을 등대', 'programmes'),
      typed('repeats', '반복 횟수', '30', 30),
    ],
  ],
  [
    'radio-channels',
    [
      uploaded('landscape_id', '로고 350 × 197', { width: 350, height: 197 }),
      typed('number', '채널 번호', '11', 11),
      ...pair('name', '이름', '가을 라디오', 'Autumn Radio'),
      typed('broadcast_name', '방송 이름', '가을 FM'),
      typed('broadcast_url', '방송 링크', 'https://fm.example.com'),
      switched('active', '사용 중'),
    ],
  ],
  [
    'radio-entries',
    [
      found('channel_id', '채널', '가을 라디오', 'radio-channels'),
      found('programme_id', '프로그램', '가을 등대', 'programmes'),
      typed('repeats', '반복 횟수', '12', 12),
    ],
  ],
  [
    'radio-groups',
    [
      ...pair('name', '이름', '가을 음악', 'Autumn music'),
      found('channel_ids', '이름으로 찾아 넣기', '가을 라디오', 'radio-channels', true),
      published,
    ],
  ],
  [
    'live-templates',
    [
      typed('name', '이름', '가을 한 주'),
      chosen('zone', '시간대', '태평양 시간 (로스앤젤레스)', '한국 시간 (서울)', 'Asia/Seoul'),
    ],
  ],
  [
    'template-slots',
    [
      found('template_id', '템플릿', '가을 한 주', 'live-templates'),
      chosen('weekday', '요일', '월요일', '금요일', 'fri'),
      typed('start_time', '시작 시각', '20:30:00'),
      found('programme_id', '프로그램', '가을 등대', 'programmes'),
      typed('repeats', '반복 횟수', '2', 2),
    ],
  ],
  [
    'radio-service-groups',
    [
      ...pair('name', '이름', '가을 구독자', 'Autumn subscribers'),
      found('channel_ids', '이름으로 찾아 넣기', '가을 라디오', 'radio-channels', true),
      found('plan_ids', '이용권(비우면 누구나)', '가을 이용권', 'plans', true),
      ticked('devices', '웹 브라우저', ['web']),
      switched('active', '사용 중'),
    ],
  ],
  [
    'radio-ad-groups',
    [
      ...pair('title', '제목', '가을 광고', 'Autumn ads'),
      found('asset_ids', '이름으로 찾아 넣기', '가을 광고.mp3', 'assets', true),
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
      typed('price_cents', '가격', '9.90', 990),
      typed('regular_price_cents', '할인 전 가격', '19.99', 1999),
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

/** Fills the form of a menu and saves it. The stored record equals the entries. */
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
    expect((await ask('POST', 'order', body)).status).toBe(200);
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
  const popup = viewer.getByRole('complementary', { name: '가을 초대' });
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
