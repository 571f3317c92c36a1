/** The job of social login: deletes expired authorizations. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeAuthorizations } from '../authorizations.service.ts';

export const tidyAuthorizationsJob = defineJob<Record<string, never>>(
  'social_login_tidy',
  async (_payload, context) => {
    await purgeAuthorizations(context);
  },
);
