import { loginLogCalls } from '../../../contract/admin/logins.ts';
import { bound, type Module } from '../../module.ts';
import { loginLogRoutes } from './login-log.routes.ts';

export const loginLogModule: Module = {
  calls: [bound(loginLogCalls, loginLogRoutes)],
};
