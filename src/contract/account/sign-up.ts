/** Signing up: an account is there once the code sent to its e-mail address has come back. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { code, emailAddress, newPassword, phone, username } from './identity.ts';
import { user } from './session.ts';

export const signUp = z.object({
  id: z.string(),
  /** Where the code went. */
  email: z.string(),
  /** Another code may be asked for after so many seconds. */
  resend_seconds: z.number().int(),
});
export type SignUp = z.infer<typeof signUp>;

export const signUpCalls = {
  'POST /api/signup': {
    summary:
      'Ask for an account; a code goes to the e-mail address. The answer is the same for an address that has one',
    who: 'anyone',
    cache: 'private',
    body: z.object({
      username,
      email: emailAddress,
      password: newPassword,
      phone: phone.optional(),
      /** The terms and the privacy policy. */
      terms: z.literal(true),
    }),
    answer: z.object({ data: signUp }),
    errors: ['too_many_tries'],
  },
  'POST /api/signup/{id}/resend': {
    summary: 'Send another code; the one before counts no longer',
    who: 'anyone',
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ data: signUp }),
    errors: ['not_found', 'wait', 'too_many_tries'],
  },
  'POST /api/signup/{id}/verify': {
    summary: 'Make the account with the code, and sign in',
    who: 'anyone',
    cache: 'private',
    params: z.object({ id: z.uuid() }),
    body: z.object({ code, device: z.string().max(40).default('web') }),
    answer: z.object({ data: user.extend({ token: z.string() }) }),
    errors: ['not_found'],
  },
} as const satisfies CallTable;
