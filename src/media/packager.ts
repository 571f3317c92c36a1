/** The arguments of shaka-packager, and its description of the tracks that it wrote. */
import { attributesOf } from './hls-attributes.ts';
import { segmentSeconds } from './ladder.ts';
import type { PackageTrack } from './manifest.ts';
import { must } from './must.ts';

/** Where HLS players request the key. The address is relative, so the request has the same token as the playlist. */
export const hlsKeyFile = 'key';
/** The playlist of playlists of a channel. */
export const hlsManifest = 'master.m3u8';

/** The packager's own manifests. They are read for their facts and are not served. */
export const packagerManifests = { hls: 'packager.m3u8', dash: 'packager.mpd' } as const;

/** Names inside a package: a track's first file, and its segments, counted from 0. */
export const initFile = (track: string): string => `${track}/init.mp4`;
export const segmentFile = (track: string, index: number): string => `${track}/${index + 1}.m4s`;

/** The name of an audio track by its place in the master. */
export const audioTrackName = (place: number): string => (place === 0 ? 'audio' : `audio-${place + 1}`);
/** The name of the default audio track. */
export const audioTrack = audioTrackName(0);

/** A track to package, from `<from>/<name>.mp4`. */
export interface PackagerInput {
  name: string;
  kind: 'video' | 'audio';
}

/** Packages tracks into CMAF segments. */
export function packagerArguments(job: {
  from: string;
  to: string;
  tracks: readonly PackagerInput[];
  /** 16 bytes each, hexadecimal. Null for a package that is not encrypted. */
  key: { keyId: string; contentKey: string } | null;
}): string[] {
  const stream = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join(',');
  const streams = job.tracks.map(({ name, kind }) =>
    stream({
      in: `${job.from}/${name}.mp4`,
      stream: kind,
      init_segment: `${job.to}/${name}/init.mp4`,
      segment_template: `${job.to}/${name}/$Number$.m4s`,
      playlist_name: `${name}.m3u8`,
      ...(kind === 'video'
        ? { iframe_playlist_name: `${name}-iframe.m3u8` }
        : { hls_group_id: 'audio', hls_name: name }),
      ...(job.key ? { drm_label: 'ALL' } : {}),
    }),
  );
  return [
    ...streams,
    ...['--segment_duration', String(segmentSeconds), '--fragment_duration', String(segmentSeconds)],
    // All players support `cbcs`, and Apple's support nothing else. Without a clear lead the first seconds are encrypted too.
    ...(job.key
      ? [
          ...['--clear_lead', '0', '--protection_scheme', 'cbcs', '--enable_raw_key_encryption'],
          ...['--keys', `label=ALL:key_id=${job.key.keyId}:key=${job.key.contentKey}`],
          ...['--protection_systems', 'Common', '--hls_key_uri', hlsKeyFile],
        ]
      : []),
    ...['--generate_static_live_mpd', '--mpd_output', `${job.to}/${packagerManifests.dash}`],
    ...['--hls_master_playlist_output', `${job.to}/${packagerManifests.hls}`, '--hls_playlist_type', 'VOD'],
  ];
}

/** The attributes of an XML tag. */
function xmlAttributes(tag: string): Map<string, string> {
  return new Map([...tag.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
}

/** The language and role of an audio track, and the bytes of all segments of a track. */
export interface TrackFacts {
  bytesOf(name: string): number;
  audio: Readonly<Record<string, Pick<Extract<PackageTrack, { kind: 'audio' }>, 'language' | 'role'>>>;
}

/** Reads the tracks of a package from the packager's own manifests, in the order of `names`. */
export function readTracks(
  manifests: { hls: string; dash: string },
  names: readonly string[],
  facts: TrackFacts,
): PackageTrack[] {
  const keyFrames = new Map(
    manifests.hls
      .split('\n')
      .filter((line) => line.startsWith('#EXT-X-I-FRAME-STREAM-INF:'))
      .map((line) => attributesOf(line))
      .map((own) => [own.get('URI') ?? '', Number(own.get('BANDWIDTH'))]),
  );
  const read = new Map<string, PackageTrack>();
  for (const set of manifests.dash.split('<AdaptationSet').slice(1)) {
    // Attributes that all representations of a set share are those of the set.
    const shared = xmlAttributes(set.slice(0, set.indexOf('>')));
    for (const text of set.split('<Representation').slice(1)) {
      const own = new Map([...shared, ...xmlAttributes(text.slice(0, text.indexOf('>')))]);
      const template = xmlAttributes(/<SegmentTemplate[^>]*>/.exec(text)?.[0] ?? '');
      const name = (template.get('initialization') ?? '').replace(/\/init\.mp4$/, '');
      const need = (from: Map<string, string>, attribute: string) =>
        must(from.get(attribute), `${attribute} of the track ${name}`);
      const segments = [...text.matchAll(/<S [^>]*>/g)].map(([tag]): [number, number] => {
        const values = xmlAttributes(tag);
        return [Number(need(values, 'd')), Number(values.get('r') ?? 0) + 1];
      });
      const timescale = Number(need(template, 'timescale'));
      const seconds = segments.reduce((sum, [ticks, count]) => sum + ticks * count, 0) / timescale;
      const bandwidth = Number(need(own, 'bandwidth'));
      const track = {
        name,
        codec: need(own, 'codecs'),
        bandwidth,
        averageBandwidth: Math.min(
          bandwidth,
          Math.round((facts.bytesOf(name) * 8) / Math.max(0.001, seconds)),
        ),
        timescale,
        segments,
      };
      if (own.get('mimeType') === 'video/mp4') {
        read.set(name, {
          kind: 'video',
          ...track,
          width: Number(need(own, 'width')),
          height: Number(need(own, 'height')),
          frameRate: need(own, 'frameRate'),
          sampleAspect: own.get('sar') ?? '1:1',
          keyFrameBandwidth: keyFrames.get(`${name}-iframe.m3u8`) ?? bandwidth,
        });
      } else {
        const channels = /<AudioChannelConfiguration[^>]* value="(\d+)"/.exec(text)?.[1];
        read.set(name, {
          kind: 'audio',
          ...track,
          channels: Number(channels ?? 2),
          samplingRate: Number(own.get('audioSamplingRate') ?? 48_000),
          ...(facts.audio[name] ?? { language: null, role: 'main' }),
        });
      }
    }
  }
  return names.map((name) => must(read.get(name), `track ${name}`));
}
