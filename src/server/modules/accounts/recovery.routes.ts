import type { recoveryCalls } from '../../../contract/account/recovery.ts';
import { answerMessages } from '../../../contract/messages.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/bind.ts';
import { askForReset, resetPassword } from './recovery.service.ts';

/** Handlers of a forgotten password. */
export function recoveryRoutes(context: Context): Handlers<typeof recoveryCalls> {
  return {
    'POST /api/password/forgot': async ({ body, locale, request }) => {
      await askForReset(context, { email: body.email, locale }, request.ip);
      return { message: answerMessages.reset_link_sent[locale] };
    },
    'POST /api/password/reset': async ({ body, locale, request }) => {
      await resetPassword(context, body, request.ip);
      return { message: answerMessages.password_reset[locale] };
    },
  };
}
