/**
 * Receives the outside streams that channels repeat. A worker holds a relay under a lease: ffmpeg writes segments, which are stored with a
 * row each. While the source is silent, segments of the channel's filler take their place.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renditionNear } from '../../../media/live-playlist.ts';
import { audioTrack } from '../../../media/packager.ts';
import {
  problemIn,
  type RelayProblem,
  type RelaySegment,
  type RelayTrack,
  relayArguments,
  titleIn,
  trackPlaylist,
  writtenSegments,
} from '../../../media/relay.ts';
import type { Timeline } from '../../../media/timeline.ts';
import { findPrograms } from '../../adapters/programs.ts';
import { announceChange } from '../../cache/changes.ts';
import type { Context } from '../../context.ts';
import { must } from '../../must.ts';
import { removeLeftovers } from '../../remove-leftovers.ts';
import { startPublicProxy } from '../../security/public-proxy.ts';
import { timelinesOf } from './playout.service.ts';
import * as repo from './relay.repo.ts';
import { relayFolder, relayStorage } from './relay.service.ts';

/** How often a worker renews its leases and takes free relays. */
const roundMs = 2000;
/** Each relay with a picture uses most of a processor. */
const maxRelays = 4;
/** A source without a segment for this long is silent. Before its first one it has longer. */
const silentMs = 10_000;
const firstSegmentMs = 25_000;
/** Filler is stored this far ahead of the clock. */
const fillAheadMs = 12_000;
const pollMs = 500;
/** Waits before a source is tried again. After a run of a minute they begin anew. */
const waitsMs = [1000, 2000, 5000, 10_000, 20_000];
const longRunMs = 60_000;
/** Segments are deleted this long after their start, later than they leave the players' window. */
const storedMs = 15 * 60_000;
/** A folder of a killed worker. */
const leftoverMs = 3_600_000;
const maxTitle = 200;
const titleEveryMs = 5000;

class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The stored output of a relay: appends segments of one uninterrupted part after the other. */
class Output {
  lastSourceAt = Date.now();
  #play = 0;
  #endsAt: Record<RelayTrack, number> = { video: 0, audio: 0 };
  #next: Record<RelayTrack, number> = { video: 0, audio: 0 };

  constructor(
    private readonly context: Context,
    private readonly lease: repo.Lease,
  ) {}

  async open(): Promise<void> {
    for (const { track, ends_at, next } of await repo.listEnds(this.context.db, this.lease.channelId)) {
      this.#endsAt[track] = ends_at.getTime();
      this.#next[track] = next;
    }
  }

  /** Begins another part, at an instant or when the part before ends. */
  async begin(at: number): Promise<void> {
    this.#play = (await repo.nextNumber(this.context.db, this.lease, 'play')) ?? lost();
    const startsAt = Math.max(at, this.#endsAt.video, this.#endsAt.audio);
    this.#endsAt = { video: startsAt, audio: startsAt };
  }

  endOf(track: RelayTrack): number {
    return this.#endsAt[track];
  }

  async append(
    track: RelayTrack,
    segments: readonly Pick<RelaySegment, 'folder' | 'number' | 'durationMs' | 'key'>[],
  ): Promise<void> {
    if (segments.length === 0) return;
    const rows = segments.map((segment) => {
      const row = {
        ...segment,
        play: this.#play,
        startsAt: this.#endsAt[track],
        sequence: this.#next[track],
      };
      this.#endsAt[track] += segment.durationMs;
      this.#next[track] += 1;
      return row;
    });
    if (!(await repo.insertSegments(this.context.db, this.lease, track, rows))) lost();
  }
}

function lost(): never {
  throw new LeaseLost();
}

/** Repeats a source until `stop`: receives it, tries again when it ends, and fills the time between. */
async function holdRelay(
  context: Context,
  lease: repo.Lease,
  source: repo.RelaySource,
  stop: AbortController,
): Promise<void> {
  const { signal } = stop;
  const output = new Output(context, lease);
  await output.open();
  const fill = await openFiller(context, output, source);
  // One writer at a time: the parts of the filler and of the source do not mix.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(write: () => Promise<T>): Promise<T> => {
    const writing = turn.then(write);
    turn = writing.catch(() => undefined);
    return writing;
  };
  let problem: RelayProblem | null = null;
  /** The last problem in the log: a source can be away for days. */
  let reported: RelayProblem | null = null;
  let state: 'waiting' | 'on_air' | 'filler' | 'silent' = 'waiting';
  const setState = async (next: typeof state) => {
    state = next;
    await repo.setRelayState(context.db, lease, { state, problem });
    await announceChange(context.db, 'live');
  };

