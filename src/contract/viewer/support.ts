/** Notices, questions and answers, server-managed pages, news, the welcome popup and the sitemap page. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { device, id, idOrSlug, image, ok, pageMeta, pageQuery, profileId } from '../wire.ts';
import { category } from './catalog.ts';

/** `description` is sanitised HTML. */
export const notice = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  created_at: z.string(),
});
export type Notice = z.infer<typeof notice>;

const faqCategory = z.object({ id: z.string(), title: z.string() });
const faqRow = z.object({
  id: z.string(),
  /** The category's title. */
  category: z.string(),
  question: z.string(),
  created_at: z.string(),
});
/** `answer` is sanitised HTML. */
export const faq = faqRow.extend({ answer: z.string() });

const pageLink = z.object({ slug: z.string(), title: z.string() });
/** What is going on. `body` is sanitised HTML. */
const boardEvent = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  image: image.nullable(),
  link: z.string().nullable(),
  available_from: z.string().nullable(),
  available_until: z.string().nullable(),
});

/** `content` is sanitised HTML; `effective_from` says since when a page of the law is in force. */
export const staticPage = pageLink.extend({
  banner: image.nullable(),
  content: z.string(),
  /** For search engines and those it is shared with; empty: the title, and the beginning of the content. */
  meta_title: z.string(),
  meta_description: z.string(),
  effective_from: z.string().nullable(),
});
export type StaticPage = z.infer<typeof staticPage>;

const socialLink = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  icon: z.enum(['youtube', 'instagram', 'facebook', 'x', 'tiktok', 'kakao', 'naver', 'other']),
});
export type SocialLink = z.infer<typeof socialLink>;

export const supportCalls = {
  'GET /api/get-notices': {
    summary: 'Notices, newest first; `take` asks for the first so many alone',
    who: 'anyone',
    cache: 'shared',
    query: z.object({
      take: z.coerce.number().int().min(1).max(50).optional(),
      ...pageQuery(20, 50),
    }),
    answer: z.object({ data: z.array(notice), meta: pageMeta }),
    errors: [],
  },
  'GET /api/get-notices/{id}': {
    summary: 'One notice',
    who: 'anyone',
    cache: 'shared',
    params: z.object({ id }),
    answer: z.object({ data: notice }),
    errors: ['not_found'],
  },
  'GET /api/settings/faq/category': {
    summary: 'The categories of questions',
    who: 'anyone',
    cache: 'shared',
    answer: z.object({ data: z.array(faqCategory) }),
    errors: [],
  },
  'GET /api/settings/faq': {
    summary: 'Questions, of all categories or one',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ category: id.optional(), ...pageQuery(20, 100) }),
    answer: z.object({ data: z.array(faqRow), meta: pageMeta }),
    errors: [],
  },
  'GET /api/settings/faq/{id}': {
    summary: 'One question with its answer',
    who: 'anyone',
    cache: 'shared',
    params: z.object({ id }),
    answer: z.object({ data: faq }),
    errors: ['not_found'],
  },
  'GET /api/settings/pages': {
    summary: 'The server-managed pages of the footer',
    who: 'anyone',
    cache: 'shared',
    answer: z.object({ data: z.array(pageLink) }),
    errors: [],
  },
  'GET /api/settings/pages/{slug}': {
    summary:
      'One server-managed page; `thumbs` is its picture on the event board. The page `events` has what is going on with it',
    who: 'anyone',
    cache: 'shared',
    params: z.object({ slug: idOrSlug }),
    answer: z.object({
      data: staticPage.extend({ thumbs: image.nullable(), events: z.array(boardEvent).optional() }),
    }),
    errors: ['not_found'],
  },
  'GET /api/settings/social-links': {
    summary: 'Where else the service is: the links of the footer',
    who: 'anyone',
    cache: 'shared',
    answer: z.object({ data: z.array(socialLink) }),
    errors: [],
  },
  'GET /api/breaking-news': {
    summary: 'The lines of the news ticker',
    who: 'anyone',
    cache: 'shared',
    answer: z.object({
      news: z.array(
        z.object({
          id: z.string(),
          news: z.string(),
          /** `#rrggbb`; null: the service's own. */
          background_color: z.string().nullable(),
          text_color: z.string().nullable(),
          /** How long the line takes to pass by. */
          speed_seconds: z.number().int(),
        }),
      ),
    }),
    errors: [],
  },
  'GET /api/popup': {
    summary: 'The welcome popup; null when there is none now',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ profile_id: profileId }),
    answer: z.object({
      data: z
        .object({ id: z.string(), title: z.string(), image: image, link: z.string().nullable() })
        .nullable(),
    }),
    errors: [],
  },
  'GET /api/sitemap': {
    summary: 'Categories with their sub-categories, and the server-managed pages',
    who: 'anyone',
    cache: 'shared',
    query: z.object({ device }),
    answer: z.object({
      data: z.object({
        categories: z.array(
          category.pick({ id: true, slug: true, name: true, icon: true, subCategories: true }),
        ),
        pages: z.array(pageLink),
      }),
    }),
    errors: [],
  },
  'POST /api/account/delete-request': {
    summary:
      'Ask for the own account to be deleted, within minutes of signing in; all its data is erased within 90 days',
    who: 'user',
    cache: 'private',
    answer: ok,
    errors: ['identity_required'],
  },
} as const satisfies CallTable;
