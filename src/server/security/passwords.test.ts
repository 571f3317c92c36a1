import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { CallError } from '../errors.ts';
import { makeGate } from './gate.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is right however its letters were put together, and nothing is without a hash', async () => {
  const hash = await hashPassword('마루-비밀번호');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, '마루-비밀번호'.normalize('NFD'))).toBe(true);
  expect(await verifyPassword(hash, '마루-비밀번')).toBe(false);
  expect(await verifyPassword(undefined, 'no account has this password')).toBe(false);
});

test.runIf(process.platform === 'linux')('hashing leaves a shared core to requests', async () => {
  await hashPassword('maru-1234!');
  const priorities = readdirSync('/proc/self/task').map((thread) => {
    const text = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
  });
  expect(priorities).toContain(Math.min(19, getPriority() + 15));
});

test('heavy work is done a few at a time, the rest waits in line, and who finds the line full is asked to come back', async () => {
  const pass = makeGate(2, 3);
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = () =>
    pass(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    });
  const all = Array.from({ length: 7 }, () => work().catch((error: unknown) => error));
  const refused = await Promise.all(all.slice(5));
  expect(refused.map((error) => (error as CallError).code)).toEqual(['unavailable', 'unavailable']);
  expect(refused[0]).toBeInstanceOf(CallError);
  // Known beforehand, so that nothing is looked up in vain.
  expect(() => pass.requireRoom()).toThrow(refused[0]);
  for (let done = 0; done < 5; done += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
  }
  expect(await Promise.all(all.slice(0, 5))).toEqual(Array(5).fill(undefined));
  expect(most).toBe(2);
  expect(() => pass.requireRoom()).not.toThrow();
  // A failure gives its place back too.
  await expect(pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(pass(async () => 'again')).resolves.toBe('again');
});