  const filling = async () => {
    for (; !signal.aborted; await pause(1000, signal)) {
      if (Date.now() - output.lastSourceAt < silentMs) continue;
      await inTurn(async () => {
        // A segment of the source may have come meanwhile.
        if (Date.now() - output.lastSourceAt < silentMs) return;
        await fill?.();
        const next = fill ? 'filler' : 'silent';
        if (state !== next) await setState(next);
      });
    }
  };
  const receiving = async () => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const startedAt = Date.now();
      problem = await receive(context, lease, source, signal, (track, segments, isFirst) =>
        inTurn(async () => {
          if (isFirst) await output.begin(context.now().getTime() - (segments[0]?.durationMs ?? 0));
          output.lastSourceAt = Date.now();
          problem = null;
          reported = null;
          if (state !== 'on_air') await setState('on_air');
          await output.append(track, segments);
        }),
      );
      if (signal.aborted) return;
      if (problem !== reported)
        context.log.warn({ channelId: lease.channelId, problem }, 'the source of a relay is not available');
      reported = problem;
      await repo.setRelayState(context.db, lease, { state, problem });
      if (Date.now() - startedAt > longRunMs) attempt = 0;
      await pause(waitsMs[Math.min(attempt, waitsMs.length - 1)] ?? 0, signal);
    }
  };
  const cleaning = async () => {
    for (; !signal.aborted; await pause(60_000, signal)) await deleteOld(context, lease.channelId);
  };
  const loops = [filling(), receiving(), cleaning()];
  try {
    await Promise.all(loops);
  } finally {
    stop.abort();
    await Promise.allSettled(loops);
  }
}

/** Waits, or returns at once when the signal comes. */
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

/** A function that stores the filler up to a little ahead of the clock; undefined if the channel has none that fits. */
async function openFiller(
  context: Context,
  output: Output,
  { filler_id: assetId, has_picture: hasPicture }: repo.RelaySource,
): Promise<(() => Promise<void>) | undefined> {
  const timeline = assetId ? (await timelinesOf(context, [assetId])).get(assetId) : undefined;
  if (!assetId || !timeline || timeline.durationMs === 0) return undefined;
  if (hasPicture && timeline.renditions.length === 0) return undefined;
  const tracks = fillerTracks(assetId, timeline, hasPicture);
  let place = new Map<RelayTrack, number>();
  let endsAt = 0;
  const endOfAll = () => Math.max(...tracks.map(({ track }) => output.endOf(track)));
  const begin = async () => {
    await output.begin(context.now().getTime());
    place = new Map();
  };
  const isDone = () => tracks.every(({ track, segments }) => (place.get(track) ?? 0) >= segments.length);
  return async () => {
    const until = context.now().getTime() + fillAheadMs;
    // Something else was stored after the last filler.
    if (endOfAll() !== endsAt || place.size === 0) await begin();
    while (endOfAll() < until) {
      if (isDone()) await begin();
      for (const { track, segments } of tracks) {
        const from = place.get(track) ?? 0;
        let to = from;
        for (let end = output.endOf(track); to < segments.length && end < until; to += 1)
          end += segments[to]?.durationMs ?? 0;
        await output.append(track, segments.slice(from, to));
        place.set(track, to);
      }
    }
    endsAt = endOfAll();
  };
}

function fillerTracks(assetId: string, timeline: Timeline, hasPicture: boolean) {
  const segmentsOf = (borders: readonly number[], name: string, key: string | null) =>
    borders.slice(1).map((border, index) => ({
      folder: `${assetId}/${name}`,
      number: index + 1,
      durationMs: border - must(borders[index], 'border'),
      key,
    }));
  const picture = hasPicture ? renditionNear(timeline, 720) : undefined;
  return [
    ...(picture
      ? [{ track: 'video' as const, segments: segmentsOf(timeline.video, picture.name, picture.key) }]
      : []),
    { track: 'audio' as const, segments: segmentsOf(timeline.audio, audioTrack, timeline.sound.key) },
  ];
}

type Written = Pick<RelaySegment, 'folder' | 'number' | 'durationMs' | 'key'>;

