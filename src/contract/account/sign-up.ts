/** Signing up: an account is there once the code sent to its e-mail address has come back. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { user } from './session.ts';

/** As it is stored and compared. */
export const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const newPassword = z.string().min(8).max(256);
/** Six digits from a message; spaces that came along are left out. */
export const code = z
  .string()
  .overwrite((text) => text.replace(/\s/g, ''))
  .regex(/^\d{6}$/);
/** E.164 of Korea, or of the countries of North America. */
export const phone = z
  .string()
  .overwrite((text) => text.replace(/[\s().-]/g, ''))
  .regex(/^\+(?:1[2-9]\d{2}[2-9]\d{6}|82(?:1[016789]\d{7,8}|2\d{7,8}|[3-6][1-5]\d{7,8}|70\d{8})|52\d{10})$/);
/**
 * Letters of any script, digits, signs and emoji, in lower case; no spaces, nothing that cannot be seen, and no @, which tells
 * it from an e-mail address.
 */
export const username = z
  .string()
  .overwrite((text) => text.normalize('NFKC').trim().toLowerCase())
  .min(3)
  .max(40)
  .regex(
    /^(?!.*@)(?:\p{Extended_Pictographic}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*|[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u,
  );

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
