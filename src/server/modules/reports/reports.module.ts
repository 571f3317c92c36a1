import { reportCalls } from '../../../contract/admin/reports.ts';
import { bound, type Module } from '../../module.ts';
import { countReportsJob, nightlyReportsJob, sendReportsJob } from './jobs/reports.jobs.ts';
import { reportsPersonalData } from './reports.personal-data.ts';
import { reportRoutes } from './reports.routes.ts';
import { titleOfPlayback } from './titles.service.ts';

export const reportsModule: Module = {
  calls: [bound(reportCalls, reportRoutes)],
  jobs: [countReportsJob, nightlyReportsJob, sendReportsJob],
  recurring: [
    { job: countReportsJob, cron: '*/5 * * * *' },
    // Shortly after midnight in the service's zone, by either clock.
    { job: nightlyReportsJob, cron: '25 8 * * *' },
    // Before people come to work there.
    { job: sendReportsJob, cron: '40 12 * * *' },
  ],
  personalData: reportsPersonalData,
  on: { titleOfPlayback },
};
