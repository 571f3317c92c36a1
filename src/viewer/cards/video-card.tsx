import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useContext, useRef } from 'react';
import type { Card, VideoCard as Video } from '../../contract/wire.ts';
import { cx } from '../../ui/class-names.ts';
import { Badge } from '../../ui/components/badges.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { Picture } from '../../ui/components/picture.tsx';
import { playTarget, usePlay } from '../features/playback/use-play.ts';
import { titleLink } from '../links.ts';
import { enterCard, leaveCard, OnOpen } from '../page/quick-panel-store.ts';
import { episodesText } from './episodes-text.ts';
import { Progress, useBadge, useDisliked } from './title-card.tsx';

interface VideoCardProps {
  card: Card | Video;
  tabIndex?: 0 | -1;
  /** The target of a press on the picture; the title always leads to the title's own page. */
  opens: 'player' | 'details';
  /** Under an episode: how far the series has come, instead of which episode it is. */
  counted?: boolean;
  /** Its picture is seen first, so it is fetched at once. */
  eager?: boolean;
}

/** Something to play in a grid: its picture plays it, its title leads to the title's page. */
export function VideoCard({ card, tabIndex, opens, counted, eager }: VideoCardProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { t } = useLingui();
  const play = usePlay();
  const disliked = useDisliked(card);
  const onOpen = useContext(OnOpen);
  const plays = opens === 'player' && card.skip === '0';
  const note = useNote(card, counted === true);
  const target = playTarget(card);
  const premium = card.premium === 'Premium' && t`프리미엄`;
  const badge = useBadge(card);
  const picture = (
    <Picture
      image={card.preview_image_thumbs}
      kind="landscape"
      {...(eager ? { eager } : {})}
      sizes="(min-width: 1800px) 350px, (min-width: 1400px) 19vw, (min-width: 1025px) 24vw, (min-width: 767px) 32vw, (min-width: 480px) 48vw, 94vw"
      className={cx(
        'rounded-md transition-transform duration-200 ease-out [content-visibility:auto] group-hover/card:scale-[1.02]',
        disliked && 'grayscale',
      )}
    >
      <span className="absolute top-2 left-2 flex gap-1">
        {premium && <Badge tone="gold">{premium}</Badge>}
        {badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
      </span>
      {plays && (
        <span className="absolute inset-0 grid place-items-center bg-ground/30 opacity-0 transition-opacity group-hover/card:opacity-100 group-focus-visible/card:opacity-100">
          <span className="grid size-11 place-items-center rounded-full bg-text text-ground">
            <Icon name="play" />
          </span>
        </span>
      )}
      {card.percentage > 0 && <Progress percentage={card.percentage} />}
    </Picture>
  );
  const look = 'group/card block rounded-md';
  const spoken = [card.title, note, premium, badge?.words].filter(Boolean).join(', ');
  return (
    <div
      ref={ref}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse' && ref.current)
          enterCard({ card, element: ref.current, shape: 'landscape', onOpen });
      }}
      onPointerLeave={leaveCard}
    >
      {plays ? (
        <Link
          to="/watch/$type/$id"
          params={target}
          preload={false}
          tabIndex={tabIndex}
          aria-label={`${spoken}, ${t`재생`}`}
          className={look}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return;
            event.preventDefault();
            play(card, target);
          }}
        >
          {picture}
        </Link>
      ) : (
        <Link {...titleLink(card)} tabIndex={tabIndex} aria-label={spoken} className={look}>
          {picture}
        </Link>
      )}
      {/* This link leads to the page that the title's link already leads to, so Tab skips it. */}
      <Link
        {...titleLink(card)}
        tabIndex={plays ? tabIndex : -1}
        aria-hidden={plays ? undefined : true}
        className="mt-2 block truncate rounded-sm text-14 font-medium hover:underline tablet:text-16"
      >
        {card.title}
      </Link>
      <p className="truncate text-12 text-quiet tablet:text-14">{note || ' '}</p>
    </div>
  );
}

/** The line under a title: which episode it is, how far the series has come, or a movie's year. */
function useNote(card: Card | Video, counted: boolean): string {
  const { t } = useLingui();
  if (card.type === 'm' || card.upcoming === 'yes') return card.release_date?.slice(0, 4) ?? '';
  const text = episodesText(card);
  const name = card.type === 'e' && 'episode_name' in card ? card.episode_name : null;
  const place =
    name !== null && !counted && 'episode_number' in card
      ? t`${card.episode_number}화`
      : text && t`${text}화`;
  return [place, name].filter(Boolean).join(' · ');
}
