/** The playlists and files of a channel, as players request them. */
import { LRUCache } from 'lru-cache';
import { captionsBetween } from '../../../media/captions.ts';
import { airingsBetween, type Lineup } from '../../../media/linear.ts';
import {
  hasPicture,
  knownTrack,
  leadMs,
  masterPlaylist,
  mediaPlaylist,
  type PlaylistItem,
  playlistFile,
  trackOfFile,
  windowMs,
} from '../../../media/live-playlist.ts';
import { hlsKeyFile, hlsManifest } from '../../../media/packager.ts';
import { limitTimeline } from '../../../media/quality.ts';
import type { Timeline } from '../../../media/timeline.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/caller.ts';
import { findCaptionText, listCaptionLanguages, packageKey } from '../ingest/ingest.service.ts';
import * as repo from './live.repo.ts';
import { itemId, type TimedItem, timedLineup } from './live.service.ts';
import { hiddenDigest, type PackedPlaylist, packedPlaylist } from './packed-playlists.ts';
import { findRelayFile, isRelayOnAir } from './relay.service.ts';

/** A channel's address below `/media/<token>/`. */
export const channelPrefix = (channelId: string) => `live/${channelId}`;

export interface StreamItem extends PlaylistItem, TimedItem {
  /** Playout and place: these name the items that are hidden from a viewer. */
  id: string;
}

/**
 * How long a node may cache an older state of a channel. Playouts change only from a later instant, beyond this time and beyond
 * what players have received already, so no two nodes contradict each other.
 */
const knownMs = 5_000;
export const settleMs = leadMs + 6 * knownMs;

const channels = new WeakMap<Context, LRUCache<string, Promise<Lineup<StreamItem>[]>>>();

/**
 * The line-ups of a channel with everything that its playlists need. Only the renditions up to a height are included, or all for null.
 * Cached for a few seconds, because each segment needs them.
 */
function lineupsToStream(
  context: Context,
  channelId: string,
  maxHeight: number | null = null,
): Promise<Lineup<StreamItem>[]> {
  const known = channels.get(context) ?? new LRUCache({ max: 2000, ttl: knownMs });
  channels.set(context, known);
  const key = `${channelId} ${maxHeight}`;
  const found = known.get(key);
  if (found) return found;
  const loading =
    maxHeight === null
      ? loadLineups(context, channelId)
      : lineupsToStream(context, channelId).then((lineups) => limited(lineups, maxHeight));
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading;
}

async function loadLineups(context: Context, channelId: string): Promise<Lineup<StreamItem>[]> {
  const streaming = await repo.findStreaming(context.db, channelId);
  const from = new Date(context.now().getTime() - windowMs - knownMs);
  const found = await repo.listPlayouts(context.db, channelId, from);
  const assetIds = [...new Set(found.flatMap(({ item }) => item?.assetId ?? []))];
  const languages = await listCaptionLanguages(context, assetIds);
  const lineups: Lineup<StreamItem>[] = [];
  let last = '';
  let timed: readonly TimedItem[] = [];
  let items: StreamItem[] = [];
  for (const { playout, item, timeline } of found) {
    if (playout.id !== last) {
      last = playout.id;
      items = [];
      const lineup = timedLineup(playout);
      timed = lineup.items;
      lineups.push({ ...lineup, items });
    }
    const lengths = item && timed[item.position];
    if (!lengths || !timeline) continue;
    const captions = languages.get(item.assetId) ?? [];
    items.push(toStream(lengths, { assetId: item.assetId, timeline, captions }, streaming?.fileType));
  }
  return lineups;
}

/** An item with the video of its package. A channel of sound leaves out the picture and the captions. */
function toStream(
  lengths: TimedItem,
  { assetId, timeline, captions }: Pick<PlaylistItem, 'assetId' | 'timeline' | 'captions'>,
  fileType: 'audio' | 'video' | undefined,
): StreamItem {
  const isHeard = fileType === 'audio';
  return {
    ...lengths,
    id: itemId(lengths.playoutId, lengths.position),
    assetId,
    timeline: isHeard ? { ...timeline, renditions: [] } : timeline,
    captions: isHeard ? [] : captions,
  };
}

/** One item of a line-up with everything that its playlists need. */
export async function streamItem(
  context: Context,
  lengths: TimedItem,
  { assetId, timeline }: { assetId: string; timeline: Timeline | null },
  fileType: 'audio' | 'video',
): Promise<StreamItem | undefined> {
  if (!timeline) return undefined;
  const captions = (await listCaptionLanguages(context, [assetId])).get(assetId) ?? [];
  return toStream(lengths, { assetId, timeline, captions }, fileType);
}

/** Line-ups with only the renditions that are allowed. */
const limited = (lineups: readonly Lineup<StreamItem>[], maxHeight: number): Lineup<StreamItem>[] =>
  lineups.map((lineup) => ({
    ...lineup,
    items: lineup.items.map((item) => ({ ...item, timeline: limitTimeline(item.timeline, maxHeight) })),
  }));

