/** Handlers of what the service says: notices, questions, pages, news, popup, and the sitemap page. */

import { and, asc, count, desc, eq, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Locale } from '../../../contract/errors.ts';
import { isReservedSlug } from '../../../contract/pages.ts';
import type { Notice, supportCalls } from '../../../contract/viewer/support.ts';
import type { Context } from '../../context.ts';
import { pageMeta, pageWindow } from '../../db/paging.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { requestDeletionFreshly } from '../accounts/deletion.service.ts';
import { picturesOf } from '../catalog/artworks.service.ts';
import { presentImage } from '../catalog/catalog.present.ts';
import { listCategories } from '../catalog/catalog.service.ts';
import { artworks } from '../catalog/catalog.tables.ts';
import { isOpen } from '../entitlement/entitlement.ts';
import { safeHtml } from './html.ts';
import { faqIsOut, noticeIsOut, pageIsOut } from './support.service.ts';
import {
  boardEvents,
  faqCategories,
  faqs,
  news,
  notices,
  pages,
  pageVersions,
  popups,
  socialLinks,
} from './support.tables.ts';

/** The page of what is going on. */
const eventsSlug = 'events';
const maxEvents = 50;

const done = { data: { ok: true } } as const;

const byLocale = (locale: Locale, ko: AnyPgColumn, en: AnyPgColumn) =>
  sql<string>`${locale === 'ko' ? ko : en}`;

export function supportRoutes(context: Context): Handlers<typeof supportCalls> {
  const { db } = context;
  /** The pages that lists of links show: one at an address of the app's own would lead to that. */
  const pageLinks = async (locale: Locale) => {
    const links = await db
      .select({ slug: pages.slug, title: byLocale(locale, pages.titleKo, pages.titleEn) })
      .from(pages)
      .where(and(pageIsOut(context.now()), eq(pages.inFooter, true)))
      .orderBy(asc(pages.position), asc(pages.id));
    return links.filter(({ slug }) => !isReservedSlug(slug));
  };
  const presentNotice = (row: typeof notices.$inferSelect, locale: Locale): Notice => ({
    id: row.id,
    title: locale === 'ko' ? row.titleKo : row.titleEn,
    description: safeHtml(locale === 'ko' ? row.bodyKo : row.bodyEn),
    created_at: row.listedAt.toISOString(),
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
            .orderBy(desc(notices.listedAt), desc(notices.id))
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
          .where(isOpen(faqCategories, context.now()))
          .orderBy(asc(faqCategories.position), asc(faqCategories.id)),
      }),
    },
    'GET /api/settings/faq': {
      tag: 'support',
      build: async ({ query, locale }) => {
        const wanted = and(
          faqIsOut(context.now()),
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
          db
            .select({ count: count() })
            .from(faqs)
            .innerJoin(faqCategories, eq(faqCategories.id, faqs.categoryId))
            .where(wanted),
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
          .where(and(eq(faqs.id, params.id), faqIsOut(context.now())));
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
        const now = context.now();
        const [row] = await db
          .select()
          .from(pages)
          .where(and(eq(pages.slug, params.slug), pageIsOut(now)));
        if (!row) fail('not_found');
        const [[version], events] = await Promise.all([
          row.kind === 'page'
            ? []
            : db
                .select()
                .from(pageVersions)
                .where(and(eq(pageVersions.pageId, row.id), lte(pageVersions.effectiveFrom, now)))
                .orderBy(desc(pageVersions.effectiveFrom))
                .limit(1),
          row.slug === eventsSlug
            ? db
                .select()
                .from(boardEvents)
                .where(isOpen(boardEvents, now))
                .orderBy(asc(boardEvents.position), desc(boardEvents.id))
                .limit(maxEvents)
            : undefined,
        ]);
        const picture = await picturesOf(db, [
          row.bannerId,
          row.thumbnailId,
          ...(events ?? []).map(({ imageId }) => imageId),
        ]);
        const inLocale = (ko: string, en: string) => (locale === 'ko' ? ko : en);
        const shown = version ?? row;
        const firstPicture = events?.find(({ imageId }) => imageId !== null)?.imageId ?? null;
        return {
          data: {
            slug: row.slug,
            title: inLocale(row.titleKo, row.titleEn),
            content: safeHtml(inLocale(shown.contentKo, shown.contentEn)),
            meta_title: inLocale(row.metaTitleKo, row.metaTitleEn),
            meta_description: inLocale(row.metaDescriptionKo, row.metaDescriptionEn),
            effective_from: version?.effectiveFrom.toISOString() ?? null,
            banner: picture(row.bannerId),
            thumbs: picture(firstPicture ?? row.thumbnailId),
            ...(events
              ? {
                  events: events.map((own) => ({
                    id: own.id,
                    title: inLocale(own.titleKo, own.titleEn),
                    body: safeHtml(inLocale(own.bodyKo, own.bodyEn)),
                    image: picture(own.imageId),
                    link: own.link || null,
                    available_from: own.availableFrom?.toISOString() ?? null,
                    available_until: own.availableUntil?.toISOString() ?? null,
                  })),
                }
              : {}),
          },
        };
      },
    },
    'GET /api/settings/social-links': {
      tag: 'support',
      build: async ({ locale }) => ({
        data: await db
          .select({
            id: socialLinks.id,
            name: byLocale(locale, socialLinks.nameKo, socialLinks.nameEn),
            url: socialLinks.url,
            icon: socialLinks.icon,
          })
          .from(socialLinks)
          .where(isOpen(socialLinks, context.now()))
          .orderBy(asc(socialLinks.position), asc(socialLinks.id)),
      }),
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
            speed_seconds: news.speedSeconds,
          })
          .from(news)
          .where(isOpen(news, context.now()))
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
          .where(isOpen(popups, context.now()))
          .orderBy(asc(popups.position), desc(popups.id))
          .limit(1);
        const image = row && presentImage(row.popup.imageId, row.color);
        if (!row || !image) return { data: null };
        const { id, titleKo, titleEn, link } = row.popup;
        return { data: { id, title: locale === 'ko' ? titleKo : titleEn, image, link: link || null } };
      },
    },
    'GET /api/sitemap': {
      tag: 'support',
      build: async ({ query, locale }) => {
        const [categories, links] = await Promise.all([
          listCategories(context, locale, query.device),
          pageLinks(locale),
        ]);
        return { data: { categories, pages: links } };
      },
    },
    'POST /api/account/delete-request': async ({ caller }) => {
      await requestDeletionFreshly(context, requireUser(caller));
      return done;
    },
  };
}
