import { expect, test } from 'vitest';
import { daysOfWeeks, isMonth, nextMonth } from './days.ts';

test('a month is shown in whole weeks, at most six, whatever clocks do', () => {
  expect(daysOfWeeks('2026-11')).toHaveLength(35);
  expect(daysOfWeeks('2026-11')[0]).toBe('2026-11-01');
  expect(daysOfWeeks('2026-08').at(-1)).toBe('2026-09-05');
  expect(daysOfWeeks('2026-08')).toHaveLength(42);
  // It begins on a Sunday and has 28 days.
  expect(daysOfWeeks('2015-02')).toHaveLength(28);
});

test('months go on over the year, and only months are months', () => {
  expect(nextMonth('2026-12', 1)).toBe('2027-01');
  expect(nextMonth('2027-01', -1)).toBe('2026-12');
  expect(['2026-13', '2026-1', '0026-01', 'x'].map(isMonth)).toEqual([false, false, false, false]);
});
