/** Finds words that differ by one or two typing errors: they are equal after letters are removed. */
import { must } from '../../must.ts';

/** A shorter word is similar to too many others. */
export const minCorrectedLength = 4;
/** A longer text is no word: it would be looked up by thousands of spellings. */
export const maxCorrectedLength = 24;
/** From this length on two errors are tolerated. */
const forgivesTwo = 8;

/** The word itself, and the word with each single letter removed. */
export function shortened(word: string): string[] {
  const out = new Set([word]);
  for (let at = 0; at < word.length; at += 1) out.add(word.slice(0, at) + word.slice(at + 1));
  return [...out];
}

/** The forms by which a query's word is looked up: long words may lose two letters. */
export function lookups(word: string): string[] {
  const once = shortened(word);
  return word.length < forgivesTwo ? once : [...new Set(once.flatMap(shortened))];
}

/**
 * The slips between two words: letters left out, added, changed or swapped with their neighbour (Damerau and
 * Levenshtein's distance, each part changed once).
 */
export const slips = (a: string, b: string): number =>
  must(slipsToBeginnings(a, b)[b.length], 'number of slips');

/** The slips between a word and each beginning of another, by the beginning's length. */
function slipsToBeginnings(a: string, b: string): number[] {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => must(rows[i]?.[j], 'number of slips');
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(i - 2, j - 2) + 1);
      }
      row.push(least);
    }
  }
  return must(rows[a.length], 'row of slips');
}

/** One slip is tolerated in this many letters of a query. */
const lettersPerSlip = 4;

/**
 * Whether a stored form (`forms.ts`) has a place where a query without spaces begins with few slips: a whole name, or a word and
 * the words after it. Trigrams alone also find names that share letters with the query by chance.
 */
export function isMeant(query: string, form: string): boolean {
  const most = Math.floor(query.length / lettersPerSlip);
  const [words = '', ...names] = form.split('=');
  const all = words.split(' ').filter(Boolean);
  const places = [
    ...names.filter((name) => /^[^ ~]+$/.test(name)),
    ...all.map((_, at) => all.slice(at).join('')),
  ];
  return places.some(
    (place) => Math.min(...slipsToBeginnings(query, place.slice(0, query.length + most))) <= most,
  );
}

/** The known words that a mistyped one may have been meant as, nearest first; equally near, the more used one first. */
export function nearest(word: string, known: { word: string; used: number }[]): string[] {
  const most = word.length < forgivesTwo ? 1 : 2;
  return known
    .map((own) => ({ ...own, far: slips(word, own.word) }))
    .filter(({ far }) => far > 0 && far <= most)
    .sort(
      (a, b) =>
        a.far - b.far || Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]) || b.used - a.used,
    )
    .map((own) => own.word);
}
