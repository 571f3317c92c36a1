import { mailCalls } from '../../../contract/admin/mail.ts';
import { bound, type Module } from '../../module.ts';
import { purgeMailJob, sendMailJob } from './jobs/mail.jobs.ts';
import { mailPersonalData } from './mail.personal-data.ts';
import { mailRoutes } from './mail.routes.ts';

export const mailModule: Module = {
  calls: [bound(mailCalls, mailRoutes)],
  jobs: [sendMailJob, purgeMailJob],
  recurring: [{ job: purgeMailJob, cron: '12 10 * * *' }],
  personalData: mailPersonalData,
};
