import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { VideoCard as Video } from '../../../contract/wire.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { useCards } from '../../cards/use-cards.ts';
import { VideoCard } from '../../cards/video-card.tsx';
import { useApp } from '../../context.ts';
import { LetterGrid } from './letter-grid.tsx';
import { freeVideosQuery } from './lists.queries.ts';

/** Everything free: a picture plays, a title tells more. */
export function FreeVideosPage() {
  const { t } = useLingui();
  const query = useInfiniteQuery(freeVideosQuery(useApp()));
  const cards = useCards(query.data?.pages, (page) => page.data);
  return (
    <ListPage title={t`무료로 보기`}>
      <LetterGrid cards={cards} pages={query} shape="landscape" label={t`무료 콘텐츠`}>
        {drawVideo}
      </LetterGrid>
    </ListPage>
  );
}

const drawVideo = (card: Video, tabIndex: 0 | -1) => (
  <VideoCard card={card} tabIndex={tabIndex} opens="player" />
);
