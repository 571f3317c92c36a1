import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
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
const days = 7;

/** Where each day of the guide begins: today with this half hour, the others at midnight, as the viewer's clock has it. */
function daysFrom(now: number): number[] {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  return Array.from({ length: days }, (_, index) => {
    if (index === 0) return Math.floor(now / halfHourMs) * halfHourMs;
    const day = new Date(midnight);
    day.setDate(day.getDate() + index);
    return day.getTime();
  });
}

const narrow = '(max-width: 766px)';

/** The guide: channels by time on a wide screen, a list per channel on a phone. It begins with the viewer's own clock. */
export function Guide() {
  const now = useNow();
  return now === null ? <GuideSkeleton /> : <Days now={now} />;
}

function Days({ now }: { now: number }) {
  const { t } = useLingui();
  const { locale } = useApp();
  const [starts] = useState(() => daysFrom(now));
  const [day, setDay] = useState(0);
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
  const from = starts[day] ?? now;
  return (
    <div className="mt-6">
      <fieldset
        aria-label={t`날짜`}
        className="no-scrollbar gutter flex min-w-0 gap-2 overflow-x-auto overscroll-x-contain py-1"
      >
        {starts.map((start, index) => (
          <button
            key={start}
            type="button"
            aria-pressed={index === day}
            className={cx(
              'h-9 shrink-0 rounded-full px-4 text-14 font-semibold transition-colors',
              index === day ? 'bg-text text-ground' : 'bg-raised text-quiet hover:text-text',
            )}
            onClick={() => setDay(index)}
          >
            {index === 0 ? <Trans>오늘</Trans> : dayText(locale, start)}
          </button>
        ))}
      </fieldset>
      {isNarrow ? (
        <GuideList key={from} from={from} onChoose={choose} />
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
