import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayIn, startOfDay, weekdayName } from './zone.ts';

const zones = [
  'America/Los_Angeles',
  'Asia/Seoul',
  'Pacific/Honolulu',
  'Pacific/Kiritimati',
  'Asia/Beirut',
  'UTC',
];

describe('a day of a zone', () => {
  test('begins at its midnight, on both days on which clocks change too', () => {
    const zone = 'America/Los_Angeles';
    expect(startOfDay('2026-03-08', zone).toISOString()).toBe('2026-03-08T08:00:00.000Z');
    expect(startOfDay('2026-03-09', zone).toISOString()).toBe('2026-03-09T07:00:00.000Z');
    expect(startOfDay('2026-11-01', zone).toISOString()).toBe('2026-11-01T07:00:00.000Z');
    expect(startOfDay('2026-11-02', zone).toISOString()).toBe('2026-11-02T08:00:00.000Z');
    // There is no midnight on this day in Beirut: clocks go from 23:59 to 1:00.
    expect(startOfDay('2026-03-29', 'Asia/Beirut').toISOString()).toBe('2026-03-28T22:00:00.000Z');
  });

  test('has begun a moment later, and had not a moment before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 9000 }), (zone, days) => {
        const day = addDays('2010-01-01', days);
        const start = startOfDay(day, zone).getTime();
        expect(dayIn(new Date(start), zone)).toBe(day);
        expect(dayIn(new Date(start - 1), zone)).toBe(addDays(day, -1));
      }),
      { numRuns: 1000 },
    );
  });

  test('has a name', () => {
    expect([weekdayName('2026-11-21', 'ko'), weekdayName('2026-11-21', 'en')]).toEqual([
      '토요일',
      'Saturday',
    ]);
  });
});
