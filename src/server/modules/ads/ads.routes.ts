import type { adCalls } from '../../../contract/viewer/ads.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { listAds, storeClick, storeImpressions, storeVisit } from './ads.service.ts';

const done = { data: { ok: true } } as const;

/** Handlers of home's ads and of what is reported of them. */
export function adRoutes(context: Context): Handlers<typeof adCalls> {
  return {
    'GET /api/get-small-banner-ad': {
      tag: 'ads',
      build: async ({ viewer, locale }) => ({
        data: await listAds(context, viewer, 'small-banner', locale),
      }),
    },
    'POST /api/ads-impression/store': async ({ body, caller }) => {
      const report = { ids: body.ids, eventId: body.event_id, householdId: caller.user?.householdId };
      await storeImpressions(context, report);
      return done;
    },
    'POST /api/ads-click/store': async ({ body, caller }) => {
      const report = { ids: [body.id], eventId: body.event_id, householdId: caller.user?.householdId };
      await storeClick(context, report, body.device, body.from);
      return done;
    },
    'POST /api/visit': async ({ caller, request }) => {
      await storeVisit(context, {
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        householdId: caller.user?.householdId,
      });
      return done;
    },
  };
}
