/** A playhead this close to where it was sent has arrived. */
const arrivedSeconds = 1;
/** How often a seek is repeated before a gap is taken for a real one. */
const maxSeekRepeats = 3;

/**
 * Seeks, and repeats a seek that the library undoes. A segment that arrives for the previous position makes the new one look like a
 * gap. The library then jumps over it, back to the previous position.
 */
export function keepSeeks(
  video: EventTarget & { currentTime: number },
  player: Pick<EventTarget, 'addEventListener'>,
  signal: AbortSignal,
): (to: number) => void {
  let target: number | null = null;
  let repeats = 0;
  const isAway = (to: number) => Math.abs(video.currentTime - to) > arrivedSeconds;
  const onSeeked = () => {
    if (target !== null && !isAway(target)) target = null;
  };
  video.addEventListener('seeked', onSeeked, { signal });
  player.addEventListener('gapjumped', () => {
    if (target === null || !isAway(target)) return;
    if (repeats < maxSeekRepeats) video.currentTime = target;
    else target = null;
    repeats += 1;
  });
  return (to) => {
    target = to;
    repeats = 0;
    video.currentTime = to;
  };
}
