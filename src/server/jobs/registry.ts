/** Every background job there is, and when those that recur are due. */
import { makePartitionsJob } from '../db/partitions.ts';
import { eraseAccountsJob, sendResetJob, tidyAccountsJob } from '../modules/accounts/jobs/accounts.jobs.ts';
import { forgetReportsJob } from '../modules/ads/jobs/ads.jobs.ts';
import { announceEpisodeJob } from '../modules/catalog/jobs/announce-episode.ts';
import { refreshSeriesJob } from '../modules/catalog/jobs/refresh-series.ts';
import {
  makeExportJob,
  removeExportsJob,
  tidyExportsJob,
} from '../modules/data-exports/jobs/data-exports.jobs.ts';
import { abandonUploadsJob, removeFilesJob, stepJob } from '../modules/ingest/jobs/ingest.jobs.ts';
import { forgetAttachmentsJob, removeHouseholdFilesJob } from '../modules/inquiries/jobs/inquiries.jobs.ts';
import { refreshChannelsJob } from '../modules/live/jobs/live.jobs.ts';
import { purgeMailJob, sendMailJob } from '../modules/mail/jobs/mail.jobs.ts';
import {
  fanOutJob,
  tellPagesJob,
  tidyNotificationsJob,
  webPushJob,
} from '../modules/notifications/jobs/notifications.jobs.ts';
import { forgetQueriesJob } from '../modules/search/jobs/forget-queries.ts';
import { rebuildDocumentsJob } from '../modules/search/jobs/rebuild-documents.ts';
import { tidyVisitsJob } from '../modules/social-login/jobs/social-login.jobs.ts';
import { announceNoticesJob } from '../modules/support/jobs/announce-notices.ts';
import type { Job, RecurringJob } from './queue.ts';

export const allJobs = [
  stepJob(),
  removeFilesJob,
  abandonUploadsJob,
  refreshSeriesJob,
  announceEpisodeJob,
  rebuildDocumentsJob,
  refreshChannelsJob,
  forgetAttachmentsJob,
  removeHouseholdFilesJob,
  sendMailJob,
  purgeMailJob,
  sendResetJob,
  eraseAccountsJob,
  tidyAccountsJob,
  fanOutJob,
  tellPagesJob,
  webPushJob,
  tidyNotificationsJob,
  announceNoticesJob,
  makeExportJob,
  removeExportsJob,
  tidyExportsJob,
  tidyVisitsJob,
  makePartitionsJob,
  forgetReportsJob,
  forgetQueriesJob,
] as Job<never>[];

const hourMs = 3_600_000;

/** In UTC; at minutes apart, so that they do not come all at once. */
export const recurringJobs: RecurringJob[] = [
  { job: announceNoticesJob, cron: '* * * * *', backfillMs: 0 },
  { job: tidyVisitsJob, cron: '7 * * * *', backfillMs: hourMs },
  { job: forgetAttachmentsJob, cron: '17 * * * *', backfillMs: hourMs },
  { job: tidyExportsJob, cron: '27 * * * *', backfillMs: hourMs },
  { job: abandonUploadsJob, cron: '37 * * * *', backfillMs: hourMs },
  { job: purgeMailJob, cron: '12 10 * * *' },
  { job: tidyAccountsJob, cron: '22 10 * * *' },
  { job: tidyNotificationsJob, cron: '32 10 * * *' },
  { job: makePartitionsJob, cron: '42 10 * * *' },
  { job: forgetReportsJob, cron: '47 10 * * *' },
  { job: forgetQueriesJob, cron: '52 10 * * *' },
  { job: rebuildDocumentsJob, cron: '2 11 * * *' },
];
