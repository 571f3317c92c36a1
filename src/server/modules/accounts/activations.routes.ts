import type { activationCalls } from '../../../contract/account/activations.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { televisionOf } from '../../http/client.ts';
import { originOf } from '../../http/origin.ts';
import * as service from './activations.service.ts';

const done = { data: { ok: true } } as const;

/** Handlers of signing in on televisions: the requests of the television, and those of its owner on another device. */
export function activationRoutes(context: Context): Handlers<typeof activationCalls> {
  return {
    'POST /api/device/authorization': async ({ body, request }) => {
      const begun = await service.beginActivation(context, body.client_id, televisionOf(request));
      const address = `${originOf(context.config, request)}/activate`;
      return {
        device_code: begun.deviceCode,
        user_code: begun.userCode,
        verification_uri: address,
        verification_uri_complete: `${address}?code=${begun.userCode}`,
        expires_in: begun.expiresInSeconds,
        interval: begun.intervalSeconds,
        push_channel: begun.channel,
      };
    },
    'POST /api/device/token': async ({ body, request, reply }) => {
      // Required by RFC 6749 §5.1, for old caches.
      reply.header('pragma', 'no-cache');
      const token = await service.redeem(context, body, televisionOf(request));
      return { access_token: token, token_type: 'Bearer' };
    },
    'GET /api/account/activations/{user_code}': async ({ params, caller, request }) => ({
      data: await service.findActivation(context, requireUser(caller), params.user_code, request.ip),
    }),
    'POST /api/account/activations/{user_code}/approve': async ({ params, caller, request }) => {
      await service.decide(context, requireUser(caller), params.user_code, 'approved', request.ip);
      return done;
    },
    'POST /api/account/activations/{user_code}/deny': async ({ params, caller, request }) => {
      await service.decide(context, requireUser(caller), params.user_code, 'denied', request.ip);
      return done;
    },
  };
}
