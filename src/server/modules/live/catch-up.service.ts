/**
 * Watching one airing of a channel from its start, while it is on or for some hours after its end. Its files lie below an address of
 * its own, and each request checks again that the airing may be watched. So they need no state of a session.
 */
import { LRUCache } from 'lru-cache';
import { maxCatchUpHours } from '../../../contract/admin/channels.ts';
import { maxAiringHours } from '../../../contract/airings.ts';
import type { Airing as Wire } from '../../../contract/viewer/live.ts';
import { type Airing, airingFrom, type Lineup } from '../../../media/linear.ts';
import {
  airingPlaylist,
  hasPicture,
  isListed,
  knownTrack,
  masterPlaylist,
  playlistFile,
  trackOfFile,
} from '../../../media/live-playlist.ts';
import { hlsManifest } from '../../../media/packager.ts';
import { limitTimeline } from '../../../media/quality.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Viewer } from '../../http/caller.ts';
import type { Asked } from '../../playable-kind.ts';
import {
  type ChannelFile,
  type FileRequest,
  findItemFile,
  listHiddenItems,
  type StreamItem,
  streamItem,
} from './channel-files.service.ts';
import { presentAiring } from './live.present.ts';
import * as repo from './live.repo.ts';
import { type TimedItem, timedLineup } from './live.service.ts';
import { packedPlaylist } from './packed-playlists.ts';

const hourMs = 3_600_000;
/** No airing that can be watched began earlier. */
const backMs = (maxCatchUpHours + maxAiringHours) * hourMs;

/** The address of an airing below its channel's. */
export const airingPrefix = (startsAt: number) => `from/${startsAt}`;

/** The start of an airing that a path below a channel's address names, and the rest of the path. */
export function splitAiringPath(path: string): { startsAt: number; file: string } | undefined {
  const [, startsAt, file] = /^from\/(\d{1,15})\/(.+)$/.exec(path) ?? [];
  return file === undefined ? undefined : { startsAt: Number(startsAt), file };
}

interface Found {
  airing: Airing<StreamItem>;
  language: string;
  /** Until when it can be watched. Null: the channel has no catch-up, or the airing is too long for it. */
  until: number | null;
}

/** The output of a channel in the hours that can be watched again. */
interface Output {
  channel: Awaited<ReturnType<typeof repo.findStreaming>>;
  lineups: Lineup<TimedItem>[];
}

/** As short as the line-ups of the live channel are cached. Each segment needs its airing. */
const knownMs = 5_000;

/** Answers of a node, by context. A failed one is not kept. */
function cached<T>(max: number) {
  const nodes = new WeakMap<Context, LRUCache<string, Promise<T>>>();
  return (context: Context, key: string, load: () => Promise<T>): Promise<T> => {
    const known = nodes.get(context) ?? new LRUCache<string, Promise<T>>({ max, ttl: knownMs });
    nodes.set(context, known);
    const found = known.get(key);
    if (found) return found;
    const loading = load();
    known.set(key, loading);
    loading.catch(() => known.delete(key));
    return loading;
  };
}
const cachedOutput = cached<Output>(500);
const cachedAiring = cached<Found | undefined>(2000);

async function loadOutput({ db }: Context, channelId: string, now: number): Promise<Output> {
  const [channel, timings] = await Promise.all([
    repo.findStreaming(db, channelId),
    repo.listTimings(db, [channelId], new Date(now - backMs), new Date(now + 24 * hourMs)),
  ]);
  return { channel, lineups: timings.map(timedLineup) };
}

/** An airing by its start. The channel's output is read once for all starts, because a player can send any number. */
async function findAiring(
  context: Context,
  channelId: string,
  startsAt: number,
  now: number,
): Promise<Found | undefined> {
  // Previews are ahead of the clock.
  const day = Math.floor(now / (24 * hourMs));
  const output = await cachedOutput(context, `${channelId} ${day}`, () =>
    loadOutput(context, channelId, now),
  );
  const airing = airingFrom(output.lineups, startsAt);
  if (!airing) return undefined;
  return cachedAiring(context, `${channelId} ${startsAt}`, () => loadAiring(context, output, airing));
}

