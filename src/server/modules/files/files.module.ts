import { exportCalls } from '../../../contract/admin/exports.ts';
import { importCalls } from '../../../contract/admin/imports.ts';
import { bound, type Module } from '../../module.ts';
import { exportRoutes } from './exports.routes.ts';
import { filesPersonalData } from './files.personal-data.ts';
import { importRoutes } from './imports.routes.ts';
import { makeExportJob, runImportJob, tidyFilesJob } from './jobs/files.jobs.ts';

const hourMs = 3_600_000;

export const filesModule: Module = {
  calls: [bound(exportCalls, exportRoutes), bound(importCalls, importRoutes)],
  jobs: [makeExportJob, runImportJob, tidyFilesJob],
  recurring: [{ job: tidyFilesJob, cron: '57 * * * *', backfillMs: hourMs }],
  personalData: filesPersonalData,
};
