import { useRef } from 'react';

/** What the last render was given, for listeners that are made once. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
