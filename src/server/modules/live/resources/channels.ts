import { count, inArray } from 'drizzle-orm';
import { channels as shape } from '../../../../contract/admin/channels.ts';
import type { Context } from '../../../context.ts';
import { isOneOf } from '../../../db/conditions.ts';
import { resource } from '../../../resource/resource.ts';
import { picturesOf } from '../../catalog/artworks.service.ts';
import { checkRegions } from '../../entitlement/regions.service.ts';
import { indexDocuments } from '../../search/documents.service.ts';
import { enqueueRefresh } from '../jobs/live.jobs.ts';
import { liveChannels, liveItems } from '../live.tables.ts';
import { channelSource } from '../search-source.service.ts';

export const channelResource = (context: Context) =>
  resource(context, shape, liveChannels, {
    tag: 'live',
    order: { position: liveChannels.position },
    publishes: 'active',
    unique: { live_channels_number: 'number', live_channels_slug: 'slug' },
    search: [liveChannels.nameKo, liveChannels.nameEn, liveChannels.slug],
    label: { of: ['number', 'nameKo'], text: ({ number, nameKo }) => `${number} ${nameKo}` },
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ landscapeId }) => landscapeId),
      );
      const counts = await db
        .select({ channelId: liveItems.channelId, entries: count() })
        .from(liveItems)
        .where(
          inArray(
            liveItems.channelId,
            rows.map(({ id }) => id),
          ),
        )
        .groupBy(liveItems.channelId);
      const entriesOf = new Map(counts.map(({ channelId, entries }) => [channelId, entries]));
      return rows.map(({ id, landscapeId }) => ({
        landscape: picture(landscapeId),
        entry_count: entriesOf.get(id) ?? 0,
      }));
    },
    values: async (values) => {
      checkRegions(context, values.regions);
      return values;
    },
    goesWith: async (ids, { tx }) => {
      const entries = await tx
        .select({ id: liveItems.id })
        .from(liveItems)
        .where(isOneOf(liveItems.channelId, ids));
      return entries.map(({ id }) => ({ entity: 'schedule-entries', id, action: 'delete' }));
    },
    afterChange: async (rows, { tx }) => {
      await indexDocuments(
        tx,
        channelSource,
        rows.map(({ id }) => id),
      );
      await enqueueRefresh(tx);
    },
  });
