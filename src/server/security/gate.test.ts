import { expect, test } from 'vitest';
import { makeGate } from './gate.ts';

/** Work that runs until it is released. */
function held() {
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { work: () => done, release };
}

test('sources in line take turns, each in its own order', async () => {
  const pass = makeGate(1, 10);
  const order: string[] = [];
  const first = held();
  const running = pass(first.work, 'a');
  const waiting = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) =>
    pass(async () => void order.push(name), name.charAt(0)),
  );
  first.release();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual(['b1', 'c1', 'a1', 'a2', 'a3']);
});

test('a source that already runs has had its turn', async () => {
  const pass = makeGate(1, 10);
  const order: string[] = [];
  const [first, second] = [held(), held()];
  const running = [pass(first.work, 'a'), pass(second.work, 'a')];
  first.release();
  await running[0];
  const waiting = ['a2', 'b1'].map((name) => pass(async () => void order.push(name), name.charAt(0)));
  second.release();
  await Promise.all([...running, ...waiting]);
  expect(order).toEqual(['b1', 'a2']);
});

test('work without a source runs in the order of its arrival, and a full line refuses', async () => {
  const pass = makeGate(1, 2);
  const order: number[] = [];
  const first = held();
  const running = pass(first.work);
  const waiting = [1, 2].map((number) => pass(async () => void order.push(number)));
  expect(() => pass.requireRoom()).toThrow();
  await expect(pass(async () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
  first.release();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual([1, 2]);
  await expect(
    pass(async () => {
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(await pass(async () => 'again')).toBe('again');
});
