/** What the server sends before any script runs, and that the app takes it over as it is. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openStory } from '../fixtures.ts';
import { locales, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
beforeAll(async () => {
  shop = await stockShop(story, 'served');
});

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

  test.each(['/', '/login', '/comn/region'])('%s is taken over without a difference', async (path) => {
    const { html } = await read(path, cookie);
    expect(html).toContain('id="state"');
    // The story fails on any error of the page, and React reports a difference as one.
    const page = await story.open(path, { locale });
    await expect.poll(() => page.locator('#app > *').count()).toBeGreaterThan(0);
  });
});

test('a film is a Movie to search engines', async () => {
  const { html } = await read(`/view/m/${shop.films[0]?.slug}`);
  expect(dataOf(html)).toMatchObject({ '@type': 'Movie', name: shop.films[0]?.titleKo });
});

test('an address that names its language comes in it, and the next page too', async () => {
  const page = await story.open('/?lang=en');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await page.goto(`${story.url}/view/s/${shop.series.slug}`);
  await page.getByRole('heading', { level: 1, name: shop.series.titleEn }).waitFor();
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
