import { defineJob } from '../../../jobs/queue.ts';
import { applyDueReleases } from '../apply.service.ts';

/** Applies the releases that are due. */
export const applyReleasesJob = defineJob<Record<string, never>>(
  'releases_apply',
  async (_payload, context) => {
    const { applied, waiting } = await applyDueReleases(context);
    if (applied + waiting > 0) context.log.info({ applied, waiting }, 'releases were due');
  },
);
