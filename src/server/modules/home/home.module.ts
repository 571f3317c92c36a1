import { homeCalls } from '../../../contract/viewer/home.ts';
import { bound, type Module } from '../../module.ts';
import { homeRoutes } from './home.routes.ts';

export const homeModule: Module = {
  calls: [bound(homeCalls, homeRoutes)],
};
