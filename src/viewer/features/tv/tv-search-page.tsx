import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/components/icon.tsx';
import { remoteBackKeys } from '../../../ui/television.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { useApp } from '../../context.ts';
import { followRemoteKeys } from '../../layout/remote-keys.ts';
import { useSettled } from '../../use-settled.ts';
import { TvKeyboard } from './tv-keyboard.tsx';
import { deleteKey, type Typed, typeKey } from './tv-keys.ts';
import { TvResults } from './tv-results.tsx';

/** Results are fetched when no key was pressed for so long. */
const settledMs = 300;
const maxQueryLength = 100;

/** A television's search: keys for a remote control, and beside them the results of the text so far. */
export function TvSearchPage() {
  const { t } = useLingui();
  const { locale, tvSearch } = useApp();
  const { q: asked = '' } = useSearch({ from: '/tv/search' });
  const router = useRouter();
  const [typed, setTyped] = useState<Typed>({ text: asked, composing: false });
  const [layout, setLayout] = useState(tvSearch.layout ?? (locale === 'ko' ? 'hangul' : 'latin'));
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<HTMLFieldSetElement>(null);
  const home = useRef<HTMLButtonElement>(null);
  const results = useRef<HTMLElement>(null);
  const q = useSettled(typed.text.normalize('NFC').replace(/\s+/gu, ' ').trim(), settledMs);

  // The address keeps the text for the way back from the player.
  useEffect(() => {
    if (q === asked) return;
    void router.navigate({
      to: '/tv/search',
      search: q ? { q } : {},
      replace: true,
      resetScroll: false,
    });
  }, [router, q, asked]);
  useEffect(() => followRemoteKeys(document), []);

  const leave = useLatest(() => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/tv', replace: true });
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, target, defaultPrevented, isComposing, altKey, ctrlKey, metaKey } = event;
      if (!remoteBackKeys.includes(key) || defaultPrevented || isComposing || altKey || ctrlKey || metaKey)
        return;
      // In the field it deletes.
      if (key === 'Backspace' && target === field.current) return;
      event.preventDefault();
      leave.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [leave]);

  const focusKeys = useCallback(() => {
    const key = keys.current?.querySelector<HTMLElement>('[tabindex="0"]');
    key?.focus();
    return Boolean(key);
  }, []);
  const focusResults = () => {
    const section = results.current;
    const target =
      section?.querySelector<HTMLElement>('[data-shelf] [tabindex="0"]') ?? section?.querySelector('button');
    target?.focus();
    return Boolean(target);
  };
  const onFieldKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    const { selectionEnd, value } = event.currentTarget;
    const isAtEnd = selectionEnd === value.length;
    if (event.key === 'ArrowDown') focusKeys();
    else if (event.key === 'ArrowUp') home.current?.focus();
    else if (event.key !== 'ArrowRight' || !isAtEnd || !focusResults()) return;
    event.preventDefault();
  };
  const onPageKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const input = field.current;
    if (!input || event.target === input) return;
    if (event.key === 'ArrowRight' && keys.current?.contains(event.target as Node) && focusResults())
      event.preventDefault();
    else if (event.key === 'ArrowLeft' && results.current?.contains(event.target as Node) && focusKeys())
      event.preventDefault();
    // A keyboard types into the field, wherever the focus is.
    else if (event.key.length === 1 && event.key !== ' ') {
      input.focus();
      input.setSelectionRange(input.value.length, input.value.length);
    }
  };

  // A long text shows its end.
  useEffect(() => {
    const input = field.current;
    if (input && input !== document.activeElement) input.scrollLeft = input.scrollWidth;
  });

  return (
    <main
      id="main"
      tabIndex={-1}
      className="gutter grid min-h-dvh content-start gap-x-8 gap-y-6 py-[5vh] tablet:h-dvh tablet:grid-cols-[21rem_minmax(0,1fr)]"
      onKeyDown={onPageKey}
    >
      <search>
        <div className="flex items-center gap-4">
          <button
            ref={home}
            type="button"
            aria-label={t`TV 홈으로`}
            className="grid size-11 place-items-center rounded-full bg-raised"
            onClick={() => leave.current()}
          >
            <Icon name="left" size={20} />
          </button>
          <h1 className="text-22">
            <Trans>검색</Trans>
          </h1>
        </div>
        <form
          className="relative mt-3"
          onSubmit={(event) => {
            event.preventDefault();
            focusResults();
          }}
        >
          <Icon
            name="search"
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-quiet"
          />
          <input
            ref={field}
            value={typed.text}
            maxLength={maxQueryLength}
            aria-label={t`검색어`}
            placeholder={t`제목, 인물, 초성으로 검색`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            className="h-12 w-full rounded-md border border-line bg-surface pr-3 pl-10 text-18 placeholder:text-16 placeholder:text-quiet"
            onChange={(event) => setTyped({ text: event.target.value, composing: false })}
            onFocus={() => {
              tvSearch.place = null;
            }}
            onKeyDown={onFieldKey}
          />
        </form>
        <TvKeyboard
          keys={keys}
          layout={layout}
          onKey={(key) =>
            setTyped((before) => (before.text.length < maxQueryLength ? typeKey(before, key) : before))
          }
          onDelete={() => setTyped(deleteKey)}
          onClear={() => setTyped({ text: '', composing: false })}
          onSwitch={() => {
            const next = layout === 'hangul' ? 'latin' : 'hangul';
            tvSearch.layout = next;
            setLayout(next);
          }}
          onFocus={() => {
            tvSearch.place = null;
          }}
        />
      </search>
      <TvResults
        ref={results}
        q={q}
        onTerm={(term) => setTyped({ text: term, composing: false })}
        onLost={focusKeys}
      />
    </main>
  );
}
