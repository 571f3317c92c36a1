import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../../../test/api.ts';
import {
  buildAsset,
  buildCategory,
  buildContentPartner,
  buildCustomRow,
  buildInquiry,
  buildPerson,
  buildProgramme,
  buildRole,
  buildStaff,
  buildUser,
} from '../../../../test/build.ts';
import { readCsv, readSheetAsCsv } from '../../../../test/csv.ts';
import { runDueJobs, waitingJobs } from '../../../../test/jobs.ts';
import type { ExportColumn, ExportRequest } from '../../../contract/admin/exports.ts';
import { everyPermission, type FieldGroup } from '../../../contract/admin/permissions.ts';
import { people } from '../catalog/catalog.tables.ts';
import { roles, staff as staffTable } from '../staff/staff.tables.ts';
import { filesPersonalData } from './files.personal-data.ts';
import { exportedFiles } from './files.tables.ts';
import { makeExportJob, runImportJob, tidyFilesJob } from './jobs/files.jobs.ts';
import { type Row, streamRows } from './tables-of-rows.service.ts';

type Request = Partial<Omit<ExportRequest, 'columns'>> & {
  columns: (string | (Partial<ExportColumn> & { field: string }))[];
};

describe('an export of the office', () => {
  let api: TestApi;
  let token: string;
  beforeAll(async () => {
    api = await openTestApi();
    token = (await buildStaff(api.db)).token;
  });
  const request = ({ columns, ...rest }: Request, locale: 'ko' | 'en' = 'ko', as = token) =>
    api.call('POST /api/admin/exports', {
      token: as,
      locale,
      body: {
        resource: 'people',
        format: 'csv',
        ...rest,
        columns: columns.map((column) => {
          const own = typeof column === 'string' ? { field: column } : column;
          return { label: own.field, ...own };
        }),
      },
    });
  const download = async (id: string, as = token) => {
    const response = await api.app.inject({
      method: 'GET',
      url: `/api/admin/exports/${id}/file`,
      headers: { authorization: `Bearer ${as}` },
    });
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
  };
  const csvOf = async (asked: Request, locale: 'ko' | 'en' = 'ko', as = token) => {
    const { body } = await request(asked, locale, as);
    return readCsv((await download(body.data.id, as)).bytes.toString());
  };
  const xlsxOf = async (asked: Request) => {
    const { body } = await request({ ...asked, format: 'xlsx' });
    return (await download(body.data.id)).bytes;
  };

  test('has the rows of the list with its filters and order, and the columns in theirs', async () => {
    const category = await buildCategory(api.db, { nameKo: '드라마', nameEn: 'Drama' });
    for (const [year, title] of [2001, 2003, 2002].map((year) => [year, `제목 ${year}`] as const))
      await buildProgramme(api.db, {
        categoryId: category.id,
        titleKo: title,
        releaseYear: year,
        published: year !== 2002,
        availableFrom: new Date('2026-07-01T06:30:00Z'),
        maturity: 15,
      });
    await buildProgramme(api.db, { releaseYear: 2009 });
    const asked: Request = {
      resource: 'programmes',
      query: { sort: 'release_year', order: 'desc', category_id: category.id, page: '2', per_page: '1' },
      columns: [
        { field: 'release_year', label: '연도' },
        'title_ko',
        { field: 'category_id', of: 'categories' },
        { field: 'published', as: 'publication', values: { published: '공개', hidden: '비공개' } },
        { field: 'maturity', values: { 15: '15세 · TV-14' } },
        'available_from',
      ],
    };
    const instant = '2026-06-30 23:30';
    expect(await csvOf(asked)).toEqual([
      ['연도', 'title_ko', 'category_id', 'published', 'maturity', 'available_from'],
      ['2003', '제목 2003', '드라마', '공개', '15세 · TV-14', instant],
      ['2002', '제목 2002', '드라마', '비공개', '15세 · TV-14', instant],
      ['2001', '제목 2001', '드라마', '공개', '15세 · TV-14', instant],
    ]);
    const english = await csvOf(asked, 'en');
    expect(english[1]?.slice(2)).toEqual(['Drama', '공개', '15세 · TV-14', instant]);
    const sheet = await readSheet(await xlsxOf(asked));
    expect(sheet.map((row) => row[0])).toEqual(['연도', 2003, 2002, 2001]);
  });

  test('calls countries by their names in the language, and leaves what is no country as it is', async () => {
    await buildProgramme(api.db, { titleKo: '두 나라', regions: ['US', 'CA'] });
    await buildProgramme(api.db, { titleKo: '모든 나라' });
    const asked: Request = {
      resource: 'programmes',
      query: { title_ko_like: ' 나라', sort: 'title_ko' },
      columns: [
        { field: 'regions', as: 'countries' },
        { field: 'kind', as: 'countries' },
      ],
    };
    expect((await csvOf(asked)).slice(1)).toEqual([
      ['미국, 캐나다', 'movie'],
      ['', 'movie'],
    ]);
    expect((await csvOf(asked, 'en'))[1]?.[0]).toBe('United States, Canada');
  });

  test('writes figures, steps and names within a field as the screen says them', async () => {
    const asset = await buildAsset(api.db, { fileName: '단계.mp4', state: 'processing' });
    await api.pool.query(
      `insert into ingest_steps (asset_id, step, position, state, progress)
       values ($1, 'kcp_ingest', 0, 'done', 1), ($1, 'transcoding', 1, 'running', 0.4)
       on conflict (asset_id, step) do update set state = excluded.state, progress = excluded.progress`,
      [asset.id],
    );
    const words = { kcp_ingest: '원본 확인', transcoding: '화질별 변환', done: '완료', running: '진행 중' };
    const [, steps] = await csvOf({
      resource: 'assets',
      query: { file_name_like: '단계.mp4' },
      columns: ['file_name', { field: 'steps', as: 'states', values: words }],
    });
    expect(steps).toEqual(['단계.mp4', '원본 확인 완료, 화질별 변환 진행 중']);

    const sent = await api.call('POST /api/admin/imports', {
      token,
      query: { resource: 'genres', file_name: '장르.csv' },
      body: Buffer.from('slug,name_ko,name_en\nfirst-of-file,하나,One\nsecond-of-file,둘,Two\nbroken,,'),
    });
    await api.call('POST /api/admin/imports/{id}/run', {
      token,
      params: { id: sent.body.data.id },
      body: { dry_run: true, refused: 'stop' },
    });
    await runDueJobs(api, [runImportJob]);
    const rowWords = { new: '새로', changed: '바뀜', same: '그대로', refused: '거절' };
    const [, counts] = await csvOf({
      resource: 'imports',
      columns: ['file_name', { field: 'counts', as: 'counts', values: rowWords }],
    });
    expect(counts).toEqual(['장르.csv', '새로 2 · 거절 1']);

    const view = { name: '새 드라마', filter: {}, sort: 'updated_at', order: 'desc' as const };
    await buildCustomRow(api.db, { titleKo: '보기로 채운 줄', view });
    await buildCustomRow(api.db, { titleKo: '손으로 채운 줄' });
    const rows = await csvOf({
      resource: 'custom-rows',
      query: { sort: 'title_ko' },
      columns: ['title_ko', { field: 'view', as: 'name' }],
    });
    expect(rows.slice(1)).toEqual([
      ['보기로 채운 줄', '새 드라마'],
      ['손으로 채운 줄', ''],
    ]);
  });

  test('gives back every text as it is, in CSV and in xlsx, and runs none of them', async () => {
    const nasty = fc
      .oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '=1+1',
          '+82-10',
          '-5',
          '@cmd',
          '＝1＋1',
          '007',
          '뭔가, "따옴표"',
          '한글',
          ' 앞 뒤 ',
          '_x0041_',
          '<b>&amp;',
        ),
      )
      .map((text) => text.replace(/\0|\p{Surrogate}/gu, '').normalize('NFC'));
    const texts = fc.sample(nasty, 300).map((text, at) => `${text}`.slice(0, 100) || `빈 ${at}`);
    const [first] = await Promise.all(
      [0].map(() => buildPerson(api.db, { slug: 'nasty-first', nameKo: '첫', nameEn: 'nasty 0' })),
    );
    expect(first?.nameEn).toBe('nasty 0');
    await api.db
      .insert(people)
      .values(
        texts.map((text, at) => ({ slug: `nasty-${at + 1}`, nameKo: text, nameEn: `nasty ${at + 1}` })),
      );
    const asked: Request = {
      query: { name_en_like: 'nasty', sort: 'name_en' },
      columns: ['name_en', 'name_ko'],
    };
    const wanted = new Map([
      ['nasty 0', '첫'],
      ...texts.map((text, at) => [`nasty ${at + 1}`, text] as const),
    ]);
    const csv = await csvOf(asked);
    expect(csv).toHaveLength(302);
    for (const [name = '', text = ''] of csv.slice(1)) {
      const own = wanted.get(name) ?? '';
      expect(text).toBe(/^[=+\-@＝＋－＠\t\r]/.test(own) ? `'${own}` : own);
    }
    const bytes = await xlsxOf(asked);
    const sheet = await readSheet(bytes, { trim: false });
    expect(sheet).toHaveLength(302);
    for (const [name, text] of sheet.slice(1) as [string, string][])
      expect([name, text]).toEqual([name, wanted.get(name)]);

    // Another reader shows texts without characters that XML has to escape.
    const shown = new Map(readSheetAsCsv(bytes).map(([name = '', text = '']) => [name, text]));
    for (const [name, text] of wanted)
      if (!/[\p{Cc}\u2028\u2029\ufffe\uffff]|_x/u.test(text))
        expect([name, shown.get(name)]).toEqual([name, text]);
  });

  test('needs export on the module, leaves out what a role may not read, and holds the scope', async () => {
    const asked: Request = { resource: 'programmes', columns: ['title_ko'] };
    const reader = await buildStaff(api.db, { permissions: { programmes: ['read'] } });
    expect((await request(asked, 'ko', reader.token)).status).toBe(403);
    const role = await buildRole(api.db, { permissions: everyPermission, hiddenGroups: ['amounts'] });
    const blind = await buildStaff(api.db, { roleId: role.id });
    const columns = ['code', 'amount_off_cents'];
    const refused = await request({ resource: 'coupons', columns }, 'ko', blind.token);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['columns.1.field']]);
    const partner = await buildContentPartner(api.db);
    await buildProgramme(api.db, { titleKo: '우리 것', contentPartnerId: partner.id });
    const own = await buildStaff(api.db, { contentPartnerId: partner.id });
    expect(await csvOf(asked, 'ko', own.token)).toEqual([['title_ko'], ['우리 것']]);
    for (const [resource, status] of [
      ['nothing', 404],
      ['categories', 200],
    ] as const)
      expect((await request({ resource, columns: ['id'] })).status).toBe(status);
    expect((await request({ resource: 'programmes', columns: ['colour'] })).status).toBe(422);
    expect((await request({ ...asked, query: { sort: 'colour' } })).status).toBe(422);
  });

  test('belongs to who made it, is in the log with its filters, and is asked for again when it is sent', async () => {
    const { body } = await request({ query: { name_ko_like: '배우' }, columns: ['name_ko'] });
    const colleague = await buildStaff(api.db);
    expect((await download(body.data.id, colleague.token)).status).toBe(404);
    expect((await api.call('GET /api/admin/exports', { token: colleague.token })).body.data).toEqual([]);
    const own = await api.call('GET /api/admin/exports', { token });
    expect(own.body.data[0]).toMatchObject({ id: body.data.id, state: 'ready' });
    const file = await download(body.data.id);
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const events = await api.call('GET /api/admin/events', {
      token,
      query: { action: 'export', order: 'desc' },
    });
    expect(events.body.data[0]).toMatchObject({
      entity: 'people',
      label: 'csv',
      changes: { rows: [null, body.data.rows], name_ko_like: [null, '배우'] },
    });
  });

  test('of very many rows is made by a job with progress, and deleted after a week', async () => {
    await api.db.execute(sql`insert into catalog_people (id, slug, name_ko, name_en)
      select gen_random_uuid(), 'many-' || n, '많은 ' || n, 'Many ' || lpad(n::text, 6, '0') from generate_series(1, 12000) n`);
    // On a busy machine, PostgreSQL's own analysis comes much later.
    await api.db.execute(sql`analyze catalog_people`);
    const asked: Request = {
      query: { name_en_like: 'Many', sort: 'name_en' },
      columns: ['name_en'],
      format: 'xlsx',
    };
    const { body } = await request(asked);
    expect(body.data).toMatchObject({ state: 'working', done: 0, rows: 12_000 });
    expect((await download(body.data.id)).status).toBe(409);
    const [waiting] = await waitingJobs(api, makeExportJob);
    const counted: number[] = [];
    const listed = async () => (await api.call('GET /api/admin/exports', { token })).body.data[0];
    const watched = {
      ...api.context,
      now: () => {
        void listed().then((row) => counted.push(row?.done ?? 0));
        return new Date();
      },
    };
    await makeExportJob.run(waiting?.payload as never, watched, new AbortController().signal);
    expect(counted.some((done) => done > 0 && done < 12_000)).toBe(true);
    expect(await listed()).toMatchObject({ state: 'ready', done: 12_000, rows: 12_000 });
    // Again, as after a kill: nothing changes.
    await makeExportJob.run(waiting?.payload as never, api.context, new AbortController().signal);
    const file = await download(body.data.id);
    expect(Number(file.headers['content-length'])).toBe(file.bytes.length);
    const sheet = await readSheet(file.bytes);
    expect([sheet.length, sheet[1]?.[0], sheet[12_000]?.[0]]).toEqual([12_001, 'Many 000001', 'Many 012000']);
    // A field hidden since is in no existing file, and neither filters nor orders one.
    const role = await buildRole(api.db, { permissions: everyPermission });
    const { id: staffId, token: theirs } = await buildStaff(api.db, { roleId: role.id });
    const { body: made } = await request({ ...asked, columns: ['name_ko', 'slug'] }, 'ko', theirs);
    await runDueJobs(api, [makeExportJob]);
    const hide = (...hiddenGroups: FieldGroup[]) =>
      api.db.update(roles).set({ hiddenGroups }).where(eq(roles.id, role.id));
    const change = (values: Partial<typeof exportedFiles.$inferInsert>) =>
      api.db.update(exportedFiles).set(values).where(eq(exportedFiles.id, made.data.id));
    await change({ resource: 'coupons' });
    await hide('amounts');
    for (const [values, status] of [
      [{ columns: [{ field: 'code', label: 'code' }], query: {} }, 200],
      [{ columns: [{ field: 'amount_off_cents', label: 'amount' }] }, 403],
      [{ columns: [{ field: 'code', label: 'code' }], query: { amount_off_cents_min: '1' } }, 403],
    ] as const) {
      await change(values as never);
      expect((await download(made.data.id, theirs)).status).toBe(status);
    }
    await change({ resource: 'people', query: {}, columns: [{ field: 'slug', label: 'slug' }] });
    // Nor is personal data that was open, without the permission for it.
    await hide();
    await api.db
      .update(exportedFiles)
      .set({ openedFor: '문의 확인' })
      .where(eq(exportedFiles.id, made.data.id));
    expect((await download(made.data.id, theirs)).status).toBe(200);
    // A partner's people cannot download their earlier exports either.
    const partner = await buildContentPartner(api.db);
    for (const [contentPartnerId, status] of [
      [partner.id, 403],
      [null, 200],
    ] as const) {
      await api.db.update(staffTable).set({ contentPartnerId }).where(eq(staffTable.id, staffId));
      expect((await download(made.data.id, theirs)).status).toBe(status);
    }
    const permissions = { ...everyPermission, people: ['read', 'export'] as ('read' | 'export')[] };
    await api.db.update(roles).set({ permissions }).where(eq(roles.id, role.id));
    expect((await download(made.data.id, theirs)).status).toBe(403);
    // A search that finds more than it puts in order is exported whole, too.
    expect((await request({ query: { q: 'Many' }, columns: ['name_en'] })).body.data.rows).toBe(12_000);
    await runDueJobs(api, [makeExportJob]);
    expect(await listed()).toMatchObject({ state: 'ready', done: 12_000 });

    api.setNow(new Date(Date.now() + 8 * 86_400_000));
    await tidyFilesJob.run({} as never, api.context, new AbortController().signal);
    expect(await api.context.storage.find(`files/exports/${body.data.id}`)).toBeUndefined();
    api.setNow(undefined);
    expect((await download(body.data.id)).status).toBe(404);
    await api.db.execute(sql`delete from catalog_people where slug like 'many-%'`);
  });

  test('that its maker may not make any more is not sent and not made', async () => {
    const { id, token: own } = await buildStaff(api.db);
    const { body } = await request({ columns: ['name_ko'] }, 'ko', own);
    await api.db.execute(
      sql`update staff_users set exceptions = '{"people": {"take": ["export"]}}' where id = ${id}`,
    );
    expect((await download(body.data.id, own)).status).toBe(403);
  });

  test('is there for every list: customers, inquiries, mail, events and assets', async () => {
    const user = await buildUser(api.db);
    await buildInquiry(api.db, { user, title: '물어볼 것' });
    await buildAsset(api.db, { fileName: 'an hour.mp4', durationMs: 3_723_000 });
    expect(
      await csvOf({
        resource: 'customers',
        query: { ids: user.id },
        columns: [
          'username',
          { field: 'suspended_at', as: 'presence', values: { true: '정지', false: '이용' } },
        ],
      }),
    ).toEqual([
      ['username', 'suspended_at'],
      [user.username, '이용'],
    ]);
    const all = await csvOf({ resource: 'customers', columns: ['id'] });
    const [{ total } = { total: 0 }] = (
      await api.db.execute<{ total: number }>(sql`select count(*)::int as total from accounts_users`)
    ).rows;
    expect(all).toHaveLength(total + 1);
    expect(await csvOf({ resource: 'inquiries', query: { q: '물어' }, columns: ['title'] })).toEqual([
      ['title'],
      ['물어볼 것'],
    ]);
    expect(
      await csvOf({
        resource: 'assets',
        query: { q: 'an hour' },
        columns: [{ field: 'duration_ms', as: 'duration' }],
      }),
    ).toEqual([['duration_ms'], ['1:02:03']]);
    expect((await csvOf({ resource: 'mail', columns: ['subject', 'state'] }))[0]).toEqual([
      'subject',
      'state',
    ]);
    expect((await request({ resource: 'mail', columns: ['text'] })).status).toBe(422);
    const log = await csvOf({
      resource: 'events',
      query: { action: 'export', order: 'asc' },
      columns: ['entity', { field: 'changes', as: 'keys', values: { rows: '줄' } }],
    });
    expect(log[1]).toEqual(['programmes', '줄, sort, order, category_id']);
    // A search text for customers may be a name: it is not in the log.
    await request({ resource: 'customers', query: { q: '김아무개' }, columns: ['username'] });
    const { body } = await api.call('GET /api/admin/events', {
      token,
      query: { entity: 'customers', order: 'desc' },
    });
    expect(body.data[0]?.changes).toEqual({ rows: [null, 0] });
    // A list with an erased customer is not sent.
    const listed = await request({ resource: 'customers', columns: ['username'] });
    const erased = {
      userId: user.id,
      householdId: user.householdId,
      email: `${user.username}@example.com`,
      isLast: true,
    };
    await api.db.transaction(async (tx) => filesPersonalData.erase?.(tx, erased, api.context));
    expect((await download(listed.body.data.id)).status).toBe(404);
  });

  test('of a report has totals, amounts, times and parts that Excel reckons with', async () => {
    async function* rows(): AsyncGenerator<Row> {
      yield { day: '2026-03-01', views: 1200, watched: 90_061, share: 0.125 };
    }
    const columns = [
      { name: 'day', label: '날', kind: 'day' },
      { name: 'views', label: '조회', kind: 'count' },
      { name: 'watched', label: '시간', kind: 'seconds' },
      { name: 'share', label: '비율', kind: 'percent' },
    ] as const;
    const totals = () => ({ day: '합계', views: 1200, watched: 90_061, share: 1 });
    const bytesOf = async (format: 'csv' | 'xlsx') =>
      Buffer.concat(
        await streamRows(columns, rows(), { format, totals })
          .map((own) => Buffer.from(own))
          .toArray(),
      );
    expect(readCsv((await bytesOf('csv')).toString()).slice(1)).toEqual([
      ['2026-03-01', '1200', '25:01:01', '12.5%'],
      ['합계', '1200', '25:01:01', '100%'],
    ]);
    const [, first, last] = await readSheet(await bytesOf('xlsx'));
    expect(first?.[0]).toEqual(new Date('2026-03-01T00:00:00Z'));
    expect([first?.[1], first?.[3], last?.[0], last?.[3]]).toEqual([1200, 0.125, '합계', 1]);
  });

  test('is written as fast as it is taken, and ends in an error when reading fails', async () => {
    let read = 0;
    async function* many(): AsyncGenerator<Row> {
      for (; read < 200_000; read += 1) yield { text: `줄 ${read} ${'글'.repeat(100)}` };
    }
    async function* broken(): AsyncGenerator<Row> {
      yield { text: '하나' };
      throw new Error('lost');
    }
    const columns = [{ name: 'text', label: '글', kind: 'text' }] as const;
    for (const format of ['csv', 'xlsx'] as const) {
      read = 0;
      const stream = streamRows(columns, many(), { format });
      await new Promise((resolve) => stream.once('readable', resolve));
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(read).toBeLessThan(20_000);
      stream.destroy();
      await expect(streamRows(columns, broken(), { format }).toArray()).rejects.toThrow('lost');
    }
  });
});
