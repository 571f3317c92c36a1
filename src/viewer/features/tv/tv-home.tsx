import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { brandName } from '../../../ui/brand.ts';
import { Avatar } from '../../../ui/components/avatar.tsx';
import { Badge } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { Logo } from '../../../ui/components/logo.tsx';
import { Picture } from '../../../ui/components/picture.tsx';
import { Shelf } from '../../../ui/components/shelf.tsx';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { Progress } from '../../cards/title-card.tsx';
import { clockNow } from '../../clock.ts';
import { useApp, useSession } from '../../context.ts';
import { useLogout } from '../accounts/use-logout.ts';
import { continueWatchingQuery, sectionsQuery } from '../home/home.queries.ts';
import { channelsQuery } from '../live/live.queries.ts';
import { useNow } from '../live/on-air.ts';
import { watchLink } from '../playback/use-play.ts';
import { type TvItem, type TvRow, tvRows } from './tv-rows.ts';

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

  // Back from the player it is where it was; and whatever was taken off the page, the focus is somewhere.
  useEffect(() => {
    const focused = document.activeElement;
    if (pending || (focused && focused !== document.body && focused.id !== 'main')) return;
    const cards = [...document.querySelectorAll<HTMLElement>('[data-place]')];
    const target =
      cards.find(({ dataset }) => dataset.place === context.tvPlace.current) ??
      cards[0] ??
      document.querySelector<HTMLElement>('main button');
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center', inline: 'nearest' });
  });

  return (
    <>
      <header className="gutter mb-8 flex flex-wrap items-center gap-4">
        <Logo locale={context.locale} className="mr-auto text-28" />
        <h1 className="sr-only">{brandName[context.locale]}</h1>
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
      >
        {(item, tabIndex) => (
          <TvCard item={item} shape={row.shape} place={`${row.id}/${placeOf(item)}`} tabIndex={tabIndex} />
        )}
      </Shelf>
    </section>
  );
}

const placeOf = ({ target }: TvItem) => `${target.type}/${target.id}`;

function TvCard({
  item,
  shape,
  place,
  tabIndex,
}: {
  item: TvItem;
  shape: TvRow['shape'];
  place: string;
  tabIndex: 0 | -1;
}) {
  const { t } = useLingui();
  const { session, tvPlace, origin } = useApp();
  const isPremium = item.premium === 'Premium';
  const address = `${origin.replace(/^https?:\/\//, '')}/plans`;
  return (
    <Link
      {...watchLink(item.target)}
      preload={false}
      tabIndex={tabIndex}
      data-place={place}
      aria-label={[item.title, isPremium && t`프리미엄`, item.note].filter(Boolean).join(', ')}
      className="group/card block rounded-md"
      onFocus={() => {
        tvPlace.current = place;
      }}
      onClick={(event) => {
        if (!isPremium || session.get()?.user.has_active_plan) return;
        // A television offers no way to subscribe.
        event.preventDefault();
        toast('info', t`이용권이 있어야 볼 수 있어요. 휴대전화나 컴퓨터에서 ${address} 주소를 열어 주세요.`);
      }}
    >
      <Picture
        image={item.image}
        kind={shape}
        sizes={shape === 'portrait' ? '15vw' : '23vw'}
        className="rounded-md"
      >
        <div className="absolute top-2 left-2">{item.live && <Badge tone="vermilion">LIVE</Badge>}</div>
        {isPremium && (
          <span className="absolute top-2 right-2 grid size-7 place-items-center rounded-sm bg-ground/80 text-gold">
            <Icon name="premium" className="size-5" />
          </span>
        )}
        {item.percentage > 0 && <Progress percentage={item.percentage} />}
      </Picture>
      <p className="mt-2 truncate text-16 font-medium">{item.title}</p>
      {item.note && <p className="truncate text-14 text-quiet">{item.note}</p>}
    </Link>
  );
}
