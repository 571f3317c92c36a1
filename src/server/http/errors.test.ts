import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { fail } from '../errors.ts';
import { ReportLimit } from '../security/report-limit.ts';
import { answerError } from './errors.ts';

test('what went wrong is logged with its path, and not with what the query holds', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } });
  app.decorateRequest('locale', 'ko');
  app.setErrorHandler(answerError);
  app.get('/unsubscribe', () => {
    throw new Error('broken');
  });
  const { statusCode } = await app.inject('/unsubscribe?token=somebody’s');
  expect(statusCode).toBe(500);
  expect(lines.map((line) => JSON.parse(line).url)).toEqual(['/unsubscribe']);
  expect(lines.join()).not.toContain('somebody');
  await app.close();
});

test('what is refused to whoever may not, and going on guessing, are each worth a line of the log; what people get wrong is not', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } });
  app.decorateRequest('locale', 'ko');
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    request.caller = { staff: { id: 'staff-1' } } as never;
  });
  app.setErrorHandler(answerError);
  const limit = new ReportLimit(2, 60_000);
  let now = new Date();
  app.get('/office', () => fail('not_permitted'));
  app.get('/login', () => {
    limit.consume('somebody', now);
    fail('credentials');
  });
  const call = async (url: string) => (await app.inject(url)).statusCode;
  const logged = () => lines.splice(0).map((line) => JSON.parse(line));
  expect([await call('/login'), await call('/login')]).toEqual([422, 422]);
  expect(logged()).toEqual([]);
  expect(await call('/office?q=secret')).toBe(403);
  expect(logged()).toMatchObject([
    { code: 'not_permitted', method: 'GET', url: '/office', address: '127.0.0.1', staff: 'staff-1' },
  ]);
  for (let guess = 0; guess < 5; guess += 1) expect(await call('/login')).toBe(429);
  expect(logged()).toMatchObject([{ code: 'too_many_tries', url: '/login', address: '127.0.0.1' }]);
  now = new Date(now.getTime() + 61_000);
  for (let guess = 0; guess < 3; guess += 1) await call('/login');
  expect(logged()).toHaveLength(1);
  await app.close();
});
