/** Partner video in the back office. */
import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import {
  type adminPartnerVideoCalls,
  partnerCategories as categoryShape,
  clips as clipShape,
  playlists as playlistShape,
  youtubeIdOf,
} from '../../../contract/admin/partner-video.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/client.ts';
import { isOneOf } from '../../db/conditions.ts';
import { failField } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import type { Changes } from '../../resource/model.ts';
import { resource } from '../../resource/resource.ts';
import { picturesOf } from '../catalog/artworks.service.ts';
import {
  categoryColumns,
  maturityColumn,
  pictureColumn,
  premiumColumn,
  publicationColumns,
  regionsColumn,
  slugColumn,
  titleColumns,
  videoColumn,
} from '../catalog/import-columns.service.ts';
import { isUntranslated, lackList, lacksOfSynopsis } from '../catalog/lacks.service.ts';
import { stepsOfMoved } from '../catalog/moved-categories.service.ts';
import { checkRegions } from '../entitlement/regions.service.ts';
import { checkWindow } from '../entitlement/window.service.ts';
import { assetFactsOf } from '../ingest/asset-facts.service.ts';
import { indexDocuments } from '../search/documents.service.ts';
import { clipsLacking, playlistsLacking } from './lacks.repo.ts';
import { clips, partnerCategories, playlistItems, playlists } from './partner-video.tables.ts';
import { clipSource } from './search-source.service.ts';

const categoryResource = (context: Context) =>
  resource(context, categoryShape, partnerCategories, {
    tag: 'partner_video',
    order: { position: partnerCategories.position, within: partnerCategories.parentId },
    unique: { partner_video_categories_slug: 'slug' },
    search: [partnerCategories.nameKo, partnerCategories.nameEn],
    where: {
      top: (isTop) => (isTop ? isNull(partnerCategories.parentId) : isNotNull(partnerCategories.parentId)),
    },
    label: 'nameKo',
    values: async (values, { tx, before }) => {
      checkWindow({ ...before, ...values });
      if (!values.parentId) return values;
      // A sub-category has none below it, and nothing that has some can become one.
      const [parent] = await tx
        .select()
        .from(partnerCategories)
        .where(eq(partnerCategories.id, values.parentId));
      if (!parent) failField('parent_id', 'exists');
      const [below] = before
        ? await tx
            .select({ id: partnerCategories.id })
            .from(partnerCategories)
            .where(eq(partnerCategories.parentId, before.id))
            .limit(1)
        : [];
      if (parent.parentId !== null || parent.id === before?.id || below)
        failField('parent_id', 'parent_depth');
      return values;
    },
    follows: (changed, { tx }) =>
      stepsOfMoved(tx, { entity: clipShape.name, things: clips, categories: partnerCategories }, changed),
    // Clips of a sub-category stay in the category above.
    goesWith: async (ids, { tx }) => {
      const own = await tx.select({ id: clips.id }).from(clips).where(isOneOf(clips.subCategoryId, ids));
      return own.map(({ id }) => ({
        entity: clipShape.name,
        id,
        action: 'update',
        input: { sub_category_id: null },
      }));
    },
  });

/** Seconds, with a comma or wide digits, or a time (`3:05`, `1:02:03`), in milliseconds. */
function millisecondsOf(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/[,\s]/g, '');
  const [, hours = 0, minutes, seconds] = /^(?:(\d{1,3}):)?(\d{1,2}):(\d\d)$/.exec(plain) ?? [];
  if (seconds !== undefined)
    return String(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
  return /^\d{1,6}(\.\d+)?$/.test(plain) ? String(Math.round(Number(plain) * 1000)) : text;
}

