import { useRef } from 'react';

/** The value of the last render, for listeners that are made once. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
