import type { rehearsalCalls } from '../../../contract/admin/renewal-rehearsal.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { askRehearsal, readRehearsal } from './renewal-rehearsal.service.ts';

/** Handlers of the rehearsal of renewals. */
export const rehearsalRoutes = (context: Context): Handlers<typeof rehearsalCalls> => ({
  'GET /api/admin/renewal-rehearsal': async ({ query, locale }) => ({
    data: await readRehearsal(context, query, locale),
  }),
  'POST /api/admin/renewal-rehearsal': async ({ body, locale }) => {
    await askRehearsal(context, body);
    return { data: await readRehearsal(context, body, locale) };
  },
});
