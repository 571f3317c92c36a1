/** Which failures of the radio another playback session mends, and when it is opened. */
import { ApiError } from '../../../ui/api-client.ts';
import type { PlaybackFailure } from '../../../ui/player/engine.ts';

const maxDelaySeconds = 30;

/** How long the radio waits before it opens again: 1, 2, 4 … 30 seconds. `attempts` have failed before. */
export const reconnectDelayMs = (attempts: number): number => Math.min(maxDelaySeconds, 2 ** attempts) * 1000;

/** Whether a failure may be gone the next time. */
export function isPassing(error: ApiError | PlaybackFailure): boolean {
  if (!(error instanceof ApiError)) return error.kind === 'network' || error.kind === 'expired';
  return error.status === 0 || error.status >= 500 || error.code === 'not_ready';
}
