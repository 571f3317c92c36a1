import { queryOptions } from '@tanstack/react-query';
import type { AppContext } from '../../context.ts';

const perPage = 20;
/** Notices and questions change seldom, and live push reports a change. */
const staleTime = 10 * 60_000;

/** One page of notices. */
export const noticesQuery = ({ api }: AppContext, page: number) =>
  queryOptions({
    queryKey: ['notices', page],
    queryFn: ({ signal }) => api('GET /api/get-notices', { query: { page, per_page: perPage }, signal }),
    staleTime,
  });

/** The newest notices, for the event board. */
export const latestNoticesQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['notices', 'latest'],
    queryFn: ({ signal }) => api('GET /api/get-notices', { query: { take: 5 }, signal }),
    meta: { scope: 'app' },
    staleTime,
  });

export const noticeQuery = ({ api }: AppContext, id: string) =>
  queryOptions({
    queryKey: ['notice', id],
    queryFn: ({ signal }) => api('GET /api/get-notices/{id}', { params: { id }, signal }),
    staleTime,
  });

export const faqCategoriesQuery = ({ api }: AppContext) =>
  queryOptions({
    queryKey: ['faq-categories'],
    queryFn: ({ signal }) => api('GET /api/settings/faq/category', { signal }),
    staleTime,
  });

/** One page of questions, of one category or all. */
export const faqsQuery = ({ api }: AppContext, category: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['faqs', category, page],
    queryFn: ({ signal }) =>
      api('GET /api/settings/faq', { query: { category, page, per_page: perPage }, signal }),
    staleTime,
  });

export const faqQuery = ({ api }: AppContext, id: string) =>
  queryOptions({
    queryKey: ['faq', id],
    queryFn: ({ signal }) => api('GET /api/settings/faq/{id}', { params: { id }, signal }),
    staleTime,
  });

export const staticPageQuery = ({ api }: AppContext, slug: string) =>
  queryOptions({
    queryKey: ['page', slug],
    queryFn: ({ signal }) => api('GET /api/settings/pages/{slug}', { params: { slug }, signal }),
    staleTime,
  });

export const sitemapQuery = ({ api, screen: { device } }: AppContext) =>
  queryOptions({
    queryKey: ['sitemap'],
    queryFn: ({ signal }) => api('GET /api/sitemap', { query: { device }, signal }),
    staleTime,
  });
