import type { Card } from '../contract/wire.ts';

type Linked = Pick<Card, 'type' | 'id' | 'slug' | 'program_id'>;

/** Where a card leads: its own page, or for an episode its series' page. */
export function detailsLink(card: Linked): { to: '/view/$type/$id'; params: { type: string; id: string } } {
  return card.type === 'e'
    ? { to: '/view/$type/$id', params: { type: 's', id: card.program_id } }
    : { to: '/view/$type/$id', params: { type: card.type, id: card.slug } };
}

/** The page of a title that is shown by one of its videos: its series, or the movie itself. */
export function titleLink(card: Pick<Card, 'type' | 'slug'>) {
  return { to: '/view/$type/$id', params: { type: card.type === 'm' ? 'm' : 's', id: card.slug } } as const;
}

/** The pages that the title of a section may lead to. */
export type SectionLink =
  | { to: '/category/$id'; params: { id: string } }
  | { to: '/category/$id/$subId'; params: { id: string; subId: string } }
  | { to: '/content/$id'; params: { id: string } }
  | { to: '/new-releases/{-$category_id}'; params: { category_id?: string | undefined } }
  | { to: '/free-videos' }
  | { to: '/leaving-soon' }
  | { to: '/live-tv' }
  | { to: '/radio' }
  | { to: '/youtube' }
  | { to: '/youtube/playlist/$id'; params: { id: string } }
  | { to: '/youtube/category/$id'; params: { id: string } }
  | { to: '/youtube/category/$id/$subId'; params: { id: string; subId: string } };
