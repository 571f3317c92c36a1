/** What staff do most, beside uploading videos: pictures, captions, exports and roles. */
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { CallDefinition } from '../../src/contract/call.ts';
import { calls } from '../../src/contract/calls.ts';
import { buildAsset, buildGenre, buildProgramme, buildStaff } from '../../test/build.ts';
import { openStory, picture } from '../fixtures.ts';
import { expectProblem } from '../viewer/shop.ts';
import { openOffice } from './office.ts';

const story = openStory();

test.each([
  [
    'ko',
    '이미지',
    '가로 이미지 16:9',
    '올바르지 않은 파일이에요.',
    'JPEG, PNG, WebP, AVIF 이미지만 올릴 수 있어요.',
  ],
  ['en', 'Artwork', 'Landscape 16:9', 'Invalid File', 'Only JPEG, PNG, WebP and AVIF images can be used.'],
] as const)(
  'what is no picture is refused, whatever it says it is, in %s',
  async (locale, tab, label, headline, why) => {
    const title = await buildProgramme(story.db);
    const page = await openOffice(story, `/office/programmes/${title.id}`, {
      locale,
      expected: [/status of 415/],
    });
    await page.getByRole('tab', { name: tab }).click();
    for (const [name, mimeType] of [
      ['script.txt', 'text/plain'],
      ['script.png', 'image/png'],
    ] as const) {
      const input = page.getByLabel(label, { exact: true });
      await input.setInputFiles({ name, mimeType, buffer: Buffer.from('그림이 아니에요') });
      const alert = page.getByRole('alert').filter({ hasText: why });
      await alert.getByText(headline, { exact: true }).waitFor();
      await picture(page, `office-invalid-file-${locale}`);
      await page.reload();
      await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    }
  },
);

test.each([
  [
    'ko',
    '저장',
    ['제목 (한국어)', '이 칸의 입력은 필수입니다.'],
    ['제목 (영어)', '이 칸의 입력은 필수입니다.'],
    ['카테고리', '이 칸의 입력은 필수입니다.'],
    ['주소 이름', '영어 소문자, 숫자, 하이픈(-)만 쓸 수 있어요.'],
    ['비밀번호', '12자 이상 입력해 주세요.'],
  ],
  [
    'en',
    'Save',
    ['Title (Korean)', 'Title (Korean) is required.'],
    ['Title (English)', 'Title (English) is required.'],
    ['Category', 'Category is required.'],
    ['Slug', 'Slug may only contain lowercase letters, digits and single hyphens.'],
    ['Password', 'Password must be at least 12 characters.'],
  ],
] as const)(
  'what a form lacks is said at its field as the calls would say it, in %s',
  async (locale, save, titleKo, titleEn, category, slug, password) => {
    const page = await openOffice(story, '/office/programmes/create', { locale });
    await page.getByLabel(slug[0]).fill('Not A Slug');
    await page.getByRole('button', { name: save, exact: true }).click();
    for (const [label, text] of [titleKo, titleEn, category, slug])
      await expectProblem(page.getByLabel(label).first(), text);
    await picture(page, `office-required-${locale}`);
    await page.goto(`${story.url}/office/staff/create`);
    await page.getByLabel(password[0]).fill('too short');
    await page.getByRole('button', { name: save, exact: true }).click();
    await expectProblem(page.getByLabel(password[0]), password[1]);
  },
);

test('a refused save leads to the tab of the first wrong field; typing leads nowhere', async () => {
  const title = await buildProgramme(story.db, { titleKo: '거꾸로 된 날' });
  const page = await openOffice(story, `/office/programmes/${title.id}`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('공개').click();
  await page.getByLabel('공개 시작').first().fill('2030-01-02T00:00');
  await page.getByLabel('공개 종료').first().fill('2030-01-01T00:00');
  await tab('기본 정보').click();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  const isOn = (name: string) => page.locator(`[role=tab][aria-selected=true]`, { hasText: name }).waitFor();
  await isOn('공개');
  await page.getByRole('tab', { name: '기본 정보' }).click();
  const korean = page.getByLabel('제목 (한국어)').first();
  await korean.fill('');
  await expectProblem(korean, '이 칸의 입력은 필수입니다.');
  await korean.fill('바로 된 날');
  await expect.poll(() => korean.getAttribute('aria-invalid')).not.toBe('true');
  await isOn('기본 정보');
  expect(await korean.inputValue()).toBe('바로 된 날');
});

test('a picture is uploaded, kept with its title and shown to viewers', async () => {
  const title = await buildProgramme(story.db, { titleKo: '그림 속의 집', titleEn: 'The painted house' });
  const page = await openOffice(story, `/office/programmes/${title.id}`);
  await page.getByRole('tab', { name: '이미지' }).click();
  const input = page.getByLabel('가로 이미지 16:9', { exact: true });
  // A picture that the browser itself makes.
  const png = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 900);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#2ec4a6';
    context.fillRect(0, 0, 1600, 900);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return Array.from(bytes);
  });
  await input.setInputFiles({ name: '집.png', mimeType: 'image/png', buffer: Buffer.from(png) });
  const shown = page.getByRole('img', { name: '가로 이미지 16:9' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByText('수정했어요.').waitFor();

  const viewer = await story.open(`/view/m/${title.slug}`);
  await viewer.getByRole('heading', { level: 1, name: title.titleKo }).waitFor();
  const answer = await (await fetch(`${story.url}/api/program/details?id=${title.id}`)).json();
  const { url, color } = answer.data.preview_image_thumbs;
  // Its own green, darkened to lie behind words.
  expect(color).toBe('#1c7664');
  expect((await fetch(`${story.url}${url}/800.webp`)).headers.get('content-type')).toBe('image/webp');
});

