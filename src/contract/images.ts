/** The widths, in CSS-independent pixels, in which each kind of artwork is kept, as AVIF and as WebP. */
export const imageWidths = {
  portrait: [160, 320, 480],
  landscape: [240, 480, 800],
  banner: [640, 1280, 1920],
  avatar: [96, 192],
  icon: [48, 96, 192],
  logo: [175, 350],
} as const;
export type ImageKind = keyof typeof imageWidths;

/** Width ÷ height of each kind. */
export const imageRatio: Record<ImageKind, number> = {
  portrait: 2 / 3,
  landscape: 16 / 9,
  banner: 16 / 9,
  avatar: 1,
  icon: 1,
  logo: 350 / 197,
};

/** Kinds of which an image must have exactly this size. Images of other kinds are cut. */
export const exactImageSize: Partial<Record<ImageKind, { width: number; height: number }>> = {
  logo: { width: 350, height: 197 },
};

/** How large the file of a picture may be. */
export const maxImageBytes = 20 * 2 ** 20;
