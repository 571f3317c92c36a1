/** Codes of gifts and of links to pay by: sixteen letters and digits, in groups of four where people see them. */
const length = 16;

/** What is typed so far, as a code is written: case, spaces and hyphens do not matter. */
export function formatGiftCode(typed: string): string {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, length);
  return letters.match(/.{1,4}/g)?.join('-') ?? '';
}

/** Whether it may be such a code; what is taken for another letter or digit stands in none. */
export const isGiftCode = (typed: string): boolean =>
  /^([A-HJKMNP-Z2-9]{4}-){3}[A-HJKMNP-Z2-9]{4}$/.test(formatGiftCode(typed));
