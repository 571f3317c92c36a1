import { sessionCalls } from '../../../contract/account/session.ts';
import { signUpCalls } from '../../../contract/account/sign-up.ts';
import { bound, type Module } from '../../module.ts';
import { purgeSignUpsJob } from './jobs/sign-in.jobs.ts';
import { signInPersonalData } from './sign-in.personal-data.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { signUpRoutes } from './sign-up.routes.ts';

export const signInModule: Module = {
  calls: [bound(sessionCalls, signInRoutes), bound(signUpCalls, signUpRoutes)],
  jobs: [purgeSignUpsJob],
  recurring: [{ job: purgeSignUpsJob, cron: '20 10 * * *' }],
  personalData: signInPersonalData,
};
