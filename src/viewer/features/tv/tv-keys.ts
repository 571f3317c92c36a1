/** The keys of a television's keyboard, and the text that they write. */
import { assemble, removeLastCharacter } from 'es-hangul';

export type KeyLayout = 'hangul' | 'latin';

/** Rows of letters. Delete follows the last letter. ㅘ, ㅝ and the like are written as ㅗ and ㅏ, as on every Korean keyboard. */
export const letterRows: Record<KeyLayout, readonly string[]> = {
  hangul: ['ㄱㄴㄷㄹㅁㅂㅅ', 'ㅇㅈㅊㅋㅌㅍㅎ', 'ㅏㅑㅓㅕㅗㅛㅜ', 'ㅠㅡㅣㅐㅒㅔㅖ', 'ㄲㄸㅃㅆㅉ'],
  latin: ['abcdefg', 'hijklmn', 'opqrstu', 'vwxyz'],
};
export const digits = '1234567890';

/** The text in the field. `composing`: its last syllable is being written by these keys, so Delete removes a single letter of it. */
export interface Typed {
  text: string;
  composing: boolean;
}

const isHangul = (letter: string) => /^[ㄱ-ㅣ가-힣]$/u.test(letter);
const isLetter = (letter: string) => /^[ㄱ-ㅣ]$/u.test(letter);

/** The text after a key. A Hangul letter joins the syllable before it where the two-set keyboard joins them. */
export function typeKey({ text }: Typed, key: string): Typed {
  const last = text.slice(-1);
  if (!isLetter(key)) return { text: text + key, composing: false };
  const joined = isHangul(last) ? assemble([last, key]) : last + key;
  return { text: text.slice(0, -1) + joined, composing: true };
}

/** The text after Delete: without the last letter of the syllable that is being written, else without the last character. */
export function deleteKey({ text, composing }: Typed): Typed {
  const last = [...text].at(-1);
  if (last === undefined) return { text: '', composing: false };
  const rest = text.slice(0, -last.length);
  const left = composing && isHangul(last) ? removeLastCharacter(last) : '';
  return { text: rest + left, composing: left !== '' };
}
