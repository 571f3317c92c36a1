/** The entitlement rule of partners' clips: a clip that its partner has withdrawn is not found. */
import { ne, type SQL } from 'drizzle-orm';
import { allOf } from '../../db/conditions.ts';
import type { Viewer } from '../../http/caller.ts';
import { maySee, type ProgrammeFacts } from '../entitlement/entitlement.ts';
import { clips, withdrawnTitle } from './partner-video.tables.ts';

/** The rule as a condition on `partner_video_clips`. */
export const maySeeClip = (viewer: Viewer, now: Date): SQL =>
  allOf(maySee(clips, viewer, now), ne(clips.titleKo, withdrawnTitle), ne(clips.titleEn, withdrawnTitle));

/** The facts of a clip for `decideSee` and `decidePlay`. */
export function clipFacts(
  clip: Omit<ProgrammeFacts, 'blocked'> & { titles: readonly string[] },
): ProgrammeFacts {
  const { titles, ...facts } = clip;
  return { ...facts, published: facts.published && !titles.includes(withdrawnTitle), blocked: false };
}
