/** Service groups and ad groups of radio in the back office. */
import type { adminRadioGroupCalls } from '../../../contract/admin/radio-groups.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { radioAdGroupResource } from './resources/radio-ad-groups.ts';
import { radioServiceGroupResource } from './resources/radio-service-groups.ts';

export const adminRadioGroupRoutes = (context: Context): Handlers<typeof adminRadioGroupCalls> => ({
  ...radioServiceGroupResource(context),
  ...radioAdGroupResource(context),
});
