/** Hangul for searching: single letters, initial consonants, the other keyboard layout, Latin letters. */
import {
  convertHangulToQwerty,
  convertQwertyToHangul,
  disassemble,
  disassembleCompleteCharacter,
  romanize,
} from 'es-hangul';

const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const finals = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';

/** Whole syllables. */
export const syllables = /[가-힣]+/gu;
const isSyllable = (letter: string) => letter >= '가' && letter <= '힣';
/** A consonant that can begin a syllable, standing alone. */
export const isInitial = (letter: string): boolean => letter.length === 1 && initials.includes(letter);

/**
 * NFC, with every lone letter in the form that keyboards type. Some systems write letters in the form made for joining (U+1100
 * and on), which NFC leaves unchanged where nothing can be joined.
 */
export function composeHangul(text: string): string {
  return text.normalize('NFC').replace(/[\u1100-\u1112\u1161-\u1175\u11a8-\u11c2]/g, (letter) => {
    const code = letter.charCodeAt(0);
    if (code <= 0x1112) return initials.charAt(code - 0x1100);
    if (code <= 0x1175) return String.fromCharCode(0x314f + code - 0x1161);
    return finals.charAt(code - 0x11a8);
  });
}

/** The letters of a text in the order they are typed: 값 is ㄱㅏㅂㅅ, 과 is ㄱㅗㅏ. Other characters stay. */
export const lettersOf = (text: string): string => disassemble(text);

const plainInitial: Record<string, string> = { ㄲ: 'ㄱ', ㄸ: 'ㄷ', ㅃ: 'ㅂ', ㅆ: 'ㅅ', ㅉ: 'ㅈ' };
/** A doubled consonant is searched as a single one: not everyone presses shift. */
export const foldInitial = (letter: string): string => plainInitial[letter] ?? letter;

/** The initial consonant of each syllable. Other characters stay. */
export function initialsOf(text: string): string {
  let out = '';
  for (const letter of text) {
    out += foldInitial(disassembleCompleteCharacter(letter)?.choseong ?? letter);
  }
  return out;
}

/**
 * The text that the same keys give on the Hangul layout, if it consists of whole syllables. Phones begin a text with a capital
 * letter, which is another key on that layout, so the text without it is returned too.
 */
export function typedInLatin(text: string): string[] {
  if (!/[a-z]/i.test(text) || /[ㄱ-ㅣ가-힣]/u.test(text)) return [];
  const begun = text.charAt(0).toLowerCase() + text.slice(1);
  return [...new Set([text, begun].flatMap(inHangul))];
}

function inHangul(text: string): string[] {
  let typed: string;
  try {
    typed = convertQwertyToHangul(text);
  } catch {
    // The library throws on letters that make no syllable, such as a second vowel that joins with nothing.
    return [];
  }
  // A last consonant may be the beginning of a syllable that is still being typed.
  return /^[가-힣]+[ㄱ-ㅎ]?$/u.test(typed.replace(/[^\p{L}]/gu, '')) ? [typed] : [];
}

/** The text that the same keys give on the Latin layout, when Hangul was typed. */
export function typedInHangul(text: string): string[] {
  if (!/[ㄱ-ㅣ가-힣]/u.test(text) || /[a-z]/i.test(text)) return [];
  return [convertHangulToQwerty(text).toLowerCase()];
}

/**
 * Words that the library romanises wrongly and no rule covers: compounds that insert ㄴ, and compounds in which the library
 * inserts one that nobody says.
 */
const exceptions: Record<string, string> = {
  꽃잎: 'kkonnip',
  꽃잎들: 'kkonnipdeul',
  나뭇잎: 'namunnip',
  깻잎: 'kkaennip',
  솜이불: 'somnibul',
  홑이불: 'honnibul',
  한여름: 'hannyeoreum',
  늦여름: 'neunnyeoreum',
  색연필: 'saengnyeonpil',
  식용유: 'sigyongnyu',
  담요: 'damnyo',
  서울역: 'seoullyeok',
  물약: 'mullyak',
  알약: 'allyak',
  학여울: 'hangnyeoul',
  신여성: 'sinnyeoseong',
  막일: 'mangnil',
  눈요기: 'nunnyogi',
  한양: 'hanyang',
  김연아: 'gimyeona',
};
const exceptional = new RegExp(
  Object.keys(exceptions)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
);

