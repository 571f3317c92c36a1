/** Every composition family by its name. */
import type { SceneName } from '../catalogue/types.ts';
import { botanical, faces, profile } from './scenes-figures.ts';
import { contours, mountains, road, sea, snow } from './scenes-land.ts';
import { bowls, dancheong, patchwork, space, stage, waves } from './scenes-pattern.ts';
import { alley, city, doorway, hanok, rain, stairs, windows } from './scenes-town.ts';
import type { Sheet } from './sheet.ts';

/** Draws one family on a sheet; the answer is what goes inside an SVG. */
export const scenes: Record<SceneName, (s: Sheet) => string> = {
  mountains,
  hanok,
  city,
  sea,
  alley,
  botanical,
  patchwork,
  dancheong,
  bowls,
  faces,
  contours,
  waves,
  windows,
  doorway,
  rain,
  road,
  stage,
  space,
  snow,
  stairs,
  profile,
};
