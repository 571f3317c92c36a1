/** Deletes expired challenges. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeChallenges } from '../passkeys.service.ts';

export const purgeChallengesJob = defineJob<Record<string, never>>(
  'passkeys_purge',
  async (_payload, context) => {
    await purgeChallenges(context);
  },
);