const clipResource = (context: Context) =>
  resource(context, clipShape, clips, {
    tag: 'partner_video',
    unique: { partner_video_clips_slug: 'slug', partner_video_clips_youtube: 'youtube_id' },
    search: [clips.titleKo, clips.titleEn],
    where: {
      lacks: clipsLacking,
      category_id: (id) => or(eq(clips.categoryId, id), eq(clips.subCategoryId, id)),
      playlist_id: (id) =>
        sql`exists (select from partner_video_playlist_items i where i.playlist_id = ${id} and i.clip_id = ${clips.id})`,
    },
    label: 'titleKo',
    imports: {
      key: ['slug'],
      columns: [
        slugColumn('my-clip'),
        ...titleColumns,
        { name: 'description_ko', ko: '설명 (한국어)', en: 'Description (Korean)', example: '' },
        { name: 'description_en', ko: '설명 (영어)', en: 'Description (English)', example: '' },
        ...categoryColumns('partner-categories', 'music'),
        regionsColumn(context.config.servedCountries),
        {
          name: 'youtube_id',
          ko: '유튜브 영상 ID',
          en: 'YouTube video ID',
          example: 'https://www.youtube.com/watch?v=abcdefghijk',
          reads: youtubeIdOf,
        },
        videoColumn,
        pictureColumn('landscape'),
        {
          name: 'duration',
          ko: '길이 (초)',
          en: 'Duration (seconds)',
          example: '185',
          field: 'duration_ms',
          reads: millisecondsOf,
          step: 1000,
        },
        maturityColumn,
        premiumColumn,
        ...publicationColumns,
      ],
    },
    present: async (db, rows) => {
      const picture = await picturesOf(
        db,
        rows.map(({ landscapeId }) => landscapeId),
      );
      const assets = await assetFactsOf(
        db,
        rows.map(({ assetId }) => assetId),
      );
      return rows.map((row) => {
        const asset = assets.get(row.assetId ?? '');
        return {
          landscape: picture(row.landscapeId),
          lacks: lackList({
            ...lacksOfSynopsis(row.descriptionKo, row.descriptionEn),
            artwork: !row.landscapeId,
            captions: asset?.state === 'ready' && !asset.isCaptioned,
            video: !row.youtubeId && asset?.state !== 'ready',
          }),
        };
      });
    },
    values: async (values, { tx, before, once, coming }) => {
      const after = { ...before, ...values };
      checkWindow(after);
      checkRegions(context, values.regions);
      if (after.youtubeId && after.assetId)
        failField(values.assetId ? 'asset_id' : 'youtube_id', 'one_video');
      const { subCategoryId } = after;
      if (subCategoryId && (values.subCategoryId !== undefined || values.categoryId !== undefined)) {
        // As of programmes: what moves the category waits, or a later step of the same change moves it.
        const [sub] = await once(subCategoryId, () =>
          tx.select().from(partnerCategories).where(eq(partnerCategories.id, subCategoryId)).for('share'),
        );
        const parents = [sub?.parentId, coming(subCategoryId)?.parent_id];
        if (!parents.includes(after.categoryId)) failField('sub_category_id', 'sub_category_of_other');
      }
      // The day it came out: one that viewers have seen keeps its.
      const listedAt = after.availableFrom ?? (before?.published ? before.listedAt : context.now());
      return { ...values, listedAt };
    },
    // Playlists that have it go on without it.
    goesWith: async (ids, { tx }) => {
      // Locked before their lists are read: whoever deletes another clip of one is waited for.
      const holding = await tx
        .select({ id: playlists.id })
        .from(playlists)
        .where(
          inArray(
            playlists.id,
            tx
              .select({ id: playlistItems.playlistId })
              .from(playlistItems)
              .where(inArray(playlistItems.clipId, ids)),
          ),
        )
        .orderBy(playlists.id)
        .for('no key update');
      const items = await tx
        .select()
        .from(playlistItems)
        .where(
          inArray(
            playlistItems.playlistId,
            holding.map(({ id }) => id),
          ),
        )
        .orderBy(asc(playlistItems.position), asc(playlistItems.clipId));
      return holding.map(({ id }) => ({
        entity: playlistShape.name,
        id,
        action: 'update',
        input: {
          clip_ids: items
            .filter(({ playlistId, clipId }) => playlistId === id && !ids.includes(clipId))
            .map(({ clipId }) => clipId),
        },
      }));
    },
    afterChange: async (rows, { tx }) =>
      indexDocuments(
        tx,
        clipSource,
        rows.map(({ id }) => id),
      ),
  });

