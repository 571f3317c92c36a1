/** The jobs of accounts: links for new passwords, and the hourly tidying. */
import type { Context } from '../../../context.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { purgeChallenges } from '../../passkeys/passkeys.service.ts';
import { purgeActivations } from '../activations.service.ts';
import { eraseDueAccounts } from '../deletion.service.ts';
import { purgeLogins } from '../devices.service.ts';
import { purgeResets, type SendResetPayload, sendReset, sendResetJobName } from '../recovery.service.ts';
import { purgeSignUps } from '../sign-up.service.ts';

const hourMs = 3_600_000;

export const sendResetJob = defineJob<SendResetPayload>(sendResetJobName, (payload, context) =>
  sendReset(context, payload),
);

export const tidyAccountsJob = defineJob<Record<string, never>>(
  'accounts_tidy',
  async (_payload, context) => {
    await purgeSignUps(context);
    await purgeChallenges(context);
    await purgeResets(context);
    await purgeLogins(context);
    await purgeActivations(context);
    await eraseDueAccounts(context);
    await scheduleTidying(context, new Date(context.now().getTime() + hourMs));
  },
);

const scheduleTidying = ({ db }: Pick<Context, 'db'>, runAt: Date) =>
  enqueue(db, tidyAccountsJob, {}, { key: 'accounts:tidy', runAt });

/** Sees to it that what is over is forgotten every hour. */
export const watchAccounts = (context: Pick<Context, 'db' | 'now'>): Promise<void> =>
  scheduleTidying(context, context.now());
