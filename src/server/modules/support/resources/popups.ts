import { sql } from 'drizzle-orm';
import { popups as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { lacking } from '../../../resource/lacking.ts';
import { resource } from '../../../resource/resource.ts';
import { picturesOf } from '../../catalog/artworks.service.ts';
import { lackList } from '../../catalog/lacks.service.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { popups } from '../support.tables.ts';

export const popupResource = (context: Context) =>
  resource(context, shape, popups, {
    tag: 'support',
    order: { position: popups.position },
    search: [popups.titleKo, popups.titleEn],
    where: { lacks: lacking(popups, 'created_at', { artwork: sql`own.image_id is null` }) },
    label: 'titleKo',
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ imageId }) => imageId),
      );
      return rows.map((row) => ({
        image: picture(row.imageId),
        lacks: lackList({ artwork: !row.imageId }),
      }));
    },
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return values;
    },
  });
