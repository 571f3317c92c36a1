/** The look of captions: the choices that 47 CFR 79.103(e) requires. Without zod, for the player. */
export const captionColors = ['white', 'yellow', 'green', 'cyan', 'blue', 'magenta', 'red', 'black'] as const;
export type CaptionColor = (typeof captionColors)[number];

export const captionFonts = [
  'sans',
  'serif',
  'mono_sans',
  'mono_serif',
  'casual',
  'cursive',
  'small_caps',
] as const;
export type CaptionFont = (typeof captionFonts)[number];

export const captionEdges = ['none', 'raised', 'depressed', 'uniform', 'shadow'] as const;
export type CaptionEdge = (typeof captionEdges)[number];

/** In percent of the usual size. */
export const captionSizes = [50, 75, 100, 135, 170, 200] as const;
/** In percent; 0 is invisible. */
export const captionOpacities = [0, 25, 50, 75, 100] as const;
/** Text stays legible: it is never invisible. */
export const captionTextOpacities = [25, 50, 75, 100] as const;

export interface CaptionStyle {
  size: (typeof captionSizes)[number];
  font: CaptionFont;
  color: CaptionColor;
  opacity: (typeof captionTextOpacities)[number];
  edge: CaptionEdge;
  /** The ground of each line. */
  background: CaptionColor;
  background_opacity: (typeof captionOpacities)[number];
  /** The box around all lines. */
  window: CaptionColor;
  window_opacity: (typeof captionOpacities)[number];
}

export const defaultCaptionStyle: CaptionStyle = {
  size: 100,
  font: 'sans',
  color: 'white',
  opacity: 100,
  edge: 'none',
  background: 'black',
  background_opacity: 50,
  window: 'black',
  window_opacity: 0,
};
