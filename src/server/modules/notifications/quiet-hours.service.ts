/** A user's quiet hours. */
import type { QuietHours } from '../../../contract/account/notifications.ts';
import { timeIn } from '../../zone.ts';

const quarterMs = 15 * 60_000;

function isQuiet(at: Date, { from, until }: QuietHours, zone: string): boolean {
  const time = timeIn(at, zone);
  return from < until ? from <= time && time < until : from <= time || time < until;
}

/**
 * When the quiet hours that contain an instant end, by the clocks of a zone; undefined outside of them. When clocks change
 * meanwhile, the displayed time counts: when they skip the end, the quiet hours end with the skip.
 */
export function quietUntil(now: Date, hours: QuietHours | null, zone: string): Date | undefined {
  if (!hours || !isQuiet(now, hours, zone)) return undefined;
  // Hours begin and end at quarters, and every zone is quarters away from UTC.
  let at = Math.ceil(now.getTime() / quarterMs) * quarterMs;
  while (isQuiet(new Date(at), hours, zone)) at += quarterMs;
  return new Date(at);
}
