/** What staff write, through HTTP: kept as entered, shown to viewers at once, and only while its window is open. */
import { describe, expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildArtwork,
  buildFaq,
  buildFaqCategory,
  buildNotice,
  buildPage,
  buildPageVersion,
  buildStaff,
} from '../../../../test/build.ts';
import { announceNoticesJob } from './jobs/announce-notices.ts';
import { pages, pageVersions } from './support.tables.ts';

const api = await openTestApi();
const { db, call, setNow } = api;
const who = { token: (await buildStaff(db)).token };
// Windows are minutes long: a member of staff who does nothing for hours is signed out.
const minuteMs = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();
const noticeInput = { title_ko: '새 소식', title_en: 'News', body_ko: '<p>글</p>', body_en: '<p>Text</p>' };

describe('notices', () => {
  const shown = async () => (await call('GET /api/get-notices')).body.data.map(({ title }) => title);

  test('reach viewers when they are published, change at once, and end with their window', async () => {
    const { id } = (await call('POST /api/admin/notices', { ...who, body: noticeInput })).body.data;
    const change = async (body: object) =>
      (await call('PATCH /api/admin/notices/{id}', { ...who, params: { id }, body })).status;
    expect(await shown()).not.toContain('새 소식');
    expect(await change({ published: true, available_until: later(2) })).toBe(200);
    expect(await shown()).toContain('새 소식');
    expect(await change({ title_ko: '고친 소식' })).toBe(200);
    expect(await shown()).toContain('고친 소식');
    setNow(new Date(Date.now() + 3 * minuteMs));
    expect(await shown()).not.toContain('고친 소식');
    setNow(undefined);
    expect(await change({ available_from: later(3) })).toBe(422);
  });

  test('keep their day when they are changed, and are told of once although they were drafted long before', async () => {
    const { id } = (await call('POST /api/admin/notices', { ...who, body: noticeInput })).body.data;
    const change = async (body: object) =>
      (await call('PATCH /api/admin/notices/{id}', { ...who, params: { id }, body })).body.data.listed_at;
    setNow(new Date(Date.now() + 2 * minuteMs));
    const day = await change({ published: true });
    expect(Date.parse(day)).toBeGreaterThan(Date.now() + minuteMs);
    await announceNoticesJob.run({} as never, api.context, {} as never);
    const announced = async () =>
      (await api.pool.query('select announced_at from support_notices where id = $1', [id])).rows[0]
        .announced_at as Date | null;
    const at = await announced();
    expect(at).not.toBeNull();
    await change({ published: false });
    expect(await change({ published: true, title_en: 'Mended' })).toBe(day);
    await announceNoticesJob.run({} as never, api.context, {} as never);
    expect(await announced()).toEqual(at);
    setNow(undefined);
  });
});

test('HTML of which nothing is kept is refused by its field, and no list is lost by it', async () => {
  const { id } = (await call('POST /api/admin/notices', { ...who, body: noticeInput })).body.data;
  for (const body_en of [
    '<script>alert(1)</script>',
    '<p> </p>',
    '<p>\u00a0</p><!-- -->',
    '<iframe src="x"></iframe>',
  ]) {
    const refused = { status: 422, body: { errors: { body_en: [expect.any(String)] } } };
    expect(
      await call('POST /api/admin/notices', { ...who, body: { ...noticeInput, body_en } }),
    ).toMatchObject(refused);
    expect(
      await call('PATCH /api/admin/notices/{id}', { ...who, params: { id }, body: { body_en } }),
    ).toMatchObject(refused);
  }
  const { id: category_id } = await buildFaqCategory(db);
  const faq = {
    category_id,
    question_ko: '무엇',
    question_en: 'What',
    answer_ko: '<p>글</p>',
    answer_en: '<style></style>',
  };
  expect((await call('POST /api/admin/faqs', { ...who, body: faq })).body.errors).toEqual({
    answer_en: [expect.any(String)],
  });
  expect((await call('GET /api/admin/notices', { ...who, query: { per_page: 100 } })).status).toBe(200);
});

