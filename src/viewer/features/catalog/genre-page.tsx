import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/components/button.tsx';
import { Icon } from '../../../ui/components/icon.tsx';
import { chip } from '../../cards/chip.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { useCards } from '../../cards/use-cards.ts';
import { useApp } from '../../context.ts';
import { GenreGrid } from './genre-grid.tsx';
import { genreItemsQuery, genreQuery } from './lists.queries.ts';

const route = getRouteApi('/main/genre/$id');

/** A genre: its sub-genres, what is new in it, and all its titles. */
export function GenrePage() {
  const { id } = route.useParams();
  const { t } = useLingui();
  const context = useApp();
  const genre = useQuery(genreQuery(context, id)).data?.data;
  const query = useInfiniteQuery(genreItemsQuery(context, id));
  const cards = useCards(query.data?.pages, (page) => page.data);
  if (!genre) return null;
  return (
    <ListPage
      title={genre.name}
      aside={
        <Link to="/genre-new-releases/$id" params={{ id: genre.slug }} className={buttonClass('quiet')}>
          <Trans>새로 나온 콘텐츠</Trans>
          <Icon name="right" size={18} />
        </Link>
      }
    >
      {genre.sub_genres.length > 0 && (
        <nav aria-label={t`하위 장르`} className="gutter no-scrollbar flex gap-2 overflow-x-auto py-2">
          {genre.sub_genres.map((sub) => (
            <Link
              key={sub.id}
              to="/genre/$id/$subId"
              params={{ id: genre.slug, subId: sub.slug }}
              className={chip}
            >
              {sub.name}
            </Link>
          ))}
        </nav>
      )}
      <GenreGrid key={genre.id} cards={cards} pages={query} label={genre.name} />
    </ListPage>
  );
}
