/** Every background job there is. */
import { sendResetJob, tidyAccountsJob } from '../modules/accounts/jobs/accounts.jobs.ts';
import { announceEpisodeJob } from '../modules/catalog/jobs/announce-episode.ts';
import { refreshSeriesJob } from '../modules/catalog/jobs/refresh-series.ts';
import { removeFilesJob, stepJob } from '../modules/ingest/jobs/ingest.jobs.ts';
import { forgetAttachmentsJob, removeHouseholdFilesJob } from '../modules/inquiries/jobs/inquiries.jobs.ts';
import { refreshChannelsJob } from '../modules/live/jobs/live.jobs.ts';
import { purgeMailJob, sendMailJob } from '../modules/mail/jobs/mail.jobs.ts';
import { rebuildDocumentsJob } from '../modules/search/jobs/rebuild-documents.ts';
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
  tidyAccountsJob,
] as Job<never>[];
