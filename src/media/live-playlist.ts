/** A channel's HLS playlists, computed for an instant from its line-ups: every node writes the same text. */
import {
  type Airing,
  type Counts,
  type LinearSegment,
  type Lineup,
  type LineupItem,
  lineupOf,
  nothingShown,
  segmentsBetween,
  type Track,
  takeover,
} from './linear.ts';
import { must } from './must.ts';
import { audioTrack, hlsKeyFile, initFile, segmentFile } from './packager.ts';
import { type Timeline, type TimelineRendition, targetSeconds } from './timeline.ts';

/** An item of a line-up with what its asset's package looks like. */
export interface PlaylistItem extends LineupItem {
  assetId: string;
  timeline: Timeline;
  captions: readonly string[];
}

/** Players stay this far behind the newest segment: three target durations, unless told otherwise. */
const holdBackMs = 3 * targetSeconds * 1000;
/**
 * Segments are listed this long before their time. A player that holds back then shows at every moment what the guide
 * says is on, to half a segment.
 */
export const leadMs = holdBackMs + (targetSeconds * 1000) / 2;
/** How far back a viewer of the live channel may go. */
export const windowMs = 2 * 3_600_000;

type LiveTrack = { kind: 'video'; height: number } | { kind: 'audio' } | { kind: 'text'; language: string };

/** The file name of a track's playlist. */
export function playlistFile(track: LiveTrack): string {
  if (track.kind === 'video') return `v${track.height}.m3u8`;
  return track.kind === 'audio' ? 'audio.m3u8' : `text-${track.language}.m3u8`;
}

/** The track of a playlist's file name. */
export function trackOfFile(file: string): LiveTrack | undefined {
  const height = /^v(\d{1,4})\.m3u8$/.exec(file)?.[1];
  if (height) return { kind: 'video', height: Number(height) };
  const language = /^text-(ko|en)\.m3u8$/.exec(file)?.[1];
  if (language) return { kind: 'text', language };
  return file === 'audio.m3u8' ? { kind: 'audio' } : undefined;
}

/** The rendition of an item that comes nearest to a height; the smaller one of two. */
export function renditionNear(timeline: Timeline, height: number): TimelineRendition {
  let best = must(timeline.renditions[0], 'rendition');
  for (const each of timeline.renditions) {
    if (Math.abs(each.height - height) <= Math.abs(best.height - height)) best = each;
  }
  return best;
}

/** The track of these items that a name means: a height that none of them has is the nearest one. So only as many playlists exist. */
export function knownTrack(items: readonly PlaylistItem[], track: LiveTrack): LiveTrack {
  if (track.kind !== 'video') return track;
  const heights = items.flatMap(({ timeline }) => timeline.renditions.map(({ height }) => height));
  const near = (height: number) => Math.abs(height - track.height);
  const nearest = heights.reduce((best, each) => (near(each) < near(best) ? each : best), heights[0] ?? 0);
  return { kind: 'video', height: nearest };
}

/** The heights that a channel offers, best first: those all its items have, or the best that the poorest item has. */
export function commonHeights(timelines: readonly Timeline[]): number[] {
  const [first, ...others] = timelines;
  if (!first) return [];
  const common = first.renditions
    .map(({ height }) => height)
    .filter((height) => others.every((each) => each.renditions.some((own) => own.height === height)));
  if (common.length > 0) return [...new Set(common)];
  return [Math.min(...timelines.map(({ renditions }) => renditions[0]?.height ?? 0))];
}

const languageNames: Record<string, string> = { ko: '한국어', en: 'English' };

/** Whether a channel has a picture: not if one of its items has none. */
export const hasPicture = (items: readonly PlaylistItem[]): boolean =>
  items.every(({ timeline }) => timeline.renditions.length > 0);

/** The bandwidth of sound whose package states only that of picture and sound together. */
const usualSoundBandwidth = 192_000;

