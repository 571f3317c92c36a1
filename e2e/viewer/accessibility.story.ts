import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { takesCard } from '../../src/contract/pages.ts';
import { announceChange } from '../../src/server/cache/changes.ts';
import { sessions } from '../../src/server/modules/accounts/accounts.tables.ts';
import {
  buildChannel,
  buildFaq,
  buildFaqCategory,
  buildInquiry,
  buildLiveItem,
  buildNotice,
  buildNotification,
  buildPage,
  buildPlan,
  buildTimeline,
  buildViewing,
} from '../../test/build.ts';
import { buildClip, buildPartnerCategory, buildPlaylist } from '../../test/build-partner-video.ts';
import { expectAccessible } from '../axe.ts';
import { openBlank, openStory } from '../fixtures.ts';
import { goOnAir } from './broadcast.ts';
import { type Shelves, stockShelves } from './shelves.ts';
import { buildViewer, openAs, type Shop, stockShop } from './shop.ts';

const story = openStory();
let shop: Shop;
let shelves: Shelves;
/** A clip that the partner's own player plays. */
let frame: string;
let viewer: Awaited<ReturnType<typeof buildViewer>>;
/** A viewer who has just re-authenticated. */
let proved: Awaited<ReturnType<typeof buildViewer>>;
let inquiry: string;
let plan: Awaited<ReturnType<typeof buildPlan>>;
let notice: string;
let question: string;
beforeAll(async () => {
  shop = await stockShop(story, 'axe');
  shelves = await stockShelves(story, 'axe-lists');
  // Names that users enter are in English, so any Korean on an English page is the product's.
  viewer = await buildViewer(story, { pin: undefined, name: 'Family' });
  proved = await buildViewer(story, { name: 'Family' });
  const afterwards = new Date(Date.now() + 3_600_000);
  await story.db
    .update(sessions)
    .set({ reauthenticatedAt: afterwards })
    .where(eq(sessions.userId, proved.id));
  plan = await buildPlan(story.db, { nameKo: '축 이용권', nameEn: 'Axe Plan' });
  inquiry = (
    await buildInquiry(story.db, {
      user: viewer,
      title: 'No sound',
      body: 'On the TV alone.',
    })
  ).id;
  await buildNotification(story.db, { user: viewer, values: { id: inquiry, title: 'No sound' } });
  await buildViewing(story.db, { profile: viewer.profile, programmeId: shop.series.id });
  const channel = await buildChannel(story.db, { nameKo: '축 채널', nameEn: 'Axe Channel' });
  const radio = { slug: 'axe-radio', medium: 'radio', fileType: 'audio' } as const;
  const station = await buildChannel(story.db, { ...radio, nameKo: '축 라디오', nameEn: 'Axe Radio' });
  const film = shop.films[0];
  await buildTimeline(story.db, film?.assetId as string);
  for (const { id } of [channel, station])
    await buildLiveItem(story.db, { channelId: id, programmeId: film?.id, repeats: 30 });
  const topic = await buildPartnerCategory(story.db, {
    slug: 'axe-topic',
    nameKo: '축 분야',
    nameEn: 'Axe Topic',
  });
  const part = await buildPartnerCategory(story.db, { slug: 'axe-part', parentId: topic.id });
  const clips = [];
  for (const more of [
    { titleKo: 'axe 하나' },
    { titleKo: 'axe 둘', premium: true },
    { youtubeId: 'axeaxeaxe-1' },
  ])
    clips.push(await buildClip(story.db, { ...more, categoryId: topic.id, subCategoryId: part.id }));
  frame = clips[2]?.id ?? '';
  await buildPlaylist(
    story.db,
    { playListId: 'axe-list', descriptionKo: '설명이에요.', descriptionEn: 'A description.' },
    clips.map(({ id }) => id),
  );
  await announceChange(story.db, 'partner_video');
  notice = (await buildNotice(story.db)).id;
  question = (await buildFaq(story.db, { categoryId: (await buildFaqCategory(story.db)).id })).id;
  await buildPage(story.db, { slug: 'axe-terms' });
  await announceChange(story.db, 'support');
  await goOnAir(story, '축 채널');
});

