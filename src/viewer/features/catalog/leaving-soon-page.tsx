import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LeavingCard } from '../../../contract/viewer/lists.ts';
import { ListPage } from '../../cards/list-page.tsx';
import { TitleCard } from '../../cards/title-card.tsx';
import { useCards } from '../../cards/use-cards.ts';
import { useApp } from '../../context.ts';
import { LetterGrid } from './letter-grid.tsx';
import { leavingSoonQuery } from './lists.queries.ts';

/** Titles that leave soon, those that leave first first. */
export function LeavingSoonPage() {
  const { t } = useLingui();
  const query = useInfiniteQuery(leavingSoonQuery(useApp()));
  const cards = useCards(query.data?.pages, (page) => page.data);
  return (
    <ListPage title={t`곧 종료되는 작품`}>
      {query.isSuccess && cards.length === 0 ? (
        <p className="gutter py-20 text-center text-22 font-bold">
          <Trans>한 달 안에 종료되는 작품이 없어요</Trans>
        </p>
      ) : (
        <LetterGrid cards={cards} pages={query} shape="portrait" label={t`곧 종료되는 작품`}>
          {drawPoster}
        </LetterGrid>
      )}
    </ListPage>
  );
}

const drawPoster = (card: LeavingCard, tabIndex: 0 | -1) => <Poster card={card} tabIndex={tabIndex} />;

function Poster({ card, tabIndex }: { card: LeavingCard; tabIndex: 0 | -1 }) {
  const { t } = useLingui();
  const day = card.leaving_on_hr;
  return <TitleCard card={card} shape="portrait" tabIndex={tabIndex} note={t`${day}까지`} />;
}
