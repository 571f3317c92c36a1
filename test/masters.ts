/** Tiny master files, made with ffmpeg: one of each kind that ingest has to tell apart. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '../src/server/adapters/programs.ts';

const run = promisify(execFile);

interface MasterOptions {
  seconds?: number;
  width?: number;
  height?: number;
  rate?: string;
  /** Channels of sound; 0 for no sound track. */
  channels?: 0 | 1 | 2 | 6;
  /** A sound track on which nothing is heard. */
  silent?: boolean;
  /** The index in front, so that a cut-off file still opens. */
  indexFirst?: boolean;
  /** Filters between the test picture and the encoder. */
  filters?: string;
}

/** Makes a master of moving test pictures and a tone. */
export async function makeMaster(path: string, options: MasterOptions = {}): Promise<string> {
  const { seconds = 3, width = 320, height = 180, rate = '25', channels = 2, silent = false } = options;
  await mkdir(dirname(path), { recursive: true });
  const layout = channels === 6 ? '5.1' : channels === 1 ? 'mono' : 'stereo';
  const tone = silent ? '0' : '0.1*sin(2*PI*440*t)';
  const sound = Array.from({ length: channels }, () => tone).join('|');
  await run(findPrograms().ffmpeg, [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=s=${width}x${height}:r=${rate}:d=${seconds}`],
    ...(channels
      ? ['-f', 'lavfi', '-i', `aevalsrc=exprs=${sound}:channel_layout=${layout}:s=48000:d=${seconds}`]
      : []),
    ...['-vf', options.filters ?? 'null', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '30'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', ...(options.indexFirst ? ['-movflags', '+faststart'] : [])],
    ...['-f', 'mp4', `${path}.partial`],
  ]);
  await rename(`${path}.partial`, path);
  return path;
}

/** Makes a master of a tone without a picture. */
export async function makeSound(path: string, seconds: number): Promise<string> {
  const whole = await makeMaster(`${path}.whole.mp4`, { seconds });
  await run(findPrograms().ffmpeg, ['-v', 'error', '-y', '-i', whole, '-vn', '-c', 'copy', path]);
  return path;
}

/** The first share of a file, as a broken transfer leaves it. */
async function cutOff(from: string, path: string, share: number): Promise<string> {
  const bytes = await readFile(from);
  await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)));
  return path;
}

/** A Korean file name as macOS sends it: Hangul taken apart (NFD). */
export const decomposedName = '우리의 여름 1화 최종.mp4'.normalize('NFD');

/** One master of each kind, by name. */
export async function makeMasters(folder: string) {
  const at = (name: string) => join(folder, name);
  const [ordinary, portrait, surround, noSound, silent, indexFirst] = await Promise.all([
    makeMaster(at('ordinary.mp4')),
    makeMaster(at('portrait.mp4'), { width: 182, height: 322 }),
    makeMaster(at('surround.mp4'), { channels: 6 }),
    makeMaster(at('no-sound.mp4'), { channels: 0 }),
    makeMaster(at('silent.mp4'), { silent: true }),
    makeMaster(at('index-first.mp4'), { indexFirst: true, seconds: 6 }),
  ]);
  const soundOnly = at('sound-only.mp4');
  await run(findPrograms().ffmpeg, ['-v', 'error', '-y', '-i', ordinary, '-vn', '-c', 'copy', soundOnly]);
  const captioned = at('captioned.mp4');
  await writeFile(at('ko.srt'), '1\n00:00:00,500 --> 00:00:01,500\n안녕하세요\n');
  await writeFile(at('en.srt'), '1\n00:00:00,500 --> 00:00:01,500\nHello\n');
  await run(findPrograms().ffmpeg, [
    ...['-v', 'error', '-y', '-i', ordinary, '-i', at('ko.srt'), '-i', at('en.srt')],
    ...['-map', '0', '-map', '1', '-map', '2', '-c', 'copy', '-c:s', 'mov_text'],
    ...['-metadata:s:s:0', 'language=kor', '-metadata:s:s:1', 'language=eng', captioned],
  ]);
  const dubbed = at('dubbed.mp4');
  await run(findPrograms().ffmpeg, [
    ...['-v', 'error', '-y', '-i', ordinary, '-i', ordinary, '-map', '0', '-map', '1:a', '-c', 'copy'],
    ...['-metadata:s:a:0', 'language=kor', '-metadata:s:a:1', 'language=eng', dubbed],
  ]);
  const notVideo = at('not-video.mp4');
  await writeFile(notVideo, Buffer.from('%PDF-1.7 this is a contract, not a film\n'.repeat(500)));
  const playlist = at('playlist.mp4');
  await writeFile(playlist, '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n/etc/passwd\n#EXT-X-ENDLIST\n');
  const picture = at('picture.mp4');
  await run(findPrograms().ffmpeg, [
    '-v',
    'error',
    '-y',
    '-i',
    ordinary,
    '-frames:v',
    '1',
    '-f',
    'image2',
    picture,
  ]);
  return {
    ordinary,
    portrait,
    surround,
    noSound,
    silent,
    soundOnly,
    captioned,
    dubbed,
    notVideo,
    playlist,
    picture,
    tooShort: await makeMaster(at('too-short.mp4'), { seconds: 0.5 }),
    cutBeforeIndex: await cutOff(ordinary, at('cut-before-index.mp4'), 0.5),
    cutAfterIndex: await cutOff(indexFirst, at('cut-after-index.mp4'), 0.5),
  };
}

/** The size of a file in bytes. */
export const sizeOf = async (path: string) => (await stat(path)).size;
