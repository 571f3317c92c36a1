import type { credentialCalls } from '../../../contract/account/credentials.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import * as service from './credentials.service.ts';
import { cancelDeletion, requestDeletion } from './deletion.service.ts';
import { requirePassword } from './reauthentication.service.ts';

const done = { data: { ok: true } } as const;

/** Handlers of personal information, its changes, and deleting the account. */
export function credentialRoutes(context: Context): Handlers<typeof credentialCalls> {
  return {
    'GET /api/account/details': async ({ caller }) => ({
      data: await service.getDetails(context, requireUser(caller)),
    }),
    'POST /api/account/details': async ({ body, caller }) => {
      await service.changeDetails(context, requireUser(caller), body);
      return done;
    },
    'POST /api/account/identity/send': async ({ caller, locale }) => ({
      data: await service.sendIdentityCode(context, requireUser(caller), locale),
    }),
    'POST /api/account/identity/verify': async ({ body, caller }) => {
      await service.proveIdentity(context, requireUser(caller), body.code);
      return done;
    },
    'POST /api/account/email': async ({ body, caller, locale }) => ({
      data: await service.askForEmail(context, requireUser(caller), body.email, locale),
    }),
    'POST /api/account/email/verify': async ({ body, caller }) => {
      await service.changeEmail(context, requireUser(caller), body.code);
      return done;
    },
    'POST /api/account/password': async ({ body, caller }) => {
      await service.changePassword(context, requireUser(caller), body);
      return done;
    },
    'POST /api/account/phone': async ({ body, caller }) => {
      await service.changePhone(context, requireUser(caller), body.phone);
      return done;
    },
    'POST /api/account/language': async ({ body, caller }) => {
      await service.changeLanguage(context, requireUser(caller), body.mail_locale);
      return done;
    },
    'POST /api/account/deletion': async ({ body, caller }) => {
      const user = requireUser(caller);
      await requirePassword(context, user, body.password);
      return { data: { deletion_at: (await requestDeletion(context, user.id)).toISOString() } };
    },
    'POST /api/account/deletion/cancel': async ({ caller }) => {
      await cancelDeletion(context, requireUser(caller).id);
      return done;
    },
  };
}