/** The playlist of playlists. */
export function masterPlaylist(items: readonly PlaylistItem[], language: string): string {
  const timelines = items.map(({ timeline }) => timeline);
  const captions = Object.keys(languageNames).filter((each) =>
    items.some((item) => item.captions.includes(each)),
  );
  const [first] = timelines;
  const head = ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (!hasPicture(items)) {
    const bandwidth = Math.max(...timelines.map(({ sound }) => sound.bandwidth ?? usualSoundBandwidth));
    const variant = `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},CODECS="${first?.sound.codec}"`;
    return `${[...head, variant, playlistFile({ kind: 'audio' })].join('\n')}\n`;
  }
  const lines = [
    ...head,
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="stereo",LANGUAGE="${language}",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="${first?.sound.channels ?? '2'}",URI="audio.m3u8"`,
    ...captions.map(
      (each) =>
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="${languageNames[each]}",LANGUAGE="${each}",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="${playlistFile({ kind: 'text', language: each })}"`,
    ),
  ];
  for (const height of commonHeights(timelines)) {
    const renditions = timelines.map((timeline) => renditionNear(timeline, height));
    const most = (of: (each: TimelineRendition) => number) => Math.max(...renditions.map(of));
    // One set of attributes has to do for all items: those of the most demanding one.
    const hardest = renditions.reduce((a, b) => (b.codec > a.codec ? b : a));
    const largest = renditions.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
    const rate = renditions.reduce((a, b) => (Number(b.frameRate) > Number(a.frameRate) ? b : a)).frameRate;
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${most(({ bandwidth }) => bandwidth)},AVERAGE-BANDWIDTH=${most(({ averageBandwidth }) => averageBandwidth)},CODECS="${hardest.codec},${first?.sound.codec}",RESOLUTION=${largest.width}x${largest.height},FRAME-RATE=${rate},AUDIO="audio"${captions.length > 0 ? ',SUBTITLES="text"' : ''},CLOSED-CAPTIONS=NONE`,
      playlistFile({ kind: 'video', height }),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Where a segment's files lie below the channel's address, and its key's attributes. */
function filesOf(track: LiveTrack, item: PlaylistItem): { name: string; key: string | null } {
  if (track.kind === 'video') return renditionNear(item.timeline, track.height);
  return { name: audioTrack, key: item.timeline.sound.key };
}

/** The file of a caption segment below its asset. */
const captionSegmentFile = (language: string, index: number): string => `text-${language}/${index + 1}.vtt`;

/**
 * A track's playlist at an instant. Addresses are relative to the channel's own. An item for which
 * `isHidden` is true is kept from this viewer: the list has only the segments between two hidden items, around now or nearest to it. (The format knows gaps, but
 * players stop at them.)
 */
export function mediaPlaylist<T extends PlaylistItem>(
  lineups: readonly Lineup<T>[],
  track: LiveTrack,
  at: number,
  isHidden: (item: T) => boolean = () => false,
  backMs = windowMs,
): string {
  const segments = visibleRun(listSegments(lineups, track, at - backMs, at + leadMs), at, isHidden);
  const [first] = segments;
  const shown = first ? undefined : shownBy(lineups, at + leadMs);
  const head = opening(first?.sequence ?? shown?.[countedAs(track)], first?.play ?? shown?.plays);
  return writePlaylist(track, segments, head);
}

/** The segments that captions are cut at are those of the picture. */
const countedAs = ({ kind }: LiveTrack): Track => (kind === 'audio' ? 'audio' : 'video');

function listSegments<T extends PlaylistItem>(
  lineups: readonly Lineup<T>[],
  track: LiveTrack,
  after: number,
  until: number,
): LinearSegment<T>[] {
  const kind = countedAs(track);
  return segmentsBetween(lineups, kind, ({ timeline }) => timeline[kind], after, until);
}

/**
 * The playlist of a track of one airing at an instant. It starts with the first segment and grows with the clock. It is complete
 * when the last segment is listed, a few seconds before the airing ends.
 */
export function airingPlaylist<T extends PlaylistItem>(
  airing: Airing<T>,
  track: LiveTrack,
  at: number,
): string {
  const { before, startsAt, endsAt } = airing;
  const until = Math.min(at + leadMs, endsAt);
  const segments = listSegments([lineupOf(airing)], track, startsAt, until);
  const head = [
    ...opening(before[countedAs(track)], before.plays),
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES',
  ];
  return writePlaylist(track, segments, head, until === endsAt);
}

/** Whether the channel has listed a segment of an airing by an instant. Repeats of the item show the same segments. */
export function isListed(
  { item, startsAt }: Airing<PlaylistItem>,
  kind: Track,
  index: number,
  at: number,
): boolean {
  const end = item.timeline[kind][index + 1];
  return end !== undefined && startsAt + end <= at + leadMs;
}

const opening = (sequence: number | undefined, play: number | undefined) => [
  '#EXTM3U',
  '#EXT-X-VERSION:6',
  `#EXT-X-TARGETDURATION:${targetSeconds}`,
  `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
  `#EXT-X-DISCONTINUITY-SEQUENCE:${play}`,
];

function writePlaylist(
  track: LiveTrack,
  segments: readonly LinearSegment<PlaylistItem>[],
  head: readonly string[],
  isComplete = false,
): string {
  const lines = [...head];
  let play: number | undefined;
  for (const segment of segments) {
    if (segment.play !== play) {
      if (play !== undefined) lines.push('#EXT-X-DISCONTINUITY');
      play = segment.play;
      lines.push(...beginning(track, segment));
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAt).toISOString()}`);
    }
    lines.push(`#EXTINF:${((segment.endsAt - segment.startsAt) / 1000).toFixed(3)},`);
    lines.push(addressOf(track, segment));
  }
  if (isComplete) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}

/** The segments between two hidden items that `at` lies in; while a hidden one is on, those that follow it, or precede it. */
function visibleRun<T extends PlaylistItem>(
  segments: LinearSegment<T>[],
  at: number,
  isHidden: (item: T) => boolean,
): LinearSegment<T>[] {
  let run: LinearSegment<T>[] = [];
  let before: LinearSegment<T>[] = [];
  for (const segment of segments) {
    if (!isHidden(segment.item)) run.push(segment);
    else if (segment.startsAt > at && run.length > 0) return run;
    else if (run.length > 0) {
      before = run;
      run = [];
    }
  }
  return run.length > 0 ? run : before;
}

/** The counts of a channel that is off the air, so that its sequence numbers do not restart. */
function shownBy(lineups: readonly Lineup<LineupItem>[], at: number): Counts {
  const last = lineups.findLast((lineup) => lineup.startsAt <= at);
  return last ? takeover(last, Math.min(at, last.endsAt ?? at)).shown : nothingShown;
}

function beginning(track: LiveTrack, { item }: LinearSegment<PlaylistItem>): string[] {
  if (track.kind === 'text') return [];
  const { name, key } = filesOf(track, item);
  return [
    key === null
      ? '#EXT-X-KEY:METHOD=NONE'
      : `#EXT-X-KEY:${key.replace(/^(METHOD=[^,]+)/, `$1,URI="${item.assetId}/${hlsKeyFile}"`)}`,
    `#EXT-X-MAP:URI="${item.assetId}/${initFile(name)}"`,
  ];
}

function addressOf(track: LiveTrack, { item, index }: LinearSegment<PlaylistItem>): string {
  const file =
    track.kind === 'text'
      ? captionSegmentFile(track.language, index)
      : segmentFile(filesOf(track, item).name, index);
  return `${item.assetId}/${file}`;
}
