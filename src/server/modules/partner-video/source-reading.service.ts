/** Reads what the partner has of the playlists and clips that we keep: all of it before anything is changed. */
import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import { maxInPlaylist } from '../../../contract/admin/partner-video.ts';
import {
  maxIdsAsked,
  type PartnerVideoSource,
  SourceError,
  type SourcePage,
  type SourcePlaylist,
  type SourceVideo,
} from '../../adapters/partner-video/port.ts';
import type { Context } from '../../context.ts';
import { type Queryable, queryRows } from '../../db/client.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { clips, playlists, quotaDays } from './partner-video.tables.ts';

/** Everything that was read. What was asked for and is missing is gone at the partner. */
export interface Reading {
  /** Which playlists were asked for: those that were kept when the reading began. */
  kept: ReadonlySet<string>;
  playlists: Map<string, SourcePlaylist>;
  /** The ids of the videos of each playlist that is kept, in its order. */
  items: Map<string, string[]>;
  videos: Map<string, SourceVideo>;
  /** Which videos were asked for. */
  asked: ReadonlySet<string>;
}

/** Videos of one reading: they are held in memory. */
const maxVideos = 10_000;
/** Playlists of one channel that are looked at. */
const maxChannelPlaylists = 500;

/** More videos than one sync takes. */
export class TooManyVideos extends Error {
  override name = 'TooManyVideos';
}

/** The zone whose midnight the partner's quota begins anew at. */
const quotaZone = 'America/Los_Angeles';

/** The units that were taken today, and when the next day begins. */
export async function quotaToday({
  db,
  config,
  now,
}: Pick<Context, 'db' | 'config' | 'now'>): Promise<{ used: number; daily: number; resetsAt: Date }> {
  const day = dayIn(now(), quotaZone);
  const [row] = await db.select().from(quotaDays).where(eq(quotaDays.day, day));
  return {
    used: row?.units ?? 0,
    daily: config.youtube.maxUnitsDaily,
    resetsAt: startOfDay(addDays(day, 1), quotaZone),
  };
}

/** Takes units before they are spent, as the partner counts refused requests too; fails when the day has none left. */
async function takeUnits({ db, config, now }: Context, units: number): Promise<void> {
  const taken = await queryRows(
    db,
    sql`insert into partner_video_quota_days as kept (day, units)
      select ${dayIn(now(), quotaZone)}::date, ${units}::int where ${units}::int <= ${config.youtube.maxUnitsDaily}::int
      on conflict (day) do update set units = kept.units + excluded.units
        where kept.units + excluded.units <= ${config.youtube.maxUnitsDaily}::int
      returning units`,
  );
  if (taken.length === 0) throw new SourceError('quota', 'the units of today are used up');
}

/** The partner says that nothing is left, whatever we have counted: others may use the same key. */
async function noteUsedUp(db: Queryable, { config, now }: Context): Promise<void> {
  const units = config.youtube.maxUnitsDaily;
  await db
    .insert(quotaDays)
    .values({ day: dayIn(now(), quotaZone), units })
    .onConflictDoUpdate({
      target: quotaDays.day,
      set: { units: sql`greatest(${quotaDays.units}, ${units})` },
    });
}

/** How far a reading is, told after each request. */
export interface Progress {
  units: number;
  playlistsRead: number;
  videosRead: number;
}

/** Reads all, or fails with `SourceError` or `TooManyVideos`. */
export async function readSource(
  context: Context,
  source: PartnerVideoSource,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: Progress): Promise<void> },
): Promise<Reading> {
  const progress: Progress = { units: 0, playlistsRead: 0, videosRead: 0 };
  const ask = async <T>(units: number, request: () => Promise<T>, seen: (answer: T) => void): Promise<T> => {
    signal.throwIfAborted();
    await takeUnits(context, units);
    progress.units += units;
    try {
      const answer = await request();
      seen(answer);
      return answer;
    } catch (error) {
      if (error instanceof SourceError && error.problem === 'quota') await noteUsedUp(context.db, context);
      throw error;
    } finally {
      await onProgress(progress);
    }
  };
  const everyPage = async <T>(
    units: number,
    max: number,
    request: (after: string | undefined) => Promise<SourcePage<T>>,
    seen: (page: SourcePage<T>) => void,
  ): Promise<T[]> => {
    const all: T[] = [];
    let after: string | undefined;
    do {
      const page = await ask(units, () => request(after), seen);
      all.push(...page.items);
      after = page.next;
    } while (after !== undefined && all.length < max);
    return all.slice(0, max);
  };

  const kept = await context.db
    .select({ playListId: playlists.playListId })
    .from(playlists)
    .where(eq(playlists.synced, true))
    .orderBy(asc(playlists.position), asc(playlists.id));
  const found = new Map<string, SourcePlaylist>();
  const note = (list: SourcePlaylist[]) => {
    for (const playlist of list) found.set(playlist.playListId, playlist);
    progress.playlistsRead = found.size;
  };
  for (const channelId of context.config.youtube.channelIds)
    await everyPage(
      source.units.channelPlaylists,
      maxChannelPlaylists,
      (after) => source.channelPlaylists(channelId, after),
      ({ items }) => note(items),
    );
  const unseen = kept.map(({ playListId }) => playListId).filter((id) => !found.has(id));
  for (const ids of parts(unseen)) await ask(source.units.playlists, () => source.playlists(ids), note);

  const items = new Map<string, string[]>();
  for (const { playListId } of kept) {
    if (!found.has(playListId)) continue;
    try {
      const ids = await everyPage(
        source.units.playlistItems,
        maxInPlaylist,
        (after) => source.playlistItems(playListId, after),
        () => {},
      );
      items.set(playListId, [...new Set(ids)]);
    } catch (error) {
      // It was taken away since it was listed.
      if (!(error instanceof SourceError && error.problem === 'not_found')) throw error;
      found.delete(playListId);
    }
  }

  const own = await context.db
    .select({ youtubeId: clips.youtubeId })
    .from(clips)
    .where(isNotNull(clips.youtubeId));
  const asked = new Set([...items.values()].flat());
  for (const { youtubeId } of own) if (youtubeId) asked.add(youtubeId);
  if (asked.size > maxVideos) throw new TooManyVideos(`${asked.size} videos`);
  const videos = new Map<string, SourceVideo>();
  for (const ids of parts([...asked]))
    await ask(
      source.units.videos,
      () => source.videos(ids),
      (list) => {
        for (const video of list) videos.set(video.youtubeId, video);
        progress.videosRead += ids.length;
      },
    );
  return {
    kept: new Set(kept.map(({ playListId }) => playListId)),
    playlists: found,
    items,
    videos,
    asked,
  };
}

function parts<T>(list: T[]): T[][] {
  const found: T[][] = [];
  for (let from = 0; from < list.length; from += maxIdsAsked)
    found.push(list.slice(from, from + maxIdsAsked));
  return found;
}
