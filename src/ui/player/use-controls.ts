import { useCallback, useEffect, useRef, useState } from 'react';

const fadeMs = 3_000;

export type Controls = ReturnType<typeof useControls>;

/** Shows the controls on any sign of life and hides them three seconds after the last. */
export function useControls(box: { readonly current: HTMLElement | null }, held: boolean) {
  const [awake, setAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wake = useCallback(() => {
    setAwake(true);
    clearTimeout(timer.current);
    const sleep = () => {
      const focused = box.current?.querySelector('[data-player-controls] :focus-visible');
      if (focused) timer.current = setTimeout(sleep, fadeMs);
      else setAwake(false);
    };
    timer.current = setTimeout(sleep, fadeMs);
  }, [box]);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setAwake(false);
  }, []);
  useEffect(() => {
    if (!held) wake();
    return () => clearTimeout(timer.current);
  }, [held, wake]);
  return { shown: awake || held, wake, hide };
}
