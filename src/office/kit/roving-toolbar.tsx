/** A toolbar that is one tab stop. Arrow keys, Home and End move between its buttons (WAI-ARIA toolbar pattern). */
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function RovingToolbar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])];
  const stopAt = (current: Element | undefined) => {
    for (const button of buttons()) button.tabIndex = button === current ? 0 : -1;
  };
  useEffect(() => {
    const own = bar.current;
    if (!own) return;
    const ensureOneStop = () => {
      const all = [...own.querySelectorAll<HTMLElement>('button:not(:disabled)')];
      const stops = all.filter(({ tabIndex }) => tabIndex === 0);
      if (stops.length === 1) return;
      const stop = stops.find((button) => button === document.activeElement) ?? stops[0] ?? all[0];
      for (const button of all) button.tabIndex = button === stop ? 0 : -1;
    };
    ensureOneStop();
    // Buttons are enabled and disabled with the selection, which sets their tab index again.
    const observer = new MutationObserver(ensureOneStop);
    observer.observe(own, { subtree: true, childList: true, attributeFilter: ['disabled', 'tabindex'] });
    return () => observer.disconnect();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[step(at, all.length)]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={(event: FocusEvent) => stopAt(event.target)}
    >
      {children}
    </div>
  );
}
