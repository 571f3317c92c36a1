import type { deviceCalls } from '../../../contract/account/devices.ts';
import type { Context } from '../../context.ts';
import { bearerToken, type Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import * as service from './devices.service.ts';

const done = { data: { ok: true } } as const;

/** Handlers of devices and the login history. */
export function deviceRoutes(context: Context): Handlers<typeof deviceCalls> {
  return {
    'GET /api/account/devices': async ({ caller }) => ({
      data: await service.listDevices(context, requireUser(caller)),
    }),
    'DELETE /api/account/devices/{id}': async ({ params, caller }) => {
      await service.endDevice(context, requireUser(caller), params.id);
      return done;
    },
    'POST /api/account/sign-out-all': async ({ body, caller }) => {
      await service.endAllDevices(context, requireUser(caller), body.password);
      return done;
    },
    'GET /api/account/streaming-devices': async ({ caller, locale }) => ({
      data: await service.listStreamingDevices(context, requireUser(caller), locale),
    }),
    'GET /api/account/logins': ({ query, caller }) => service.listLogins(context, requireUser(caller), query),
    'POST /api/session-action': async ({ body, request }) => {
      await service.noteSignOut(context, bearerToken(request), body.household_id);
      return done;
    },
  };
}
