import { adCalls } from '../../../contract/viewer/ads.ts';
import { bound, type Module } from '../../module.ts';
import { adsPersonalData } from './ads.personal-data.ts';
import { adRoutes } from './ads.routes.ts';
import { forgetReportsJob } from './jobs/ads.jobs.ts';
import { serveMediaKit } from './media-kit.routes.ts';

export const adsModule: Module = {
  calls: [bound(adCalls, adRoutes)],
  serve: [serveMediaKit],
  jobs: [forgetReportsJob],
  recurring: [{ job: forgetReportsJob, cron: '47 10 * * *' }],
  personalData: adsPersonalData,
};
