/** The demo's partner video: categories, playlists, clips and the row on home, loaded once; then their videos and pictures. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import type { Queryable } from '../src/server/db/client.ts';
import { storeArtwork } from '../src/server/modules/catalog/artworks.service.ts';
import { sections } from '../src/server/modules/home/home.tables.ts';
import { ingestAssets } from '../src/server/modules/ingest/ingest.tables.ts';
import {
  clips,
  partnerCategories,
  playlistItems,
  playlists,
} from '../src/server/modules/partner-video/partner-video.tables.ts';
import { clipSource } from '../src/server/modules/partner-video/search-source.service.ts';
import { indexDocuments } from '../src/server/modules/search/documents.service.ts';
import { must } from '../src/server/must.ts';
import { buildSection } from '../test/build.ts';
import { demoClips, demoPartnerCategories, demoPlaylists, demoYoutubeSection } from './catalogue/clips.ts';
import type { Drawing } from './drawn.ts';
import { isLoaded, setLoaded } from './parts.ts';

const part = 'partner-video';
const hourMs = 3_600_000;
/** A new clip of a playlist comes out after so long. */
const betweenMs = 5 * 24 * hourMs;
/** Where the row stands on home, counted from the top. */
const placeOnHome = 4;

/** Categories, playlists, clips and the row on home, all or none. */
export async function loadDemoPartnerVideo(context: Context): Promise<void> {
  if (await isLoaded(context.db, part)) return;
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(721004554)`);
    if (await isLoaded(tx, part)) return;
    const categoryIds = await loadCategories(tx);
    await loadPlaylists(tx, categoryIds, context.now().getTime());
    await loadSection(tx);
    await giveEarlierVideos(tx);
    await setLoaded(tx, part);
    await announceChange(tx, 'partner_video');
  });
}

async function loadCategories(tx: Queryable): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const parents of [true, false]) {
    const found = await tx
      .insert(partnerCategories)
      .values(
        demoPartnerCategories
          .map((own, position) => ({ ...own, position }))
          .filter(({ parent }) => (parent === null) === parents)
          .map(({ slug, parent, name_ko, name_en, position }) => ({
            slug,
            parentId: parent === null ? null : ids.get(parent),
            nameKo: name_ko,
            nameEn: name_en,
            position,
          })),
      )
      .returning({ id: partnerCategories.id, slug: partnerCategories.slug });
    for (const { id, slug } of found) ids.set(slug, id);
  }
  return ids;
}

async function loadPlaylists(tx: Queryable, categoryIds: Map<string, string>, now: number): Promise<void> {
  for (const [position, own] of demoPlaylists.entries()) {
    const [list] = await tx
      .insert(playlists)
      .values({
        playListId: own.play_list_id,
        titleKo: own.title_ko,
        titleEn: own.title_en,
        descriptionKo: own.description_ko,
        descriptionEn: own.description_en,
        clipsPlanned: own.clips_planned,
        position,
      })
      .returning({ id: playlists.id });
    const made = await tx
      .insert(clips)
      .values(
        own.clips.map((clip, index) => ({
          slug: clip.slug,
          titleKo: clip.title_ko,
          titleEn: clip.title_en,
          descriptionKo: own.description_ko,
          descriptionEn: own.description_en,
          categoryId: must(categoryIds.get(own.category), own.category),
          subCategoryId: must(categoryIds.get(own.sub_category), own.sub_category),
          maturity: clip.maturity,
          premium: clip.premium,
          published: true,
          // The last one is the newest; each playlist's came out on another day.
          listedAt: new Date(now - (own.clips.length - 1 - index) * betweenMs - (position * 9 + 2) * hourMs),
        })),
      )
      .returning({ id: clips.id });
    await tx.insert(playlistItems).values(
      made.map(({ id }, index) => ({
        playlistId: must(list, 'playlist').id,
        clipId: id,
        position: index + 1,
      })),
    );
    await indexDocuments(
      tx,
      clipSource,
      made.map(({ id }) => id),
    );
  }
}

async function loadSection(tx: Queryable): Promise<void> {
  const rows = await tx.select({ position: sections.position }).from(sections).orderBy(sections.position);
  const position = rows[Math.min(placeOnHome, rows.length - 1)]?.position ?? 0;
  await tx
    .update(sections)
    .set({ position: sql`${sections.position} + 1` })
    .where(sql`${sections.position} > ${position}`);
  await buildSection(tx, {
    type: 'youtube',
    nameKo: demoYoutubeSection.name_ko,
    nameEn: demoYoutubeSection.name_en,
    position: position + 1,
  });
}

/** In the data folder of an earlier version the videos exist before the clips. The clips share them in turn. */
async function giveEarlierVideos(tx: Queryable): Promise<void> {
  const ready = await tx
    .select({ id: ingestAssets.id })
    .from(ingestAssets)
    .where(eq(ingestAssets.state, 'ready'))
    .orderBy(ingestAssets.createdAt)
    .limit(5);
  for (const [index, { id }] of ready.entries())
    await giveVideo(
      tx,
      demoClips.filter((_, place) => place % ready.length === index),
      id,
    );
}

/** The category whose shared film the clips of a partner category play. */
const filmOfCategory: Record<string, string> = {
  cooking: 'music-food',
  travel: 'variety',
  'learn-korean': 'documentary',
  music: 'music-food',
};

/** Gives the shared film of a category to the clips that play it. */
export async function giveClipsVideo(tx: Queryable, category: string, assetId: string): Promise<void> {
  const playing = demoPlaylists.filter((list) => filmOfCategory[list.category] === category);
  await giveVideo(
    tx,
    playing.flatMap((list) => list.clips),
    assetId,
  );
}

/** Gives a video to those of the clips that have none. */
async function giveVideo(tx: Queryable, to: { slug: string }[], assetId: string): Promise<void> {
  const slugs = to.map(({ slug }) => slug);
  await tx
    .update(clips)
    .set({ assetId })
    .where(and(inArray(clips.slug, slugs), isNull(clips.assetId), isNull(clips.youtubeId)));
  await announceChange(tx, 'partner_video');
}

/** Draws the clips' pictures, the newest first. */
export async function drawClips(
  context: Context,
  drawing: Drawing,
  isStopping: () => boolean,
): Promise<void> {
  const lacking = await context.db
    .select({ id: clips.id, slug: clips.slug })
    .from(clips)
    .where(isNull(clips.landscapeId))
    .orderBy(sql`${clips.listedAt} desc`);
  for (const { id, slug } of lacking) {
    const index = demoClips.findIndex((own) => own.slug === slug);
    if (index < 0 || isStopping()) continue;
    const bytes = await drawing.draw({ of: 'clip', index });
    await context.db.transaction(async (tx) => {
      const artwork = await storeArtwork(context, tx, 'landscape', bytes);
      await tx.update(clips).set({ landscapeId: artwork.id }).where(eq(clips.id, id));
      await announceChange(tx, 'partner_video');
    });
  }
}
