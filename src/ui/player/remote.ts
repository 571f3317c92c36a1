import { type RefObject, useEffect } from 'react';
import { remoteBackKeys } from '../television.ts';
import { useLatest } from '../use-latest.ts';

/**
 * The player by a remote control that has arrows, Enter and Back alone. Up and down lead from the film to its controls and back
 * to it, left and right go along them; Back first leaves the controls, then the player. Everything else stays as it is: with the
 * film itself left and right jump, and while a channel is on up and down change it. Lines of controls carry `data-remote-line`.
 */
export function useRemote(
  box: RefObject<HTMLElement | null>,
  { wanted, live, onBack }: { wanted: boolean; live: boolean; onBack: () => void },
): void {
  const back = useLatest(onBack);
  useEffect(() => {
    if (!wanted) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const player = box.current;
      if (!player || event.altKey || event.ctrlKey || event.metaKey) return;
      // An open menu has keys of its own, and Escape closes it.
      if (player.querySelector('[role=dialog]')) return;
      const target = remoteBackKeys.includes(event.key) ? 'back' : live ? null : stepFrom(player, event.key);
      if (target === null) return;
      event.preventDefault();
      event.stopPropagation();
      const focused = document.activeElement;
      const isAtControl = focused !== player && player.contains(focused);
      if (target === 'film' || (target === 'back' && isAtControl)) player.focus({ preventScroll: true });
      else if (target === 'back') back.current();
      else target.focus({ preventScroll: true });
    };
    // Before the player's own keys.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [box, wanted, live, back]);
}

/** Where an arrow leads: to a control, to the film, or nowhere (null) because the film takes it. */
function stepFrom(player: HTMLElement, key: string): HTMLElement | 'film' | null {
  const lines = [...player.querySelectorAll<HTMLElement>('[data-remote-line]')]
    .map((line) => [...line.querySelectorAll<HTMLElement>('button:not(:disabled)')].filter(isRendered))
    .filter((line) => line.length > 0)
    .sort((a, b) => topOf(a) - topOf(b));
  const focused = document.activeElement;
  const at = lines.findIndex((line) => line.includes(focused as HTMLElement));
  const line = lines[at];
  switch (key) {
    case 'ArrowUp':
      // The film lies below all but the last line.
      return (line ? lines[at - 1] : lines.at(-2))?.[0] ?? (line?.[0] || null);
    case 'ArrowDown':
      return line ? (lines[at + 1]?.[0] ?? 'film') : (lines.at(-1)?.[0] ?? null);
    case 'ArrowLeft':
    case 'ArrowRight': {
      if (!line) return null;
      const next = line.indexOf(focused as HTMLElement) + (key === 'ArrowLeft' ? -1 : 1);
      return line[Math.min(line.length - 1, Math.max(0, next))] ?? null;
    }
    default:
      return null;
  }
}

const isRendered = (element: HTMLElement) => element.getClientRects().length > 0;
const topOf = (line: HTMLElement[]) => line[0]?.getBoundingClientRect().top ?? 0;
