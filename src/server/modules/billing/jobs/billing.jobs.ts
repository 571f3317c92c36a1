/** Jobs of billing. Each finds what is due by the service's clock, so a run that was missed is made up for by the next. */
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { detachCardJobName, forgetCustomerJobName, type GoneCustomer } from '../cards.service.ts';
import { chargeDue } from '../charge-due.service.ts';
import { tidyConsents } from '../consents.service.ts';
import { voidExpired } from '../gift-lots.service.ts';
import { emptyOldAccounts, lapseCredit } from '../old-money.service.ts';
import { findByGatewayId } from '../payments.repo.ts';
import {
  endAtGateway,
  endAtGatewayJobName,
  maxGatewayTries,
  requirePayments,
  settleJobName,
  settleLost,
  settleSurely,
} from '../payments.service.ts';
import { carryOutRefunds, reconcile, settleDispute } from '../refunds.service.ts';
import { remindPayers } from '../reminders.service.ts';
import { type Asked, calculateRehearsal, rehearsalJobName } from '../renewal-rehearsal.service.ts';
import { recognizeRevenue } from '../revenue.service.ts';
import { advanceSubscriptions } from '../subscriptions.service.ts';
import { reportTaxes } from '../tax-reports.service.ts';

/** Renews, ends, pauses and stops what is due, then charges what is to be charged. */
export const advanceJob = defineJob<Record<string, never>>(
  'billing_advance',
  async (_payload, context, signal) => {
    while (!signal.aborted && (await advanceSubscriptions(context)) > 0);
    await chargeDue(context, signal);
  },
);

/** Asks what became of attempts without an answer, and ends payments that nobody waits for. */
export const settleLostJob = defineJob<Record<string, never>>(
  'billing_settle_lost',
  async (_payload, context) => {
    await settleLost(context);
    await carryOutRefunds(context);
  },
);

/** Posts the revenue of the day that has ended. */
export const revenueJob = defineJob<Record<string, never>>('billing_revenue', (_payload, context) =>
  recognizeRevenue(context),
);

/**
 * Tells what is due to be told before a charge, forgets what was agreed to long ago, and cards and addresses of nobody any more, and
 * ends what is owed to nobody any more: credit, and gift codes that have expired.
 */
export const remindJob = defineJob<Record<string, never>>(
  'billing_remind',
  async (_payload, context, signal) => {
    await remindPayers(context, signal);
    await tidyConsents(context);
    await emptyOldAccounts(context, signal);
    await lapseCredit(context, signal);
    await voidExpired(context, signal);
  },
);

/** Records what was sold and given back with the outside party that says the taxes. */
export const reportTaxesJob = defineJob<Record<string, never>>(
  'billing_report_taxes',
  (_payload, context, signal) => reportTaxes(context, signal),
);

/** Compares the card processor's books with ours. */
export const reconcileJob = defineJob<Record<string, never>>(
  'billing_reconcile',
  async (_payload, context) => {
    if (context.payments) await reconcile(context);
  },
);

/** Reads a dispute at the card processor, of which an event has told. */
export const settleDisputeJob = defineJob<{ gatewayDisputeId: string }>(
  'billing_settle_dispute',
  ({ gatewayDisputeId }, context) => settleDispute(context, gatewayDisputeId),
);

/** Forgets a card at the card processor that was removed here. */
export const detachCardJob = defineJob<{ gatewayCardId: string }>(
  detachCardJobName,
  ({ gatewayCardId }, context) => requirePayments(context).detachCard(gatewayCardId),
);

/** Deletes the customer of an erased account at the card processor. */
export const forgetCustomerJob = defineJob<GoneCustomer>(
  forgetCustomerJobName,
  ({ accountId, gatewayCustomerId }, context) =>
    requirePayments(context).deleteCustomer({ accountId, customerId: gatewayCustomerId }),
);

/** Ends a payment at the card processor that has come by other means. */
export const endAtGatewayJob = defineJob<{ paymentId: string }>(
  endAtGatewayJobName,
  ({ paymentId }, context) => endAtGateway(context, paymentId),
);

/** Calculates the renewals of a month. */
export const rehearsalJob = defineJob<Asked>(rehearsalJobName, (asked, context, signal) =>
  calculateRehearsal(context, asked, signal),
);

/** Something has happened to a dispute at the card processor: it is read by a job. */
export const enqueueDispute = (tx: Parameters<typeof enqueue>[0], gatewayDisputeId: string) =>
  enqueue(
    tx,
    settleDisputeJob,
    { gatewayDisputeId },
    { key: `billing:dispute:${gatewayDisputeId}`, maxAttempts: maxGatewayTries },
  );

/** Reads a payment at the card processor, of which an event has told. */
export const settleJob = defineJob<{ gatewayPaymentId: string }>(
  settleJobName,
  async ({ gatewayPaymentId }, context) => {
    const payment = await findByGatewayId(context.db, gatewayPaymentId);
    // One that is not ours, or whose id has not been written down yet: then the attempt's own answer is waited for.
    if (payment) await settleSurely(context, payment.id);
  },
);
