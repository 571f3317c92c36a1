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

test.each([
  Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Connection terminated unexpectedly'),
  Object.assign(new Error('terminating connection'), { code: '57P01' }),
])('a lost connection to the database is answered with 503 and the time of a retry: %s', async (lost) => {
  const app = Fastify();
  app.decorateRequest('locale', 'ko');
  app.setErrorHandler(answerError);
  app.get('/', () => {
    throw new Error('Failed query', { cause: lost });
  });
  const { statusCode, headers } = await app.inject('/');
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
});

test('a full disk is told to staff, not to viewers, and logged once a minute', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } });
  app.decorateRequest('locale', 'ko');
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    if (request.url === '/office') request.caller = { staff: { id: 'staff-1' } } as never;
  });
  app.setErrorHandler(answerError);
  for (const path of ['/', '/office'])
    app.get(path, () => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    });
  const call = async (url: string) => {
    const { statusCode, json } = await app.inject(url);
    return [statusCode, json().code];
  };
  expect(await call('/')).toEqual([503, 'unavailable']);
  expect(await call('/office')).toEqual([507, 'disk_full']);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['the disk is full']);
});
