import Fastify from 'fastify';
import { expect, test } from 'vitest';
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
