import { describe, expect, test } from 'vitest';
import type { Airing, RadioCard } from '../../../contract/viewer/live.ts';
import { ApiError } from '../../../ui/api-client.ts';
import { isPassing, reconnectDelayMs } from './reconnect.ts';
import { sleepsAt } from './sleep-timer.ts';
import { findStations, stationBeside } from './stations.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-11-29T12:00:00Z');

const airing = (title: string, minutes: number, hidden = false) =>
  ({
    starts_at: new Date(start + minutes * minuteMs).toISOString(),
    ends_at: new Date(start + (minutes + 30) * minuteMs).toISOString(),
    title,
    subtitle: '',
    hidden,
  }) as Airing;

function station(number: number, name: string, more: Partial<RadioCard> = {}): RadioCard {
  const [now, next] = [airing(`${name} 아침`, 0), airing(`${name} 저녁`, 30)];
  const base = { premium: 'Free', skip: '0', broadcast: null, later: [] as Airing[] };
  return { id: `id-${number}`, number, name, now, next, ...base, ...more } as RadioCard;
}

const stations = [
  station(101, '마루 가요', { broadcast: { name: 'Maru FM', url: null } }),
  station(102, '뉴스 광장', { premium: 'Premium' }),
  station(103, '옛 이야기', { now: airing('비밀', 0, true) }),
  station(104, '준비하는 방송', { skip: '1' }),
];

describe('the search of stations', () => {
  const find = (text: string, at: number | null = start) =>
    findStations(stations, text, at).map(({ number }) => number);

  test('finds by number, name, broadcast and current title, without regard to case and spaces', () => {
    expect(find('  ')).toEqual([101, 102, 103, 104]);
    expect(find('103')).toEqual([103]);
    expect(find('10')).toEqual([]);
    expect(find('마루가요')).toEqual([101]);
    expect(find('MARU fm')).toEqual([101]);
    expect(find('아침')).toEqual([101, 102, 104]);
    expect(find('옛'.normalize('NFD'))).toEqual([103]);
  });

  test('finds by initial consonants', () => {
    expect(find('ㄴㅅ')).toEqual([102]);
    expect(find('ㅇㅇㄱ')).toEqual([103]);
  });

  test('finds the title of the moment, and no hidden one', () => {
    expect(find('저녁')).toEqual([]);
    expect(find('저녁', start + 31 * minuteMs)).toEqual([101, 102, 103, 104]);
    expect(find('비밀')).toEqual([]);
  });
});

test('the next and previous station are those that the viewer can play, in a circle', () => {
  const beside = (id: string, step: 1 | -1, hasPlan = true) =>
    stationBeside(stations, id, step, hasPlan)?.number;
  expect([beside('id-101', 1), beside('id-101', 1, false)]).toEqual([102, 103]);
  expect([beside('id-103', 1), beside('id-101', -1)]).toEqual([101, 103]);
  // A station that has become unavailable stays the place to go on from.
  expect(beside('id-104', 1)).toBe(101);
});

test('the radio opens again after 1, 2, 4 … 30 seconds, unless the failure stays', () => {
  expect([0, 1, 2, 3, 4, 5, 60].map(reconnectDelayMs)).toEqual(
    [1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1000),
  );
  expect(isPassing(new ApiError(0, 'network', ''))).toBe(true);
  expect(isPassing(new ApiError(503, 'unavailable', ''))).toBe(true);
  expect(isPassing(new ApiError(403, 'stream_limit', ''))).toBe(false);
  expect(isPassing(new ApiError(403, 'plan_required', ''))).toBe(false);
  expect(isPassing({ kind: 'network', code: '1001' })).toBe(true);
  expect(isPassing({ kind: 'expired', code: '1001/403' })).toBe(true);
  expect(isPassing({ kind: 'media', code: '3016' })).toBe(false);
});

test('the sleep timer ends after its minutes or with the program', () => {
  expect(sleepsAt('off', start, minuteMs)).toBe(null);
  expect(sleepsAt('45', start, minuteMs)).toBe(start + 45 * minuteMs);
  expect(sleepsAt('program', start, 7 * minuteMs)).toBe(start + 7 * minuteMs);
  expect(sleepsAt('program', start, null)).toBe(null);
});
