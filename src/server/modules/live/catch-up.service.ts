/**
 * Watching one airing of a channel from its start, while it is on or for some hours after its end. Its files lie below an address of
 * its own, and each request checks again that the airing may be watched. So they need no state of a session.
 */
import { LRUCache } from 'lru-cache';
import type { Airing as Wire } from '../../../contract/viewer/live.ts';
import { type Airing, airingFrom } from '../../../media/linear.ts';
import {
  airingPlaylist,
  hasPicture,
  isListed,
  masterPlaylist,
  trackOfFile,
} from '../../../media/live-playlist.ts';
import { hlsManifest } from '../../../media/packager.ts';
import { limitTimeline } from '../../../media/quality.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Asked } from '../../playable-kind.ts';
import { presentAiring } from './live.present.ts';
import * as repo from './live.repo.ts';
import {
  type ChannelFile,
  type FileRequest,
  findItemFile,
  type StreamItem,
  streamItem,
  timedLineup,
} from './live.service.ts';
import { packedPlaylist } from './packed-playlists.ts';

const hourMs = 3_600_000;

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
  /** Until when it can be watched. Null: the channel has no catch-up. */
  until: number | null;
}

/** As short as the line-ups of the live channel are cached. Each segment needs its airing. */
const knownMs = 5_000;
const airings = new WeakMap<Context, LRUCache<string, Promise<Found | undefined>>>();

function findAiring(context: Context, channelId: string, startsAt: number): Promise<Found | undefined> {
  const known = airings.get(context) ?? new LRUCache({ max: 2000, ttl: knownMs });
  airings.set(context, known);
  const key = `${channelId} ${startsAt}`;
  const found = known.get(key);
  if (found) return found;
  const loading = loadAiring(context, channelId, startsAt);
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading;
}

async function loadAiring(context: Context, channelId: string, startsAt: number): Promise<Found | undefined> {
  const { db } = context;
  const [channel, timings] = await Promise.all([
    repo.findStreaming(db, channelId),
    repo.listTimings(db, [channelId], new Date(startsAt), new Date(startsAt + 1)),
  ]);
  const airing = airingFrom(timings.map(timedLineup), startsAt);
  if (!channel || !airing) return undefined;
  const { playoutId, position } = airing.item;
  const video = await repo.findPlayoutItem(db, playoutId, position);
  const item = video && (await streamItem(context, airing.item, video, channel.fileType));
  if (!item) return undefined;
  const { language, catchUp, catchUpHours } = channel;
  const until = catchUp ? airing.endsAt + catchUpHours * hourMs : null;
  return { airing: { ...airing, item }, language, until };
}

/** An airing that has begun, with the reason if it cannot be watched any more. */
async function findBegun(context: Context, channelId: string, startsAt: number, now: number) {
  const found =
    Number.isFinite(startsAt) && startsAt <= now ? await findAiring(context, channelId, startsAt) : undefined;
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
    const key = `${channelId} ${startsAt} ${file} ${maxHeight}`;
    const write = (instant: number) => airingPlaylist(airing, track, instant);
    return { kind: 'playlist', ...(await packedPlaylist(context, key, now, write)) };
  }
  const [assetId, folder = '', name] = file.split('/');
  if (assetId !== item.assetId) return undefined;
  const number = /^(\d{1,6})\.(?:m4s|vtt)$/.exec(name ?? '')?.[1];
  const kind = folder === 'audio' ? 'audio' : 'video';
  if (number !== undefined && !isListed(airing, kind, Number(number) - 1, now)) return undefined;
  return findItemFile(context, airing.item, folder, name);
}
