/** The jobs of mail: sending what waits, and forgetting what is old. */
import type { Context } from '../../../context.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { purgeMail, sendMail, sendMailJobName } from '../mail.service.ts';

const dayMs = 86_400_000;

export const sendMailJob = defineJob<{ id: string }>(sendMailJobName, ({ id }, context) =>
  sendMail(context, id),
);

export const purgeMailJob = defineJob<Record<string, never>>('mail_purge', async (_payload, context) => {
  await purgeMail(context);
  await schedulePurge(context, new Date(context.now().getTime() + dayMs));
});

const schedulePurge = ({ db }: Pick<Context, 'db'>, runAt: Date) =>
  enqueue(db, purgeMailJob, {}, { key: 'mail:purge', runAt });

/** Sees to it that old messages are forgotten every day. */
export const watchMail = (context: Pick<Context, 'db' | 'now'>): Promise<void> =>
  schedulePurge(context, context.now());
