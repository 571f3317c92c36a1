/** The page that the server sends before any script runs, and its hydration by the app. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
import { buildFaq, buildProgramme } from '../../test/build.ts';
import { holdRequests, openStory, toldIn } from '../fixtures.ts';
import { dataOf, readDocument } from './documents.ts';
import { buildViewer, pathOf, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'served');
});

const say = {
  episodes: { ko: '회차', en: 'Episodes' },
  oldestFirst: { ko: '첫 화부터', en: 'Old' },
};

const read = (path: string, headers?: Record<string, string>) => readDocument(story, path, headers);

describe.each(toldIn('en'))('in %s', (locale) => {
  const cookie = { cookie: `locale=${locale}` };
  const title = () => (locale === 'ko' ? shop.series.titleKo : shop.series.titleEn);

  test('the page of a title has its words, its facts and its picture’s place in the HTML', async () => {
    const path = `/view/s/${shop.series.slug}`;
    const { status, html } = await read(path, cookie);
    expect(status).toBe(200);
    expect(html).toContain(`<html lang="${locale}"`);
    expect(html).toContain(`<title>${title()} | ${locale === 'ko' ? '마루' : 'Maru'}</title>`);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]).toBe(title());
    expect(html).toContain(`<link rel="canonical" href="${story.url}${path}">`);
    expect(html).toContain(`hreflang="en" href="${story.url}${path}?lang=en"`);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(html).toContain('<meta property="og:title"');
    expect(dataOf(html)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'TVSeries',
      name: title(),
    });
  });

  test('a series comes with its episodes, and nothing that it came with is asked for again', async () => {
    const path = `/view/s/${shop.series.slug}`;
    const { html } = await read(path, cookie);
    expect(html).toContain('href="/watch/e/');
    const page = await story.open('/favicon.svg', { locale, expected: [/favicon\.ico/] });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // By a browser's clock that is an hour ahead, too.
    await page.clock.setSystemTime(Date.now() + 3_600_000);
    await page.goto(story.url + path);
    await page.getByRole('region', { name: say.episodes[locale] }).getByRole('link').first().waitFor();
    await page.getByRole('button', { name: say.oldestFirst[locale] }).click();
    await expect.poll(() => asked.filter((each) => each.startsWith('/api/videos'))).toHaveLength(1);
    expect(asked).not.toContain('/api/program/details');
  });

  test.each(['/', '/login', '/comn/region'])('%s is hydrated without a difference', async (path) => {
    const { html } = await read(path, cookie);
    expect(html).toContain('id="state"');
    // The story fails on any error of the page, and React reports a difference as one.
    const page = await story.open(path, { locale });
    await expect.poll(() => page.locator('#app > *').count()).toBeGreaterThan(0);
  });
});

test.each(['/', '/login', '/nothing/here', '/notice', '/search?q=a'])(
  '%s is hydrated as soon as it is seen',
  async (path) => {
    const page = await story.open('/favicon.svg', { expected: [/favicon\.ico/, /status of 404/] });
    // The page is not touched, and its last script never arrives.
    await page.addInitScript(() => {
      const real = window.setTimeout;
      window.setTimeout = ((run: () => void, ms?: number) =>
        ms === 2500 ? 0 : real(run, ms)) as typeof real;
    });
    await page.goto(story.url + path);
  },
);

test('an address that ends with a slash is the one without: rendered, and hydrated without a difference', async () => {
  const genre = `/genre/${shop.romance.slug}`;
  for (const [asked, path, canonical] of [
    [`${genre}/`, genre, genre],
    ['/notice/?page=2', '/notice?page=2', '/notice'],
  ] as const) {
    expect((await read(asked)).html).toContain(`<link rel="canonical" href="${story.url}${canonical}">`);
    // The story fails on any error of the page, and React reports a difference as one.
    const page = await story.open(asked);
    expect(pathOf(page)).toBe(path);
  }
});

test.each([
  ['a phone’s, which says so', { 'sec-ch-ua-mobile': '?1' }, 'mobile'],
  ['a tablet’s or a computer’s', { 'sec-ch-ua-mobile': '?0', 'user-agent': 'Android Mobile' }, 'pc'],
  ['a phone’s by its name', { 'user-agent': 'Mozilla/5.0 (iPhone) Version/26.0 Mobile/15E148' }, 'mobile'],
  ['nobody knows whose', {}, 'pc'],
])('a page is rendered for the screen it is for: %s', async (_whose, headers, screen) => {
  const { html } = await read('/', headers);
  expect(html).toContain(`data-screen="${screen}"`);
});

test('an address that names its language comes in it, and the next page too', async () => {
  const page = await story.open('/?lang=en');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await page.goto(`${story.url}/view/s/${shop.series.slug}`);
  await page.getByRole('heading', { level: 1, name: shop.series.titleEn }).waitFor();
});

test.each([
  ['/', 'en'],
  ['/plans', 'en'],
  ['/faqs', 'ko'],
])('%s in the language that its address names is a page of its own: %s', async (path, lang) => {
  const { html } = await read(`${path}?lang=${lang}`);
  const address = `${story.url}${path}?lang=${lang}`;
  expect(html).toContain(`<html lang="${lang}"`);
  expect(html).toContain(`<link rel="canonical" href="${address}">`);
  expect(html).toContain(`<meta property="og:url" content="${address}">`);
  expect(html).toContain(`<link rel="alternate" hreflang="${lang}" href="${address}">`);
  expect((await read(path, { cookie: `locale=${lang}` })).html).toContain(
    `<link rel="canonical" href="${story.url}${path}">`,
  );
  // Hydrated without a difference, or the story fails.
  const page = await story.open(`${path}?lang=${lang}`);
  expect(pathOf(page)).toBe(`${path}?lang=${lang}`);
});

test.each([
  ['what a page is about', async () => `/faqs/${(await buildFaq(story.db)).id}`, 'support_faqs'],
  ['a part of a page', async () => '/', 'home_sections'],
])(
  'a failure that passes, of %s, is not told to search engines: the page comes unrendered, and no page that is not there',
  async (_, findPath, table) => {
    const path = await findPath();
    await announceChange(story.db, 'home');
    await story.db.execute(sql.raw(`alter table ${table} rename to away`));
    try {
      const { status, html } = await read(path);
      expect(status).toBe(200);
      expect(html).not.toContain('noindex');
      expect(html).toContain('<div id="app"></div>');
    } finally {
      await story.db.execute(sql.raw(`alter table away rename to ${table}`));
    }
    // It is not kept.
    expect((await read(path)).html).toContain('id="state"');
  },
);

test('a page that the browser had put away asks for what it shows', async () => {
  const page = await story.open('/favicon.svg', { expected: [/favicon\.ico/] });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const open = async (going: Promise<unknown>) => {
    await going;
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  };
  await open(page.goto(`${story.url}/schedule`));
  expect(asked).not.toContain('/api/schedule');
  await page.goto(`${story.url}/favicon.svg`);
  await open(page.goBack());
  await expect.poll(() => asked).toContain('/api/schedule');
});

test('somebody signed in gets the unrendered page, and a page that needs a login too', async () => {
  for (const { html } of [await read('/', { cookie: 'member=1' }), await read('/my-list')]) {
    expect(html).not.toContain('id="state"');
    expect(html).toContain('<div id="app"></div>');
  }
});

test('a page that the browser has already is not sent again', async () => {
  const first = await read('/login');
  const again = await read('/login', { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, again.html]).toEqual([304, '']);
});

test('text from people cannot leave its place in the document', async () => {
  const nasty = '</script><script>document.title="x"</script>$&$`"\'';
  const { slug } = await buildProgramme(story.db, { titleKo: nasty, synopsisKo: nasty });
  const { html } = await read(`/view/m/${slug}`);
  expect(html).not.toContain('<script>document.title');
  expect(dataOf(html).name).toBe(nasty);
  const page = await story.open(`/view/m/${slug}`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(nasty);
});

test('a button pressed before the app is there is heard', async () => {
  const page = await story.open('/favicon.svg', { expected: [/favicon\.ico/] });
  const app = await holdRequests(page, '**/assets/index-*.js');
  const arrived = page.goto(`${story.url}/`);
  await page.getByRole('button', { name: '재생', exact: true }).click();
  await app.release();
  await arrived;
  await page.waitForURL('**/login');
});

