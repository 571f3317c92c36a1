import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useRef, useState } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { useApp } from '../../context.ts';
import { lazyAnswer } from '../../page/lazy-part.tsx';
import type { Chosen } from './airing-dialog.tsx';
import { GuideGrid } from './guide-grid.tsx';
import { GuideList } from './guide-list.tsx';
import { GuideSkeleton } from './guide-skeleton.tsx';
import { useNow } from './on-air.ts';
import { dayText } from './times.ts';

const AiringDialog = lazyAnswer(
  () => import('./airing-dialog.tsx'),
  'AiringDialog',
  ({ chosen }) => chosen !== null,
);

const halfHourMs = 1_800_000;
/** A week back, as far as programs can be watched again, and six days ahead. */
const [daysBack, daysAhead] = [7, 6];

interface Day {
  name: 'earlier' | 'today' | 'other';
  from: number;
  /** Whether it shows ended programs. */
  past: boolean;
}

/**
 * The days of the guide. They begin at midnight by the viewer's clock. Today has two parts: the programs that have ended, and those from
 * this half hour on.
 */
function daysAround(now: number): Day[] {
  const midnight = (days: number) => {
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    day.setDate(day.getDate() + days);
    return day.getTime();
  };
  const other = (days: number): Day => ({ name: 'other', from: midnight(days), past: days < 0 });
  return [
    ...Array.from({ length: daysBack }, (_, index) => other(index - daysBack)),
    { name: 'earlier', from: midnight(0), past: true },
    { name: 'today', from: Math.floor(now / halfHourMs) * halfHourMs, past: false },
    ...Array.from({ length: daysAhead }, (_, index) => other(index + 1)),
  ];
}
const today = daysBack + 1;

const narrow = '(max-width: 766px)';

/** The guide: channels by time on a wide screen, a list per channel on a phone. It begins with the viewer's own clock. */
export function Guide() {
  const now = useNow();
  return now === null ? <GuideSkeleton /> : <Days now={now} />;
}

function Days({ now }: { now: number }) {
  const { t } = useLingui();
  const { locale } = useApp();
  const [days] = useState(() => daysAround(now));
  const [chosenDay, setDay] = useState(today);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const row = current.current?.parentElement;
    if (row && current.current) row.scrollLeft = current.current.offsetLeft - row.clientWidth / 3;
  }, []);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wanted, setWanted] = useState(false);
  const choose = (airing: Chosen) => {
    setWanted(true);
    setChosen(airing);
  };
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(narrow).matches);
  useEffect(() => {
    const media = window.matchMedia(narrow);
    const follow = () => setNarrow(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  const { from, past } = days[chosenDay] ?? { from: now, past: false };
  return (
    <div className="mt-6">
      <fieldset
        aria-label={t`날짜`}
        className="no-scrollbar gutter relative flex min-w-0 gap-2 overflow-x-auto overscroll-x-contain py-1"
      >
        {days.map((day, index) => (
          <button
            key={day.from}
            ref={index === today ? current : undefined}
            type="button"
            aria-pressed={index === chosenDay}
            className={cx(
              'h-9 shrink-0 rounded-full px-4 text-14 font-semibold transition-colors',
              index === chosenDay ? 'bg-text text-ground' : 'bg-raised text-quiet hover:text-text',
            )}
            onClick={() => setDay(index)}
          >
            {day.name === 'today' ? (
              <Trans>오늘</Trans>
            ) : day.name === 'earlier' ? (
              <Trans>오늘 지난 방송</Trans>
            ) : (
              dayText(locale, day.from)
            )}
          </button>
        ))}
      </fieldset>
      {isNarrow ? (
        <GuideList key={from} from={from} past={past} onChoose={choose} />
      ) : (
        <GuideGrid key={from} from={from} onChoose={choose} />
      )}
      {wanted && (
        <Suspense>
          <AiringDialog chosen={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </div>
  );
}
