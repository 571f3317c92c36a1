import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { drainOnClose } from './drain.ts';

async function openSlow(maxMs?: number) {
  const app = Fastify({ forceCloseConnections: true });
  drainOnClose(app, maxMs);
  let begun = () => {};
  let answer = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  app.get('/slow', async () => {
    begun();
    await mayAnswer;
    return { ok: true };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const asked = fetch(`${url}/slow`);
  // A test reads its result later.
  asked.catch(() => {});
  await hasBegun;
  return { app, url, asked, answer };
}

test('a request in flight is answered before the server closes, and new ones are refused', async () => {
  const { app, url, asked, answer } = await openSlow();
  const closed = app.close();
  const late = await fetch(`${url}/slow`).then(
    ({ status }) => status,
    () => 'no connection',
  );
  expect(late).toBe(503);
  answer();
  expect((await asked).status).toBe(200);
  await closed;
});

test('a request that does not end is cut', async () => {
  const { app, asked } = await openSlow(20);
  await app.close();
  await expect(asked).rejects.toThrow();
});
