/** Deletes counts of rate limits whose window has passed. */
import { purgeRateLimits } from '../security/rate-limit.ts';
import { defineJob } from './queue.ts';

/** Every hour: guesses at many names leave a row each. */
export const purgeRateLimitsJob = defineJob<Record<string, never>>(
  'security_purge_rate_limits',
  (_payload, context) => purgeRateLimits(context),
);
