import { boardEvents as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { resource } from '../../../resource/resource.ts';
import { picturesOf } from '../../catalog/artworks.service.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { boardEvents } from '../support.tables.ts';
import { cleaned } from './shared.ts';

export const boardEventResource = (context: Context) =>
  resource(context, shape, boardEvents, {
    tag: 'support',
    order: { position: boardEvents.position },
    search: [boardEvents.titleKo, boardEvents.titleEn],
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
      return cleaned(values, 'bodyKo', 'bodyEn');
    },
  });
