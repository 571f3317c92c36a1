import { inArray } from 'drizzle-orm';
import { categories as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { sections } from '../../home/home.tables.ts';
import { picturesOf } from '../artworks.service.ts';
import { categories, programmes } from '../catalog.tables.ts';
import { stepsOfMoved } from '../moved-categories.service.ts';
import { atTop, checkParent } from './shared.ts';

export const categoryResource = (context: Context) =>
  resource(context, shape, categories, {
    tag: 'catalog',
    unique: { catalog_categories_slug: 'slug' },
    search: [categories.nameKo, categories.nameEn],
    where: { top: atTop(categories.parentId) },
    label: 'nameKo',
    order: { position: categories.position, within: categories.parentId },
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ iconId }) => iconId),
      );
      return rows.map(({ iconId }) => ({ icon: picture(iconId) }));
    },
    goesWith: async (ids, { tx }) => {
      const own = await tx
        .select({ id: sections.id })
        .from(sections)
        .where(inArray(sections.categoryId, ids));
      return own.map(({ id }) => ({ entity: 'home-sections', id, action: 'delete' as const }));
    },
    values: async (values, { tx, before }) => {
      checkWindow({ ...before, ...values });
      if (values.parentId) await checkParent(tx, categories, values.parentId, before?.id, 'parent_depth');
      return values.devices ? { ...values, devices: [...new Set(values.devices)] } : values;
    },
    follows: (changed, { tx }) =>
      stepsOfMoved(tx, { entity: 'programmes', things: programmes, categories }, changed),
  });
