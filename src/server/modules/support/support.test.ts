import { describe, expect, test } from 'vitest';
import { openTestApi } from '../../../../test/api.ts';
import {
  buildCategory,
  buildFaq,
  buildFaqCategory,
  buildNews,
  buildNotice,
  buildPage,
  buildPopup,
  buildUser,
} from '../../../../test/build.ts';
import { announceChange } from '../../cache/changes.ts';

const api = await openTestApi();
const { db, call } = api;
const dayMs = 86_400_000;
const refresh = () => {
  api.context.responseCache.clear();
  return announceChange(db, 'support');
};

describe('notices', () => {
  test('come newest first, in the language asked for, and not before their day', async () => {
    const old = await buildNotice(db, { listedAt: new Date(Date.now() - 2 * dayMs) });
    const fresh = await buildNotice(db, { listedAt: new Date(Date.now() - dayMs) });
    await buildNotice(db, { listedAt: new Date(Date.now() + dayMs) });
    await buildNotice(db, { published: false });
    await refresh();
    const { body } = await call('GET /api/get-notices', { locale: 'en' });
    expect(body.data.map((row) => row.title)).toEqual([fresh.titleEn, old.titleEn]);
    expect(body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 20, total: 2 });
    const first = await call('GET /api/get-notices', { query: { take: 1 } });
    expect(first.body.data).toEqual([
      {
        id: fresh.id,
        title: fresh.titleKo,
        description: fresh.bodyKo,
        created_at: fresh.listedAt.toISOString(),
      },
    ]);
  });

  test('that are not out yet are not found, nor are unknown ones', async () => {
    const later = await buildNotice(db, { listedAt: new Date(Date.now() + dayMs) });
    for (const id of [later.id, '0190a0a0-0000-7000-8000-000000000000']) {
      expect((await call('GET /api/get-notices/{id}', { params: { id } })).status).toBe(404);
    }
  });

  test.each([
    ['<script>alert(1)</script><p>글</p>', '<p>글</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<a href="javascript:alert(1)">여기</a>', '<a>여기</a>'],
    ['<a href="JaVaScRiPt&#58;alert(1)">여기</a>', '<a>여기</a>'],
    ['<iframe src="https://evil.example"></iframe><p style="position:fixed">글</p>', '<p>글</p>'],
    ['<img src="https://evil.example/pixel.png" alt="그림">', ''],
    ['<img src="/images/a/640.webp" alt="그림">', '<img src="/images/a/640.webp" alt="그림" />'],
    ['<svg><script>alert(1)</script></svg><form action="/x"><input name="a"></form>', ''],
    [
      '<a href="https://ok.example">밖으로</a>',
      '<a href="https://ok.example" target="_blank" rel="noopener noreferrer">밖으로</a>',
    ],
  ])('never carry anything that runs or loads from elsewhere: %s', async (body, shown) => {
    const { id } = await buildNotice(db, { bodyKo: body });
    const { body: answer } = await call('GET /api/get-notices/{id}', { params: { id } });
    expect(answer.data.description).toBe(shown);
  });
});

test('questions are found by category, with their answer', async () => {
  const category = await buildFaqCategory(db, { position: -1 });
  const own = await buildFaq(db, { categoryId: category.id });
  const other = await buildFaq(db);
  await buildFaq(db, { categoryId: category.id, published: false });
  await refresh();
  const all = await call('GET /api/settings/faq');
  expect(all.body.data.map((row) => row.id)).toEqual([own.id, other.id]);
  const some = await call('GET /api/settings/faq', { query: { category: category.id }, locale: 'en' });
  expect(some.body.data).toMatchObject([{ question: own.questionEn, category: category.titleEn }]);
  const one = await call('GET /api/settings/faq/{id}', { params: { id: own.id } });
  expect(one.body.data).toMatchObject({ question: own.questionKo, answer: own.answerKo });
  const topics = await call('GET /api/settings/faq/category');
  expect(topics.body.data[0]).toEqual({ id: category.id, title: category.titleKo });
});

