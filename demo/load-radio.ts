/** The demo's radio: stations with their programs, whose music is composed here, and the groups of the page of radio. */
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull, max } from 'drizzle-orm';
import { findPrograms } from '../src/server/adapters/programs.ts';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import { storeArtwork } from '../src/server/modules/catalog/artworks.service.ts';
import { sections } from '../src/server/modules/home/home.tables.ts';
import { importMaster } from '../src/server/modules/ingest/ingest.service.ts';
import { liveChannels, liveItems, radioGroups } from '../src/server/modules/live/live.tables.ts';
import { buildChannel, buildSection } from '../test/build.ts';
import { demoPrograms, demoRadioGroups, demoStations } from './catalogue/stations.ts';
import type { Drawing } from './drawn.ts';
import { isLoaded, setLoaded } from './parts.ts';

/** A program's music plays so often in a row, for a quarter of an hour. */
const repeats = 12;

/** Stations and groups, without programs. */
export async function loadDemoRadio(context: Context): Promise<void> {
  if (await isLoaded(context.db, 'radio')) return;
  await context.db.transaction(async (tx) => {
    if (await isLoaded(tx, 'radio')) return;
    const idOf = new Map<string, string>();
    for (const [position, station] of demoStations.entries()) {
      const { id } = await buildChannel(tx, {
        medium: 'radio',
        fileType: 'audio',
        number: station.number,
        slug: station.slug,
        nameKo: station.name_ko,
        nameEn: station.name_en,
        descriptionKo: station.description_ko,
        descriptionEn: station.description_en,
        broadcastName: station.broadcast_name,
        premium: station.premium,
        position,
      });
      idOf.set(station.slug, id);
    }
    await tx.insert(radioGroups).values(
      demoRadioGroups.map(({ name_ko, name_en, stations }, position) => ({
        nameKo: name_ko,
        nameEn: name_en,
        channelIds: stations.flatMap((slug) => idOf.get(slug) ?? []),
        published: true,
        position,
      })),
    );
    const [last] = await tx.select({ position: max(sections.position) }).from(sections);
    const position = (last?.position ?? 0) + 1;
    await buildSection(tx, { type: 'radio', nameKo: '라디오', nameEn: 'Radio', position });
    await setLoaded(tx, 'radio');
    await announceChange(tx, 'live');
    await announceChange(tx, 'home');
  });
}

/** Logos, then programs, while the site is up. `isStopping` ends it between two of them. */
export async function loadRadioMedia(
  context: Context,
  drawing: Drawing,
  isStopping: () => boolean,
): Promise<void> {
  for (const [index, { slug }] of demoStations.entries()) {
    if (isStopping()) return;
    const isStation = and(eq(liveChannels.medium, 'radio'), eq(liveChannels.slug, slug));
    const lacking = await context.db.$count(liveChannels, and(isStation, isNull(liveChannels.landscapeId)));
    if (lacking === 0) continue;
    const bytes = await drawing.draw({ of: 'logo', index });
    await context.db.transaction(async (tx) => {
      const { id } = await storeArtwork(context, tx, 'logo', bytes);
      await tx.update(liveChannels).set({ landscapeId: id }).where(isStation);
      await announceChange(tx, 'live');
    });
  }
  for (const [index, program] of demoPrograms.entries()) {
    const part = `program:${program.id}`;
    if (isStopping()) return;
    if (await isLoaded(context.db, part)) continue;
    const [station] = await context.db
      .select({ id: liveChannels.id })
      .from(liveChannels)
      .where(and(eq(liveChannels.medium, 'radio'), eq(liveChannels.slug, program.station)));
    // Staff have deleted the station.
    if (!station) continue;
    const folder = join(context.config.dataDir, 'work', 'demo');
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${program.id}.m4a`);
    await drawing.draw({ of: 'program', index, path, ffmpeg: findPrograms().ffmpeg });
    const { size } = await stat(path);
    const file = { path, fileName: `${program.title_ko}.m4a`, sizeBytes: size };
    const assetId = await importMaster(context, file);
    await rm(path, { force: true });
    await context.db.transaction(async (tx) => {
      await tx.insert(liveItems).values({
        channelId: station.id,
        position: index,
        assetId,
        titleKo: program.title_ko,
        titleEn: program.title_en,
        repeats,
      });
      await setLoaded(tx, part);
    });
  }
}
