/** Deletes what viewers keep of clips that are gone for good. */
import { defineJob } from '../../../jobs/queue.ts';
import { forgetGoneClips } from '../partner-video.repo.ts';

export const forgetGoneClipsJob = defineJob<Record<string, never>>(
  'partner_video_forget_gone_clips',
  async (_payload, { db, now }) => {
    await forgetGoneClips(db, now());
  },
);
