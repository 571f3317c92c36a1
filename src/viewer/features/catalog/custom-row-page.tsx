import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Card } from '../../../contract/wire.ts';
import { Grid } from '../../../ui/components/grid.tsx';
import { isShown } from '../../cards/is-shown.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { TitleCard } from '../../cards/title-card.tsx';
import { useApp } from '../../context.ts';
import { customRowQuery } from './lists.queries.ts';

const route = getRouteApi('/main/content/$id');

/** A custom row as a page of its own. */
export function CustomRowPage() {
  const { id } = route.useParams();
  const row = useQuery(customRowQuery(useApp(), id)).data?.data;
  if (!row) return null;
  const cards = row.videos.filter(isShown);
  return (
    <ListPage title={row.title}>
      <div className="gutter pt-4">
        {cards.length > 0 ? (
          <Grid items={cards} keyOf={idOf} shape="portrait" label={row.title}>
            {drawPoster}
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
const drawPoster = (card: Card, tabIndex: 0 | -1) => (
  <TitleCard
    card={card}
    link={{ to: '/view/$type/$id', params: { type: 's', id: card.slug } }}
    shape="portrait"
    tabIndex={tabIndex}
  />
);
