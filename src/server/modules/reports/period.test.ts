import { expect, test } from 'vitest';
import { CallError } from '../../errors.ts';
import { rangesOf } from './audiences.service.ts';
import { daysOf, listDays, rangesOfPeriod } from './period.ts';

test('a period of several days ends with yesterday, and the one before it is as long and ends where it begins', () => {
  const today = '2026-03-09';
  expect(rangesOfPeriod('today', {}, today)).toEqual({
    range: { from: today, to: today },
    before: { from: '2026-03-08', to: '2026-03-08' },
  });
  expect(rangesOfPeriod('last_7_days', {}, today)).toEqual({
    range: { from: '2026-03-02', to: '2026-03-08' },
    before: { from: '2026-02-23', to: '2026-03-01' },
  });
  const { range, before } = rangesOfPeriod('recent_30_days', {}, today);
  expect([daysOf(range), daysOf(before), listDays(range).length]).toEqual([30, 30, 30]);
  expect(rangesOfPeriod('custom', { from: '2024-02-28', to: '2024-03-01' }, today).before).toEqual({
    from: '2024-02-25',
    to: '2024-02-27',
  });
});

test('a custom period without a day, backwards, or out of all bounds names the field and a day that would not do', () => {
  const problemOf = (custom: { from?: string; to?: string }) => {
    try {
      rangesOfPeriod('custom', custom, '2026-03-09');
    } catch (error) {
      if (error instanceof CallError) return error.fields;
      throw error;
    }
  };
  const fieldOf = (custom: { from?: string; to?: string }) =>
    Object.keys(problemOf(custom) ?? { none: true }).join();
  expect(fieldOf({ to: '2026-01-01' })).toBe('from');
  expect(fieldOf({ from: '2026-01-01' })).toBe('to');
  expect(fieldOf({ from: '2026-01-02', to: '2026-01-01' })).toBe('to');
  expect(fieldOf({ from: '0000-01-01', to: '2026-01-01' })).toBe('from');
  expect(fieldOf({ from: '2026-01-01', to: '9999-12-31' })).toBe('to');
  expect(fieldOf({ from: '2016-01-01', to: '2026-01-01' })).toBe('to');
  // A period may be of one day, so its end has to be later than the day before its beginning.
  expect(fieldOf({ from: '2026-01-02', to: '2026-01-02' })).toBe('none');
  expect(problemOf({ from: '2026-01-02', to: '2026-01-01' })).toEqual({
    to: [{ message: 'after', values: { date: '2026-01-01' } }],
  });
});

test('people are counted in the seven and thirty days that end with a day, and in a month that it ends', () => {
  expect(rangesOf('2026-03-30').map(({ from }) => from)).toEqual(['2026-03-24', '2026-03-01']);
  expect(rangesOf('2026-03-31').map(({ from }) => from)).toEqual(['2026-03-25', '2026-03-02', '2026-03-01']);
  expect(rangesOf('2026-04-30').map(({ from }) => from)).toEqual(['2026-04-24', '2026-04-01']);
});
