import { useEffect, useRef } from 'react';

/** Calls back while an element is on the screen, or nearer to it than a margin in pixels. */
export function useNear(
  ref: { readonly current: Element | null },
  onNear: () => void,
  done: boolean,
  marginPx = 500,
): void {
  const call = useRef(onNear);
  call.current = onNear;
  useEffect(() => {
    const element = ref.current;
    if (!element || done) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) call.current();
      },
      { rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, done, marginPx]);
}
