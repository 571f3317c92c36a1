/** The arguments that ffmpeg and ffprobe are run with, and the meaning of `-progress` output. Knows no paths but those it is given. */
import { keyFrameSeconds, type Rendition, renditionFrameRate } from './ladder.ts';
import { masterFormats, type PictureColor, type VideoStream } from './probe.ts';
import type { Sound } from './sounds.ts';
import type { StoryboardPlan } from './storyboard.ts';

/** A master is read as a file and nothing else, in one of the formats that cannot point elsewhere. */
const fromMaster = (master: string) => [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  masterFormats.join(','),
  '-i',
  master,
];
const quietly = ['-hide_banner', '-nostdin', '-nostats', '-y'];
const withProgress = ['-progress', 'pipe:1', '-stats_period', '0.5'];

/** Describes a file as JSON. */
export function probeArguments(master: string): string[] {
  return ['-v', 'error', ...fromMaster(master), '-of', 'json', '-show_format', '-show_streams'];
}

/** Lists the packets of a file to its end, without decoding them: `index,pts,dts,duration` in seconds. */
export function packetArguments(master: string): string[] {
  return [
    ...['-v', 'error', ...fromMaster(master), '-of', 'csv=p=0'],
    ...['-show_entries', 'packet=stream_index,pts_time,dts_time,duration_time'],
  ];
}

/** All renditions have the color of HD television. It is stated for players, which otherwise guess. */
const renditionColor = [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
];
const stateColor = ({ matrix, primaries, transfer, range }: PictureColor) =>
  `setparams=colorspace=${matrix}:color_primaries=${primaries}:color_trc=${transfer}:range=${range}`;
const hdTelevision: PictureColor = {
  matrix: 'bt709',
  primaries: 'bt709',
  transfer: 'bt709',
  range: 'tv',
};
/** Scales a picture in the color of HD television without a change of color. */
const scaleTo = (width: number, height: number) =>
  `scale=${width}:${height}:flags=bicubic:in_color_matrix=bt709:in_range=tv:out_color_matrix=bt709:out_range=tv`;

/** Converts a picture to the color of HD television. Input and output are stated, so that no filter has to guess. */
function colorFilters({ color, hdr }: VideoStream): string[] {
  const { matrix, primaries, range } = color;
  const stated = [
    // Packed pixels are converted to planes first, which changes no value.
    ...(matrix === 'gbr' ? ['format=gbrp|gbrp10|gbrp12|gbrp14|gbrp16'] : []),
    stateColor(color),
  ];
  if (hdr) {
    return [
      ...stated,
      'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0',
      'zscale=t=bt709:m=bt709:r=tv:p=bt709,format=yuv420p',
    ];
  }
  if (matrix === 'bt709' && primaries === 'bt709' && range === 'tv') return stated;
  return [...stated, 'zscale=t=bt709:m=bt709:r=tv:p=bt709,format=yuv420p'];
}

const secondsOf = (durationMs: number) => (durationMs / 1000).toFixed(3);
/** Ends every track at the same instant: a shorter one is continued, with its last frame or with silence. */
const pictureUntil = (durationMs: number) =>
  `tpad=stop_mode=clone:stop=-1,trim=duration=${secondsOf(durationMs)}`;
const soundUntil = (durationMs: number) => `apad,atrim=duration=${secondsOf(durationMs)}`;

/** The filters before the picture is scaled: one frame rate from time zero, no interlacing, one length, one color. */
function pictureFilters(video: VideoStream, durationMs: number): string[] {
  const [numerator, denominator] = renditionFrameRate(video.frameRate);
  return [
    ...(video.interlaced ? ['bwdif=mode=send_frame'] : []),
    `fps=${numerator}/${denominator}:start_time=0:eof_action=pass`,
    pictureUntil(durationMs),
    ...colorFilters(video),
  ];
}

/** The filters from the master's streams to one audio track. */
function soundFilters(sound: Sound, place: number, durationMs: number): string {
  const { inputs, inputChannels, mix, channels } = sound;
  const layout = channels === 6 ? '5.1' : 'stereo';
  const even = 'aresample=48000:async=1:first_pts=0';
  const until = soundUntil(durationMs);
  if (mix === 'join') {
    const sides = inputs.map(
      (input, side) => `[0:${input}]${even},aformat=channel_layouts=mono[side${place}_${side}]`,
    );
    const labels = inputs.map((_, side) => `[side${place}_${side}]`).join('');
    return `${sides.join(';')};${labels}join=inputs=2:channel_layout=stereo,${until}`;
  }
  const every = (first: number) =>
    Array.from({ length: Math.ceil((inputChannels - first) / 2) }, (_, n) => `c${first + 2 * n}`).join('+');
  const mixed = {
    convert: `aformat=channel_layouts=${layout}`,
    left: 'pan=stereo|c0=c0|c1=c0',
    right: 'pan=stereo|c0=c1|c1=c1',
    fold: `pan=stereo|c0<${every(0)}|c1<${every(1)}`,
  }[mix];
  return `[0:${inputs[0]}]${even},${mixed},${until}`;
}

/**
 * Encodes all renditions and all audio tracks in one pass, and measures the loudness of the first audio track. The master is decoded
 * once, which takes 0.68 of the time of a pass for each of four renditions.
 */
