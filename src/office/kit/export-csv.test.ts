import { expect, test } from 'vitest';
import { csvCell } from '../../contract/csv.ts';
import { csvOf } from './export-csv.ts';

test('a cell keeps commas, quotes and line breaks, and no cell is a formula', () => {
  expect(csvCell('마루, 집')).toBe('"마루, 집"');
  expect(csvCell('그는 "네"라고')).toBe('"그는 ""네""라고"');
  expect(csvCell('=1+1')).toBe("'=1+1");
  expect(csvCell('@sum')).toBe("'@sum");
  expect(csvCell(-3)).toBe('-3');
});

test('the file begins with the mark Excel looks for, and Hangul is composed', () => {
  const text = csvOf(
    [{ name: '여름'.normalize('NFD') }],
    [{ source: 'name', cell: () => null, csv: (record) => record.name }],
    () => '이름',
    { locale: 'ko', text: () => '', nameOf: () => '' },
  );
  expect(text).toBe('\ufeff이름\r\n여름\r\n');
});
