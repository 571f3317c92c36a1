import { imageWidths } from '../../../contract/images.ts';
import type { Image } from '../../../contract/wire.ts';

/** The address of a picture that the player shows before the first frame. */
export const posterAddress = (image: Image | null): string | null =>
  image && `${image.url}/${imageWidths.landscape[2]}.webp`;
