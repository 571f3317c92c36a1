/** The rows of a television's home, from the calls that the other home is rendered from. */
import type { HomeSection } from '../../../contract/viewer/home.ts';
import type { ChannelCard } from '../../../contract/viewer/live.ts';
import type { ContinueCard } from '../../../contract/viewer/viewing.ts';
import type { Card, Image } from '../../../contract/wire.ts';
import { onAir } from '../live/on-air.ts';
import { type PlayTarget, playTarget } from '../playback/use-play.ts';

export interface TvItem {
  title: string;
  /** The second line, such as the episode; may be empty. */
  note: string;
  image: Image | null;
  target: PlayTarget;
  premium: 'Free' | 'Premium';
  /** How much of it was watched, 0 to 100. */
  percentage: number;
  live: boolean;
}

export interface TvRow {
  id: string;
  title: string;
  shape: 'portrait' | 'landscape';
  items: TvItem[];
}

interface Found {
  continued: readonly ContinueCard[];
  channels: readonly ChannelCard[];
  sections: readonly HomeSection[];
}

/** Names of the rows that home has no name for, and of an episode. */
interface Words {
  continued: string;
  live: string;
  series: string;
  episode: (number: number) => string;
}

/** The rows in their order; what cannot be played is left out, and so is a row with nothing left. */
export function tvRows({ continued, channels, sections }: Found, words: Words, now: number): TvRow[] {
  const begun: TvItem[] = continued.map((card) => ({
    ...titleItem(card, 'landscape'),
    note: card.episode_number === null ? '' : words.episode(card.episode_number),
    target: { type: card.play_type, id: card.play_id },
  }));
  const live = channels.filter(isPlayable).map((card) => channelItem(card, now));
  return [
    { id: 'continue', title: words.continued, shape: 'landscape' as const, items: begun },
    { id: 'live', title: words.live, shape: 'landscape' as const, items: live },
    ...sections.map((section) => rowOf(section, words)),
  ].filter(({ items }) => items.length > 0);
}

function rowOf(section: HomeSection, words: Words): TvRow {
  const { id, name } = section;
  const titles = (cards: readonly Card[], shape: TvRow['shape'], title = name): TvRow => ({
    id,
    title,
    shape,
    items: cards.filter(isPlayable).map((card) => titleItem(card, shape)),
  });
  switch (section.type) {
    case 'category':
    case 'row':
    case 'leaving':
      return titles(section.videos, 'portrait');
    case 'free':
      return titles(section.videos, 'landscape');
    case 'tv':
      return titles(section.latest_series, 'portrait', words.series);
    // Ads need a pointer, and the partner's own player does, too. Radio plays beside other pages, which TV does not have.
    case 'radio':
    case 'ad':
    case 'youtube':
      return titles([], 'landscape');
  }
}

export const isPlayable = ({ skip }: { skip: '0' | '1' }) => skip === '0';

/** A channel with its programme at an instant. */
export function channelItem(card: ChannelCard, now: number): TvItem {
  const shown = onAir(card, now).now;
  return {
    title: `${card.number} ${card.name}`,
    note: shown && !shown.hidden ? shown.title : '',
    image: card.preview_image_thumbs,
    target: { type: 't', id: card.slug },
    premium: card.premium,
    percentage: 0,
    live: true,
  };
}

export const titleItem = (card: Card, shape: TvRow['shape']): TvItem => ({
  title: card.title,
  note: '',
  image: shape === 'portrait' ? card.big_preview_image_thumbs : card.preview_image_thumbs,
  target: playTarget(card),
  premium: card.premium,
  percentage: card.percentage,
  live: false,
});
