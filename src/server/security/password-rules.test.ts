import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallError } from '../errors.ts';
import { commonPasswords } from './common-passwords.ts';
import { requireGoodPassword } from './password-rules.ts';

const brand = { ko: '마루', en: 'Maru' };

/** What is wrong with a password, or nothing. */
function wrongWith(password: string, own: { username: string; email?: string } = { username: 'seaside' }) {
  try {
    requireGoodPassword({ brand }, password, own);
    return undefined;
  } catch (error) {
    return (error as CallError).fields.password?.[0]?.message;
  }
}

test('more passwords than the three thousand commonest are known, each long enough to be taken otherwise', () => {
  expect(commonPasswords.size).toBeGreaterThanOrEqual(3000);
  expect([...commonPasswords].filter((word) => word.length < 8 || word !== word.toLowerCase())).toEqual([]);
  const notice = readFileSync(join(import.meta.dirname, 'common-passwords.license.txt'), 'utf8');
  expect(notice).toContain('Permission is hereby granted, free of charge');
});

test('a password that is tried first is refused, however its letters are written and whatever digits follow', () => {
  for (const password of [
    'football1',
    'liverpool',
    '123qweasd',
    'zaq12wsx',
    'qwerty12345',
    'password12345',
    'PassWord2026',
    'administrator',
    'dkssudgktpdy',
    'ㅋㅋㅋㅋㅋㅋㅋㅋ',
    'ｌｉｖｅｒｐｏｏｌ',
  ])
    expect(wrongWith(password), password).toBe('password_common');
});

test('a word of the context is refused, digits after it or not: the service’s names, the account’s own', () => {
  for (const password of ['maru12345', 'Maru 2026 2026', '마루20262026'])
    expect(wrongWith(password), password).toBe('password_common');
  const own = { username: 'seaside90', email: 'min-ji@example.com' };
  for (const password of ['SeaSide90', 'seaside901234', 'min-ji2026', 'Min-ji@example.com'])
    expect(wrongWith(password, own), password).toBe('password_own');
});

test('nothing else is asked: any signs, any length, words that no list has', () => {
  for (const password of [
    'the tide comes in',
    '파도가밀려온다',
    'maru-1234!',
    'seaside in winter',
    `${'x'.repeat(63)}yz`,
  ])
    expect(wrongWith(password), password).toBeUndefined();
});
