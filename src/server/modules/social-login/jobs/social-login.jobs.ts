/** The job of signing in with other services: forgetting who came back and went no further. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeVisits } from '../visits.service.ts';

export const tidyVisitsJob = defineJob<Record<string, never>>(
  'social_login_tidy',
  async (_payload, context) => {
    await purgeVisits(context);
  },
);
