import { sql } from 'drizzle-orm';
import { boardEvents as shape } from '../../../../contract/admin/support.ts';
import type { Context } from '../../../context.ts';
import { lacking } from '../../../resource/lacking.ts';
import { resource } from '../../../resource/resource.ts';
import { picturesOf } from '../../catalog/artworks.service.ts';
import { isUntranslated, lackList } from '../../catalog/lacks.service.ts';
import { checkWindow } from '../../entitlement/window.service.ts';
import { boardEvents } from '../support.tables.ts';
import { cleaned } from './shared.ts';

export const boardEventResource = (context: Context) =>
  resource(context, shape, boardEvents, {
    tag: 'support',
    order: { position: boardEvents.position },
    search: [boardEvents.titleKo, boardEvents.titleEn],
    where: {
      lacks: lacking(boardEvents, 'created_at', {
        language: sql`(own.body_ko = '') <> (own.body_en = '')`,
        artwork: sql`own.image_id is null`,
      }),
    },
    label: 'titleKo',
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ imageId }) => imageId),
      );
      return rows.map((row) => ({
        image: picture(row.imageId),
        lacks: lackList({
          language: isUntranslated(row.bodyKo, row.bodyEn),
          artwork: !row.imageId,
        }),
      }));
    },
    values: async (values, { before }) => {
      checkWindow({ ...before, ...values });
      return cleaned(values, 'bodyKo', 'bodyEn');
    },
  });
