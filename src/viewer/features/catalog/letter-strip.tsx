import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { otherLetter } from '../../../contract/letters.ts';
import { cx } from '../../../ui/class-names.ts';
import { useApp } from '../../context.ts';
import { filterNamesQuery } from './lists.queries.ts';

interface LetterStripProps {
  /** Null: all of them. */
  chosen: string | null;
  onChoose: (letter: string | null) => void;
}

/** All, the letters of the viewer's language, and etc: one of them is chosen, and the arrow keys choose the next. */
export function LetterStrip({ chosen, onChoose }: LetterStripProps) {
  const { t } = useLingui();
  const context = useApp();
  const list = useRef<HTMLDivElement>(null);
  const names = useQuery(filterNamesQuery(context));
  const letters = (context.locale === 'ko' ? names.data?.ko_filter : names.data?.en_filter) ?? [];
  const all: { s: string | null; name: string }[] = [
    { s: null, name: t`전체` },
    ...letters,
    { s: otherLetter, name: t`기타` },
  ];
  const at = Math.max(
    0,
    all.findIndex(({ s }) => s === chosen),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen has to be seen, where the strip is scrolled
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [at, all.length]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to =
      event.key === 'ArrowRight'
        ? at + 1
        : event.key === 'ArrowLeft'
          ? at - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? all.length - 1
              : null;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[to];
    if (!next) return;
    onChoose(next.s);
    list.current?.querySelectorAll<HTMLElement>('[role=radio]')[to]?.focus();
  };

  // Without letters the titles are still shown, but cannot be filtered.
  if (letters.length === 0) return null;
  return (
    <div
      ref={list}
      role="radiogroup"
      aria-label={t`첫 글자로 찾기`}
      className="no-scrollbar -mx-(--gutter) flex gap-1 overflow-x-auto px-(--gutter) py-1 tablet:flex-wrap"
      onKeyDown={onKeyDown}
    >
      {all.map(({ s, name }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a strip of choices that moves and chooses with one key, as radio buttons do
        <button
          key={s ?? 'all'}
          type="button"
          role="radio"
          aria-checked={index === at}
          tabIndex={index === at ? 0 : -1}
          className={cx(
            'h-10 min-w-10 shrink-0 rounded-sm px-2 text-16 font-semibold transition-colors',
            index === at ? 'bg-text text-ground' : 'text-quiet hover:bg-raised hover:text-text',
          )}
          onClick={() => onChoose(s)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
