import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Card } from '../../../contract/wire.ts';
import { chip } from '../../cards/chip.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { useCards } from '../../cards/use-cards.ts';
import { VideoCard } from '../../cards/video-card.tsx';
import { useApp } from '../../context.ts';
import { CategoryIcon } from '../../page/category-icon.tsx';
import { categoriesQuery } from '../../page/page.queries.ts';
import { LetterGrid } from './letter-grid.tsx';
import { newReleasesQuery } from './lists.queries.ts';

const route = getRouteApi('/main/new-releases/{-$category_id}');

/** What is new, of everything or of one category: a picture plays, a title tells more. */
export function NewReleasesPage() {
  const { t } = useLingui();
  const { category_id } = route.useParams();
  const context = useApp();
  const categories = useQuery(categoriesQuery(context)).data?.data ?? [];
  const query = useInfiniteQuery(newReleasesQuery(context, category_id));
  const cards = useCards(query.data?.pages, (page) => page.data);
  const tabs = [{ slug: undefined, name: t`전체`, icon: null }, ...categories];
  return (
    <ListPage title={t`새로 나온 작품`}>
      <nav aria-label={t`카테고리`} className="gutter no-scrollbar flex gap-2 overflow-x-auto py-2">
        {tabs.map(({ slug, name, icon }) => (
          <Link
            key={slug ?? 'all'}
            to="/new-releases/{-$category_id}"
            params={{ category_id: slug }}
            activeOptions={{ exact: true }}
            className={chip}
          >
            <CategoryIcon icon={icon} />
            {name}
          </Link>
        ))}
      </nav>
      <LetterGrid key={category_id} cards={cards} pages={query} shape="landscape" label={t`새로 나온 콘텐츠`}>
        {drawVideo}
      </LetterGrid>
    </ListPage>
  );
}

const drawVideo = (card: Card, tabIndex: 0 | -1) => (
  <VideoCard card={card} tabIndex={tabIndex} opens="player" />
);
