/** The Range header of a request, for one range. */

type WantedRange = { start: number; end: number } | 'whole' | 'unsatisfiable';

/**
 * What a Range header requests of something of that size. Several ranges at once, and what is not a byte range, mean the whole:
 * RFC 9110 lets a server ignore them.
 */
export function parseRange(header: string | undefined, sizeBytes: number): WantedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  if (match[1] === '') {
    const last = Number(match[2]);
    if (last === 0 || sizeBytes === 0) return 'unsatisfiable';
    return { start: Math.max(0, sizeBytes - last), end: sizeBytes - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? sizeBytes - 1 : Math.min(Number(match[2]), sizeBytes - 1);
  if (match[2] !== '' && Number(match[2]) < start) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
