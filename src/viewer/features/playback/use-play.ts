import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { Card } from '../../../contract/wire.ts';
import { useApp } from '../../context.ts';

export interface PlayTarget {
  type: 's' | 'm' | 'e' | 't' | 'y';
  id: string;
}

/** What a card's play button opens: the title itself; for a series the server picks the episode. */
export function playTarget(card: Pick<Card, 'type' | 'id'>): PlayTarget {
  return { type: card.type, id: card.id };
}

/** The address of the player of something: channels and clips have players of their own. */
export function watchLink({ type, id }: PlayTarget) {
  if (type === 't') return { to: '/watch/t/$id', params: { id } } as const;
  if (type === 'y') return { to: '/watch/y/$id', params: { id } } as const;
  return { to: '/watch/$type/$id', params: { type, id } } as const;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The premium title that somebody without a plan has just tried to play; empty when its name is not known. */
    premiumTitle?: string;
    /** The page where that was: whoever has paid goes back to it. */
    premiumPath?: string;
  }
}

/**
 * Opens the player, or what has to come first: a free title plays, a premium one without a plan leads to the plans, a
 * guest is sent to log in by the player's own route.
 */
export function usePlay(): (card: Pick<Card, 'premium' | 'title'>, target: PlayTarget) => void {
  const { session } = useApp();
  const router = useRouter();
  return (card, target) => {
    const signedIn = session.get();
    if (signedIn && card.premium === 'Premium' && !signedIn.user.has_active_plan) {
      void router.navigate({
        to: '/plans',
        state: { premiumTitle: card.title, premiumPath: router.state.location.href },
      });
      return;
    }
    void router.navigate(watchLink(target));
  };
}

/** The same for a link, which can be opened in a window of its own: what goes on `Link`. */
export function usePlayLink(card: Pick<Card, 'premium' | 'title'>, target: PlayTarget) {
  const { session } = useApp();
  const router = useRouter();
  return {
    ...watchLink(target),
    preload: false as const,
    onClick(event: MouseEvent) {
      const signedIn = session.get();
      if (!signedIn || card.premium === 'Free' || signedIn.user.has_active_plan) return;
      event.preventDefault();
      void router.navigate({
        to: '/plans',
        state: { premiumTitle: card.title, premiumPath: router.state.location.href },
      });
    },
  };
}
