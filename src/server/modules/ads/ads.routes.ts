import type { adCalls } from '../../../contract/viewer/ads.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { ReportLimit } from '../../security/report-limit.ts';
import { listAds } from './ads.service.ts';
import { openReports } from './reports.service.ts';

const done = { data: { ok: true } } as const;

/**
 * Rate limit of reports from one network within a minute: a carrier's address stands for many people. Refused reports are not
 * stored.
 */
const minuteMs = 60_000;
const impressionReports = new ReportLimit(300, minuteMs);
const clickReports = new ReportLimit(60, minuteMs);
const visitReports = new ReportLimit(120, minuteMs);

/** Handlers of home's ads and of reports about them. */
export function adRoutes(context: Context): Handlers<typeof adCalls> {
  const reports = openReports(context);
  return {
    'GET /api/get-small-banner-ad': {
      tag: 'ads',
      build: async ({ viewer, locale }) => ({
        data: await listAds(context, viewer, 'small-banner', locale),
      }),
    },
    'POST /api/ads-impression/store': async ({ body, caller, request }) => {
      impressionReports.consume(request.ip, context.now());
      const report = { ids: body.ids, eventId: body.event_id, householdId: caller.user?.householdId };
      await reports.storeImpressions(report);
      return done;
    },
    'POST /api/ads-click/store': async ({ body, caller, request }) => {
      clickReports.consume(request.ip, context.now());
      const report = { ids: [body.id], eventId: body.event_id, householdId: caller.user?.householdId };
      await reports.storeClick(report, body.device, body.from);
      return done;
    },
    'POST /api/visit': async ({ caller, request }) => {
      visitReports.consume(request.ip, context.now());
      await reports.storeVisit({
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        householdId: caller.user?.householdId,
      });
      return done;
    },
  };
}
