import { ingestCalls } from '../../../contract/admin/ingest.ts';
import { programmeProgressCalls } from '../../../contract/admin/programme-progress.ts';
import { bound, type Module } from '../../module.ts';
import { ingestRoutes } from './ingest.routes.ts';
import {
  abandonUploadsJob,
  forgetUploaderAddressesJob,
  removeFilesJob,
  stepJob,
  watchIngest,
} from './jobs/ingest.jobs.ts';
import { progressRoutes } from './progress.routes.ts';

const hourMs = 3_600_000;

export const ingestModule: Module = {
  calls: [bound(ingestCalls, ingestRoutes), bound(programmeProgressCalls, progressRoutes)],
  jobs: [stepJob(), removeFilesJob, abandonUploadsJob, forgetUploaderAddressesJob],
  recurring: [
    { job: abandonUploadsJob, cron: '37 * * * *', backfillMs: hourMs },
    { job: forgetUploaderAddressesJob, cron: '52 10 * * *' },
  ],
  watch: watchIngest,
};
