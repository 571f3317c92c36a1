import { and, desc, eq, inArray, lte, max, ne, or } from 'drizzle-orm';
import { pageVersions as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { failField } from '../../../errors.ts';
import { foundBy } from '../../../resource/found-by.ts';
import { resource } from '../../../resource/resource.ts';
import { pages, pageVersions } from '../support.tables.ts';
import { cleanedRequired } from './shared.ts';

type Version = typeof pageVersions.$inferSelect;

/** Versions of the pages of the law. What is or was in force stays as it was: another version follows it. */
export const pageVersionResource = (context: Context) => {
  const requireComing = (version: Version) => {
    if (version.effectiveFrom <= context.now()) failField('effective_from', 'version_in_force');
  };
  return resource(context, shape, pageVersions, {
    tag: 'support',
    unique: { support_page_versions_effective: 'effective_from' },
    search: [],
    finds: {
      page_id: foundBy(context, pageVersions.pageId, 'pages'),
    },
    label: { of: ['effectiveFrom'], text: (row) => row.effectiveFrom.toISOString().slice(0, 10) },
    present: async (db, rows) => {
      const now = context.now();
      const own = await db
        .select({
          id: pages.id,
          titleKo: pages.titleKo,
          titleEn: pages.titleEn,
          slug: pages.slug,
          inForceFrom: max(pageVersions.effectiveFrom),
        })
        .from(pages)
        .leftJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), lte(pageVersions.effectiveFrom, now)))
        .where(
          inArray(
            pages.id,
            rows.map(({ pageId }) => pageId),
          ),
        )
        .groupBy(pages.id);
      return rows.map(({ pageId, effectiveFrom }) => {
        const page = own.find(({ id }) => id === pageId);
        const isInForce = page?.inForceFrom?.getTime() === effectiveFrom.getTime();
        return {
          title_ko: page?.titleKo ?? '',
          title_en: page?.titleEn ?? '',
          page_slug: page?.slug ?? '',
          state: effectiveFrom > now ? 'coming' : isInForce ? 'in_force' : 'past',
        };
      });
    },
    // Viewers of a published page read it from its day on.
    alsoPublishes: async (id, input, db) => {
      const [shown] = await db
        .select({ id: pages.id })
        .from(pages)
        .leftJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.id, id)))
        .where(
          and(
            eq(pages.published, true),
            or(eq(pageVersions.id, id), input.page_id ? eq(pages.id, input.page_id) : undefined),
          ),
        )
        .limit(1);
      return shown !== undefined;
    },
    values: async (values, { tx, before }) => {
      if (before) requireComing(before);
      const after = { ...before, ...values };
      const [page] = await tx
        .select({ id: pages.id })
        .from(pages)
        .where(and(eq(pages.id, after.pageId ?? ''), ne(pages.kind, 'page')))
        .for('update');
      if (!page) failField('page_id', 'page_without_versions');
      const now = context.now();
      const [inForce] = await tx
        .select({ id: pageVersions.id })
        .from(pageVersions)
        .where(and(eq(pageVersions.pageId, page.id), lte(pageVersions.effectiveFrom, now)))
        .orderBy(desc(pageVersions.effectiveFrom))
        .limit(1);
      // The first may say since when it has been in force.
      if (inForce && after.effectiveFrom && after.effectiveFrom <= now)
        failField('effective_from', 'version_past');
      return cleanedRequired(values, 'contentKo', 'contentEn');
    },
    beforeDelete: async (version) => requireComing(version),
  });
};
