/** The code that a television shows, as it is being typed. */
import { lettersOf } from '../../../ui/masks.ts';

/** Formats what is typed so far: eight capital letters with a hyphen in the middle. No code has a digit. */
export function formatUserCode(typed: string): string {
  const letters = lettersOf(typed, 8).toUpperCase();
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
