/** Gaps and overlaps of a dated schedule. */

/** Instants within this time are equal: videos end at fractions of a second. */
export const toleranceMs = 1000;

interface Timed {
  startsAt: Date;
  /** Null while its length is not known. */
  endsAt: Date | null;
}

/** Two entries that leave a gap between them, or overlap. */
export interface Mismatch<T extends Timed> {
  kind: 'gap' | 'overlap';
  from: Date;
  until: Date;
  before: T;
  after: T;
}

/**
 * The gaps and overlaps of entries in order of their starts. Each entry is compared with the earlier one that ends last. An entry
 * without a known end makes no gap and no overlap.
 */
export function mismatchesOf<T extends Timed>(entries: readonly T[]): Mismatch<T>[] {
  const found: Mismatch<T>[] = [];
  let before: T | undefined;
  for (const after of entries) {
    const end = before?.endsAt;
    if (before && end) {
      const gapMs = after.startsAt.getTime() - end.getTime();
      if (gapMs >= toleranceMs) found.push({ kind: 'gap', from: end, until: after.startsAt, before, after });
      if (gapMs <= -toleranceMs) {
        const until = after.endsAt && after.endsAt < end ? after.endsAt : end;
        found.push({ kind: 'overlap', from: after.startsAt, until, before, after });
      }
    }
    if (!before || !end || !after.endsAt || after.endsAt > end) before = after;
  }
  return found;
}