test('what is longer in the form in which it is kept is refused by its field', async () => {
  // Written as `&amp;`; composed, a character of two; with `http://` before it.
  const body_ko = `<p>${'&'.repeat(45_000)}</p>`;
  expect(
    (await call('POST /api/admin/notices', { ...who, body: { ...noticeInput, body_ko } })).body.errors,
  ).toEqual({ body_ko: [expect.stringContaining('200000')] });
  expect(
    (
      await call('POST /api/admin/notices', {
        ...who,
        body: { ...noticeInput, title_ko: '\u0958'.repeat(200) },
      })
    ).body.errors,
  ).toEqual({ title_ko: [expect.stringContaining('200')] });
  const popup = { title_ko: '팝업', title_en: 'Popup', link: `maru.example/${'a'.repeat(487)}` };
  expect((await call('POST /api/admin/popups', { ...who, body: popup })).body.errors).toEqual({
    link: [expect.stringContaining('500')],
  });
  for (const resource of ['notices', 'popups'] as const)
    expect((await call(`GET /api/admin/${resource}`, { ...who, query: { per_page: 100 } })).status).toBe(200);
});

test.each([
  ['<script>alert(1)</script><p>글</p>', '<p>글</p>'],
  ['<p>글</p><img src=x onerror=alert(1)>', '<p>글</p>'],
  ['<a href="javascript:alert(1)">여기</a>', '<a>여기</a>'],
  [
    '<h1>하나</h1><h6>여섯</h6><pre><code>값</code></pre>',
    '<h2>하나</h2><h4>여섯</h4><pre><code>값</code></pre>',
  ],
])('HTML is stored without what runs: %s', async (body_ko, stored) => {
  const made = await call('POST /api/admin/notices', { ...who, body: { ...noticeInput, body_ko } });
  const { id } = made.body.data;
  expect(made.body.data.body_ko).toBe(stored);
  const { rows } = await api.pool.query('select body_ko from support_notices where id = $1', [id]);
  expect(rows).toEqual([{ body_ko: stored }]);
  const category = await buildFaqCategory(db);
  const faq = await call('POST /api/admin/faqs', {
    ...who,
    body: {
      category_id: category.id,
      question_ko: '왜요?',
      question_en: 'Why?',
      answer_ko: body_ko,
      answer_en: '<p>So.</p>',
    },
  });
  expect(faq.body.data.answer_ko).toBe(stored);
  const page = await call('POST /api/admin/pages', {
    ...who,
    body: {
      slug: `p-${id}`,
      title_ko: '쪽',
      title_en: 'Page',
      content_ko: body_ko,
      content_en: '<p>So.</p>',
    },
  });
  expect(page.body.data.content_ko).toBe(stored);
});

test('news has its colours and its speed, and a colour that is none is refused', async () => {
  const body = {
    text_ko: '방금 들어온 소식',
    text_en: 'This just in',
    background_color: '#112233',
    text_color: '#FFEEDD',
    speed_seconds: 9,
    published: true,
  };
  expect((await call('POST /api/admin/news', { ...who, body })).status).toBe(200);
  const { news } = (await call('GET /api/breaking-news')).body;
  expect(news.find((line) => line.news === body.text_ko)).toMatchObject({
    background_color: '#112233',
    text_color: '#FFEEDD',
    speed_seconds: 9,
  });
  const wrong = { ...body, background_color: 'red', speed_seconds: 0 };
  const refused = await call('POST /api/admin/news', { ...who, body: wrong as never });
  expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(['background_color', 'speed_seconds']);
});

test.each([
  ['maru.example/plans', 'http://maru.example/plans'],
  ['https://maru.example', 'https://maru.example'],
  ['/events', '/events'],
  ['//maru.example', 'http://maru.example'],
  ['/\\maru.example', 'http://maru.example'],
  ['', null],
])('a popup leads to %s as %s', async (link, leads) => {
  await api.pool.query('delete from support_popups');
  const image = await buildArtwork(db);
  const body = { title_ko: '환영', title_en: 'Welcome', image_id: image.id, link, published: true };
  expect((await call('POST /api/admin/popups', { ...who, body })).status).toBe(200);
  expect((await call('GET /api/popup')).body.data?.link).toBe(leads);
});

test.each(['javascript:alert(1)', 'not an address', 'http://', '/\t/maru.example'])(
  'a link %s is refused',
  async (link) => {
    const body = { title_ko: '환영', title_en: 'Welcome', link };
    const popup = await call('POST /api/admin/popups', { ...who, body, locale: 'en' });
    expect(popup.body.errors?.link).toEqual([
      'Link must be a web address that begins with http:// or https://.',
    ]);
    const social = { icon: 'x' as const, name_ko: '엑스', name_en: 'X', url: link };
    expect((await call('POST /api/admin/social-links', { ...who, body: social })).status).toBe(422);
  },
);

