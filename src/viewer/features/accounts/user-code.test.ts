import { expect, test } from 'vitest';
import { formatUserCode, isUserCode } from './user-code.ts';

test.each([
  ['', ''],
  ['wdjb', 'WDJB'],
  ['wdjbm', 'WDJB-M'],
  ['WDJB-', 'WDJB'],
  ['wdjb mjht', 'WDJB-MJHT'],
  ['ＷＤＪＢ－ＭＪＨＴ', 'WDJB-MJHT'],
  ['WDJB-MJHT-XYZ', 'WDJB-MJHT'],
])('%s typed so far is %s', (typed, shown) => {
  expect(formatUserCode(typed)).toBe(shown);
});

test('has letters only that cannot be mistaken', () => {
  expect(isUserCode('WDJB-MJHT')).toBe(true);
  for (const code of ['WDJBMJHT', 'WDJB-MJH', 'WDJA-MJHT', 'WDJ0-MJHT', ''])
    expect(isUserCode(code), code).toBe(false);
});
