import { describe, expect, test } from 'vitest';
import { filterLetters, letterOf } from '../src/contract/letters.ts';

describe('the letter of a title', () => {
  test.each([
    ['가을 편지', 'ㄱ'],
    ['까치의 노래', 'ㄱ'],
    ['똑똑한 하루', 'ㄷ'],
    ['빵집의 밤', 'ㅂ'],
    ['쌍둥이', 'ㅅ'],
    ['짜장면 한 그릇', 'ㅈ'],
    ['나룻배', 'ㄴ'],
    ['힣', 'ㅎ'],
    ['ㅋㅋ 클럽', 'ㅋ'],
    ['ㄲㄲ', 'ㄱ'],
    ['‘달’이 뜨면', 'ㄷ'],
    ['[특집] 바다', 'ㅌ'],
    ['가을 편지'.normalize('NFD'), 'ㄱ'],
    ['1988년의 골목', 'etc'],
    ['SF 극장', 'etc'],
    ['ㅏ 하면 어', 'etc'],
    ['…', 'etc'],
    ['', 'etc'],
  ])('%s stands under %s in Korean', (title, letter) => expect(letterOf(title, 'ko')).toBe(letter));

  test.each([
    ['Letters from the Lighthouse', 'L'],
    ['“quoted”', 'Q'],
    ['éclair', 'E'],
    ['the Thirteenth Witness', 'T'],
    ['24 Hours', 'etc'],
    ['가을', 'etc'],
    ['ß-side', 'etc'],
    ['👻 Ghost', 'G'],
  ])('%s stands under %s in English', (title, letter) => expect(letterOf(title, 'en')).toBe(letter));

  test('there are fourteen in Korean and twenty-six in English', () => {
    expect(filterLetters.ko.join('')).toBe('ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ');
    expect(filterLetters.en).toHaveLength(26);
  });
});
