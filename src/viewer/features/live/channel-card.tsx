import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ChannelCard as Card } from '../../../contract/viewer/live.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useApp } from '../../context.ts';
import { usePlayLink } from '../playback/use-play.ts';
import { AiringProgress } from './airing-progress.tsx';
import { onAir } from './on-air.ts';
import { isAllDay, timeText } from './times.ts';

/** How wide a channel's card is on a shelf. */
export const channelSizes =
  '(min-width: 1800px) 350px, (min-width: 1025px) 24vw, (min-width: 767px) 30vw, 62vw';

interface ChannelCardProps {
  card: Card;
  /** Null while there is no clock: then no times are shown. */
  at: number | null;
  tabIndex?: 0 | -1;
  sizes: string;
}

/** A channel with its current program, the progress of that, and the next one. It leads to the player. */
export function ChannelCard({ card, at, tabIndex, sizes }: ChannelCardProps) {
  const { t } = useLingui();
  const { locale } = useApp();
  const link = usePlayLink(card, { type: card.type, id: card.slug });
  const { now, next } = onAir(card, at);
  const ready = card.skip === '0';
  const title = !ready
    ? t`준비 중`
    : now
      ? now.hidden
        ? t`볼 수 없는 프로그램`
        : now.title
      : t`지금은 방송이 없어요`;
  const premium = card.premium === 'Premium' && t`프리미엄`;
  const spoken = [`${card.number} ${card.name}`, premium, title, now?.subtitle].filter(Boolean).join(', ');
  const body = (
    <>
      <Picture
        image={card.preview_image_thumbs}
        kind={card.type === 'r' ? 'logo' : 'landscape'}
        sizes={sizes}
        className="rounded-md transition-transform duration-200 ease-out group-hover/card:scale-[1.03]"
      >
        <div className="absolute top-2 left-2 flex gap-1">
          {ready && now && <Badge tone="vermilion">LIVE</Badge>}
          {!ready && <Badge tone="dark">{t`준비 중`}</Badge>}
        </div>
        {premium && (
          <span
            title={premium}
            className="absolute top-2 right-2 grid size-6 place-items-center rounded-sm bg-ground/80 text-gold"
          >
            <Icon name="premium" size={16} />
          </span>
        )}
        {now && ready && at !== null && (
          <div className="absolute inset-x-0 bottom-0 bg-ground/50">
            <AiringProgress airing={now} at={at} />
          </div>
        )}
      </Picture>
      <p className="mt-2 truncate text-12 font-semibold text-quiet tablet:text-14">
        {card.number} {card.name}
      </p>
      <p className="truncate text-14 font-bold tablet:text-16">{title}</p>
      <p className="h-5 truncate text-12 text-quiet tablet:text-14">
        {now?.subtitle ||
          (now && !isAllDay(now) && at !== null && <Until at={now.ends_at} locale={locale} />)}
      </p>
      <p className="h-5 truncate text-12 text-quiet tablet:text-14">
        {next && !next.hidden && at !== null && (
          <Next at={next.starts_at} title={next.title} locale={locale} />
        )}
      </p>
    </>
  );
  if (!ready) {
    return (
      <div className="group/card block rounded-md opacity-70" data-channel={card.slug}>
        {body}
      </div>
    );
  }
  return (
    <Link
      {...link}
      tabIndex={tabIndex}
      aria-label={spoken}
      data-channel={card.slug}
      className="group/card block rounded-md"
    >
      {body}
    </Link>
  );
}

function Until({ at, locale }: { at: string; locale: 'ko' | 'en' }) {
  const time = timeText(locale, at);
  return <Trans>{time}까지</Trans>;
}

function Next({ at, title, locale }: { at: string; title: string; locale: 'ko' | 'en' }) {
  const time = timeText(locale, at);
  return (
    <Trans>
      다음 {time} {title}
    </Trans>
  );
}
