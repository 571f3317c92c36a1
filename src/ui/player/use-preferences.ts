import { useCallback, useState } from 'react';
import { type Preferences, readPreferences, writePreferences } from './preferences.ts';

/** The viewer's preferences, and a function that changes some of them and stores them. */
export function usePreferences(language: string) {
  const [preferences, setPreferences] = useState<Preferences>(() => readPreferences(language));
  const change = useCallback((part: Partial<Preferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...part };
      writePreferences(after);
      return after;
    });
  }, []);
  return [preferences, change] as const;
}
