/** What the server sends before any script runs, and that the app takes it over as it is. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { announceChange } from '../../src/server/changes.ts';
import { artworks } from '../../src/server/modules/catalog/catalog.tables.ts';
import {
  buildArtwork,
  buildAsset,
  buildChannel,
  buildFaq,
  buildLiveItem,
  buildNotice,
  buildPage,
  buildPerson,
  buildProgramme,
  buildTimeline,
} from '../../test/build.ts';
import { openStory } from '../fixtures.ts';
import { goOnAir } from './broadcast.ts';
import { locales, pathOf, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
let notice: Awaited<ReturnType<typeof buildNotice>>;
let faq: Awaited<ReturnType<typeof buildFaq>>;
let terms: Awaited<ReturnType<typeof buildPage>>;
beforeAll(async () => {
  notice = await buildNotice(story.db);
  faq = await buildFaq(story.db);
  terms = await buildPage(story.db);
  await announceChange(story.db, 'support');
  shop = await stockShop(story, 'served');
});

const say = {
  episodes: { ko: '회차', en: 'Episodes' },
  oldestFirst: { ko: '첫 화부터', en: 'Old' },
};

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(story.url + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

describe.each(locales)('in %s', (locale) => {
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

  test.each(['/', '/login', '/comn/region'])('%s is taken over without a difference', async (path) => {
    const { html } = await read(path, cookie);
    expect(html).toContain('id="state"');
    // The story fails on any error of the page, and React reports a difference as one.
    const page = await story.open(path, { locale });
    await expect.poll(() => page.locator('#app > *').count()).toBeGreaterThan(0);
  });
});

test('an address that ends with a slash is the one without: drawn, and taken over without a difference', async () => {
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
])('a page is drawn for the screen it is for: %s', async (_whose, headers, screen) => {
  const { html } = await read('/', headers);
  expect(html).toContain(`data-screen="${screen}"`);
});

test('a film is a Movie to search engines', async () => {
  const { html } = await read(`/view/m/${shop.films[0]?.slug}`);
  expect(dataOf(html)).toMatchObject({ '@type': 'Movie', name: shop.films[0]?.titleKo });
});

test('a page that is shared says of which kind it is, and has a picture', async () => {
  const { id: avatarId } = await buildArtwork(story.db, { kind: 'avatar' });
  const person = await buildPerson(story.db, { avatarId });
  const { id: bannerId } = await buildArtwork(story.db, { kind: 'banner' });
  const pictured = await buildProgramme(story.db, { bannerId });
  const icon = '/icons/icon-512.png';
  for (const [path, type, image, card] of [
    ['/', 'website', icon, 'summary'],
    [`/faqs/${faq.id}`, 'website', icon, 'summary'],
    [`/view/s/${shop.series.slug}`, 'video.tv_show', icon, 'summary'],
    [`/view/m/${shop.films[0]?.slug}`, 'video.movie', icon, 'summary'],
    [`/view/m/${pictured.slug}`, 'video.movie', `/images/${bannerId}/1280.webp`, 'summary_large_image'],
    [`/cast/${person.slug}`, 'website', `/images/${avatarId}/192.webp`, 'summary'],
  ] as const) {
    const { html } = await read(path);
    expect(html).toContain(`<meta property="og:type" content="${type}">`);
    expect(html).toContain(`<meta property="og:image" content="${story.url}${image}">`);
    expect(html).toContain(`<meta name="twitter:card" content="${card}">`);
  }
  expect((await read(icon)).headers.get('content-type')).toBe('image/png');
  // There are no files behind them, which other stories' pages would ask for.
  await story.db.delete(artworks).where(inArray(artworks.id, [avatarId, bannerId]));
});

describe('broadcasts are told to search engines', () => {
  const inAnHour = new Date(Date.now() + 3_600_000);
  const film = (titleKo: string, values: Parameters<typeof buildProgramme>[1] = {}) =>
    buildProgramme(story.db, { titleKo, titleEn: `${titleKo} in English`, ...values });
  const eventsOf = async (path: string) => {
    const data = dataOf((await read(path)).html);
    expect(data).toMatchObject({ '@context': 'https://schema.org', '@type': 'ItemList' });
    return (data.itemListElement as { item: { name: string } }[]).map(({ item }) => item);
  };
  let shown: Awaited<ReturnType<typeof film>>;
  let coming: Awaited<ReturnType<typeof film>>;
  beforeAll(async () => {
    const asset = await buildAsset(story.db);
    await buildTimeline(story.db, asset.id, 7_200_000);
    shown = await film('served 한낮의 방송', { assetId: asset.id });
    const hidden = await film('served 한밤의 방송', { assetId: asset.id, regions: ['CA'] });
    for (const [number, { id: programmeId }] of [shown, hidden].entries()) {
      const channel = await buildChannel(story.db, {
        number: 61 + number,
        nameKo: `served 채널 ${number}`,
        nameEn: `Served ${number}`,
      });
      await buildLiveItem(story.db, { channelId: channel.id, programmeId });
    }
    coming = await film('served 곧 나올 영화', { availableFrom: inAnHour });
    await goOnAir(story, shown.titleKo);
  });

  test('what the channels show, with its times and its channel, and nothing of what guests may not see', async () => {
    const events = await eventsOf('/live-tv');
    const own = events.find(({ name }) => name === shown.titleKo);
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/);
    expect(own).toMatchObject({
      '@type': 'BroadcastEvent',
      isLiveBroadcast: true,
      url: `${story.url}/view/m/${shown.slug}`,
      startDate: instant,
      endDate: instant,
      publishedOn: { '@type': 'BroadcastService', name: 'served 채널 0' },
    });
    expect(events.every(({ name }) => name !== '')).toBe(true);
    expect(JSON.stringify(events)).not.toContain('served 채널 1');
  });

  test('what the schedule announces, without an address as long as it has no page', async () => {
    const own = (await eventsOf('/schedule')).find(({ name }) => name === coming.titleKo);
    expect(own).toMatchObject({
      '@type': 'BroadcastEvent',
      isLiveBroadcast: false,
      startDate: inAnHour.toISOString(),
      publishedOn: { '@type': 'BroadcastService', name: '마루' },
    });
    expect(own).not.toHaveProperty('url');
  });
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
  // Taken over without a difference, or the story fails.
  const page = await story.open(`${path}?lang=${lang}`);
  expect(pathOf(page)).toBe(`${path}?lang=${lang}`);
});

test.each([
  ['what a page is about', async () => `/faqs/${(await buildFaq(story.db)).id}`, 'support_faqs'],
  ['a part of a page', async () => '/', 'home_sections'],
])(
  'a failure that passes, of %s, is not told to search engines: the page comes undrawn, and no page that is not there',
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

test('what does not exist is a 404 that search engines leave out', async () => {
  for (const path of ['/view/s/no-such-title', '/no/such/place']) {
    const { status, html } = await read(path);
    expect(status).toBe(404);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
  }
});

test('somebody signed in gets the undrawn page, and a page that needs a login too', async () => {
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
  const { buildProgramme } = await import('../../test/build.ts');
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
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const arrived = page.goto(`${story.url}/`);
  await page.getByRole('button', { name: '재생', exact: true }).click();
  release();
  await arrived;
  await page.waitForURL('**/login');
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
  await page.getByRole('heading', { name: '인터넷에 연결되어 있지 않아요' }).waitFor();
  await page.context().setOffline(false);
});

