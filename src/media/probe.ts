/** Describes a master from ffprobe's JSON, and from the times of its packets, which show where each stream really ends. */
import { toBcp47 } from './languages.ts';
import type { AudioRole } from './manifest.ts';

/** The color of a picture in ffmpeg's names. Values that a master does not state are assumed. */
export interface PictureColor {
  matrix: string;
  primaries: string;
  transfer: string;
  range: 'tv' | 'pc';
}

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
  color: PictureColor;
}

export interface AudioStream {
  index: number;
  codec: string;
  channels: number;
  /** ffmpeg's name of the loudspeakers, such as `5.1(side)`. Null if the master does not state it. */
  layout: string | null;
  /** BCP 47. Null if the master does not name it. Two of them: each channel has a language of its own. */
  language: string | null;
  secondLanguage: string | null;
  role: AudioRole;
  title: string | null;
  isDefault: boolean;
}

interface TextStream {
  index: number;
  codec: string;
  /** BCP 47. */
  language: string | null;
  forced: boolean;
}

export interface Probe {
  container: string;
  /** The instant that the container calls its start, in seconds. Tools count from there. */
  startSeconds: number;
  /** The length that the container states, of its longest stream; null when it does not say. */
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

/** A stream as ffprobe writes it. Any field may be missing. */
interface ProbedStream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  field_order?: string;
  color_space?: string;
  color_primaries?: string;
  color_transfer?: string;
  color_range?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  channels?: number;
  channel_layout?: string;
  disposition?: Record<string, number>;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number }[];
}

/** A fraction such as `30000/1001` or `32:27`; null if it is missing or not positive. */
function fraction(text: string | undefined): readonly [number, number] | null {
  const [numerator, denominator] = (text ?? '').split(/[/:]/).map(Number);
  return numerator && denominator && numerator > 0 && denominator > 0 ? [numerator, denominator] : null;
}

const usualRates = [24, 30, 48, 60, 120];

/** The exact rate behind a rounded one: 29.97 is 30000/1001. */
export function exactFrameRate(shown: number): readonly [number, number] {
  for (const whole of usualRates) {
    if (Math.abs(shown - (whole * 1000) / 1001) < 0.006) return [whole * 1000, 1001];
  }
  if (Math.abs(shown - Math.round(shown)) < 0.006) return [Math.max(1, Math.round(shown)), 1];
  return [Math.max(1, Math.round(shown * 1000)), 1000];
}

const hdrTransfers = ['smpte2084', 'arib-std-b67'];

/** Whether a pixel format has red, green and blue rather than brightness and color. Shades of gray are converted as such too. */
const isRgb = (format: string) =>
  /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|x2rgb|x2bgr|pal8|xyz|bayer|gray|ya|mono)/.test(format);

/** The names that the color filters of ffmpeg can convert from. Another one is replaced by the usual value. */
const matrices = ['bt709', 'bt470bg', 'smpte170m', 'smpte240m', 'fcc', 'bt2020nc'];
const primaries = [
  'bt709',
  'bt470m',
  'bt470bg',
  'smpte170m',
  'smpte240m',
  'film',
  'bt2020',
  'smpte431',
  'smpte432',
];
const oneOf = (names: readonly string[], name: string | undefined) =>
  name !== undefined && names.includes(name) ? name : null;

/** The color of a stream. Missing values are those that such a picture usually has. */
function colorOf(stream: ProbedStream): PictureColor {
  const { pix_fmt = '', color_range, color_transfer = '' } = stream;
  const hdr = hdrTransfers.includes(color_transfer);
  const rgb = stream.color_space === 'gbr' || isRgb(pix_fmt);
  const matrix = rgb ? null : oneOf(matrices, stream.color_space);
  const isSmall = (stream.height ?? 0) < 720 && (stream.width ?? 0) < 1280;
  const usual = hdr ? 'bt2020' : isSmall && !rgb ? 'smpte170m' : 'bt709';
  // A stated matrix says more about the primaries than the size of the picture does.
  const standard =
    matrix === null ? usual : matrix === 'bt2020nc' ? 'bt2020' : (oneOf(primaries, matrix) ?? usual);
  return {
    matrix: rgb ? 'gbr' : (matrix ?? (hdr ? 'bt2020nc' : usual)),
    primaries: oneOf(primaries, stream.color_primaries) ?? standard,
    // Players show the curves of SDR alike, so only those of HDR are converted.
    transfer: hdr ? color_transfer : 'bt709',
    range: rgb || color_range === 'pc' || pix_fmt.startsWith('yuvj') ? 'pc' : 'tv',
  };
}