const widths = [320, 768, 1440] as const;
type Who = 'viewer' | 'user' | 'proved';
interface Judged {
  path: () => string;
  as?: Who;
  /** Shows a frame of this host, for which something of ours stands: nothing leaves this machine. */
  frameOf?: string;
}
const routes: Record<string, Judged> = {
  home: { path: () => '/' },
  category: { path: () => `/category/${shop.drama.slug}` },
  details: { path: () => `/view/s/${shop.series.slug}`, as: 'viewer' },
  search: { path: () => `/search?q=axe`, as: 'viewer' },
  'a search for nothing there': { path: () => '/search?q=zzzqqq' },
  'live TV': { path: () => '/live-tv' },
  guide: { path: () => '/live-tv/guide' },
  radio: { path: () => '/radio' },
  schedule: { path: () => '/schedule' },
  login: { path: () => '/login' },
  'signing up': { path: () => '/signup' },
  'arriving from a service': { path: () => '/login/social' },
  'forgotten password': { path: () => '/forgot' },
  'new password': { path: () => '/reset' },
  account: { path: () => '/account', as: 'viewer' },
  membership: { path: () => '/account/membership', as: 'viewer' },
  'payment cards': { path: () => '/account/payment-info', as: 'viewer' },
  'billing address': { path: () => '/account/billing-details', as: 'viewer' },
  invoices: { path: () => '/account/invoices', as: 'viewer' },
  'plan history': { path: () => '/account/subscription-history', as: 'viewer' },
  'adding a card': { path: () => '/account/add-card', as: 'viewer' },
  'cancelling without a plan': { path: () => '/account/cancel-membership', as: 'viewer' },
  checkout: { path: () => `/checkout/${plan.id}/${plan.priceId}`, as: 'viewer' },
  'giving a gift': { path: () => '/gifts' },
  'paying for a gift': { path: () => `/checkout/gift/${plan.id}/3`, as: 'viewer' },
  'gifts that were given': { path: () => '/account/gifts', as: 'viewer' },
  'redeeming a gift': { path: () => '/redeem', as: 'viewer' },
  'asking somebody to pay': { path: () => '/account/ask-to-pay', as: 'viewer' },
  'notification settings': { path: () => '/account/notifications', as: 'viewer' },
  'downloading data': { path: () => '/account/download-data', as: 'viewer' },
  notifications: { path: () => '/notifications', as: 'viewer' },
  'stopping mail': { path: () => '/unsubscribe?token=x' },
  'personal information': { path: () => '/account/information', as: 'viewer' },
  passkeys: { path: () => '/account/passkeys', as: 'viewer' },
  'linked accounts': { path: () => '/account/linked-accounts', as: 'viewer' },
  devices: { path: () => '/account/devices', as: 'viewer' },
  'activating a device': { path: () => '/account/activate', as: 'viewer' },
  'a television’s code': { path: () => '/activate', as: 'viewer' },
  'a television that waits': { path: () => '/tv' },
  'profiles on a television': { path: () => '/tv', as: 'user' },
  'a television’s home': { path: () => '/tv', as: 'viewer' },
  'search on a television': { path: () => '/tv/search?q=axe', as: 'viewer' },
  'streaming devices': { path: () => '/account/streaming-devices', as: 'viewer' },
  'login history': { path: () => '/account/login-history', as: 'viewer' },
  'signing out everywhere': { path: () => '/account/sign-out-all', as: 'viewer' },
  're-authentication': { path: () => '/account/change-email', as: 'viewer' },
  'another address': { path: () => '/account/change-email', as: 'proved' },
  'another password': { path: () => '/account/change-password', as: 'proved' },
  'a new number': { path: () => '/account/user-new-number', as: 'proved' },
  'another number': { path: () => '/account/change-phone-number', as: 'proved' },
  'the account’s deletion once proved': { path: () => '/account/delete', as: 'proved' },
  're-authentication by itself': { path: () => '/account/email-verification-code', as: 'viewer' },
  'account language': { path: () => '/account/change-language', as: 'viewer' },
  'deleting the account': { path: () => '/account/delete', as: 'viewer' },
  profiles: { path: () => '/profiles', as: 'user' },
  'managing profiles': { path: () => '/profiles/manage', as: 'user' },
  welcome: { path: () => '/welcome', as: 'user' },
  'adding a profile': { path: () => '/add-profile', as: 'user' },
  'editing a profile': { path: () => `/profiles/edit/${viewer.profile.id}`, as: 'viewer' },
  'deleting a profile': { path: () => `/profiles/delete/${viewer.profile.id}`, as: 'viewer' },
  'pictures of profiles': { path: () => `/user/avatar/${viewer.profile.id}`, as: 'user' },
  'another picture of a profile': { path: () => `/user/change-avatar/${viewer.profile.id}`, as: 'user' },
  'viewing limits': { path: () => '/account/view-restriction', as: 'viewer' },
  'limits of a profile': { path: () => `/account/profile-restriction/${viewer.profile.id}`, as: 'viewer' },
  'profile locks': { path: () => '/account/profile-lock', as: 'viewer' },
  'lock of a profile': { path: () => `/account/profile-lock/${viewer.profile.id}`, as: 'viewer' },
  'parent PIN': { path: () => '/account/parent-pin', as: 'viewer' },
  'profile e-mail': { path: () => '/account/add-profile-email', as: 'viewer' },
  'e-mail of a profile': { path: () => `/account/add-profile-email/${viewer.profile.id}`, as: 'viewer' },
  ratings: { path: () => '/account/profile-rating', as: 'viewer' },
  inquiries: { path: () => '/account/inquiries', as: 'viewer' },
  'a new inquiry': { path: () => '/account/inquiries/new', as: 'viewer' },
  'an inquiry': { path: () => `/account/inquiry-history/${inquiry}`, as: 'viewer' },
  'watch history': { path: () => '/account/streaming-history', as: 'viewer' },
  'viewing activity': { path: () => '/account/view-activity', as: 'viewer' },
  'my list': { path: () => '/my-list', as: 'viewer' },
  'sub-category': { path: () => `/category/${shelves.category.slug}/${shelves.sub.slug}` },
  'new releases': { path: () => '/new-releases', as: 'viewer' },
  'free videos': { path: () => '/free-videos' },
  'leaving soon': { path: () => '/leaving-soon' },
  'custom row': { path: () => `/content/${shelves.row.slug}` },
  genre: { path: () => `/genre/${shelves.genre.slug}` },
  'new in a genre': { path: () => `/genre-new-releases/${shelves.genre.slug}` },
  'sub-genre': { path: () => `/genre/${shelves.genre.slug}/${shelves.subGenre.slug}` },
  kocowa: { path: () => '/kocowa' },
  cast: { path: () => `/cast/${shelves.person.slug}` },
  plans: { path: () => '/plans', as: 'viewer' },
  subscription: { path: () => '/subscription?tab=guide' },
  partner: { path: () => '/partner' },
  trial: { path: () => '/trial' },
  'account deletion': { path: () => '/account-delete' },
  youtube: { path: () => '/youtube' },
  'new clips': { path: () => '/youtube/new-arrival' },
  playlists: { path: () => '/youtube/playlist' },
  playlist: { path: () => '/youtube/playlist/axe-list' },
  'clip category': { path: () => '/youtube/category/axe-topic' },
  'clip sub-category': { path: () => '/youtube/category/axe-topic/axe-part' },
  'partner’s player': {
    path: () => `/watch/y/${frame}/axe-list`,
    as: 'viewer',
    frameOf: 'www.youtube-nocookie.com',
  },
  notices: { path: () => '/notice' },
  notice: { path: () => `/notice/${notice}` },
  questions: { path: () => '/faqs' },
  'a question': { path: () => `/faqs/${question}` },
  'a page of the staff': { path: () => '/axe-terms' },
  sitemap: { path: () => '/sitemap' },
  'not served here': { path: () => '/comn/region' },
  'changing the profile': { path: () => '/profiles/change', as: 'viewer' },
  'error page': { path: () => '/no/such/place' },
};

