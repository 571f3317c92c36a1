import { eq, inArray } from 'drizzle-orm';
import { episodes as shape } from '../../../../contract/admin/catalog.ts';
import type { Context } from '../../../context.ts';
import { failField } from '../../../errors.ts';
import { resource } from '../../../resource/resource.ts';
import { ingestAssets } from '../../ingest/ingest.tables.ts';
import { presentImage } from '../catalog.present.ts';
import { episodes, seasons } from '../catalog.tables.ts';
import { refreshAllSeries } from '../series.service.ts';
import { checkWindow, colorsOf, ofPartner } from './shared.ts';

export const episodeResource = (context: Context) =>
  resource(context, shape, episodes, {
    tag: 'catalog',
    unique: { catalog_episodes_number: 'number' },
    search: [episodes.titleKo, episodes.titleEn],
    publishes: 'published',
    scope: (partner) => ofPartner(episodes.programmeId, partner),
    label: (row) => `${row.seasonNumber}-${row.number} ${row.titleKo}`,
    present: async (db, rows) => {
      const assetIds = rows.flatMap(({ assetId }) => assetId ?? []);
      const [colors, states] = await Promise.all([
        colorsOf(
          db,
          rows.map(({ landscapeId }) => landscapeId),
        ),
        assetIds.length > 0
          ? db
              .select({ id: ingestAssets.id, state: ingestAssets.state })
              .from(ingestAssets)
              .where(inArray(ingestAssets.id, assetIds))
          : [],
      ]);
      return rows.map(({ assetId, landscapeId }) => ({
        asset_state: states.find(({ id }) => id === assetId)?.state ?? null,
        landscape: presentImage(landscapeId, colors.get(landscapeId ?? '') ?? null),
      }));
    },
    values: async (values, { tx, before }) => {
      const after = { ...before, ...values };
      checkWindow(after.availableFrom, after.availableUntil);
      if (values.seasonId === undefined) return values;
      const [season] = await tx.select().from(seasons).where(eq(seasons.id, values.seasonId));
      if (!season || (before && season.programmeId !== before.programmeId)) failField('season_id', 'exists');
      return { ...values, programmeId: season.programmeId, seasonNumber: season.number };
    },
    afterChange: async (rows, { tx }) =>
      refreshAllSeries(
        tx,
        rows.map(({ programmeId }) => programmeId),
      ),
  });
