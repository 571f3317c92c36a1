/** The demo's live TV: its channels with their line-ups, the releases of the next days, and the row on home. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Maturity } from '../src/contract/wire.ts';
import { announceChange } from '../src/server/cache/changes.ts';
import type { Context } from '../src/server/context.ts';
import type { Queryable } from '../src/server/db/client.ts';
import { storeArtwork } from '../src/server/modules/catalog/artworks.service.ts';
import { episodes, programmes } from '../src/server/modules/catalog/catalog.tables.ts';
import { refreshEpisodes } from '../src/server/modules/catalog/series.service.ts';
import { sections } from '../src/server/modules/home/home.tables.ts';
import { liveChannels, liveItems } from '../src/server/modules/live/live.tables.ts';
import { addDays, dayIn, startOfDay } from '../src/server/zone.ts';
import { buildChannel, buildLiveTemplate, buildSection, buildTemplateSlot } from '../test/build.ts';
import { demoChannels } from './catalogue/channels.ts';
import { comingEpisodes, comingTitles } from './catalogue/coming.ts';
import { demoProgrammes } from './catalogue/programmes.ts';
import type { Drawing } from './drawn.ts';
import { masterOf } from './masters.ts';
import { isLoaded, setLoaded } from './parts.ts';

/** Channels, line-ups and the days to come; within the transaction that loads the demo. */
export async function loadDemoLive(context: Context): Promise<void> {
  if (await isLoaded(context.db, 'live')) return;
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(721004553)`);
    if (await isLoaded(tx, 'live')) return;
    const rows = await tx.select({ id: programmes.id, slug: programmes.slug }).from(programmes);
    const idOf = new Map(rows.map(({ id, slug }) => [slug, id]));
    await loadComing(tx, idOf, context.now(), context.config.serviceZone);
    await loadChannels(tx, idOf);
    await loadTemplate(tx);
    // After the first row, the one that most viewers come for.
    const [first] = await tx.select({ position: sql<number>`min(${sections.position})` }).from(sections);
    await tx
      .update(sections)
      .set({ position: sql`${sections.position} + 1` })
      .where(sql`${sections.position} > ${first?.position ?? 0}`);
    await buildSection(tx, {
      type: 'tv',
      nameKo: '지금 방송 중',
      nameEn: 'On Now',
      position: (first?.position ?? 0) + 1,
    });
    await setLoaded(tx, 'live');
    await announceChange(tx, 'catalog');
  });
}

/** A template for staff to try: the next episode of a series each evening, and a movie at the weekend. */
async function loadTemplate(tx: Queryable): Promise<void> {
  const first = async (kind: 'movie' | 'series') => {
    const open = and(eq(programmes.kind, kind), eq(programmes.premium, false));
    const [title] = await tx
      .select({ id: programmes.id })
      .from(programmes)
      .where(open)
      .orderBy(programmes.slug)
      .limit(1);
    return title?.id;
  };
  const [movie, series] = [await first('movie'), await first('series')];
  if (!movie || !series) return;
  const template = await buildLiveTemplate(tx, { name: '저녁과 주말 Evenings and weekends' });
  const templateId = template.id;
  for (const weekday of ['mon', 'tue', 'wed', 'thu', 'fri'] as const)
    await buildTemplateSlot(tx, {
      ...{ templateId, weekday, startTime: '19:00:00' },
      ...{ programmeId: series, nextEpisode: true },
    });
  for (const weekday of ['sat', 'sun'] as const)
    await buildTemplateSlot(tx, { templateId, weekday, startTime: '20:30:00', programmeId: movie });
}

const evening = 18 * 3_600_000;

async function loadComing(tx: Queryable, idOf: Map<string, string>, now: Date, zone: string): Promise<void> {
  const today = dayIn(now, zone);
  const at = (days: number) => new Date(startOfDay(addDays(today, days), zone).getTime() + evening);
  for (const own of comingEpisodes) {
    const programmeId = idOf.get(own.series);
    if (!programmeId) continue;
    const [last] = await tx
      .select()
      .from(episodes)
      .where(eq(episodes.programmeId, programmeId))
      .orderBy(sql`${episodes.seasonNumber} desc, ${episodes.number} desc`)
      .limit(1);
    if (!last) continue;
    const [made] = await tx
      .insert(episodes)
      .values({
        programmeId,
        seasonId: last.seasonId,
        seasonNumber: last.seasonNumber,
        number: last.number + 1,
        titleKo: own.title_ko,
        titleEn: own.title_en,
        synopsisKo: own.synopsis_ko,
        synopsisEn: own.synopsis_en,
        published: true,
        availableFrom: at(own.in_days),
        assetId: last.assetId,
        landscapeId: last.landscapeId,
      })
      .returning({ id: episodes.id, programmeId: episodes.programmeId });
    await refreshEpisodes(tx, made ? [made] : []);
  }
  for (const own of comingTitles) {
    await tx
      .update(programmes)
      .set({ availableFrom: at(own.in_days) })
      .where(eq(programmes.slug, own.slug));
  }
}

/** Episodes of one series in a row, before another series has its turn. */
const inARow = 2;
const maxItems = 16;

async function loadChannels(tx: Queryable, idOf: Map<string, string>): Promise<void> {
  for (const [index, own] of demoChannels.entries()) {
    const shown = demoProgrammes.filter(
      ({ sub_category, status }) => own.shows.includes(sub_category) && status === 'completed',
    );
    const channel = await buildChannel(tx, {
      number: own.number,
      slug: own.slug,
      nameKo: own.name_ko,
      nameEn: own.name_en,
      descriptionKo: own.description_ko,
      descriptionEn: own.description_en,
      premium: own.premium,
      catchUp: own.catch_up !== false,
      maturity: shown.reduce<Maturity>((most, { maturity }) => (maturity > most ? maturity : most), 0),
      position: index + 1,
    });
    const titles = shown.flatMap((title) => {
      const programmeId = idOf.get(title.slug);
      return programmeId ? [{ programmeId, seconds: masterOf(title).seconds }] : [];
    });
    const ids = titles.map(({ programmeId }) => programmeId);
    const found = await tx
      .select({ id: episodes.id, programmeId: episodes.programmeId })
      .from(episodes)
      .where(and(inArray(episodes.programmeId, ids), sql`${episodes.availableFrom} <= now()`))
      .orderBy(episodes.programmeId, episodes.seasonNumber, episodes.number);
    const queues = titles.map(({ programmeId, seconds }) => ({
      programmeId,
      episodes: found.filter((episode) => episode.programmeId === programmeId).map(({ id }) => id),
      // A film repeats until an item is as long as the items of its channel.
      repeats: Math.round((own.minutes * 60) / seconds),
    }));
    const plan: { programmeId: string; episodeId: string | null; repeats: number }[] = [];
    for (let round = 0; plan.length < maxItems && round < 4; round += 1) {
      for (const { programmeId, episodes: all, repeats } of queues) {
        const next = all.slice(round * inARow, (round + 1) * inARow);
        if (all.length === 0 && round === 0) plan.push({ programmeId, episodeId: null, repeats });
        plan.push(...next.map((episodeId) => ({ programmeId, episodeId, repeats })));
      }
    }
    await tx
      .insert(liveItems)
      .values(
        plan
          .slice(0, maxItems)
          .map((item, place) => ({ ...item, channelId: channel.id, position: place + 1 })),
      );
  }
}

/** Draws the channels' cards. */
export async function drawChannels(
  context: Context,
  drawing: Drawing,
  isStopping: () => boolean,
): Promise<void> {
  const lacking = await context.db
    .select({ id: liveChannels.id, slug: liveChannels.slug })
    .from(liveChannels)
    .where(isNull(liveChannels.landscapeId))
    .orderBy(liveChannels.position);
  for (const { id, slug } of lacking) {
    const index = demoChannels.findIndex((own) => own.slug === slug);
    if (index < 0 || isStopping()) continue;
    const bytes = await drawing.draw({ of: 'channel', index });
    await context.db.transaction(async (tx) => {
      const artwork = await storeArtwork(context, tx, 'landscape', bytes);
      await tx.update(liveChannels).set({ landscapeId: artwork.id }).where(eq(liveChannels.id, id));
      await announceChange(tx, 'live');
    });
  }
}
