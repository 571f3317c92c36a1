/** How an airing of a channel can be watched now. */
import { maxAiringHours } from '../../../contract/airings.ts';
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
  const [started, ended] = [Date.parse(airing.starts_at), Date.parse(airing.ends_at)];
  if (started > now) return { at: 'later' };
  const isOffered = hours !== null && ended - started <= maxAiringHours * hourMs;
  if (ended > now) return { at: 'on', startOver: isOffered };
  if (!isOffered) return { at: 'over', why: 'channel' };
  return now <= ended + hours * hourMs ? { at: 'again' } : { at: 'over', why: 'time' };
}
