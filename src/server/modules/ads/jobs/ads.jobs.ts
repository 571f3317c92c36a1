import { defineJob } from '../../../jobs/queue.ts';
import { forgetReports } from '../reports.service.ts';

/** Deletes old impressions, clicks and visits. */
export const forgetReportsJob = defineJob<Record<string, never>>('ads_forget_reports', (_payload, context) =>
  forgetReports(context),
);
