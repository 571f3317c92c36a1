import { useEffect, useRef } from 'react';

/**
 * For a part of a page that shows one thing or another. What had the focus goes with the one, and the next key would begin at the top
 * of the page: the first control of the other has it then. Answers the part's ref.
 */
export function useHandedFocus<T extends HTMLElement>(shown: unknown) {
  const part = useRef<T>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement === document.body)
      part.current?.querySelector<HTMLElement>(':is(input, select, button):enabled')?.focus();
  }, [shown]);
  return part;
}
