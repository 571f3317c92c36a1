/** The home page in the back office. */
import { inArray } from 'drizzle-orm';
import {
  type adminHomeCalls,
  homeBanners as bannerShape,
  homeSections as sectionShape,
} from '../../../contract/admin/home.ts';
import type { Context } from '../../context.ts';
import { failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { foundBy } from '../../resource/found-by.ts';
import { resource } from '../../resource/resource.ts';
import { programmes } from '../catalog/catalog.tables.ts';
import { checkWindow } from '../entitlement/window.service.ts';
import { banners, sections } from './home.tables.ts';

const sectionResource = (context: Context) =>
  resource(context, sectionShape, sections, {
    tag: 'home',
    order: { position: sections.position },
    search: [sections.nameKo, sections.nameEn],
    label: 'nameKo',
    values: async (values, { before }) => {
      const after = { ...before, ...values };
      checkWindow(after);
      const isCategory = after.type === 'category';
      const isRow = after.type === 'row';
      if (isCategory && !after.categoryId) failField('category_id', 'required');
      if (isRow && !after.customRowId) failField('custom_row_id', 'required');
      // What another type showed is let go.
      return {
        ...values,
        ...(isCategory ? {} : { categoryId: null }),
        ...(isRow ? {} : { customRowId: null }),
      };
    },
  });

const bannerResource = (context: Context) =>
  resource(context, bannerShape, banners, {
    tag: 'home',
    order: { position: banners.position },
    // A slide has no name of its own.
    label: 'programmeId',
    search: [],
    finds: {
      programme_id: foundBy(context, banners.programmeId, 'programmes'),
    },
    present: async (db, rows) => {
      const titles = await db
        .select({ id: programmes.id, titleKo: programmes.titleKo, titleEn: programmes.titleEn })
        .from(programmes)
        .where(
          inArray(
            programmes.id,
            rows.map(({ programmeId }) => programmeId),
          ),
        );
      return rows.map(({ programmeId }) => {
        const own = titles.find(({ id }) => id === programmeId);
        return { title_ko: own?.titleKo ?? '', title_en: own?.titleEn ?? '' };
      });
    },
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return values;
    },
  });

export const adminHomeRoutes = (context: Context): Handlers<typeof adminHomeCalls> => ({
  ...sectionResource(context),
  ...bannerResource(context),
});
