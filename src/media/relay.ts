/** Relays of outside streams: the arguments of ffmpeg, the meaning of its output, and the playlists of the stored segments. */
import { keyFrameSeconds, segmentSeconds } from './ladder.ts';
import { hlsKeyFile } from './packager.ts';
import { targetSeconds } from './timeline.ts';

export type RelayTrack = 'video' | 'audio';

/** Why a source cannot be relayed. */
export type RelayProblem =
  | 'private_address'
  | 'no_answer'
  | 'refused'
  | 'not_media'
  | 'no_picture'
  | 'no_sound'
  | 'silent'
  | 'ended'
  | 'failed';

/** The picture is at most this high, whatever the source sends. */
const maxHeight = 720;
/** The codecs of relays, for the playlist of playlists. */
const pictureCodec = 'avc1.64001f';
const soundCodec = 'mp4a.40.2';
const pictureKbps = 2500;
const soundKbps = 128;

/** The playlist that ffmpeg writes in the folder of a track. */
export const trackPlaylist = (track: RelayTrack): string => `${track}/index.m3u8`;

const soundOutput = ['-map', '0:a:0', '-c:a', 'aac', '-b:a', `${soundKbps}k`, '-ac', '2', '-ar', '48000'];

const pictureOutput = [
  ...['-map', '0:v:0', '-vf', `scale=-2:'min(${maxHeight},trunc(ih/2)*2)',format=yuv420p`, '-fpsmax', '30'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-level:v', '3.1', '-bf', '0'],
  ...['-crf', '23', '-maxrate', `${pictureKbps}k`, '-bufsize', `${2 * pictureKbps}k`, '-threads', '2'],
  ...['-force_key_frames', `expr:gte(t,n_forced*${keyFrameSeconds})`, '-sc_threshold', '0', '-g', '600'],
];

/** ffmpeg as the receiver of a stream: it writes segments of each track into its working folder. */
export function relayArguments(source: { url: string; proxy: string; hasPicture: boolean }): string[] {
  const output = (track: RelayTrack) => [
    ...['-map_metadata', '-1', '-f', 'hls', '-hls_time', String(segmentSeconds), '-start_number', '1'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', `${track}/%d.m4s`, '-hls_list_size', '20'],
    ...['-hls_flags', 'temp_file+omit_endlist', trackPlaylist(track)],
  ];
  return [
    // Only this level prints the titles that radio servers send.
    ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'verbose'],
    ...['-http_proxy', source.proxy, '-protocol_whitelist', 'http,https,tls,tcp,httpproxy,crypto'],
    ...['-format_whitelist', 'hls,mpegts,mov,mp3,aac,ogg,flac', '-rw_timeout', '10000000'],
    ...['-analyzeduration', '3000000'],
    ...['-readrate', '1', '-i', source.url],
    ...(source.hasPicture ? [...pictureOutput, ...output('video')] : []),
    ...soundOutput,
    ...output('audio'),
  ];
}

const titleMark = 'Metadata update for StreamTitle: ';

/** The title in a line that ffmpeg printed; undefined if there is none. */
export function titleIn(line: string): string | undefined {
  const at = line.indexOf(titleMark);
  return at < 0 ? undefined : line.slice(at + titleMark.length).trim();
}

/** Why ffmpeg ended, from its last lines. */
export function problemIn(printed: string, exitCode: number | null): RelayProblem {
  if (/Stream map '0:v:0' matches no streams/.test(printed)) return 'no_picture';
  if (/Stream map '0:a:0' matches no streams/.test(printed)) return 'no_sound';
  if (/Server returned [45]|HTTP error [45]/.test(printed)) return 'refused';
  if (/Invalid data found when processing input\s*$|not in whitelist/im.test(printed)) return 'not_media';
  if (/timed out|Connection refused|Failed to resolve|Input\/output error/i.test(printed)) return 'no_answer';
  return exitCode === 0 ? 'ended' : 'failed';
}

/** The segments in a playlist of ffmpeg that has no end: the number and the length of each. */
export function writtenSegments(playlist: string): { number: number; durationMs: number }[] {
  const found: { number: number; durationMs: number }[] = [];
  let durationMs = 0;
  for (const line of playlist.split('\n')) {
    if (line.startsWith('#EXTINF:')) durationMs = Math.round(1000 * Number.parseFloat(line.slice(8)));
    const number = /^(\d{1,9})\.m4s$/.exec(line.trim())?.[1];
    if (number !== undefined) found.push({ number: Number(number), durationMs });
  }
  return found;
}

/** A stored segment of a relay, or of the filler that replaces it. */
export interface RelaySegment {
  sequence: number;
  /** Which uninterrupted part of the output it belongs to: the discontinuity sequence. */
  play: number;
  startsAt: number;
  durationMs: number;
  /** The folder of its track below the channel's address. */
  folder: string;
  /** Its file in the folder, without the ending. */
  number: number;
  /** The attributes of its EXT-X-KEY but for the address; null when it is not encrypted. */
  key: string | null;
}

/** The playlist of a track. It lists the segments that are stored. */
export function relayPlaylist(segments: readonly RelaySegment[]): string {
  const [first] = segments;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.play ?? 0}`,
  ];
  let last: RelaySegment | undefined;
  for (const segment of segments) {
    if (segment.play !== last?.play) {
      // A part without a segment of this track counts too, so that the numbers of all tracks agree.
      for (let play = last?.play ?? segment.play; play < segment.play; play += 1)
        lines.push('#EXT-X-DISCONTINUITY');
      const keyAddress = `${segment.folder.split('/')[0]}/${hlsKeyFile}`;
      lines.push(
        segment.key === null
          ? '#EXT-X-KEY:METHOD=NONE'
          : `#EXT-X-KEY:${segment.key.replace(/^(METHOD=[^,]+)/, `$1,URI="${keyAddress}"`)}`,
        `#EXT-X-MAP:URI="${segment.folder}/init.mp4"`,
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAt).toISOString()}`,
      );
    }
    lines.push(
      `#EXTINF:${(segment.durationMs / 1000).toFixed(3)},`,
      `${segment.folder}/${segment.number}.m4s`,
    );
    last = segment;
  }
  return `${lines.join('\n')}\n`;
}

/** The playlist of playlists of a relay. */
export function relayMaster({ hasPicture, language }: { hasPicture: boolean; language: string }): string {
  const head = ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS'];
  const soundBandwidth = Math.round(soundKbps * 1000 * 1.2);
  const lines = hasPicture
    ? [
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="stereo",LANGUAGE="${language}",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"`,
        `#EXT-X-STREAM-INF:BANDWIDTH=${pictureKbps * 1200 + soundBandwidth},CODECS="${pictureCodec},${soundCodec}",AUDIO="audio",CLOSED-CAPTIONS=NONE`,
        `v${maxHeight}.m3u8`,
      ]
    : [`#EXT-X-STREAM-INF:BANDWIDTH=${soundBandwidth},CODECS="${soundCodec}"`, 'audio.m3u8'];
  return `${[...head, ...lines].join('\n')}\n`;
}
