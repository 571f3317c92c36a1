/** Names inside an asset's package, and where packages and masters are in storage. */
import { createHash } from 'node:crypto';

export const storyboardFile = 'storyboard.vtt';
export const posterFile = 'poster.jpg';
export const previewFile = 'preview.mp4';

/** Everything of an asset that viewers may request lies below this; signatures cover it as a whole. */
export const packagePrefix = (assetId: string) => `packages/${assetId}`;

export const masterKey = (uploadId: string) => `masters/${uploadId}`;

/** A caption file is named after its content, so that a correction has a new address and no cache has to be invalidated. */
export function captionFile(language: string, vtt: string): string {
  return `captions/${language}-${createHash('sha256').update(vtt).digest('hex').slice(0, 12)}.vtt`;
}
