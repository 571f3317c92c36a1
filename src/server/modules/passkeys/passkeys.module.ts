import { passkeyCalls } from '../../../contract/account/passkeys.ts';
import { bound, type Module } from '../../module.ts';
import { purgeChallengesJob } from './jobs/passkeys.jobs.ts';
import { passkeysPersonalData } from './passkeys.personal-data.ts';
import { passkeyRoutes } from './passkeys.routes.ts';

export const passkeysModule: Module = {
  calls: [bound(passkeyCalls, passkeyRoutes)],
  jobs: [purgeChallengesJob],
  recurring: [{ job: purgeChallengesJob, cron: '24 10 * * *' }],
  personalData: passkeysPersonalData,
};
