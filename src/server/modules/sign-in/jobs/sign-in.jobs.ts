/** Forgets sign-ups that came to nothing. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeSignUps } from '../sign-up.service.ts';

export const purgeSignUpsJob = defineJob<Record<string, never>>(
  'sign_in_purge',
  async (_payload, context) => {
    await purgeSignUps(context);
  },
);
