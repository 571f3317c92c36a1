import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { brandName } from '../../../ui/brand.ts';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { useNear } from '../../../ui/use-near.ts';
import { useApp, useSession } from '../../context.ts';
import { Failed } from '../../page/failed.tsx';
import { lazyPart } from '../../page/lazy-part.tsx';
import { categoriesQuery } from '../../page/page.queries.ts';
import { newReleaseQuery } from '../catalog/new-release.queries.ts';
import { NewReleaseStrip } from '../catalog/new-release-strip.tsx';
import { Banner } from './banner.tsx';
import { bannerQuery, newsQuery, sectionsQuery } from './home.queries.ts';
import { HomeSectionView } from './home-section.tsx';

const ContinueShelf = lazyPart(() => import('./continue-shelf.tsx'), 'ContinueShelf');
const NewsTicker = lazyPart(() => import('./news-ticker.tsx'), 'NewsTicker');
const WelcomePopup = lazyPart(() => import('./welcome-popup.tsx'), 'WelcomePopup');

/** Home: banner, newest and started titles, then one row after the other. */
export function HomePage() {
  const { t } = useLingui();
  const context = useApp();
  const signedIn = useSession();
  const banner = useQuery(bannerQuery(context));
  const categories = useQuery(categoriesQuery(context));
  const sections = useInfiniteQuery(sectionsQuery(context));
  const slides = banner.data?.data ?? [];
  const byId = new Map(sections.data?.pages.flatMap((page) => page.data).map((row) => [row.id, row]));
  const rows = [...byId.values()].filter((row) => row.type === 'ad' || row.videos.length > 0);

  // The strip uses the same query and its cached data.
  const newest = useInfiniteQuery(newReleaseQuery(context, {}));
  const isEmpty =
    sections.isSuccess &&
    !sections.hasNextPage &&
    rows.length + slides.length === 0 &&
    newest.data?.pages[0]?.data.length === 0;

  const hasNews = (useQuery(newsQuery(context)).data?.news.length ?? 0) > 0;
  // Not in the server's page: only the browser knows whether the viewer has dismissed it.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  const end = useRef<HTMLDivElement>(null);
  useNear(
    end,
    () => {
      if (sections.hasNextPage && !sections.isFetching) void sections.fetchNextPage();
    },
    !sections.hasNextPage,
  );

  return (
    <div>
      {slides.length > 0 ? (
        <Banner slides={slides} />
      ) : (
        <h1 className="sr-only">{brandName[context.locale]}</h1>
      )}
      <div className={slides.length > 0 ? 'mt-4 space-y-10 desktop:space-y-12' : 'space-y-12 pt-24'}>
        {hasNews && (
          <Suspense>
            <NewsTicker />
          </Suspense>
        )}
        <NewReleaseStrip tabs={categories.data?.data ?? []} />
        {signedIn?.profile && (
          <Suspense>
            <ContinueShelf />
          </Suspense>
        )}
        {rows.map((row, index) => (
          <HomeSectionView key={row.id} section={row} now={index < 2} />
        ))}
        {(sections.isPending || sections.isFetchingNextPage) && (
          <div className="space-y-12" role="status" aria-label={t`불러오는 중`}>
            <ShelfSkeleton shape="portrait" />
            <ShelfSkeleton shape="portrait" />
          </div>
        )}
        {sections.isError && rows.length === 0 && (
          <Failed className="gutter py-12 text-center" onRetry={() => void sections.refetch()}>
            <Trans>콘텐츠를 불러오지 못했어요</Trans>
          </Failed>
        )}
        {isEmpty && (
          <p className="gutter py-16 text-center text-quiet">
            <Trans>지금은 볼 수 있는 콘텐츠가 없어요. 나중에 다시 찾아와 주세요.</Trans>
          </p>
        )}
        <div ref={end} />
      </div>
      {isMounted && (
        <Suspense>
          <WelcomePopup />
        </Suspense>
      )}
    </div>
  );
}
