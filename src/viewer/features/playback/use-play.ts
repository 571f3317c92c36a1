import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { PlayType } from '../../../contract/viewer/playback.ts';
import type { Card, Image } from '../../../contract/wire.ts';
import { type AppContext, useApp } from '../../context.ts';

export interface PlayTarget {
  type: PlayType;
  id: string;
  /** The start of a channel's airing, to watch it from there. */
  from?: number;
}

/** The target of a card's play button: the title itself. For a series the server picks the episode. */
export function playTarget(card: Pick<Card, 'type' | 'id'>): PlayTarget {
  return { type: card.type, id: card.id };
}

/** The address of the player of something: channels, stations and clips have players of their own. */
export function watchLink({ type, id, from }: PlayTarget) {
  if (type === 't') {
    return { to: '/watch/t/$id', params: { id }, search: from === undefined ? {} : { from } } as const;
  }
  if (type === 'r') return { to: '/watch/r/$id', params: { id } } as const;
  if (type === 'y') return { to: '/watch/y/$id', params: { id } } as const;
  return { to: '/watch/$type/$id', params: { type, id } } as const;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The premium title that a viewer without a plan has just tried to play; empty when its name is not known. */
    premiumTitle?: string;
    /** The page of that press. The viewer returns to it after paying. */
    premiumPath?: string;
  }
}

/** A title with a play button, and the pictures of it that its page may show. */
export type Playable = Pick<Card, 'premium' | 'title'> & {
  banner_thumbs?: Image | null;
  preview_image_thumbs?: Image | null;
  big_preview_image_thumbs?: Image | null;
};

/** Stores a title and its picture for the player's page, which draws them before it has its session. */
export function notePress(
  { pressed }: Pick<AppContext, 'pressed'>,
  card: Playable,
  { id }: PlayTarget,
): void {
  const pictures = [card.banner_thumbs, card.preview_image_thumbs, card.big_preview_image_thumbs];
  pressed.current = { id, title: card.title, picture: findFetched(pictures.filter((each) => !!each)) };
}

/** The address of the first of these pictures that is on the page and has arrived. */
function findFetched(pictures: readonly Image[]): string | null {
  const shown = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  for (const { url } of pictures) {
    const beginning = `${new URL(url, window.location.href).href}/`;
    const found = shown.find(({ currentSrc }) => currentSrc.startsWith(beginning));
    if (found) return found.currentSrc;
  }
  return null;
}

/**
 * Opens the player. A premium title leads a viewer without a plan to the plans. The player's own route sends a guest to log in.
 */
export function usePlay(): (card: Playable, target: PlayTarget) => void {
  const context = useApp();
  const { session } = context;
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
    notePress(context, card, target);
    void router.navigate(watchLink(target));
  };
}

/** The same for a link, which can be opened in a window of its own: the properties of its `Link`. */
export function usePlayLink(card: Playable, target: PlayTarget) {
  const context = useApp();
  const { session } = context;
  const router = useRouter();
  return {
    ...watchLink(target),
    preload: false as const,
    onClick(event: MouseEvent) {
      const signedIn = session.get();
      if (!signedIn || card.premium === 'Free' || signedIn.user.has_active_plan)
        return notePress(context, card, target);
      event.preventDefault();
      void router.navigate({
        to: '/plans',
        state: { premiumTitle: card.title, premiumPath: router.state.location.href },
      });
    },
  };
}
