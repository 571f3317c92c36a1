import { billingCalls } from '../../../contract/account/billing.ts';
import { bound, type Module } from '../../module.ts';
import { billingPersonalData } from './billing.personal-data.ts';
import { billingRoutes, servePaymentEvents } from './billing.routes.ts';
import {
  advanceJob,
  reconcileJob,
  remindJob,
  revenueJob,
  settleDisputeJob,
  settleJob,
  settleLostJob,
} from './jobs/billing.jobs.ts';

export const billingModule: Module = {
  calls: [bound(billingCalls, billingRoutes)],
  serve: [servePaymentEvents],
  jobs: [advanceJob, reconcileJob, remindJob, revenueJob, settleDisputeJob, settleJob, settleLostJob],
  recurring: [
    { job: advanceJob, cron: '*/5 * * * *' },
    { job: settleLostJob, cron: '*/2 * * * *' },
    // After the day has ended in the service's zone, by either clock.
    { job: revenueJob, cron: '27 9 * * *' },
    { job: remindJob, cron: '7 16 * * *' },
    { job: reconcileJob, cron: '37 10 * * *' },
  ],
  personalData: billingPersonalData,
};
