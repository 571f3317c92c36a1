/** Deletes old logins of staff. */
import { defineJob } from '../../../jobs/queue.ts';
import { purgeStaffLogins } from '../logins.service.ts';

export const purgeStaffLoginsJob = defineJob<Record<string, never>>(
  'staff_purge_logins',
  async (_payload, context) => {
    await purgeStaffLogins(context);
  },
);
