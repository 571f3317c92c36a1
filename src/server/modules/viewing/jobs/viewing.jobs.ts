/** Deletes what viewers keep of titles that are gone for good. */
import { defineJob } from '../../../jobs/queue.ts';
import { forgetGoneTitles } from '../viewing.repo.ts';

export const forgetGoneTitlesJob = defineJob<Record<string, never>>(
  'viewing_forget_gone_titles',
  async (_payload, { db, now }) => {
    await forgetGoneTitles(db, now());
  },
);
