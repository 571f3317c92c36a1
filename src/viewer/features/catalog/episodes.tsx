import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Programme } from '../../../contract/viewer/catalog.ts';
import type { EpisodeCard } from '../../../contract/wire.ts';
import { cx } from '../../../ui/class-names.ts';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { places, Skeleton } from '../../../ui/components/skeleton.tsx';
import { hoursAndMinutes } from '../../cards/duration.ts';
import { Progress } from '../../cards/title-card.tsx';
import { useApp, useScreenSize } from '../../context.ts';
import { usePlay } from '../playback/use-play.ts';
import { episodesPerPage, episodesQuery, firstSeason } from './episodes.queries.ts';

interface Sort {
  order: 'desc' | 'asc';
  /** After a change of order, as many pages as were shown before are fetched at once. */
  firstPages: number;
}

/** A series' episodes: a season, newest or oldest first, a page at a time. */
export function Episodes({ programme }: { programme: Programme }) {
  const { t } = useLingui();
  const context = useApp();
  const { seasons } = programme;
  const [season, setSeason] = useState(() => firstSeason(programme));
  const perPage = episodesPerPage(useScreenSize());
  const [{ order, firstPages }, setSort] = useState<Sort>({ order: 'desc', firstPages: 1 });
  const query = useInfiniteQuery({
    ...episodesQuery(context, programme, { season, order, perPage, firstPages }),
    placeholderData: keepPreviousData,
  });
  const episodes = query.data?.pages.flatMap((page) => page.data) ?? [];
  const orders = [
    { order: 'desc', name: t`최신순` },
    { order: 'asc', name: t`첫 화부터` },
  ] as const;
  return (
    <section aria-labelledby="episodes-title" className="gutter space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-4">
          <h2 id="episodes-title" className="text-18 tablet:text-22">
            <Trans>회차</Trans>
          </h2>
          {seasons.length > 1 && (
            <div className="relative">
              <select
                aria-label={t`시즌`}
                value={season}
                className="h-11 appearance-none rounded-md border border-line bg-surface pr-10 pl-4 font-semibold hover:bg-raised"
                onChange={(event) => {
                  setSeason(Number(event.target.value));
                  setSort({ order, firstPages: 1 });
                }}
              >
                {seasons.map((each) => (
                  <option key={each.number} value={each.number}>
                    {each.name || t`시즌 ${each.number}`} · {t`총 ${each.episodes}화`}
                  </option>
                ))}
              </select>
              <Icon
                name="down"
                size={18}
                className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-quiet"
              />
            </div>
          )}
        </div>
        {programme.episodes_total > 1 && (
          <fieldset aria-label={t`정렬`} className="flex rounded-md bg-surface p-1">
            {orders.map((each) => (
              <button
                key={each.order}
                type="button"
                aria-pressed={order === each.order}
                className={cx(
                  'h-9 rounded-sm px-4 text-14 font-semibold transition-colors',
                  order === each.order ? 'bg-line text-text' : 'text-quiet hover:text-text',
                )}
                onClick={() => {
                  if (each.order === order) return;
                  const shown = Math.ceil(episodes.length / perPage);
                  setSort({ order: each.order, firstPages: Math.max(1, shown) });
                }}
              >
                {each.name}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {query.isPending ? (
        <EpisodesSkeleton />
      ) : query.isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-4 py-4">
          <p>
            <Trans>회차를 불러오지 못했어요.</Trans>
          </p>
          <Button onClick={() => void query.refetch()}>
            <Trans>다시 시도하기</Trans>
          </Button>
        </div>
      ) : episodes.length === 0 ? (
        <p className="rounded-md bg-surface px-6 py-10 text-center text-quiet">
          <Trans>아직 공개된 회차가 없어요.</Trans>
        </p>
      ) : (
        <ol
          aria-busy={query.isPlaceholderData}
          className={cx(
            'grid gap-x-4 gap-y-6 transition-opacity duration-200 tablet:grid-cols-2 desktop:grid-cols-3 wide:grid-cols-4',
            query.isPlaceholderData && 'opacity-50',
          )}
        >
          {episodes.map((episode) => (
            <li key={episode.id}>
              <Episode episode={episode} />
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && !query.isPlaceholderData && (
        <div className="pt-2 text-center">
          <Button
            className="min-w-40"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? <Trans>불러오는 중…</Trans> : <Trans>회차 더 보기</Trans>}
          </Button>
        </div>
      )}
    </section>
  );
}

function Episode({ episode }: { episode: EpisodeCard }) {
  const { t } = useLingui();
  const play = usePlay();
  const locked = episode.skip === '1';
  const number = t`${episode.episode_number}화`;
  const length = episode.duration_seconds ? hoursAndMinutes(episode.duration_seconds) : null;
  const minutes = length ? length.hours * 60 + length.minutes : 0;
  const body = (
    <>
      <Picture
        image={episode.preview_image_thumbs}
        kind="landscape"
        sizes="(min-width: 1400px) 24vw, (min-width: 1025px) 32vw, (min-width: 767px) 48vw, 42vw"
        className={cx(
          'w-[42%] shrink-0 self-start rounded-md transition-transform duration-200 ease-out tablet:w-full',
          locked ? 'opacity-50' : 'group-hover/card:scale-[1.02]',
        )}
      >
        {!locked && (
          <span className="absolute inset-0 grid place-items-center bg-ground/30 opacity-0 transition-opacity group-hover/card:opacity-100 group-focus-visible/card:opacity-100">
            <span className="grid size-11 place-items-center rounded-full bg-text text-ground">
              <Icon name="play" />
            </span>
          </span>
        )}
        {episode.premium === 'Premium' && (
          <span className="absolute top-2 left-2 hidden tablet:block">
            <Badge tone="gold">{t`프리미엄`}</Badge>
          </span>
        )}
        {minutes > 0 && (
          <span className="absolute right-2 bottom-2 rounded-sm bg-ground/80 px-1.5 text-12 font-semibold tabular-nums">
            {t`${minutes}분`}
          </span>
        )}
        {episode.percentage > 0 && <Progress percentage={episode.percentage} />}
      </Picture>
      <div className="min-w-0 flex-1 tablet:mt-3">
        <p className="text-12 font-semibold text-quiet tablet:text-14">
          {number}
          {episode.episode_created_hr && <span className="font-normal"> · {episode.episode_created_hr}</span>}
        </p>
        <p className="line-clamp-2 font-semibold tablet:line-clamp-1">{episode.episode_name || number}</p>
        {episode.description && <p className="mt-1 line-clamp-2 text-14 text-quiet">{episode.description}</p>}
        {locked && (
          <p className="mt-1 text-14 text-quiet">
            <Trans>아직 볼 수 없어요</Trans>
          </p>
        )}
      </div>
    </>
  );
  const look = 'group/card flex gap-3 rounded-md tablet:block';
  // A locked episode does nothing when it is pressed.
  if (locked) return <div className={look}>{body}</div>;
  return (
    <Link
      to="/watch/$type/$id"
      params={{ type: 'e', id: episode.id }}
      preload={false}
      className={look}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        play(episode, { type: 'e', id: episode.id });
      }}
    >
      {body}
    </Link>
  );
}

function EpisodesSkeleton() {
  return (
    <div
      className="grid gap-x-4 gap-y-6 tablet:grid-cols-2 desktop:grid-cols-3 wide:grid-cols-4"
      aria-hidden="true"
    >
      {places(8).map((place) => (
        <div key={place} className="flex gap-3 tablet:block">
          <Skeleton className="aspect-video w-[42%] tablet:w-full" />
          <div className="flex-1 space-y-2 tablet:mt-3">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-9" />
          </div>
        </div>
      ))}
    </div>
  );
}
