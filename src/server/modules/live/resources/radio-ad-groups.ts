import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { radioAdGroups as shape } from '../../../../contract/admin/radio-groups.ts';
import type { Context } from '../../../context.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { isOneOf } from '../../../db/conditions.ts';
import { failField } from '../../../errors.ts';
import type { Changes } from '../../../resource/model.ts';
import { resource } from '../../../resource/resource.ts';
import { ingestAssets } from '../../ingest/ingest.tables.ts';
import { adGroupAds, adGroups } from '../radio-groups.tables.ts';

export const radioAdGroupResource = (context: Context) =>
  resource(context, shape, adGroups, {
    search: [adGroups.titleKo, adGroups.titleEn],
    label: 'titleKo',
    lists: { asset_ids: { owner: adGroupAds.adGroupId, named: adGroupAds.assetId } },
    present: async (db, rows) => {
      const ads = await db
        .select()
        .from(adGroupAds)
        .where(
          inArray(
            adGroupAds.adGroupId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(asc(adGroupAds.position));
      return rows.map(({ id }) => {
        const asset_ids = ads.filter(({ adGroupId }) => adGroupId === id).map(({ assetId }) => assetId);
        return { asset_ids, ad_count: asset_ids.length };
      });
    },
    saveRest: async (saved, { tx }) => {
      const changes: Changes[] = [];
      for (const { input, row } of saved) changes.push(await saveAds(tx, row.id, input.asset_ids));
      return changes;
    },
  });

/** Writes a group's ads in their order, as far as they differ. Fails if a new one is not a ready audio file without a picture. */
async function saveAds(
  tx: Transaction,
  adGroupId: string,
  asset_ids: string[] | undefined,
): Promise<Changes> {
  if (!asset_ids) return {};
  const isInGroup = eq(adGroupAds.adGroupId, adGroupId);
  const ads = await tx.select().from(adGroupAds).where(isInGroup).orderBy(asc(adGroupAds.position));
  const before = ads.map(({ assetId }) => assetId);
  const after = [...new Set(asset_ids)];
  if (JSON.stringify(before) === JSON.stringify(after)) return {};
  await requireAudio(
    tx,
    after.filter((id) => !before.includes(id)),
  );
  await tx.delete(adGroupAds).where(and(isInGroup, notInArray(adGroupAds.assetId, after)));
  if (after.length > 0)
    await tx
      .insert(adGroupAds)
      .values(after.map((assetId, position) => ({ adGroupId, assetId, position })))
      .onConflictDoUpdate({
        target: [adGroupAds.adGroupId, adGroupAds.assetId],
        set: { position: sql`excluded.position` },
        setWhere: sql`${adGroupAds.position} <> excluded.position`,
      });
  return { asset_ids: [before, after] };
}

async function requireAudio(db: Queryable, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const assets = await db
    .select({ media: ingestAssets.media, state: ingestAssets.state })
    .from(ingestAssets)
    .where(isOneOf(ingestAssets.id, ids));
  if (assets.length < ids.length) failField('asset_ids', 'exists');
  if (assets.some(({ media, state }) => media !== 'audio' || state !== 'ready'))
    failField('asset_ids', 'audio_only');
}