export function transcodeArguments(job: {
  master: string;
  folder: string;
  /** Null for a package without a picture. */
  video: VideoStream | null;
  sounds: readonly Sound[];
  renditions: readonly Rendition[];
  durationMs: number;
  threads: number;
}): string[] {
  const { video, sounds, renditions, durationMs } = job;
  const graph: string[] = [];
  if (video) {
    const splits = renditions.map((_, n) => `[s${n}]`).join('');
    graph.push(
      `[0:${video.index}]${pictureFilters(video, durationMs).join(',')},split=${renditions.length}${splits}`,
      ...renditions.map(
        (r, n) =>
          `[s${n}]${scaleTo(r.width, r.height)},setsar=1,format=yuv420p,${stateColor(hdTelevision)}[v${n}]`,
      ),
    );
  }
  for (const [place, sound] of sounds.entries()) {
    const outputs = place === 0 ? ',asplit=2[sound0][meter]' : `[sound${place}]`;
    graph.push(`${soundFilters(sound, place, durationMs)}${outputs}`);
  }
  if (sounds.length > 0) graph.push('[meter]ebur128=peak=true:framelog=verbose[measured]');
  const pictures = renditions.flatMap((r, n) => [
    ...['-map', `[v${n}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', ...renditionColor],
    ...['-crf', '21', '-maxrate', `${r.maxrateKbps}k`, '-bufsize', `${r.maxrateKbps * 2}k`],
    ...['-force_key_frames', `expr:gte(t,n_forced*${keyFrameSeconds})`, '-sc_threshold', '0', '-g', '600'],
    ...['-threads', String(job.threads), '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-f', 'mp4', `${job.folder}/${r.name}.mp4`],
  ]);
  const encoded = sounds.flatMap(({ name, channels }, place) => [
    ...['-map', `[sound${place}]`, '-c:a', 'aac', '-b:a', channels === 6 ? '384k' : '128k'],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4', `${job.folder}/${name}.mp4`],
  ]);
  return [
    ...quietly,
    ...withProgress,
    ...fromMaster(job.master),
    '-filter_complex',
    graph.join(';'),
    ...pictures,
    ...encoded,
    ...(sounds.length > 0 ? ['-map', '[measured]', '-f', 'null', '-'] : []),
  ];
}

/**
 * Converts from the color of renditions to that of JPEG files, which have no field for it. By way of RGB, because ffmpeg 7 passes over a
 * change of matrix between two YUV formats.
 */
const toJpeg = (size: string) =>
  `scale=${size}:in_color_matrix=bt709:in_range=tv,format=gbrp,scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p`;

/**
 * Storyboard sheets from a rendition. Only key frames are decoded: they come every two seconds, and an interval is a
 * multiple of that.
 */
export function storyboardArguments(rendition: string, folder: string, plan: StoryboardPlan): string[] {
  return [
    ...quietly,
    ...withProgress,
    '-skip_frame',
    'nokey',
    '-i',
    rendition,
    '-an',
    '-vf',
    [
      `fps=1/${plan.intervalSeconds}:start_time=0:round=down:eof_action=pass`,
      // Exactly as many frames as planned: an empty part of a sheet is black.
      `tpad=stop_mode=clone:stop=-1,trim=end_frame=${plan.count}`,
      toJpeg(`${plan.width}:${plan.height}`),
      `tile=${plan.columns}x${plan.rows}`,
    ].join(','),
    '-frames:v',
    String(plan.sheets),
    '-q:v',
    '5',
    '-f',
    'image2',
    `${folder}/%03d.jpg`,
  ];
}

/** One good frame near a point in time. */
export function posterArguments(rendition: string, atSeconds: number, file: string): string[] {
  return [
    ...quietly,
    '-ss',
    atSeconds.toFixed(3),
    '-i',
    rendition,
    '-an',
    '-vf',
    `thumbnail=24,${toJpeg('iw:ih')}`,
    '-frames:v',
    '1',
    '-q:v',
    '3',
    '-f',
    'image2',
    '-update',
    '1',
    file,
  ];
}

const previewSeconds = 12;

/** Where the preview and the poster frame are taken: past the opening titles, and early enough to be whole. */
export function previewStart(durationMs: number): number {
  const seconds = durationMs / 1000;
  const wanted = Math.min(seconds * 0.2, Math.max(0, seconds - previewSeconds));
  return Math.floor(wanted / keyFrameSeconds) * keyFrameSeconds;
}

/** A short clip without sound, copied from a rendition: it begins on a key frame, so nothing need be encoded again. */
export function previewArguments(rendition: string, startSeconds: number, file: string): string[] {
  return [
    ...quietly,
    '-ss',
    startSeconds.toFixed(3),
    '-i',
    rendition,
    '-t',
    String(previewSeconds),
    '-an',
    '-c',
    'copy',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    file,
  ];
}

/** A text track inside the master, as WebVTT. */
export function extractTextArguments(master: string, index: number, file: string): string[] {
  return [...quietly, ...fromMaster(master), '-map', `0:${index}`, '-f', 'webvtt', file];
}

/** Text codecs that become WebVTT; the others are pictures. */
export const textCodecs: readonly string[] = ['mov_text', 'subrip', 'srt', 'webvtt', 'ass', 'ssa', 'text'];

/** The latest position in what `-progress` printed, in milliseconds; null when there is none yet. */
export function progressMs(printed: string): number | null {
  const found = [...printed.matchAll(/^out_time_us=(-?\d+)$/gm)].at(-1);
  // Before the first packet ffmpeg prints N/A, and for a moment the smallest integer.
  return found ? Math.max(0, Math.round(Number(found[1]) / 1000)) : null;
}
