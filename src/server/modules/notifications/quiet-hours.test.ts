import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeIn } from '../../zone.ts';
import { quietUntil } from './quiet-hours.service.ts';

const la = 'America/Los_Angeles';
const until = (now: string, from: string, end: string, zone = la) =>
  quietUntil(new Date(now), { from, until: end }, zone)?.toISOString();

describe('quiet hours', () => {
  test('are none unless they were chosen, and none outside of them', () => {
    expect(quietUntil(new Date(), null, la)).toBeUndefined();
    expect(until('2026-06-10T20:00:00Z', '22:00', '08:00')).toBeUndefined();
  });

  test('go over midnight, and begin and end to the minute', () => {
    expect(until('2026-06-11T04:59:59Z', '22:00', '08:00')).toBeUndefined();
    expect(until('2026-06-11T05:00:00Z', '22:00', '08:00')).toBe('2026-06-11T15:00:00.000Z');
    expect(until('2026-06-11T14:59:59Z', '22:00', '08:00')).toBe('2026-06-11T15:00:00.000Z');
    expect(until('2026-06-11T15:00:00Z', '22:00', '08:00')).toBeUndefined();
    expect(until('2026-06-11T03:10:00Z', '12:15', '14:45', 'Asia/Seoul')).toBeUndefined();
    expect(until('2026-06-11T03:15:00Z', '12:15', '14:45', 'Asia/Seoul')).toBe('2026-06-11T05:45:00.000Z');
  });

  test('are an hour shorter or longer in the nights when clocks are changed', () => {
    expect(until('2026-03-08T06:00:00Z', '22:00', '08:00')).toBe('2026-03-08T15:00:00.000Z');
    expect(until('2026-11-01T05:00:00Z', '22:00', '08:00')).toBe('2026-11-01T16:00:00.000Z');
  });

  test('end with the skip when clocks skip their end, and when it comes twice, at the one that lies ahead', () => {
    expect(until('2026-03-08T09:00:00Z', '22:00', '02:30')).toBe('2026-03-08T10:00:00.000Z');
    expect(until('2026-11-01T08:10:00Z', '22:00', '01:30')).toBe('2026-11-01T08:30:00.000Z');
    expect(until('2026-11-01T09:10:00Z', '22:00', '01:30')).toBe('2026-11-01T09:30:00.000Z');
  });

  test('always end within a day and an hour, at a moment when it is not quiet', () => {
    const quarter = fc.integer({ min: 0, max: 95 }).map((at) => {
      const two = (value: number) => String(value).padStart(2, '0');
      return `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`;
    });
    fc.assert(
      fc.property(
        fc.constantFrom(la, 'Asia/Seoul', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns'),
        quarter,
        quarter,
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        (zone, from, end, now) => {
          fc.pre(from !== end);
          const at = quietUntil(now, { from, until: end }, zone);
          if (!at) return;
          expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime());
          expect(at.getTime() - now.getTime()).toBeLessThan(25 * 3_600_000);
          expect(quietUntil(at, { from, until: end }, zone)).toBeUndefined();
          expect(timeIn(at, zone)).not.toBe(from);
        },
      ),
      { numRuns: 300 },
    );
  });
});
