/**
 * The bandwidth that was measured last on this device. A film starts with the best picture that fits. Browsers that report the
 * connection's bandwidth themselves, such as Chromium, use that report instead.
 */
const key = 'maru.bandwidth';

/** Settings of the streaming library; empty before the first film. */
export function lastBandwidth(): { defaultBandwidthEstimate?: number } {
  try {
    const stored = Number(localStorage.getItem(key));
    return stored > 0 && Number.isFinite(stored) ? { defaultBandwidthEstimate: stored } : {};
  } catch {
    return {};
  }
}

/** Stores a measurement in bits a second. */
export function rememberBandwidth(bitsPerSecond: number): void {
  if (!(bitsPerSecond > 0)) return;
  try {
    localStorage.setItem(key, String(Math.round(bitsPerSecond)));
  } catch {
    // Where storage is forbidden, each film starts with the library's default.
  }
}
