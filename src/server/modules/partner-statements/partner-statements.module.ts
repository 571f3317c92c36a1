import { partnerStatementCalls } from '../../../contract/admin/partner-statements.ts';
import { bound, type Module } from '../../module.ts';
import { makeStatementsJob } from './jobs/partner-statements.jobs.ts';
import { partnerStatementRoutes } from './partner-statements.routes.ts';

export const partnerStatementsModule: Module = {
  calls: [bound(partnerStatementCalls, partnerStatementRoutes)],
  jobs: [makeStatementsJob],
  // In the service's zone it is the fourth by either clock: the days of the month before are closed.
  recurring: [{ job: makeStatementsJob, cron: '52 9 4 * *', backfillMs: 20 * 86_400_000 }],
};
