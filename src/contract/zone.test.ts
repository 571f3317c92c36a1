import { describe, expect, test } from 'vitest';
import { instantAt, instantsAt, koreaZone, offsetOf, serviceZone, showInstant, wallClock } from './zone.ts';

const at = (wall: string) => instantAt(wall, serviceZone)?.toISOString();

describe('a wall clock in the service’s zone', () => {
  test('is winter and summer time by the date', () => {
    expect(at('2026-01-15T09:30')).toBe('2026-01-15T17:30:00.000Z');
    expect(at('2026-07-15T09:30')).toBe('2026-07-15T16:30:00.000Z');
  });
  test('reads an hour that exists twice in autumn as the first one', () => {
    expect(at('2026-11-01T01:30')).toBe('2026-11-01T08:30:00.000Z');
    expect(at('2026-11-01T00:30')).toBe('2026-11-01T07:30:00.000Z');
    expect(at('2026-11-01T02:30')).toBe('2026-11-01T10:30:00.000Z');
  });
  test('reads an hour that does not exist in spring as the hour after', () => {
    expect(at('2026-03-08T02:30')).toBe('2026-03-08T10:30:00.000Z');
    expect(at('2026-03-08T01:59')).toBe('2026-03-08T09:59:00.000Z');
    expect(at('2026-03-08T03:00')).toBe('2026-03-08T10:00:00.000Z');
  });
  test('comes back as it was entered', () => {
    for (const wall of ['2026-02-28T23:59', '2026-12-31T00:00', '2027-06-01T12:00']) {
      expect(wallClock(instantAt(wall, serviceZone) as Date, serviceZone)).toBe(wall);
    }
  });
  test('is none while it is being typed', () => {
    expect(instantAt('', serviceZone)).toBeUndefined();
    expect(instantAt('2026-13-01T00:00', serviceZone)).toBeUndefined();
  });
});

test('Korea is seventeen hours ahead in winter', () => {
  expect(showInstant('2026-01-15T17:30:00.000Z', 'ko', koreaZone, true)).toContain('16');
  expect(wallClock(new Date('2026-01-15T17:30:00.000Z'), koreaZone)).toBe('2026-01-16T02:30');
});

test('an hour that is skipped has no instant, and one that comes twice has two, told apart by their offsets', () => {
  const at = (wall: string, zone = serviceZone) =>
    instantsAt(wall, zone).map((instant) => `${instant.toISOString()} ${offsetOf(instant, zone)}`);
  expect(at('2027-03-14T02:30')).toEqual([]);
  expect(at('2026-11-01T01:30')).toEqual([
    '2026-11-01T08:30:00.000Z -07:00',
    '2026-11-01T09:30:00.000Z -08:00',
  ]);
  expect(at('2026-11-01T02:00')).toEqual(['2026-11-01T10:00:00.000Z -08:00']);
  expect(at('2026-11-01T01:30', koreaZone)).toEqual(['2026-10-31T16:30:00.000Z +09:00']);
  expect(at('nonsense')).toEqual([]);
});
