/** Every background job there is. */
import { eraseAccountsJob, sendResetJob, tidyAccountsJob } from '../modules/accounts/jobs/accounts.jobs.ts';
import { announceEpisodeJob } from '../modules/catalog/jobs/announce-episode.ts';
import { refreshSeriesJob } from '../modules/catalog/jobs/refresh-series.ts';
import {
  makeExportJob,
  removeExportsJob,
  tidyExportsJob,
} from '../modules/data-exports/jobs/data-exports.jobs.ts';
import { removeFilesJob, stepJob } from '../modules/ingest/jobs/ingest.jobs.ts';
import { forgetAttachmentsJob, removeHouseholdFilesJob } from '../modules/inquiries/jobs/inquiries.jobs.ts';
import { refreshChannelsJob } from '../modules/live/jobs/live.jobs.ts';
import { purgeMailJob, sendMailJob } from '../modules/mail/jobs/mail.jobs.ts';
import {
  fanOutJob,
  tellPagesJob,
  tidyNotificationsJob,
  webPushJob,
} from '../modules/notifications/jobs/notifications.jobs.ts';
import { rebuildDocumentsJob } from '../modules/search/jobs/rebuild-documents.ts';
import { tidyVisitsJob } from '../modules/social-login/jobs/social-login.jobs.ts';
import { announceNoticesJob } from '../modules/support/jobs/announce-notices.ts';
import type { Job } from './queue.ts';

export const allJobs = [
  stepJob(),
  removeFilesJob,
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
] as Job<never>[];
