import { useLingui } from '@lingui/react/macro';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/components/icon.tsx';
import { lazyPart } from '../page/lazy-part.tsx';

const Suggestions = lazyPart(() => import('../features/search/suggestions.tsx'), 'Suggestions');

/** Where a search with nothing in it returns to: the last page that was no search. Only ever set in a browser. */
let placeBefore = '/';

/**
 * The header's search box: a button that opens into a field. Enter searches; with nothing typed it leaves the search. A
 * press elsewhere closes it while it is empty; `/` opens it from anywhere.
 */
export function SearchBox() {
  const { t } = useLingui();
  const router = useRouter();
  const id = useId();
  const q = useRouterState({
    select: ({ location }) => (location.pathname === '/search' ? (location.search.q ?? '') : null),
  });
  const [open, setOpen] = useState(q !== null);
  const [text, setText] = useState(q ?? '');
  const [focused, setFocused] = useState(false);
  const [listed, setListed] = useState(false);
  const [choice, setChoice] = useState<{ id: string | undefined; shown: boolean }>({
    id: undefined,
    shown: false,
  });
  const box = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wanted = useRef(false);

  // The box says what the page shows.
  useEffect(() => {
    setText(q ?? '');
    setOpen(q !== null);
    setListed(false);
  }, [q]);
  useEffect(() => {
    const { pathname, href } = router.state.location;
    if (pathname !== '/search') placeBefore = href;
    return router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
      if (toLocation.pathname === '/search') return;
      placeBefore = toLocation.href;
      // The first page may still be loading while somebody types already.
      if (!fromLocation || !pathChanged) return;
      setText('');
      setOpen(false);
    });
  }, [router]);

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
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented)
        return;
      const at = event.target as HTMLElement;
      if (at.closest('input, textarea, select, dialog, [contenteditable]')) return;
      event.preventDefault();
      openBox();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [openBox]);
  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && box.current?.contains(event.target)) return;
      setListed(false);
      if (!input.current?.value.trim()) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  const search = (words: string) => {
    const next = words.normalize('NFC').replace(/\s+/g, ' ').trim();
    setListed(false);
    if (next) {
      setText(next);
      void router.navigate({ to: '/search', search: { q: next } });
    } else if (q !== null) router.history.push(placeBefore);
    else setOpen(false);
  };
  const onChoose = useCallback((optionId: string | undefined, shown: boolean) => {
    setChoice((before) =>
      before.id === optionId && before.shown === shown ? before : { id: optionId, shown },
    );
  }, []);
  const close = useCallback(() => setListed(false), []);
  const expanded = listed && choice.shown;

  // On a small screen the field covers the header, but only while it is in use.
  const aside = !open || !focused;
  const field = (
    <search
      ref={box}
      className={cx(
        'absolute inset-0 z-10 flex items-center bg-ground px-(--gutter) desktop:relative desktop:inset-auto desktop:block desktop:w-72 desktop:bg-transparent desktop:px-0 wide:w-84',
        aside && 'max-desktop:sr-only',
      )}
      onFocus={() => setFocused(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        if (expanded) setListed(false);
        else if (text) setText('');
        else if (q === null) {
          setOpen(false);
          requestAnimationFrame(() => opener.current?.focus());
        }
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setFocused(false);
        setListed(false);
      }}
    >
      <form
        className="relative flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          // What was being put together has been taken into the field by now.
          search(input.current?.value ?? '');
          input.current?.blur();
        }}
      >
        <Icon
          name="search"
          size={20}
          className="pointer-events-none absolute inset-y-0 left-3 my-auto text-quiet"
        />
        <input
          ref={input}
          type="text"
          name="q"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          role="combobox"
          aria-label={t`검색어`}
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={expanded ? id : undefined}
          aria-activedescendant={expanded ? choice.id : undefined}
          placeholder={t`제목, 인물, 초성으로 검색`}
          value={text}
          className="h-11 w-full rounded-full border border-line bg-ground/90 pr-11 pl-10 text-16 placeholder:text-quiet"
          onChange={(event) => {
            setText(event.target.value);
            setListed(true);
          }}
          onFocus={() => setListed(true)}
          onClick={() => setListed(true)}
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={t`검색어 지우기`}
            className="absolute inset-y-0 right-1 my-auto grid size-9 place-items-center rounded-full text-quiet hover:text-text"
            // The field keeps the focus, or on a small screen it would be gone before the press counts.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setText('');
              setListed(true);
              input.current?.focus();
            }}
          >
            <Icon name="close" size={20} />
          </button>
        )}
      </form>
      {listed && (
        <Suspense>
          <Suggestions
            id={id}
            text={text}
            input={input}
            onSearch={search}
            onClose={close}
            onChoose={onChoose}
          />
        </Suspense>
      )}
    </search>
  );
  return (
    <>
      {aside && (
        <button
          ref={opener}
          type="button"
          aria-label={t`검색`}
          title={t`검색`}
          className={cx(
            'grid size-11 place-items-center rounded-full hover:bg-text/10',
            open && 'desktop:hidden',
          )}
          onClick={openBox}
        >
          <Icon name="search" />
        </button>
      )}
      {open && field}
    </>
  );
}
