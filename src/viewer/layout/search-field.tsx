import { useLingui } from '@lingui/react/macro';
import { Suspense, useCallback, useId, useState } from 'react';
import { Icon } from '../../ui/components/icon.tsx';
import { lazyPart } from '../page/lazy-part.tsx';
import type { SearchBoxState } from './use-search-box.ts';

const Suggestions = lazyPart(() => import('../features/search/suggestions.tsx'), 'Suggestions');

interface SearchFieldProps {
  box: SearchBoxState;
  className: string;
  onFocused: (focused: boolean) => void;
  /** Escape was pressed with nothing left to take back. */
  onEscape: () => void;
}

/** The field that a search is typed into, with the suggestions below it. */
export function SearchField({ box, className, onFocused, onEscape }: SearchFieldProps) {
  const { input, text, setText, listed, setListed, search } = box;
  const id = useId();
  const [choice, setChoice] = useState<Choice>({ id: undefined, shown: false });
  const onChoose = useCallback((optionId: string | undefined, shown: boolean) => {
    setChoice((before) =>
      before.id === optionId && before.shown === shown ? before : { id: optionId, shown },
    );
  }, []);
  const close = useCallback(() => setListed(false), [setListed]);
  const expanded = listed && choice.shown;
  return (
    <search
      ref={box.box}
      className={className}
      onFocus={() => onFocused(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        if (expanded) setListed(false);
        else if (text) setText('');
        else onEscape();
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        onFocused(false);
        setListed(false);
      }}
    >
      <form
        className="relative flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          // The field has its composed text by now.
          search(input.current?.value ?? '');
          // The results get the focus, and a phone closes its keyboard.
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      >
        <Icon
          name="search"
          size={20}
          className="pointer-events-none absolute inset-y-0 left-3 my-auto text-quiet"
        />
        <SearchInput box={box} list={expanded ? { id, choice: choice.id } : null} />
        {text !== '' && <ClearButton box={box} />}
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
}

/** The suggestion that arrow keys have chosen, and whether there are any. */
interface Choice {
  id: string | undefined;
  shown: boolean;
}

interface SearchInputProps {
  box: SearchBoxState;
  /** The suggestions while they are shown, and which of them is chosen. */
  list: { id: string; choice: string | undefined } | null;
}

function SearchInput({ box: { input, text, setText, setListed }, list }: SearchInputProps) {
  const { t } = useLingui();
  return (
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
      aria-expanded={list !== null}
      aria-controls={list?.id}
      aria-activedescendant={list?.choice}
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
  );
}

function ClearButton({ box: { input, setText, setListed } }: { box: SearchBoxState }) {
  const { t } = useLingui();
  return (
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
  );
}
