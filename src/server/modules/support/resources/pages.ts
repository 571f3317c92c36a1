import { eq, ne, sql } from 'drizzle-orm';
import { pages as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { failField } from '../../../errors.ts';
import { lacking } from '../../../resource/lacking.ts';
import { resource } from '../../../resource/resource.ts';
import { picturesOf } from '../../catalog/artworks.service.ts';
import { isUntranslated, lackList } from '../../catalog/lacks.service.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { pages, pageVersions } from '../support.tables.ts';
import { cleaned } from './shared.ts';

export const pageResource = (context: Context) =>
  resource(context, shape, pages, {
    tag: 'support',
    order: { position: pages.position },
    unique: { support_pages_slug: 'slug', support_pages_kind: 'kind' },
    search: [pages.titleKo, pages.titleEn, pages.slug],
    where: {
      versioned: (isVersioned) => (isVersioned ? ne(pages.kind, 'page') : eq(pages.kind, 'page')),
      lacks: lacking(pages, 'created_at', {
        language: sql`(own.meta_title_ko = '') <> (own.meta_title_en = '')
          or (own.meta_description_ko = '') <> (own.meta_description_en = '')`,
        artwork: sql`own.kind = 'page' and (own.thumbnail_id is null or own.banner_id is null)`,
      }),
    },
    label: 'titleKo',
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.flatMap((row) => [row.thumbnailId, row.bannerId]),
      );
      return rows.map((row) => ({
        thumbnail: picture(row.thumbnailId),
        banner: picture(row.bannerId),
        lacks: lackList({
          language:
            isUntranslated(row.metaTitleKo, row.metaTitleEn) ||
            isUntranslated(row.metaDescriptionKo, row.metaDescriptionEn),
          // Pages of the law have no pictures of their own.
          artwork: row.kind === 'page' && !(row.thumbnailId && row.bannerId),
        }),
      }));
    },
    values: async (values, { tx, before }) => {
      const after = { ...before, ...values };
      checkWindow(after);
      if (before && before.kind !== after.kind) {
        const [version] = await tx
          .select({ id: pageVersions.id })
          .from(pageVersions)
          .where(eq(pageVersions.pageId, before.id))
          .limit(1);
        if (version) failField('kind', 'page_has_versions');
      }
      if (after.kind !== 'page') return { ...values, contentKo: '', contentEn: '' };
      if (!after.contentKo) failField('content_ko', 'required');
      if (!after.contentEn) failField('content_en', 'required');
      return cleaned(values, 'contentKo', 'contentEn');
    },
  });