test('captions are set from a file of either kind; what cannot be read says where', async () => {
  const asset = await buildAsset(story.db);
  const page = await openOffice(story, `/office/assets/${asset.id}/show`, {
    locale: 'en',
    expected: [/422/],
  });
  const input = page.getByLabel('Korean captions', { exact: true });
  const file = (name: string, text: string) => ({ name, mimeType: 'text/vtt', buffer: Buffer.from(text) });
  await input.setInputFiles(file('broken.vtt', 'WEBVTT\n\n00:01 --> nowhere\n안녕하세요\n'));
  await page.getByText(/The captions cannot be read\. Please check line \d+\./).waitFor();
  await input.setInputFiles(file('ko.srt', '1\n00:00:01,000 --> 00:00:03,000\n안녕하세요\n'));
  await page.getByText('Captions saved.').waitFor();
  await expect
    .poll(async () => {
      const { rows } = await story.pool.query(
        `select language from ingest_captions where asset_id = $1 order by language`,
        [asset.id],
      );
      return rows.map((row) => row.language);
    })
    .toEqual(['ko']);
  await page.getByText('Present', { exact: true }).waitFor();
});

test('a list is exported as it is filtered, in the language of the page, with nothing that runs as a formula', async () => {
  const mark = 'zither';
  // Without another the list would look the same before it is filtered.
  await buildGenre(story.db, { nameEn: 'Drums' });
  await buildGenre(story.db, { nameKo: '=가야금(1)', nameEn: `${mark} "one"` });
  await buildGenre(story.db, { nameKo: '거문고', nameEn: `${mark}, two` });
  const page = await openOffice(story, '/office/genres', { locale: 'en' });
  await page.getByLabel('Search').fill(mark);
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^genres-[\d-]+\.csv$/);
  const text = (await buffer(await download.createReadStream())).toString('utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  const lines = text.slice(1).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Name (English)');
  expect(text).toContain("'=가야금(1)");
  expect(text).toContain(`"${mark} ""one"""`);
  expect(text).toContain(`"${mark}, two"`);
});

test('what a role may do is ticked box by box, and is all that its people can do', async () => {
  const page = await openOffice(story, '/office/roles/create', { locale: 'en' });
  await page.getByLabel('Name (Korean)').fill('장르 담당');
  await page.getByLabel('Name (English)').fill('Genre keeper');
  await page.getByRole('checkbox', { name: 'Genres: Read' }).check();
  await page.getByRole('checkbox', { name: 'Genres: Update' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Created.').or(page.getByText('Saved.')).first().waitFor();
  const { rows } = await story.pool.query(
    `select id, permissions from staff_roles where name_en = 'Genre keeper'`,
  );
  expect(rows[0].permissions).toEqual({ genres: ['read', 'update'] });
  const keeper = await buildStaff(story.db, { roleId: rows[0].id });
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${story.url}/api/admin/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keeper.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.status;
  };
  const genre = await buildGenre(story.db);
  expect(await ask('GET', 'genres')).toBe(200);
  expect(await ask('PATCH', `genres/${genre.id}`, { name_en: 'Renamed' })).toBe(200);
  expect(await ask('DELETE', `genres/${genre.id}`)).toBe(403);
  const lists = (Object.entries(calls) as [string, CallDefinition][]).filter(
    ([name, { who }]) =>
      /^GET \/api\/admin\/[\w-]+$/.test(name) && typeof who === 'object' && who.module !== 'genres',
  );
  expect(lists.length).toBeGreaterThan(20);
  for (const [name] of lists) expect(await ask('GET', name.replace('GET /api/admin/', '')), name).toBe(403);
});
