import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { RadioCard } from '../../../contract/viewer/live.ts';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useStore } from '../../../ui/store.ts';
import { useApp } from '../../context.ts';
import { AiringProgress } from '../live/airing-progress.tsx';
import { onAir } from '../live/on-air.ts';
import { spanText, timeText } from '../live/times.ts';
import { usePlayLink } from '../playback/use-play.ts';
import { FavoriteButton } from './favorites.tsx';
import { useNowTitle } from './now-title.tsx';
import { PlayStation } from './play-station.tsx';
import { tuned } from './radio-store.ts';

interface StationCardProps {
  station: RadioCard;
  /** Null while there is no clock: then no times are shown. */
  at: number | null;
}

/** A station with its current and next program. It leads to the station's page, and its button plays it here. */
export function StationCard({ station, at }: StationCardProps) {
  const { t } = useLingui();
  const link = usePlayLink(station, { type: 'r', id: station.slug });
  const nowTitle = useNowTitle();
  const isCurrent = useStore(tuned)?.station.id === station.id;
  const { now } = onAir(station, at);
  const isReady = station.skip === '0';
  const title = isReady ? nowTitle(now) : t`준비 중`;
  const premium = station.premium === 'Premium' && t`프리미엄`;
  const spoken = [`${station.number} ${station.name}`, premium, title, now?.subtitle].filter(Boolean);
  const body = (
    <>
      <Picture
        image={station.preview_image_thumbs}
        kind="logo"
        sizes="128px"
        className="w-24 shrink-0 self-start rounded-md tablet:w-32"
      />
      <StationText station={station} at={at} title={title} premium={premium} />
    </>
  );
  const box = 'flex min-w-0 flex-1 gap-3 rounded-md';
  return (
    <div
      data-channel={station.slug}
      className={cx(
        'flex h-full gap-1 rounded-lg border bg-surface p-3 pr-2',
        isCurrent ? 'border-vermilion' : 'border-transparent',
      )}
    >
      {isReady ? (
        <Link {...link} aria-label={spoken.join(', ')} className={box}>
          {body}
        </Link>
      ) : (
        <div className={cx(box, 'opacity-70')}>{body}</div>
      )}
      <div className="flex shrink-0 flex-col items-center justify-between gap-1">
        <FavoriteButton station={station} />
        {isReady && <PlayStation station={station} />}
      </div>
    </div>
  );
}

interface StationTextProps extends StationCardProps {
  title: string;
  premium: string | false;
}

function StationText({ station, at, title, premium }: StationTextProps) {
  const { locale } = useApp();
  const { now, next } = onAir(station, at);
  const nextTime = next && timeText(locale, next.starts_at);
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-start gap-1 text-14 text-quiet">
        <span className="line-clamp-2">
          {station.number} {station.name}
        </span>
        {premium && (
          <span title={premium} className="text-gold">
            <Icon name="premium" size={18} />
          </span>
        )}
      </span>
      <span className="line-clamp-2 font-bold tablet:text-18">{title}</span>
      <span className="block min-h-5 truncate text-14 text-quiet">
        {at !== null && now && spanText(locale, now)}
      </span>
      {at !== null && now && (
        <span className="my-1 block">
          <AiringProgress airing={now} at={at} />
        </span>
      )}
      <span className="line-clamp-2 min-h-5 text-14 text-quiet">
        {next && !next.hidden && at !== null && (
          <Trans>
            다음 {nextTime} {next.title}
          </Trans>
        )}
      </span>
    </span>
  );
}