const playlistResource = (context: Context) =>
  resource(context, playlistShape, playlists, {
    tag: 'partner_video',
    order: { position: playlists.position },
    unique: { partner_video_playlists_play_list_id: 'play_list_id' },
    search: [playlists.titleKo, playlists.titleEn, playlists.playListId],
    where: { lacks: playlistsLacking },
    label: 'titleKo',
    lists: { clip_ids: { owner: playlistItems.playlistId, named: playlistItems.clipId } },
    present: async (db, rows) => {
      const ids = rows.map(({ id }) => id);
      const items = await db
        .select()
        .from(playlistItems)
        .where(inArray(playlistItems.playlistId, ids))
        .orderBy(asc(playlistItems.position), asc(playlistItems.clipId));
      return rows.map(({ id, descriptionKo, descriptionEn }) => ({
        lacks: lackList({ language: isUntranslated(descriptionKo, descriptionEn) }),
        clip_ids: items.filter(({ playlistId }) => playlistId === id).map(({ clipId }) => clipId),
      }));
    },
    // Of a playlist that is kept and publishes new clips, the next sync publishes them.
    alsoPublishes: async (id, input, db) => {
      const [row] = await db.select().from(playlists).where(eq(playlists.id, id));
      const before = { synced: row?.synced, publish_new: row?.publishNew, play_list_id: row?.playListId };
      const after = { ...before, ...input };
      const isMeant = (['synced', 'publish_new', 'play_list_id'] as const).some(
        (field) => after[field] !== before[field],
      );
      return isMeant && after.synced === true && after.publish_new === true;
    },
    values: async (values, { before }) => {
      const after = { ...before, ...values };
      checkWindow(after);
      // New clips have to stand somewhere.
      if (after.synced && !after.categoryId) failField('category_id', 'required');
      return values;
    },
    saveRest: async (saved, { tx }) => {
      const changes: Changes[] = [];
      for (const { input, row } of saved) changes.push(await saveClips(tx, row.id, input.clip_ids));
      return changes;
    },
  });

/** Writes a playlist's clips in their order, as far as they differ: what stays would wait for whoever is deleting it. */
async function saveClips(tx: Transaction, id: string, clip_ids: string[] | undefined): Promise<Changes> {
  if (!clip_ids) return {};
  const wanted = [...new Set(clip_ids)];
  const items = await tx
    .select()
    .from(playlistItems)
    .where(eq(playlistItems.playlistId, id))
    .orderBy(asc(playlistItems.position), asc(playlistItems.clipId));
  const old = items.map(({ clipId }) => clipId);
  if (JSON.stringify(old) === JSON.stringify(wanted)) return {};
  await tx
    .delete(playlistItems)
    .where(and(eq(playlistItems.playlistId, id), notInArray(playlistItems.clipId, wanted)));
  if (wanted.length > 0)
    await tx
      .insert(playlistItems)
      .values(wanted.map((clipId, index) => ({ playlistId: id, clipId, position: index + 1 })))
      .onConflictDoUpdate({
        target: [playlistItems.playlistId, playlistItems.clipId],
        set: { position: sql`excluded.position` },
        setWhere: sql`${playlistItems.position} <> excluded.position`,
      });
  return { clip_ids: [old, wanted] };
}

export const adminPartnerVideoRoutes = (context: Context): Handlers<typeof adminPartnerVideoCalls> => ({
  ...categoryResource(context),
  ...clipResource(context),
  ...playlistResource(context),
});