describe('questions', () => {
  test('follow their category: hidden, it hides them; deleted, it takes them along and brings them back', async () => {
    const category = await buildFaqCategory(db);
    const faq = await buildFaq(db, { categoryId: category.id });
    const params = { id: category.id };
    const listed = async () =>
      (await call('GET /api/settings/faq', { query: { category: category.id } })).body.data.map(
        ({ id }) => id,
      );
    expect(await listed()).toEqual([faq.id]);
    const one = async () => (await call('GET /api/settings/faq/{id}', { params: { id: faq.id } })).status;
    await call('PATCH /api/admin/faq-categories/{id}', { ...who, params, body: { published: false } });
    expect([await listed(), await one()]).toEqual([[], 404]);
    const record = await call('GET /api/admin/faq-categories/{id}', { ...who, params });
    expect(record.body.data.faq_count).toBe(1);
    expect((await call('DELETE /api/admin/faq-categories/{id}', { ...who, params })).status).toBe(200);
    const gone = await call('GET /api/admin/faqs/{id}', { ...who, params: { id: faq.id } });
    expect(gone.status).toBe(404);
  });
});

describe('pages', () => {
  const input = {
    title_ko: '안내',
    title_en: 'Help',
    content_ko: '<p>내용</p>',
    content_en: '<p>Content</p>',
    published: true,
  };

  test('have all that is entered of them, and addresses of the service are refused', async () => {
    const [thumbnail, banner] = [await buildArtwork(db), await buildArtwork(db, { kind: 'banner' })];
    const body = {
      ...input,
      slug: 'help-center',
      meta_title_ko: '마루 도움말',
      meta_title_en: 'Maru help',
      meta_description_ko: '도움말을 모았어요.',
      meta_description_en: 'All the help there is.',
      thumbnail_id: thumbnail.id,
      banner_id: banner.id,
      in_footer: false,
    };
    expect((await call('POST /api/admin/pages', { ...who, body })).body.data).toMatchObject(body);
    const page = await call('GET /api/settings/pages/{slug}', { params: { slug: body.slug }, locale: 'en' });
    expect(page.body.data).toMatchObject({
      title: 'Help',
      meta_title: 'Maru help',
      meta_description: 'All the help there is.',
      banner: { url: `/images/${banner.id}` },
      thumbs: { url: `/images/${thumbnail.id}` },
    });
    expect((await call('GET /api/settings/pages')).body.data.map(({ slug }) => slug)).not.toContain(
      body.slug,
    );
    for (const slug of ['login', 'plans', 'office']) {
      const refused = await call('POST /api/admin/pages', { ...who, body: { ...body, slug }, locale: 'en' });
      expect(refused.body.errors?.slug).toEqual([
        'The service uses this address itself. Please choose another.',
      ]);
    }
    const again = await call('POST /api/admin/pages', { ...who, body });
    expect(Object.keys(again.body.errors ?? {})).toEqual(['slug']);
    const empty = await call('POST /api/admin/pages', {
      ...who,
      body: { ...body, slug: 'x', content_en: '' },
    });
    expect(Object.keys(empty.body.errors ?? {})).toEqual(['content_en']);
  });

  test('of the law show the version in force, which is followed and never changed', async () => {
    const made = await call('POST /api/admin/pages', {
      ...who,
      body: { ...input, kind: 'terms', slug: 'terms' },
    });
    const page = made.body.data;
    expect(page.content_ko).toBe('');
    const read = async () => call('GET /api/settings/pages/{slug}', { params: { slug: 'terms' } });
    const linked = async () =>
      (await call('GET /api/settings/pages')).body.data.some(({ slug }) => slug === 'terms');
    expect([(await read()).status, await linked()]).toEqual([404, false]);
    const add = (effective_from: string, content_ko: string) =>
      call('POST /api/admin/page-versions', {
        ...who,
        body: { page_id: page.id, effective_from, content_ko, content_en: '<p>Terms</p>' },
      });
    const first = await add(later(-10), '<p>처음</p>');
    expect(first.body.data).toMatchObject({ state: 'in_force', title_ko: '안내' });
    expect([(await read()).body.data?.content, await linked()]).toEqual(['<p>처음</p>', true]);
    expect((await add(later(-5), '<p>거짓</p>')).body.errors).toHaveProperty('effective_from');
    expect((await add(later(-20), '<p>거짓</p>')).body.errors).toHaveProperty('effective_from');
    const second = await add(later(5), '<p>다음</p>');
    expect(second.body.data.state).toBe('coming');
    const change = async (id: string, body: object) =>
      (await call('PATCH /api/admin/page-versions/{id}', { ...who, params: { id }, body })).status;
    const remove = async (id: string) =>
      (await call('DELETE /api/admin/page-versions/{id}', { ...who, params: { id } })).status;
    expect(await change(second.body.data.id, { content_ko: '<p>고친 다음</p>' })).toBe(200);
    expect(await change(first.body.data.id, { content_ko: '<p>거짓</p>' })).toBe(422);
    expect(await remove(first.body.data.id)).toBe(422);
    const kind = {
      ...who,
      params: { id: page.id },
      body: { kind: 'page' as const, content_ko: '<p>글</p>' },
    };
    expect((await call('PATCH /api/admin/pages/{id}', kind)).body.errors).toHaveProperty('kind');
    expect((await call('DELETE /api/admin/pages/{id}', { ...who, params: { id: page.id } })).status).toBe(
      409,
    );
    setNow(new Date(Date.now() + 6 * minuteMs));
    expect((await read()).body.data).toMatchObject({
      content: '<p>고친 다음</p>',
      effective_from: second.body.data.effective_from,
    });
    expect(await change(second.body.data.id, { content_ko: '<p>거짓</p>' })).toBe(422);
    const all = await call('GET /api/admin/page-versions', {
      ...who,
      query: { page_id: page.id, sort: 'effective_from', order: 'desc' },
    });
    expect(all.body.data.map(({ state, content_ko }) => [state, content_ko])).toEqual([
      ['in_force', '<p>고친 다음</p>'],
      ['past', '<p>처음</p>'],
    ]);
    setNow(undefined);
    expect(await remove(second.body.data.id)).toBe(200);
  });

  test('without versions have none, and of each kind of the law there is one', async () => {
    const plain = await buildPage(db);
    const refused = await call('POST /api/admin/page-versions', {
      ...who,
      body: {
        page_id: plain.id,
        effective_from: later(1),
        content_ko: '<p>글</p>',
        content_en: '<p>Text</p>',
      },
    });
    expect(refused.body.errors).toHaveProperty('page_id');
    const { id } = await buildPage(db, { kind: 'privacy' });
    await buildPageVersion(db, { pageId: id });
    const second = await call('POST /api/admin/pages', {
      ...who,
      body: { ...input, kind: 'privacy', slug: 'privacy-2' },
    });
    expect(second.body.errors).toHaveProperty('kind');
  });
});

