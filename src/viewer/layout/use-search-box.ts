import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchPage } from './use-search-page.ts';

export type SearchBoxState = ReturnType<typeof useSearchBox>;

/** Whether the search box is open, what is typed and whether suggestions are listed; and what opens, searches and closes it. */
export function useSearchBox() {
  const reset = useCallback(() => {
    setText('');
    setOpen(false);
  }, []);
  const { q, searchFor, leave } = useSearchPage(reset);
  const [open, setOpen] = useState(q !== null);
  const [text, setText] = useState(q ?? '');
  const [listed, setListed] = useState(false);
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);

  // The box says what the page shows.
  useEffect(() => {
    setText(q ?? '');
    setOpen(q !== null);
    setListed(false);
  }, [q]);

  const wanted = useRef(false);
  useEffect(() => {
    if (!open || !wanted.current) return;
    wanted.current = false;
    input.current?.focus();
  }, [open]);
  const openBox = useCallback(() => {
    wanted.current = true;
    setOpen(true);
    input.current?.focus();
  }, []);
  useSlash(openBox);

  const onPressElsewhere = useCallback(() => {
    setListed(false);
    if (!input.current?.value.trim()) setOpen(false);
  }, []);
  usePressElsewhere(box, open, onPressElsewhere);

  const search = (words: string) => {
    const next = words.normalize('NFC').replace(/\s+/g, ' ').trim();
    setListed(false);
    if (next) {
      setText(next);
      searchFor(next);
    } else if (q !== null) leave();
    else setOpen(false);
  };
  return {
    box,
    input,
    isSearch: q !== null,
    open,
    openBox,
    setOpen,
    text,
    setText,
    listed,
    setListed,
    search,
  };
}

/** Calls when `/` is pressed, but where it is typed. */
function useSlash(onPress: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented)
        return;
      const at = event.target as HTMLElement;
      if (at.closest('input, textarea, select, dialog, [contenteditable]')) return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onPress]);
}

/** Calls when something outside an element is pressed, while that is wanted. */
function usePressElsewhere(
  ref: { readonly current: Element | null },
  wanted: boolean,
  onPress: () => void,
): void {
  useEffect(() => {
    if (!wanted) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && ref.current?.contains(event.target)) return;
      onPress();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [ref, wanted, onPress]);
}
