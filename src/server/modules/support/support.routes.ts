/** Handlers of what the service says: notices, questions, pages, news, popup, and the sitemap page. */

import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Locale } from '../../../contract/errors.ts';
import { isReservedSlug } from '../../../contract/pages.ts';
import type { Notice, supportCalls } from '../../../contract/viewer/support.ts';
import type { Context } from '../../context.ts';
import { allOf } from '../../db/conditions.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { requestDeletionFreshly } from '../accounts/deletion.service.ts';
import { presentImage } from '../catalog/catalog.present.ts';
import { listCategories } from '../catalog/catalog.service.ts';
import { artworks } from '../catalog/catalog.tables.ts';
import { safeHtml } from './html.ts';
import { noticeIsOut } from './support.service.ts';
import { faqCategories, faqs, news, notices, pages, popups } from './support.tables.ts';

const done = { data: { ok: true } } as const;

const byLocale = (locale: Locale, ko: AnyPgColumn, en: AnyPgColumn) =>
  sql<string>`${locale === 'ko' ? ko : en}`;

/** Now lies in the window; an open end is no end. */
const isOpen = (from: AnyPgColumn, until: AnyPgColumn, now: Date): SQL =>
  allOf(or(isNull(from), lte(from, now)), or(isNull(until), gt(until, now)));

