import type { ReactNode } from 'react';
import type { Card } from '../../../contract/wire.ts';
import { TitleCard } from '../../cards/title-card.tsx';
import { LetterGrid } from './letter-grid.tsx';

/** All titles of a genre or partner are fetched. More of them, and the result of a letter filter, are shown after this pause. */
const moreDelayMs = 1500;
const filterDelayMs = 700;
const steps = { pc: 30, tablet: 12, mobile: 12 } as const;

interface GenreGridProps {
  cards: readonly Card[];
  pages: Parameters<typeof LetterGrid>[0]['pages'];
  label: string;
}

/** The titles of a genre or of the content partner. */
export function GenreGrid({ cards, pages, label }: GenreGridProps): ReactNode {
  return (
    <LetterGrid
      cards={cards}
      pages={pages}
      shape="portrait"
      label={label}
      steps={steps}
      whole
      moreDelayMs={moreDelayMs}
      filterDelayMs={filterDelayMs}
    >
      {drawPoster}
    </LetterGrid>
  );
}

const drawPoster = (card: Card, tabIndex: 0 | -1) => (
  <TitleCard card={card} shape="portrait" tabIndex={tabIndex} />
);
