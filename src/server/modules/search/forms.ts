/**
 * The forms in which names are stored for searching, and the forms of a query that are compared with them. Every form is lower
 * case, letters and digits only. A stored form is a text of words between spaces and of whole names, run together, between `=`: `
 * night sea =nightsea= `. So one index answers whole, beginning, word beginning and part. A folded form contains the unfolded
 * words too, behind a `~`.
 */
import {
  composeHangul,
  foldInitial,
  foldRoman,
  initialsOf,
  isInitial,
  lettersOf,
  romanise,
  romaniseName,
  romaniseSyllables,
  typedInHangul,
  typedInLatin,
} from './hangul.ts';

/** Raised whenever the forms change: documents of another version are made again. */
export const formsVersion = 1;

/** All names of a document's target. */
export interface Names {
  ko: string[];
  en: string[];
  /** The Korean names are those of a person, with the surname first. */
  person?: boolean;
}

interface NameForms {
  /** Words and whole names in letters as typed. */
  names: string;
  wholeNames: string[];
  /** Initial consonants of the Korean names. */
  initials: string;
  /** Latin letters of the Korean names, folded. */
  roman: string;
}

/** Of longer names only the beginning can be searched. */
const maxNameLength = 200;

/** Lower case, Hangul composed, wide letters narrowed, accents removed from Latin letters. */
function plain(text: string): string {
  return composeHangul(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .toLowerCase()
    .replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (accented) => accented.normalize('NFD').replace(/\p{M}+/gu, ''))
    .replace(/['’ʼ`]/g, '');
}

const unsearchable = /[^\p{L}\p{N}]+/gu;
/** A text with its spaces and punctuation left out. */
const runTogether = (text: string) => text.replace(unsearchable, '');

/** The words of a text. A word with hyphens is split, and also included as a whole: `yun`, `seul`, `yunseul`. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(?<=\p{L})\.(?=\p{L}\.|\p{L}(\s|$))/gu, '')
    .split(/\s+/)
    .flatMap((token) => {
      const parts = token.split(unsearchable).filter(Boolean);
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    });
}

/** Words and names as one text. */
function keep(words: string[], names: string[]): string {
  const whole = [...new Set(names.filter(Boolean))];
  if (whole.length === 0) return '';
  return ` ${[...new Set(words.filter(Boolean))].join(' ')} =${whole.join('= =')}= `;
}

/** The stored forms of a document's names. */
export function formsOf({ ko, en, person }: Names): NameForms {
  const short = (names: string[]) => names.map((name) => plain(name.slice(0, maxNameLength)));
  const korean = short(ko);
  const both = [...korean, ...short(en)];
  const hangul = korean.filter((name) => /[가-힣]/u.test(name));
  const ways = hangul.flatMap((name) =>
    person ? romaniseName(name) : [romanise(name), romaniseSyllables(name)],
  );
  const wholeNames = [...new Set(both.map((name) => lettersOf(runTogether(name))).filter(Boolean))];
  return {
    names: keep(both.flatMap(wordsOf).map(lettersOf), wholeNames),
    wholeNames,
    initials: keep(
      hangul.flatMap(wordsOf).map(initialsOf),
      hangul.map((name) => initialsOf(runTogether(name))),
    ),
    roman:
      keep(
        ways.flatMap(wordsOf).map(foldRoman),
        ways.map((way) => foldRoman(runTogether(way))),
      ) + [...new Set(ways.flatMap(wordsOf))].map((word) => `~${word} `).join(''),
  };
}

/** A search term in one form: a name, whole or in part, and its words. */
export interface Wanted {
  whole: string;
  words: string[];
}

/** A query in each form that is useful for it. */
export interface QueryForms {
  /** The query as typed. Empty when it contains nothing searchable. */
  typed: Wanted;
  /**
   * For a query with lone consonants that more follows: its initials and, where it contains syllables, the letters that a name
   * must have in their places. A lone consonant at the end is just the beginning of a syllable.
   */
  initials: (Wanted & { pattern: string | undefined }) | undefined;
  /** The text that the same keys give on the other keyboard layout, and its forms. */
  otherLayout: (Wanted & { text: string })[];
  /** The query by sound: in Latin letters and folded; `spelt` is the unfolded spelling. */
  roman: (Wanted & { spelt: string[] }) | undefined;
}

/** Only the first words of a query are searched. */
const maxWords = 8;

const wantedOf = (text: string): Wanted => ({
  whole: lettersOf(runTogether(text)),
  words: text.split(unsearchable).filter(Boolean).slice(0, maxWords).map(lettersOf),
});

/** The forms of a query. */
export function queryFormsOf(query: string): QueryForms {
  const text = plain(query.slice(0, maxNameLength));
  const joined = runTogether(text);
  const latin = /[a-z]/.test(joined) && !/[ㄱ-ㅣ가-힣]/u.test(joined);
  const hangul = /^[가-힣\p{N}]+$/u.test(joined) && /[가-힣]/u.test(joined);
  const romanised = latin ? text : hangul ? romaniseSyllables(text) : '';
  const spoken = isPronounceable(runTogether(romanised)) ? romanised : undefined;
  return {
    typed: wantedOf(text),
    initials: [...joined].slice(0, -1).some(isInitial) ? initialsWanted(text, joined) : undefined,
    otherLayout: [...typedInLatin(query), ...typedInHangul(text)].map((other) => ({
      ...wantedOf(plain(other)),
      text: other,
    })),
    roman: spoken === undefined ? undefined : romanWanted(spoken),
  };
}

/**
 * Whether Latin letters can be the sound of a Korean word. Folding would reduce other texts to one or two letters that begin many
 * names: `zzzz` to `j`.
 */
const isPronounceable = (letters: string) => /[aeiouwy]/.test(letters) && !/(.)\1\1/.test(letters);

function romanWanted(text: string): Wanted & { spelt: string[] } {
  const spelt = text.split(unsearchable).filter(Boolean).slice(0, maxWords);
  return { whole: foldRoman(runTogether(text)), words: spelt.map(foldRoman), spelt };
}

function initialsWanted(text: string, joined: string): Wanted & { pattern: string | undefined } {
  return {
    whole: initialsOf(joined),
    words: text.split(unsearchable).filter(Boolean).slice(0, maxWords).map(initialsOf),
    pattern: /[가-힣]/u.test(joined) ? [...joined].map(letterPattern).join('') : undefined,
  };
}

/** A part of a regular expression over letters: a lone consonant matches any syllable that it begins. */
function letterPattern(letter: string): string {
  if (!isInitial(letter)) return lettersOf(letter);
  const plainOne = foldInitial(letter);
  const doubled = { ㄱ: 'ㄲ', ㄷ: 'ㄸ', ㅂ: 'ㅃ', ㅅ: 'ㅆ', ㅈ: 'ㅉ' }[plainOne] ?? '';
  return `[${plainOne}${doubled}][ㅏ-ㅣ]+[ㄱ-ㅎ]{0,2}`;
}
