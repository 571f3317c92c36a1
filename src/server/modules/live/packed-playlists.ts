/** Playlists that viewers of a channel share, written and compressed once. Two hours of segments take longer than all the rest. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';

const zip = promisify(gzip);

/** A playlist's text, and the same compressed if that is worthwhile. */
export interface PackedPlaylist {
  text: string;
  gzipped: Buffer | null;
}

/** Playlists change in these steps, far less than the time that segments are listed ahead. */
const stepMs = 500;
const minBytes = 2000;
const maxBytes = 64 * 2 ** 20;
const ttlMs = 5_000;

interface Entry {
  at: number;
  playlist: Promise<PackedPlaylist>;
}

const nodes = new WeakMap<Context, LRUCache<string, Entry>>();

async function pack(text: string): Promise<PackedPlaylist> {
  return { text, gzipped: text.length < minBytes ? null : await zip(text, { level: 1 }) };
}

/** The playlist of a key at an instant. `write` returns its text at the start of the step that the instant is in. */
export function packedPlaylist(
  context: Context,
  key: string,
  now: number,
  write: (at: number) => string,
): Promise<PackedPlaylist> {
  const cache = nodes.get(context) ?? new LRUCache<string, Entry>({ maxSize: maxBytes, ttl: ttlMs });
  nodes.set(context, cache);
  const at = Math.floor(now / stepMs) * stepMs;
  const found = cache.get(key);
  if (found?.at === at) return found.playlist;
  const text = write(at);
  const playlist = pack(text);
  cache.set(key, { at, playlist }, { size: 2 * text.length });
  playlist.catch(() => cache.delete(key));
  return playlist;
}

const digests = new WeakMap<ReadonlySet<string>, string>();

/** A short name of the items that are hidden from a viewer. Viewers of equal rights share their playlists. */
export function hiddenDigest(hidden: ReadonlySet<string>): string {
  if (hidden.size === 0) return '';
  const found = digests.get(hidden);
  if (found !== undefined) return found;
  const digest = createHash('sha1')
    .update([...hidden].sort().join())
    .digest('base64url');
  digests.set(hidden, digest);
  return digest;
}
