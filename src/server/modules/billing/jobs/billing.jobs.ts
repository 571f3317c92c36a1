/** Jobs of billing. Each finds what is due by the service's clock, so a run that was missed is made up for by the next. */
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { chargeDue, findByGatewayId, settle, settleJobName, settleLost } from '../payments.service.ts';
import { advanceSubscriptions } from '../subscriptions.service.ts';

/** Renews, ends, pauses and stops what is due, then charges what is to be charged. */
export const advanceJob = defineJob<Record<string, never>>(
  'billing_advance',
  async (_payload, context, signal) => {
    while (!signal.aborted && (await advanceSubscriptions(context)) > 0);
    await chargeDue(context, signal);
  },
);

/** Asks what became of attempts without an answer, and ends payments that nobody waits for. */
export const settleLostJob = defineJob<Record<string, never>>('billing_settle_lost', (_payload, context) =>
  settleLost(context),
);

/** Reads a payment at the card processor, of which an event has told. */
export const settleJob = defineJob<{ gatewayPaymentId: string }>(
  settleJobName,
  async ({ gatewayPaymentId }, context) => {
    const payment = await findByGatewayId(context, gatewayPaymentId);
    // One that is not ours, or whose id has not been written down yet: then the attempt's own answer is waited for.
    if (payment) await settle(context, payment.id);
  },
);

/** Begins a run of the renewals at once. */
export const enqueueAdvance = (tx: Parameters<typeof enqueue>[0]) =>
  enqueue(tx, advanceJob, {}, { key: 'billing:advance' });
