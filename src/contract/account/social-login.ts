/**
 * Signing in with another service. Two addresses are no calls but steps of a browser: `GET /api/social-login/{provider}` leads to
 * the service, and what comes back to `/api/social-login/{provider}/callback` is handed on to the viewer's `/login/social` as a
 * code, in the part of the address that no server sees. The code counts for a minute, once, and only in the browser that went.
 */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import { providerNames } from '../providers.ts';
import { ok } from '../wire.ts';
import { code, emailAddress, username } from './identity.ts';
import { user } from './session.ts';

export const providerName = z.enum(providerNames);

const signedIn = z.object({ data: user.extend({ token: z.string() }) });
const device = z.string().max(40).default('web');
/** The form in which the service's response is handed on to the viewer. */
const handed = z.string().min(1).max(100);

/** A person who has an account at the service but none here, and their next step. */
export const newcomer = z.object({
  provider: providerName,
  /**
   * `email`: name an address and prove it. `link`: an account has the address, and its password is needed. `sign_up`: nobody has
   * it.
   */
  next: z.enum(['email', 'link', 'sign_up']),
  /** The address, proven unless `next` is `email`; empty when the service named none. */
  email: z.string(),
  /** A username that is free; empty when the address suggests none. */
  username: z.string(),
});
export type Newcomer = z.infer<typeof newcomer>;

const toNewcomer = z.object({ data: newcomer });

const linkedAccount = z.object({
  provider: providerName,
  /** What the service called the mailbox last; empty when it did not. */
  email: z.string(),
  connected_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type LinkedAccount = z.infer<typeof linkedAccount>;

export const socialLoginCalls = {
  'POST /api/social-login': {
    summary:
      'Sign in with the code that came back from a service; whoever has no account yet is told so and goes on from there',
    who: 'anyone',
    cache: 'private',
    body: z.object({ code: handed, device }),
    answer: signedIn,
    errors: ['social_login_over', 'social_account_required', 'account_suspended', 'too_many_logins'],
  },
  'GET /api/social-login': {
    summary: 'Who came back from a service without an account here, and what comes next',
    who: 'anyone',
    cache: 'private',
    answer: toNewcomer,
    errors: ['social_login_over'],
  },
  'POST /api/social-login/email': {
    summary: 'Send a code to the address that the account is to have; the same whether or not one has it',
    who: 'anyone',
    cache: 'private',
    body: z.object({ email: emailAddress }),
    answer: z.object({ data: z.object({ email: z.string(), resend_seconds: z.number().int() }) }),
    errors: ['social_login_over', 'wait', 'too_many_tries'],
  },
  'POST /api/social-login/email/verify': {
    summary: 'Prove the address with the code',
    who: 'anyone',
    cache: 'private',
    body: z.object({ code }),
    answer: toNewcomer,
    errors: ['social_login_over'],
  },
  'POST /api/social-login/sign-up': {
    summary: 'Make an account without a password, connected with the service, and sign in',
    who: 'anyone',
    cache: 'private',
    body: z.object({
      username,
      /** The terms and the privacy policy. */
      terms: z.literal(true),
      device,
    }),
    answer: signedIn,
    errors: ['social_login_over', 'identity_taken'],
  },
  'POST /api/social-login/link': {
    summary: 'Connect the service with the account that has the address, by its password, and sign in',
    who: 'anyone',
    cache: 'private',
    body: z.object({ password: z.string().min(1).max(256), device }),
    answer: signedIn,
    errors: [
      'social_login_over',
      'credentials',
      'account_suspended',
      'too_many_logins',
      'identity_taken',
      'provider_taken',
    ],
  },
  'GET /api/account/linked-accounts': {
    summary: 'The services that sign in to this account',
    who: 'user',
    cache: 'private',
    answer: z.object({ data: z.array(linkedAccount) }),
    errors: [],
  },
  'POST /api/account/linked-accounts': {
    summary: 'Begin to connect a service; answers where the browser has to go',
    who: 'user',
    cache: 'private',
    body: z.object({ provider: providerName }),
    answer: z.object({ data: z.object({ url: z.string() }) }),
    errors: ['identity_required', 'provider_taken', 'not_found', 'too_many_tries', 'social_login_away'],
  },
  'POST /api/account/linked-accounts/finish': {
    summary: 'Connect the service with the code that came back from it; the owner hears of it by mail',
    who: 'user',
    cache: 'private',
    body: z.object({ code: handed }),
    answer: z.object({ data: z.object({ provider: providerName }) }),
    errors: ['identity_required', 'social_login_over', 'identity_taken', 'provider_taken'],
  },
  'DELETE /api/account/linked-accounts/{provider}': {
    summary:
      'Disconnect a service, unless nothing else signs in to the account; the owner hears of it by mail',
    who: 'user',
    cache: 'private',
    params: z.object({ provider: providerName }),
    answer: ok,
    errors: ['not_found', 'identity_required', 'last_sign_in_method'],
  },
} as const satisfies CallTable;