/** One page for each who and each language, which goes from route to route: what a browser has fetched and compiled it has. */
const pages = new Map<string, Promise<Page>>();
function pageOf(as: Who | undefined, locale: 'ko' | 'en'): Promise<Page> {
  const key = `${as} ${locale}`;
  let page = pages.get(key);
  if (!page) {
    page = openPage(as, locale);
    pages.set(key, page);
  }
  return page;
}
async function openPage(as: Who | undefined, locale: 'ko' | 'en'): Promise<Page> {
  // The page of a social login without its parameters shows an error. A television polls for the confirmation of its code.
  const options = { locale, expected: [/422.*social-login/, /400.*api\/device\/token/], keep: true };
  const users = { viewer, user: { ...viewer, profile: undefined }, proved };
  const page = as ? await openAs(story, users[as], '/favicon.svg', options) : await openBlank(story, options);
  // Nothing is judged while it fades in.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

const load = (page: Page, path: string) => page.goto(story.url + path);

/** Goes to another page within the app, as the browser's Back does; to a page that takes cards and from it a document is loaded. */
async function walk(page: Page, path: string) {
  const { pathname } = new URL(page.url());
  if (pathname === '/favicon.svg' || takesCard(pathname) || takesCard(path)) return load(page, path);
  await page.evaluate((to) => {
    document.title = 'on the way';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  // The app writes the title of each page that it has reached.
  await page.waitForFunction(() => document.title !== 'on the way');
  return null;
}

const standIn = {
  contentType: 'text/html',
  body: '<!doctype html><html lang="en"><title>player</title><body><h1>player</h1></body></html>',
};

/** The page as it is once nothing more comes by itself. */
async function settled(page: Page): Promise<void> {
  // Requests for another width start with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
}

/** The checked footers. A footer is the same on all pages of one kind of viewer at one width. */
const footers = new Set<string>();
async function footerOnce(page: Page, where: string): Promise<string | undefined> {
  if (footers.has(where)) return 'footer';
  if ((await page.locator('footer').count()) > 0) footers.add(where);
  return undefined;
}

test.each(Object.keys(routes))(
  '%s: axe finds nothing, nothing is wider than the screen, and English pages speak English',
  async (name) => {
    const { path, as, frameOf } = routes[name]!;
    const visit = async (locale: 'ko' | 'en', widths: readonly number[], goTo: typeof load) => {
      const page = await pageOf(as, locale);
      await page.setViewportSize({ width: widths[0]!, height: 800 });
      // A page with a route has no HTTP cache, so only this one page has it.
      if (frameOf) await page.route(`https://${frameOf}/**`, (route) => route.fulfill(standIn));
      await goTo(page, path());
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await settled(page);
        const where = `${locale}, ${width} px`;
        expect(await sideways(page), where).toBe(0);
        // On a desktop in Korean, on a phone in English.
        if (width === widths.at(-1))
          await expectAccessible(page, where, await footerOnce(page, `${as} ${where}`));
      }
      if (frameOf) await page.unrouteAll();
      return page;
    };
    const inKorean = async () => {
      const page = await visit('ko', widths, load);
      // The view of 1280 px at 200 %.
      await page.setViewportSize({ width: 640, height: 400 });
      expect(await sideways(page), 'at 200 %').toBe(0);
    };
    const inEnglish = async () => {
      const page = await visit('en', [360], walk);
      expect(await koreanTexts(page), 'Korean on an English page').toEqual([]);
    };
    // In Korean each page is loaded anew, in English it is gone to within the app; both at once, for judging takes one processor a page.
    await Promise.all([inKorean(), inEnglish()]);
  },
);

/** Korean text on a page, except the language's own name and elements marked as Korean. */
function koreanTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('script, style, [lang|=ko]')) continue;
      const texts =
        node instanceof Element
          ? ['aria-label', 'alt', 'title', 'placeholder'].map((name) => node.getAttribute(name) ?? '')
          : [node.textContent ?? ''];
      found.push(...texts.filter((text) => /[가-힣]/.test(text) && text !== '한국어'));
    }
    return found;
  });
}

/** How many pixels the page can be scrolled to the side. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(0, scrollWidth - clientWidth);
  });
}

test('where motion is unwelcome nothing moves by itself', async () => {
  const page = await openBlank(story);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${story.url}/`);
  await page.getByRole('heading', { level: 1, name: shop.series.titleKo }).waitFor();
  // The server renders the button, and the browser takes it away once it knows.
  await expect.poll(() => page.getByRole('button', { name: '자동 넘김 멈춤' }).count()).toBe(0);
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0)),
    ),
  );
  expect(longest).toBeLessThanOrEqual(1);
});