/**
 * A Korean word in Latin letters, by the Revised Romanisation. The library merges ㅎ into a ㄱ, ㄷ or ㅂ before it, which nouns do
 * not do (묵호 is Mukho), and knows no exceptions.
 */
export function romanise(word: string): string {
  return word.replace(syllables, (run) => {
    let out = '';
    let from = 0;
    for (const { 0: found, index } of run.matchAll(exceptional)) {
      out += byParts(run.slice(from, index)) + (exceptions[found] ?? found);
      from = index + found.length;
    }
    return out + byParts(run.slice(from));
  });
}

/** Romanises parts separately: a part begins at ㅎ after ㄱ, ㄷ or ㅂ. */
function byParts(run: string): string {
  let out = '';
  let part = '';
  for (const letter of run) {
    const before = part ? disassembleCompleteCharacter(part.slice(-1))?.jongseong : '';
    if ((before === 'ㄱ' || before === 'ㄷ' || before === 'ㅂ') && initialsOf(letter) === 'ㅎ') {
      out += romanize(part);
      part = '';
    }
    part += letter;
  }
  return out + (part ? romanize(part) : '');
}

const bySyllable = new Map<string, string>();
/** Romanises every syllable separately, as most people write names and unfamiliar words: 한라산 is hanrasan. */
export function romaniseSyllables(text: string): string {
  let out = '';
  for (const letter of text) {
    if (!isSyllable(letter)) {
      out += letter;
      continue;
    }
    const known = bySyllable.get(letter) ?? romanize(letter);
    bySyllable.set(letter, known);
    out += known;
  }
  return out;
}

const doubleSurnames = ['남궁', '선우', '제갈', '황보', '독고', '사공', '동방', '서문'];
/** Surnames whose spelling differs from their sound, or that have several spellings, beyond what folding equates. */
const surnames: Record<string, string[]> = {
  이: ['i', 'li'],
  임: ['im', 'lim'],
  유: ['yu', 'lyu'],
  류: ['yu', 'lyu'],
  노: ['no', 'lo'],
  로: ['no', 'lo'],
  나: ['na', 'la'],
  라: ['na', 'la'],
  양: ['yang', 'lyang'],
  여: ['yeo', 'lyeo'],
  용: ['yong', 'lyong'],
  육: ['yuk', 'lyuk'],
};

/** The spellings of a Korean person's name in Latin letters: each usual spelling of the surname, surname first and last. */
export function romaniseName(name: string): string[] {
  const letters = name.replace(/\s/gu, '');
  if (!/^[가-힣]{2,6}$/u.test(letters)) return [romaniseSyllables(letters)];
  const length = doubleSurnames.some((own) => letters.startsWith(own)) ? 2 : 1;
  const surname = letters.slice(0, length);
  const given = romaniseSyllables(letters.slice(length));
  const ways = surnames[surname] ?? [romaniseSyllables(surname)];
  return ways.flatMap((way) => [`${way} ${given}`, `${given} ${way}`]);
}

/**
 * Reduces Latin letters to one form that all usual romanisations of a Korean sound share, so that Kim is Gim, Park is Bak, Choi
 * is Choe and Yoon is Yun. Both sides of a comparison are folded.
 */
export function foldRoman(text: string): string {
  return text
    .toLowerCase()
    .replace(/rh/g, 'l')
    .replace(/[ktp]h/g, (pair) => pair.charAt(0))
    .replace(/sh/g, 's')
    .replace(/ch/g, 'j')
    .replace(/c|q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/z/g, 'j')
    .replace(/f|v/g, 'p')
    .replace(/(?<=[aeiou])h(?![aeiouyw])/g, '')
    .replace(/(?<=[aeiou])r(?![aeiouyw])/g, '')
    .replace(/g/g, 'k')
    .replace(/d/g, 't')
    .replace(/b/g, 'p')
    .replace(/r/g, 'l')
    .replace(/ui/g, 'i')
    .replace(/ee/g, 'i')
    .replace(/oo|ou|eu|eo/g, 'u')
    .replace(/ae|ai|ay/g, 'e')
    .replace(/oe|oi|oy|we/g, 'we')
    .replace(/w(?=u)/g, '')
    .replace(/y(?=i)/g, '')
    .replace(/(.)\1+/g, '$1');
}
