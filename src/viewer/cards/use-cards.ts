import { useMemo } from 'react';
import type { Card } from '../../contract/wire.ts';

/**
 * The cards of all fetched pages, without duplicates: a title that moved from one page to the next between two requests is in
 * both responses.
 */
export function useCards<P, T extends Card>(
  pages: readonly P[] | undefined,
  cardsOf: (page: P) => readonly T[],
): readonly T[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which cards a page has never changes
  return useMemo(() => {
    const all = (pages ?? []).flatMap(cardsOf);
    return [...new Map(all.map((card) => [card.id, card])).values()];
  }, [pages]);
}