/** Runs ffmpeg on a source until it ends, is silent, or the signal comes. Returns why. */
async function receive(
  context: Context,
  lease: repo.Lease,
  source: repo.RelaySource,
  signal: AbortSignal,
  append: (track: RelayTrack, segments: Written[], isFirst: boolean) => Promise<void>,
): Promise<RelayProblem> {
  const run = (await repo.nextNumber(context.db, lease, 'run')) ?? lost();
  const tracks: RelayTrack[] = source.has_picture ? ['video', 'audio'] : ['audio'];
  const folder = join(context.config.dataDir, 'work', `relay-${lease.channelId}-${run}`);
  for (const track of tracks) await mkdir(join(folder, track), { recursive: true });
  const proxy = await startPublicProxy(context.config.relayHosts);
  const args = relayArguments({ url: source.url, proxy: proxy.address, hasPicture: source.has_picture });
  const child = spawn(findPrograms().ffmpeg, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  }).finally(() => {
    hasEnded = true;
  });
  ended.catch(() => undefined);
  let printed = '';
  let title = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-8192);
    for (const line of text.split(/[\r\n]+/)) title = titleIn(line)?.slice(0, maxTitle) ?? title;
  });

  const next: Record<RelayTrack, number> = { video: 1, audio: 1 };
  let isFirst = true;
  let lastAt = Date.now();
  let titleAt = 0;
  /** Stores the segments that have been written since the last time. */
  const store = async () => {
    for (const track of tracks) {
      const playlist = await readFile(join(folder, trackPlaylist(track)), 'utf8').catch(() => '');
      const segments: Written[] = [];
      for (const { number, durationMs } of writtenSegments(playlist)) {
        if (number < next[track]) continue;
        const keyOf = (file: string) => `${relayStorage(lease.channelId)}/${run}/${track}/${file}`;
        if (number === 1) await context.storage.putFile(keyOf('init.mp4'), join(folder, track, 'init.mp4'));
        const path = join(folder, track, `${number}.m4s`);
        await context.storage.putFile(keyOf(`${number}.m4s`), path);
        await rm(path, { force: true });
        next[track] = number + 1;
        segments.push({ folder: `${relayFolder}/${run}/${track}`, number, durationMs, key: null });
      }
      if (segments.length === 0) continue;
      await append(track, segments, isFirst);
      isFirst = false;
      lastAt = Date.now();
    }
  };
  try {
    while (!hasEnded && !signal.aborted && Date.now() - lastAt < (isFirst ? firstSegmentMs : silentMs)) {
      await pause(pollMs, signal);
      await store();
      if (title && !isFirst && Date.now() - titleAt > titleEveryMs) {
        titleAt = Date.now();
        if (await repo.setRelayTitle(context.db, lease, title)) await announceChange(context.db, 'live');
      }
    }
    if (!hasEnded) {
      child.kill('SIGKILL');
      await ended;
      return proxy.problem() ?? 'silent';
    }
    const code = await ended;
    await store();
    return proxy.problem() ?? problemIn(printed, code);
  } finally {
    child.kill('SIGKILL');
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes segments that have left the players' window, and the folders of runs that have none left. */
async function deleteOld({ db, storage, now }: Context, channelId: string): Promise<void> {
  const before = new Date(now().getTime() - storedMs);
  const deleted = (await repo.deleteSegments(db, channelId, before)).filter(({ folder }) =>
    folder.startsWith(`${relayFolder}/`),
  );
  if (deleted.length === 0) return;
  const left = new Set((await repo.listSegments(db, channelId, new Date(0))).map(({ folder }) => folder));
  const stored = (folder: string) => folder.replace(relayFolder, relayStorage(channelId));
  for (const { folder, number } of deleted) {
    if (left.has(folder)) await storage.remove(`${stored(folder)}/${number}.m4s`);
  }
  for (const folder of new Set(deleted.map((each) => each.folder))) {
    if (!left.has(folder)) await storage.removeBelow(`${stored(folder)}/`);
  }
}

/** Deletes the segments of a channel that repeats no stream any more. */
async function deleteAll({ db, storage, now }: Context, channelId: string): Promise<void> {
  await repo.deleteSegments(db, channelId, now());
  await storage.removeBelow(`${relayStorage(channelId)}/`);
}

/** Holds relays until the returned function is called. */
export async function watchRelays(context: Context): Promise<() => Promise<void>> {
  const holder = `${context.config.nodeName}/${randomUUID()}`;
  const work = join(context.config.dataDir, 'work');
  await removeLeftovers(work, 'relay-', new Date(Date.now() - leftoverMs));
  const relays = new Map<string, { source: string; stop: AbortController; ended: Promise<void> }>();

  const start = (source: repo.RelaySource) => {
    const channelId = source.channel_id;
    const lease = { channelId, holder };
    const stop = new AbortController();
    const ended = holdRelay(context, lease, source, stop)
      .catch((error) => {
        if (!(error instanceof LeaseLost)) context.log.warn({ err: error, channelId }, 'a relay failed');
      })
      .then(async () => {
        await repo.releaseLease(context.db, lease);
        if (!(await repo.findRelay(context.db, channelId))) await deleteAll(context, channelId);
      })
      .catch((error) => context.log.warn({ err: error, channelId }, 'a relay could not be released'))
      .finally(() => relays.delete(channelId));
    relays.set(channelId, { source: JSON.stringify(source), stop, ended });
  };
  const round = async () => {
    const present = await repo.renewLeases(context.db, holder);
    const sources = new Map(present.map((source) => [source.channel_id, JSON.stringify(source)]));
    for (const [channelId, { source, stop }] of relays) {
      // With another address it begins anew.
      if (sources.get(channelId) !== source) stop.abort();
    }
    for (const source of await repo.takeLeases(context.db, holder, maxRelays - relays.size)) start(source);
  };
  let running: Promise<void> | undefined;
  const tick = () => {
    running ??= round()
      .catch((error) => context.log.warn({ err: error }, 'the relays could not be looked after'))
      .finally(() => {
        running = undefined;
      });
  };
  tick();
  const timer = setInterval(tick, roundMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    const all = [...relays.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ ended }) => ended));
  };
}
