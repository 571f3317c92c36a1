import { profileCalls } from '../../../contract/account/profiles.ts';
import { bound, type Module } from '../../module.ts';
import { profilesPersonalData } from './profiles.personal-data.ts';
import { profilesRoutes } from './profiles.routes.ts';

export const profilesModule: Module = {
  calls: [bound(profileCalls, profilesRoutes)],
  personalData: profilesPersonalData,
};
