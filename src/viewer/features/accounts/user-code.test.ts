import { expect, test } from 'vitest';
import { formatUserCode } from './user-code.ts';

test.each([
  ['', ''],
  ['wdjb', 'WDJB'],
  ['wdjbm', 'WDJB-M'],
  ['WDJB-', 'WDJB'],
  ['wdjb mjht', 'WDJB-MJHT'],
  ['ＷＤＪＢ－ＭＪＨＴ', 'WDJB-MJHT'],
  ['WDJB-MJHT-XYZ', 'WDJB-MJHT'],
  ['w0djb1', 'WDJB'],
])('%s typed so far is %s', (typed, shown) => {
  expect(formatUserCode(typed)).toBe(shown);
});
