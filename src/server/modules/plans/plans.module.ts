import { adminPlanCalls } from '../../../contract/admin/plans.ts';
import { planCalls } from '../../../contract/viewer/plans.ts';
import { bound, type Module } from '../../module.ts';
import { adminPlanRoutes } from './admin.routes.ts';
import { plansPersonalData } from './plans.personal-data.ts';
import { planRoutes } from './plans.routes.ts';

export const plansModule: Module = {
  calls: [bound(planCalls, planRoutes), bound(adminPlanCalls, adminPlanRoutes)],
  personalData: plansPersonalData,
};
