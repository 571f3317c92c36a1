/** Signing in and out, the signed-in user, the language. */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { text } from '../text.ts';
import { ok } from '../wire.ts';
import { profile } from './profiles.ts';

export const user = z.object({
  id: z.string(),
  household_id: z.string(),
  username: z.string(),
  email: z.string(),
  /** Accounts without a password enter a code sent by e-mail wherever the password is required. */
  has_password: z.boolean(),
  /** When the account is erased, if that was asked for and not cancelled. */
  deletion_at: z.string().nullable(),
  has_active_plan: z.boolean(),
  /** Whether leaving a kids profile asks for the parent PIN. */
  has_parent_pin: z.boolean(),
  /** How many profiles a household may have. */
  profiles_max: z.number().int(),
  profiles: z.array(profile),
  /** The one that this session is in; a profile with a PIN is open in no other. */
  entered_profile_id: z.string().nullable(),
});
export type User = z.infer<typeof user>;

export const sessionCalls = {
  'POST /api/login': {
    summary: 'Sign in; the token is the bearer token of every later call',
    who: 'anyone',
    cache: 'private',
    body: z.object({
      username: text(254).trim().min(1),
      password: z.string().min(1).max(256),
      device: z.string().max(40).default('web'),
    }),
    answer: z.object({ data: user.extend({ token: z.string() }) }),
    errors: ['credentials', 'account_suspended', 'too_many_logins'],
  },
  'GET /api/user': {
    summary: 'The signed-in user, refreshed',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: user }),
    errors: [],
  },
  'POST /api/user/logout': {
    summary: 'End this session',
    who: 'user',
    cache: 'private',
    answer: ok,
    errors: [],
  },
  'POST /api/set-locale': {
    summary: 'Remember the language in a cookie',
    who: 'anyone',
    inPreviews: true,
    cache: 'private',
    everywhere: true,
    body: z.object({ lang: z.enum(['en', 'ko']) }),
    answer: ok,
    errors: [],
  },
} as const satisfies CallTable;
