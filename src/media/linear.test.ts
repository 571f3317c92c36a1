import fc from 'fast-check';
import HLS from 'hls-parser';
import { describe, expect, test } from 'vitest';
import { captionsBetween } from './captions.ts';
import {
  airingFrom,
  airingsBetween,
  type Lineup,
  lineupAt,
  nothingShown,
  segmentsBetween,
  type Track,
  takeover,
} from './linear.ts';
import {
  airingPlaylist,
  commonHeights,
  isListed,
  leadMs,
  masterPlaylist,
  mediaPlaylist,
  type PlaylistItem,
  renditionNear,
  trackOfFile,
  windowMs,
} from './live-playlist.ts';
import { readTimeline, type Timeline, UnfitForLinear } from './timeline.ts';

/** Borders of segments of four seconds, the last one shorter; sound is cut a little off. */
function timelineOf(durationMs: number, heights: readonly number[] = [720, 360]): Timeline {
  const video: number[] = [];
  for (let at = 0; at < durationMs; at += 4000) video.push(at);
  video.push(durationMs);
  const audio = video.map((border, index) =>
    index === 0 || index === video.length - 1 ? border : Math.min(durationMs - 2, border + (index % 2) * 11),
  );
  return {
    durationMs,
    video,
    audio,
    renditions: heights.map((height) => ({
      name: `v${height}`,
      width: Math.round((height * 16) / 9),
      height,
      bandwidth: height * 2000,
      averageBandwidth: height * 1500,
      codec: height > 480 ? 'avc1.64001f' : 'avc1.64001e',
      frameRate: '25.000',
      key: `METHOD=SAMPLE-AES,IV=0x${height.toString(16).padStart(32, '0')},KEYFORMAT="identity"`,
    })),
    sound: {
      codec: 'mp4a.40.2',
      channels: '2',
      key: 'METHOD=SAMPLE-AES,IV=0x0000000000000000000000000000000a,KEYFORMAT="identity"',
    },
  };
}

let serial = 0;
function itemOf(durationMs: number, repeats = 1, startsAt: number | null = null, heights = [720, 360]) {
  serial += 1;
  const timeline = timelineOf(durationMs, heights);
  return {
    assetId: `asset-${serial}`,
    playMs: durationMs,
    repeats,
    startsAt,
    segments: { video: timeline.video.length - 1, audio: timeline.audio.length - 1 },
    timeline,
    captions: ['ko'],
  } satisfies PlaylistItem;
}

/** Instants around both changes of daylight saving time, a leap day, and a year's end. */
const instants = [
  '2026-03-08T09:59:30Z',
  '2026-11-01T08:59:30Z',
  '2028-02-28T23:59:30Z',
  '2028-02-29T23:59:30Z',
  '2026-12-31T23:59:30Z',
].map(Date.parse);
const instant = fc.oneof(
  fc.tuple(fc.constantFrom(...instants), fc.integer({ min: -120_000, max: 120_000 })).map(([a, b]) => a + b),
  fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2031-01-01') }),
);

const item = fc
  .tuple(fc.integer({ min: 900, max: 40_000 }), fc.integer({ min: 1, max: 4 }))
  .map(([durationMs, repeats]) => itemOf(durationMs, repeats));
const items = fc.array(item, { minLength: 1, maxLength: 5 });

/** A channel whose line-up was changed up to twice, each time at a border, as the service does it. */
const channel = fc
  .tuple(
    fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2025-12-31') }),
    fc.array(fc.tuple(items, fc.integer({ min: 0, max: 400_000_000 })), { minLength: 1, maxLength: 3 }),
  )
  .map(([startsAt, parts]) => {
    const lineups: Lineup<PlaylistItem>[] = [];
    for (const [own, laterMs] of parts) {
      const last = lineups.at(-1);
      const next = last ? takeover(last, last.startsAt + laterMs) : { at: startsAt, shown: nothingShown };
      if (last) last.endsAt = next.at;
      lineups.push({ startsAt: next.at, endsAt: null, loops: true, items: own, before: next.shown });
    }
    return lineups;
  });

/** An instant that the channel's history is busy at: often right where a line-up changes. */
const busy = (lineups: Lineup<PlaylistItem>[], at: number, near: number) => {
  const border = lineups.at(-1)?.startsAt ?? at;
  return near % 2 === 0 ? at : border + (near % 60_000);
};

