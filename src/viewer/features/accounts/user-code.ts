/** The code that a television shows, as it is being typed. */

/** Formats what is typed so far: eight capital letters with a hyphen in the middle. */
export function formatUserCode(typed: string): string {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}
