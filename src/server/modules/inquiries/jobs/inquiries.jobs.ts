/** Files that were sent for a message which never came are forgotten. */
import type { Context } from '../../../context.ts';
import { defineJob, enqueue } from '../../../jobs/queue.ts';
import { filesOf, forgetLooseAttachments, removeHouseholdFilesJobName } from '../attachments.service.ts';

const hourMs = 3_600_000;

export const forgetAttachmentsJob = defineJob<Record<string, never>>(
  'inquiries_forget_attachments',
  async (_payload, context) => {
    await forgetLooseAttachments(context);
    await schedule(context, new Date(context.now().getTime() + hourMs));
  },
);

/** Removes the files of a household that is erased. */
export const removeHouseholdFilesJob = defineJob<{ householdId: string }>(
  removeHouseholdFilesJobName,
  ({ householdId }, { storage }) => storage.removeBelow(filesOf(householdId)),
);

const schedule = ({ db }: Pick<Context, 'db'>, runAt: Date) =>
  enqueue(db, forgetAttachmentsJob, {}, { key: 'inquiries:forget-attachments', runAt });

/** Sees to it that they are forgotten every hour. */
export const watchAttachments = (context: Pick<Context, 'db' | 'now'>): Promise<void> =>
  schedule(context, context.now());
