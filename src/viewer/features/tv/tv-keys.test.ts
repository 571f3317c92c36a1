import { disassemble } from 'es-hangul';
import { describe, expect, test } from 'vitest';
import { deleteKey, digits, letterRows, type Typed, typeKey } from './tv-keys.ts';

const empty: Typed = { text: '', composing: false };
const typed = (keys: string, from = empty) => [...keys].reduce(typeKey, from);
/** The texts after each of several presses of Delete. */
const deleted = (from: Typed, times: number) => {
  const texts: string[] = [];
  for (let at = from; texts.length < times; texts.push(at.text)) at = deleteKey(at);
  return texts;
};

describe('the keys of a television', () => {
  test.each([
    ['ㄷㅡㄹㅏㅁㅏ', '드라마'],
    ['ㅂㅏㅁㅂㅏㄷㅏ', '밤바다'],
    ['ㄲㅗㅊㅂㅗㄷㅏ ㄴㅏㅁㅈㅏ', '꽃보다 남자'],
    ['ㄱㅗㅏㄱㅓ', '과거'],
    ['ㅇㅡㅣㅅㅏ', '의사'],
    ['ㅇㅗㅐ', '왜'],
    ['ㅇㅜㅔㄹ', '웰'],
    ['ㄱㅏㅂㅅ', '값'],
    ['ㄱㅏㅂㅅㅣ', '갑시'],
    ['ㄷㅏㄹㄱㅇㅣ', '닭이'],
    ['ㅇㅣㅆㄷㅏ', '있다'],
    ['ㅇㅏㄸㅏ', '아따'],
    ['ㄷㅗㄲㅐㅂㅣ', '도깨비'],
    ['ㅇㅖㅅㅜㄹ', '예술'],
    ['ㅇㅑㅒ', '야ㅒ'],
  ])('%s write %s', (keys, text) => {
    expect(typed(keys).text).toBe(text);
  });

  test('leave initial consonants apart, which the search finds titles by', () => {
    expect(typed('ㄱㅅㄷㅂㄱㄱ').text).toBe('ㄱㅅㄷㅂㄱㄱ');
  });

  test('write Latin letters, digits and spaces between Hangul as they are', () => {
    expect(typed('ㅌㅣmovie 24ㅎㅘ').text).toBe('티movie 24화');
    expect(typed('ㅏ', typed('a')).text).toBe('aㅏ');
  });

  test('join the text that was in the field before', () => {
    expect(typed('ㄴ', { text: '가', composing: false }).text).toBe('간');
    expect(typed('ㅏ', { text: 'ㄳ', composing: false }).text).toBe('ㄱ사');
  });

  test('take a letter back from the syllable that is being written, then whole syllables', () => {
    expect(deleted(typed('ㄱㅗㅏㅂㅅ'), 5)).toEqual(['괍', '과', '고', 'ㄱ', '']);
    expect(deleted(typed('ㄷㅡㄹㅏㅁㅏ'), 5)).toEqual(['드라ㅁ', '드라', '드', '', '']);
    expect(deleted(typed('ㄱㅏ1'), 3)).toEqual(['가', '', '']);
  });

  test('take a whole character back from a text that they have not written', () => {
    expect(deleted({ text: '값😀', composing: false }, 2)).toEqual(['값', '']);
  });

  test('contain every letter of both layouts once', () => {
    const hangul = letterRows.hangul.join('');
    expect(new Set(hangul).size).toBe(hangul.length);
    // Every syllable of the script can be written.
    for (let code = 0xac00; code <= 0xd7a3; code += 1) {
      const syllable = String.fromCharCode(code);
      const keys = disassemble(syllable);
      if (![...keys].every((key) => hangul.includes(key))) throw new Error(syllable);
      if (typed(keys).text !== syllable) throw new Error(`${keys} writes ${typed(keys).text}`);
    }
    expect(letterRows.latin.join('')).toBe('abcdefghijklmnopqrstuvwxyz');
    expect([...digits].sort().join('')).toBe('0123456789');
  });
});
