import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../../ui/api-client.ts';
import { Grade } from '../../../ui/components/badges.tsx';
import { Button, buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { ShelfSkeleton } from '../../../ui/components/skeleton.tsx';
import { Breadcrumb, Hero } from '../../cards/hero.tsx';
import { TitleShelf } from '../../cards/title-shelf.tsx';
import { useCards } from '../../cards/use-cards.ts';
import { useApp } from '../../context.ts';
import { detailsLink } from '../../links.ts';
import { Section, WhenNear } from '../../page/section.tsx';
import { usePreparedPlayer } from '../playback/prepare-player.ts';
import { playTarget, usePlay } from '../playback/use-play.ts';
import { categoryHomeQuery, categoryItemsQuery } from './category.queries.ts';
import { subCategorySliderQuery } from './lists.queries.ts';
import { NewReleaseStrip } from './new-release-strip.tsx';

const route = getRouteApi('/main/category/$id');

/** A category: its banner title, its new releases, and a row for each sub-category. */
export function CategoryPage() {
  const { id } = route.useParams();
  const context = useApp();
  const play = usePlay();
  const home = useQuery(categoryHomeQuery(context, id));
  const items = useQuery(categoryItemsQuery(context, id));
  const category = home.data?.data;
  usePreparedPlayer(category?.banner?.skip === '0');
  if (!category) return null;
  const { banner } = category;
  const rows = items.data?.data.filter((row) => row.videos.length > 0) ?? [];
  return (
    <div>
      <Hero banner={banner?.banner_thumbs ?? null} landscape={banner?.preview_image_thumbs ?? null}>
        <Breadcrumb crumbs={[{ name: category.name }]} />
        <h1 className="mt-1 text-28 font-extrabold tablet:text-36">{category.name}</h1>
        {banner && (
          <div className="mt-6 max-w-xl space-y-3 tablet:mt-10">
            <p className="flex items-center gap-2 text-14 font-semibold text-text/90">
              <Trans>추천 콘텐츠</Trans>
              <Grade maturity={banner.maturity} locale={context.locale} />
            </p>
            <h2 className="text-28 font-extrabold text-balance tablet:text-36">{banner.title}</h2>
            <p className="line-clamp-2 max-w-lg text-text/85">{banner.description}</p>
            <div className="flex flex-wrap gap-3 pt-1">
              {banner.skip === '0' && (
                <Button look="primary" size="lg" onClick={() => play(banner, playTarget(banner))}>
                  <Icon name="play" />
                  {banner.current_position > 0 ? <Trans>이어보기</Trans> : <Trans>재생</Trans>}
                </Button>
              )}
              <Link {...detailsLink(banner)} className={buttonClass('glass', 'lg')}>
                <Icon name="info" />
                <Trans>자세히 보기</Trans>
                <span className="sr-only">: {banner.title}</span>
              </Link>
            </div>
          </div>
        )}
      </Hero>
      <div className="relative mt-10 space-y-10 desktop:mt-14 desktop:space-y-12">
        <NewReleaseStrip key={category.slug} category={category.slug} tabs={category.subCategories} />
        {items.isPending && (
          <>
            <ShelfSkeleton shape="portrait" />
            <ShelfSkeleton shape="portrait" />
          </>
        )}
        {rows.map((row, index) => (
          <WhenNear key={row.id} shape="portrait" now={index < 2}>
            {() => <SubCategoryRow category={category.slug} row={row} />}
          </WhenNear>
        ))}
        {items.isSuccess && rows.length === 0 && (
          <p className="gutter py-16 text-center text-quiet">
            <Trans>아직 준비된 콘텐츠가 없어요. 곧 새로운 작품으로 채울게요.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

interface SubCategoryRowProps {
  category: string;
  row: Answer<'GET /api/category/items'>['data'][number];
}

/** A sub-category's slider: its first titles are in the page's response, the others are fetched near its end. */
function SubCategoryRow({ category, row }: SubCategoryRowProps) {
  const [wanted, setWanted] = useState(false);
  const query = useInfiniteQuery({
    ...subCategorySliderQuery(useApp(), category, row.slug),
    enabled: wanted,
  });
  const fetched = useCards(query.data?.pages, (page) => page.data.videos);
  return (
    <Section
      title={row.name}
      link={{ to: '/category/$id/$subId', params: { id: category, subId: row.slug } }}
    >
      <TitleShelf
        cards={fetched.length > 0 ? fetched : row.videos}
        shape="portrait"
        label={row.name}
        onNearEnd={() => {
          if (row.total > row.videos.length) setWanted(true);
          if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
        }}
      />
    </Section>
  );
}
