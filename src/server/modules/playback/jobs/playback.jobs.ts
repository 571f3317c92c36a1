/** Deletes failures of players after ninety days. */
import { defineJob } from '../../../jobs/queue.ts';
import { forgetPlayErrors } from '../play-errors.repo.ts';

const keptMs = 90 * 86_400_000;

export const forgetPlayErrorsJob = defineJob<Record<string, never>>(
  'playback_forget_errors',
  async (_payload, { db, now }) => {
    await forgetPlayErrors(db, new Date(now().getTime() - keptMs));
  },
);
