import type { rehearsalCalls } from '../../../contract/admin/renewal-rehearsal.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { rehearseRenewals } from './renewal-rehearsal.service.ts';

/** The handler of the rehearsal of renewals. */
export const rehearsalRoutes = (context: Context): Handlers<typeof rehearsalCalls> => ({
  'GET /api/admin/renewal-rehearsal': async ({ query, locale }) => ({
    data: await rehearseRenewals(context, query, locale),
  }),
});
