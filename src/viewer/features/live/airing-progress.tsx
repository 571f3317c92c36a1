import type { Airing } from '../../../contract/viewer/live.ts';
import { shareOver } from './on-air.ts';

/** How far an airing is, as a thin line. */
export function AiringProgress({ airing, at }: { airing: Airing; at: number }) {
  return (
    <span className="block h-1 overflow-hidden rounded-full bg-text/20">
      <span className="block h-full bg-vermilion" style={{ width: `${shareOver(airing, at)}%` }} />
    </span>
  );
}
