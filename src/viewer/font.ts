/**
 * The product's font: 90 files, each for some letters. On a first visit they come over the line while a page from the server is being
 * read; that page stays as it came, and the next one has the font.
 */
import sheetAddress from '../ui/fonts.css?url';

const family = 'Pretendard Variable';

/** The font's sheet, which counts for nothing yet: one that counts has the browser lay out anew what is there. */
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
  // Only what was read to its end is kept.
  await answer.arrayBuffer();
}

const lettersOf = (page: Element) => [...new Set(page.textContent)];

/** Brings the files for the letters of a page into the browser's store, and answers what has the font used from then on. */
export async function fetchFont(page: Element): Promise<() => Promise<void>> {
  const link = await fetchSheet();
  const letters = new Set(lettersOf(page).map((letter) => letter.codePointAt(0) ?? 0));
  const faces = [...(link.sheet?.cssRules ?? [])].filter(
    (rule): rule is CSSFontFaceRule =>
      rule instanceof CSSFontFaceRule && covers(rule.style.getPropertyValue('unicode-range'), letters),
  );
  // As files alone: a face would be read and checked before anybody uses it. One by one: asked for together, they kept a phone from answering.
  for (const { style } of faces)
    await fetchFile(fileOf(style.getPropertyValue('src'))).catch(() => undefined);
  return async () => {
    link.media = 'all';
    // Used before all files are there, the page would be laid out once a file.
    await document.fonts.load(`16px "${family}"`, lettersOf(page).join('')).catch(() => undefined);
    document.documentElement.dataset.font = '';
  };
}
