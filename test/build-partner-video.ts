/** Builders of partner video: categories, clips and playlists. Like those in `build.ts`, each makes the parents it needs. */
import type { Queryable } from '../src/server/db/client.ts';
import {
  clips,
  partnerCategories,
  playlistItems,
  playlists,
} from '../src/server/modules/partner-video/partner-video.tables.ts';
import { clipSource } from '../src/server/modules/partner-video/search-source.service.ts';
import { indexDocuments } from '../src/server/modules/search/documents.service.ts';
import { buildAsset, type Insert, one, unique } from './build.ts';

/** A category of the partner section; with a `parentId` a sub-category. */
export async function buildPartnerCategory(db: Queryable, values: Insert<typeof partnerCategories> = {}) {
  const slug = values.slug ?? unique('partner-category');
  return one<typeof partnerCategories.$inferSelect>(
    db
      .insert(partnerCategories)
      .values({ slug, nameKo: `분야 ${slug}`, nameEn: `Topic ${slug}`, ...values })
      .returning(),
  );
}

/** A published clip with a ready video of ours, unless it has the partner's (`youtubeId`) or another is given. */
export async function buildClip(db: Queryable, values: Insert<typeof clips> = {}) {
  const slug = values.slug ?? unique('clip');
  const assetId =
    values.assetId === undefined && !values.youtubeId ? (await buildAsset(db)).id : (values.assetId ?? null);
  const row = await one<typeof clips.$inferSelect>(
    db
      .insert(clips)
      .values({
        slug,
        titleKo: `영상 ${slug}`,
        titleEn: `Clip ${slug}`,
        published: true,
        ...values,
        categoryId: values.categoryId ?? (await buildPartnerCategory(db)).id,
        assetId,
      })
      .returning(),
  );
  await indexDocuments(db, clipSource, [row.id]);
  return row;
}

/** A published playlist of given clips, in that order. */
export async function buildPlaylist(
  db: Queryable,
  values: Insert<typeof playlists> = {},
  clipIds: string[] = [],
) {
  const playListId = values.playListId ?? unique('PL');
  const row = await one<typeof playlists.$inferSelect>(
    db
      .insert(playlists)
      .values({ playListId, titleKo: `재생목록 ${playListId}`, titleEn: `Playlist ${playListId}`, ...values })
      .returning(),
  );
  if (clipIds.length > 0) {
    await db
      .insert(playlistItems)
      .values(clipIds.map((clipId, index) => ({ playlistId: row.id, clipId, position: index + 1 })));
  }
  return row;
}
