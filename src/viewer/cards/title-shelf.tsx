import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Card } from '../../contract/wire.ts';
import { Shelf } from '../../ui/components/shelf.tsx';
import { useScreenSize } from '../context.ts';
import { TitleCard } from './title-card.tsx';

interface TitleShelfProps<T extends Card> {
  cards: readonly T[];
  shape: 'portrait' | 'landscape';
  label: string;
  note?: (card: T) => ReactNode;
  onNearEnd?: () => void;
  /** Renders a card in another way than the usual. */
  children?: (card: T, tabIndex: 0 | -1) => ReactNode;
}

/** A shelf of titles. */
export function TitleShelf<T extends Card>({
  cards,
  shape,
  label,
  note,
  onNearEnd,
  children,
}: TitleShelfProps<T>) {
  const { t } = useLingui();
  const isPhone = useScreenSize() === 'mobile';
  return (
    <Shelf
      items={cards}
      keyOf={(card) => card.id}
      shape={shape}
      label={label}
      previousLabel={t`이전`}
      nextLabel={t`다음`}
      firstCards={isPhone ? 4 : undefined}
      onNearEnd={onNearEnd}
    >
      {(card, tabIndex) =>
        children ? (
          children(card, tabIndex)
        ) : (
          <TitleCard card={card} shape={shape} tabIndex={tabIndex} note={note?.(card)} />
        )
      }
    </Shelf>
  );
}
