/**
 * Every page of the viewer that has an address of its own, and the menus in which pages stand. One table for the menus, the footer
 * and the sitemap page, for search engines, and for the slugs that pages of the staff cannot have. A test walks the viewer's
 * routes and this table. Without zod, so that the first script may carry it.
 */

/**
 * The reach of a page for search engines. `listed` is in the sitemap. `open` may be read, and its head says whether it may be
 * indexed. `closed` is for signed-in users, and is in robots.txt.
 */
type Reach = 'listed' | 'open' | 'closed';

/** By path, parameters as the viewer's routes write them. */
export const pages = {
  '/': 'listed',
  '/new-releases/{-$category_id}': 'listed',
  '/free-videos': 'listed',
  '/leaving-soon': 'listed',
  '/live-tv': 'listed',
  '/live-tv/guide': 'listed',
  '/radio': 'listed',
  '/schedule': 'listed',
  '/youtube': 'listed',
  '/youtube/new-arrival': 'listed',
  '/youtube/playlist': 'listed',
  '/plans': 'listed',
  '/gifts': 'listed',
  '/redeem': 'listed',
  '/subscription': 'listed',
  '/trial': 'listed',
  '/partner': 'listed',
  '/account-delete': 'listed',
  '/faqs': 'listed',
  '/notice': 'listed',
  '/sitemap': 'listed',

  '/search': 'open',
  '/category/$id': 'open',
  '/category/$id/$subId': 'open',
  '/genre/$id': 'open',
  '/genre/$id/$subId': 'open',
  '/genre-new-releases/$id': 'open',
  '/content/$id': 'open',
  '/kocowa': 'open',
  '/cast/$id': 'open',
  '/view/$type/$id': 'open',
  '/youtube/playlist/$id': 'open',
  '/youtube/category/$id': 'open',
  '/youtube/category/$id/$subId': 'open',
  '/faqs/$id': 'open',
  '/notice/$id': 'open',
  '/$slug': 'open',
  '/login': 'open',
  '/login/social': 'open',
  '/signup': 'open',
  '/forgot': 'open',
  '/reset': 'open',
  '/unsubscribe': 'open',
  '/comn/region': 'open',
  '/tv': 'open',
  '/tv/search': 'open',

  '/my-list': 'closed',
  '/checkout/$plan/$price': 'closed',
  '/checkout/gift/$plan/$months': 'closed',
  '/pay-for': 'closed',
  '/notifications': 'closed',
  '/activate': 'closed',
  '/account': 'closed',
  '/account/$': 'closed',
  '/profiles': 'closed',
  '/profiles/change': 'closed',
  '/profiles/manage': 'closed',
  '/welcome': 'closed',
  '/profiles/edit/$id': 'closed',
  '/profiles/delete/$id': 'closed',
  '/add-profile': 'closed',
  '/user/avatar/$id': 'closed',
  '/user/change-avatar/$id': 'closed',
  '/watch/$type/$id': 'closed',
  '/watch/$type/$id/$playlist': 'closed',
  '/watch/t/$id': 'closed',
  '/watch/r/$id': 'closed',
  '/watch/y/$id': 'closed',
  '/watch/y/$id/$playlist': 'closed',
} as const satisfies Record<`/${string}`, Reach>;
type PagePath = keyof typeof pages;

const cardPages = /^\/(?:checkout\/(?:gift\/)?[^/]+\/[^/]+|account\/(?:add-card|checkout\/[^/]+))\/?$/;

/** Whether a page has the card processor's script: it is loaded as a document of its own, and no other document lets that script in. */
export const takesCard = (path: string): boolean => cardPages.test(path);

type Menu = readonly PagePath[];

/** The menu of the header, and of the one that slides in. */
export const headerMenu = {
  /** Before the categories. */
  first: ['/live-tv', '/radio', '/youtube'],
  /** After them. */
  last: ['/schedule'],
  /** For a chosen profile. */
  own: ['/my-list'],
  service: ['/plans'],
  /** Shown where there is room. */
  more: ['/subscription', '/partner'],
} as const satisfies Record<string, Menu>;

/** Pages that no menu shows to a kids profile. */
export const grownUpPages: readonly string[] = [
  '/plans',
  '/subscription',
  '/partner',
  '/gifts',
  '/redeem',
  '/trial',
  '/account-delete',
] satisfies Menu;

/** Entries of the menu that slides in, beside the header's. */
export const mobileMenu = {
  home: ['/'],
  /** For a chosen profile that is no kid's. */
  managing: ['/profiles/manage', '/account'],
  help: ['/faqs'],
} as const satisfies Record<string, Menu>;

/** The footer, after the pages of the staff. */
export const footerMenu = [
  '/youtube',
  '/notice',
  '/faqs',
  '/gifts',
  '/redeem',
  '/sitemap',
] as const satisfies Menu;

/** The headings of the sitemap page beside the categories; the pages of the staff end the last. */
export const sitemapMenu = {
  browse: ['/new-releases/{-$category_id}', '/free-videos', '/leaving-soon'],
  /** Support, of which these are for guests alone. */
  guest: ['/login', '/signup'],
  support: [
    '/partner',
    '/plans',
    '/gifts',
    '/redeem',
    '/subscription',
    '/trial',
    '/notice',
    '/faqs',
    '/account-delete',
  ],
} as const satisfies Record<string, Menu>;

/** Paths that the server itself answers, by their first part; `closed` as for pages. */
const ofServer: Record<string, Reach> = {
  api: 'closed',
  office: 'closed',
  assets: 'open',
  health: 'open',
  icons: 'open',
  images: 'open',
  media: 'open',
  previews: 'open',
  sitemaps: 'open',
};

// The functions below read the table only when they are called, so the first script, which has the menus, does not contain it.
const withReach = (wanted: Reach): string[] =>
  Object.entries<Reach>(pages).flatMap(([path, reach]) => (reach === wanted ? [path] : []));
const firstPart = (path: string) => path.split('/')[1] as string;

/** The addresses that stand in the sitemap for search engines. */
export const listedAddresses = (): string[] =>
  withReach('listed').map((path) => path.split('/{-$')[0] as string);

/** The patterns of robots.txt for what search engines leave alone (RFC 9309: `$` is the end of an address). */
export function closedPatterns(): string[] {
  const ofOthers = Object.keys(ofServer).filter((part) => ofServer[part] === 'closed');
  return [...new Set([...ofOthers, ...withReach('closed').map(firstPart)])].flatMap((part) => [
    `/${part}$`,
    `/${part}/`,
  ]);
}

/** Whether a page of the staff at `/slug` would never be seen: the address is another's, in whatever case. */
export function isReservedSlug(slug: string): boolean {
  const part = slug.toLowerCase();
  return (
    Object.hasOwn(ofServer, part) ||
    Object.keys(pages).some((path) => !path.startsWith('/$') && part !== '' && firstPart(path) === part)
  );
}
