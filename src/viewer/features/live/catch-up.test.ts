import { expect, test } from 'vitest';
import { watchable } from './catch-up.ts';

const airing = { starts_at: '2026-06-10T17:00:00.000Z', ends_at: '2026-06-10T18:00:00.000Z' };
const at = (time: string, hours: number | null = 24) =>
  watchable({ catch_up_hours: hours }, airing, Date.parse(`2026-06-${time}Z`));

test('an airing can be watched from its start while it is on, and again until its hours are over', () => {
  expect(at('10T16:59:59')).toEqual({ at: 'later' });
  expect(at('10T17:00:00')).toEqual({ at: 'on', startOver: true });
  expect(at('10T18:00:00')).toEqual({ at: 'again' });
  expect(at('11T18:00:00')).toEqual({ at: 'again' });
  expect(at('11T18:00:01')).toEqual({ at: 'over', why: 'time' });
});

test('an airing that is too long is only shown live', () => {
  const long = { ...airing, ends_at: '2026-06-11T01:00:00.001Z' };
  const now = Date.parse('2026-06-11T01:00:00Z');
  expect(watchable({ catch_up_hours: 24 }, long, now)).toEqual({ at: 'on', startOver: false });
  expect(watchable({ catch_up_hours: 24 }, long, now + 1)).toEqual({ at: 'over', why: 'channel' });
});

test('a channel without catch-up only shows what is on', () => {
  expect(at('10T17:30:00', null)).toEqual({ at: 'on', startOver: false });
  expect(at('10T18:00:00', null)).toEqual({ at: 'over', why: 'channel' });
});