async function loadAiring(
  context: Context,
  { channel }: Output,
  airing: Airing<TimedItem>,
): Promise<Found | undefined> {
  if (!channel) return undefined;
  const { playoutId, position } = airing.item;
  const video = await repo.findPlayoutItem(context.db, playoutId, position);
  const item = video && (await streamItem(context, airing.item, video, channel.fileType));
  if (!item) return undefined;
  const { language, catchUp, catchUpHours } = channel;
  const isOffered = catchUp && airing.endsAt - airing.startsAt <= maxAiringHours * hourMs;
  const until = isOffered ? airing.endsAt + catchUpHours * hourMs : null;
  return { airing: { ...airing, item }, language, until };
}

/** An airing that has begun, with the reason if it cannot be watched any more. */
async function findBegun(context: Context, channelId: string, startsAt: number, now: number) {
  const isKept = startsAt <= now && startsAt > now - backMs;
  const found = isKept ? await findAiring(context, channelId, startsAt, now) : undefined;
  return found && { ...found, isOpen: found.until !== null && now <= found.until };
}

/** The airing of a channel that begins at an instant, for a viewer who may play the channel. Fails if it cannot be watched. */
export async function chooseAiring(
  context: Context,
  { viewer, locale, now }: Asked,
  channel: { id: string },
  startsAt: number,
): Promise<Wire> {
  const found = (await findBegun(context, channel.id, startsAt, now.getTime())) ?? fail('not_found');
  const { airing, isOpen } = found;
  const [row] = await repo.listShown(context.db, viewer, locale, now, [airing.item]);
  if (!row?.visible) fail('not_found');
  if (!isOpen) fail('catch_up_ended');
  return presentAiring(airing, row, locale);
}

/** Whether an airing can be watched at an instant by those who may be shown its title. */
export async function isAiringOpen(
  context: Context,
  channelId: string,
  startsAt: number,
  at: Date,
): Promise<boolean> {
  return (await findBegun(context, channelId, startsAt, at.getTime()))?.isOpen === true;
}

/** The items that a viewer may not be shown: of the live channel, or of the airing that begins at an instant. */
export async function listHidden(
  context: Context,
  viewer: Viewer,
  channelId: string,
  startsAt: number | null,
): Promise<ReadonlySet<string>> {
  if (startsAt === null) return listHiddenItems(context, viewer, channelId);
  const now = context.now();
  const found = await findBegun(context, channelId, startsAt, now.getTime());
  if (!found) return new Set();
  const { item } = found.airing;
  const [row] = await repo.listShown(context.db, viewer, 'ko', now, [item]);
  return new Set(row?.visible ? [] : [item.id]);
}

/** The file below an airing's address, if this viewer may watch the airing now and the channel has shown as much of it. */
export async function findAiringFile(
  context: Context,
  channelId: string,
  { startsAt, file }: { startsAt: number; file: string },
  { hidden, at, maxHeight }: FileRequest,
): Promise<ChannelFile | undefined> {
  const now = at.getTime();
  const found = await findBegun(context, channelId, startsAt, now);
  if (!found?.isOpen || hidden.has(found.airing.item.id)) return undefined;
  const { item } = found.airing;
  const timeline = maxHeight === null ? item.timeline : limitTimeline(item.timeline, maxHeight);
  const airing = { ...found.airing, item: { ...item, timeline } };
  const items = [airing.item];
  if (file === hlsManifest) {
    return { kind: 'playlist', text: masterPlaylist(items, found.language), gzipped: null };
  }
  const track = trackOfFile(file);
  if (track) {
    if (track.kind !== 'audio' && !hasPicture(items)) return undefined;
    const known = knownTrack(items, track);
    const key = `${channelId} ${startsAt} ${playlistFile(known)} ${maxHeight}`;
    const write = (instant: number) => airingPlaylist(airing, known, instant);
    return { kind: 'playlist', ...(await packedPlaylist(context, key, now, write)) };
  }
  const [assetId, folder = '', name] = file.split('/');
  if (assetId !== item.assetId) return undefined;
  const number = /^(\d{1,6})\.(?:m4s|vtt)$/.exec(name ?? '')?.[1];
  const kind = folder === 'audio' ? 'audio' : 'video';
  if (number !== undefined && !isListed(airing, kind, Number(number) - 1, now)) return undefined;
  return findItemFile(context, airing.item, folder, name);
}
