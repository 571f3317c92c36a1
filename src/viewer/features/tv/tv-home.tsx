import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { brandName } from '../../../ui/brand.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Logo } from '../../../ui/components/logo.tsx';
import { Shelf } from '../../../ui/components/shelf.tsx';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { clockNow } from '../../clock.ts';
import { useApp, useSession } from '../../context.ts';
import { useLogout } from '../accounts/use-logout.ts';
import { continueWatchingQuery, sectionsQuery } from '../home/home.queries.ts';
import { channelsQuery } from '../live/live.queries.ts';
import { useNow } from '../live/on-air.ts';
import { usePreparedPlayer } from '../playback/prepare-player.ts';
import { placeOf, TvCard } from './tv-card.tsx';
import { type TvRow, tvRows } from './tv-rows.ts';

const searchPlace = 'search';

/** A television's home: rows that are moved through with arrow keys, each title a press away from the player. */
export function TvHome() {
  const { t } = useLingui();
  const context = useApp();
  const profile = useSession()?.profile;
  const logout = useLogout('/tv');
  const now = useNow() ?? clockNow();
  const sections = useInfiniteQuery(sectionsQuery(context, 'stb'));
  const continued = useQuery(continueWatchingQuery(context, profile?.id));
  const channels = useQuery(channelsQuery(context));
  const pending = sections.isPending || continued.isPending || channels.isPending;
  const rows = tvRows(
    {
      continued: continued.data?.data ?? [],
      channels: channels.data?.data ?? [],
      sections: sections.data?.pages.flatMap((page) => page.data) ?? [],
    },
    {
      continued: t`보던 콘텐츠`,
      live: t`실시간 TV`,
      series: t`새 회차가 나온 시리즈`,
      episode: (number) => t`${number}화`,
    },
    now,
  );

  usePreparedPlayer(rows.length > 0);
  // Back from the player it is where it was; and whatever was taken off the page, the focus is somewhere.
  useEffect(() => {
    const focused = document.activeElement;
    if (pending || (focused && focused !== document.body && focused.id !== 'main')) return;
    const cards = [...document.querySelectorAll<HTMLElement>('[data-place]')];
    const target =
      cards.find(({ dataset }) => dataset.place === context.tvPlace.current) ??
      cards.find((card) => card.closest('[data-shelf]')) ??
      document.querySelector<HTMLElement>('main button');
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center', inline: 'nearest' });
  });
  // The router restores the scroll position after that.
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', () =>
        document.activeElement
          ?.closest('[data-place]')
          ?.scrollIntoView({ block: 'center', inline: 'nearest' }),
      ),
    [router],
  );

  return (
    <>
      <header className="gutter mb-8 flex flex-wrap items-center gap-4">
        <Logo locale={context.locale} className="mr-auto text-28" />
        <h1 className="sr-only">{brandName[context.locale]}</h1>
        <Link
          to="/tv/search"
          preload={false}
          data-place={searchPlace}
          className={buttonClass('quiet', 'lg')}
          onFocus={() => {
            context.tvPlace.current = searchPlace;
          }}
          onClick={() => {
            context.tvSearch.place = null;
          }}
        >
          <Icon name="search" />
          <Trans>검색</Trans>
        </Link>
        <Link
          to="/tv"
          search={{ choose: 'profile' }}
          preload={false}
          className={buttonClass('quiet', 'lg')}
          aria-label={t`프로필 바꾸기`}
        >
          {profile && <Avatar profile={profile} className="size-8 rounded-sm text-16" />}
          {profile?.name}
        </Link>
        <Button size="lg" onClick={() => void logout()}>
          <Trans>로그아웃</Trans>
        </Button>
      </header>
      {pending ? (
        <div className="space-y-10" role="status" aria-label={t`불러오는 중`} aria-busy="true">
          <ShelfSkeleton shape="landscape" />
          <ShelfSkeleton shape="portrait" />
        </div>
      ) : rows.length > 0 ? (
        <div className="space-y-10">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </div>
      ) : (
        <div role="alert" className="gutter py-12">
          <p className="text-22 font-bold">
            <Trans>콘텐츠를 불러오지 못했어요</Trans>
          </p>
          <Button
            size="lg"
            className="mt-6"
            onClick={() => void Promise.all([sections.refetch(), continued.refetch(), channels.refetch()])}
          >
            <Trans>다시 시도하기</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ row }: { row: TvRow }) {
  const { t } = useLingui();
  const { tvPlace } = useApp();
  // A card that gets the focus is rendered at once, also far along its row.
  const at = row.items.findIndex((item) => tvPlace.current === `${row.id}/${placeOf(item)}`);
  return (
    <section className="space-y-3">
      <h2 className="gutter text-22">{row.title}</h2>
      <Shelf
        items={row.items}
        keyOf={placeOf}
        shape={row.shape}
        label={row.title}
        previousLabel={t`이전`}
        nextLabel={t`다음`}
        {...(at >= 0 ? { firstCards: Math.max(at + 1, cardsOnScreen) } : {})}
      >
        {(item, tabIndex) => (
          <TvCard
            item={item}
            shape={row.shape}
            sizes={row.shape === 'portrait' ? '15vw' : '23vw'}
            place={`${row.id}/${placeOf(item)}`}
            tabIndex={tabIndex}
            onFocus={(place) => {
              tvPlace.current = place;
            }}
          />
        )}
      </Shelf>
    </section>
  );
}

/** Cards of a row that a television shows without scrolling, at most. */
const cardsOnScreen = 9;
