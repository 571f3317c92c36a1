import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Airing, GuideChannel } from '../../../contract/viewer/live.ts';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { useNear } from '../../../ui/use-near.ts';
import { useApp } from '../../context.ts';
import { Failed } from '../../page/failed.tsx';
import { usePlayLink } from '../playback/use-play.ts';
import type { Chosen } from './airing-dialog.tsx';
import { AiringProgress } from './airing-progress.tsx';
import { tileMs, useGuide } from './guide-data.ts';
import { GuideSkeleton } from './guide-skeleton.tsx';
import { guidePageSize } from './live.queries.ts';
import { useNow } from './on-air.ts';
import { timeText } from './times.ts';

interface GuideListProps {
  from: number;
  /** Whether it shows the ended programs of the whole day. */
  past: boolean;
  onChoose: (chosen: Chosen) => void;
}

/** The end of a day by the viewer's clock. A day in which clocks change has 23 or 25 hours. */
function nextMidnight(from: number): number {
  const day = new Date(from);
  return day.setDate(day.getDate() + 1);
}

/** The guide on a phone: one channel below the other, each with its airings. */
export function GuideList({ from, past, onChoose }: GuideListProps) {
  const { t } = useLingui();
  const now = useNow() ?? from;
  const [pages, setPages] = useState(1);
  const end = useRef<HTMLDivElement>(null);
  const until = past ? nextMidnight(from) : from + tileMs;
  const guide = useGuide(from, { first: 0, last: pages * guidePageSize - 1 }, { from, until });
  const total = guide.total ?? 0;
  const shown = Math.min(total, pages * guidePageSize);
  useNear(end, () => setPages((before) => before + 1), guide.total === null || shown >= total);
  if (guide.failed) {
    return (
      <Failed className="gutter py-16 text-center" onRetry={guide.retry}>
        <Trans>편성표를 불러오지 못했어요</Trans>
      </Failed>
    );
  }
  if (guide.total === null) return <GuideSkeleton />;
  return (
    <>
      <ul className="gutter mt-4 space-y-4" aria-label={t`채널 편성표`}>
        {Array.from({ length: shown }, (_, row) => {
          const channel = guide.channelAt(row);
          return (
            channel && (
              <li
                key={channel.id}
                className="rounded-md bg-surface p-3 [contain-intrinsic-size:auto_240px] [content-visibility:auto]"
              >
                <ChannelDay
                  channel={channel}
                  airings={guide.airingsOf(row)}
                  now={Math.max(from, now)}
                  past={past}
                  onChoose={onChoose}
                />
              </li>
            )
          );
        })}
      </ul>
      <div ref={end} />
    </>
  );
}

const airingsFolded = 3;

interface ChannelDayProps {
  channel: GuideChannel;
  airings: readonly Airing[];
  now: number;
  past: boolean;
  onChoose: (chosen: Chosen) => void;
}

function ChannelDay({ channel, airings, now, past, onChoose }: ChannelDayProps) {
  const { t } = useLingui();
  const { locale } = useApp();
  const [open, setOpen] = useState(false);
  const link = usePlayLink(
    { premium: channel.premium, title: channel.name },
    { type: 't', id: channel.slug },
  );
  const all = airings.filter(({ ends_at }) => Date.parse(ends_at) > now !== past);
  // The latest programs of a past day.
  const folded = past ? all.slice(-airingsFolded) : all.slice(0, airingsFolded);
  const listed = open ? all : folded;
  return (
    <>
      <h2 className="flex items-center gap-3 text-16">
        <Picture
          image={channel.preview_image_thumbs}
          kind="landscape"
          sizes="80px"
          className="w-20 shrink-0 rounded-sm"
        />
        <span className="min-w-0 flex-1">
          <span className="text-quiet tabular-nums">{channel.number}</span> {channel.name}
        </span>
        {channel.premium === 'Premium' && <Icon name="premium" size={18} className="text-gold" />}
        {channel.skip === '0' && (
          <Link
            {...link}
            aria-label={t`${channel.name} 보기`}
            className="grid size-11 shrink-0 place-items-center rounded-full bg-vermilion text-ground"
          >
            <Icon name="play" />
          </Link>
        )}
      </h2>
      {all.length === 0 ? (
        <p className="mt-2 text-14 text-quiet">
          {channel.skip === '1' ? <Trans>준비 중</Trans> : <Trans>편성된 프로그램이 없어요.</Trans>}
        </p>
      ) : (
        <ul className="mt-2">
          {listed.map((airing) => {
            const isNow = !past && Date.parse(airing.starts_at) <= now;
            return (
              <li key={airing.starts_at} className="border-t border-line/60">
                <button
                  type="button"
                  disabled={airing.hidden}
                  className="flex w-full items-start gap-3 py-2 text-left text-14"
                  onClick={() => onChoose({ channel, airing })}
                >
                  <span className="min-w-20 shrink-0 text-quiet tabular-nums">
                    {timeText(locale, airing.starts_at)}
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className={cx('block', isNow && 'font-bold')}>
                      {airing.hidden ? t`볼 수 없는 프로그램` : airing.title}
                    </span>
                    {airing.subtitle && <span className="block text-12 text-quiet">{airing.subtitle}</span>}
                    {isNow && (
                      <span className="mt-1 block">
                        <AiringProgress airing={airing} at={now} />
                      </span>
                    )}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {all.length > airingsFolded && (
        <button
          type="button"
          aria-expanded={open}
          className="flex h-11 w-full items-center justify-center gap-1 border-t border-line/60 text-14 font-semibold text-quiet"
          onClick={() => setOpen(!open)}
        >
          {open ? <Trans>접기</Trans> : <Trans>더 보기</Trans>}
          <Icon name="down" size={16} className={cx('transition-transform', open && 'rotate-180')} />
        </button>
      )}
    </>
  );
}
