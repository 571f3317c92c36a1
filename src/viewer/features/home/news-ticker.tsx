import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { useApp } from '../../context.ts';
import { useMotion } from '../../page/motion.ts';
import { newsQuery } from './home.queries.ts';

/** Breaking news in one line that passes by as fast as its lines say, 18 s unless they say otherwise; where motion is unwelcome it stands, and is scrolled by hand. */
export function NewsTicker() {
  const { t } = useLingui();
  const news = useQuery(newsQuery(useApp())).data?.news ?? [];
  const box = useRef<HTMLElement>(null);
  const { moving, calm, paused, setPaused } = useMotion(box);
  if (news.length === 0) return null;
  // They pass by together, so their speeds are made one.
  const seconds = news.reduce((sum, line) => sum + line.speed_seconds, 0) / news.length;
  return (
    <section ref={box} aria-label={t`속보`} className="gutter">
      <div className="flex h-11 items-center overflow-hidden rounded-md border border-line bg-surface">
        <span className="shrink-0 px-3 text-14 font-bold text-vermilion-bright" aria-hidden="true">
          {t`속보`}
        </span>
        <div className="no-scrollbar min-w-0 flex-1 overflow-x-auto" tabIndex={calm || paused ? 0 : -1}>
          <ul
            className={cx('flex w-max min-w-full gap-12 pr-4', !calm && !paused && 'animate-ticker')}
            style={{ animationDuration: `${seconds}s`, animationPlayState: moving ? 'running' : 'paused' }}
          >
            {news.map((line) => (
              <li
                key={line.id}
                className="rounded-sm px-2 py-1 text-14 whitespace-nowrap"
                style={{
                  backgroundColor: line.background_color ?? undefined,
                  color: line.text_color ?? undefined,
                }}
              >
                {line.news}
              </li>
            ))}
          </ul>
        </div>
        {!calm && (
          <button
            type="button"
            aria-label={paused ? t`속보 자동 넘김 시작` : t`속보 자동 넘김 멈춤`}
            className="grid size-11 shrink-0 place-items-center text-quiet hover:text-text focus-visible:-outline-offset-2"
            onClick={() => setPaused(!paused)}
          >
            <Icon name={paused ? 'play' : 'pause'} size={18} />
          </button>
        )}
      </div>
    </section>
  );
}
