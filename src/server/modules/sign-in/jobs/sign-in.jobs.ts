/** Deletes sign-ups that were not finished. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeSignUps } from '../sign-up.service.ts';

export const purgeSignUpsJob = defineJob<Record<string, never>>(
  'sign_in_purge',
  async (_payload, context) => {
    await purgeSignUps(context);
  },
);
