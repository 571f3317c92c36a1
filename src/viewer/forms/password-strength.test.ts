import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test.each([
  ['', 'short'],
  ['abc123!', 'short'],
  ['12345678', 'weak'],
  ['aaaaaaaa', 'weak'],
  ['qwer1234', 'weak'],
  ['seoyeon-99', 'weak'],
  ['k7mwqpzt', 'fair'],
  ['a long way home to busan', 'good'],
  ['Moon#river82', 'good'],
  ['바다가보이는작은등대', 'fair'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password, ['seoyeon'])).toBe(strength);
});
