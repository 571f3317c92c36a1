import type { sessionCalls } from '../../../contract/account/session.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { requireUser } from '../../http/caller.ts';
import { clientOf } from '../../http/client.ts';
import * as service from './sign-in.service.ts';

/** Handlers of signing in and out, the user, the language. */
export function signInRoutes(context: Context): Handlers<typeof sessionCalls> {
  return {
    'POST /api/login': async ({ body, request }) => ({
      data: await service.login(context, body, clientOf(request, body.device)),
    }),
    'GET /api/user': async ({ caller }) => {
      const { id, enteredProfileId } = requireUser(caller);
      return { data: await service.getUser(context, id, enteredProfileId) };
    },
    'POST /api/user/logout': async ({ caller }) => {
      await service.logout(context, requireUser(caller));
      return { data: { ok: true } };
    },
    'POST /api/set-locale': async ({ body, reply }) => {
      reply.header('set-cookie', `locale=${body.lang}; Path=/; Max-Age=31536000; SameSite=Lax`);
      return { data: { ok: true } };
    },
  };
}
