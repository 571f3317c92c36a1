/** Live TV and radio in the back office. */
import type { adminChannelCalls } from '../../../contract/admin/channels.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireStaff } from '../../http/caller.ts';
import { originOf } from '../../http/origin.ts';
import { presentOutcome } from '../../resource/change.routes.ts';
import { copyDay, listProblems, listTimeline, moveEntries, repairSchedule } from './entries.service.ts';
import { channelResource, radioChannelResource } from './resources/channels.ts';
import { radioGroupResource } from './resources/radio-groups.ts';
import { radioEntryResource, requireFuture, scheduleEntryResource } from './resources/schedule-entries.ts';
import { liveTemplateResource, templateSlotResource } from './resources/templates.ts';
import { exportSchedule } from './schedule-export.service.ts';

export function adminChannelRoutes(context: Context): Handlers<typeof adminChannelCalls> {
  const entries = scheduleEntryResource(context);
  const programs = radioEntryResource(context);
  const checkStart = ({ starts_at }: { starts_at?: string | null }) => {
    if (starts_at) requireFuture(context, new Date(starts_at));
  };
  return {
    ...channelResource(context),
    ...radioChannelResource(context),
    ...radioGroupResource(context),
    ...liveTemplateResource(context),
    ...templateSlotResource(context),
    ...entries,
    ...programs,
    'POST /api/admin/schedule-entries': (request) => {
      checkStart(request.body);
      return entries['POST /api/admin/schedule-entries'](request);
    },
    'POST /api/admin/radio-entries': (request) => {
      checkStart(request.body);
      return programs['POST /api/admin/radio-entries'](request);
    },
    'GET /api/admin/channels/{id}/schedule-problems': async ({ params }) => ({
      data: await listProblems(context, params.id),
    }),
    'GET /api/admin/channels/{id}/timeline': async ({ params, query }) => ({
      data: await listTimeline(context, params.id, new Date(query.from), new Date(query.until)),
    }),
    'POST /api/admin/channels/{id}/schedule-repairs': async ({ params, body, caller, locale }) => {
      const staff = requireStaff(caller);
      return presentOutcome(context, staff, await repairSchedule(context, staff, params.id, body), locale);
    },
    'GET /api/admin/channels/{id}/schedule.xml': async ({ params, request, reply }) => {
      const { name, text } = await exportSchedule(context, params.id, originOf(context.config, request));
      return reply
        .header('content-type', 'application/xml; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(text);
    },
    'POST /api/admin/channels/{id}/day-copies': async ({ params, body, caller, locale }) => {
      const staff = requireStaff(caller);
      return presentOutcome(context, staff, await copyDay(context, staff, params.id, body), locale);
    },
    'POST /api/admin/schedule-entries/{id}/moves': async ({ params, body, caller, locale }) => {
      const staff = requireStaff(caller);
      const startsAt = new Date(body.starts_at);
      return presentOutcome(context, staff, await moveEntries(context, staff, params.id, startsAt), locale);
    },
  };
}
