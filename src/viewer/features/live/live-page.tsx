import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { places, Skeleton } from '../../../ui/components/skeleton.tsx';
import { useApp } from '../../context.ts';
import { QueryStates } from '../../page/query-states.tsx';
import { ChannelCard } from './channel-card.tsx';
import { Guide } from './guide.tsx';
import { channelsQuery } from './live.queries.ts';
import { useNow } from './on-air.ts';

/** Live TV: the channels with what is on. */
export function LivePage() {
  return (
    <LiveTv>
      <Channels />
    </LiveTv>
  );
}

/** Live TV: the guide. */
export function GuidePage() {
  return (
    <LiveTv>
      <Guide />
    </LiveTv>
  );
}

function LiveTv({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="pt-6 desktop:pt-10">
      <div className="gutter flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-28 font-extrabold tablet:text-36">
          <Trans>실시간 TV</Trans>
        </h1>
        <nav aria-label={t`보기 방식`} className="flex rounded-full bg-raised p-1">
          <ViewLink name={t`채널`} to="/live-tv" />
          <ViewLink name={t`채널 편성표`} to="/live-tv/guide" />
        </nav>
      </div>
      {children}
    </div>
  );
}

function ViewLink({ name, to }: { name: string; to: '/live-tv' | '/live-tv/guide' }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true }}
      replace
      className="grid h-9 place-items-center rounded-full px-5 text-14 font-semibold text-quiet transition-colors hover:text-text [&[aria-current=page]]:bg-text [&[aria-current=page]]:text-ground"
    >
      {name}
    </Link>
  );
}

const sizes = '(min-width: 1400px) 20vw, (min-width: 1025px) 25vw, (min-width: 767px) 33vw, 50vw';
const grid =
  'gutter mt-6 grid grid-cols-2 gap-x-3 gap-y-6 tablet:grid-cols-3 tablet:gap-x-4 tablet:gap-y-8 desktop:grid-cols-4 wide:grid-cols-5';

function Channels() {
  const { t } = useLingui();
  const query = useQuery(channelsQuery(useApp()));
  const at = useNow();
  return (
    <QueryStates
      query={query}
      keepsData
      loading={<ChannelsSkeleton />}
      failed={<Trans>채널을 불러오지 못했어요</Trans>}
      failedClassName="gutter py-16 text-center"
    >
      {({ data: channels }) =>
        channels.length === 0 ? (
          <p className="gutter py-16 text-center text-quiet">
            <Trans>지금 볼 수 있는 채널이 없어요.</Trans>
          </p>
        ) : (
          <ul className={grid} aria-label={t`채널`}>
            {channels.map((card) => (
              // What is far away is not rendered: a thousand channels scroll like ten.
              <li key={card.id} className="[contain-intrinsic-size:auto_260px] [content-visibility:auto]">
                <ChannelCard card={card} at={at} sizes={sizes} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryStates>
  );
}

function ChannelsSkeleton() {
  const { t } = useLingui();
  return (
    <div className={grid} aria-busy="true" role="status" aria-label={t`불러오는 중`}>
      {places(10).map((place) => (
        <div key={place}>
          <Skeleton className="aspect-video" />
          <Skeleton className="mt-2 h-4 w-1/2" />
          <Skeleton className="mt-2 h-5 w-3/4" />
        </div>
      ))}
    </div>
  );
}
