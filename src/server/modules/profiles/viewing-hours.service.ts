/** When a profile may play. */
import type { ViewingHours } from '../../../contract/account/profiles.ts';
import type { Context } from '../../context.ts';
import { dayIn, timeIn } from '../../zone.ts';

/** Whether now lies in a profile's hours, by the clocks of its household. No hours: always. */
export function isWithinHours(
  context: Pick<Context, 'config' | 'now'>,
  hours: ViewingHours | null,
  zone: string | null,
): boolean {
  if (!hours || (!hours.weekdays && !hours.weekends)) return true;
  const now = context.now();
  const own = zone ?? context.config.serviceZone;
  const weekday = new Date(`${dayIn(now, own)}T12:00:00Z`).getUTCDay();
  const today = weekday === 0 || weekday === 6 ? hours.weekends : hours.weekdays;
  const time = timeIn(now, own);
  return today === null || (today.from <= time && time < today.until);
}
