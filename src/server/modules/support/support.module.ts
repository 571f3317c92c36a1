import { adminSupportCalls } from '../../../contract/admin/support.ts';
import { supportCalls } from '../../../contract/viewer/support.ts';
import { bound, type Module } from '../../module.ts';
import { adminSupportRoutes } from './admin.routes.ts';
import { announceNoticesJob } from './jobs/announce-notices.ts';
import { supportRoutes } from './support.routes.ts';

export const supportModule: Module = {
  calls: [bound(supportCalls, supportRoutes), bound(adminSupportCalls, adminSupportRoutes)],
  jobs: [announceNoticesJob],
  recurring: [{ job: announceNoticesJob, cron: '* * * * *', backfillMs: 0 }],
};
