import { expect, test } from 'vitest';
import { digitsOnly, lettersAndDigitsOnly } from './masks.ts';

type Mask = ReturnType<typeof digitsOnly>;

/** What a field holds once a text has been pasted into it. */
const pasted = (mask: Mask, value: string) => {
  const currentTarget = { value };
  mask({ currentTarget } as Parameters<Mask>[0]);
  return currentTarget.value;
};

test.each([
  ['12a3 45 6', '123456'],
  ['123 456', '123456'],
  ['code: 123456.', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['ㅂ', ''],
])('of %s a field of six digits keeps %s', (text, kept) => {
  expect(pasted(digitsOnly(6), text)).toBe(kept);
});

test.each([
  ['ABCD-E23 45', 'ABCDE2345'],
  ['abcde 23456 x', 'abcde23456'],
  ['한글12', '12'],
])('of %s a field of ten letters and digits keeps %s', (text, kept) => {
  expect(pasted(lettersAndDigitsOnly(10), text)).toBe(kept);
});
