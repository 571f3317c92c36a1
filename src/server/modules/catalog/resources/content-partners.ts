import { count, inArray } from 'drizzle-orm';
import { contentPartners as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { contentPartners, programmes } from '../catalog.tables.ts';

export const contentPartnerResource = (context: Context) =>
  resource(context, shape, contentPartners, {
    tag: 'catalog',
    unique: { catalog_content_partners_slug: 'slug' },
    search: [contentPartners.nameKo, contentPartners.nameEn],
    label: 'nameKo',
    present: async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const counts = await db
        .select({ partnerId: programmes.contentPartnerId, total: count() })
        .from(programmes)
        .where(inArray(programmes.contentPartnerId, ids))
        .groupBy(programmes.contentPartnerId);
      return ids.map((id) => ({
        programme_count: counts.find(({ partnerId }) => partnerId === id)?.total ?? 0,
      }));
    },
  });
