import { expect, test } from 'vitest';
import { presentDay } from './catalog.present.ts';

test('writes a day by language and zone, also when the instant was written before', () => {
  const at = new Date('2026-03-01T02:00:00Z');
  for (let round = 0; round < 2; round++) {
    expect(presentDay(at, 'ko', 'Asia/Seoul')).toEqual({ iso: '2026-03-01', text: '2026년 3월 1일' });
    expect(presentDay(at, 'en', 'Asia/Seoul').text).toBe('Mar 1, 2026');
    expect(presentDay(at, 'en', 'America/Los_Angeles')).toEqual({ iso: '2026-02-28', text: 'Feb 28, 2026' });
  }
});
