import { expect, test } from 'vitest';
import { BatchInsert } from './batch-insert.ts';

/** A table that notes each statement, and takes no row below zero. */
function table() {
  const statements: number[][] = [];
  const batch = new BatchInsert<number>(async (rows) => {
    statements.push(rows);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (rows.some((row) => row < 0)) throw new Error(`no room for ${rows}`);
  });
  return { statements, batch };
}

test('what comes at the same time is one statement, and each is answered when its own rows are in', async () => {
  const { statements, batch } = table();
  await Promise.all([batch.add([1]), batch.add([2, 3]), batch.add([4]), batch.add([])]);
  expect(statements).toEqual([[1], [2, 3, 4]]);
  await batch.add([5]);
  expect(statements.at(-1)).toEqual([5]);
});

test('rows that cannot be inserted fail alone', async () => {
  const { statements, batch } = table();
  const outcomes = await Promise.allSettled([0, 1, -1, 2].map((row) => batch.add([row])));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(statements).toEqual([[0], [1, -1, 2], [1], [-1], [2]]);
  await batch.add([3]);
});

test('rows fail together, after one attempt, when the database cannot be reached', async () => {
  let attempts = 0;
  const batch = new BatchInsert<number>(async () => {
    attempts += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw new Error('Connection terminated unexpectedly');
  });
  const outcomes = await Promise.allSettled([0, 1, 2, 3].map((row) => batch.add([row])));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(attempts).toBe(2);
});

test('a statement has at most five hundred rows, unless one request has more', async () => {
  const { statements, batch } = table();
  const rows = (length: number) => Array.from({ length }, () => 1);
  await Promise.all([batch.add(rows(1)), batch.add(rows(300)), batch.add(rows(201)), batch.add(rows(700))]);
  expect(statements.map(({ length }) => length)).toEqual([1, 300, 201, 700]);
});

test('whoever comes when thousands wait is asked to come back', async () => {
  const { batch } = table();
  const adding = Array.from({ length: 2001 }, () => batch.add([1]));
  expect(() => batch.add([1])).toThrowError(expect.objectContaining({ code: 'unavailable' }));
  await Promise.all(adding);
});
