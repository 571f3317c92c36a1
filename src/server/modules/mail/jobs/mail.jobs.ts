/** The jobs of mail: sending queued messages, and deleting old ones. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeMail, sendMail, sendMailJobName } from '../mail.service.ts';

export const sendMailJob = defineJob<{ id: string }>(sendMailJobName, ({ id }, context) =>
  sendMail(context, id),
);

export const purgeMailJob = defineJob<Record<string, never>>('mail_purge', async (_payload, context) => {
  await purgeMail(context);
});
