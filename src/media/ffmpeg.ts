/** The arguments that ffmpeg is run with, and what its `-progress` output says. Knows no paths but those it is given. */
import { keyFrameSeconds, type Rendition, renditionFrameRate } from './ladder.ts';
import { audioTrackName } from './packager.ts';
import { type AudioStream, masterFormats, type VideoStream } from './probe.ts';
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

/** Prints what a file is, and ends with an error because there is nothing to do: that is expected. */
export function probeArguments(master: string): string[] {
  return ['-hide_banner', '-nostdin', ...fromMaster(master)];
}

/** Reads a file to its end without decoding it, which shows whether its end is there. */
export function readThroughArguments(master: string): string[] {
  return [
    ...quietly,
    ...withProgress,
    ...fromMaster(master),
    '-map',
    '0:v:0?',
    '-map',
    '0:a:0?',
    '-c',
    'copy',
    '-f',
    'null',
    '-',
  ];
}

/** The filters before the picture is scaled: one frame rate from time zero, no interlacing, no HDR. */
function pictureFilters(video: VideoStream): string[] {
  const [numerator, denominator] = renditionFrameRate(video.frameRate);
  return [
    ...(video.interlaced ? ['bwdif=mode=send_frame'] : []),
    `fps=${numerator}/${denominator}:start_time=0`,
    ...(video.hdr
      ? [
          'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv',
        ]
      : []),
  ];
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
  audio: readonly AudioStream[];
  renditions: readonly Rendition[];
  threads: number;
}): string[] {
  const { video, audio, renditions } = job;
  const graph: string[] = [];
  if (video) {
    const splits = renditions.map((_, n) => `[s${n}]`).join('');
    graph.push(
      `[0:${video.index}]${pictureFilters(video).join(',')},split=${renditions.length}${splits}`,
      ...renditions.map(
        (r, n) => `[s${n}]scale=${r.width}:${r.height}:flags=bicubic,setsar=1,format=yuv420p[v${n}]`,
      ),
    );
  }
  for (const [place, { index }] of audio.entries()) {
    const outputs = place === 0 ? `,asplit=2[sound0][meter]` : `[sound${place}]`;
    graph.push(`[0:${index}]aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo${outputs}`);
  }
  if (audio.length > 0) graph.push('[meter]ebur128=peak=true:framelog=verbose[measured]');
  const pictures = renditions.flatMap((r, n) => [
    ...['-map', `[v${n}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high'],
    ...['-crf', '21', '-maxrate', `${r.maxrateKbps}k`, '-bufsize', `${r.maxrateKbps * 2}k`],
    ...['-force_key_frames', `expr:gte(t,n_forced*${keyFrameSeconds})`, '-sc_threshold', '0', '-g', '600'],
    ...['-threads', String(job.threads), '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-f', 'mp4', `${job.folder}/${r.name}.mp4`],
  ]);
  const sounds = audio.flatMap((_, place) => [
    ...[
      '-map',
      `[sound${place}]`,
      '-c:a',
      'aac',
      '-b:a',
      '128k',
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
    ],
    ...['-f', 'mp4', `${job.folder}/${audioTrackName(place)}.mp4`],
  ]);
  return [
    ...quietly,
    ...withProgress,
    ...fromMaster(job.master),
    '-filter_complex',
    graph.join(';'),
    ...pictures,
    ...sounds,
    ...(audio.length > 0 ? ['-map', '[measured]', '-f', 'null', '-'] : []),
  ];
}

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
    `fps=1/${plan.intervalSeconds}:start_time=0:round=down,scale=${plan.width}:${plan.height},tile=${plan.columns}x${plan.rows}`,
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
    'thumbnail=24',
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
