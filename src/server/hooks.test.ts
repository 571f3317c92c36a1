import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Hooks, WaitingMail } from './context.ts';
import type { Transaction } from './db/client.ts';
import { joinHooks } from './hooks.ts';

const tx = {} as Transaction;
const at = new Date(0);
const title: Partial<Hooks> = { titleOfPlayback: () => sql`title as (select 1)` };
const message: WaitingMail = { eventId: null, userId: null, toAddress: 'a@maru.example' };

test('runs the functions of an event one after the other', async () => {
  const steps: string[] = [];
  const slow = async (name: string) => {
    steps.push(`${name} starts`);
    await new Promise(setImmediate);
    steps.push(`${name} ends`);
  };
  const hooks = joinHooks([
    { sessionsEnded: () => slow('first') },
    title,
    { sessionsEnded: () => slow('second') },
  ]);
  await hooks.sessionsEnded(tx, ['session'], at);
  expect(steps).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
});

test('stops at a function that fails', async () => {
  const steps: string[] = [];
  const hooks = joinHooks([
    title,
    { sessionsEnded: () => Promise.reject(new Error('no')) },
    { sessionsEnded: async () => void steps.push('second') },
  ]);
  await expect(hooks.sessionsEnded(tx, [], at)).rejects.toThrow('no');
  expect(steps).toEqual([]);
});

test('sends a message only if every module wants it', async () => {
  const says = (isWanted: boolean): Partial<Hooks> => ({ isMailWanted: async () => isWanted });
  expect(await joinHooks([title]).isMailWanted(tx, message, at)).toBe(true);
  expect(await joinHooks([title, says(true), says(true)]).isMailWanted(tx, message, at)).toBe(true);
  expect(await joinHooks([title, says(true), says(false)]).isMailWanted(tx, message, at)).toBe(false);
});

test('requires exactly one title of a playback', () => {
  expect(() => joinHooks([])).toThrow('Exactly one');
  expect(() => joinHooks([title, title])).toThrow('Exactly one');
});
