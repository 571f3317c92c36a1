/** Answers players of channels that repeat an outside stream: playlists of the stored segments, and their files. */
import { LRUCache } from 'lru-cache';
import { hlsKeyFile, hlsManifest } from '../../../media/packager.ts';
import { type RelaySegment, type RelayTrack, relayMaster, relayPlaylist } from '../../../media/relay.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../db/columns.ts';
import { packageKey } from '../ingest/ingest.service.ts';
import type { PackedPlaylist } from './packed-playlists.ts';
import { findRelay, listSegments } from './relay.repo.ts';

/** The folder of a relay's segments below the address of its channel. Other folders belong to the filler. */
export const relayFolder = 'relay';

export const relayStorage = (channelId: string) => `relays/${channelId}`;

/** A relay without a new segment for this long is off the air. */
const offAirMs = 40_000;

interface Relay {
  language: string;
  hasPicture: boolean;
  segments: (RelaySegment & { track: RelayTrack })[];
}

/** How far back a viewer may go. It is short, because the segments are read from the database. */
const windowMs = 10 * 60_000;

const knownMs = 1000;
/** A channel that plays its schedule is looked up less often. */
const linearKnownMs = 5000;
const caches = new WeakMap<Context, LRUCache<string, Promise<Relay | null>>>();

/** The relay of a channel with the segments of its window; null if the channel plays its schedule. */
function relayOf(context: Context, channelId: string): Promise<Relay | null> {
  const cache = caches.get(context) ?? new LRUCache({ max: 2000, ttl: knownMs });
  caches.set(context, cache);
  const found = cache.get(channelId);
  if (found) return found;
  const loading = loadRelay(context, channelId).then((relay) => {
    if (!relay) cache.set(channelId, loading, { ttl: linearKnownMs });
    return relay;
  });
  cache.set(channelId, loading);
  loading.catch(() => cache.delete(channelId));
  return loading;
}

async function loadRelay(context: Context, channelId: string): Promise<Relay | null> {
  const relay = await findRelay(context.db, channelId);
  if (!relay) return null;
  const since = new Date(context.now().getTime() - windowMs);
  const segments = await listSegments(context.db, channelId, since);
  return { language: relay.language, hasPicture: relay.has_picture, segments };
}

export type RelayFile =
  | ({ kind: 'playlist' } & PackedPlaylist)
  | { kind: 'object'; key: string }
  | { kind: 'key'; assetId: string };

/**
 * The file below the address of a relayed channel: `'linear'` for a channel that plays its schedule, undefined if there is none. A file
 * can be read while its segment is in the window.
 */
export async function findRelayFile(
  context: Context,
  channelId: string,
  path: string,
): Promise<RelayFile | 'linear' | undefined> {
  const relay = await relayOf(context, channelId);
  if (!relay) return 'linear';
  const { segments, hasPicture } = relay;
  if (path === hlsManifest)
    return segments.length > 0 ? { kind: 'playlist', text: relayMaster(relay), gzipped: null } : undefined;
  const playlist = /^(?:(v)\d{1,4}|audio)\.m3u8$/.exec(path);
  if (playlist) {
    const track: RelayTrack = playlist[1] ? 'video' : 'audio';
    if (track === 'video' && !hasPicture) return undefined;
    const text = relayPlaylist(segments.filter((each) => each.track === track));
    return { kind: 'playlist', text, gzipped: null };
  }
  const [, folder = '', file = ''] = /^(.+)\/([^/]+)$/.exec(path) ?? [];
  if (file === hlsKeyFile && isId(folder)) {
    const isListed = segments.some((each) => each.key !== null && each.folder.startsWith(`${folder}/`));
    return isListed ? { kind: 'key', assetId: folder } : undefined;
  }
  const number = /^(\d{1,9})\.m4s$/.exec(file)?.[1];
  if (number === undefined && file !== 'init.mp4') return undefined;
  const isListed = segments.some(
    (each) => each.folder === folder && (number === undefined || each.number === Number(number)),
  );
  if (!isListed) return undefined;
  const [first = '', ...rest] = path.split('/');
  const key =
    first === relayFolder
      ? `${relayStorage(channelId)}/${rest.join('/')}`
      : packageKey(first, rest.join('/'));
  return { kind: 'object', key };
}

/** Whether a relay has something to play; undefined for a channel that plays its schedule. */
export async function isRelayOnAir(context: Context, channelId: string): Promise<boolean | undefined> {
  const relay = await relayOf(context, channelId);
  if (!relay) return undefined;
  const last = relay.segments.at(-1);
  return last !== undefined && last.startsAt + last.durationMs > context.now().getTime() - offAirMs;
}
