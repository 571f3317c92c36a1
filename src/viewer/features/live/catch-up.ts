/** How an airing of a channel can be watched now. */
import type { Airing, Channel } from '../../../contract/viewer/live.ts';

const hourMs = 3_600_000;

export type Watchable =
  /** It is on: live, and from its start if the channel has catch-up. */
  | { at: 'on'; startOver: boolean }
  /** It has ended, and can be watched again. */
  | { at: 'again' }
  /** It has ended, and its time is over or the channel has no catch-up. */
  | { at: 'over'; why: 'time' | 'channel' }
  | { at: 'later' };

export function watchable(
  { catch_up_hours: hours }: Pick<Channel, 'catch_up_hours'>,
  airing: Pick<Airing, 'starts_at' | 'ends_at'>,
  now: number,
): Watchable {
  const ended = Date.parse(airing.ends_at);
  if (Date.parse(airing.starts_at) > now) return { at: 'later' };
  if (ended > now) return { at: 'on', startOver: hours !== null };
  if (hours === null) return { at: 'over', why: 'channel' };
  return now <= ended + hours * hourMs ? { at: 'again' } : { at: 'over', why: 'time' };
}
