import type { Card } from '../../contract/wire.ts';

/** The episodes of a series as `released / planned`; null for others, and while none is released. */
export const episodesText = ({
  current_episode_text: text,
}: Pick<Card, 'current_episode_text'>): string | null => (text?.startsWith('0 /') ? null : text);
