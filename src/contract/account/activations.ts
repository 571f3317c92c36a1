/**
 * A television signs in without a keyboard: it shows a code, somebody who is signed in elsewhere confirms it, and the television
 * goes on (OAuth 2.0 Device Authorization Grant, RFC 8628). The two calls of the television have OAuth's own shapes.
 */
import { z } from 'zod';
import type { CallTable } from '../call.ts';
import type { ValidationMessage } from '../messages.ts';
import { userCodePattern } from '../rules.ts';
import { text } from '../text.ts';
import { ok } from '../wire.ts';

/** As it is shown, `WDJB-MJHT`, however it was typed (RFC 8628 §6.1). */
const userCode = text(40)
  .min(1)
  .overwrite((sent) =>
    sent
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s\p{Dash}]/gu, '')
      .replace(/^(.{4})(.{4})$/, '$1-$2'),
  )
  .regex(userCodePattern, 'user_code' satisfies ValidationMessage);

/** A device that requests a sign-in, as shown to the user who is asked to confirm it. */
export const activation = z.object({
  user_code: z.string(),
  /** Such as "Chrome · LG TV": from what its browser says of itself, never in words of its own. */
  name: z.string(),
  /** Where it asks from, ISO 3166-1 alpha-2; may be empty. */
  country: z.string(),
  asked_at: z.string(),
  expires_at: z.string(),
});
export type Activation = z.infer<typeof activation>;

const params = z.object({ user_code: userCode });
const errors = ['not_found', 'too_many_tries'] as const;

export const activationCalls = {
  'POST /api/device/authorization': {
    summary: 'Ask for a code to show on a television (RFC 8628 §3.1)',
    who: 'anyone',
    cache: 'private',
    form: true,
    oauth: true,
    body: z.object({ client_id: z.string().max(100) }),
    answer: z.object({
      device_code: z.string(),
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      /** Seconds. */
      expires_in: z.number().int(),
      interval: z.number().int(),
      /** Beyond the standard: a public channel on which `ActivationDecided` says that asking at once is worth it. */
      push_channel: z.templateLiteral(['activation.', z.string()]),
    }),
    errors: ['invalid_client', 'too_many_tries'],
  },
  'POST /api/device/token': {
    summary: 'Ask whether a code was confirmed; answers the token once (RFC 8628 §3.4, RFC 6749 §5.1)',
    who: 'anyone',
    cache: 'private',
    form: true,
    oauth: true,
    body: z.object({
      grant_type: z.string().max(200),
      device_code: z.string().max(200),
      client_id: z.string().max(100),
    }),
    /** The token is the bearer token of every later call. It has no fixed end, so there is no `expires_in`. */
    answer: z.object({ access_token: z.string(), token_type: z.literal('Bearer') }),
    errors: [
      'authorization_pending',
      'slow_down',
      'access_denied',
      'expired_token',
      'invalid_grant',
      'invalid_client',
      'unsupported_grant_type',
    ],
  },
  'GET /api/account/activations/{user_code}': {
    summary: 'What asks to be signed in with a code',
    who: 'user',
    cache: 'private',
    params,
    answer: z.object({ data: activation }),
    errors,
  },
  'POST /api/account/activations/{user_code}/approve': {
    summary: 'Let what shows this code sign in to the account',
    who: 'user',
    cache: 'private',
    params,
    answer: ok,
    errors,
  },
  'POST /api/account/activations/{user_code}/deny': {
    summary: 'Refuse what shows this code',
    who: 'user',
    cache: 'private',
    params,
    answer: ok,
    errors,
  },
} as const satisfies CallTable;
