/**
 * The demo's videos and pictures, made while the site is up: masters go through the real ingest, artwork is drawn. A
 * start after a kill continues the last one.
 */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ImageKind } from '../src/contract/images.ts';
import { findPrograms } from '../src/server/adapters/programs.ts';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import type { Queryable } from '../src/server/db/client.ts';
import { storeArtwork } from '../src/server/modules/catalog/artworks.service.ts';
import { episodes, people, programmes } from '../src/server/modules/catalog/catalog.tables.ts';
import { importMaster } from '../src/server/modules/ingest/ingest.service.ts';
import { ingestAssets } from '../src/server/modules/ingest/ingest.tables.ts';
import { avatars, profiles } from '../src/server/modules/profiles/profiles.tables.ts';
import { must } from '../src/server/must.ts';
import { avatarNames } from './artwork.ts';
import { demoAvatars } from './catalogue/avatars.ts';
import { homeBanners } from './catalogue/home.ts';
import { demoProgrammes } from './catalogue/programmes.ts';
import type { DemoProgramme } from './catalogue/types.ts';
import { type Drawing, startDrawing } from './drawn.ts';
import { loadDemoBilling } from './load-billing.ts';
import { loadDemoHistory } from './load-history.ts';
import { drawChannels } from './load-live.ts';
import { drawClips, giveClipsVideo } from './load-partner-video.ts';
import { drawPromos } from './load-promos.ts';
import { loadRadioMedia } from './load-radio.ts';
import { type Master, masters } from './masters.ts';
import { isLoaded, setLoaded } from './parts.ts';
import { startRelaySource } from './relay-source.ts';

/** Videos and pictures, while the site is up. `isStopping` ends it between two of them. */
export async function loadDemoMedia(
  context: Context,
  say: (line: string) => void,
  isStopping: () => boolean = () => false,
): Promise<void> {
  // Before anything slow: a viewer who signs in at once sees the family's plan and its invoices.
  await loadDemoBilling(context, 'family');
  if (await isLoaded(context.db, 'media')) {
    await drawLatePictures(context, isStopping);
    const drawing = startDrawing(context.config.rootDir);
    await startRelaySource(context, drawing).finally(() => drawing.end());
    return loadDemoHistory(context, isStopping);
  }
  say(
    'Drawing the demo artwork and preparing its videos in the background; the first one plays within a minute.',
  );
  const drawing = startDrawing(context.config.rootDir);
  try {
    await importFilm(context, drawing, 0);
    await assignFilms(context);
    await Promise.all([
      drawArtwork(context, drawing, isStopping),
      (async () => {
        // The others may not slow the first one, because it is the only one to play after a first start.
        await untilPlayable(context, isStopping);
        if (!isStopping()) await loadDemoHistory(context, isStopping);
        await loadRadioMedia(context, drawing, isStopping);
        if (!isStopping()) await startRelaySource(context, drawing);
        for (let index = 1; index < masters.length && !isStopping(); index++) {
          await importFilm(context, drawing, index);
          await assignFilms(context);
        }
      })(),
    ]);
  } finally {
    drawing.end();
  }
  while (!isStopping() && (await assignFilms(context)) > 0) await sleep(1000);
  if (isStopping()) return;
  await setLoaded(context.db, 'media');
  say('The demo artwork and its videos are complete.');
}

/** Channels, ads and clips came into the demo later than its other pictures: a data folder of before has none of theirs. */
async function drawLatePictures(context: Context, isStopping: () => boolean): Promise<void> {
  const late = [
    ['live-artwork', drawChannels],
    ['promo-artwork', drawPromos],
    ['partner-video-artwork', drawClips],
    ['radio-media', loadRadioMedia],
  ] as const;
  for (const [part, draw] of late) {
    if (isStopping() || (await isLoaded(context.db, part))) continue;
    const drawing = startDrawing(context.config.rootDir);
    try {
      await draw(context, drawing, isStopping);
    } finally {
      drawing.end();
    }
    if (!isStopping()) await setLoaded(context.db, part);
  }
}

