import { expect, test } from 'vitest';
import { mismatchesOf } from './schedule.ts';

const at = (seconds: number) => new Date(seconds * 1000);
const found = (...entries: [from: number, until: number | null][]) =>
  mismatchesOf(
    entries.map(([from, until], id) => ({
      id,
      startsAt: at(from),
      endsAt: until === null ? null : at(until),
    })),
  ).map(({ kind, from, until, before, after }) => [
    kind,
    from.getTime() / 1000,
    until.getTime() / 1000,
    before.id,
    after.id,
  ]);

test('entries that follow one another within a second have no gap', () => {
  expect(found([0, 60], [60, 120], [120.9, 180], [179.1, 200])).toEqual([]);
});

test('a gap lasts from an end to the next start', () => {
  expect(found([0, 60], [61, 120], [200, 210])).toEqual([
    ['gap', 60, 61, 0, 1],
    ['gap', 120, 200, 1, 2],
  ]);
});

test('an entry is compared with the earlier one that ends last', () => {
  expect(found([0, 100], [10, 20], [90, 150])).toEqual([
    ['overlap', 10, 20, 0, 1],
    ['overlap', 90, 100, 0, 2],
  ]);
});

test('an entry of unknown length hides the time after it', () => {
  expect(found([0, 60], [100, null], [500, 600])).toEqual([['gap', 60, 100, 0, 1]]);
});
