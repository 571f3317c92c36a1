/**
 * The session ids in media addresses of a preview. The session of a preview is rolled back with everything else. For a video the
 * signature and the end of the preview's hour suffice. A channel checks the entitlement again, so its address names the preview and
 * the distance of its clock.
 */
import type { RunningPreview } from '../../context.ts';

/** Stands for the session of a video. */
export const previewVideo = 'preview';
const between = '~';

/** Stands for the session of a stream. */
export const previewStream = ({ token, aheadMs }: Pick<RunningPreview, 'token' | 'aheadMs'>): string =>
  [previewVideo, aheadMs, token].join(between);

/** Whether a preview plays instead of a session. */
export const isPreviewed = (sessionId: string): boolean => sessionId.split(between, 1)[0] === previewVideo;

/** The preview that a stream plays in; undefined for a session's. */
export function previewOfStream(sessionId: string): Pick<RunningPreview, 'token' | 'aheadMs'> | undefined {
  const [, aheadMs, token] = sessionId.split(between);
  return isPreviewed(sessionId) && token ? { token, aheadMs: Number(aheadMs) } : undefined;
}
