/**
 * Which renditions a master gets. A rung is a 16:9 box (turned for portrait) that the picture must fit in; nothing is
 * ever made larger than the master, and the best rendition is the master's own size up to 1080p.
 */
import type { VideoStream } from './probe.ts';

export interface Rendition {
  /** Folder and file name, e.g. `v720`. */
  name: string;
  width: number;
  height: number;
  /** The most this rendition may take on average over the buffer; quality decides below that. */
  maxrateKbps: number;
}

/** A key frame every this many seconds, at the same instants in all renditions, so that players can change between them. */
export const keyFrameSeconds = 2;
export const segmentSeconds = 4;

const boxes = [
  [1920, 1080],
  [1280, 720],
  [854, 480],
  [640, 360],
  [426, 240],
] as const;

const even = (length: number) => Math.max(2, Math.round(length / 2) * 2);

/** 5 Mbit/s for 1080p at 30 frames a second; a smaller picture needs more bits a pixel, more frames need fewer bits a frame. */
function maxrateFor(pixels: number, framesPerSecond: number): number {
  const size = (pixels / (1920 * 1080)) ** 0.75;
  const rate = Math.sqrt(Math.max(1, Math.min(framesPerSecond, 60) / 30));
  return Math.max(150, Math.round((5000 * size * rate) / 10) * 10);
}

/** The frame rate that renditions are made at: the master's, halved until it is at most 60. */
export function renditionFrameRate([numerator, denominator]: readonly [number, number]): readonly [
  number,
  number,
] {
  let divisor = denominator;
  while (numerator / divisor > 60.01) divisor *= 2;
  return [numerator, divisor];
}

/** The renditions for a picture, best first. */
export function ladderFor(video: Pick<VideoStream, 'width' | 'height' | 'frameRate'>): Rendition[] {
  const { width, height } = video;
  const [numerator, denominator] = renditionFrameRate(video.frameRate);
  const renditions: Rendition[] = [];
  for (const [long, short] of boxes) {
    const [boxWidth, boxHeight] = width >= height ? [long, short] : [short, long];
    const scale = Math.min(1, boxWidth / width, boxHeight / height);
    const made = { width: even(width * scale), height: even(height * scale) };
    const above = renditions.at(-1);
    // A rung hardly smaller than the one above would cost an encode and help nobody.
    if (above && made.width * made.height > 0.75 * above.width * above.height) continue;
    // A very thin picture: the shorter side cannot become smaller.
    if (above && (made.width === above.width || made.height === above.height)) continue;
    const pixels = made.width * made.height;
    renditions.push({
      name: `v${made.height}`,
      ...made,
      maxrateKbps: maxrateFor(pixels, numerator / denominator),
    });
  }
  return renditions;
}
