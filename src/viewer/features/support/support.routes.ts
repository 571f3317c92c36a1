import { createRoute } from '@tanstack/react-router';
import { scriptLoader } from '../../../ui/script-loader.ts';
import { headed, main, orErrorPage, page } from '../../route-frame.tsx';

const load = scriptLoader(() => import('./support.loaders.ts'), 'loadNotices');

/** A page's number as the address has it; page 1 goes without. */
const pageNumber = (value: unknown): { page?: number } => {
  const page = Math.floor(Number(value));
  return page > 1 && page <= 100_000 ? { page } : {};
};

const notices = createRoute({
  getParentRoute: () => main,
  path: '/notice',
  validateSearch: (search: Record<string, unknown>) => pageNumber(search.page),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load().then((own) => own.loadNotices(context, deps.page ?? 1)),
  head: headed,
  component: page(() => import('./notices-page.tsx'), 'NoticesPage'),
});

const notice = createRoute({
  getParentRoute: () => main,
  path: '/notice/$id',
  loader: ({ context, params: { id } }) => orErrorPage(load().then((own) => own.loadNotice(context, id))),
  head: headed,
  component: page(() => import('./notice-page.tsx'), 'NoticePage'),
});

const faqs = createRoute({
  getParentRoute: () => main,
  path: '/faqs',
  validateSearch: (search: Record<string, unknown>): { category?: string; page?: number } => ({
    ...(typeof search.category === 'string' ? { category: search.category } : {}),
    ...pageNumber(search.page),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    orErrorPage(load().then((own) => own.loadFaqs(context, deps.category, deps.page ?? 1))),
  head: headed,
  component: page(() => import('./faqs-page.tsx'), 'FaqsPage'),
});

const faq = createRoute({
  getParentRoute: () => main,
  path: '/faqs/$id',
  loader: ({ context, params: { id } }) => orErrorPage(load().then((own) => own.loadFaq(context, id))),
  head: headed,
  component: page(() => import('./faq-page.tsx'), 'FaqPage'),
});

const sitemap = createRoute({
  getParentRoute: () => main,
  path: '/sitemap',
  loader: ({ context }) => load().then((own) => own.loadSitemap(context)),
  head: headed,
  component: page(() => import('./sitemap-page.tsx'), 'SitemapPage'),
});

/** A page that staff have written; every other address of one word is none. */
const staticPage = createRoute({
  getParentRoute: () => main,
  path: '/$slug',
  loader: ({ context, params: { slug } }) =>
    orErrorPage(load().then((own) => own.loadStaticPage(context, slug))),
  head: headed,
  component: page(() => import('./static-page.tsx'), 'StaticPage'),
});

/** Below the service's header. */
export const supportRoutes = [notices, notice, faqs, faq, sitemap, staticPage] as const;
