/** What other modules may ask of notices, questions and pages. */
import { desc, eq, lte, type SQL } from 'drizzle-orm';
import { isReservedSlug } from '../../../contract/pages.ts';
import { encodeResponse } from '../../cache/response-cache.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { allOf } from '../../db/conditions.ts';
import type { PublicPage } from '../catalog/public-pages.service.ts';
import { faqs, notices, pages } from './support.tables.ts';

/** Nobody has so many; a sitemap's file takes 50,000 addresses at most (sitemaps.org). */
const maxOfAKind = 10_000;

/** Notices whose day has come. */
export const noticeIsOut = (now: Date): SQL =>
  allOf(eq(notices.published, true), lte(notices.publishedAt, now));

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Whether staff have published a page at `/slug`. All of them are known from the response cache: any path may be asked for. */
export async function isStaffPage(
  { db, responseCache }: Pick<Context, 'db' | 'responseCache'>,
  path: string,
): Promise<boolean> {
  const { identity } = await responseCache.get('support|slugs', 'support', async () => {
    const rows = await db
      .select({ slug: pages.slug })
      .from(pages)
      .where(eq(pages.published, true))
      .limit(maxOfAKind);
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
      .where(eq(pages.published, true))
      .orderBy(pages.position, pages.id)
      .limit(maxOfAKind),
    db
      .select({ id: faqs.id, changedAt: faqs.updatedAt })
      .from(faqs)
      .where(eq(faqs.published, true))
      .orderBy(faqs.id)
      .limit(maxOfAKind),
    db
      .select({ id: notices.id, changedAt: notices.updatedAt })
      .from(notices)
      .where(noticeIsOut(now))
      .orderBy(desc(notices.publishedAt), desc(notices.id))
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