function videoFrom(stream: ProbedStream): VideoStream | null {
  const { disposition = {}, side_data_list = [] } = stream;
  if (disposition.attached_pic || disposition.still_image || disposition.timed_thumbnails) return null;
  let { width = 0, height = 0 } = stream;
  if (width <= 0 || height <= 0) return null;
  const aspect = fraction(stream.sample_aspect_ratio);
  if (aspect) width = Math.max(1, Math.round((width * aspect[0]) / aspect[1]));
  const turned = side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  if (Math.round(Math.abs(turned) / 90) % 2 === 1) [width, height] = [height, width];
  const average = fraction(stream.avg_frame_rate) ?? fraction(stream.r_frame_rate) ?? [25, 1];
  const rate = average[0] / average[1];
  return {
    index: stream.index,
    codec: stream.codec_name ?? 'unknown',
    width,
    height,
    frameRate: exactFrameRate(rate <= 1000 ? rate : 25),
    interlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    hdr: hdrTransfers.includes(stream.color_transfer ?? ''),
    color: colorOf(stream),
  };
}

/** Titles by which studios name the kind of an audio track, where no flag does. */
const titledRoles: readonly [AudioRole, RegExp][] = [
  ['description', /화면\s?해설|audio descri|descriptive|visually impaired|^ad$/i],
  ['commentary', /commentary|코멘터리|코멘트/i],
  ['main', /original|원어|원음/i],
  ['dub', /더빙|dubbed|\bdub\b/i],
];

/** The role of an audio track: by the flags that its container sets, else by its title. */
function roleOf({ disposition = {} }: ProbedStream, title: string | null): AudioRole {
  if (disposition.visual_impaired || disposition.descriptions) return 'description';
  if (disposition.comment) return 'commentary';
  if (disposition.dub) return 'dub';
  if (disposition.original || title === null) return 'main';
  return titledRoles.find(([, pattern]) => pattern.test(title.slice(0, 200)))?.[0] ?? 'main';
}

/** Codes for "undetermined", "no words", "several" and "not in the list". */
const noLanguages = ['und', 'zxx', 'mul', 'mis', 'qaa'];

/** The languages of a tag. Broadcast streams name one for each channel, such as `kor,eng`. */
function languagesOf(tag: string | undefined): string[] {
  const named = (tag ?? '').slice(0, 100).split(/[,;/\s]+/);
  return named.flatMap((language) => {
    const code = noLanguages.includes(language.toLowerCase()) ? null : toBcp47(language);
    return code === null ? [] : [code];
  });
}

function audioFrom(stream: ProbedStream): AudioStream {
  const { channels = 2, channel_layout, tags = {}, disposition = {} } = stream;
  const [language = null, second = null] = languagesOf(tags.language);
  // MP4 files keep the title of a track in the name of its handler.
  const title = (tags.title ?? tags.handler_name)?.normalize('NFC').trim() || null;
  return {
    index: stream.index,
    codec: stream.codec_name ?? 'unknown',
    channels,
    layout: channel_layout && channel_layout !== 'unknown' ? channel_layout : null,
    language,
    secondLanguage: second === language ? null : second,
    role: roleOf(stream, title),
    title,
    isDefault: disposition.default === 1,
  };
}

const toSeconds = (text: unknown): number | null => {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
};

/** Reads ffprobe's description of a file; null when it could not be opened as media. */
export function parseProbe(json: string): Probe | null {
  let described: {
    streams?: ProbedStream[];
    format?: { format_name?: string; duration?: string; start_time?: string };
  } | null;
  try {
    described = JSON.parse(json);
  } catch {
    return null;
  }
  const { streams = [], format } = described ?? {};
  if (!format?.format_name) return null;
  const seconds = toSeconds(format.duration);
  const probe: Probe = {
    container: format.format_name,
    startSeconds: toSeconds(format.start_time) ?? 0,
    durationMs: seconds === null ? null : Math.round(seconds * 1000),
    video: null,
    audio: [],
    text: [],
  };
  for (const stream of streams) {
    if (stream.codec_type === 'video') probe.video ??= videoFrom(stream);
    // A track whose codec is unknown has no channels, and cannot be decoded.
    else if (stream.codec_type === 'audio' && stream.codec_name && stream.channels !== 0)
      probe.audio.push(audioFrom(stream));
    else if (stream.codec_type === 'subtitle') {
      const { codec_name = 'unknown', tags = {}, disposition = {} } = stream;
      const [language = null] = languagesOf(tags.language);
      probe.text.push({
        index: stream.index,
        codec: codec_name,
        language,
        forced: disposition.forced === 1,
      });
    }
  }
  return probe;
}

