import { Trans, useLingui } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { letterOf } from '../../../contract/letters.ts';
import type { Card } from '../../../contract/wire.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button } from '../../../ui/components/button.tsx';
import { columns, Grid } from '../../../ui/components/grid.tsx';
import { places, Skeleton } from '../../../ui/components/skeleton.tsx';
import { isShown } from '../../cards/is-shown.ts';
import { useApp, useScreenSize } from '../../context.ts';
import { Failed } from '../../page/failed.tsx';
import type { ScreenSize } from '../../screen.ts';
import { LetterStrip } from './letter-strip.tsx';

/** The part of a paged query that a grid needs. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  isPending: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface LetterGridProps<T extends Card> {
  cards: readonly T[];
  pages: Pages;
  shape: 'portrait' | 'landscape';
  label: string;
  /** How many more are shown at a time, by the size of the screen. */
  steps?: Record<ScreenSize, number>;
  /** Fetches all pages one after the other, without waiting until the grid's end is near the screen. */
  whole?: boolean;
  /** Pauses before more are shown and before a letter is applied, in milliseconds. */
  moreDelayMs?: number;
  filterDelayMs?: number;
  children: (card: T, tabIndex: 0 | -1) => ReactNode;
}

/** With a letter filter, 24 titles are shown at a time on a pc, 12 elsewhere. */
const usualStep = { pc: 24, tablet: 12, mobile: 12 } as const;

/**
 * Titles under a strip of letters. More are shown when the end is within 500 px of the screen. A letter filters the fetched
 * titles; while fewer match than are to be shown, further pages are fetched.
 */
export function LetterGrid<T extends Card>({
  cards,
  pages,
  shape,
  label,
  steps = usualStep,
  whole = false,
  moreDelayMs = 0,
  filterDelayMs = 0,
  children,
}: LetterGridProps<T>) {
  const { t } = useLingui();
  const { locale } = useApp();
  const { letter, times, setLetter, showMore } = usePlace();
  const applied = useLater(letter, filterDelayMs);
  const filtering = letter !== applied;
  // Until the letter is applied, the number of titles does not change.
  const settledTimes = useRef(times);
  if (!filtering) settledTimes.current = times;
  const shown = settledTimes.current * steps[useScreenSize()];
  const top = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const matches = useMemo(
    () =>
      cards.filter((card) => isShown(card) && (applied === null || letterOf(card.title, locale) === applied)),
    [cards, applied, locale],
  );
  const visible = useMemo(() => matches.slice(0, shown), [matches, shown]);
  const near = useIsNear(end, visible);
  const more = matches.length > visible.length;

  useEffect(() => {
    if (!near || !more || filtering) return;
    const timer = setTimeout(() => showMore(times), moreDelayMs);
    return () => clearTimeout(timer);
  }, [near, more, filtering, showMore, times, moreDelayMs]);

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const wanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && (whole || (near && !more));
  useEffect(() => {
    if (wanted) void fetchNextPage();
  }, [wanted, fetchNextPage]);

  const choose = (next: string | null) => {
    setLetter(next);
    const box = top.current?.getBoundingClientRect();
    if (box && box.top < 0) top.current?.scrollIntoView();
  };

  const loading = pages.isPending || isFetchingNextPage;
  return (
    <div ref={top} className="scroll-mt-(--header)">
      <div data-sticky="" className="gutter sticky top-(--header) z-20 bg-ground/95 py-2 backdrop-blur-md">
        <LetterStrip chosen={letter} onChoose={choose} />
      </div>
      <div className="gutter pt-4" aria-busy={filtering || undefined}>
        <p className="sr-only" aria-live="polite">
          {letter !== null && !loading && !filtering && t`콘텐츠 ${visible.length}개가 보여요.`}
        </p>
        {visible.length > 0 && (
          <Grid
            key={applied}
            items={visible}
            keyOf={idOf}
            shape={shape}
            label={label}
            className={filtering ? 'opacity-50 transition-opacity' : undefined}
          >
            {children}
          </Grid>
        )}
        {pages.isError && !isFetchingNextPage ? (
          <Failed
            className="py-16 text-center"
            onRetry={() => void (cards.length > 0 ? fetchNextPage() : pages.refetch())}
          >
            <Trans>콘텐츠를 불러오지 못했어요</Trans>
          </Failed>
        ) : (
          visible.length === 0 &&
          !loading &&
          !filtering &&
          !hasNextPage && (
            <NothingFound letter={cards.length > 0 ? applied : null} onAll={() => choose(null)} />
          )
        )}
        {(loading || more) && !pages.isError && (
          <GridSkeleton shape={shape} className={visible.length > 0 ? 'mt-6' : undefined} />
        )}
        <div ref={end} />
      </div>
    </div>
  );
}

const idOf = (card: Card) => card.id;

/** The letter, and how often the list was extended. Both are restored when the viewer returns to this history entry. */
function usePlace() {
  const { listPlaces } = useApp();
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? '' });
  const [place, setPlace] = useState(() => listPlaces.get(entry) ?? { letter: null, times: 1 });
  useEffect(() => void listPlaces.set(entry, place), [listPlaces, entry, place]);
  const setLetter = useCallback((letter: string | null) => setPlace({ letter, times: 1 }), []);
  const showMore = useCallback((than: number) => setPlace(({ letter }) => ({ letter, times: than + 1 })), []);
  return { ...place, setLetter, showMore };
}

/** A value that follows another one after a pause without further changes. */
function useLater<T>(value: T, delayMs: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    if (delayMs === 0) return;
    const timer = setTimeout(() => setLater(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayMs === 0 ? value : later;
}

/** Whether an element is within 500 px of the screen; checked again whenever the content before it changes. */
function useIsNear(ref: { readonly current: Element | null }, before: unknown): boolean {
  const [seen, setSeen] = useState<{ near: boolean; before: unknown }>({ near: false, before });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen({ near: entries.at(-1)?.isIntersecting === true, before }),
      { rootMargin: '500px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, before]);
  return seen.near && seen.before === before;
}

function NothingFound({ letter, onAll }: { letter: string | null; onAll: () => void }) {
  return (
    <div className="py-20 text-center">
      <p className="text-22 font-bold">
        <Trans>찾는 콘텐츠가 없어요</Trans>
      </p>
      {letter !== null && (
        <>
          <p className="mt-2 text-quiet">
            <Trans>다른 글자를 골라 보세요.</Trans>
          </p>
          <Button className="mt-6" onClick={onAll}>
            <Trans>전체 보기</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

/** The placeholder of a row of a grid that is loading. */
function GridSkeleton({ shape, className }: { shape: 'portrait' | 'landscape'; className?: string }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      aria-label={t`불러오는 중`}
      className={cx(
        'grid auto-rows-[0] grid-rows-[auto] gap-x-(--row-gap) overflow-hidden',
        columns[shape],
        className,
      )}
    >
      {places(8).map((place) => (
        <div key={place}>
          <Skeleton className={shape === 'portrait' ? 'aspect-2/3' : 'aspect-video'} />
          <Skeleton className="mt-2 h-5 w-3/4" />
        </div>
      ))}
    </div>
  );
}
