/** What other modules may ask of notices, questions and pages. */
import { desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { isReservedSlug } from '../../../contract/pages.ts';
import { encodeResponse } from '../../cache/response-cache.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { allOf } from '../../db/conditions.ts';
import type { PublicPage } from '../catalog/public-pages.service.ts';
import { isOpen } from '../entitlement/entitlement.ts';
import { faqCategories, faqs, notices, pages } from './support.tables.ts';

/** Nobody has so many; a sitemap's file takes 50,000 addresses at most (sitemaps.org). */
const maxOfAKind = 10_000;

/** Notices whose day has come. */
export const noticeIsOut = (now: Date): SQL => allOf(isOpen(notices, now), lte(notices.listedAt, now));

/** Questions that viewers may read: their category is open too. `support_faq_categories` is in the query's scope. */
export const faqIsOut = (now: Date): SQL => allOf(isOpen(faqs, now), isOpen(faqCategories, now));

/** Pages that viewers may read; of those of the law one version has to be in force. */
export const pageIsOut = (now: Date): SQL =>
  allOf(
    isOpen(pages, now),
    sql`(${pages.kind} = 'page' or exists (select from support_page_versions v
      where v.page_id = ${pages.id} and v.effective_from <= ${now}))`,
  );

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Whether staff have published a page at `/slug`. All of them are known from the response cache: any path may be asked for. */
export async function isStaffPage(
  { db, responseCache, now }: Pick<Context, 'db' | 'responseCache' | 'now'>,
  path: string,
): Promise<boolean> {
  const { identity } = await responseCache.get('support|slugs', 'support', async () => {
    const rows = await db.select({ slug: pages.slug }).from(pages).where(pageIsOut(now())).limit(maxOfAKind);
    return encodeResponse(Object.fromEntries(rows.map(({ slug }) => [slug, 1])));
  });
  const slug = decoded(path.slice(1));
  return slug !== undefined && identity.includes(`${JSON.stringify(slug.normalize('NFC'))}:1`);
}

/** The pages of help that anybody may find: what staff have written, questions, the newest notices. */
export async function listPublicPages(db: Queryable, now: Date): Promise<PublicPage[]> {
  const [written, asked, told] = await Promise.all([
    db
      .select({ slug: pages.slug, changedAt: pages.updatedAt })
      .from(pages)
      .where(pageIsOut(now))
      .orderBy(pages.position, pages.id)
      .limit(maxOfAKind),
    db
      .select({ id: faqs.id, changedAt: faqs.updatedAt })
      .from(faqs)
      .innerJoin(faqCategories, eq(faqCategories.id, faqs.categoryId))
      .where(faqIsOut(now))
      .orderBy(faqs.id)
      .limit(maxOfAKind),
    db
      .select({ id: notices.id, changedAt: notices.updatedAt })
      .from(notices)
      .where(noticeIsOut(now))
      .orderBy(desc(notices.listedAt), desc(notices.id))
      .limit(maxOfAKind),
  ]);
  return [
    ...written
      .filter(({ slug }) => !isReservedSlug(slug))
      .map(({ slug, changedAt }) => ({ path: `/${slug}`, changedAt })),
    ...asked.map(({ id, changedAt }) => ({ path: `/faqs/${id}`, changedAt })),
    ...told.map(({ id, changedAt }) => ({ path: `/notice/${id}`, changedAt })),
  ];
}
