import { ingestCalls } from '../../../contract/admin/ingest.ts';
import { bound, type Module } from '../../module.ts';
import { ingestRoutes } from './ingest.routes.ts';
import { abandonUploadsJob, removeFilesJob, stepJob, watchIngest } from './jobs/ingest.jobs.ts';

const hourMs = 3_600_000;

export const ingestModule: Module = {
  calls: [bound(ingestCalls, ingestRoutes)],
  jobs: [stepJob(), removeFilesJob, abandonUploadsJob],
  recurring: [{ job: abandonUploadsJob, cron: '37 * * * *', backfillMs: hourMs }],
  watch: watchIngest,
};
