/** Deletes files whose message was never sent. */
import { defineJob } from '../../../jobs/queue.ts';
import { filesOf, forgetLooseAttachments, removeHouseholdFilesJobName } from '../attachments.service.ts';

export const forgetAttachmentsJob = defineJob<Record<string, never>>(
  'inquiries_forget_attachments',
  async (_payload, context) => {
    await forgetLooseAttachments(context);
  },
);

/** Removes the files of a household that is erased. */
export const removeHouseholdFilesJob = defineJob<{ householdId: string }>(
  removeHouseholdFilesJobName,
  ({ householdId }, { storage }) => storage.removeBelow(filesOf(householdId)),
);
