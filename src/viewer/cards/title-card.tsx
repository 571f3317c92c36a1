import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useContext, useRef, useSyncExternalStore } from 'react';
import type { Card } from '../../contract/wire.ts';
import { cx } from '../../ui/class-names.ts';
import { Badge } from '../../ui/components/badges.tsx';
import { Icon } from '../../ui/components/icon.tsx';
import { Picture } from '../../ui/components/picture.tsx';
import { useApp } from '../context.ts';
import { detailsLink } from '../links.ts';
import { enterCard, leaveCard, OnOpen } from '../page/quick-panel-store.ts';

interface TitleCardProps {
  card: Card;
  /** Where it leads, when that is not its own page. */
  link?: ReturnType<typeof detailsLink>;
  shape: 'portrait' | 'landscape';
  tabIndex?: 0 | -1;
  /** The second line under the title. */
  note?: ReactNode;
  /** The card is among the first visible ones of the page, so its picture is fetched at once. */
  eager?: boolean | undefined;
}

const sizes = {
  portrait: '(min-width: 1800px) 220px, (min-width: 1025px) 16vw, (min-width: 767px) 22vw, 40vw',
  landscape: '(min-width: 1800px) 350px, (min-width: 1025px) 24vw, (min-width: 767px) 30vw, 62vw',
} as const;

/** A programme or episode on a shelf: its artwork, its name, and on hover a quick panel. */
export function TitleCard({ card, link, shape, tabIndex, note, eager }: TitleCardProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  const onOpen = useContext(OnOpen);
  const { t } = useLingui();
  const disliked = useDisliked(card);
  const badge = useBadge(card);
  // The accessible name has the order of the visible text, so that users of speech control can say the visible text (WCAG 2.5.3).
  const spoken = [card.title, note, badge?.words, card.premium === 'Premium' && t`프리미엄`].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return (
    <Link
      ref={ref}
      {...(link ?? detailsLink(card))}
      tabIndex={tabIndex}
      aria-label={spoken.join(', ')}
      className="group/card flex flex-col rounded-md"
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse' && ref.current)
          enterCard({ card, element: ref.current, shape, onOpen });
      }}
      onPointerLeave={leaveCard}
    >
      <p className="mt-2 truncate text-14 font-medium transition-colors group-hover/card:text-text tablet:text-16">
        {card.title}
      </p>
      {note && <p className="truncate text-12 text-quiet tablet:text-14">{note}</p>}
      <Picture
        image={shape === 'portrait' ? card.big_preview_image_thumbs : card.preview_image_thumbs}
        kind={shape}
        sizes={sizes[shape]}
        {...(eager ? { eager } : {})}
        className={cx(
          'order-first rounded-md transition-transform duration-200 ease-out group-hover/card:scale-[1.04]',
          disliked && 'grayscale',
        )}
      >
        <Marks card={card} badge={badge} />
        {card.percentage > 0 && <Progress percentage={card.percentage} />}
      </Picture>
    </Link>
  );
}

/** Whether this profile has said that it does not like a title: then its picture is grey. */
export function useDisliked(card: Pick<Card, 'program_id' | 'like'>): boolean {
  const { marks } = useApp();
  const mark = useSyncExternalStore(
    marks.subscribe,
    () => marks.get(card.program_id)?.like,
    () => undefined,
  );
  return (mark ?? card.like) === 2;
}

/** The badge of a title: the first that applies. */
export function useBadge(card: Pick<Card, 'upcoming' | 'new_series' | 'new_episode'>) {
  const { t } = useLingui();
  if (card.upcoming === 'yes') return { tone: 'dark', words: t`공개 예정` } as const;
  if (card.new_series) return { tone: 'vermilion', words: t`신작` } as const;
  if (card.new_episode) return { tone: 'jade', words: t`새 회차` } as const;
  return undefined;
}

function Marks({ card, badge }: { card: Card; badge: ReturnType<typeof useBadge> }) {
  const { t } = useLingui();
  return (
    <>
      {/* At the left: artwork may have its lettering along the right edge. */}
      <div className="absolute top-2 left-2 flex gap-1">
        {card.premium === 'Premium' && (
          <span
            title={t`프리미엄`}
            className="grid size-6 place-items-center rounded-sm bg-ground/80 text-gold"
          >
            <Icon name="premium" size={16} />
          </span>
        )}
        {badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
      </div>
    </>
  );
}

/** The watched part of a title as a line along the bottom of its picture, on a track that shows the rest. */
export function Progress({ percentage }: { percentage: number }) {
  return (
    <div
      data-track=""
      className="absolute inset-x-0 bottom-0 h-1 bg-[color-mix(in_srgb,var(--color-text)_45%,var(--color-ground))]"
    >
      <div
        data-mark=""
        className="h-full bg-vermilion"
        style={{ width: `${Math.min(100, Math.max(2, percentage))}%` }}
      />
    </div>
  );
}
