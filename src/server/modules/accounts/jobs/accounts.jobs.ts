/** The jobs of accounts: links for new passwords, erasing accounts, and the daily tidying. */
import type { Context } from '../../../context.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { purgeChallenges } from '../../passkeys/passkeys.service.ts';
import { purgeStaffLogins } from '../../staff/logins.service.ts';
import { purgeActivations } from '../activations.service.ts';
import { eraseDueAccounts, eraseJobName } from '../deletion.service.ts';
import { purgeLogins } from '../devices.service.ts';
import { purgeResets, type SendResetPayload, sendReset, sendResetJobName } from '../recovery.service.ts';
import { purgeSignUps } from '../sign-up.service.ts';

const dayMs = 86_400_000;

export const sendResetJob = defineJob<SendResetPayload>(sendResetJobName, (payload, context) =>
  sendReset(context, payload),
);

export const eraseAccountsJob = defineJob<Record<string, never>>(eraseJobName, async (_payload, context) => {
  await eraseDueAccounts(context);
});

export const tidyAccountsJob = defineJob<Record<string, never>>(
  'accounts_tidy',
  async (_payload, context) => {
    await purgeSignUps(context);
    await purgeChallenges(context);
    await purgeResets(context);
    await purgeLogins(context);
    await purgeStaffLogins(context);
    await purgeActivations(context);
    // Each has a job for its own instant; this is for one that could not run.
    await eraseDueAccounts(context);
    await scheduleTidying(context, new Date(context.now().getTime() + dayMs));
  },
);

const scheduleTidying = ({ db }: Pick<Context, 'db'>, runAt: Date) =>
  enqueue(db, tidyAccountsJob, {}, { key: 'accounts:tidy', runAt });

/** Sees to it that what is over is forgotten every day. */
export const watchAccounts = (context: Pick<Context, 'db' | 'now'>): Promise<void> =>
  scheduleTidying(context, context.now());
