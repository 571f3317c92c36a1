import { expect, test } from 'vitest';
import { covers, fileOf } from './font.ts';

test.each([
  ['U+20-7E, U+AC00', 'a', true],
  ['U+20-7E, U+AC00', '가', true],
  ['U+20-7E, U+AC00', '각', false],
  ['U+F900-F97F', '가', false],
  ['U+1F600', '😀', true],
])('a face of %s is for the letter %s: %s', (range, letter, is) => {
  expect(covers(range, new Set([letter.codePointAt(0) as number]))).toBe(is);
});

test.each([
  [
    'url("https://maru.example/assets/a.woff2") format("woff2-variations")',
    'https://maru.example/assets/a.woff2',
  ],
  ['url(/assets/a.woff2) format("woff2")', '/assets/a.woff2'],
])('the file of %s', (src, file) => {
  expect(fileOf(src)).toBe(file);
});
