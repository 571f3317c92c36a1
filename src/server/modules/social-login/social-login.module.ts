import { socialLoginCalls } from '../../../contract/account/social-login.ts';
import { bound, type Module } from '../../module.ts';
import { tidyAuthorizationsJob } from './jobs/social-login.jobs.ts';
import { socialLoginPersonalData } from './social-login.personal-data.ts';
import { serveSocialLogin, socialLoginRoutes } from './social-login.routes.ts';

const hourMs = 3_600_000;

export const socialLoginModule: Module = {
  calls: [bound(socialLoginCalls, socialLoginRoutes)],
  serve: [serveSocialLogin],
  jobs: [tidyAuthorizationsJob],
  recurring: [{ job: tidyAuthorizationsJob, cron: '7 * * * *', backfillMs: hourMs }],
  personalData: socialLoginPersonalData,
};
