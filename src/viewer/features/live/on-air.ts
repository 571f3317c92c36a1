/** What is on by the client's own clock: answers are kept for a while, and pages stay open. */
import { useSyncExternalStore } from 'react';
import type { Airing, ChannelCard } from '../../../contract/viewer/live.ts';
import { clockNow } from '../../clock.ts';

type Scheduled = Pick<ChannelCard, 'now' | 'next' | 'later'>;

/** What a channel shows at an instant, and what comes after it, of what its card knows; without a clock, what it says. */
export function onAir(card: Scheduled, at: number | null): { now: Airing | null; next: Airing | null } {
  if (at === null) return { now: card.now, next: card.next };
  const known = [card.now, card.next, ...card.later].filter((airing) => airing !== null);
  const ahead = known.filter((airing) => Date.parse(airing.ends_at) > at);
  const [first, second] = ahead;
  if (!first) return { now: null, next: null };
  return Date.parse(first.starts_at) <= at
    ? { now: first, next: second ?? null }
    : { now: null, next: first };
}

/** How much of an airing is over, 0 to 100. */
export function shareOver(airing: Airing, at: number): number {
  const [from, until] = [Date.parse(airing.starts_at), Date.parse(airing.ends_at)];
  return Math.min(100, Math.max(0, ((at - from) / (until - from)) * 100));
}

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
};

/**
 * The clock, which renders anew every so often. While a page is rendered by the server, and while the app hydrates it, there is
 * none: the server's zone is not the viewer's, and its clock is some seconds behind by then.
 */
export function useNow(everyMs = 10_000): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(clockNow() / everyMs) * everyMs,
    () => null,
  );
}
