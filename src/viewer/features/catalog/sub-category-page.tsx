import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Card } from '../../../contract/wire.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { TitleCard } from '../../cards/title-card.tsx';
import { useCards } from '../../cards/use-cards.ts';
import { useApp } from '../../context.ts';
import { LetterGrid } from './letter-grid.tsx';
import { subCategoryQuery } from './lists.queries.ts';

const route = getRouteApi('/main/category/$id/$subId');

/** A sub-category: all its posters, by first letter if wanted. */
export function SubCategoryPage() {
  const { id, subId } = route.useParams();
  const query = useInfiniteQuery(subCategoryQuery(useApp(), id, subId));
  const cards = useCards(query.data?.pages, (page) => page.data.videos);
  const first = query.data?.pages[0]?.data;
  if (!first) return null;
  const { category, name } = first;
  return (
    <ListPage
      above={[{ name: category.name, link: { to: '/category/$id', params: { id: category.slug } } }]}
      title={name}
    >
      <LetterGrid key={`${id}/${subId}`} cards={cards} pages={query} shape="portrait" label={name}>
        {drawPoster}
      </LetterGrid>
    </ListPage>
  );
}

const drawPoster = (card: Card, tabIndex: 0 | -1) => (
  <TitleCard card={card} shape="portrait" tabIndex={tabIndex} />
);
