import { type CaptionStyle, defaultCaptionStyle } from '../../contract/caption-style.ts';
import type { AudioKind } from './engine.ts';

/** How someone likes to watch on this device: stored between films. */
export interface Preferences {
  volume: number;
  muted: boolean;
  /** The chosen audio; null until one is chosen: each film starts with its own. */
  audio: { language: string; kind: AudioKind } | null;
  /** The language of the captions, or null when they are off. */
  captions: string | null;
  captionStyle: CaptionStyle;
  /** Whether keys of one letter or digit operate the player. */
  letterKeys: boolean;
}
const key = 'maru.player';

/** The stored preferences, completed with the usual ones. `language` is the first choice of captions. */
export function readPreferences(language: string): Preferences {
  const usual: Preferences = {
    volume: 1,
    muted: false,
    audio: null,
    captions: language,
    captionStyle: defaultCaptionStyle,
    letterKeys: true,
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
