import { expect, test } from 'vitest';
import { phone } from '../../contract/account/identity.ts';
import { formatPhone, toE164 } from './phone.ts';

test.each([
  ['2135550142', '(213) 555-0142', '+12135550142'],
  ['+12135550142', '+1 (213) 555-0142', '+12135550142'],
  ['1 213 555 0142', '+1 (213) 555-0142', '+12135550142'],
  ['01012345678', '010-1234-5678', '+821012345678'],
  ['+82 010 1234 5678', '+82 10-1234-5678', '+821012345678'],
  ['0212345678', '02-1234-5678', '+82212345678'],
  ['021234567', '02-123-4567', '+8221234567'],
  ['0311234567', '031-123-4567', '+82311234567'],
])('%s is shown as %s and kept as %s', (typed, shown, kept) => {
  expect(formatPhone(typed)).toBe(shown);
  expect(formatPhone(shown)).toBe(shown);
  expect(toE164(shown)).toBe(kept);
  expect(phone.safeParse(toE164(shown)).success).toBe(true);
});

test('every beginning of a number is shown as what was typed, grouped', () => {
  for (const whole of ['2135550142', '01012345678', '+821012345678', '+12135550142', '+525512345678'])
    for (let length = 0; length <= whole.length; length += 1) {
      const typed = whole.slice(0, length);
      expect(formatPhone(typed).replace(/[^\d+]/g, ''), typed).toBe(typed);
    }
});
