/** Deletes the blocks of titles that are gone for good. */
import { defineJob } from '../../../jobs/queue.ts';
import { forgetGoneTitles } from '../profiles.repo.ts';

export const forgetGoneBlocksJob = defineJob<Record<string, never>>(
  'profiles_forget_gone_titles',
  async (_payload, { db, now }) => {
    await forgetGoneTitles(db, now());
  },
);