/** A jump of a broadcast stream's clock: longer than any pause between two packets of one stream. */
const clockJumpSeconds = 10;

/**
 * Reads the packets of a file as ffprobe lists them: `index,pts,dts,duration`, in any number of pieces. Notes where each stream ends
 * and how far apart its frames are.
 */
export class PacketReader {
  readonly #start: number;
  readonly #resets: boolean;
  readonly #ends = new Map<number, number>();
  readonly #clocks = new Map<number, number>();
  readonly #times: number[] = [];
  readonly #video: number | null;
  /** The length of a frame that states none. */
  readonly #frame: number;
  #rest = '';
  #shift = 0;

  constructor(probe: Pick<Probe, 'container' | 'startSeconds' | 'video'>) {
    this.#start = probe.startSeconds;
    this.#video = probe.video?.index ?? null;
    const [numerator, denominator] = probe.video?.frameRate ?? [25, 1];
    this.#frame = denominator / numerator;
    // The clock of these formats may begin anew in the middle of a file.
    this.#resets = /^mpeg/.test(probe.container);
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#packet(line);
  }

  #packet(line: string): void {
    const [index, pts, dts, duration] = line.split(',').map(Number);
    if (index === undefined || !Number.isInteger(index)) return;
    const decoded = Number.isFinite(dts) ? dts : pts;
    if (decoded === undefined || !Number.isFinite(decoded)) return;
    const length = duration && Number.isFinite(duration) ? duration : index === this.#video ? this.#frame : 0;
    if (this.#resets) {
      const expected = this.#clocks.get(index);
      const jump = expected === undefined ? 0 : decoded + this.#shift - expected;
      if (Math.abs(jump) > clockJumpSeconds) this.#shift -= jump;
      this.#clocks.set(index, decoded + this.#shift + length);
    }
    const shown = (pts !== undefined && Number.isFinite(pts) ? pts : decoded) + this.#shift - this.#start;
    this.#ends.set(index, Math.max(this.#ends.get(index) ?? 0, shown + length));
    if (index === this.#video) this.#times.push(shown);
  }

  /** The furthest end of the given streams, or of all of them, in milliseconds. */
  endMs(indexes: readonly number[] = [...this.#ends.keys()]): number {
    return Math.round(1000 * Math.max(0, ...indexes.map((index) => this.#ends.get(index) ?? 0)));
  }

  /** The time between two frames that only a tenth of all frames stay below; null with too few frames. */
  frameSeconds(): number | null {
    const times = this.#times.sort((a, b) => a - b);
    const gaps = times.slice(1).flatMap((time, at) => {
      const gap = time - (times[at] ?? 0);
      return gap > 0.0005 ? [gap] : [];
    });
    gaps.sort((a, b) => a - b);
    return gaps.length < 3 ? null : (gaps[Math.floor(gaps.length / 10)] ?? null);
  }
}

/** Frame rates that cameras and screen recorders use. */
const cameraRates = [5, 10, 12, 12.5, 15, 20, 24, 25, 30, 48, 50, 60];

/**
 * The frame rate of a picture whose frames are at least `frameSeconds` apart. The average is right for an even rate. Where frames come
 * at an uneven rate, the fastest part decides, or its motion would be lost.
 */
export function sustainedFrameRate(
  average: readonly [number, number],
  frameSeconds: number | null,
): readonly [number, number] {
  const mean = average[0] / average[1];
  const fastest = frameSeconds === null ? mean : 1 / frameSeconds;
  if (fastest < mean * 1.3) return average;
  const distance = (rate: number) => Math.abs(Math.log(rate / fastest));
  return exactFrameRate(cameraRates.reduce((best, rate) => (distance(rate) < distance(best) ? rate : best)));
}

/** Whether a file of which the container promises `promisedMs` and only `readMs` could be read lacks its end. */
export function endsEarly(promisedMs: number, readMs: number): boolean {
  return readMs < promisedMs - Math.max(1000, promisedMs * 0.02);
}

/** The sound's end may be this much later than the picture's without the picture being held for it. */
const heldFromMs = 100;

/** The length of every track of the package: the picture's, or the sound's where it goes on after the picture. */
export function packageLength(pictureMs: number | null, soundMs: number): number {
  if (pictureMs === null) return soundMs;
  return soundMs > pictureMs + heldFromMs ? soundMs : pictureMs;
}
