/** The calls of playback. */

import type { playbackCalls } from '../../../contract/viewer/playback.ts';
import type { Context } from '../../context.ts';
import { fail } from '../../errors.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { clientOf } from '../../http/client.ts';
import { ReportLimit } from '../../security/report-limit.ts';
import { insertPlayError } from './play-errors.repo.ts';
import * as service from './playback.service.ts';

/** Limit of reported failures per network and minute. It is high, because many viewers share a carrier's address. */
const reportedErrors = new ReportLimit(60, 60_000);

/** Handlers of `playbackCalls`. */
export function playbackRoutes(context: Context): Handlers<typeof playbackCalls> {
  return {
    'POST /api/playback/sessions': async ({ body, caller, locale }) => {
      const profile = caller.profile ?? fail('profile_required');
      const request = { ...body, sessionId: caller.user?.sessionId };
      return { data: await service.openSession(context, caller.viewer, profile, locale, request) };
    },
    'POST /api/playback/sessions/{id}/heartbeat': async ({ params, body, caller }) => {
      const { householdId } = requireUser(caller);
      const { position_seconds } = body;
      const { region } = caller.viewer;
      const expiresAt = await service.keepSession(context, householdId, params.id, position_seconds, region);
      return { data: { expires_at: expiresAt.toISOString() } };
    },
    'POST /api/playback/sessions/{id}/stop': async ({ params, body, caller }) => {
      const { householdId } = requireUser(caller);
      await service.stopSession(context, householdId, params.id, body.position_seconds);
      return { data: { ok: true } };
    },
    'POST /api/playback/sessions/{id}/errors': async ({ params, body, caller, request }) => {
      // Sessions of a preview are not stored.
      if (context.preview) return { data: { ok: true } };
      const { householdId } = requireUser(caller);
      const now = context.now();
      reportedErrors.consume(request.ip, now);
      const { deviceName: browser } = clientOf(request, '');
      const failure = { playbackId: params.id, householdId, browser, now, ...body };
      if (!(await insertPlayError(context.db, failure))) fail('not_found');
      return { data: { ok: true } };
    },
    'POST /api/playback/sessions/{id}/licence': async ({ params, body, caller }) => {
      const { householdId } = requireUser(caller);
      return {
        keys: await service.licenceKeys(context, householdId, params.id, body.kids),
        type: 'temporary',
      };
    },
  };
}
