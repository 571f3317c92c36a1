/** Which card the pointer rests on. The panel itself is fetched with the first hover. */
import { createContext } from 'react';
import type { Card } from '../../contract/wire.ts';
import { makeStore } from '../../ui/store.ts';

export interface Hovered {
  card: Card;
  element: HTMLElement;
  shape: 'portrait' | 'landscape';
  /** What else happens when it is opened from the panel. */
  onOpen: (() => void) | undefined;
}

/** What else happens when a card inside is opened, by itself or from its panel. */
export const OnOpen = createContext<(() => void) | undefined>(undefined);

export const hovered = makeStore<Hovered | null>(null);
export const quickPanelWanted = makeStore(false);
let timer: ReturnType<typeof setTimeout> | undefined;

/** The pointer came to rest on a card: after a moment its panel opens. */
export function enterCard(next: Hovered): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    quickPanelWanted.set(true);
    hovered.set(next);
  }, 450);
}

/** The pointer left the card before its panel opened. */
export function leaveCard(): void {
  clearTimeout(timer);
}

export function closePanel(): void {
  clearTimeout(timer);
  hovered.set(null);
}
