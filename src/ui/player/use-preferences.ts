import { useCallback, useState } from 'react';
import type { CaptionStyle } from '../../contract/caption-style.ts';
import { type Preferences, readPreferences, writePreferences } from './preferences.ts';

/**
 * The viewer's preferences, and a function that changes some of them and stores them. `captionStyle`: the profile's, which
 * replaces the device's.
 */
export function usePreferences(language: string, captionStyle: CaptionStyle | null = null) {
  const [preferences, setPreferences] = useState<Preferences>(() => {
    const stored = readPreferences(language);
    return captionStyle ? { ...stored, captionStyle } : stored;
  });
  const change = useCallback((part: Partial<Preferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...part };
      writePreferences(after);
      return after;
    });
  }, []);
  return [preferences, change] as const;
}
