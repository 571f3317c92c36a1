import { profileCalls } from '../../../contract/account/profiles.ts';
import { bound, type Module } from '../../module.ts';
import { forgetGoneBlocksJob } from './jobs/profiles.jobs.ts';
import { profilesPersonalData } from './profiles.personal-data.ts';
import { profilesRoutes } from './profiles.routes.ts';

export const profilesModule: Module = {
  calls: [bound(profileCalls, profilesRoutes)],
  jobs: [forgetGoneBlocksJob],
  recurring: [{ job: forgetGoneBlocksJob, cron: '57 10 * * *' }],
  personalData: profilesPersonalData,
};
