/** The jobs of accounts: sending password links, erasing accounts, and the daily clean-up. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeActivations } from '../activations.service.ts';
import { purgeCodes } from '../codes.service.ts';
import { eraseJobName } from '../deletion.service.ts';
import { purgeLogins } from '../devices.service.ts';
import { eraseDueAccounts } from '../erasure.service.ts';
import { purgeResets, type SendResetPayload, sendReset, sendResetJobName } from '../recovery.service.ts';

export const sendResetJob = defineJob<SendResetPayload>(sendResetJobName, (payload, context) =>
  sendReset(context, payload),
);

export const eraseAccountsJob = defineJob<Record<string, never>>(eraseJobName, async (_payload, context) => {
  await eraseDueAccounts(context);
});

export const tidyAccountsJob = defineJob<Record<string, never>>(
  'accounts_tidy',
  async (_payload, context) => {
    await purgeCodes(context);
    await purgeResets(context);
    await purgeLogins(context);
    await purgeActivations(context);
    // Each account has a job of its own; this catches those whose job could not run.
    await eraseDueAccounts(context);
  },
);
