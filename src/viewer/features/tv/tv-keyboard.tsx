import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { nearestOf } from '../../layout/remote-keys.ts';
import { digits, type KeyLayout, letterRows } from './tv-keys.ts';

interface TvKeyboardProps {
  keys: RefObject<HTMLFieldSetElement | null>;
  layout: KeyLayout;
  onKey: (key: string) => void;
  onDelete: () => void;
  onClear: () => void;
  onSwitch: () => void;
  onFocus: () => void;
}

const languages = { hangul: 'ko', latin: 'en' } as const;

/**
 * Letters and digits for a remote control: arrows move through them, Enter presses. For Tab it is one stop that remembers its key;
 * at its edges the arrows leave it.
 */
export function TvKeyboard({ keys, layout, onKey, onDelete, onClear, onSwitch, onFocus }: TvKeyboardProps) {
  const { t } = useLingui();
  const first = letterRows[layout][0]?.[0];
  const [active, setActive] = useState(first);
  const letters = letterRows[layout].join('');
  // The keys of the other layout are gone.
  const current = active?.length === 1 && !`${letters}${digits}`.includes(active) ? first : active;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const buttons = [...(keys.current?.querySelectorAll('button') ?? [])];
    const target = nearestOf(buttons, event.target as HTMLElement, event.key);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus({ preventScroll: true });
  };
  /** The properties that every key has. `id` distinguishes the keys. */
  const keyOf = (id: string, onPress: () => void) => ({
    id,
    tabIndex: id === current ? (0 as const) : (-1 as const),
    onPress,
    onFocus: () => {
      setActive(id);
      onFocus();
    },
  });

  return (
    <fieldset
      ref={keys}
      aria-label={t`화면 자판`}
      data-shelf=""
      className="mt-3 min-w-0 space-y-1"
      onKeyDown={onKeyDown}
    >
      <div className="grid grid-cols-7 gap-1">
        {[...letters].map((letter) => (
          <Key key={letter} {...keyOf(letter, () => onKey(letter))} lang={languages[layout]}>
            {letter}
          </Key>
        ))}
        <Key key="delete" {...keyOf('delete', onDelete)} wide>
          {t({ message: '지우기', context: 'key' })}
        </Key>
      </div>
      <div className="grid grid-cols-10 gap-1">
        {[...digits].map((digit) => (
          <Key key={digit} {...keyOf(digit, () => onKey(digit))}>
            {digit}
          </Key>
        ))}
      </div>
      <div className="grid grid-cols-3 gap-1">
        <Key {...keyOf('switch', onSwitch)} name={layout === 'hangul' ? t`ABC 영문 자판` : t`한글 자판`}>
          {layout === 'hangul' ? 'ABC' : t`한글`}
        </Key>
        <Key {...keyOf('space', () => onKey(' '))}>{t`띄어쓰기`}</Key>
        <Key {...keyOf('clear', onClear)}>{t`모두 지우기`}</Key>
      </div>
    </fieldset>
  );
}

interface KeyProps {
  id: string;
  tabIndex: 0 | -1;
  onPress: () => void;
  onFocus: () => void;
  /** As wide as two letters. */
  wide?: boolean;
  /** The accessible name, where it is not the text. */
  name?: string;
  lang?: string;
  children: ReactNode;
}

function Key({ id, tabIndex, onPress, onFocus, wide, name, lang, children }: KeyProps) {
  return (
    <button
      type="button"
      data-key={id}
      tabIndex={tabIndex}
      aria-label={name}
      lang={lang}
      className={cx(
        'grid min-h-10 place-items-center rounded-sm bg-raised px-1 text-center leading-tight font-semibold focus-visible:relative focus-visible:z-10 focus-visible:bg-text focus-visible:text-ground',
        id.length === 1 ? 'text-18' : 'text-14',
        wide && 'col-span-2',
      )}
      onFocus={onFocus}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
