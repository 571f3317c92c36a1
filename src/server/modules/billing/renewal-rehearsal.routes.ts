import { type SQL, sql } from 'drizzle-orm';
import { type rehearsalCalls, billChanges as shape } from '../../../contract/admin/renewal-rehearsal.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { listing } from '../../resource/listing.ts';
import { users } from '../accounts/accounts.tables.ts';
import { isNamed } from '../accounts/find-users.service.ts';
import { billChangeList as list } from './bill-changes.view.ts';
import { subscriptions } from './billing.tables.ts';
import { askRehearsal, readRehearsal } from './renewal-rehearsal.service.ts';

/** Changes of households whose people are meant. */
const ofUsers = (part: string): SQL =>
  sql`${list.subscriptionId} in (select s.id from ${subscriptions} s
    where s.household_id in (select ${users.householdId} from ${users} where ${isNamed(part)}))`;

/** Handlers of the rehearsal of renewals. */
export function rehearsalRoutes(context: Context): Handlers<typeof rehearsalCalls> {
  const changes = listing(context, shape, list, {
    label: 'id',
    search: [],
    finds: { username: ofUsers },
    where: { username_like: ofUsers },
    present: async (_db, rows, locale) =>
      rows.map(({ reasonKo, reasonEn }) => ({ reason: locale === 'ko' ? reasonKo : reasonEn })),
  });
  return {
    'GET /api/admin/renewal-rehearsal': async ({ query, locale }) => ({
      data: await readRehearsal(context, query, locale),
    }),
    'POST /api/admin/renewal-rehearsal': async ({ body, locale }) => {
      await askRehearsal(context, body);
      return { data: await readRehearsal(context, body, locale) };
    },
    'GET /api/admin/bill-changes': changes.list,
    'GET /api/admin/bill-changes/{id}': async ({ params, ...request }) => ({
      data: await changes.read(params.id, request),
    }),
  };
}
