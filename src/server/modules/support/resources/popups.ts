import { popups as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { picturesOf } from '../../catalog/artworks.service.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { popups } from '../support.tables.ts';

export const popupResource = (context: Context) =>
  resource(context, shape, popups, {
    tag: 'support',
    order: { position: popups.position },
    search: [popups.titleKo, popups.titleEn],
    label: 'titleKo',
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ imageId }) => imageId),
      );
      return rows.map((row) => ({ image: picture(row.imageId) }));
    },
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return values;
    },
  });
