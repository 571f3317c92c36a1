import { useEffect, useState } from 'react';

/** A text once it has stayed the same for some milliseconds. An emptied text counts at once. */
export function useSettled(text: string, settledMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : settledMs);
    return () => clearTimeout(timer);
  }, [text, settledMs]);
  return settled;
}
