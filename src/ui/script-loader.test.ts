import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { addressOfScript, NewDocumentNeeded, scriptLoader } from './script-loader.ts';

beforeEach(() => vi.stubGlobal('location', { origin: 'data:text/javascript,export const /**' }));
afterEach(() => vi.unstubAllGlobals());

const missing = (code: string) =>
  new TypeError(`Failed to fetch dynamically imported module: data:text/javascript,export const /**/${code}`);

test('the address of a script is read from the browser’s error, without an earlier number', () => {
  vi.stubGlobal('location', { origin: 'https://maru.example' });
  const error = new TypeError(
    'error loading dynamically imported module: https://maru.example/assets/a.js?2',
  );
  expect(addressOfScript(error)).toBe('https://maru.example/assets/a.js');
  expect(addressOfScript(new TypeError('Importing a module script failed.'))).toBeUndefined();
  expect(addressOfScript(new Error('https://maru.example/assets/a.js'))).toBeUndefined();
});

test('after a failure the script is fetched from another address', async () => {
  const load = vi.fn(() => Promise.reject<{ Page: number }>(missing(' Page = 1;//')));
  const script = scriptLoader(load, 'Page');
  await expect(script()).rejects.toThrow('Failed to fetch');
  expect(await script()).toMatchObject({ Page: 1 });
  expect(load).toHaveBeenCalledOnce();
});

test('a file that has other exports than the script needs a new document', async () => {
  const load = () => Promise.reject<{ Page: number }>(missing(' other = 1;//'));
  const script = scriptLoader(load, 'Page');
  await expect(script()).rejects.toThrow('Failed to fetch');
  await expect(script()).rejects.toBeInstanceOf(NewDocumentNeeded);
});

test('without a connection a script fails as a call of the API does', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const script = scriptLoader(() => Promise.reject<{ Page: number }>(missing('')), 'Page');
  const failure = await script().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 0, code: 'network' });
});
