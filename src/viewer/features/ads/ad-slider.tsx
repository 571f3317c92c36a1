import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Ad } from '../../../contract/viewer/ads.ts';
import { RoundButton } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { type AppContext, profileIdOf, useApp } from '../../context.ts';
import { useMotion } from '../../page/motion.ts';
import { reportFollowed, reportSeen } from './reports.ts';

const slideMs = 10_000;
/** The slider counts as seen when at least this share of it is visible. */
const seenShare = 0.5;

const adsQuery = (context: AppContext) => {
  const profile_id = profileIdOf(context);
  return queryOptions({
    queryKey: ['home', 'ads', profile_id],
    queryFn: ({ signal }) => context.api('GET /api/get-small-banner-ad', { query: { profile_id }, signal }),
  });
};

/** The small slider of ads: two at a time, going on every ten seconds. */
export function AdSlider() {
  const { data } = useQuery(adsQuery(useApp()));
  const ads = data?.data ?? [];
  // While the ads load, the slider's space stays reserved.
  if (data && ads.length === 0) return null;
  return ads.length > 0 ? <Slider ads={ads} /> : <AdSliderSpace />;
}

/** As high as the slider. */
function AdSliderSpace() {
  return (
    <div className="gutter">
      <div className="aspect-5/1" />
      <div className="mt-2 h-9" />
    </div>
  );
}

function Slider({ ads }: { ads: readonly Ad[] }) {
  const { t } = useLingui();
  const { api } = useApp();
  const list = useRef<HTMLUListElement>(null);
  const { moving, calm, paused, setPaused } = useMotion(list);
  const [held, setHeld] = useState(false);

  // Each slider is reported once, when it becomes visible.
  const ids = ads.map((ad) => ad.id).join();
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if ((entry?.intersectionRatio ?? 0) < seenShare) return;
        observer.disconnect();
        reportSeen(api, ids.split(','));
      },
      { threshold: seenShare },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [api, ids]);

  useEffect(() => {
    if (!moving || held) return;
    const timer = setInterval(() => {
      const element = list.current;
      if (element) turn(element, 1);
    }, slideMs);
    return () => clearInterval(timer);
  }, [moving, held]);

  const move = (by: -1 | 1) => list.current && turn(list.current, by);
  return (
    <section
      aria-roledescription={t`슬라이드`}
      aria-label={t`광고`}
      className="gutter"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul
        ref={list}
        className="no-scrollbar flex snap-x snap-mandatory gap-(--row-gap) overflow-x-auto rounded-md"
      >
        {ads.map((ad) => (
          <li key={ad.id} className="w-[calc((100%-var(--row-gap))/2)] shrink-0 snap-start">
            <a
              href={ad.link}
              target="_blank"
              rel="noopener noreferrer sponsored"
              aria-label={t`광고: ${ad.title} (새 창)`}
              className="relative block aspect-5/2 overflow-hidden rounded-md focus-visible:-outline-offset-2"
              onClick={() => reportFollowed(api, ad.id, 'small-banner')}
            >
              <Picture image={ad.banner_url} kind="banner" sizes="50vw" fill />
              <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-ground/90 to-transparent px-2 pt-4 pb-1 tablet:px-4 tablet:pt-10 tablet:pb-3">
                <span className="flex items-center gap-2 text-12 tablet:text-16">
                  <span className="shrink-0 rounded-sm bg-text/20 px-1.5 text-12 font-semibold">
                    <Trans>광고</Trans>
                  </span>
                  <span className="truncate font-bold">{ad.title}</span>
                </span>
                {ad.description && (
                  <span className="mt-0.5 hidden truncate text-14 tablet:block">{ad.description}</span>
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {ads.length > 1 && (
        <div className="mt-2 flex justify-end gap-2">
          {!calm && (
            <RoundButton
              size="sm"
              label={paused ? t`광고 자동 넘김 시작` : t`광고 자동 넘김 멈춤`}
              onClick={() => setPaused(!paused)}
            >
              <Icon name={paused ? 'play' : 'pause'} size={18} />
            </RoundButton>
          )}
          <RoundButton size="sm" label={t`이전 광고`} onClick={() => move(-1)}>
            <Icon name="left" size={18} />
          </RoundButton>
          <RoundButton size="sm" label={t`다음 광고`} onClick={() => move(1)}>
            <Icon name="right" size={18} />
          </RoundButton>
        </div>
      )}
    </section>
  );
}

/** Scrolls by one view, from the end to the beginning and back. */
function turn(element: HTMLElement, by: -1 | 1): void {
  const { scrollLeft, clientWidth, scrollWidth } = element;
  const last = scrollWidth - clientWidth;
  const next = scrollLeft + by * clientWidth;
  const left =
    next > last + 4 ? (scrollLeft >= last - 4 ? 0 : last) : next < -4 ? (scrollLeft <= 4 ? last : 0) : next;
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  element.scrollTo({ left, behavior });
}
