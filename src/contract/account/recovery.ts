/** A forgotten password: a link by mail, good once and for an hour. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { emailAddress, newPassword } from './identity.ts';

export const recoveryCalls = {
  'POST /api/password/forgot': {
    summary: 'Send a link for a new password; the answer is the same whether or not there is such an account',
    who: 'anyone',
    cache: 'private',
    body: z.object({ email: emailAddress }),
    answer: z.object({ message: z.string() }),
    errors: ['wait', 'too_many_tries'],
  },
  'POST /api/password/reset': {
    summary: 'Set a new password with the token of a link; every session of the account ends',
    who: 'anyone',
    cache: 'private',
    body: z.object({
      token: z.string().min(1).max(200),
      password: newPassword,
      password_confirmation: z.string().max(256),
    }),
    answer: z.object({ message: z.string() }),
    errors: ['too_many_tries'],
  },
} as const satisfies CallTable;
