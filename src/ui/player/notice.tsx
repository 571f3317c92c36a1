import { useEffect, useState } from 'react';
import { cx } from '../class-names.ts';

const shownMs = 900;

/** What was said last, for a moment, and a way to say something. */
export function useNotice() {
  const [notice, setNotice] = useState<{ text: string; at: number } | null>(null);
  const say = (text: string) => setNotice({ text, at: Date.now() });
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), shownMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return { text: notice?.text, say };
}

/** What a key has just done, over the film. */
export function Notice({ text }: { text: string | undefined }) {
  return (
    <p
      aria-live="polite"
      className={cx(
        'pointer-events-none absolute top-1/4 left-1/2 -translate-x-1/2 rounded-full bg-ground/80 px-5 py-2 text-18 font-bold transition-opacity duration-200',
        text === undefined ? 'opacity-0' : 'opacity-100',
      )}
    >
      {text}
    </p>
  );
}