/** The items of a channel that a viewer may not be shown, from the window of the live channel on. */
export async function listHiddenItems(
  context: Context,
  viewer: Viewer,
  channelId: string,
): Promise<ReadonlySet<string>> {
  const now = context.now();
  const from = new Date(now.getTime() - windowMs - knownMs);
  const hidden = await repo.listHidden(context.db, viewer, now, channelId, from);
  return new Set(hidden.map(({ playout_id, position }) => itemId(playout_id, position)));
}

/** The kinds of file below a channel's address. */
export type ChannelFile =
  | ({ kind: 'playlist' } & PackedPlaylist)
  /** An object of the storage, which never changes. */
  | { kind: 'object'; key: string }
  | { kind: 'captions'; text: string }
  | { kind: 'key'; assetId: string };

/** The rights of the viewer who requests a file of a channel, and the instant. */
export interface FileRequest {
  hidden: ReadonlySet<string>;
  at: Date;
  maxHeight: number | null;
}

/**
 * Finds the file that `path` names below a channel's address. It is a playlist as of an instant, or a file of an asset that the channel
 * shows to this viewer, in an allowed quality. Nothing else of an asset can be reached through a channel.
 */
export async function findChannelFile(
  context: Context,
  channelId: string,
  path: string,
  { hidden, at, maxHeight }: FileRequest,
): Promise<ChannelFile | undefined> {
  const relayFile = await findRelayFile(context, channelId, path);
  if (relayFile !== 'linear') return relayFile;
  const lineups = await lineupsToStream(context, channelId, maxHeight);
  const now = at.getTime();
  const isHidden = ({ id }: StreamItem) => hidden.has(id);
  if (path === hlsManifest) {
    const items = lineups
      .filter(({ endsAt }) => endsAt === null || endsAt > now - windowMs)
      .flatMap((lineup) => lineup.items);
    const channel = await repo.findStreaming(context.db, channelId);
    if (items.length === 0 || !channel) return undefined;
    return { kind: 'playlist', text: masterPlaylist(items, channel.language), gzipped: null };
  }
  const track = trackOfFile(path);
  if (track) {
    if (track.kind !== 'audio' && !lineups.every(({ items }) => hasPicture(items))) return undefined;
    const known = knownTrack(
      lineups.flatMap(({ items }) => items),
      track,
    );
    const key = `${channelId} ${playlistFile(known)} ${maxHeight} ${hiddenDigest(hidden)}`;
    const write = (instant: number) => mediaPlaylist(lineups, known, instant, isHidden);
    return { kind: 'playlist', ...(await packedPlaylist(context, key, now, write)) };
  }

  const [assetId, folder, file] = path.split('/');
  const item = lineups
    .flatMap(({ items }) => items)
    .find((each) => each.assetId === assetId && !isHidden(each));
  return item && findItemFile(context, item, folder, file);
}

/** A file of an item that the viewer may be shown: its key, or a segment or captions in a folder. */
export async function findItemFile(
  context: Context,
  item: StreamItem,
  folder: string | undefined,
  file: string | undefined,
): Promise<ChannelFile | undefined> {
  if (folder === hlsKeyFile && file === undefined) return { kind: 'key', assetId: item.assetId };
  if (folder === undefined || file === undefined) return undefined;
  if (folder === 'text-ko') return captionFile(context, item, 'ko', file);
  if (folder === 'text-en') return captionFile(context, item, 'en', file);
  const tracks = ['audio', ...item.timeline.renditions.map(({ name }) => name)];
  if (!tracks.includes(folder) || !/^(init\.mp4|\d{1,6}\.m4s)$/.test(file)) return undefined;
  return { kind: 'object', key: packageKey(item.assetId, `${folder}/${file}`) };
}

async function captionFile(
  context: Context,
  item: StreamItem,
  language: 'ko' | 'en',
  file: string,
): Promise<ChannelFile | undefined> {
  const index = Number(/^(\d{1,6})\.vtt$/.exec(file)?.[1] ?? 0) - 1;
  const from = item.timeline.video[index];
  const until = item.timeline.video[index + 1];
  if (from === undefined || until === undefined) return undefined;
  const vtt = (await findCaptionText(context, item.assetId, language)) ?? 'WEBVTT\n';
  return { kind: 'captions', text: captionsBetween(vtt, from, until) };
}

/** A channel that has shown nothing for this long does not open, although older programs are in its window. */
const recentMs = 10 * 60_000;

/** Whether a channel shows something now, or has recently. */
export async function isOnAir(context: Context, channelId: string): Promise<boolean> {
  const isRelayed = await isRelayOnAir(context, channelId);
  if (isRelayed !== undefined) return isRelayed;
  const lineups = await lineupsToStream(context, channelId);
  const now = context.now().getTime();
  return airingsBetween(lineups, now - recentMs, now + leadMs).length > 0;
}
