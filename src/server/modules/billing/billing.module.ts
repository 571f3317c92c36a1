import { billingCalls } from '../../../contract/account/billing.ts';
import { giftCalls } from '../../../contract/account/gifts.ts';
import { payRequestCalls } from '../../../contract/account/pay-requests.ts';
import { couponCalls } from '../../../contract/admin/coupons.ts';
import { disputeCalls } from '../../../contract/admin/disputes.ts';
import { giftAdminCalls } from '../../../contract/admin/gifts.ts';
import { customerBillingCalls, paymentCalls } from '../../../contract/admin/payments.ts';
import { planSyncCalls } from '../../../contract/admin/plan-sync.ts';
import { rehearsalCalls } from '../../../contract/admin/renewal-rehearsal.ts';
import { taxRateCalls } from '../../../contract/admin/tax-rates.ts';
import { taxReportCalls } from '../../../contract/admin/tax-reports.ts';
import { bound, type Module } from '../../module.ts';
import { billingPersonalData } from './billing.personal-data.ts';
import { billingRoutes, servePaymentEvents } from './billing.routes.ts';
import { endRenewals } from './cancelling.service.ts';
import { couponRoutes } from './coupons.routes.ts';
import { customerBillingRoutes } from './customer-billing.routes.ts';
import { disputeRoutes } from './disputes.routes.ts';
import { giftAdminRoutes } from './gifts.admin.routes.ts';
import { giftRoutes } from './gifts.routes.ts';
import {
  advanceJob,
  detachCardJob,
  endAtGatewayJob,
  forgetCustomerJob,
  reconcileJob,
  rehearsalJob,
  remindJob,
  reportTaxesJob,
  revenueJob,
  settleDisputeJob,
  settleJob,
  settleLostJob,
} from './jobs/billing.jobs.ts';
import { payRequestRoutes } from './pay-requests.routes.ts';
import { paymentRoutes } from './payments.routes.ts';
import { planSyncRoutes } from './plan-sync.routes.ts';
import { rehearsalRoutes } from './renewal-rehearsal.routes.ts';
import { taxRateRoutes } from './tax-rates.routes.ts';
import { taxReportRoutes } from './tax-reports.routes.ts';

export const billingModule: Module = {
  calls: [
    bound(billingCalls, billingRoutes),
    bound(couponCalls, couponRoutes),
    bound(giftCalls, giftRoutes),
    bound(payRequestCalls, payRequestRoutes),
    bound(giftAdminCalls, giftAdminRoutes),
    bound(planSyncCalls, planSyncRoutes),
    bound(taxRateCalls, taxRateRoutes),
    bound(taxReportCalls, taxReportRoutes),
    bound(paymentCalls, paymentRoutes),
    bound(customerBillingCalls, customerBillingRoutes),
    bound(disputeCalls, disputeRoutes),
    bound(rehearsalCalls, rehearsalRoutes),
  ],
  serve: [servePaymentEvents],
  jobs: [
    advanceJob,
    detachCardJob,
    forgetCustomerJob,
    endAtGatewayJob,
    reconcileJob,
    remindJob,
    reportTaxesJob,
    revenueJob,
    settleDisputeJob,
    settleJob,
    settleLostJob,
    rehearsalJob,
  ],
  recurring: [
    { job: advanceJob, cron: '*/5 * * * *' },
    { job: settleLostJob, cron: '*/2 * * * *' },
    { job: reportTaxesJob, cron: '*/5 * * * *' },
    // After the day has ended in the service's zone, by either clock.
    { job: revenueJob, cron: '27 9 * * *' },
    { job: remindJob, cron: '7 16 * * *' },
    { job: reconcileJob, cron: '37 10 * * *' },
  ],
  personalData: billingPersonalData,
  on: { householdLeaving: (context, tx, householdId) => endRenewals(tx, context, householdId) },
};
