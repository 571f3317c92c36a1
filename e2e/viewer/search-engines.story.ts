/** The facts of a page for search engines and shared links, and the list of all pages. */
import { inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { announceChange } from '../../src/server/cache/changes.ts';
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
import { dataOf, readDocument } from './documents.ts';
import { locales, type Shop, stockShop } from './shop.ts';

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
  shop = await stockShop(story, 'found');
});

const read = (path: string, headers?: Record<string, string>) => readDocument(story, path, headers);

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
  const soon = new Date(Date.now() + 600_000);
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
    shown = await film('found 한낮의 방송', { assetId: asset.id });
    const hidden = await film('found 한밤의 방송', { assetId: asset.id, regions: ['CA'] });
    for (const [number, { id: programmeId }] of [shown, hidden].entries()) {
      const channel = await buildChannel(story.db, {
        number: 61 + number,
        nameKo: `found 채널 ${number}`,
        nameEn: `Found ${number}`,
      });
      await buildLiveItem(story.db, { channelId: channel.id, programmeId });
    }
    // In the first category: only the first titles of a day are listed, and other stories have titles of today, too.
    coming = await film('found 곧 나올 영화', { availableFrom: soon, categoryId: shop.drama.id });
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
      publishedOn: { '@type': 'BroadcastService', name: 'found 채널 0' },
    });
    expect(events.every(({ name }) => name !== '')).toBe(true);
    expect(JSON.stringify(events)).not.toContain('found 채널 1');
  });

  test('what the schedule announces, without an address as long as it has no page', async () => {
    const own = (await eventsOf('/schedule')).find(({ name }) => name === coming.titleKo);
    expect(own).toMatchObject({
      '@type': 'BroadcastEvent',
      isLiveBroadcast: false,
      startDate: soon.toISOString(),
      publishedOn: { '@type': 'BroadcastService', name: '마루' },
    });
    expect(own).not.toHaveProperty('url');
  });
});

test('what does not exist is a 404 that search engines leave out', async () => {
  for (const path of ['/view/s/no-such-title', '/no/such/place']) {
    const { status, html } = await read(path);
    expect(status).toBe(404);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('rel="canonical"');
  }
});

const addressesOf = async (file: string) =>
  [...(await read(file)).html.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] as string);

test.each([
  '/',
  '/new-releases',
  '/free-videos',
  '/leaving-soon',
  '/live-tv',
  '/live-tv/guide',
  '/radio',
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
  '%s comes rendered, with its address and description for search engines, and is in the sitemap',
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
