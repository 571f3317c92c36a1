/** The results of a search that a television can play. */
import type { OpenedType, SearchAnswer } from '../../../contract/viewer/search.ts';
import { channelItem, isPlayable, type TvItem, titleItem } from './tv-rows.ts';

/** A result as a card, and as the search's record names it. */
export type TvFind = TvItem & { found: { id: string; type: OpenedType } };

/** Titles, channels, then episodes, best first. People, radio and the partner's clips have no page on a television. */
export function tvFinds(
  { results, channels }: Pick<SearchAnswer, 'results' | 'channels'>,
  episode: (number: number) => string,
  now: number,
): TvFind[] {
  const titles: TvFind[] = [];
  const episodes: TvFind[] = [];
  for (const card of results.filter(isPlayable)) {
    const find = { ...titleItem(card, 'landscape'), found: { id: card.id, type: card.type } };
    if (!('episode_name' in card)) titles.push(find);
    else {
      const note = [episode(card.episode_number), card.episode_name].filter(Boolean).join(' · ');
      episodes.push({ ...find, note });
    }
  }
  const live = channels
    .filter((card) => card.type === 't' && isPlayable(card))
    .map((card): TvFind => ({ ...channelItem(card, now), found: { id: card.id, type: 't' } }));
  return [...titles, ...live, ...episodes];
}