/** Waits until a video is ready, or none is being prepared any more; at most two minutes. */
async function untilPlayable(context: Context, isStopping: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!isStopping() && Date.now() < deadline) {
    const [row] = await context.db
      .select({
        ready: sql<boolean>`bool_or(${ingestAssets.state} = 'ready')`,
        waiting: sql<boolean>`bool_or(${ingestAssets.state} = 'processing')`,
      })
      .from(ingestAssets);
    if (row?.ready || !row?.waiting) return;
    await sleep(500);
  }
}

/** The asset of a film that has been imported, also by an earlier start. */
async function findFilm({ db }: Context, master: Master) {
  const [asset] = await db
    .select({ id: ingestAssets.id, state: ingestAssets.state })
    .from(ingestAssets)
    .where(eq(ingestAssets.fileName, master.fileName))
    .limit(1);
  return asset;
}

/** Makes a film and hands it to the ingest. */
async function importFilm(context: Context, drawing: Drawing, index: number): Promise<void> {
  const master = must(masters[index], 'film of that number');
  if ((await isLoaded(context.db, partOf(master))) || (await findFilm(context, master))) return;
  const folder = join(context.config.dataDir, 'work', 'demo');
  // A start that was killed has left its pictures.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${master.id}.mp4`);
  await drawing.draw({ of: 'master', index, path, ffmpeg: findPrograms().ffmpeg });
  const { size } = await stat(path);
  await importMaster(context, { path, fileName: master.fileName, sizeBytes: size }, master.captions);
  await rm(path, { force: true });
}

const partOf = ({ id }: Master) => `master:${id}`;

/**
 * Assigns imported films to the titles and clips that play them. Returns the number of films that are still being
 * packaged for a title that plays the film of its category meanwhile.
 */
export async function assignFilms(context: Context): Promise<number> {
  let waiting = 0;
  for (const master of masters) {
    if (await isLoaded(context.db, partOf(master))) continue;
    const asset = await findFilm(context, master);
    if (!asset) continue;
    if (master.title && master !== masters[0] && asset.state === 'processing') waiting += 1;
    else await assignFilm(context, master, asset);
  }
  return waiting;
}

async function assignFilm(
  context: Context,
  master: Master,
  asset: { id: string; state: string },
): Promise<void> {
  const { title, category } = master;
  const titles = demoProgrammes.filter((own) => (title ? own.slug === title : own.category === category));
  await context.db.transaction(async (tx) => {
    await setLoaded(tx, partOf(master));
    // The title keeps the film of its category.
    if (title && asset.state === 'failed') return;
    const ours = sql`${programmes.slug} = any(${sql.param(titles.map(({ slug }) => slug))})`;
    // A shared film replaces no other.
    const isOpen = (column: AnyPgColumn) => (title ? undefined : isNull(column));
    await tx
      .update(programmes)
      .set({ assetId: asset.id })
      .where(
        and(
          eq(programmes.kind, 'movie'),
          eq(programmes.status, 'completed'),
          ours,
          isOpen(programmes.assetId),
        ),
      );
    await tx
      .update(episodes)
      .set({ assetId: asset.id })
      .where(
        and(
          sql`${episodes.programmeId} in (select id from catalog_programmes where ${ours})`,
          isOpen(episodes.assetId),
        ),
      );
    if (!title) await giveClipsVideo(tx, category, asset.id);
    await announceChange(tx, 'catalog');
  });
}

