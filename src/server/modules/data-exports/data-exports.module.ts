import { dataExportCalls } from '../../../contract/account/data-exports.ts';
import { bound, type Module } from '../../module.ts';
import { dataExportsPersonalData } from './data-exports.personal-data.ts';
import { dataExportRoutes } from './data-exports.routes.ts';
import { makeExportJob, removeExportsJob, tidyExportsJob } from './jobs/data-exports.jobs.ts';

const hourMs = 3_600_000;

export const dataExportsModule: Module = {
  calls: [bound(dataExportCalls, dataExportRoutes)],
  jobs: [makeExportJob, removeExportsJob, tidyExportsJob],
  recurring: [{ job: tidyExportsJob, cron: '27 * * * *', backfillMs: hourMs }],
  personalData: dataExportsPersonalData,
};
