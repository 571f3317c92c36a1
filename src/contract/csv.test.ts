import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test('a cell keeps commas, quotes and line breaks, and no cell is a formula', () => {
  expect(csvCell('마루, 집')).toBe('"마루, 집"');
  expect(csvCell('그는 "네"라고')).toBe('"그는 ""네""라고"');
  expect(csvCell('=1+1')).toBe("'=1+1");
  expect(csvCell('@sum')).toBe("'@sum");
  expect(csvCell(';=1+1')).toBe('";=1+1"');
  expect(csvCell('여름\t=HYPERLINK(1)')).toBe('"여름\t=HYPERLINK(1)"');
  expect(csvCell('가을;겨울')).toBe('"가을;겨울"');
  expect(csvCell(-3)).toBe('-3');
  expect(csvCell('여름'.normalize('NFD'))).toBe('여름');
});
