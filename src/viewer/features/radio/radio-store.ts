/** The radio of this tab. It plays while the viewer goes from page to page. */
import type { RadioCard } from '../../../contract/viewer/live.ts';
import { makeStore } from '../../../ui/store.ts';

export interface Tuned {
  station: RadioCard;
  /** The profile that listens. */
  profileId: string;
}

/** The chosen station; null while the radio is off. */
export const tuned = makeStore<Tuned | null>(null);

/** Whether the chosen station plays, and what its play button does; null until the player's code is there. */
export const radioPlay = makeStore<{ plays: boolean; toggle: () => void } | null>(null);

/** The part of a station's page that shows the player; null: a bar shows it. */
export const radioPlace = makeStore<HTMLElement | null>(null);

/** Chooses a station. One that is chosen already stays as it is. */
export function tune(station: RadioCard, profileId: string): void {
  if (tuned.get()?.station.id !== station.id) tuned.set({ station, profileId });
}
