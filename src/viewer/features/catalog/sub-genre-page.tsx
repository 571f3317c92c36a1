import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Card } from '../../../contract/wire.ts';
import { Grid } from '../../../ui/components/grid.tsx';
import { isShown } from '../../cards/is-shown.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { VideoCard } from '../../cards/video-card.tsx';
import { useApp } from '../../context.ts';
import { subGenreQuery } from './lists.queries.ts';

const route = getRouteApi('/main/genre/$id/$subId');

/** A sub-genre: its newest hundred titles. */
export function SubGenrePage() {
  const { id, subId } = route.useParams();
  const sub = useQuery(subGenreQuery(useApp(), id, subId)).data?.data;
  if (!sub) return null;
  const { genre, name } = sub;
  const cards = sub.videos.filter(isShown);
  return (
    <ListPage
      above={[{ name: genre.name, link: { to: '/genre/$id', params: { id: genre.slug } } }]}
      title={name}
    >
      <div className="gutter pt-4">
        {cards.length > 0 ? (
          <Grid items={cards} keyOf={idOf} shape="landscape" label={name}>
            {drawVideo}
          </Grid>
        ) : (
          <p className="py-20 text-center text-22 font-bold">
            <Trans>찾는 콘텐츠가 없어요</Trans>
          </p>
        )}
      </div>
    </ListPage>
  );
}

const idOf = (card: Card) => card.id;
const drawVideo = (card: Card, tabIndex: 0 | -1) => (
  <VideoCard card={card} tabIndex={tabIndex} opens="details" />
);
