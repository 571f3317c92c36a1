/** The job of signing in with other services: forgetting who came back and went no further. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeAuthorizations } from '../authorizations.service.ts';

export const tidyAuthorizationsJob = defineJob<Record<string, never>>(
  'social_login_tidy',
  async (_payload, context) => {
    await purgeAuthorizations(context);
  },
);
