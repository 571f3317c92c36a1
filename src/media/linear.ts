/**
 * The item on a channel at an instant. A line-up is a list of items from an anchor instant on, looping or dated. All times follow
 * from it in whole milliseconds since 1970. So every node, the guide and the picture agree, without drift, time zone or state.
 */
import { must } from './must.ts';

/** Kinds of segments that are numbered apart: sound is cut at other places than the picture. */
export type Track = 'video' | 'audio';

/** How much has been shown up to some instant: the source of all sequence numbers. */
export interface Counts extends Record<Track, number> {
  /** Times that an item began to play; a repeated item counts each time. */
  plays: number;
}

export interface LineupItem {
  /** Length of the item played once, in whole milliseconds. */
  playMs: number;
  /** How often it plays in a row, as one entry of the guide. */
  repeats: number;
  /** Segments of the item played once. */
  segments: Record<Track, number>;
  /** In a dated line-up: it begins then, or when the one before ends, whichever is later. */
  startsAt: number | null;
}

export interface Lineup<T extends LineupItem> {
  startsAt: number;
  /** Where the next line-up takes over, at an item's border; null while this is the last one. */
  endsAt: number | null;
  loops: boolean;
  items: readonly T[];
  /** The counts of the channel's earlier line-ups. */
  before: Counts;
}

/** One entry of the guide: an item at its time. */
export interface Airing<T extends LineupItem> {
  item: T;
  startsAt: number;
  endsAt: number;
  /** Shown by the channel before it. */
  before: Counts;
}

const lengthOf = (item: LineupItem) => item.playMs * item.repeats;

const after = (before: Counts, item: LineupItem, times = item.repeats): Counts => ({
  plays: before.plays + times,
  video: before.video + item.segments.video * times,
  audio: before.audio + item.segments.audio * times,
});

const scaled = (counts: Counts, by: number): Counts => ({
  plays: counts.plays * by,
  video: counts.video * by,
  audio: counts.audio * by,
});

const sum = (a: Counts, b: Counts): Counts => ({
  plays: a.plays + b.plays,
  video: a.video + b.video,
  audio: a.audio + b.audio,
});

export const nothingShown: Counts = { plays: 0, video: 0, audio: 0 };

/** The airings of one line-up that are on between two instants, in order; it may not end before the last one has. */
function* airingsOf<T extends LineupItem>(lineup: Lineup<T>, from: number, to: number): Generator<Airing<T>> {
  const until = Math.min(to, lineup.endsAt ?? Number.POSITIVE_INFINITY);
  let at = lineup.startsAt;
  let before = lineup.before;
  if (lineup.loops) {
    const cycleMs = lineup.items.reduce((total, item) => total + lengthOf(item), 0);
    if (cycleMs <= 0) return;
    const cycles = Math.max(0, Math.floor((from - at) / cycleMs));
    const cycle = lineup.items.reduce((counts, item) => after(counts, item), nothingShown);
    at += cycles * cycleMs;
    before = sum(before, scaled(cycle, cycles));
  }
  do {
    for (const item of lineup.items) {
      const startsAt = lineup.loops || item.startsAt === null ? at : Math.max(at, item.startsAt);
      if (startsAt >= until) return;
      const endsAt = startsAt + lengthOf(item);
      if (endsAt > from) yield { item, startsAt, endsAt, before };
      at = endsAt;
      before = after(before, item);
    }
  } while (lineup.loops);
}

/** Everything that is on between two instants, over all line-ups of a channel in their order. */
export function airingsBetween<T extends LineupItem>(
  lineups: readonly Lineup<T>[],
  from: number,
  to: number,
): Airing<T>[] {
  return lineups.flatMap((lineup) => [...airingsOf(lineup, from, to)]);
}

/** The airing at an instant; undefined while the channel is off the air. */
export function lineupAt<T extends LineupItem>(
  lineups: readonly Lineup<T>[],
  at: number,
): Airing<T> | undefined {
  return airingsBetween(lineups, at, at + 1)[0];
}

/** The airing that begins exactly at an instant. */
export function airingFrom<T extends LineupItem>(
  lineups: readonly Lineup<T>[],
  startsAt: number,
): Airing<T> | undefined {
  const airing = lineupAt(lineups, startsAt);
  return airing?.startsAt === startsAt ? airing : undefined;
}

/** A line-up of one airing, with the channel's own numbers. */
export const lineupOf = <T extends LineupItem>({ item, startsAt, endsAt, before }: Airing<T>): Lineup<T> => ({
  startsAt,
  endsAt,
  loops: false,
  items: [item],
  before,
});

/** The instant at which another line-up may take over from this one, `from` or later, and the counts by then. */
export function takeover<T extends LineupItem>(
  lineup: Lineup<T>,
  from: number,
): { at: number; shown: Counts } {
  const start = Math.max(from, lineup.startsAt);
  for (const airing of airingsOf(lineup, start - 1, start + 1)) {
    if (airing.startsAt >= start) return { at: start, shown: airing.before };
    if (airing.endsAt >= start) return { at: airing.endsAt, shown: after(airing.before, airing.item) };
  }
  // Off the air: only the items that have ended are counted.
  let shown = lineup.before;
  for (const airing of airingsOf(lineup, Number.NEGATIVE_INFINITY, start)) {
    shown = after(airing.before, airing.item);
  }
  return { at: start, shown };
}

/** One segment of a channel. The same number is the same segment for ever. */
export interface LinearSegment<T extends LineupItem> {
  sequence: number;
  /** Which play it belongs to, counted over the channel's whole life: the discontinuity sequence. */
  play: number;
  startsAt: number;
  endsAt: number;
  item: T;
  /** Its place in the item, from 0. */
  index: number;
}

/**
 * The segments of a track that end after one instant and not after another. `bordersOf` gives an item's segment borders in
 * milliseconds from its start, from 0 to its whole length.
 */
export function segmentsBetween<T extends LineupItem>(
  lineups: readonly Lineup<T>[],
  track: Track,
  bordersOf: (item: T) => readonly number[],
  after: number,
  until: number,
): LinearSegment<T>[] {
  const found: LinearSegment<T>[] = [];
  for (const { item, startsAt, before } of airingsBetween(lineups, after, until)) {
    const borders = bordersOf(item);
    const count = item.segments[track];
    const first = Math.max(0, Math.floor((after - startsAt) / item.playMs));
    for (let time = first; time < item.repeats; time += 1) {
      const playAt = startsAt + time * item.playMs;
      if (playAt >= until) break;
      for (let index = 0; index < count; index += 1) {
        const segment = {
          sequence: before[track] + time * count + index,
          play: before.plays + time,
          startsAt: playAt + must(borders[index], 'border'),
          endsAt: playAt + must(borders[index + 1], 'border'),
          item,
          index,
        };
        if (segment.endsAt > after && segment.endsAt <= until) found.push(segment);
      }
    }
  }
  return found;
}
