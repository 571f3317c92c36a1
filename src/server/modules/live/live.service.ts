/** The airings of channels with their names, for pages and the guide, and the playlists and files of a channel. */
import { LRUCache } from 'lru-cache';
import type { Locale } from '../../../contract/errors.ts';
import type { ChannelCard, GuideChannel, RadioCard, Airing as Wire } from '../../../contract/viewer/live.ts';
import { captionsBetween } from '../../../media/captions.ts';
import { type Airing, airingsBetween, type Lineup, type LineupItem } from '../../../media/linear.ts';
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
import { must } from '../../must.ts';
import { addDays, dayIn, startOfDay } from '../../zone.ts';
import { findCaptionText, listCaptionLanguages, packageKey } from '../ingest/ingest.service.ts';
import { presentAiring, presentChannel, presentRelayAiring } from './live.present.ts';
import * as repo from './live.repo.ts';
import { hiddenDigest, type PackedPlaylist, packedPlaylist } from './packed-playlists.ts';
import { findRelayFile, isRelayOnAir } from './relay.service.ts';

const hourMs = 3_600_000;

export const itemId = (playoutId: string, position: number) => `${playoutId}/${position}`;

/** An item of a line-up by its lengths, and where its names are. */
export interface TimedItem extends LineupItem {
  playoutId: string;
  position: number;
}

type Timed = Airing<TimedItem>;

/** Converts a playout to a line-up. */
export function timedLineup(
  playout: Awaited<ReturnType<typeof repo.listTimings>>[number],
): Lineup<TimedItem> {
  return {
    startsAt: playout.startsAt.getTime(),
    endsAt: playout.endsAt?.getTime() ?? null,
    loops: playout.loops,
    before: { plays: playout.playsBefore, video: playout.videoBefore, audio: playout.audioBefore },
    items: playout.timing.map(({ playMs, repeats, video, audio, startsAt }, position) => ({
      playoutId: playout.id,
      position,
      playMs,
      repeats,
      segments: { video, audio },
      startsAt,
    })),
  };
}

/**
 * The airings of channels, by channel. `choose` picks airings out of a channel's line-ups by the clock, and only the names of those
 * are read.
 */
async function airingsByChannel(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  channelIds: string[],
  from: number,
  to: number,
  choose: (lineups: Lineup<TimedItem>[]) => Timed[],
): Promise<Map<string, { airing: Timed; shown: Wire }[]>> {
  const lineups = new Map<string, Lineup<TimedItem>[]>();
  for (const playout of await repo.listTimings(context.db, channelIds, new Date(from), new Date(to))) {
    lineups.set(playout.channelId, [...(lineups.get(playout.channelId) ?? []), timedLineup(playout)]);
  }
  const chosen = [...lineups].map(([channelId, own]) => [channelId, choose(own)] as const);
  const idOf = ({ playoutId, position }: TimedItem) => itemId(playoutId, position);
  const wanted = new Map(
    chosen.flatMap(([, airings]) => airings.map(({ item }) => [idOf(item), item] as const)),
  );
  const rows = await repo.listShown(context.db, viewer, locale, context.now(), [...wanted.values()]);
  const names = new Map(rows.map((row) => [itemId(row.playout_id, row.position), row]));
  return new Map(
    chosen.map(([channelId, airings]) => [
      channelId,
      airings.flatMap((airing) => {
        const row = names.get(idOf(airing.item));
        return row ? [{ airing, shown: presentAiring(airing, row, locale) }] : [];
      }),
    ]),
  );
}

/**
 * A card lists the airings after the current one: at least this many, and of short ones as many as fill this time. A response is
 * cached for a minute, and a page asks again after another minute.
 */
const airingsOfCard = 4;
const knownAheadMs = 180_000;
const maxAiringsOfCard = 60;
const cardReachMs = 24 * hourMs;
/** All channels in one response. */
const maxChannels = 5000;

/** The channels of a medium that a viewer may see, with their airings; at most `limit` of them. */
export async function listChannelCards(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  medium: repo.Medium,
  limit = maxChannels,
): Promise<ChannelCard[]> {
  const page = { limit, offset: 0 };
  const channels = await repo.listChannels(context.db, viewer, locale, page, { medium });
  return cardsOf(context, viewer, locale, channels);
}

/** The radio channels that a viewer may see, with their airings and groups. */
export async function listRadio(
  context: Context,
  viewer: Viewer,
  locale: Locale,
): Promise<{ channels: RadioCard[]; groups: { id: string; name: string; channel_ids: string[] }[] }> {
  const page = { limit: maxChannels, offset: 0 };
  const [channels, groups] = await Promise.all([
    repo.listChannels(context.db, viewer, locale, page, { medium: 'radio' }),
    repo.listRadioGroups(context.db, locale),
  ]);
  const cards = await cardsOf(context, viewer, locale, channels);
  const ids = new Set(channels.map(({ id }) => id));
  return {
    channels: cards.map((card, at) => {
      const { file_type, broadcast_name: name, broadcast_url: url } = must(channels[at], 'channel');
      return { ...card, video: file_type === 'video', broadcast: name ? { name, url } : null };
    }),
    groups: groups
      .map((group) => ({ ...group, channel_ids: group.channel_ids.filter((id) => ids.has(id)) }))
      .filter(({ channel_ids }) => channel_ids.length > 0),
  };
}

