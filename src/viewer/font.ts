/**
 * The product's font: 90 files, each for some letters. On a first visit they are fetched while the viewer reads the
 * server-rendered page in a font of the device, which `theme.css` scales to the width of the product's font.
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

/** Two fonts whose widths of a text differ by less than this part break its lines at the same places, nearly always. */
const maxDifference = 0.02;
const maxMeasured = 2_000;

/** Whether a text is about as wide in the product's font as in the font that shows it now. */
function fits(text: string): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return false;
  const widthIn = (families: string) => {
    context.font = `16px ${families}`;
    return context.measureText(text.slice(0, maxMeasured)).width;
  };
  const shown = getComputedStyle(document.documentElement).fontFamily;
  const ratio = widthIn(`"${family}", ${shown}`) / widthIn(shown);
  return Math.abs(ratio - 1) < maxDifference;
}

/**
 * Fetches the files for the letters of a page into the browser's cache. Returns a function that applies the font. Where its
 * width differs from that of the font that shows the page, it waits for `nextPage` first: the page would move.
 */
export async function fetchFont(page: Element): Promise<(nextPage?: Promise<void>) => Promise<void>> {
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
  return async (nextPage) => {
    link.media = 'all';
    // The font is applied when all files are loaded: otherwise each file would cause a layout of the page.
    await document.fonts.load(`16px "${family}"`, lettersOf(page).join('')).catch(() => undefined);
    if (nextPage && !fits(page.textContent)) await nextPage;
    document.documentElement.dataset.font = '';
  };
}
