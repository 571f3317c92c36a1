import { partnerStatementCalls } from '../../../contract/admin/partner-statements.ts';
import { bound, type Module } from '../../module.ts';
import { makeStatementsJob } from './jobs/partner-statements.jobs.ts';
import { partnerStatementRoutes } from './partner-statements.routes.ts';

export const partnerStatementsModule: Module = {
  calls: [bound(partnerStatementCalls, partnerStatementRoutes)],
  jobs: [makeStatementsJob],
  // Daily: what could not be made once is made as soon as it can. On the fourth, by either clock of the service's zone, the days of the
  // month before are closed.
  recurring: [{ job: makeStatementsJob, cron: '52 9 * * *' }],
};