test('versions of a published page need the permission to publish, also those to come', async () => {
  const editor = {
    token: (await buildStaff(db, { permissions: { terms: ['read', 'create', 'update', 'delete'] } })).token,
  };
  await db.delete(pageVersions);
  await db.delete(pages);
  const [shown, hidden] = [
    (await buildPage(db, { kind: 'privacy', contentKo: '', contentEn: '' })).id,
    (await buildPage(db, { kind: 'refund', contentKo: '', contentEn: '', published: false })).id,
  ];
  const add = (by: { token: string }, page_id: string, minutes: number) =>
    call('POST /api/admin/page-versions', {
      ...by,
      body: {
        page_id,
        effective_from: later(minutes),
        content_ko: '<p>글</p>',
        content_en: '<p>Text</p>',
      },
    });
  const change = async (by: { token: string }, id: string, body: object) =>
    (await call('PATCH /api/admin/page-versions/{id}', { ...by, params: { id }, body })).status;
  for (const minutes of [-1, 10]) expect((await add(editor, shown, minutes)).body.code).toBe('not_permitted');
  const coming = (await add(who, shown, 10)).body.data.id;
  expect(await change(editor, coming, { content_ko: '<p>다른 글</p>' })).toBe(403);
  expect(await change(editor, coming, { page_id: hidden })).toBe(403);
  expect(await change(who, coming, { content_ko: '<p>다른 글</p>' })).toBe(200);
  // Of a page that nobody sees it is a draft.
  const draft = (await add(editor, hidden, 10)).body.data.id;
  expect(await change(editor, draft, { content_ko: '<p>다른 글</p>' })).toBe(200);
  expect(await change(editor, draft, { page_id: shown })).toBe(403);
});

