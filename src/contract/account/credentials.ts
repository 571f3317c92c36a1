/**
 * Personal information and how it is changed. Data that could be used to take over an account are changed only after
 * re-authentication by a code sent to the account's mailbox. It is valid for this login session, for a quarter of an hour.
 */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { accountPassword, ok } from '../wire.ts';
import { birthDate, code, emailAddress, gender, newPassword, phone } from './identity.ts';

const accountDetails = z.object({
  username: z.string(),
  email: z.string(),
  /** E.164. */
  phone: z.string().nullable(),
  /** Null where they have not said. */
  birth_date: z.iso.date().nullable(),
  gender: gender.nullable(),
  /** The language of mail. */
  mail_locale: z.enum(['ko', 'en']),
  /** Until when this session may change what needs re-authentication; null when a code is needed first. */
  reauthenticated_until: z.string().nullable(),
});
export type AccountDetails = z.infer<typeof accountDetails>;

const sent = z.object({ data: z.object({ email: z.string(), resend_seconds: z.number().int() }) });

export const credentialCalls = {
  'GET /api/account/details': {
    summary: 'The signed-in user’s personal information',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: accountDetails }),
    errors: [],
  },
  'POST /api/account/details': {
    summary: 'Tell birth date and gender, or take them back with null',
    who: 'user',
    cache: 'private',
    body: z.object({ birth_date: birthDate.nullable(), gender: gender.nullable() }),
    answer: ok,
    errors: [],
  },
  'POST /api/account/identity/send': {
    summary: 'Send a code to the account’s own mailbox',
    who: 'user',
    cache: 'private',
    answer: sent,
    errors: ['wait', 'too_many_tries'],
  },
  'POST /api/account/identity/verify': {
    summary: 'Prove with the code that the account is the caller’s',
    who: 'user',
    cache: 'private',
    body: z.object({ code }),
    answer: ok,
    errors: [],
  },
  'POST /api/account/email': {
    summary: 'Send a code to a new e-mail address',
    who: 'user',
    cache: 'private',
    body: z.object({ email: emailAddress }),
    answer: sent,
    errors: ['identity_required', 'wait', 'too_many_tries'],
  },
  'POST /api/account/email/verify': {
    summary: 'Change to the e-mail address that the code went to; the old one is told',
    who: 'user',
    cache: 'private',
    body: z.object({ code }),
    answer: ok,
    errors: ['identity_required'],
  },
  'POST /api/account/password': {
    summary: 'Change the password; every other session of the account ends',
    who: 'user',
    cache: 'private',
    body: z.object({ password: newPassword, password_confirmation: z.string().max(256) }),
    answer: ok,
    errors: ['identity_required'],
  },
  'POST /api/account/phone': {
    summary: 'Change the telephone number, or remove it with null',
    who: 'user',
    cache: 'private',
    body: z.object({ phone: phone.nullable() }),
    answer: ok,
    errors: ['identity_required'],
  },
  'POST /api/account/language': {
    summary: 'Choose the language of mail',
    who: 'user',
    cache: 'private',
    body: z.object({ mail_locale: z.enum(['ko', 'en']) }),
    answer: ok,
    errors: [],
  },
  'POST /api/account/deletion': {
    summary:
      'Ask for the account to be deleted; its household is erased 90 days later unless that is cancelled',
    who: 'user',
    cache: 'private',
    body: z.object({ password: accountPassword }),
    answer: z.object({ data: z.object({ deletion_at: z.string() }) }),
    errors: ['identity_required', 'too_many_tries'],
  },
  'POST /api/account/deletion/cancel': {
    summary: 'Keep the account after all',
    who: 'user',
    cache: 'private',
    answer: ok,
    errors: [],
  },
} as const satisfies CallTable;
