/**
 * Describes a file from the output of `ffmpeg -i`. The ffmpeg that npm ships has no ffprobe. The wording has been stable since
 * ffmpeg 4. Each pattern is matched by itself, so a field that is missing or moved affects that field only.
 */
import type { AudioRole } from './manifest.ts';

export interface VideoStream {
  index: number;
  codec: string;
  /** As shown: after the pixel aspect ratio and the rotation of the camera. */
  width: number;
  height: number;
  /** Exact, as numerator and denominator. */
  frameRate: readonly [number, number];
  interlaced: boolean;
  hdr: boolean;
}

export interface AudioStream {
  index: number;
  codec: string;
  channels: number;
  /** Two or three letters. Null if the master does not name it. */
  language: string | null;
  role: AudioRole;
}

interface TextStream {
  index: number;
  codec: string;
  language: string;
}

export interface Probe {
  container: string;
  /** Null when the container does not say. */
  durationMs: number | null;
  video: VideoStream | null;
  audio: AudioStream[];
  text: TextStream[];
}

/** Formats a master may come in. Anything else, playlists above all, could make ffmpeg open other files or addresses. */
export const masterFormats = [
  'mov',
  'matroska',
  'webm',
  'mpegts',
  'mpeg',
  'mpegvideo',
  'avi',
  'flv',
  'mxf',
  'asf',
  'ogg',
  'gxf',
  'dv',
  'wav',
  'mp3',
  'aac',
  'flac',
] as const;

const layouts: Record<string, number> = {
  mono: 1,
  stereo: 2,
  '2.1': 3,
  '3.0': 3,
  '3.1': 4,
  '4.0': 4,
  quad: 4,
  '4.1': 5,
  '5.0': 5,
  '5.1': 6,
  '6.0': 6,
  '6.1': 7,
  '7.0': 7,
  '7.1': 8,
  hexadecagonal: 16,
};

function channelsOf(fields: string): number {
  const counted = /(\d+) channels/.exec(fields);
  if (counted) return Number(counted[1]);
  const named = /\d+ Hz, ([a-z0-9.]+)/i.exec(fields)?.[1] ?? '';
  return layouts[named] ?? 2;
}

/** The role of an audio track by the flags that its container sets. */
function roleOf(fields: string): AudioRole {
  if (/\((?:visual impaired|descriptions)\)/.test(fields)) return 'description';
  if (/\(comment\)/.test(fields)) return 'commentary';
  return /\(dub\)/.test(fields) ? 'dub' : 'main';
}

/** The exact rate behind a rounded one: 29.97 is 30000/1001. */
export function exactFrameRate(shown: number): readonly [number, number] {
  for (const whole of [24, 30, 48, 60, 120]) {
    if (Math.abs(shown - (whole * 1000) / 1001) < 0.006) return [whole * 1000, 1001];
  }
  if (Math.abs(shown - Math.round(shown)) < 0.006) return [Math.round(shown), 1];
  return [Math.round(shown * 1000), 1000];
}

function videoFrom(index: number, fields: string, after: string): VideoStream | null {
  if (/\(attached pic\)|\(still image\)/.test(fields)) return null;
  const size = /, (\d{1,5})x(\d{1,5})(?:[ ,]|$)/.exec(fields);
  if (!size) return null;
  let width = Number(size[1]);
  let height = Number(size[2]);
  if (width === 0 || height === 0) return null;
  const aspect = /SAR (\d+):(\d+)/.exec(fields);
  if (aspect && Number(aspect[1]) > 0 && Number(aspect[2]) > 0) {
    width = Math.round((width * Number(aspect[1])) / Number(aspect[2]));
  }
  const turned = /rotation of (-?[\d.]+) degrees/.exec(after) ?? /^\s*rotate\s*:\s*(-?\d+)/m.exec(after);
  if (turned && Math.round(Math.abs(Number(turned[1])) / 90) % 2 === 1) [width, height] = [height, width];
  const shown = /([\d.]+)(k?) fps/.exec(fields) ?? /([\d.]+)(k?) tbr/.exec(fields);
  const rate = shown ? Number(shown[1]) * (shown[2] === 'k' ? 1000 : 1) : 25;
  return {
    index,
    codec: /Video: (\w+)/.exec(fields)?.[1] ?? 'unknown',
    width,
    height,
    frameRate: exactFrameRate(rate > 0 && rate <= 1000 ? rate : 25),
    interlaced: /top (?:coded )?first|bottom (?:coded )?first|top coded|bottom coded/.test(fields),
    hdr: /smpte2084|arib-std-b67/.test(fields),
  };
}

/** Reads ffmpeg's description of its input; null when ffmpeg could not open it as media. */
export function parseProbe(stderr: string): Probe | null {
  const container = /^Input #0, (.+?), from /m.exec(stderr)?.[1];
  if (!container) return null;
  const probe: Probe = {
    container,
    durationMs: null,
    video: null,
    audio: [],
    text: [],
  };
  const duration = /^\s+Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/m.exec(stderr);
  if (duration) {
    const seconds = Number(duration[1]) * 3600 + Number(duration[2]) * 60 + Number(duration[3]);
    probe.durationMs = Math.round(seconds * 1000);
  }
  const stream = /^\s+Stream #0:(\d+)(?:\[\w+\])?(?:\((\w+)\))?: (.*)$/gm;
  const found = [...stderr.matchAll(stream)];
  for (const [at, match] of found.entries()) {
    const index = Number(match[1]);
    const fields = match[3] ?? '';
    const after = stderr.slice(match.index + match[0].length, found[at + 1]?.index ?? stderr.length);
    if (fields.startsWith('Video:')) probe.video ??= videoFrom(index, fields, after);
    else if (fields.startsWith('Audio:')) {
      probe.audio.push({
        index,
        codec: /Audio: (\w+)/.exec(fields)?.[1] ?? 'unknown',
        channels: channelsOf(fields),
        language: match[2] && match[2] !== 'und' ? match[2] : null,
        role: roleOf(fields),
      });
    } else if (fields.startsWith('Subtitle:')) {
      probe.text.push({
        index,
        codec: /Subtitle: (\w+)/.exec(fields)?.[1] ?? 'unknown',
        language: match[2] ?? 'und',
      });
    }
  }
  return probe;
}

/** Whether what ffmpeg printed says that the file ends before its end. */
export function saysTruncated(stderr: string): boolean {
  return /moov atom not found|partial file|ended prematurely|Truncat(?:ed|ing) (?:file|packet)|stream truncated/i.test(
    stderr,
  );
}

/** Whether a file of which the container promises `promisedMs` and only `readMs` could be read lacks its end. */
export function endsEarly(promisedMs: number, readMs: number): boolean {
  return readMs < promisedMs - Math.max(1000, promisedMs * 0.02);
}
