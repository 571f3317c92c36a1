/** The tracks, manifests and playlists of a package without segments. */
import { type AudioTrack, composeDash, composeHls, type VideoTrack } from '../src/media/manifest.ts';

/** The width and height of renditions by name, such as `{ v720: [1280, 720] }`. */
export type Renditions = Record<string, [width: number, height: number]>;

const segments: [number, number][] = [[49_152, 1]];

export const videoTracks = (renditions: Renditions): VideoTrack[] =>
  Object.entries(renditions).map(([name, [width, height]]) => ({
    kind: 'video',
    name,
    codec: 'avc1.64001e',
    bandwidth: width * height,
    averageBandwidth: width * height,
    timescale: 12_288,
    segments,
    width,
    height,
    frameRate: '24/1',
    sampleAspect: '1:1',
    keyFrameBandwidth: 1000,
  }));

export const audioTrack = (values: Partial<AudioTrack> = {}): AudioTrack => ({
  kind: 'audio',
  name: 'audio',
  codec: 'mp4a.40.2',
  bandwidth: 128_000,
  averageBandwidth: 120_000,
  timescale: 12_288,
  segments,
  channels: 2,
  samplingRate: 48_000,
  language: null,
  role: 'main',
  ...values,
});

/** The files of a package by name, with an empty playlist for each track. */
export function packageTexts(renditions: Renditions): Record<string, string> {
  const contents = {
    durationMs: 4000,
    keyId: null,
    tracks: [...videoTracks(renditions), audioTrack()],
    texts: [],
  };
  const playlists = [...Object.keys(renditions).flatMap((name) => [name, `${name}-iframe`]), 'audio'];
  return {
    'master.m3u8': composeHls(contents),
    'manifest.mpd': composeDash(contents),
    ...Object.fromEntries(playlists.map((name) => [`${name}.m3u8`, '#EXTM3U\n'])),
  };
}
