import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BannerSlide as Slide, Banner as TitleSlide } from '../../../contract/viewer/home.ts';
import { cx } from '../../../ui/class-names.ts';
import { Badge, Grade } from '../../../ui/components/badges.tsx';
import { Button, buttonClass, RoundButton } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { detailsLink } from '../../links.ts';
import { useMotion } from '../../page/motion.ts';
import { reportFollowed, reportSeen } from '../ads/reports.ts';
import { usePreparedPlayer } from '../playback/prepare-player.ts';
import { playTarget, usePlay } from '../playback/use-play.ts';

const slideMs = 10_000;
const previewDelayMs = 3_000;

/**
 * The main banner. A slide stays for ten seconds, or for as long as its preview plays; the preview starts three
 * seconds after the picture has arrived, without sound until asked. It waits while it is out of sight, while someone
 * reads it with the keyboard, and for good where motion is unwelcome.
 */
export function Banner({ slides }: { slides: readonly Slide[] }) {
  const { t } = useLingui();
  const { api, bannerMemory } = useApp();
  const [index, setIndex] = useState(Math.min(bannerMemory.index, slides.length - 1));
  const [held, setHeld] = useState(false);
  // The first slide does not fade in: an element that fades in counts as seen only when the fade ends.
  const [turned, setTurned] = useState(false);
  const [muted, setMuted] = useState(bannerMemory.muted);
  const [arrived, setArrived] = useState<string | null>(null);
  const [preview, setPreview] = useState<'none' | 'loading' | 'playing'>('none');
  const box = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { visible, moving, calm, paused, setPaused } = useMotion(box);
  const slide = slides[index]!;
  const clip = previewOf(slide);

  const go = useCallback(
    (to: number) => {
      const next = (to + slides.length) % slides.length;
      bannerMemory.index = next;
      bannerMemory.time = 0;
      setPreview('none');
      setTurned(true);
      setIndex(next);
    },
    [slides.length, bannerMemory],
  );

  const canPreview = moving && clip !== null && arrived === slide.id;
  const seenAd = visible && slide.type === 'ad' && arrived === slide.id ? slide.id : null;
  useEffect(() => {
    if (seenAd) reportSeen(api, [seenAd]);
  }, [api, seenAd]);

  useEffect(() => {
    if (!canPreview) return;
    const timer = setTimeout(() => setPreview((now) => (now === 'none' ? 'loading' : now)), previewDelayMs);
    return () => clearTimeout(timer);
  }, [canPreview]);

  useEffect(() => {
    if (!moving || held || preview !== 'none' || slides.length < 2) return;
    const timer = setTimeout(() => go(index + 1), slideMs);
    return () => clearTimeout(timer);
  }, [moving, held, preview, slides.length, index, go]);

  useEffect(() => {
    const element = video.current;
    if (!element || preview === 'none') return;
    if (moving) element.play().catch(() => setPreview('none'));
    else element.pause();
  }, [moving, preview]);

  useEffect(() => {
    const element = video.current;
    bannerMemory.muted = muted;
    if (element) element.muted = muted;
  }, [muted, bannerMemory]);

  return (
    <section
      ref={box}
      aria-roledescription={t`슬라이드`}
      aria-label={t`추천 콘텐츠`}
      className="banner-box relative flex flex-col justify-end overflow-hidden"
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div key={slide.id} className={cx('absolute inset-0', turned && 'animate-fade')}>
        <Picture
          {...pictureOf(slide)}
          sizes="(min-width: 1025px) 100vw, 160vw"
          eager
          fill
          onLoad={() => setArrived(slide.id)}
        />
        {preview !== 'none' && clip && (
          <video
            ref={video}
            src={clip}
            muted={muted}
            playsInline
            preload="auto"
            aria-hidden="true"
            tabIndex={-1}
            className={cx(
              'absolute inset-0 size-full object-cover transition-opacity duration-320',
              preview === 'playing' ? 'opacity-100' : 'opacity-0',
            )}
            onLoadedMetadata={(event) => {
              if (bannerMemory.time > 0) event.currentTarget.currentTime = bannerMemory.time;
            }}
            onPlaying={() => setPreview('playing')}
            onTimeUpdate={(event) => {
              bannerMemory.time = event.currentTarget.currentTime;
            }}
            onEnded={() => (slides.length > 1 ? go(index + 1) : setPreview('none'))}
            onError={() => setPreview('none')}
          />
        )}
      </div>
      <div className="pointer-events-none absolute inset-0 bg-linear-to-t from-ground via-ground/70 via-55% to-transparent to-80% tablet:via-ground/25 tablet:via-50% tablet:to-100%" />
      <div className="pointer-events-none absolute inset-0 hidden bg-linear-to-r from-ground/85 via-ground/35 via-40% to-transparent to-70% tablet:block" />

      <div className="gutter relative pt-24 pb-8 desktop:pb-12">
        <div
          key={slide.id}
          className={cx('max-w-xl space-y-3 tablet:space-y-4', turned && 'animate-rise')}
          aria-live="off"
        >
          {slide.type === 'ad' ? <AdWords ad={slide} /> : <TitleWords slide={slide} />}
        </div>

        <div className="mt-6 flex items-center justify-between gap-4 desktop:mt-8">
          <ul className="flex items-center">
            {slides.length > 1 &&
              slides.map((each, at) => (
                <li key={each.id}>
                  <button
                    type="button"
                    aria-label={t`${at + 1}번째 추천: ${each.title}`}
                    aria-current={at === index}
                    className="group/dot grid h-8 place-items-center px-1"
                    onClick={() => go(at)}
                  >
                    <span
                      data-mark=""
                      className={cx(
                        'block h-1 rounded-full transition-[width,background-color] duration-320',
                        at === index ? 'w-8 bg-text' : 'w-4 bg-text/40 group-hover/dot:bg-text/70',
                      )}
                    />
                  </button>
                </li>
              ))}
          </ul>
          <div className="flex gap-2">
            {preview === 'playing' && (
              <RoundButton
                size="sm"
                label={muted ? t`소리 켜기` : t`소리 끄기`}
                onClick={() => setMuted(!muted)}
              >
                <Icon name={muted ? 'muted' : 'sound'} size={20} />
              </RoundButton>
            )}
            {!calm && (slides.length > 1 || preview !== 'none') && (
              <RoundButton
                size="sm"
                label={paused ? t`자동 넘김 시작` : t`자동 넘김 멈춤`}
                onClick={() => setPaused(!paused)}
              >
                <Icon name={paused ? 'play' : 'pause'} size={18} />
              </RoundButton>
            )}
          </div>
        </div>
      </div>
      {/* The browser first paints a server-rendered page when it has received it up to here (`pages.ts`). */}
      <span id="banner-end" hidden />
    </section>
  );
}

