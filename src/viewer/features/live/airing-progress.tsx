import type { Airing } from '../../../contract/viewer/live.ts';
import { shareOver } from './on-air.ts';
import { isAllDay } from './times.ts';

/** The elapsed part of an airing, as a thin line. A relay has none. */
export function AiringProgress({ airing, at }: { airing: Airing; at: number }) {
  if (isAllDay(airing)) return null;
  return (
    <span data-track="" className="block h-1 overflow-hidden rounded-full bg-text/20">
      <span
        data-mark=""
        className="block h-full bg-vermilion"
        style={{ width: `${shareOver(airing, at)}%` }}
      />
    </span>
  );
}
