import { expect, test } from 'vitest';
import { recordName } from './reference-name.tsx';

test.each([
  [{ title_ko: '제목', title_en: 'Title' }, '제목', 'Title'],
  [{ name_ko: '이름', name_en: 'Name' }, '이름', 'Name'],
  [{ question_ko: '왜요?', question_en: 'Why?' }, '왜요?', 'Why?'],
  [{ text_ko: '속보', text_en: 'Just in' }, '속보', 'Just in'],
  [{ name_ko: '', name_en: '', number: 2 }, '시즌 2', 'Season 2'],
  [{ number: 'M-100' }, 'M-100', 'M-100'],
  [{ file_name: 'a.mp4' }, 'a.mp4', 'a.mp4'],
  [{ username: 'family' }, 'family', 'family'],
])('what %o is called', (record, ko, en) => {
  expect([recordName(record, 'ko'), recordName(record, 'en')]).toEqual([ko, en]);
});
