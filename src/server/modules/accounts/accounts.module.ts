import { activationCalls } from '../../../contract/account/activations.ts';
import { credentialCalls } from '../../../contract/account/credentials.ts';
import { deviceCalls } from '../../../contract/account/devices.ts';
import { recoveryCalls } from '../../../contract/account/recovery.ts';
import { bound, type Module } from '../../module.ts';
import { accountsPersonalData } from './accounts.personal-data.ts';
import { activationRoutes } from './activations.routes.ts';
import { credentialRoutes } from './credentials.routes.ts';
import { deviceRoutes } from './devices.routes.ts';
import { eraseAccountsJob, sendResetJob, tidyAccountsJob } from './jobs/accounts.jobs.ts';
import { recoveryRoutes } from './recovery.routes.ts';

export const accountsModule: Module = {
  calls: [
    bound(recoveryCalls, recoveryRoutes),
    bound(deviceCalls, deviceRoutes),
    bound(activationCalls, activationRoutes),
    bound(credentialCalls, credentialRoutes),
  ],
  jobs: [sendResetJob, eraseAccountsJob, tidyAccountsJob],
  recurring: [{ job: tidyAccountsJob, cron: '22 10 * * *' }],
  personalData: accountsPersonalData,
};
