import { stbCategories as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { picturesOf } from '../artworks.service.ts';
import { stbCategories } from '../catalog.tables.ts';
import { atTop, checkParent } from './shared.ts';

export const stbCategoryResource = (context: Context) =>
  resource(context, shape, stbCategories, {
    tag: 'catalog',
    order: { position: stbCategories.position, within: stbCategories.parentId },
    search: [stbCategories.nameKo, stbCategories.nameEn],
    where: { top: atTop(stbCategories.parentId) },
    label: 'nameKo',
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ iconId }) => iconId),
      );
      return rows.map(({ iconId }) => ({ icon: picture(iconId) }));
    },
    values: async (values, { tx, before }) => {
      checkWindow({ ...before, ...values });
      if (values.parentId) await checkParent(tx, stbCategories, values.parentId, before?.id, 'parent_depth');
      return values;
    },
  });
