/** The letters that titles are filtered by: which there are in each language, and which one a title has. */
import type { Locale } from './errors.ts';

const leads = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const single: Record<string, string> = { ㄲ: 'ㄱ', ㄸ: 'ㄷ', ㅃ: 'ㅂ', ㅆ: 'ㅅ', ㅉ: 'ㅈ' };
const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
/** Syllables that begin with the same consonant. */
const syllablesOfLead = 588;

/** The filter's keys: initial consonants in Korean, doubled ones with their single, and A to Z in English. */
export const filterLetters: Record<Locale, readonly string[]> = {
  ko: [...leads].filter((letter) => !(letter in single)),
  en: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
};

/** The key of everything whose first letter is not among the others: digits, and the other language's letters. */
export const otherLetter = 'etc';

/**
 * The filter key of a title: its first letter or digit counts, so that a quotation mark before it does not. What has no
 * key of its own is `etc`.
 */
export function letterOf(title: string, locale: Locale): string {
  const [first] = /[\p{L}\p{N}]/u.exec(title.normalize('NFC')) ?? [];
  if (first === undefined) return otherLetter;
  const letter = locale === 'ko' ? leadOf(first) : latinOf(first);
  return filterLetters[locale].includes(letter) ? letter : otherLetter;
}

function leadOf(first: string): string {
  const code = first.charCodeAt(0);
  const lead =
    code >= firstSyllable && code <= lastSyllable
      ? leads.charAt(Math.floor((code - firstSyllable) / syllablesOfLead))
      : first;
  return single[lead] ?? lead;
}

/** É is filed under E. */
const latinOf = (first: string) => first.normalize('NFD').charAt(0).toUpperCase();
