import { customerCalls } from '../../../contract/admin/customers.ts';
import { bound, type Module } from '../../module.ts';
import { customerRoutes } from './customers.routes.ts';

export const customersModule: Module = {
  calls: [bound(customerCalls, customerRoutes)],
};
