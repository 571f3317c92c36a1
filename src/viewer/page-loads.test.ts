import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makePageLoads } from './page-loads.ts';

/** A client, and which of its loads were cancelled. */
function open() {
  const client = new QueryClient();
  const loads = makePageLoads(client);
  const cancelled: string[] = [];
  const begin = (href: string, name: string, meta?: { scope: 'app' }) =>
    void loads
      .of(href)
      .fetchQuery({
        queryKey: [name],
        ...(meta ? { meta } : {}),
        queryFn: ({ signal }) =>
          new Promise<string>(() => signal.addEventListener('abort', () => cancelled.push(name))),
      })
      .catch(() => undefined);
  return { loads, cancelled, begin };
}

test('what only a page that is left was to be rendered from is cancelled', () => {
  const { loads, cancelled, begin } = open();
  begin('/a', 'a');
  begin('/b', 'b');
  begin('/a', 'everywhere', { scope: 'app' });
  loads.cancelExcept('/b');
  expect(cancelled).toEqual(['a']);
});

test('what the next page asked for too goes on', () => {
  const { loads, cancelled, begin } = open();
  begin('/a', 'letters');
  begin('/b', 'letters');
  loads.cancelExcept('/b');
  expect(cancelled).toEqual([]);
  loads.cancelExcept('/c');
  expect(cancelled).toEqual(['letters']);
});
