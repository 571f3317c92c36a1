import { adminHomeCalls } from '../../../contract/admin/home.ts';
import { homeCalls } from '../../../contract/viewer/home.ts';
import { bound, type Module } from '../../module.ts';
import { adminHomeRoutes } from './admin.routes.ts';
import { homeRoutes } from './home.routes.ts';

export const homeModule: Module = {
  calls: [bound(homeCalls, homeRoutes), bound(adminHomeCalls, adminHomeRoutes)],
};