describe('a line-up', () => {
  test('shows its items one after the other, for ever, without a gap and without drift', () => {
    fc.assert(
      fc.property(channel, instant, fc.nat(1e6), (lineups, any, near) => {
        const at = busy(lineups, any, near);
        const airings = airingsBetween(lineups, at, at + 300_000);
        if (at < (lineups[0]?.startsAt as number)) return;
        expect(airings[0]?.startsAt).toBeLessThanOrEqual(at);
        expect(airings.at(-1)?.endsAt).toBeGreaterThanOrEqual(at + 300_000);
        airings.forEach((airing, index) => {
          expect(Number.isInteger(airing.startsAt)).toBe(true);
          const next = airings[index + 1];
          if (!next) return;
          expect(next.startsAt).toBe(airing.endsAt);
          expect(next.before.plays).toBe(airing.before.plays + airing.item.repeats);
          expect(next.before.video).toBe(
            airing.before.video + airing.item.repeats * airing.item.segments.video,
          );
        });
        expect(lineupAt(lineups, at)).toEqual(airings[0]);
      }),
    );
  });

  test('of a hundred years is still exact', () => {
    const [a, b] = [itemOf(21_021), itemOf(13_007)];
    const startsAt = Date.parse('2026-01-01T00:00:00Z');
    const lineup = { startsAt, endsAt: null, loops: true, items: [a, b], before: nothingShown };
    const cycles = 92_000_000;
    const at = startsAt + cycles * (21_021 + 13_007);
    expect(lineupAt([lineup], at)).toMatchObject({ item: a, startsAt: at, before: { plays: cycles * 2 } });
    expect(lineupAt([lineup], at - 1)).toMatchObject({ item: b, endsAt: at });
  });

  test('with dates begins each item at its time, or when the one before has ended', () => {
    const startsAt = Date.parse('2026-11-01T08:00:00Z');
    const early = itemOf(30_000, 1, startsAt + 10_000);
    const waits = itemOf(20_000, 2, startsAt + 20_000);
    const late = itemOf(10_000, 1, startsAt + 500_000);
    const lineup = {
      startsAt,
      endsAt: null,
      loops: false,
      items: [early, waits, late],
      before: nothingShown,
    };
    expect(
      airingsBetween([lineup], startsAt, startsAt + 1e9).map((airing) => [
        airing.startsAt - startsAt,
        airing.endsAt - startsAt,
      ]),
    ).toEqual([
      [10_000, 40_000],
      [40_000, 80_000],
      [500_000, 510_000],
    ]);
    expect(lineupAt([lineup], startsAt)).toBeUndefined();
    expect(lineupAt([lineup], startsAt + 200_000)).toBeUndefined();
    expect(takeover(lineup, startsAt + 200_000)).toEqual({
      at: startsAt + 200_000,
      shown: { plays: 3, video: 8 + 10, audio: 8 + 10 },
    });
    expect(takeover(lineup, startsAt + 60_000).at).toBe(startsAt + 80_000);
  });

  test('without items shows nothing', () => {
    const empty = { startsAt: 0, endsAt: null, loops: true, items: [], before: nothingShown };
    expect(airingsBetween([empty], 0, 1e12)).toEqual([]);
    expect(takeover(empty, 5)).toEqual({ at: 5, shown: nothingShown });
  });
});

const tracks = [{ kind: 'video', height: 720 }, { kind: 'audio' }, { kind: 'text', language: 'ko' }] as const;
/** Ten minutes: the rules are the same for the whole window, whose playlists take long to parse. */
const shortMs = 600_000;
const shortPlaylist = (
  lineups: readonly Lineup<PlaylistItem>[],
  track: Parameters<typeof mediaPlaylist>[1],
  at: number,
  isHidden?: (item: PlaylistItem) => boolean,
) => mediaPlaylist(lineups, track, at, isHidden, shortMs);
const parse = (text: string) => HLS.parse(text) as HLS.types.MediaPlaylist;

