import { expect, it } from 'vitest';
import { clock } from './time.ts';

it('a clock shows hours only when there are some', () => {
  expect(clock(0)).toBe('0:00');
  expect(clock(65.9)).toBe('1:05');
  expect(clock(3729)).toBe('1:02:09');
  expect(clock(Number.NaN)).toBe('0:00');
});