/** How many TV channels a viewer may see. */
export const countChannels = (context: Context, viewer: Viewer): Promise<number> =>
  repo.countChannels(context.db, viewer, 'tv');

/** Those of the given channels that the viewer may see, with their airings, by id. */
export async function channelCardsById(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  ids: string[],
): Promise<Map<string, ChannelCard>> {
  if (ids.length === 0) return new Map();
  const page = { limit: ids.length, offset: 0 };
  const channels = await repo.listChannels(context.db, viewer, locale, page, { ids });
  const cards = await cardsOf(context, viewer, locale, channels);
  return new Map(cards.map((card) => [card.id, card]));
}

async function cardsOf(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  channels: repo.ChannelRow[],
): Promise<ChannelCard[]> {
  const now = context.now().getTime();
  const ids = channels.filter(({ relayed }) => !relayed).map(({ id }) => id);
  const choose = (lineups: Lineup<TimedItem>[]) => firstAirings(lineups, now);
  const until = now + cardReachMs;
  const byChannel = await airingsByChannel(context, viewer, locale, ids, now, until, choose);
  return channels.map((row) => {
    const airings = byChannel.get(row.id) ?? [];
    const [first, ...others] = airings.map(({ shown }) => shown);
    const isOn = airings[0] !== undefined && airings[0].airing.startsAt <= now;
    const [next, ...later] = isOn ? others : [first, ...others];
    return {
      ...presentChannel(row),
      title: row.name,
      description: row.description,
      language: row.language,
      now: row.relayed ? relayAiring(context, row, now) : isOn && first ? first : null,
      next: next ?? null,
      later: later.filter((airing) => airing !== undefined),
    };
  });
}

/** The first airings from an instant on. It looks no further ahead than necessary, because an item may last only seconds. */
function firstAirings(lineups: Lineup<TimedItem>[], now: number): Timed[] {
  for (let reachMs = knownAheadMs; ; reachMs *= 4) {
    const found = airingsBetween(lineups, now, now + Math.min(reachMs, cardReachMs));
    if (found.length < airingsOfCard && reachMs < cardReachMs) continue;
    const soon = found.filter(({ startsAt }) => startsAt < now + knownAheadMs).length;
    return found.slice(0, Math.min(maxAiringsOfCard, Math.max(airingsOfCard, soon)));
  }
}

/** A relay has no schedule: an airing is a day of the service's zone, under the name of the channel. */
function relayAirings(
  { config: { serviceZone } }: Context,
  row: repo.ChannelRow,
  from: number,
  until: number,
): Wire[] {
  const airings: Wire[] = [];
  let day = dayIn(new Date(from), serviceZone);
  for (let startsAt = startOfDay(day, serviceZone); startsAt.getTime() < until; ) {
    day = addDays(day, 1);
    const endsAt = startOfDay(day, serviceZone);
    airings.push(presentRelayAiring({ startsAt, endsAt }, row));
    startsAt = endsAt;
  }
  return airings;
}

/** The current airing of a relay, with the title that its source sends. */
function relayAiring(context: Context, row: repo.ChannelRow, now: number): Wire | null {
  const [airing] = relayAirings(context, row, now, now + 1);
  return airing ? { ...airing, title: row.relay_title || row.name } : null;
}

/** Limits the airings of one channel in a response, however short its items are. */
const maxAiringsOfChannel = 500;

/** The guide between two instants for a page of TV channels or for one channel, and how many channels there are. */
export async function listGuide(
  context: Context,
  viewer: Viewer,
  locale: Locale,
  from: number,
  until: number,
  { channelId, ...page }: { limit: number; offset: number; channelId?: string | undefined },
): Promise<{ channels: GuideChannel[]; total: number }> {
  const { db } = context;
  const isOne = channelId !== undefined;
  const [channels, all] = await Promise.all([
    repo.listChannels(db, viewer, locale, page, isOne ? { ids: [channelId] } : { medium: 'tv' }),
    isOne ? 1 : repo.countChannels(db, viewer, 'tv'),
  ]);
  const total = isOne ? channels.length : all;
  const ids = channels.filter(({ relayed }) => !relayed).map(({ id }) => id);
  const choose = (lineups: Lineup<TimedItem>[]) =>
    airingsBetween(lineups, from, until).slice(0, maxAiringsOfChannel);
  const byChannel = await airingsByChannel(context, viewer, locale, ids, from, until, choose);
  return {
    total,
    channels: channels.map((row) => ({
      ...presentChannel(row),
      airings: row.relayed
        ? relayAirings(context, row, from, until)
        : (byChannel.get(row.id) ?? []).map(({ shown }) => shown),
    })),
  };
}

/** A channel by id or slug, of a medium or of any, whether or not it may be seen. */
export const findChannel = (
  context: Context,
  locale: Locale,
  medium: repo.Medium | null,
  idOrSlug: string,
): Promise<repo.LimitedChannel | undefined> => repo.findChannel(context.db, locale, medium, idOrSlug);

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
