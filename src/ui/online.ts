import { useEffect, useSyncExternalStore } from 'react';
import { useLatest } from './use-latest.ts';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the browser has a connection. A page that the server renders counts as connected. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** The `online` event may come before requests succeed. So long after it, what fails is tried again. */
const unsteadyMs = 10_000;
const againMs = 2_000;
let onlineAt = Number.NEGATIVE_INFINITY;

/** Whether the connection has just returned. */
export const isUnsteady = (): boolean => performance.now() < onlineAt + unsteadyMs;

/** Calls back each time that the connection returns, as long as `wanted` is true, and again while it is still unsteady. */
export function useBackOnline(onBack: () => void, wanted = true): void {
  const call = useLatest(onBack);
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout>;
    const callLater = () => {
      timer = setTimeout(() => call.current(), againMs);
    };
    const listener = () => {
      onlineAt = performance.now();
      call.current();
      callLater();
    };
    window.addEventListener('online', listener);
    if (isUnsteady()) callLater();
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', listener);
    };
  }, [call, wanted]);
}