test('a form that is sent before the app is there is sent once, and its address has nothing of it', async () => {
  const viewer = await buildViewer(story);
  const page = await story.open('/favicon.svg', { expected: [/favicon\.ico/] });
  const app = await holdRequests(page, '**/assets/index-*.js');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(`${request.method()} ${request.url()}`));
  const arrived = page.goto(`${story.url}/login`);
  await page.getByLabel('아이디 또는 이메일').fill(viewer.username);
  await page.getByLabel('비밀번호', { exact: true }).fill(viewer.password);
  await page.keyboard.press('Enter');
  await app.release();
  await arrived;
  await page.waitForURL('**/profiles');
  expect(addresses.filter((address) => address.endsWith('/api/login'))).toHaveLength(1);
  expect(addresses.filter((address) => address.includes('password='))).toEqual([]);
});

test('the banner is shown when all of it has come: on a slow line nothing in it moves', async () => {
  const pauseMs = 1_000;
  // The service on a line that stops in the middle of the banner.
  const slow = createServer(async (request, response) => {
    if (request.method !== 'GET') return response.writeHead(204).end();
    const answer = await fetch(story.url + request.url);
    response.setHeader('content-type', answer.headers.get('content-type') ?? '');
    const body = Buffer.from(await answer.arrayBuffer());
    const half = request.url === '/' ? body.indexOf('</h1>') : 0;
    if (half > 0) {
      response.write(body.subarray(0, half));
      await sleep(pauseMs);
    }
    response.end(body.subarray(half));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  try {
    const page = await story.open('/favicon.svg', { expected: [/favicon\.ico/] });
    await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`);
    const seen = await page.evaluate(
      () =>
        new Promise<{ first: number; moved: number }>((resolve) => {
          let moved = 0;
          new PerformanceObserver((list) => {
            for (const shift of list.getEntries()) moved += (shift as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => {
            const [first] = performance.getEntriesByName('first-contentful-paint');
            resolve({ first: first?.startTime ?? 0, moved });
          }, 1_000);
        }),
    );
    expect(seen.first).toBeGreaterThan(pauseMs);
    expect(seen.moved).toBe(0);
    await page.close();
  } finally {
    slow.close();
    slow.closeAllConnections();
  }
});

test('without a connection a page says so', async () => {
  const page = await story.open('/login', { serviceWorker: true, expected: [/ERR_INTERNET_DISCONNECTED/] });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    }
  });
  await page.context().setOffline(true);
  await page.evaluate(() => window.location.assign('/notice'));
  const told = page.getByRole('heading', { name: '인터넷에 연결되어 있지 않아요' });
  await told.waitFor();
  // The wanted page comes by itself.
  await page.context().setOffline(false);
  await told.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: '공지사항' }).waitFor();
});
