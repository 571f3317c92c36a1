import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { HomeSection } from '../../../contract/viewer/home.ts';
import { cx } from '../../../ui/class-names.ts';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { VideoCard } from '../../cards/video-card.tsx';
import { type AppContext, profileIdOf, useApp } from '../../context.ts';
import { categoriesQuery } from '../../page/page.queries.ts';
import { Section } from '../../page/section.tsx';
import { Tabs, tabPanel } from '../catalog/new-release-strip.tsx';

type FreeSection = Extract<HomeSection, { type: 'free' }>;

const freeQuery = (context: AppContext, section: FreeSection, category: string | null) => {
  const profile_id = profileIdOf(context);
  return infiniteQueryOptions({
    queryKey: ['home', 'free', category, profile_id],
    queryFn: ({ signal, pageParam }) =>
      context.api('GET /api/free-videos', {
        query: {
          profile_id,
          page: pageParam,
          per_page: section.per_page,
          category_id: category ?? undefined,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
    // The first page of everything came with home.
    initialData:
      category === null
        ? {
            pages: [
              {
                data: section.videos,
                meta: {
                  current_page: section.current_page,
                  last_page: section.last_page,
                  per_page: section.per_page,
                  total: section.videos.length,
                },
              },
            ],
            pageParams: [1],
          }
        : undefined,
  });
};

/** Today's free videos, of everything or of one category; at most three pages. */
export function FreeShelf({ section }: { section: FreeSection }) {
  const { t } = useLingui();
  const context = useApp();
  const [tab, setTab] = useState<string | null>(null);
  const panel = useId();
  const categories = useQuery(categoriesQuery(context)).data?.data ?? [];
  const query = useInfiniteQuery({
    ...freeQuery(context, section, tab),
    placeholderData: keepPreviousData,
  });
  const cards = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Section
      title={section.name}
      link={{ to: '/free-videos' }}
      aside={
        categories.length > 1 && (
          <Tabs panel={panel} label={t`무료 콘텐츠 분류`} tabs={categories} chosen={tab} onChoose={setTab} />
        )
      }
    >
      <div
        {...(categories.length > 1 ? tabPanel(panel, tab) : {})}
        aria-busy={query.isPlaceholderData}
        className={cx('transition-opacity duration-200', query.isPlaceholderData && 'opacity-50')}
      >
        {query.isPending ? (
          <ShelfSkeleton shape="landscape" plain />
        ) : cards.length === 0 ? (
          <p className="gutter flex aspect-4/1 max-h-56 items-center text-quiet">
            <Trans>오늘은 이 분류에 무료 콘텐츠가 없어요.</Trans>
          </p>
        ) : (
          <TitleShelf
            key={tab}
            cards={cards}
            shape="landscape"
            label={section.name}
            onNearEnd={() => {
              if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
            }}
          >
            {(card, tabIndex) => <VideoCard card={card} tabIndex={tabIndex} opens="player" />}
          </TitleShelf>
        )}
      </div>
    </Section>
  );
}
