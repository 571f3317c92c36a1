/**
 * What stands in media addresses where a playback session would, when a preview plays: its session is rolled back with everything
 * else. A video asks for no more than the signature and the end of the preview's hour. A channel asks again what it may show, so its
 * address names the preview, and how far that one's clock is ahead.
 */
import type { RunningPreview } from '../../context.ts';

/** Stands for the session of a video. */
export const previewVideo = 'preview';
const between = '~';

/** Stands for the session of a stream. */
export const previewStream = ({ token, aheadMs }: Pick<RunningPreview, 'token' | 'aheadMs'>): string =>
  [previewVideo, aheadMs, token].join(between);

/** Whether a preview plays, and no session. */
export const isPreviewed = (sessionId: string): boolean => sessionId.split(between, 1)[0] === previewVideo;

/** The preview that a stream plays in; undefined for a session's. */
export function previewOfStream(sessionId: string): Pick<RunningPreview, 'token' | 'aheadMs'> | undefined {
  const [, aheadMs, token] = sessionId.split(between);
  return isPreviewed(sessionId) && token ? { token, aheadMs: Number(aheadMs) } : undefined;
}
