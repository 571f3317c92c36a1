import { useMemo } from 'react';
import type { Card } from '../../contract/wire.ts';

/**
 * The cards of all pages that have come. A title that moved between two pages while they were fetched stands in both;
 * here it stands once.
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
