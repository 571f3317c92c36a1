import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a script counts as failed after two minutes, and not a moment before', async () => {
  const waited = vi.fn();
  inTime(new Promise(() => undefined)).catch(waited);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(waited).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(waited).toHaveBeenCalledOnce();
});

test('a script that has come, or failed, leaves nothing waiting', async () => {
  expect(await inTime(Promise.resolve('page'))).toBe('page');
  await expect(inTime(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});
