import { previewCalls } from '../../../contract/admin/previews.ts';
import { bound, type Module } from '../../module.ts';
import { previewRoutes } from './previews.routes.ts';

export const previewsModule: Module = {
  calls: [bound(previewCalls, previewRoutes)],
};
