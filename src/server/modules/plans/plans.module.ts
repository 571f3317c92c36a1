import { planCalls } from '../../../contract/viewer/plans.ts';
import { bound, type Module } from '../../module.ts';
import { plansPersonalData } from './plans.personal-data.ts';
import { planRoutes } from './plans.routes.ts';

export const plansModule: Module = {
  calls: [bound(planCalls, planRoutes)],
  personalData: plansPersonalData,
};
