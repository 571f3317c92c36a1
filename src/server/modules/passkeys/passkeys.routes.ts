import type { passkeyCalls } from '../../../contract/account/passkeys.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { clientOf } from '../../http/client.ts';
import * as service from './passkeys.service.ts';

const done = { data: { ok: true } } as const;
/** The name of a passkey without one, made on a device that does not say what it is. */
const unnamed = { ko: '패스키', en: 'Passkey' };

/** Handlers of signing in with a passkey, and of the passkeys of an account. */
export function passkeyRoutes(context: Context): Handlers<typeof passkeyCalls> {
  return {
    'POST /api/passkey-login/options': async ({ request }) => ({
      data: await service.beginLogin(context, request.ip),
    }),
    'POST /api/passkey-login': async ({ body, request }) => ({
      data: await service.login(context, body.credential, clientOf(request, body.device)),
    }),
    'GET /api/account/passkeys': async ({ caller }) => ({
      data: await service.listPasskeys(context, requireUser(caller)),
    }),
    'POST /api/account/passkeys/options': async ({ caller, locale }) => ({
      data: await service.beginAdding(context, requireUser(caller), locale),
    }),
    'POST /api/account/passkeys': async ({ body, caller, request, locale }) => {
      const name = body.name || clientOf(request, 'web').deviceName || unnamed[locale];
      return { data: await service.add(context, requireUser(caller), body.credential, name) };
    },
    'PATCH /api/account/passkeys/{id}': async ({ params, body, caller }) => ({
      data: await service.rename(context, requireUser(caller), params.id, body.name),
    }),
    'DELETE /api/account/passkeys/{id}': async ({ params, caller }) => {
      await service.remove(context, requireUser(caller), params.id);
      return done;
    },
  };
}