const addressesOf = async (file: string) =>
  [...(await read(file)).html.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] as string);

test.each([
  '/',
  '/new-releases',
  '/free-videos',
  '/live-tv',
  '/live-tv/guide',
  '/schedule',
  '/youtube',
  '/youtube/new-arrival',
  '/youtube/playlist',
  '/plans',
  '/subscription',
  '/trial',
  '/partner',
  '/account-delete',
  '/faqs',
  '/notice',
  '/sitemap',
])(
  '%s comes drawn, with its address and description for search engines, and is in the sitemap',
  async (path) => {
    for (const locale of locales) {
      const { html } = await read(path, { cookie: `locale=${locale}` });
      expect(html).toContain(`<link rel="canonical" href="${story.url}${path}">`);
      expect(html).toContain(`hreflang="en" href="${story.url}${path}?lang=en"`);
      expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
      expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
      expect(html).not.toContain('name="robots"');
    }
    const listed = await Promise.all(['/sitemaps/pages.xml', '/sitemaps/youtube.xml'].map(addressesOf));
    expect(listed.flat()).toContain(story.url + path);
  },
);

test('every page of the sitemap is there', async () => {
  const pages = await addressesOf('/sitemaps/pages.xml');
  for (const path of [`/notice/${notice.id}`, `/faqs/${faq.id}`, `/${terms.slug}`])
    expect(pages).toContain(story.url + path);
  for (const address of pages) {
    const { status, html } = await read(new URL(address).pathname);
    expect([address, status]).toEqual([address, 200]);
    expect(html, address).toContain('id="state"');
  }
});

test('search engines are told what there is', async () => {
  expect((await read('/robots.txt')).html).toContain(`Sitemap: ${story.url}/sitemap.xml`);
  const index = await read('/sitemap.xml');
  expect(index.headers.get('content-type')).toContain('xml');
  const files = [...index.html.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] as string);
  const texts = await Promise.all(files.map(async (file) => (await fetch(file)).text()));
  const addresses = texts.flatMap((text) =>
    [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]),
  );
  expect(addresses).toContain(`${story.url}/`);
  expect(addresses).toContain(`${story.url}/view/s/${shop.series.slug}`);
  expect(addresses).toContain(`${story.url}/category/${shop.drama.slug}`);
  expect(addresses).toContain(`${story.url}/cast/${shop.lead.slug}`);
  expect(addresses).toContain(`${story.url}/youtube/playlist`);
  expect(new Set(addresses).size).toBe(addresses.length);
});
