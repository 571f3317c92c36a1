import { billingCalls } from '../../../contract/account/billing.ts';
import { bound, type Module } from '../../module.ts';
import { billingPersonalData } from './billing.personal-data.ts';
import { billingRoutes, servePaymentEvents } from './billing.routes.ts';
import { advanceJob, settleJob, settleLostJob } from './jobs/billing.jobs.ts';

export const billingModule: Module = {
  calls: [bound(billingCalls, billingRoutes)],
  serve: [servePaymentEvents],
  jobs: [advanceJob, settleJob, settleLostJob],
  recurring: [
    { job: advanceJob, cron: '*/5 * * * *' },
    { job: settleLostJob, cron: '*/2 * * * *' },
  ],
  personalData: billingPersonalData,
};
