import type { signUpCalls } from '../../../contract/account/sign-up.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { clientOf } from '../../http/client.ts';
import { beginSignUp, finishSignUp, resendCode } from './sign-up.service.ts';

/** Handlers of signing up. */
export function signUpRoutes(context: Context): Handlers<typeof signUpCalls> {
  return {
    'POST /api/signup': async ({ body, locale, request }) => ({
      data: await beginSignUp(context, body, locale, request.ip),
    }),
    'POST /api/signup/{id}/resend': async ({ params, request }) => ({
      data: await resendCode(context, params.id, request.ip),
    }),
    'POST /api/signup/{id}/verify': async ({ params, body, request }) => ({
      data: await finishSignUp(context, params.id, body.code, clientOf(request, body.device)),
    }),
  };
}
