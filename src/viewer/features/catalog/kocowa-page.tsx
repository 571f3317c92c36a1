import { useInfiniteQuery } from '@tanstack/react-query';
import { ListPage } from '../../cards/list-page.tsx';
import { useCards } from '../../cards/use-cards.ts';
import { useApp } from '../../context.ts';
import { GenreGrid } from './genre-grid.tsx';
import { kocowaQuery } from './lists.queries.ts';

/** What comes from the content partner. */
export function KocowaPage() {
  const query = useInfiniteQuery(kocowaQuery(useApp()));
  const cards = useCards(query.data?.pages, (page) => page.data);
  const partner = query.data?.pages[0]?.partner;
  if (!partner) return null;
  return (
    <ListPage title={partner.name}>
      <GenreGrid cards={cards} pages={query} label={partner.name} />
    </ListPage>
  );
}