test('pages are listed for the footer and found by their slug', async () => {
  const shown = await buildPage(db, { slug: 'terms', position: 1 });
  await buildPage(db, { slug: 'events', inFooter: false });
  await buildPage(db, { slug: 'draft', published: false });
  // Addresses of the app's own pages and of the server, however they are written.
  for (const slug of ['login', 'Account-Delete', 'profiles', 'office', 'assets'])
    await buildPage(db, { slug });
  await refresh();
  const { body } = await call('GET /api/settings/pages');
  expect(body.data).toEqual([{ slug: 'terms', title: shown.titleKo }]);
  expect((await call('GET /api/sitemap')).body.data.pages).toEqual(body.data);
  const { body: listed } = await api.app.inject('/sitemaps/pages.xml');
  for (const path of ['/terms', '/account-delete']) expect(listed).toContain(`${path}</loc>`);
  for (const path of ['/login', '/Account-Delete', '/profiles', '/office', '/assets'])
    expect(listed).not.toContain(`${path}</loc>`);
  const status = async (slug: string) =>
    (await call('GET /api/settings/pages/{slug}', { params: { slug } })).status;
  expect([
    await status('terms'),
    await status('events'),
    await status('draft'),
    await status('none'),
  ]).toEqual([200, 200, 404, 404]);
});

test('news, the popup of now and the sitemap page', async () => {
  await buildNews(db, { position: 2, textKo: '둘째 소식' });
  await buildNews(db, { position: 1, textKo: '첫 소식', backgroundColor: '#112233' });
  await buildNews(db, { published: false });
  await buildPopup(db, { availableFrom: new Date(Date.now() + dayMs), position: 0 });
  await buildPopup(db, { availableUntil: new Date(Date.now() - dayMs), position: 0 });
  const popup = await buildPopup(db, { position: 1, link: '/new-releases' });
  const category = await buildCategory(db, { slug: 'drama' });
  await buildCategory(db, { slug: 'romance', parentId: category.id, nameKo: '로맨스' });
  await refresh();
  const ticker = await call('GET /api/breaking-news');
  expect(ticker.body.news.map((line) => line.news)).toEqual(['첫 소식', '둘째 소식']);
  const shown = await call('GET /api/popup');
  expect(shown.body.data).toMatchObject({ id: popup.id, link: '/new-releases' });
  const map = await call('GET /api/sitemap');
  expect(map.body.data.categories).toMatchObject([{ slug: 'drama', subCategories: [{ name: '로맨스' }] }]);
});

test('an account asks to be deleted once, and the first time counts', async () => {
  const user = await buildUser(db);
  const { username, password } = user;
  const { token } = (await call('POST /api/login', { body: { username, password } })).body.data;
  const requestedAt = async () => {
    expect((await call('POST /api/account/delete-request', { token })).status).toBe(200);
    const { rows } = await api.pool.query('select deletion_requested_at from accounts_users where id = $1', [
      user.id,
    ]);
    return rows[0].deletion_requested_at as Date;
  };
  expect(await requestedAt()).toEqual(await requestedAt());
  expect((await call('POST /api/account/delete-request')).status).toBe(401);
});

test('the sitemap for search engines has what can be read, and nothing that is not out', async () => {
  const [notice, faq, page] = [await buildNotice(db), await buildFaq(db), await buildPage(db)];
  const kept = [
    `/notice/${(await buildNotice(db, { listedAt: new Date(Date.now() + dayMs) })).id}`,
    `/notice/${(await buildNotice(db, { published: false })).id}`,
    `/faqs/${(await buildFaq(db, { published: false })).id}`,
    `/${(await buildPage(db, { published: false })).slug}`,
  ];
  await buildPage(db, { slug: 'plans' });
  await refresh();
  const { body } = await api.app.inject('/sitemaps/pages.xml');
  const paths = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  );
  expect(paths).toEqual(expect.arrayContaining([`/notice/${notice.id}`, `/faqs/${faq.id}`, `/${page.slug}`]));
  for (const path of kept) expect(paths).not.toContain(path);
  expect(paths.filter((path) => path === '/plans')).toHaveLength(1);
});

test('robots.txt keeps search engines from what is for members, and from nothing that the sitemap lists', async () => {
  const lines = (await api.app.inject('/robots.txt')).body.split('\n');
  expect(lines[0]).toBe('User-agent: *');
  const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  const isClosed = (path: string) =>
    closed.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)));
  for (const path of ['/api/user', '/office', '/office/titles', '/account', '/account/devices', '/watch/m/x'])
    expect(isClosed(path), path).toBe(true);
  for (const file of ['pages', 'youtube']) {
    const { body } = await api.app.inject(`/sitemaps/${file}.xml`);
    const paths = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter(isClosed)).toEqual([]);
  }
});
