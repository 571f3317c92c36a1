import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import iconv from 'iconv-lite';
import pg from 'pg';
import { readSheet } from 'read-excel-file/node';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildCategory,
  buildContentPartner,
  buildEpisode,
  buildGenre,
  buildPerson,
  buildProgramme,
  buildSeason,
  buildStaff,
  unique,
} from '../../../../test/build.ts';
import { buildClip, buildPartnerCategory } from '../../../../test/build-partner-video.ts';
import { runDueJobs } from '../../../../test/jobs.ts';
import type { ImportRecord, ImportRowState } from '../../../contract/admin/imports.ts';
import { resourcesOf } from '../../resource/registry.ts';
import { runImportJob, tidyFilesJob } from './jobs/files.jobs.ts';
import { streamRows } from './tables-of-rows.service.ts';
import { readWorkbook } from './workbook.service.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A zip file of parts. */
async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A workbook whose sheet has this XML. */
const workbook = (rows: string, after = '') =>
  zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeNames}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${officeNames}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
  });

const cell = (place: string, value: string | number) =>
  typeof value === 'number'
    ? `<c r="${place}"><v>${value}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const line = (number: number, ...values: (string | number)[]) =>
  `<row r="${number}">${values.map((value, at) => cell(`${String.fromCharCode(65 + at)}${number}`, value)).join('')}</row>`;

const csv = (...rows: string[][]) =>
  Buffer.from(
    rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  );

describe('an import of the office', () => {
  let api: TestApi;
  let who: { token: string };
  beforeAll(async () => {
    api = await openTestApi();
    who = { token: (await buildStaff(api.db)).token };
  });
  const send = (
    resource: string,
    body: Buffer,
    { token = who.token, name = '파일.csv', locale = 'ko' as const } = {},
  ) => api.call('POST /api/admin/imports', { token, locale, query: { resource, file_name: name }, body });
  const upload = async (resource: string, body: Buffer): Promise<ImportRecord> => {
    const { status, body: answer } = await send(resource, body);
    expect([status, answer.errors]).toEqual([200, undefined]);
    return answer.data;
  };
  const get = async (id: string) =>
    (await api.call('GET /api/admin/imports/{id}', { ...who, params: { id } })).body.data;
  const run = async (id: string, dry_run: boolean, refused: 'stop' | 'skip' = 'stop') => {
    const begun = await api.call('POST /api/admin/imports/{id}/run', {
      ...who,
      params: { id },
      body: { dry_run, refused },
    });
    expect([begun.status, begun.body.errors]).toEqual([200, undefined]);
    await runDueJobs(api, [runImportJob]);
    return get(id);
  };
  const rowsOf = async (id: string, state?: ImportRowState, locale: 'ko' | 'en' = 'ko') =>
    (
      await api.call('GET /api/admin/imports/{id}/rows', {
        ...who,
        locale,
        params: { id },
        query: { per_page: 200, ...(state ? { state } : {}) },
      })
    ).body.data;
  /** Problems of a file's rows in a dry run, as line, column and message. */
  const problemsOf = async (resource: string, body: Buffer) => {
    const { id } = await upload(resource, body);
    await run(id, true);
    return (await rowsOf(id, 'refused')).flatMap(({ line: at, problems }) =>
      problems.map(({ column, message }) => [at, column, message]),
    );
  };
  const file = async (path: string) => {
    const response = await api.app.inject({
      method: 'GET',
      url: path,
      headers: { authorization: `Bearer ${who.token}`, 'x-locale': 'ko' },
    });
    expect(response.statusCode).toBe(200);
    return response.rawPayload;
  };
  const people = async () =>
    (
      await api.db.execute(
        sql`select slug, name_ko, name_en, birth_date::text, profession_ko from catalog_people order by slug`,
      )
    ).rows;

  test('says row by row what is new, changed, the same or refused, and changes nothing by that', async () => {
    const known = await buildPerson(api.db, { nameKo: '옛 이름', nameEn: 'Known', birthDate: '1980-01-31' });
    const same = await buildPerson(api.db, { nameKo: '그대로', nameEn: 'Same' });
    const before = await people();
    const fresh = unique('fresh');
    const record = await upload(
      'people',
      csv(
        ['주소 이름', 'Name (Korean)', 'name_en', '생년월일', '메모'],
        [fresh, '새 사람', 'New', '1990. 2. 3.', ''],
        [known.slug, '새 이름', 'Known', '(비움)', ''],
        [same.slug, '그대로', '', '', 'x'],
        [unique('bad'), '', 'No Korean name', '1990-02-30', ''],
        ['', '이름만', 'Only a name', '', ''],
      ),
    );
    expect(record).toMatchObject({
      state: 'uploaded',
      rows: 5,
      mapping: ['slug', 'name_ko', 'name_en', 'birth_date', null],
    });
    expect(record.samples[0]?.slice(0, 2)).toEqual([fresh, '새 사람']);
    const checked = await run(record.id, true);
    expect(checked).toMatchObject({
      state: 'checked',
      counts: { new: 1, changed: 1, same: 1, refused: 2 },
      event_id: null,
    });
    const rows = await rowsOf(record.id);
    expect(rows.map(({ line: at, state }) => [at, state])).toEqual([
      [2, 'new'],
      [3, 'changed'],
      [4, 'same'],
      [5, 'refused'],
      [6, 'refused'],
    ]);
    expect(rows[1]).toMatchObject({
      label: '새 이름',
      changes: { name_ko: ['옛 이름', '새 이름'], birth_date: ['1980-01-31', null] },
    });
    expect(rows[3]?.problems).toEqual([
      { column: 'name_ko', label: '이름 (한국어)', message: '이 칸의 입력은 필수입니다.' },
      { column: 'birth_date', label: '생년월일', message: '올바른 날짜가 아니에요.' },
    ]);
    expect(rows[4]?.problems.map(({ column }) => column)).toEqual(['slug']);
    expect((await rowsOf(record.id, 'refused', 'en'))[0]?.problems[1]?.message).toBe(
      'Birth date is not a valid date.',
    );
    expect(await people()).toEqual(before);

    // Two rows are refused, so that nothing is imported.
    expect(await run(record.id, false)).toMatchObject({ state: 'checked', event_id: null });
    expect(await people()).toEqual(before);
    // `skip` imports the valid rows.
    const done = await run(record.id, false, 'skip');
    expect(done).toMatchObject({ state: 'done', counts: { new: 1, changed: 1, same: 1, refused: 2 } });
    expect((await people()).find(({ slug }) => slug === fresh)).toMatchObject({
      name_ko: '새 사람',
      birth_date: '1990-02-03',
    });
    const again = await api.call('POST /api/admin/imports/{id}/run', {
      ...who,
      params: { id: record.id },
      body: { dry_run: false },
    });
    expect(again.status).toBe(409);
    const events = await api.call('GET /api/admin/events', { ...who, query: { ids: done.event_id ?? '' } });
    expect(events.body.data[0]).toMatchObject({ action: 'import', label: '파일.csv', records: 2 });

    // The file of refused rows has the uploaded cells and the reason.
    const mend = await readSheet(await file(`/api/admin/imports/${record.id}/refused?format=xlsx`));
    expect(mend.map((row) => row.at(-1))).toEqual([
      '거절한 이유',
      expect.stringContaining('생년월일: 올바른 날짜가 아니에요.'),
      expect.stringContaining('주소 이름'),
    ]);
    // Undoing restores the earlier values.
    const undone = await api.call('POST /api/admin/undo', {
      ...who,
      body: { event_id: done.event_id ?? '' },
    });
    expect(undone.body.data.refused).toEqual([]);
    expect(await people()).toEqual(before);
    expect(await get(record.id)).toMatchObject({ undone: true });
  });

  test('makes what rows of the same file name first: a genre before those below it', async () => {
    const [parent, child, refused] = [unique('parent'), unique('child'), unique('refused')];
    const existing = await buildGenre(api.db, { nameKo: '원래 위' });
    const record = await upload(
      'genres',
      csv(
        ['slug', 'name_ko', 'name_en', 'parent'],
        [child, '새 아래', 'New child', '새 위'],
        [existing.slug, '원래 위', existing.nameEn, parent],
        [refused, '셋째 단계', 'Third', child],
        [unique('orphan'), '짝 없음', 'Orphan', '없는 위'],
        ['Not A Slug', '틀린 위', 'Wrong', ''],
        [unique('below'), '틀린 위 아래', 'Below', '틀린 위'],
        ['own', '저 자신', 'Own', 'own'],
        [parent, '새 위', 'New parent', ''],
      ),
    );
    const found = async () =>
      (
        await api.db.execute<{ slug: string; parent: string | null }>(
          sql`select g.slug, p.slug as parent from catalog_genres g left join catalog_genres p on p.id = g.parent_id
            where g.slug in (${child}, ${parent}, ${refused}, ${existing.slug}) order by g.name_en`,
        )
      ).rows;
    const before = await found();
    for (const dryRun of [true, false]) {
      const run_ = await run(record.id, dryRun, 'skip');
      expect(run_).toMatchObject({ counts: { new: 2, changed: 1, same: 0, refused: 5 } });
      expect((await rowsOf(record.id)).map(({ line: at, state }) => [at, state])).toEqual([
        [2, 'new'],
        [3, 'changed'],
        [4, 'refused'],
        [5, 'refused'],
        [6, 'refused'],
        [7, 'refused'],
        [8, 'refused'],
        [9, 'new'],
      ]);
      expect(
        (await rowsOf(record.id, 'refused')).flatMap(({ problems }) => problems.map(({ column }) => column)),
      ).toEqual(['parent', 'parent', 'slug', 'parent', 'parent']);
      if (dryRun) {
        expect(await found()).toEqual(before);
        // The new parent does not exist yet, so that its name replaces its id.
        expect((await rowsOf(record.id, 'new'))[0]?.changes.parent_id?.[1]).toBe('새 위');
      }
    }
    expect(await found()).toEqual(
      expect.arrayContaining([
        { slug: child, parent },
        { slug: existing.slug, parent },
        { slug: parent, parent: null },
      ]),
    );
    const { event_id } = await get(record.id);
    const undone = await api.call('POST /api/admin/undo', { ...who, body: { event_id: event_id ?? '' } });
    expect(undone.body.data.refused).toEqual([]);
    expect(await found()).toEqual(before);
  });

  test('of programmes and episodes finds what rows name: categories, genres, seasons, videos', async () => {
    const top = await buildCategory(api.db, { nameKo: '드라마 분류' });
    const sub = await buildCategory(api.db, { nameKo: '하위', parentId: top.id });
    const genres = [await buildGenre(api.db, { nameKo: '스릴러' }), await buildGenre(api.db)];
    const asset = await buildAsset(api.db, { fileName: '1화.mp4' });
    const partner = await buildContentPartner(api.db, { nameKo: '달빛 제작사' });
    const slug = unique('series');
    const made = await upload(
      'programmes',
      csv(
        [
          'slug',
          'kind',
          'title_ko',
          'title_en',
          '카테고리',
          '하위 카테고리',
          '장르',
          '시청 등급',
          '공개',
          '공개 시작',
          '제휴사(CP)',
          'regions',
        ],
        [
          slug,
          '시리즈',
          '시리즈',
          'Series',
          '드라마 분류',
          '하위',
          `스릴러, ${genres[1]?.slug}`,
          '15세',
          '예',
          '2026-07-01 09:30',
          partner.nameKo,
          '미국; ca',
        ],
        [
          unique('movie'),
          '연극',
          'ㄱ',
          'A',
          '없는 분류',
          '하위',
          '',
          '16',
          '',
          '2026-13-01',
          '없는 제휴사',
          'US, 화성',
        ],
      ),
    );
    await run(made.id, false, 'skip');
    expect((await rowsOf(made.id, 'refused'))[0]?.problems.map(({ column }) => column).sort()).toEqual([
      'available_from',
      'category',
      'content_partner',
      'kind',
      'maturity',
      'regions',
    ]);
    const { body } = await api.call('GET /api/admin/programmes', { ...who, query: { q: '시리즈' } });
    const programme = body.data.find((own) => own.slug === slug);
    expect(programme).toMatchObject({
      kind: 'series',
      category_id: top.id,
      sub_category_id: sub.id,
      genre_ids: genres.map(({ id }) => id),
      maturity: 15,
      published: true,
      available_from: '2026-07-01T16:30:00.000Z',
      content_partner_id: partner.id,
      regions: ['US', 'CA'],
    });
    const seasons = await upload('seasons', csv(['프로그램', '번호'], [slug, '１'], [slug, '1']));
    await run(seasons.id, false, 'skip');
    expect(
      (await rowsOf(seasons.id, 'refused')).map(({ line: at, problems }) => [at, problems[0]?.message]),
    ).toEqual([[3, '2번째 줄과 같은 항목이에요. 하나만 남겨 주세요.']]);
    const episodes = await upload(
      'episodes',
      csv(
        ['프로그램', '시즌', '번호', '제목 (한국어)', '제목 (영어)', '영상 파일'],
        [slug, '1', '1', '첫 회', 'First', '1화.mp4'.normalize('NFD')],
        [slug, '2', '1', '없는 시즌', 'No season', ''],
        [slug, '1', '2', '없는 영상', 'No video', '2화.mp4'],
        ['nobody', '1', '3', '없는 프로그램', 'No programme', ''],
      ),
    );
    await run(episodes.id, false, 'skip');
    const list = await api.call('GET /api/admin/episodes', {
      ...who,
      query: { programme_id: programme?.id ?? '' },
    });
    expect(list.body.data).toMatchObject([
      { season_number: 1, number: 1, title_ko: '첫 회', asset_id: asset.id },
    ]);
    expect(
      (await rowsOf(episodes.id, 'refused')).map(({ problems }) =>
        problems.map(({ column, message }) => [column, message]),
      ),
    ).toEqual([
      [['season_number', '‘2’ 항목을 찾을 수 없어요.']],
      [['video_file', '‘2화.mp4’ 항목을 찾을 수 없어요.']],
      [['programme', '‘nobody’ 항목을 찾을 수 없어요.']],
    ]);
  });

  test('of clips finds categories and videos, and takes addresses of the partner as ids', async () => {
    const top = await buildPartnerCategory(api.db, { nameKo: '먹방' });
    const sub = await buildPartnerCategory(api.db, { nameKo: '분식', parentId: top.id });
    const asset = await buildAsset(api.db, { fileName: '떡볶이.mp4' });
    const [theirs, ours] = [unique('clip'), unique('clip')];
    const head = [
      '주소 이름',
      '제목 (한국어)',
      '제목 (영어)',
      '카테고리',
      '하위 카테고리',
      '유튜브 영상 ID',
      '영상 파일',
      '길이 (초)',
      '시청 등급',
      '공개',
      '공개 시작',
      '볼 수 있는 국가',
    ];
    const { id } = await upload(
      'clips',
      csv(
        head,
        [
          theirs,
          '떡볶이'.normalize('NFD'),
          'Tteokbokki',
          '먹방',
          '분식',
          'https://youtu.be/-import_01?t=3',
          '',
          '１,０85',
          '15세',
          '예',
          '2026-07-01 09:30',
          'us, CA',
        ],
        [ours, '순대', 'Sundae', '먹방', '', '', '떡볶이.mp4', '', '', '', '', ''],
        [unique('clip'), '둘', 'Both', '먹방', '', 'import_both', '떡볶이.mp4', '', '', '', ''],
        [unique('clip'), '같은', 'Same', '먹방', '', '-import_01', '', '3분', '', '', ''],
        [unique('clip'), '또 같은', 'Same again', '먹방', '', '-import_01', '', '', '', '', ''],
        [unique('clip'), '없는', 'None', '없는 분류', '분식', 'a b', '', '', '', '', '', '화성'],
      ),
    );
    const done = await run(id, false, 'skip');
    expect(done).toMatchObject({ state: 'done', counts: { new: 2, changed: 0, same: 0, refused: 4 } });
    expect(
      (await rowsOf(id, 'refused')).map(({ line: at, problems }) => [
        at,
        problems.map(({ column }) => column),
      ]),
    ).toEqual([
      [4, ['video_file']],
      [5, ['duration']],
      [6, ['youtube_id']],
      [7, ['category', 'regions', 'youtube_id']],
    ]);
    const { body } = await api.call('GET /api/admin/clips', { ...who, query: { category_id: top.id } });
    const bySlug = new Map(body.data.map((own) => [own.slug, own]));
    expect(bySlug.get(theirs)).toMatchObject({
      title_ko: '떡볶이',
      sub_category_id: sub.id,
      youtube_id: '-import_01',
      duration_ms: 1_085_000,
      maturity: 15,
      published: true,
      available_from: '2026-07-01T16:30:00.000Z',
      regions: ['US', 'CA'],
    });
    expect(bySlug.get(ours)).toMatchObject({
      regions: null,
      asset_id: asset.id,
      youtube_id: null,
      published: false,
    });
    const lost =
      line(1, ...head.slice(0, 4), '유튜브 영상 ID') + line(2, unique('c'), 'ㄱ', 'A', '먹방', 1_234_567);
    expect(await problemsOf('clips', await workbook(lost))).toEqual([
      [2, 'youtube_id', expect.stringContaining('앞자리 0')],
    ]);
    await api.call('POST /api/admin/undo', { ...who, body: { event_id: done.event_id ?? '' } });
    const left = await api.call('GET /api/admin/clips', { ...who, query: { category_id: top.id } });
    expect(left.body.data).toEqual([]);
  });

  test('of very many names answers each row, and what nobody foresaw ends an import with words', async () => {
    const rows = Array.from({ length: 400 }, (_, row) => [
      `many-${row}`,
      `많은 ${row}`,
      `Many ${row}`,
      Array.from({ length: 60 }, (_, at) => `nobody-${row}-${at}`).join('; '),
    ]);
    const { id } = await upload('programmes', csv(['slug', 'title_ko', 'title_en', 'credits'], ...rows));
    expect(await run(id, true)).toMatchObject({ state: 'checked', counts: { new: 0, refused: 400 } });

    const broken = await upload('genres', csv(['slug', 'name_ko', 'name_en'], ['whole', '온전한', 'Whole']));
    const storage = Object.create(api.context.storage, {
      read: { value: () => Promise.reject(new Error('The disk is gone')) },
    });
    await api.call('POST /api/admin/imports/{id}/run', {
      ...who,
      params: { id: broken.id },
      body: { dry_run: true, refused: 'stop' },
    });
    const tryIt = () =>
      runImportJob.run({ id: broken.id }, { ...api.context, storage }, new AbortController().signal);
    await expect(tryIt()).rejects.toThrow('The disk is gone');
    expect(await get(broken.id)).toMatchObject({ state: 'checking' });
    await api.pool.query(
      `update files_imports set started_at = started_at - interval '61 seconds' where id = $1`,
      [broken.id],
    );
    await tryIt();
    expect(await get(broken.id)).toMatchObject({ state: 'failed', error: expect.stringMatching(/./) });
    // It can be tried again.
    expect(await run(broken.id, true)).toMatchObject({ state: 'checked', counts: { new: 1 } });
  });

  describe('with pictures beside the file', () => {
    const image = (width: number, height: number, background = '#a33') =>
      sharp({ create: { width, height, channels: 3, background } })
        .jpeg()
        .toBuffer();
    const sendPicture = (id: string, file_name: string, body: Buffer, { token } = who) =>
      api.call('POST /api/admin/imports/{id}/pictures', {
        token,
        params: { id },
        query: { file_name },
        body,
      });
    const stored = async (prefix: string) => {
      const keys = [];
      for await (const { key } of api.context.storage.list(prefix)) keys.push(key);
      return keys.sort();
    };
    const artworks = async () =>
      (await api.db.execute(sql`select count(*)::int from catalog_artworks`)).rows[0]?.count;
    const head = ['slug', 'kind', 'title_ko', 'title_en', 'category', '세로 포스터 파일', '배너 파일'];

    test('finds them by file name in any case and form, cuts them, and is undone', async () => {
      const category = await buildCategory(api.db);
      const [first, second] = [unique('poster'), unique('poster')];
      const table = csv(
        head,
        [first, 'movie', '가', 'A', category.slug, '포스터 1.JPG', 'banner.jpg'],
        [second, 'movie', '나', 'B', category.slug, '포스터 1.jpg', ''],
      );
      const { id, columns } = await upload('programmes', table);
      expect(columns.filter(({ picture }) => picture).map(({ name }) => name)).toEqual([
        'portrait_file',
        'landscape_file',
        'banner_file',
      ]);
      const sent = await sendPicture(id, '포스터 1.jpg'.normalize('NFD'), await image(300, 600));
      expect([sent.status, sent.body.data.pictures]).toEqual([200, ['포스터 1.jpg']]);
      await sendPicture(id, 'Banner.jpg', await image(900, 500));
      await sendPicture(id, 'unused.jpg', await image(10, 10));
      const [before, files] = [await artworks(), await stored('artworks/')];
      expect(await run(id, true)).toMatchObject({ state: 'checked', counts: { new: 2, refused: 0 } });
      expect((await rowsOf(id))[0]?.changes).toMatchObject({
        portrait_id: [null, '포스터 1.jpg'],
        banner_id: [null, 'Banner.jpg'],
      });
      // A dry run leaves nothing behind.
      expect([await artworks(), await stored('artworks/')]).toEqual([before, files]);

      const done = await run(id, false);
      expect(done).toMatchObject({ state: 'done', counts: { new: 2 }, pictures: [] });
      expect(await artworks()).toBe(Number(before) + 2);
      expect(await stored(`files/imports/${id}/`)).toEqual([]);
      const { body } = await api.call('GET /api/admin/programmes', {
        ...who,
        query: { category_id: category.id },
      });
      const made = new Map(body.data.map((own) => [own.slug, own]));
      expect(made.get(second)?.portrait_id).toBe(made.get(first)?.portrait_id);
      const shown = await api.app.inject(`${made.get(first)?.banner?.url}/640.webp`);
      expect([shown.statusCode, (await sharp(shown.rawPayload).metadata()).height]).toEqual([200, 360]);

      // The same pictures are no change, but a removed picture is.
      const again = await upload('programmes', table);
      await sendPicture(again.id, '포스터 1.jpg', await image(300, 600));
      await sendPicture(again.id, 'Banner.jpg', await image(900, 500));
      expect(await run(again.id, true)).toMatchObject({ counts: { same: 2 } });
      const without = await upload('programmes', csv(['slug', '배너 파일'], [first, '(비움)']));
      expect(await run(without.id, true)).toMatchObject({ counts: { changed: 1 } });

      const undone = await api.call('POST /api/admin/undo', {
        ...who,
        body: { event_id: done.event_id ?? '' },
      });
      expect(undone.body.data.refused).toEqual([]);
    });

    test('refuses names of no picture or of several, of their row and column', async () => {
      const category = await buildCategory(api.db);
      const { id } = await upload(
        'programmes',
        csv(
          head,
          [unique('p'), 'movie', '가', 'A', category.slug, '없음.jpg', 'same.jpg'],
          [unique('p'), 'movie', '나', 'B', category.slug, 'good.jpg', ''],
        ),
      );
      for (const name of ['same.jpg', 'SAME.jpg', 'good.jpg'])
        await sendPicture(id, name, await image(20, 20));
      await run(id, true);
      expect((await rowsOf(id, 'refused')).map(({ line: at, problems }) => [at, problems])).toEqual([
        [
          2,
          [
            {
              column: 'portrait_file',
              label: '세로 포스터 파일',
              message: '올린 그림 중에 ‘없음.jpg’ 파일이 없어요.',
            },
            { column: 'banner_file', label: '배너 파일', message: expect.stringContaining('여럿이에요') },
          ],
        ],
      ]);
      // An import stopped by a refused row stores no pictures. A later upload counts in the next run.
      const before = await artworks();
      expect(await run(id, false)).toMatchObject({ state: 'checked', counts: { refused: 1 } });
      expect(await artworks()).toBe(before);
      const sent = await sendPicture(id, '없음.jpg', await image(20, 20, '#00f'));
      expect(sent.body.data).toMatchObject({ state: 'uploaded', counts: null });
      expect(await run(id, false, 'skip')).toMatchObject({ state: 'done', counts: { new: 1, refused: 1 } });
      expect(await artworks()).toBe(Number(before) + 1);
      expect((await sendPicture(id, 'late.jpg', await image(20, 20))).status).toBe(409);
    });

    test('takes what is an image to its end, of bounded size, from who imports it', async () => {
      const { id } = await upload('people', csv(['slug', '사진 파일'], ['nobody', 'a.jpg']));
      const whole = await image(400, 400);
      const status = async (body: Buffer, token = who.token, to = id) =>
        (await sendPicture(to, 'a.jpg', body, { token })).status;
      expect(await status(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(415);
      expect(await status(Buffer.from('GIF89a'))).toBe(415);
      expect(await status(whole.subarray(0, whole.length >> 1))).toBe(415);
      expect(await status(Buffer.alloc(20 * 2 ** 20 + 1))).toBe(413);
      // A small file with many pixels.
      const bomb = await sharp({
        create: { width: 10_000, height: 8_000, channels: 3, background: '#000' },
      })
        .png()
        .toBuffer();
      expect(bomb.length).toBeLessThan(2 ** 20);
      expect(await status(bomb)).toBe(415);
      expect((await get(id)).pictures).toEqual([]);
      const colleague = await buildStaff(api.db);
      expect(await status(whole, colleague.token)).toBe(403);
      const genres = await upload('genres', csv(['slug'], ['none']));
      expect(await status(whole, who.token, genres.id)).toBe(403);
      expect(await status(whole)).toBe(200);
      expect((await get(id)).pictures).toEqual(['a.jpg']);
      api.setNow(new Date(Date.now() + 31 * 86_400_000));
      await tidyFilesJob.run({} as never, api.context, new AbortController().signal);
      api.setNow(undefined);
      expect(await stored(`files/imports/${id}/`)).toEqual([]);
    });
  });

  test('takes an exported list back as it is: nothing is changed', async () => {
    await buildProgramme(api.db, {
      kind: 'movie',
      availableFrom: new Date('2026-03-08T10:00:00Z'),
      premium: true,
      maturity: 19,
      releaseYear: 1999,
    });
    const fields: [field: string, label: string, values?: Record<string, string>, of?: string][] = [
      ['slug', '주소 이름'],
      ['kind', '종류', { series: '시리즈', movie: '영화' }],
      ['title_ko', '제목 (한국어)'],
      ['category_id', '카테고리', undefined, 'categories'],
      ['genre_ids', '장르', undefined, 'genres'],
      ['maturity', '시청 등급', { 0: '전체 · TV-G', 15: '15세 · TV-14', 19: '19세 · TV-MA' }],
      ['premium', '이용', { true: '프리미엄', false: '무료' }],
      ['release_year', '제작 연도'],
      ['available_from', '공개 시작'],
    ];
    for (const format of ['csv', 'xlsx'] as const) {
      const { body } = await api.call('POST /api/admin/exports', {
        ...who,
        body: {
          resource: 'programmes',
          format,
          columns: fields.map(([field, label, values, of]) => ({
            field,
            label,
            ...(values ? { values } : {}),
            ...(of ? { of } : {}),
          })),
        },
      });
      const { id, mapping } = await upload(
        'programmes',
        await file(`/api/admin/exports/${body.data.id}/file`),
      );
      expect(mapping).not.toContain(null);
      expect(await run(id, true)).toMatchObject({
        counts: { new: 0, changed: 0, same: body.data.rows, refused: 0 },
      });
    }
  });

  test('takes back what an export has shortened: names of several, names with a comma, states, instants', async () => {
    const common = unique('같은');
    const [secondHalfPastOne, withSeconds] = ['2026-11-01T09:30:00.000Z', '2026-06-01T09:30:30.000Z'];
    const categories = [
      await buildCategory(api.db, { nameKo: common, nameEn: common }),
      await buildCategory(api.db, { nameKo: common, nameEn: common }),
    ] as const;
    const subs = [
      await buildCategory(api.db, { parentId: categories[0].id }),
      await buildCategory(api.db, { parentId: categories[0].id, nameKo: '둘째', nameEn: 'Second' }),
    ] as const;
    const genres = [
      await buildGenre(api.db, { nameKo: '액션, 모험', nameEn: 'Action, adventure' }),
      await buildGenre(api.db, {
        nameKo: common,
        nameEn: common,
        availableFrom: new Date(secondHalfPastOne),
      }),
      await buildGenre(api.db, { nameKo: common, nameEn: common }),
    ];
    await buildPerson(api.db, { nameKo: "'=1", nameEn: '(empty)', professionKo: '=1' });
    const series = [];
    for (const availableUntil of [null, new Date('2026-01-01T00:00:00Z')]) {
      const programme = await buildProgramme(
        api.db,
        {
          kind: 'series',
          titleKo: common,
          titleEn: common,
          categoryId: categories[0].id,
          subCategoryId: subs[0].id,
          availableUntil,
        },
        { genreIds: genres.map(({ id }) => id) },
      );
      const season = await buildSeason(api.db, { programmeId: programme.id });
      const named = await buildSeason(api.db, { programmeId: programme.id, number: 2, nameKo: '외전' });
      for (const own of [season, named])
        await buildEpisode(api.db, {
          season: own,
          availableFrom: new Date(withSeconds),
          assetId: (await buildAsset(api.db, { fileName: `${common}.mp4` })).id,
        });
      series.push(programme);
    }
    await buildProgramme(api.db, { availableFrom: new Date('2099-01-01T08:00:00Z') });
    await buildClip(api.db, { durationMs: 3_785_123 });
    const states = {
      ko: { published: '공개', hidden: '비공개', scheduled: '공개 예정', ended: '공개 종료' },
      en: { published: 'Published', hidden: 'Hidden', scheduled: 'Scheduled', ended: 'Ended' },
    };
    const lists: Record<string, [field: string, of?: string][]> = {
      genres: [['slug'], ['name_ko'], ['parent_id', 'genres'], ['available_from']],
      people: [['slug'], ['name_ko'], ['name_en'], ['profession_ko']],
      programmes: [
        ['slug'],
        ['title_ko'],
        ['category_id', 'categories'],
        ['sub_category_id', 'categories'],
        ['genre_ids', 'genres'],
        ['available_from'],
        ['available_until'],
      ],
      seasons: [['programme_id', 'programmes'], ['number'], ['name_ko']],
      episodes: [
        ['programme_id', 'programmes'],
        ['season_id', 'seasons'],
        ['number'],
        ['asset_id', 'assets'],
        ['available_from'],
      ],
      clips: [['slug'], ['duration_ms']],
    };
    const headings: Record<string, string> = { programme_id: 'programme', season_id: 'season_number' };
    for (const [resource, fields] of Object.entries(lists))
      for (const [format, locale] of [
        ['csv', 'ko'],
        ['xlsx', 'en'],
      ] as const) {
        const { body } = await api.call('POST /api/admin/exports', {
          ...who,
          locale,
          body: {
            resource,
            format,
            columns: [
              ...fields.map(([field, of]) => ({
                field,
                label: headings[field] ?? field,
                ...(of ? { of } : {}),
                ...(field === 'duration_ms' ? { as: 'duration' as const } : {}),
              })),
              { field: 'published', label: 'published', as: 'publication', values: states[locale] },
            ],
          },
        });
        const { id, mapping } = await upload(resource, await file(`/api/admin/exports/${body.data.id}/file`));
        expect(mapping).not.toContain(null);
        const { counts } = await run(id, true);
        expect([resource, format, await rowsOf(id, 'refused'), counts]).toEqual([
          resource,
          format,
          [],
          { new: 0, changed: 0, same: body.data.rows, refused: 0 },
        ]);
      }

    // A cell that differs from the export is a change, even within an unchanged category.
    const [first] = series;
    const { id } = await upload(
      'programmes',
      csv(
        ['slug', 'category', 'sub_category'],
        [first?.slug ?? '', `${common} (${categories[0].slug})`, 'Second'],
      ),
    );
    await run(id, true);
    const [changed] = await rowsOf(id, 'changed');
    expect(Object.keys(changed?.changes ?? {})).toEqual(['sub_category_id']);
    const alone = await upload('programmes', csv(['slug', 'sub_category'], [first?.slug ?? '', '둘째']));
    expect(await run(alone.id, true)).toMatchObject({ counts: { changed: 1 } });
  });

  test('takes the cast of programs back as it was exported, changes it, and gives it back when undone', async () => {
    const namesakes = [
      await buildPerson(api.db, { nameKo: '김하나', nameEn: 'Hana Kim' }),
      await buildPerson(api.db, { nameKo: '김하나', nameEn: 'Hana Kim' }),
    ] as const;
    const other = await buildPerson(api.db, { nameKo: '이두리', nameEn: 'Duri Lee' });
    // The name equals another person's name with the slug.
    const odd = await buildPerson(api.db, { nameKo: `이두리 (${other.slug})`, nameEn: 'Odd' });
    const programme = await buildProgramme(api.db);
    const save = async (credits: object[]) =>
      api.call('PATCH /api/admin/programmes/{id}', {
        ...who,
        params: { id: programme.id },
        body: { credits } as never,
      });
    const castOf = async () =>
      (await api.call('GET /api/admin/programmes/{id}', { ...who, params: { id: programme.id } })).body.data
        .credits;
    const credit = (person: { id: string }, role_ko = '', role_en = '') => ({
      person_id: person.id,
      role_ko,
      role_en,
    });
    const cast = [
      credit(namesakes[1], '김 과장; 화자 | 둘', 'Back\\slash, "quoted"'),
      credit(other),
      credit(namesakes[0], '', 'Only in English'),
      credit(odd, '=1+1', '-'),
    ];
    expect((await save(cast)).status).toBe(200);
    for (const [format, locale] of [
      ['csv', 'ko'],
      ['xlsx', 'en'],
    ] as const) {
      const { body } = await api.call('POST /api/admin/exports', {
        ...who,
        locale,
        body: {
          resource: 'programmes',
          format,
          columns: [
            { field: 'slug', label: 'slug' },
            { field: 'credits', label: '출연·제작진', of: 'people' },
          ],
        },
      });
      const { id, mapping } = await upload(
        'programmes',
        await file(`/api/admin/exports/${body.data.id}/file`),
      );
      expect(mapping).toEqual(['slug', 'credits']);
      expect(await run(id, true)).toMatchObject({
        counts: { new: 0, changed: 0, same: body.data.rows, refused: 0 },
      });
    }

    const turned = await upload(
      'programmes',
      csv(['slug', '출연·제작진'], [programme.slug, `Odd|감독\n${namesakes[0].slug} | 하나 | Hana; `]),
    );
    const done = await run(turned.id, false);
    expect(await castOf()).toEqual([credit(odd, '감독'), credit(namesakes[0], '하나', 'Hana')]);
    await api.call('POST /api/admin/undo', { ...who, body: { event_id: done.event_id ?? '' } });
    expect(await castOf()).toEqual(cast);
    const emptied = await upload('programmes', csv(['slug', 'credits'], [programme.slug, '(비움)']));
    await run(emptied.id, false);
    expect(await castOf()).toEqual([]);

    const rows = ['김하나 | 역할', `${other.slug}; 없는 사람`, `${other.slug}; Duri Lee | 감독`];
    rows.push(`${other.slug} | 하나 | 둘 | 셋`, `${other.slug} | ${'가'.repeat(101)}`);
    const slugs = await Promise.all(rows.map(async () => (await buildProgramme(api.db)).slug));
    expect(
      await problemsOf(
        'programmes',
        csv(['slug', 'credits'], ...rows.map((own, at) => [slugs[at] ?? '', own])),
      ),
    ).toEqual([
      [2, 'credits', '‘김하나’ 항목이 여럿이라 어느 것인지 알 수 없어요.'],
      [3, 'credits', '‘없는 사람’ 항목을 찾을 수 없어요.'],
      [4, 'credits', '‘Duri Lee’ 항목이 두 번 있어요. 하나만 남겨 주세요.'],
      [5, 'credits', expect.stringContaining('나눈 값이 너무 많아요')],
      [6, 'credits', expect.stringContaining('100')],
    ]);
  });

  test('of genres, people and seasons sets windows, and refuses an hour that clocks skip', async () => {
    const programme = await buildProgramme(api.db, { kind: 'series' });
    const [genre, person] = [await buildGenre(api.db), await buildPerson(api.db)];
    const season = await buildSeason(api.db, { programmeId: programme.id, number: 3 });
    for (const [resource, id, key, own] of [
      ['genres', genre.id, ['slug'], [genre.slug]],
      ['people', person.id, ['slug'], [person.slug]],
      ['seasons', season.id, ['programme', 'number'], [programme.slug, '3']],
    ] as const) {
      const windowOf = async () => {
        const call = `GET /api/admin/${resource}/{id}` as const;
        const { available_from, available_until } = (await api.call(call, { ...who, params: { id } })).body
          .data;
        return [available_from, available_until];
      };
      const head = [...key, '공개 시작', '공개 종료'];
      const set = await upload(
        resource,
        csv(head, [...own, '2027-03-14 03:00', '2027-11-07T01:30:00-08:00']),
      );
      const done = await run(set.id, false);
      expect([resource, done.counts?.changed]).toEqual([resource, 1]);
      // The first hour after the clock change in spring, and the second of the two equal hours in fall.
      const window = ['2027-03-14T10:00:00.000Z', '2027-11-07T09:30:00.000Z'];
      expect(await windowOf()).toEqual(window);
      const skipped = '시계를 한 시간 앞당기는 날이라 없는 시각이에요. 다른 시각을 골라 주세요.';
      expect(
        await problemsOf(resource, csv(head, [...own, '2027-03-14 02:30', '2027. 3. 14. 2:00'])),
      ).toEqual([
        [2, 'available_from', skipped],
        [2, 'available_until', skipped],
      ]);
      expect(await problemsOf(resource, csv(head, [...own, '2027-12-01', '']))).toEqual([
        [2, 'available_until', expect.stringContaining('시작보다')],
      ]);
      expect(await windowOf()).toEqual(window);
      const cleared = await upload(resource, csv(head, [...own, '(비움)', '(비움)']));
      await run(cleared.id, false);
      expect(await windowOf()).toEqual([null, null]);
    }
  });

  test('reads what Excel writes: dates as numbers, full-width digits, decomposed names, CP949, a told separator', async () => {
    const slug = unique('excel');
    const nfd = '한글 이름'.normalize('NFD');
    const sheet = await upload(
      'people',
      await workbook(
        line(1, '주소 이름', '이름 (한국어)', '이름 (영어)', '생년월일') +
          line(2, slug, nfd, 'Excel', 29_251),
      ),
    );
    await run(sheet.id, false);
    expect((await people()).find((own) => own.slug === slug)).toMatchObject({
      name_ko: '한글 이름',
      birth_date: '1980-01-31',
    });
    const korean = await upload(
      'people',
      iconv.encode(`주소 이름\t이름 (한국어)\t이름 (영어)\r\n${slug}\t똠방각하 펲시콜라\tDdom\r\n`, 'cp949'),
    );
    await run(korean.id, false);
    expect((await people()).find((own) => own.slug === slug)).toMatchObject({ name_ko: '똠방각하 펲시콜라' });
    const separated = await upload(
      'people',
      Buffer.from(`sep=;\r\n\r\n주소 이름;이름 (한국어);이름 (영어)\r\n${slug};'＝둘, 셋;"Semi; colon"\r\n`),
    );
    await run(separated.id, false);
    expect((await rowsOf(separated.id)).map(({ line: at }) => at)).toEqual([4]);
    expect((await people()).find((own) => own.slug === slug)).toMatchObject({
      name_ko: '＝둘, 셋',
      name_en: 'Semi; colon',
    });
    const programme = await buildProgramme(api.db, { kind: 'series', assetId: null });
    const seasons = await upload('seasons', csv(['프로그램', '번호'], [programme.slug, '１２']));
    await run(seasons.id, false);
    const listed = await api.call('GET /api/admin/seasons', {
      ...who,
      query: { programme_id: programme.id },
    });
    expect(listed.body.data.map(({ number }) => number)).toEqual([12]);
  });

  test('refuses half an emoji and NUL by their row and column, and passes over them in headings', async () => {
    const names = ['주소 이름', '이름 (한국어)', '이름 (영어)\0'];
    const broken = ['half \ud83d', 'nul \0'];
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        [names, ...broken.map((name) => [unique('broken'), name, 'x'])]
          .map((row) => row.join('\t'))
          .join('\r\n'),
        'utf16le',
      ),
    ]);
    const refused = '형식이 올바르지 않아요.';
    expect(await problemsOf('people', utf16)).toEqual([
      [2, 'name_ko', refused],
      [3, 'name_ko', refused],
    ]);
    const sheet = await workbook(
      line(1, '주소 이름', '이름 (한국어)', '이름 (영어)') +
        line(2, unique('broken'), '_xD83D_', 'x') +
        line(3, unique('broken'), 'y', '_x0000_'),
    );
    expect(await problemsOf('people', sheet)).toEqual([
      [2, 'name_ko', refused],
      [3, 'name_en', refused],
    ]);
  });

  test('names the row and the column of what is wrong in a cell, each with its own words', async () => {
    const head = line(1, '주소 이름', '이름 (한국어)', '이름 (영어)');
    expect(await problemsOf('people', await workbook(head + line(2, 7, '영칠', 'Seven')))).toEqual([
      [2, 'slug', expect.stringContaining('앞자리 0')],
    ]);
    const merged = await workbook(
      head +
        line(2, unique('a'), '하나', 'One') +
        `<row r="3">${cell('A3', unique('b'))}${cell('C3', 'Two')}</row>`,
      '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>',
    );
    expect(await problemsOf('people', merged)).toEqual([
      [2, 'name_ko', expect.stringContaining('합쳐진 칸')],
      [3, 'name_ko', expect.stringContaining('합쳐진 칸')],
    ]);
    const formulas = await workbook(
      head +
        `<row r="2">${cell('A2', unique('f'))}<c r="B2" t="str"><f>CMD("calc")</f><v>계산된 이름</v></c>${cell('C2', 'Formula')}</row>` +
        `<row r="3">${cell('A3', unique('f'))}<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>${cell('C3', 'Error')}</row>` +
        `<row r="4">${cell('A4', unique('f'))}<c r="B4"><f>NOW()</f></c>${cell('C4', 'Nothing')}</row>`,
    );
    expect(await problemsOf('people', formulas)).toEqual([
      [3, 'name_ko', '수식의 결과가 오류(#DIV/0!)예요.'],
      [4, 'name_ko', '수식의 결과가 오류(?)예요.'],
    ]);
    const twice = unique('twice');
    expect(
      await problemsOf(
        'people',
        csv(['slug', 'name_ko', 'name_en'], [twice, '하나', 'One'], [twice, '둘', 'Two']),
      ),
    ).toEqual([[3, 'slug', expect.stringContaining('2번째 줄')]]);
    // A name shared by two records is ambiguous.
    await buildCategory(api.db, { nameKo: '두 번' });
    await buildCategory(api.db, { nameKo: '두 번' });
    expect(
      await problemsOf(
        'programmes',
        csv(['slug', 'kind', 'title_ko', 'title_en', 'category'], [unique('p'), 'movie', 'ㄱ', 'A', '두 번']),
      ),
    ).toEqual([[2, 'category', expect.stringContaining('여럿')]]);
    // A refusal by the database is shown at its row too. Here a window ends before it starts.
    expect(
      await problemsOf(
        'programmes',
        csv(
          ['slug', 'available_from', 'available_until'],
          [(await buildProgramme(api.db)).slug, '2026-02-02', '2026-01-01'],
        ),
      ),
    ).toEqual([[2, 'available_until', expect.stringContaining('시작보다')]]);
  });

  test('reads the first visible sheet, and cells by their position where they have no reference', async () => {
    const slugsOf = async (body: Buffer) => {
      const { lines } = await readWorkbook(body);
      return lines.map((cells) => cells[0]);
    };
    const stored = (name: string) =>
      readFileSync(join(import.meta.dirname, '../../../../test/cases/tables', name));
    expect(await slugsOf(stored('hidden-first-sheet.xlsx'))).toEqual(['주소 이름', 'x-hid2']);
    const { lines } = await readWorkbook(stored('cells-without-reference.xlsx'));
    expect(lines[1]).toEqual([
      'x-allnoref',
      'movie',
      '제목',
      'Tx-allnoref',
      'drama',
      '2026-07-01 12:00',
      2026,
    ]);
    // References on some of them, in rows that follow each other or leave rows out, with empty cells between.
    const text = (value: string, place = '') =>
      `<c${place && ` r="${place}"`} t="inlineStr"><is><t>${value}</t></is></c>`;
    const mixed = await workbook(
      `<row>${text('slug')}${text('name_ko')}</row><row r="3"><c/>${text('ㄱ')}${text('far', 'AB3')}${text('next')}</row><row>${text('b')}</row>`,
    );
    const read = (await readWorkbook(mixed)).lines;
    expect(read.map((cells) => cells[0])).toEqual(['slug', null, null, 'b']);
    expect([read[2]?.[1], read[2]?.[27], read[2]?.[28]]).toEqual(['ㄱ', 'far', 'next']);
    // A chart before the first sheet, and days that count from 1904.
    const chart = await zipOf({
      '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeNames}"><workbookPr date1904="true"/><sheets><sheet name="C" sheetId="1" r:id="rId1"/><sheet name="V" sheetId="2" state="veryHidden" r:id="rId2"/><sheet name="S" sheetId="3" r:id="rId3"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${officeNames}/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeNames}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Type="${officeNames}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId4" Type="${officeNames}/styles" Target="styles.xml"/></Relationships>`,
      'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${line(1, 'no')}</sheetData></worksheet>`,
      'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><sheetData><row><c s="1"><v>0</v></c></row></sheetData></worksheet>`,
    });
    expect((await readWorkbook(chart)).lines).toEqual([['1904-01-01']]);
  });

  test('refuses a file that it cannot read, and says why', async () => {
    const why = async (body: Buffer, resource = 'people') => {
      const answer = await send(resource, body);
      return [answer.status, answer.body.errors?.file?.[0] ?? answer.body.errors];
    };
    const refused = (text: string) => [422, expect.stringContaining(text)];
    const head = line(1, 'slug', 'name_ko');
    expect(await why(Buffer.alloc(0))).toEqual(refused('내용이 없어요'));
    expect(await why(Buffer.from('\r\n  \r\n'))).toEqual(refused('내용이 없어요'));
    expect(await why(Buffer.from('slug,name_ko\r\n'))).toEqual(refused('제목 줄 아래'));
    expect(await why(await workbook(''))).toEqual(refused('내용이 없어요'));
    expect(await why(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'))).toEqual(refused('CSV 파일만'));
    expect(await why(await zipOf({ 'word/document.xml': '<w/>' }))).toEqual(refused('CSV 파일만'));
    expect(await why(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual(refused('옛 Excel'));
    expect(await why((await workbook(head + line(2, 'a', 'ㄱ'))).subarray(0, 300))).toEqual(
      refused('깨져서'),
    );
    expect(await why(Buffer.from('slug,name_ko\r\n"a,ㄱ'))).toEqual(refused('깨져서'));
    const many = Array.from({ length: 10_001 }, (_, at) => [`s${at}`, '이름']);
    expect(await why(csv(['slug', 'name_ko'], ...many))).toEqual(refused('10000줄까지'));
    const million = Array.from(
      { length: 1_000_000 },
      (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>1</v></c></row>`,
    );
    expect(await why(await workbook(head + million.join('')))).toEqual(refused('10000줄까지'));
    expect(
      await why(await workbook(`${head}<row r="2">${cell('A2', 'a')}${cell('XFD2', 'far')}</row>`)),
    ).toEqual(refused('200개까지'));
    expect(
      await why(
        await workbook(head + line(2, 'a', 'ㄱ'), '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>'),
      ),
    ).toEqual(refused('합쳐져'));
    // A `>` inside an attribute would hide the position of the cell from the check.
    expect(await why(await workbook(`${head}<row r="2"><c x=">" r="XFD2"><v>1</v></c></row>`))).toEqual(
      refused('깨져서'),
    );
    // Distant cells, up to which the reader would fill the sheet.
    expect(await why(await workbook(`${head}<row r="1048576">${cell('Z1048576', 'far')}</row>`))).toEqual(
      refused('1048576번째 줄'),
    );
    for (const rows of [
      '<row r="99999999999"/>',
      '<row\tr = "1e10"></row>',
      '<row><c r="A99999999999"/></row>',
      `<row r="2">${cell('AAAAAAAA2', 'far')}</row>`,
    ])
      expect(await why(await workbook(head + rows))).toEqual(refused('깨져서'));
    // Empty merged cells over all rows of a sheet, a thousand times.
    const merges = '<mergeCell ref="B3:B1048576"/>'.repeat(1000);
    const empty = await workbook(head + line(2, 'a', 'ㄱ'), `<mergeCells>${merges}</mergeCells>`);
    expect((await send('people', empty)).status).toBe(200);
    // A zip bomb that states its size, and one that states a smaller size.
    const bomb = await workbook(`${head}${' '.repeat(70 * 2 ** 20)}`);
    expect(bomb.length).toBeLessThan(2 ** 20);
    expect(await why(bomb)).toEqual(refused('64 MB'));
    const directory = bomb.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    const lying = Buffer.from(bomb);
    lying.writeUInt32LE(1000, directory + 24);
    expect(await why(lying)).toEqual(refused('64 MB'));
    expect((await send('people', Buffer.alloc(33 * 2 ** 20, 'a'))).status).toBe(413);
    expect((await send('nothing', csv(['slug'], ['a']))).status).toBe(404);
    expect((await send('categories', csv(['slug'], ['a']))).status).toBe(404);
  });

  test('has its columns chosen, and remembers how for the next file', async () => {
    const table = () => csv(['코드', '성함', '영문', '기타'], [unique('map'), '홍길동', 'Hong', '-']);
    const record = await upload('people', table());
    expect(record.mapping).toEqual([null, null, null, null]);
    const map = (mapping: (string | null)[], id = record.id) =>
      api.call('PATCH /api/admin/imports/{id}', { ...who, params: { id }, body: { mapping } });
    const lacking = await api.call('POST /api/admin/imports/{id}/run', {
      ...who,
      params: { id: record.id },
      body: { dry_run: true },
    });
    expect(lacking.body.errors?.mapping?.[0]).toContain('주소 이름');
    expect((await map(['slug', 'name_ko', 'name_ko', null])).body.errors).toHaveProperty(['mapping.2']);
    expect((await map(['slug', 'name_ko', 'colour', null])).body.errors).toHaveProperty(['mapping.2']);
    expect((await map(['slug'])).status).toBe(422);
    expect((await map(['slug', 'name_ko', 'name_en', null])).status).toBe(200);
    expect(await run(record.id, false)).toMatchObject({ state: 'done', counts: { new: 1 } });
    expect((await map(['slug', null, null, null])).status).toBe(409);
    expect((await upload('people', table())).mapping).toEqual(['slug', 'name_ko', 'name_en', null]);
    const colleague = await buildStaff(api.db);
    expect((await send('people', table(), { token: colleague.token })).body.data.mapping).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('has a template of each resource, which can be imported as it is', async () => {
    const importable = (await api.call('GET /api/admin/importable', who)).body.data;
    expect(importable.sort()).toEqual([
      'clips',
      'episodes',
      'genres',
      'people',
      'programmes',
      'radio-entries',
      'schedule-entries',
      'seasons',
    ]);
    for (const resource of importable) {
      for (const format of ['xlsx', 'csv'] as const) {
        const { columns, mapping } = await upload(
          resource,
          await file(`/api/admin/importable/${resource}/template?format=${format}`),
        );
        expect(mapping).toEqual(columns.map(({ name }) => name));
      }
      // Every column fills a field that the resource has.
      const model = resourcesOf(api.context).get(resource);
      const fields = model?.options.imports?.columns.map(({ name, field = name }) => field) ?? [];
      for (const field of fields) if (field) expect(model?.shape.create.shape).toHaveProperty(field);
    }
  });

  test('needs import on the module; others see it with imports alone, and begin it never', async () => {
    const table = csv(['slug', 'name_ko', 'name_en'], [unique('perm'), '이름', 'Name']);
    const reader = await buildStaff(api.db, { permissions: { people: ['read', 'create', 'update'] } });
    expect((await send('people', table, reader)).status).toBe(403);
    expect((await api.call('GET /api/admin/importable', reader)).body.data).toEqual([]);
    const { id } = await upload('people', table);
    const importer = await buildStaff(api.db, { permissions: { people: ['read', 'import'] } });
    const params = { id };
    expect((await api.call('GET /api/admin/imports/{id}', { ...importer, params })).status).toBe(404);
    expect((await api.call('GET /api/admin/imports', importer)).status).toBe(403);
    const chief = await buildStaff(api.db);
    expect((await api.call('GET /api/admin/imports/{id}', { ...chief, params })).status).toBe(200);
    expect(
      (await api.call('POST /api/admin/imports/{id}/run', { ...chief, params, body: { dry_run: true } }))
        .status,
    ).toBe(403);
    // An import needs the permission to create. Without it, nothing is created and the import fails.
    const own = (await send('people', table, importer)).body.data;
    await api.call('POST /api/admin/imports/{id}/run', {
      ...importer,
      params: { id: own.id },
      body: { dry_run: false },
    });
    await runDueJobs(api, [runImportJob]);
    const failed = await api.call('GET /api/admin/imports/{id}', { ...importer, params: { id: own.id } });
    expect(failed.body.data).toMatchObject({ state: 'failed', error: '이 작업을 할 권한이 없어요.' });
  });

  test('by who may not publish makes hidden records, and refuses the cell that publishes', async () => {
    const maker = await buildStaff(api.db, {
      permissions: { people: ['read', 'create', 'update', 'import'] },
    });
    const made = async (body: Buffer) => {
      const { id } = (await send('people', body, maker)).body.data;
      const params = { id };
      await api.call('POST /api/admin/imports/{id}/run', { ...maker, params, body: { dry_run: false } });
      await runDueJobs(api, [runImportJob]);
      const { body: rows } = await api.call('GET /api/admin/imports/{id}/rows', { ...maker, params });
      return rows.data.map(({ line: at, state, problems }) => [
        at,
        state,
        problems.map(({ column }) => column),
      ]);
    };
    const [first, second, third] = [unique('made'), unique('made'), unique('made')];
    const head = ['slug', 'name_ko', 'name_en'];
    expect(await made(csv(head, [first, '이름', 'Name']))).toEqual([[2, 'new', []]]);
    const { rows } = await api.db.execute(sql`select published from catalog_people where slug = ${first}`);
    expect(rows).toEqual([{ published: false }]);
    const open = [...head, 'published'];
    expect(
      await made(csv(open, [second, '이름', 'Name', '공개'], [third, '이름', 'Name', '비공개'])),
    ).toEqual([
      [2, 'refused', ['published']],
      [3, 'new', []],
    ]);
  });

  test('is whole or nothing when the database is lost in the middle, and is made once after all', async () => {
    const slugs = Array.from({ length: 300 }, () => unique('kill'));
    const { id } = await upload(
      'people',
      csv(['slug', 'name_ko', 'name_en'], ...slugs.map((slug) => [slug, '이름', 'Name'])),
    );
    const made = async () =>
      Number(
        (await api.db.execute(sql`select count(*) from catalog_people where slug like 'kill-%'`)).rows[0]
          ?.count,
      );
    await api.call('POST /api/admin/imports/{id}/run', { ...who, params: { id }, body: { dry_run: false } });
    const killer = new pg.Client(api.url);
    await killer.connect();
    const { options } = resourcesOf(api.context).get('people') ?? {};
    const afterChange = options?.afterChange;
    if (options)
      options.afterChange = async (rows, change) => {
        const { rowCount } = await killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
        );
        expect(rowCount).toBe(1);
        await afterChange?.(rows, change);
      };
    const killed = runImportJob.run({ id } as never, api.context, new AbortController().signal);
    await expect(killed).rejects.toThrow();
    await killer.end();
    if (options && afterChange) options.afterChange = afterChange;
    expect(await made()).toBe(0);
    expect((await get(id)).state).toBe('importing');
    await runDueJobs(api, [runImportJob]);
    expect(await get(id)).toMatchObject({ state: 'done' });
    expect(await made()).toBe(300);
    await runImportJob.run({ id } as never, api.context, new AbortController().signal);
    expect(await made()).toBe(300);
  });

  test('is found by its problems: it failed, or rows of it were refused; a file that was only tried has none', async () => {
    const person = await buildStaff(api.db, { contentPartnerId: null });
    const made = async (state: string, refused: number) => {
      const { rows } = await api.pool.query(
        `insert into files_imports (id, staff_id, staff_name, resource, file_name, state, headers, mapping, rows, counts, created_at)
         values (gen_random_uuid(), $1, 'x', 'genres', 'problems.csv', $2, '{}', '[]', 1, $3, now()) returning id`,
        [person.id, state, JSON.stringify({ new: 1, changed: 0, same: 0, refused })],
      );
      return rows[0].id as string;
    };
    const [failed, partly] = [await made('failed', 0), await made('done', 2)];
    const fine = [await made('done', 0), await made('checked', 3)];
    const find = async (has_problems: 'true' | 'false') =>
      (
        await api.call('GET /api/admin/imports', {
          token: person.token,
          query: { q: 'problems', has_problems },
        })
      ).body.data
        .map(({ id }) => id)
        .sort();
    expect(await find('true')).toEqual([failed, partly].sort());
    expect(await find('false')).toEqual(fine.sort());
  });

  test('keeps its rows for a month, and afterwards who imported what', async () => {
    const { id } = await upload(
      'people',
      csv(['slug', 'name_ko', 'name_en'], [unique('old'), '이름', 'Name']),
    );
    await run(id, false);
    api.setNow(new Date(Date.now() + 31 * 86_400_000));
    await tidyFilesJob.run({} as never, api.context, new AbortController().signal);
    api.setNow(undefined);
    expect(await get(id)).toMatchObject({ state: 'done', samples: [], counts: { new: 1 } });
    expect(await rowsOf(id)).toEqual([]);
  });

  test('of 10,000 episodes is tried, made and undone', async () => {
    const programme = await buildProgramme(api.db, { kind: 'series', assetId: null });
    const seasons = [];
    for (let number = 1; number <= 10; number += 1)
      seasons.push(await buildSeason(api.db, { programmeId: programme.id, number }));
    async function* rows() {
      for (let at = 0; at < 10_000; at += 1)
        yield {
          programme: programme.slug,
          season: Math.floor(at / 1000) + 1,
          number: (at % 1000) + 1,
          ko: `${at}번째 이야기`,
          en: `Story ${at}`,
          from: '2026-01-01 09:00',
        };
    }
    const columns = (
      [
        ['programme', '프로그램'],
        ['season', '시즌'],
        ['number', '번호'],
        ['ko', '제목 (한국어)'],
        ['en', '제목 (영어)'],
        ['from', '공개 시작'],
      ] as const
    ).map(([name, label]) => ({ name, label, kind: 'number' as const }));
    const stream = streamRows(columns, rows(), { format: 'xlsx' });
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(stream, 'end');
    const { id } = await upload('episodes', Buffer.concat(chunks));
    const checked = await run(id, true);
    expect(checked.counts).toEqual({ new: 10_000, changed: 0, same: 0, refused: 0 });
    const done = await run(id, false);
    expect(done.state).toBe('done');
    const undone = await api.call('POST /api/admin/undo', {
      ...who,
      body: { event_id: done.event_id ?? '' },
    });
    expect(undone.body.data.changed).toEqual([{ resource: 'episodes', action: 'delete', count: 10_000 }]);
  }, 120_000);

  test('of 2,000 programmes with genres is made', async () => {
    const category = await buildCategory(api.db);
    const genres = [await buildGenre(api.db), await buildGenre(api.db)].map(({ slug }) => slug);
    const own = unique('bulk');
    const { id } = await upload(
      'programmes',
      csv(
        ['slug', 'kind', 'title_ko', 'title_en', 'category', 'genres'],
        ...Array.from({ length: 2_000 }, (_, at) => [
          `${own}-${at}`,
          'series',
          `시리즈 ${at}`,
          `Series ${at}`,
          category.slug,
          genres.join(', '),
        ]),
      ),
    );
    const done = await run(id, false);
    expect(done.counts).toEqual({ new: 2_000, changed: 0, same: 0, refused: 0 });
    const written = await api.db.execute(
      sql`select count(*)::int from catalog_programme_genres g join catalog_programmes p on p.id = g.programme_id where p.slug like ${`${own}-%`}`,
    );
    expect(written.rows).toEqual([{ count: 4_000 }]);
  });
});