describe('a channel’s playlists', () => {
  HLS.setOptions({ strictMode: true });

  test('agree from instant to instant: a number stays the same segment, and no number goes back', () => {
    fc.assert(
      fc.property(
        channel,
        instant,
        fc.nat(1e6),
        fc.integer({ min: 1, max: shortMs * 2 }),
        fc.constantFrom(...tracks),
        (lineups, any, near, laterMs, track) => {
          const at = busy(lineups, any, near);
          const [before, after] = [at, at + laterMs].map((when) =>
            parse(shortPlaylist(lineups, track, when)),
          ) as [HLS.types.MediaPlaylist, HLS.types.MediaPlaylist];
          const first = (list: HLS.types.MediaPlaylist) => list.mediaSequenceBase ?? 0;
          expect(first(after)).toBeGreaterThanOrEqual(first(before));
          expect(after.discontinuitySequenceBase ?? 0).toBeGreaterThanOrEqual(
            before.discontinuitySequenceBase ?? 0,
          );
          const known = new Map(before.segments.map((segment) => [segment.mediaSequenceNumber, segment]));
          for (const segment of after.segments) {
            const same = known.get(segment.mediaSequenceNumber);
            if (!same) continue;
            expect(segment.uri).toBe(same.uri);
            expect(segment.duration).toBe(same.duration);
            expect(segment.discontinuitySequence).toBe(same.discontinuitySequence);
          }
          const last = before.segments.at(-1);
          if (last && laterMs < shortMs) {
            expect(first(after)).toBeLessThanOrEqual(last.mediaSequenceNumber + 1);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('never disagree with the guide: each segment lies within the airing that its time falls in', () => {
    fc.assert(
      fc.property(channel, instant, fc.nat(1e6), fc.constantFrom(...tracks), (lineups, any, near, track) => {
        const at = busy(lineups, any, near);
        const list = parse(shortPlaylist(lineups, track, at));
        let clock = 0;
        for (const segment of list.segments) {
          const said = segment.programDateTime?.getTime();
          // The instants in the playlist equal the sums of its durations to the millisecond.
          if (said !== undefined && clock !== 0) expect(said).toBe(clock);
          const startsAt = said ?? clock;
          clock = startsAt + Math.round(segment.duration * 1000);
          const airing = lineupAt(lineups, startsAt);
          expect(segment.uri.startsWith(`${airing?.item.assetId}/`)).toBe(true);
          expect(clock).toBeLessThanOrEqual(airing?.endsAt as number);
        }
        if (at - shortMs < (lineups[0]?.startsAt as number)) return;
        // The whole window is listed, up to the lead.
        expect(clock).toBeGreaterThan(at + leadMs - 4_500);
        expect(clock).toBeLessThanOrEqual(at + leadMs);
      }),
      { numRuns: 300 },
    );
  });

  test('have the same plays in all tracks, so that sound, picture and words change together', () => {
    fc.assert(
      fc.property(channel, instant, fc.nat(1e6), (lineups, any, near) => {
        const at = busy(lineups, any, near);
        const [video, audio] = (['video', 'audio'] as Track[]).map((track) => {
          const own = segmentsBetween(
            lineups,
            track,
            (each) => each.timeline[track],
            at - shortMs,
            at + leadMs,
          );
          return new Map(own.map((segment) => [segment.play, segment.item.assetId]));
        });
        for (const [play, asset] of video as Map<number, string>) {
          if (audio?.has(play)) expect(audio.get(play)).toBe(asset);
        }
      }),
    );
  });

  test('number on while the channel is off the air', () => {
    const startsAt = Date.parse('2026-05-01T00:00:00Z');
    const lineup = {
      startsAt,
      endsAt: null,
      loops: false,
      items: [itemOf(20_000), itemOf(8_000, 1, startsAt + 3 * windowMs)],
      before: { plays: 7, video: 100, audio: 101 },
    };
    const pause = parse(mediaPlaylist([lineup], { kind: 'audio' }, startsAt + 2 * windowMs));
    expect([pause.segments.length, pause.mediaSequenceBase, pause.discontinuitySequenceBase]).toEqual([
      0, 106, 8,
    ]);
    const again = parse(mediaPlaylist([lineup], { kind: 'audio' }, startsAt + 3 * windowMs + 5_000));
    expect([again.segments.length, again.mediaSequenceBase, again.discontinuitySequenceBase]).toEqual([
      2, 106, 8,
    ]);
  });

  test('keep what is hidden from a viewer: only what lies between two hidden items is listed', () => {
    const [seen, hidden, after] = [itemOf(20_000), itemOf(24_000), itemOf(16_000)];
    const items = [seen, hidden, after];
    const lineup = { startsAt: 0, endsAt: null, loops: true, items, before: nothingShown };
    const isHidden = ({ assetId }: PlaylistItem) => assetId === hidden.assetId;
    const cycle = 60_000;
    const shown = (at: number, track: (typeof tracks)[number]) =>
      parse(shortPlaylist([lineup], track, 100 * cycle + at, isHidden));
    for (const track of tracks) {
      const assets = (at: number) => [
        ...new Set(shown(at, track).segments.map(({ uri }) => uri.split('/')[0])),
      ];
      // The end of the cycle and the beginning of the next one lie between two hidden items.
      expect(assets(10_000)).toEqual([after.assetId, seen.assetId]);
      expect(assets(45_000)).toEqual([after.assetId]);
      // While it is on, the playlist has the items before it. The items after it follow as soon as they may be shown.
      expect(assets(22_000)).toEqual([after.assetId, seen.assetId]);
      expect(assets(40_000)).toEqual([after.assetId]);
      let last = 0;
      for (let at = 0; at < 3 * cycle; at += 700) {
        const { mediaSequenceBase = 0, segments } = shown(at, track);
        expect(mediaSequenceBase).toBeGreaterThanOrEqual(last);
        last = mediaSequenceBase;
        const whole = parse(shortPlaylist([lineup], track, 100 * cycle + at)).segments;
        for (const segment of segments) {
          expect(whole.find((each) => each.mediaSequenceNumber === segment.mediaSequenceNumber)?.uri).toBe(
            segment.uri,
          );
        }
      }
    }
  });

  test('carry each item’s own key and first file', () => {
    const [a, b] = [itemOf(8_000), itemOf(8_000, 1, null, [1080, 480])];
    const lineup = { startsAt: 0, endsAt: null, loops: true, items: [a, b], before: nothingShown };
    const { segments } = parse(mediaPlaylist([lineup], { kind: 'video', height: 720 }, 20_000));
    const of = (asset: string) => segments.find((segment) => segment.uri.startsWith(asset));
    expect(of(a.assetId)).toMatchObject({
      uri: `${a.assetId}/v720/1.m4s`,
      map: { uri: `${a.assetId}/v720/init.mp4` },
      key: { method: 'SAMPLE-AES', uri: `${a.assetId}/key`, format: 'identity' },
    });
    // As near to 1080 as to 480 would be a guess: 480 is nearer, and of equals the smaller one.
    expect(of(b.assetId)?.map?.uri).toBe(`${b.assetId}/v480/init.mp4`);
  });
});

describe('the playlists of an airing', () => {
  test('list the segments of the channel from its first one, and grow until they are complete', () => {
    fc.assert(
      fc.property(
        channel,
        instant,
        fc.nat(1e6),
        fc.integer({ min: 0, max: 600_000 }),
        fc.constantFrom(...tracks),
        (lineups, any, near, laterMs, track) => {
          const airing = lineupAt(lineups, busy(lineups, any, near));
          if (!airing) return;
          const { startsAt, endsAt, item, before } = airing;
          expect(airingFrom(lineups, startsAt)).toEqual(airing);
          expect(airingFrom(lineups, startsAt + 1)?.startsAt).not.toBe(startsAt);
          const at = startsAt + laterMs;
          const list = parse(airingPlaylist(airing, track, at));
          const kind = track.kind === 'audio' ? 'audio' : 'video';
          expect(list.playlistType).toBe('EVENT');
          expect(list.start).toEqual({ offset: 0, precise: true });
          expect(list.mediaSequenceBase).toBe(before[kind]);
          expect(list.endlist).toBe(at + leadMs >= endsAt);
          const total = item.segments[kind] * item.repeats;
          if (list.endlist) expect(list.segments).toHaveLength(total);
          else expect(list.segments.length).toBeLessThan(total);
          expect(new Set(list.segments.map(({ uri }) => uri.split('/')[0]))).toEqual(new Set([item.assetId]));
          const live = new Map(
            parse(shortPlaylist(lineups, track, at)).segments.map((each) => [each.mediaSequenceNumber, each]),
          );
          for (const segment of list.segments) {
            const same = live.get(segment.mediaSequenceNumber);
            if (same) expect([segment.uri, segment.duration]).toEqual([same.uri, same.duration]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('grant a segment as soon as they list it', () => {
    const item = itemOf(40_000, 2);
    const lineup = { startsAt: 0, endsAt: null, loops: true, items: [item], before: nothingShown };
    const airing = airingFrom([lineup], 160_000);
    if (!airing) throw new Error('no airing');
    for (let at = 160_000; at < 230_000; at += 700) {
      const { segments } = parse(airingPlaylist(airing, { kind: 'video', height: 720 }, at));
      const listed = new Set(segments.map(({ uri }) => uri));
      for (let index = 0; index < 11; index += 1)
        expect(isListed(airing, 'video', index, at)).toBe(
          listed.has(`${item.assetId}/v720/${index + 1}.m4s`),
        );
    }
  });
});

describe('the playlist of playlists', () => {
  test('offers the heights that all items have, with attributes that do for all of them', () => {
    const items = [itemOf(8_000, 1, null, [1080, 720, 360]), itemOf(9_000, 1, null, [720, 480, 360])];
    const text = masterPlaylist(items, 'ko');
    const { variants } = HLS.parse(text) as HLS.types.MasterPlaylist;
    expect(variants.map(({ uri, resolution }) => [uri, resolution?.height])).toEqual([
      ['v720.m3u8', 720],
      ['v360.m3u8', 360],
    ]);
    expect(variants[0]?.codecs).toBe('avc1.64001f,mp4a.40.2');
    expect(variants[0]?.subtitles[0]).toMatchObject({ language: 'ko', uri: 'text-ko.m3u8' });
    for (const uri of ['v720.m3u8', 'audio.m3u8', 'text-en.m3u8']) expect(trackOfFile(uri)).toBeDefined();
    for (const uri of ['master.m3u8', 'text-fr.m3u8', 'vx.m3u8', '__proto__']) {
      expect(trackOfFile(uri)).toBeUndefined();
    }
  });

  test('of items that have no height in common offers what the poorest has', () => {
    const timelines = [timelineOf(8_000, [1080, 720]), timelineOf(8_000, [480, 240])];
    expect(commonHeights(timelines)).toEqual([480]);
    expect(renditionNear(timelines[0] as Timeline, 480).height).toBe(720);
  });
});

test('a channel without a picture has one variant, its sound, whose segments number on', () => {
  const heard = (durationMs: number): PlaylistItem => {
    const timeline = { ...timelineOf(durationMs, []), video: [0] };
    const item = itemOf(durationMs);
    return { ...item, timeline, captions: [], segments: { video: 0, audio: timeline.audio.length - 1 } };
  };
  const items = [heard(8_000), heard(13_000)];
  const master = HLS.parse(masterPlaylist(items, 'ko')) as HLS.types.MasterPlaylist;
  expect(master.variants.map(({ uri, codecs }) => [uri, codecs])).toEqual([['audio.m3u8', 'mp4a.40.2']]);
  const startsAt = Date.UTC(2026, 5, 10);
  const lineup = { startsAt, endsAt: null, loops: true, items, before: { plays: 0, video: 0, audio: 0 } };
  const sequences = [0, 60_000, 120_000].map((after) => {
    const playlist = parse(mediaPlaylist([lineup], { kind: 'audio' }, startsAt + 2 * windowMs + after));
    const { mediaSequenceBase = 0, segments } = playlist as HLS.types.MediaPlaylist;
    expect(segments.length).toBeGreaterThan(100);
    return mediaSequenceBase;
  });
  expect(sequences[1]).toBeGreaterThan(sequences[0] ?? 0);
  expect(sequences[2]).toBeGreaterThan(sequences[1] ?? 0);
});

describe('a package’s own playlists', () => {
  const files: Record<string, string> = {
    'master.m3u8': `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,URI="audio.m3u8",GROUP-ID="audio",NAME="stereo",CHANNELS="2"
#EXT-X-STREAM-INF:BANDWIDTH=490854,AVERAGE-BANDWIDTH=473000,CODECS="avc1.640015,mp4a.40.2",RESOLUTION=426x240,FRAME-RATE=25.000,AUDIO="audio"
v240.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=993460,AVERAGE-BANDWIDTH=962022,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=25.000,AUDIO="audio"
v360.m3u8
`,
  };
  const media = (name: string, durations: string[]) =>
    [
      '#EXTM3U',
      `#EXT-X-MAP:URI="${name}/init.mp4"`,
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="key",IV=0x01,KEYFORMAT="identity"',
      ...durations.flatMap((duration, index) => [`#EXTINF:${duration},`, `${name}/${index + 1}.m4s`]),
      '#EXT-X-ENDLIST',
    ].join('\n');
  const read = (more: Record<string, string>) => async (file: string) => {
    const text = { ...files, ...more }[file];
    if (text === undefined) throw new Error(`no ${file}`);
    return text;
  };
  const video = ['4.004', '4.004', '4.004', '1.001'];
  const whole = {
    'v240.m3u8': media('v240', video),
    'v360.m3u8': media('v360', video),
    'audio.m3u8': media('audio', ['4.011', '3.989', '4.011', '1.003']),
  };

  test('say its borders, renditions and keys; the sound ends with the picture', async () => {
    const timeline = await readTimeline(read(whole), 'master.m3u8');
    expect(timeline).toMatchObject({
      durationMs: 13_013,
      video: [0, 4004, 8008, 12_012, 13_013],
      audio: [0, 4011, 8000, 12_011, 13_013],
      sound: { codec: 'mp4a.40.2', key: 'METHOD=SAMPLE-AES,IV=0x01,KEYFORMAT="identity"' },
    });
    expect(timeline.renditions.map(({ name, codec }) => [name, codec])).toEqual([
      ['v360', 'avc1.64001e'],
      ['v240', 'avc1.640015'],
    ]);
    const longer = media('audio', ['4.011', '3.989', '4.011', '1.003', '0.021']);
    expect((await readTimeline(read({ ...whole, 'audio.m3u8': longer }), 'master.m3u8')).audio).toEqual(
      timeline.audio,
    );
  });

  test('without a picture say the borders and the bandwidth of the sound', async () => {
    const sound = media('audio', ['4.011', '3.989', '1.003']);
    const variant = '#EXT-X-STREAM-INF:BANDWIDTH=130000,CODECS="mp4a.40.2"';
    const alone = await readTimeline(
      read({ 'master.m3u8': `#EXTM3U\n${variant}\naudio.m3u8\n`, 'audio.m3u8': sound }),
      'master.m3u8',
    );
    expect(alone).toMatchObject({
      durationMs: 9003,
      video: [0],
      audio: [0, 4011, 8000, 9003],
      renditions: [],
      sound: { codec: 'mp4a.40.2', channels: '2', bandwidth: 130_000 },
    });
    const group =
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="ko",DEFAULT=YES,CHANNELS="2",URI="audio.m3u8"';
    const grouped = `#EXTM3U\n${group}\n${variant},AUDIO="audio"\naudio.m3u8\n`;
    const withGroup = read({ 'master.m3u8': grouped, 'audio.m3u8': sound });
    expect(await readTimeline(withGroup, 'master.m3u8')).toEqual(alone);
  });

  test('of what a channel cannot show say why', async () => {
    const refused = (more: Record<string, string>) =>
      readTimeline(read({ ...whole, ...more }), 'master.m3u8');
    const silent = (files['master.m3u8'] as string).replace(/#EXT-X-MEDIA.*\n/, '');
    await expect(refused({ 'master.m3u8': silent })).rejects.toThrow(UnfitForLinear);
    await expect(refused({ 'v240.m3u8': media('v240', ['9.000', '4.013']) })).rejects.toThrow(UnfitForLinear);
    await expect(refused({ 'audio.m3u8': media('audio', ['4.011', '3.989']) })).rejects.toThrow(
      UnfitForLinear,
    );
    await expect(refused({ 'v360.m3u8': media('other', video) })).rejects.toThrow(UnfitForLinear);
  });
});

test('a caption segment has the cues that are shown during it, and says what its times count from', () => {
  const vtt =
    'WEBVTT\n\nSTYLE\n::cue { color: white }\n\n00:00:01.000 --> 00:00:05.000\n하나\n\n00:00:09.000 --> 00:00:10.000 line:0\n둘\n둘째 줄\n';
  expect(captionsBetween(vtt, 0, 4000)).toBe(
    'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\nSTYLE\n::cue { color: white }\n\n00:00:01.000 --> 00:00:05.000\n하나\n',
  );
  expect(captionsBetween(vtt, 4000, 8000)).toContain('하나');
  expect(captionsBetween(vtt, 5000, 9000)).not.toContain('-->');
  expect(captionsBetween(vtt, 8000, 12_000)).toContain('둘\n둘째 줄\n');
});
