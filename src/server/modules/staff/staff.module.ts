import { officeCalls } from '../../../contract/admin/office.ts';
import { staffSessionCalls } from '../../../contract/admin/session.ts';
import { staffCalls } from '../../../contract/admin/staff.ts';
import { bound, type Module } from '../../module.ts';
import { purgeStaffLoginsJob } from './jobs/staff.jobs.ts';
import { officeRoutes } from './office.routes.ts';
import { staffRoutes, staffSessionRoutes } from './staff.routes.ts';

export const staffModule: Module = {
  calls: [
    bound(staffSessionCalls, staffSessionRoutes),
    bound(staffCalls, staffRoutes),
    bound(officeCalls, officeRoutes),
  ],
  jobs: [purgeStaffLoginsJob],
  recurring: [{ job: purgeStaffLoginsJob, cron: '26 10 * * *' }],
};