/** A slide's video: a title's preview, or what a video ad shows. */
function previewOf(slide: Slide): string | null {
  if (slide.type === 'ad') return slide.content_type === 'video' ? slide.video_url : null;
  return slide.auto_preview === '1' ? slide.preview_video : null;
}

function pictureOf(slide: Slide) {
  if (slide.type === 'ad') return { image: slide.banner_url, kind: 'banner' as const };
  return slide.banner_thumbs
    ? { image: slide.banner_thumbs, kind: 'banner' as const }
    : { image: slide.preview_image_thumbs, kind: 'landscape' as const };
}

const heading = 'text-36 font-extrabold text-balance drop-shadow-lg tablet:text-48';
const words = 'line-clamp-2 max-w-lg text-16 text-text/85 drop-shadow-md tablet:line-clamp-3 tablet:text-18';

function TitleWords({ slide }: { slide: TitleSlide }) {
  const { t } = useLingui();
  const { locale } = useApp();
  const play = usePlay();
  usePreparedPlayer(slide.skip === '0');
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-14 font-semibold text-text/90">
        {slide.category_name}
        <Grade maturity={slide.maturity} locale={locale} />
        {slide.premium === 'Premium' && <Badge tone="gold">{t`프리미엄`}</Badge>}
        {slide.new_episode && <Badge tone="jade">{t`새 회차`}</Badge>}
      </p>
      <h1 className={heading}>{slide.title}</h1>
      {slide.description && <p className={words}>{slide.description}</p>}
      <div className="flex flex-wrap gap-3 pt-1">
        {slide.skip === '0' && (
          <Button look="primary" size="lg" onClick={() => play(slide, playTarget(slide))}>
            <Icon name="play" />
            {slide.current_position > 0 ? <Trans>이어보기</Trans> : <Trans>재생</Trans>}
          </Button>
        )}
        <Link {...detailsLink(slide)} className={buttonClass('glass', 'lg')}>
          <Icon name="info" />
          <Trans>자세히 보기</Trans>
          <span className="sr-only">: {slide.title}</span>
        </Link>
      </div>
    </>
  );
}

function AdWords({ ad }: { ad: Extract<Slide, { type: 'ad' }> }) {
  const { t } = useLingui();
  const { api } = useApp();
  return (
    <>
      <p className="text-14 font-semibold">
        <Badge tone="dark">{t`광고`}</Badge>
      </p>
      <h1 className={heading}>{ad.title}</h1>
      {ad.description && <p className={words}>{ad.description}</p>}
      <p className="pt-1">
        <a
          href={ad.link}
          target="_blank"
          rel="noopener noreferrer sponsored"
          className={buttonClass('glass', 'lg')}
          onClick={() => reportFollowed(api, ad.id, 'main-slider')}
        >
          <Trans>더 보기</Trans>
          <span className="sr-only">
            : {ad.title} <Trans>(새 창)</Trans>
          </span>
        </a>
      </p>
    </>
  );
}
