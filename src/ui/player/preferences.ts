/** How someone likes to watch on this device: stored between films. */
export interface Preferences {
  volume: number;
  muted: boolean;
  /** The language of the captions, or null when they are off. */
  captions: string | null;
  captionSize: CaptionSize;
  captionBackground: CaptionBackground;
}
export const captionSizes = ['small', 'medium', 'large', 'huge'] as const;
export type CaptionSize = (typeof captionSizes)[number];
export const captionBackgrounds = ['none', 'half', 'full'] as const;
export type CaptionBackground = (typeof captionBackgrounds)[number];

const key = 'maru.player';

/** What was stored, completed with what is usual; `language` is the captions' first choice. */
export function readPreferences(language: string): Preferences {
  const usual: Preferences = {
    volume: 1,
    muted: false,
    captions: language,
    captionSize: 'medium',
    captionBackground: 'half',
  };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...usual, ...stored } : usual;
  } catch {
    return usual;
  }
}

export function writePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(preferences));
  } catch {
    // Where storage is forbidden, the choice lasts for this film only.
  }
}