test('events stand on their page in their order, the first one with its picture on the board', async () => {
  await buildPage(db, { slug: 'events' });
  const image = await buildArtwork(db);
  const base = { title_en: 'Event', body_ko: '<p>글</p><script>1</script>', published: true };
  await call('POST /api/admin/board-events', {
    ...who,
    body: { ...base, title_ko: '끝난', available_until: later(-1) },
  });
  const made = await call('POST /api/admin/board-events', {
    ...who,
    body: { ...base, title_ko: '하는', image_id: image.id, link: 'maru.example' },
  });
  expect(made.status).toBe(200);
  const { data } = (await call('GET /api/settings/pages/{slug}', { params: { slug: 'events' } })).body;
  expect(data.events).toMatchObject([{ title: '하는', body: '<p>글</p>', link: 'http://maru.example' }]);
  expect(data.thumbs?.url).toBe(`/images/${image.id}`);
});

test('social links stand in the footer while they are open', async () => {
  const body = { icon: 'youtube' as const, name_ko: '유튜브', name_en: 'YouTube', url: 'youtube.com/maru' };
  await call('POST /api/admin/social-links', { ...who, body: { ...body, published: true } });
  await call('POST /api/admin/social-links', { ...who, body });
  const { data } = (await call('GET /api/settings/social-links', { locale: 'en' })).body;
  expect(data).toMatchObject([{ icon: 'youtube', name: 'YouTube', url: 'http://youtube.com/maru' }]);
});

test('each menu asks for its own permission, and its pictures are uploaded with that', async () => {
  const { token } = await buildStaff(db, { permissions: { popups: ['read', 'create'] } });
  expect((await call('GET /api/admin/popups', { token })).status).toBe(200);
  for (const name of ['notices', 'news', 'faqs', 'pages', 'page-versions', 'board-events'] as const)
    expect((await call(`GET /api/admin/${name}`, { token })).status, name).toBe(403);
  const { id } = await buildNotice(db);
  expect((await call('DELETE /api/admin/notices/{id}', { token, params: { id } })).status).toBe(403);
  const upload = async (kind: 'landscape' | 'portrait') =>
    (await call('POST /api/admin/artworks', { token, query: { kind }, body: Buffer.from('x') })).body.code;
  expect([await upload('landscape'), await upload('portrait')]).toEqual(['invalid_file', 'not_permitted']);
});

test('popups, events and pages say what they lack, and are found by it while they are published', async () => {
  const image = await buildArtwork(db);
  const made = async (name: 'popups' | 'board-events' | 'pages', body: object) =>
    (await call(`POST /api/admin/${name}`, { ...who, body: { published: true, ...body } as never })).body
      .data;
  const titled = { title_ko: '제목', title_en: 'Title' };
  const text = { content_ko: '<p>글</p>', content_en: '<p>Text</p>' };
  const banner = await buildArtwork(db, { kind: 'banner' });
  const pictures = { thumbnail_id: image.id, banner_id: banner.id };
  const bare = {
    popups: await made('popups', titled),
    'board-events': await made('board-events', { ...titled, body_ko: '<p>글</p>' }),
    pages: await made('pages', { ...titled, ...text, slug: 'lacking', meta_title_en: 'Lacking' }),
  };
  const whole = {
    popups: await made('popups', { ...titled, image_id: image.id }),
    'board-events': await made('board-events', { ...titled, image_id: image.id }),
    pages: await made('pages', { ...titled, ...text, ...pictures, slug: 'lacks-nothing' }),
  };
  expect([bare.popups.lacks, bare['board-events'].lacks, bare.pages.lacks]).toEqual([
    ['artwork'],
    ['language', 'artwork'],
    ['language', 'artwork'],
  ]);
  for (const name of ['popups', 'board-events', 'pages'] as const) {
    expect(whole[name].lacks).toEqual([]);
    for (const lacks of ['language', 'artwork', 'captions', 'video'] as const) {
      const found = await call(`GET /api/admin/${name}`, { ...who, query: { lacks, per_page: 100 } });
      const ids = found.body.data.map(({ id }) => id);
      expect([ids.includes(bare[name].id), ids.includes(whole[name].id)], `${name} ${lacks}`).toEqual([
        bare[name].lacks.includes(lacks),
        false,
      ]);
    }
  }
});