export function supportRoutes(context: Context): Handlers<typeof supportCalls> {
  const { db } = context;
  /** The pages that lists of links show: one at an address of the app's own would lead to that. */
  const pageLinks = async (locale: Locale) => {
    const links = await db
      .select({ slug: pages.slug, title: byLocale(locale, pages.titleKo, pages.titleEn) })
      .from(pages)
      .where(and(eq(pages.published, true), eq(pages.inFooter, true)))
      .orderBy(asc(pages.position), asc(pages.id));
    return links.filter(({ slug }) => !isReservedSlug(slug));
  };
  const presentNotice = (row: typeof notices.$inferSelect, locale: Locale): Notice => ({
    id: row.id,
    title: locale === 'ko' ? row.titleKo : row.titleEn,
    description: safeHtml(locale === 'ko' ? row.bodyKo : row.bodyEn),
    created_at: row.publishedAt.toISOString(),
  });
  const outNow = () => noticeIsOut(context.now());

  return {
    'GET /api/get-notices': {
      tag: 'support',
      build: async ({ query, locale }) => {
        const asked = query.take ? { page: 1, per_page: query.take } : query;
        const [rows, [total]] = await Promise.all([
          db
            .select()
            .from(notices)
            .where(outNow())
            .orderBy(desc(notices.publishedAt), desc(notices.id))
            .limit(pageWindow(asked).limit)
            .offset(pageWindow(asked).offset),
          db.select({ count: count() }).from(notices).where(outNow()),
        ]);
        return {
          data: rows.map((row) => presentNotice(row, locale)),
          meta: pageMeta(asked, total?.count ?? 0),
        };
      },
    },
    'GET /api/get-notices/{id}': {
      tag: 'support',
      build: async ({ params, locale }) => {
        const [row] = await db
          .select()
          .from(notices)
          .where(and(eq(notices.id, params.id), outNow()));
        if (!row) fail('not_found');
        return { data: presentNotice(row, locale) };
      },
    },
    'GET /api/settings/faq/category': {
      tag: 'support',
      build: async ({ locale }) => ({
        data: await db
          .select({
            id: faqCategories.id,
            title: byLocale(locale, faqCategories.titleKo, faqCategories.titleEn),
          })
          .from(faqCategories)
          .orderBy(asc(faqCategories.position), asc(faqCategories.id)),
      }),
    },
    'GET /api/settings/faq': {
      tag: 'support',
      build: async ({ query, locale }) => {
        const wanted = and(
          eq(faqs.published, true),
          query.category ? eq(faqs.categoryId, query.category) : undefined,
        );
        const [rows, [total]] = await Promise.all([
          db
            .select({
              id: faqs.id,
              category: byLocale(locale, faqCategories.titleKo, faqCategories.titleEn),
              question: byLocale(locale, faqs.questionKo, faqs.questionEn),
              createdAt: faqs.createdAt,
            })
            .from(faqs)
            .innerJoin(faqCategories, eq(faqCategories.id, faqs.categoryId))
            .where(wanted)
            .orderBy(asc(faqCategories.position), asc(faqs.position), asc(faqs.id))
            .limit(pageWindow(query).limit)
            .offset(pageWindow(query).offset),
          db.select({ count: count() }).from(faqs).where(wanted),
        ]);
        return {
          data: rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt.toISOString() })),
          meta: pageMeta(query, total?.count ?? 0),
        };
      },
    },
    'GET /api/settings/faq/{id}': {
      tag: 'support',
      build: async ({ params, locale }) => {
        const [row] = await db
          .select({ faq: faqs, category: byLocale(locale, faqCategories.titleKo, faqCategories.titleEn) })
          .from(faqs)
          .innerJoin(faqCategories, eq(faqCategories.id, faqs.categoryId))
          .where(and(eq(faqs.id, params.id), eq(faqs.published, true)));
        if (!row) fail('not_found');
        const { faq, category } = row;
        return {
          data: {
            id: faq.id,
            category,
            question: locale === 'ko' ? faq.questionKo : faq.questionEn,
            answer: safeHtml(locale === 'ko' ? faq.answerKo : faq.answerEn),
            created_at: faq.createdAt.toISOString(),
          },
        };
      },
    },
    'GET /api/settings/pages': {
      tag: 'support',
      build: async ({ locale }) => ({ data: await pageLinks(locale) }),
    },
    'GET /api/settings/pages/{slug}': {
      tag: 'support',
      build: async ({ params, locale }) => {
        const [row] = await db
          .select()
          .from(pages)
          .where(and(eq(pages.slug, params.slug), eq(pages.published, true)));
        if (!row) fail('not_found');
        const pictures = await db
          .select({ id: artworks.id, color: artworks.color })
          .from(artworks)
          .where(
            inArray(
              artworks.id,
              [row.bannerId, row.thumbnailId].filter((id) => id !== null),
            ),
          );
        const picture = (id: string | null) =>
          presentImage(id, pictures.find((found) => found.id === id)?.color ?? null);
        return {
          data: {
            slug: row.slug,
            title: locale === 'ko' ? row.titleKo : row.titleEn,
            content: safeHtml(locale === 'ko' ? row.contentKo : row.contentEn),
            banner: picture(row.bannerId),
            thumbs: picture(row.thumbnailId),
          },
        };
      },
    },
    'GET /api/breaking-news': {
      tag: 'support',
      build: async ({ locale }) => ({
        news: await db
          .select({
            id: news.id,
            news: byLocale(locale, news.textKo, news.textEn),
            background_color: news.backgroundColor,
            text_color: news.textColor,
          })
          .from(news)
          .where(eq(news.active, true))
          .orderBy(asc(news.position), asc(news.id)),
      }),
    },
    'GET /api/popup': {
      tag: 'support',
      build: async ({ locale }) => {
        const [row] = await db
          .select({ popup: popups, color: artworks.color })
          .from(popups)
          .innerJoin(artworks, eq(artworks.id, popups.imageId))
          .where(and(eq(popups.active, true), isOpen(popups.startsAt, popups.endsAt, context.now())))
          .orderBy(asc(popups.position), desc(popups.id))
          .limit(1);
        const image = row && presentImage(row.popup.imageId, row.color);
        if (!row || !image) return { data: null };
        const { id, titleKo, titleEn, link } = row.popup;
        return { data: { id, title: locale === 'ko' ? titleKo : titleEn, image, link } };
      },
    },
    'GET /api/sitemap': {
      tag: 'support',
      build: async ({ locale }) => {
        const [categories, links] = await Promise.all([listCategories(context, locale), pageLinks(locale)]);
        return { data: { categories, pages: links } };
      },
    },
    'POST /api/account/delete-request': async ({ caller }) => {
      await requestDeletionFreshly(context, requireUser(caller));
      return done;
    },
  };
}
