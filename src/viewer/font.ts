/**
 * The product's font: 90 files, each for some letters. On a first visit they are fetched while the viewer reads the
 * server-rendered page. That page keeps the device's font; the next page uses the product's font.
 */
import sheetAddress from '../ui/fonts.css?url';

const family = 'Pretendard Variable';

/** Loads the font's style sheet without applying it: applying it would make the browser lay out the current page again. */
async function fetchSheet(): Promise<HTMLLinkElement> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.media = 'not all';
  link.href = sheetAddress;
  const come = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
  });
  document.head.append(link);
  await come;
  return link;
}

/** Whether a face is for one of these letters. `range`: as a style sheet has it, `U+20-7E, U+AC00`. */
export function covers(range: string, letters: ReadonlySet<number>): boolean {
  return range.split(',').some((part) => {
    const [from = '', until = from] = part.trim().slice(2).split('-');
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(until, 16)];
    if (first === last) return letters.has(first);
    for (const letter of letters) if (letter >= first && letter <= last) return true;
    return false;
  });
}

/** The address in a face's `src`: `url("/assets/…") format("woff2")`. */
export const fileOf = (src: string): string => /url\("?([^")]+)/.exec(src)?.[1] ?? '';

async function fetchFile(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'low' });
  // The browser caches only a response that was read to its end.
  await answer.arrayBuffer();
}

const lettersOf = (page: Element) => [...new Set(page.textContent)];

/** Fetches the files for the letters of a page into the browser's cache. Returns a function that applies the font. */
export async function fetchFont(page: Element): Promise<() => Promise<void>> {
  const link = await fetchSheet();
  const letters = new Set(lettersOf(page).map((letter) => letter.codePointAt(0) ?? 0));
  const faces = [...(link.sheet?.cssRules ?? [])].filter(
    (rule): rule is CSSFontFaceRule =>
      rule instanceof CSSFontFaceRule && covers(rule.style.getPropertyValue('unicode-range'), letters),
  );
  // Fetched as plain files: the browser would parse and check a font face before it is used. Fetched one by one: parallel
  // requests made a phone unresponsive.
  for (const { style } of faces)
    await fetchFile(fileOf(style.getPropertyValue('src'))).catch(() => undefined);
  return async () => {
    link.media = 'all';
    // The font is applied when all files are loaded: otherwise each file would cause a layout of the page.
    await document.fonts.load(`16px "${family}"`, lettersOf(page).join('')).catch(() => undefined);
    document.documentElement.dataset.font = '';
  };
}
