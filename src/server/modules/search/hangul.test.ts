import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formsOf, queryFormsOf } from './forms.ts';
import {
  composeHangul,
  foldRoman,
  initialsOf,
  romanise,
  romaniseName,
  typedInHangul,
  typedInLatin,
} from './hangul.ts';
import { lookups, nearest, shortened, slips } from './spelling.ts';

describe('Korean in Latin letters', () => {
  test.each([
    ['묵호', 'mukho'],
    ['집현전', 'jiphyeonjeon'],
    ['꽃잎', 'kkonnip'],
    ['솜이불', 'somnibul'],
    ['김연아', 'gimyeona'],
    ['한라산', 'hallasan'],
    ['독립문', 'dongnimmun'],
    ['같이', 'gachi'],
    ['한양', 'hanyang'],
    ['깻잎 김치', 'kkaennip gimchi'],
  ])('%s is %s', (korean, latin) => expect(romanise(korean)).toBe(latin));

  test.each([
    'Kim Gim',
    'Park Bak Pak',
    'Choi Choe',
    'Yoon Yun',
    'Jung Jeong Chung Cheong',
    'Shin Sin',
    'Woo U',
    'Seo Suh',
    'Heo Hur Huh',
    'Kwak Gwak',
    'Ahn An',
    'Hyun Hyeon',
    'Kyung Gyeong',
    'Young Yeong',
    'Baek Paik',
    'Sunwoo Seonu',
    'Namkoong Namgung',
    'Lee Li Rhee Ri',
    'Yi I',
  ])('%s fold to the same', (names) => {
    expect(new Set(names.split(' ').map(foldRoman)).size).toBe(1);
  });

  test('a surname brings its other ways, before and after the given name', () => {
    expect(romaniseName('이윤슬')).toEqual(['i yunseul', 'yunseul i', 'li yunseul', 'yunseul li']);
    expect(romaniseName('남궁율리')).toEqual(['namgung yulri', 'yulri namgung']);
  });
});

describe('the other keyboard layout', () => {
  test('is read in both directions, and only where it gives words', () => {
    expect(typedInLatin('dudghk')).toEqual(['영화']);
    expect(typedInLatin('Emdeo')).toEqual(['뜽대', '등대']);
    expect(typedInLatin('love')).toEqual([]);
    expect(typedInLatin('A Horn in the Fog')).toEqual([]);
    expect(typedInHangul('겨ㅜㅜㅑㅜㅎ')).toEqual(['running']);
    expect(typedInHangul('KBS 뉴스')).toEqual([]);
  });
});

describe('forms', () => {
  test('do not depend on how Hangul is put together', () => {
    for (const text of ['등대에서 온 편지', '값 ㄱㅏㅂㅅ', 'ㄷㄷㅇㅅ', '한ㄱ']) {
      expect(queryFormsOf(text.normalize('NFD'))).toEqual(queryFormsOf(text));
    }
    expect(composeHangul('\u1103\u1103')).toBe('ㄷㄷ');
    expect(initialsOf('꽃잎 3')).toBe('ㄱㅇ 3');
  });

  test('hold words and whole names', () => {
    expect(formsOf({ ko: ['달의 딸'], en: ['The Moon’s Half-Price É'] })).toEqual({
      names:
        ' ㄷㅏㄹㅇㅡㅣ ㄸㅏㄹ the moons half price halfprice e =ㄷㅏㄹㅇㅡㅣㄸㅏㄹ= =themoonshalfpricee= ',
      wholeNames: ['ㄷㅏㄹㅇㅡㅣㄸㅏㄹ', 'themoonshalfpricee'],
      initials: ' ㄷㅇ ㄷ =ㄷㅇㄷ= ',
      roman: ' tali tal =talital= ~darui ~ttal ~dalui ',
    });
  });

  test('of anything at all are letters and digits, so that nothing in them is a wildcard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { typed, initials, otherLayout, roman } = queryFormsOf(text);
        for (const { whole, words } of [
          typed,
          ...(initials ? [initials] : []),
          ...otherLayout,
          ...(roman ? [roman] : []),
        ]) {
          for (const form of [whole, ...words]) expect(form).toMatch(/^[\p{L}\p{N}]*$/u);
        }
        formsOf({ ko: [text], en: [text], person: true });
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Zㄱ-ㅣ가-힣ᄀ-ᇂ '.-]{0,20}$/u), (text) => {
        queryFormsOf(text);
        formsOf({ ko: [text], en: [text], person: true });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('spelling', () => {
  test('counts what was left out, added, changed and swapped', () => {
    expect(slips('paino', 'piano')).toBe(1);
    expect(slips('lighthose', 'lighthouse')).toBe(1);
    expect(slips('kimchee', 'kimchi')).toBe(2);
    expect(slips('same', 'same')).toBe(0);
  });

  test('looks words up by what is left of both', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{5,12}$/),
        fc.nat(20),
        fc.constantFrom('x', ''),
        (word, at, letter) => {
          const place = at % word.length;
          const wrong = word.slice(0, place) + letter + word.slice(place + 1);
          expect(lookups(wrong).some((left) => shortened(word).includes(left))).toBe(true);
        },
      ),
    );
    const known = ['piano', 'plano', 'pinto', 'pianos'].map((word) => ({ word, used: 1 }));
    expect(nearest('paino', known)).toEqual(['piano']);
  });
});
