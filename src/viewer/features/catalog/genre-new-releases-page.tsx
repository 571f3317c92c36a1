import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { VideoCard as Video } from '../../../contract/wire.ts';
import { Grid } from '../../../ui/components/grid.tsx';
import { isShown } from '../../cards/is-shown.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { useCards } from '../../cards/use-cards.ts';
import { VideoCard } from '../../cards/video-card.tsx';
import { useApp } from '../../context.ts';
import { LoadMore } from '../../forms/load-more.tsx';
import { genreQuery, latestEpisodesQuery } from './lists.queries.ts';

const route = getRouteApi('/main/genre-new-releases/$id');

/** What is new in a genre: the newest episode of each series, and movies. */
export function GenreNewReleasesPage() {
  const { id } = route.useParams();
  const { t } = useLingui();
  const context = useApp();
  const genre = useQuery(genreQuery(context, id)).data?.data;
  const query = useInfiniteQuery(latestEpisodesQuery(context, id));
  const cards = useCards(query.data?.pages, (page) => page.data).filter(isShown);
  if (!genre) return null;
  const { name, slug } = genre;
  const title = t`새로 나온 ${name}`;
  return (
    <ListPage above={[{ name, link: { to: '/genre/$id', params: { id: slug } } }]} title={title}>
      <div className="gutter pt-4">
        {cards.length > 0 ? (
          <Grid items={cards} keyOf={idOf} shape="landscape" label={title}>
            {drawVideo}
          </Grid>
        ) : (
          <p className="py-20 text-center text-22 font-bold">
            <Trans>아직 새로 나온 콘텐츠가 없어요.</Trans>
          </p>
        )}
        <LoadMore query={query} className="pt-10" />
      </div>
    </ListPage>
  );
}

const idOf = (card: Video) => card.id;
const drawVideo = (card: Video, tabIndex: 0 | -1) => (
  <VideoCard card={card} tabIndex={tabIndex} opens="player" counted />
);
