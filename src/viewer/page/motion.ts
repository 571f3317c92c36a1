/** When what moves by itself on home may move. */
import { useEffect, useState } from 'react';

interface Motion {
  /** It is in sight. */
  visible: boolean;
  /** It may move now: it is in sight, nobody has stopped it, and motion is welcome. */
  moving: boolean;
  /** Motion is unwelcome. */
  calm: boolean;
  paused: boolean;
  setPaused(paused: boolean): void;
}

/** Follows whether an element may move by itself. */
export function useMotion(ref: { readonly current: Element | null }): Motion {
  const [paused, setPaused] = useState(false);
  const visible = useVisible(ref);
  const calm = useReducedMotion();
  return { visible, moving: visible && !paused && !calm, calm, paused, setPaused };
}

/** On the screen for a good part, in a tab that is looked at. */
function useVisible(ref: { readonly current: Element | null }): boolean {
  const [inView, setInView] = useState(true);
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setInView((entry?.intersectionRatio ?? 0) > 0.4), {
      threshold: [0, 0.4, 0.5],
    });
    observer.observe(element);
    const onVisibility = () => setShown(!document.hidden);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [ref]);
  return inView && shown;
}

function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(false);
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    const read = () => setReduced(query.matches);
    read();
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, []);
  return reduced;
}