async function drawArtwork(context: Context, drawing: Drawing, isStopping: () => boolean): Promise<void> {
  const { db } = context;
  const keep = async (
    kind: ImageKind,
    bytes: Buffer,
    use: (tx: Queryable, id: string) => Promise<unknown>,
  ) => {
    await db.transaction(async (tx) => {
      const { id } = await storeArtwork(context, tx, kind, bytes);
      await use(tx, id);
      await announceChange(tx, 'catalog');
    });
  };
  const bySlug = new Map(demoProgrammes.map((own) => [own.slug, own]));
  const lacking = await db
    .select({
      id: programmes.id,
      slug: programmes.slug,
      portraitId: programmes.portraitId,
      landscapeId: programmes.landscapeId,
      bannerId: programmes.bannerId,
    })
    .from(programmes)
    .orderBy(sql`${programmes.listedAt} desc`);
  const inBanner = new Set(homeBanners);
  lacking.sort((a, b) => Number(inBanner.has(b.slug)) - Number(inBanner.has(a.slug)));
  const shapes = [
    ['banner', 'bannerId'],
    ['portrait', 'portraitId'],
    ['landscape', 'landscapeId'],
  ] as const;
  const draw = async (row: (typeof lacking)[number], [kind, column]: (typeof shapes)[number]) => {
    const own = bySlug.get(row.slug);
    if (!own || row[column] !== null || isStopping()) return;
    await keep(kind, await drawing.draw({ of: 'programme', slug: own.slug, kind }), (tx, id) =>
      tx
        .update(programmes)
        .set({ [column]: id })
        .where(eq(programmes.id, row.id)),
    );
  };
  for (const row of lacking) if (inBanner.has(row.slug)) await draw(row, shapes[0]);
  await drawAvatars(context, drawing, keep, isStopping);
  await drawChannels(context, drawing, isStopping);
  await drawPromos(context, drawing, isStopping);
  for (const row of lacking) await draw(row, shapes[1]);
  await drawClips(context, drawing, isStopping);
  for (const row of lacking) await draw(row, shapes[2]);
  for (const row of lacking) await draw(row, shapes[0]);
  for (const row of lacking) {
    const own = bySlug.get(row.slug);
    if (own && !isStopping()) await drawStills(context, drawing, own, row.id, keep);
  }
  const faces = await db
    .select({ id: people.id, slug: people.slug })
    .from(people)
    .where(isNull(people.avatarId));
  for (const row of faces) {
    if (isStopping()) return;
    const bytes = await drawing.draw({ of: 'person', slug: row.slug });
    // A person added at the office is not in the demo's catalogue.
    if (bytes.length === 0) continue;
    await keep('avatar', bytes, (tx, id) =>
      tx.update(people).set({ avatarId: id }).where(eq(people.id, row.id)),
    );
  }
}

type Keep = (
  kind: ImageKind,
  bytes: Buffer,
  use: (tx: Queryable, id: string) => Promise<unknown>,
) => Promise<void>;

/** The pictures that profiles choose from; the demo's profiles get one each. */
async function drawAvatars(
  context: Context,
  drawing: Drawing,
  keep: Keep,
  isStopping: () => boolean,
): Promise<void> {
  const without = await context.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(isNull(profiles.avatarId))
    .orderBy(profiles.createdAt);
  const drawn = new Set(
    (await context.db.select({ name: avatars.nameEn }).from(avatars)).map(({ name }) => name),
  );
  for (const [position, own] of demoAvatars.entries()) {
    if (drawn.has(own.name_en) || isStopping()) continue;
    const index = avatarNames.indexOf(own.drawing);
    await keep('avatar', await drawing.draw({ of: 'avatar', index }), async (tx, artworkId) => {
      await tx.insert(avatars).values({
        artworkId,
        groupKo: own.group_ko,
        groupEn: own.group_en,
        nameKo: own.name_ko,
        nameEn: own.name_en,
        position,
      });
      const profile = without[position];
      if (profile) await tx.update(profiles).set({ avatarId: artworkId }).where(eq(profiles.id, profile.id));
    });
  }
}

/** At most four stills a series, shared by its episodes in turn. */
async function drawStills(
  context: Context,
  drawing: Drawing,
  own: DemoProgramme,
  programmeId: string,
  keep: Keep,
): Promise<void> {
  const lacking = await context.db
    .select({ id: episodes.id })
    .from(episodes)
    .where(and(eq(episodes.programmeId, programmeId), isNull(episodes.landscapeId)))
    .limit(1);
  if (lacking.length === 0) return;
  for (let still = 0; still < 4; still++) {
    const ours = sql`${episodes.programmeId} = ${programmeId} and ${episodes.landscapeId} is null and (${episodes.number} - 1) % 4 = ${still}`;
    const [some] = await context.db
      .select({ season: episodes.seasonNumber, number: episodes.number })
      .from(episodes)
      .where(ours)
      .limit(1);
    if (!some) continue;
    const { season, number: episode } = some;
    await keep('landscape', await drawing.draw({ of: 'still', slug: own.slug, season, episode }), (tx, id) =>
      tx.update(episodes).set({ landscapeId: id }).where(ours),
    );
  }
}
